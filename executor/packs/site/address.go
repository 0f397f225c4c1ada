package site

import (
	"encoding/json"
	"strings"

	"github.com/gosimple/slug"

	"github.com/aisteam/aisteam/agents/tools"
)

const maxSlug = 80

// RegularPage writes a new page's address as addresses are written, keeping its letters; where none was asked for, it is made
// of the title.
func RegularPage(arguments map[string]json.RawMessage) {
	if regularSlug(arguments, text(arguments["slug"])) {
		return
	}
	// It stands below no other page because of a slash in its title.
	regularSlug(arguments, strings.ReplaceAll(text(arguments["title"]), "/", " "))
}

// RegularAddress writes the address of a page that is there as addresses are written.
func RegularAddress(arguments map[string]json.RawMessage) {
	regularSlug(arguments, text(arguments["slug"]))
}

func regularSlug(arguments map[string]json.RawMessage, from string) bool {
	s := slugOf(from, text(arguments["language"]))
	if s != "" {
		arguments["slug"], _ = json.Marshal(s)
	}
	return s != ""
}

// text is an argument's words, "" where it stands for an earlier step's result or is no text.
func text(raw json.RawMessage) string {
	var s string
	if json.Unmarshal(raw, &s) != nil {
		return ""
	}
	return s
}

// aboutPage is the page that a call is about, else the address that it names.
func aboutPage(arguments json.RawMessage) string {
	if s := tools.Text(arguments, "slug"); s != "" {
		return "/" + s
	}
	return tools.Text(arguments, "url")
}

// Slug is words as the last part of an address.
func Slug(words, language string) string {
	return slugOf(strings.ReplaceAll(words, "/", " "), language)
}

// slugOf is text as an address; slashes part the pages above one another.
func slugOf(text, language string) string {
	var parts []string
	for part := range strings.SplitSeq(text, "/") {
		s := slug.MakeLang(part, letters(part, language))
		if len(s) > maxSlug {
			s = strings.Trim(s[:maxSlug], "-")
		}
		if s != "" {
			parts = append(parts, s)
		}
	}
	return strings.Join(parts, "/")
}

// letters is the language whose letters the text has: the one that is said, else German where ä, ö, ü and ß are all that is
// not plain. Others write the same letters without an e.
func letters(text, language string) string {
	said, _, _ := strings.Cut(strings.ToLower(language), "-")
	switch said {
	case "german", "deutsch":
		return "de"
	case "", "en", "english":
	default:
		return said
	}
	umlaut := false
	for _, r := range strings.ToLower(text) {
		switch {
		case strings.ContainsRune("äöüß", r):
			umlaut = true
		case r > 0x7f && r < 0x250:
			return "en"
		}
	}
	if umlaut {
		return "de"
	}
	return "en"
}
