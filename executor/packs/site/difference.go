package site

import (
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
	"github.com/aisteam/aisteam/executor/shown"
)

// difference lists what people would see change between two states of a page.
func difference(old, next site.Page) []assistant.Field {
	var out []assistant.Field
	add := func(name, before, after string) {
		if before != after {
			out = append(out, assistant.Field{Name: name, Old: before, New: after})
		}
	}
	add("Title", old.Title, next.Title)
	if old.HTML != next.HTML {
		before, after := shown.Change(old.HTML, next.HTML)
		add("Content", before, after)
	}
	add("Search title", old.MetaTitle, next.MetaTitle)
	add("Search description", old.MetaDescription, next.MetaDescription)
	add("Language", old.Language, next.Language)
	return out
}
