package sitefolder

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/aisteam/aisteam/assistant/site"
)

// frontMatter is what a page's file says before its content.
type frontMatter struct {
	Title           string     `json:"title"`
	MetaTitle       string     `json:"metaTitle,omitempty"`
	MetaDescription string     `json:"metaDescription,omitempty"`
	Language        string     `json:"language,omitempty"`
	Marks           []string   `json:"marks,omitempty"`
	UpdatedAt       time.Time  `json:"updatedAt"`
	Previous        *site.Page `json:"previous,omitempty"`
	Project         string     `json:"project,omitempty"` // of a preview: whose address it stands under
}

// record is a page's file, read.
type record struct {
	front frontMatter
	page  site.Page
}

const (
	frontStart = "<!--aisteam\n"
	frontEnd   = "\n-->\n"
)

// encode writes the front matter into a comment. JSON escapes ">", so that nothing in it can end the comment.
func encode(front frontMatter, html string) ([]byte, error) {
	raw, err := json.MarshalIndent(front, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("encode front matter: %w", err)
	}
	return []byte(frontStart + string(raw) + frontEnd + html), nil
}

func load(path, slug string) (record, error) {
	raw, err := os.ReadFile(path)
	if err != nil {
		return record{}, fmt.Errorf("read page %s: %w", slug, err)
	}
	return parse(raw, slug)
}

// parse is the inverse of encode. It also reads files that people have edited by hand.
func parse(raw []byte, slug string) (record, error) {
	rest, ok := bytes.CutPrefix(raw, []byte(frontStart))
	if !ok {
		return record{}, fmt.Errorf("read page %s: no front matter", slug)
	}
	head, html, ok := bytes.Cut(rest, []byte(frontEnd))
	if !ok {
		return record{}, fmt.Errorf("read page %s: front matter has no end", slug)
	}
	var r record
	if err := json.Unmarshal(head, &r.front); err != nil {
		return record{}, fmt.Errorf("read page %s: %w", slug, err)
	}
	r.page = site.Page{
		ID: slug, Slug: slug, Title: r.front.Title, HTML: string(html), MetaTitle: r.front.MetaTitle,
		MetaDescription: r.front.MetaDescription, Language: r.front.Language, Marks: r.front.Marks,
	}
	return r, nil
}

// writeWhole puts the file in place in one step: after it returns the new content survives a crash, and before that the
// old one stands.
func writeWhole(path string, raw []byte) error {
	dir := filepath.Dir(path)
	tmp, err := os.CreateTemp(dir, ".new-*")
	if err != nil {
		return err
	}
	_, err = tmp.Write(raw)
	if err == nil {
		err = tmp.Sync()
	}
	err = errors.Join(err, tmp.Close())
	if err == nil {
		err = os.Rename(tmp.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(tmp.Name()))
	}
	return syncDir(dir)
}

func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}
