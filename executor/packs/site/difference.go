package site

import (
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
	"github.com/aisteam/aisteam/executor/shown"
)

// entity is a page as programs know it: tools name it by its slug.
func entity(slug string) assistant.Entity { return assistant.Entity{Type: "page", ID: slug} }

// difference lists the changes that people would see between two states of a page.
func difference(old, next site.Page) []assistant.Field {
	var out []assistant.Field
	add := func(name, key, before, after string) {
		if before != after {
			out = append(out, assistant.Field{Name: name, Key: key, Old: before, New: after})
		}
	}
	add("Title", "title", old.Title, next.Title)
	if old.HTML != next.HTML {
		before, after := shown.Change(old.HTML, next.HTML)
		add("Content", "content", before, after)
	}
	add("Search title", "meta_title", old.MetaTitle, next.MetaTitle)
	add("Search description", "meta_description", old.MetaDescription, next.MetaDescription)
	add("Language", "language", old.Language, next.Language)
	return out
}
