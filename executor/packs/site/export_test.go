package site

import "github.com/aisteam/aisteam/assistant/site"

// Replace is the page with a part of it replaced by words.
func Replace(old site.Page, block, text string) (site.Page, error) {
	return blockWrite{}.wanted(old, UpdateContentBlock{Slug: old.Slug, Block: block, Text: text})
}
