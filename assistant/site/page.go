// Package site holds the nouns of websites: a page, and what an audit finds. Standard library only, no I/O.
package site

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strings"
)

// Page is a page of a project's site.
type Page struct {
	ID              string `json:"id,omitempty"` // the site's own; "" for a page that does not exist yet
	Slug            string `json:"slug"`         // the page's path: the slugs of the pages above it and its own, such as company/hours
	Title           string `json:"title"`
	HTML            string `json:"html"` // the content, as it is edited
	MetaTitle       string `json:"metaTitle,omitempty"`
	MetaDescription string `json:"metaDescription,omitempty"`
	KeepsMeta       bool   `json:"keepsMeta,omitempty"` // the two above can be set
	Language        string `json:"language,omitempty"`
	URL             string `json:"url,omitempty"`     // where people see it
	Status          string `json:"status,omitempty"`  // as the site calls it, such as draft; "" for a page that people see
	Builder         string `json:"builder,omitempty"` // the page builder that keeps its content, and writes over what others put there

	// Marks are left by the last writes of ours, newest last: [MarkOf] their keys. They tell whether a write whose answer
	// was lost has happened.
	Marks []string `json:"marks,omitempty"`
}

// Marked tells whether the write of that key is among the last ones of the page.
func (p Page) Marked(key string) bool { return slices.Contains(p.Marks, MarkOf(key)) }

// MadeBy tells whether the write of that key brought the page into being.
func (p Page) MadeBy(key string) bool { return slices.Contains(p.Marks, MarkOf("made "+key)) }

// WithMark returns the page with a write noted among its last ones. On a page that does not exist yet it also notes that
// the write made the page.
func (p Page) WithMark(key string) Page {
	marks := append(slices.Clone(p.Marks), MarkOf(key))
	if p.ID == "" {
		marks = append(marks, MarkOf("made "+key))
	}
	p.Marks = marks[max(0, len(marks)-maxMarks):]
	return p
}

const maxMarks = 8

// Hash tells two states of a page apart. It covers what people edit, but neither where the page is nor who wrote it.
func (p Page) Hash() string {
	return HashOf(p.Slug, p.Title, p.HTML, p.MetaTitle, p.MetaDescription, p.Language)
}

// HashOf is a short fingerprint of the parts, in their order.
func HashOf(parts ...string) string {
	raw, err := json.Marshal(parts)
	if err != nil {
		return "" // strings always marshal
	}
	sum := sha256.Sum256(raw)
	return hex.EncodeToString(sum[:12])
}

// MarkOf is what a write leaves on a page so that it can be told later that this very write happened. It is made of the
// call's idempotency key and gives nothing of it away.
func MarkOf(key string) string { return HashOf("mark", key) }

// maxPath bounds how many pages stand above one another.
const maxPath = 8

// ValidPath tells whether text can be a page's address within its site: slugs joined by slashes.
func ValidPath(text string) bool {
	parts := strings.Split(text, "/")
	return len(parts) <= maxPath && !slices.ContainsFunc(parts, func(s string) bool { return !ValidSlug(s) })
}

// SplitPath parts a path into that of the page above, "" for none, and the page's own slug.
func SplitPath(path string) (above, slug string) {
	i := strings.LastIndexByte(path, '/')
	return path[:max(i, 0)], path[i+1:]
}

// ValidSlug tells whether text can be the last part of a page's address: lower case letters and digits, joined by single
// hyphens.
func ValidSlug(text string) bool {
	if text == "" || len(text) > 96 || text[0] == '-' || text[len(text)-1] == '-' {
		return false
	}
	for i := range len(text) {
		c := text[i]
		switch {
		case c >= 'a' && c <= 'z', c >= '0' && c <= '9':
		case c == '-' && text[i-1] != '-':
		default:
			return false
		}
	}
	return true
}
