package site

import (
	"github.com/aisteam/aisteam/assistant/site"
	"github.com/aisteam/aisteam/executor/blocks"
	"github.com/aisteam/aisteam/executor/clean"
)

// Replace is the page with a part of it replaced by words.
func Replace(old site.Page, block, text string) (site.Page, error) {
	e, err := blockWrite{writer{policy: clean.New()}}.wanted(old, UpdateContentBlock{Slug: old.Slug, Block: block, Text: text})
	return e.next, err
}

// ReplaceRaw is the page with a block replaced by HTML that nothing has cleaned.
func ReplaceRaw(page, block, fragment string) (string, error) {
	next, _, err := changed(blocks.Parse(page), UpdateContentBlock{Slug: "home", Block: block, HTML: fragment}, fragment)
	return next, err
}
