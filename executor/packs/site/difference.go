package site

import (
	"fmt"
	"strings"

	"golang.org/x/net/html"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
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
		before, after := around(words(old.HTML), words(next.HTML))
		if before == after {
			before, after = "", "the same words, built differently"
		}
		add("Content", before, after)
	}
	add("Search title", old.MetaTitle, next.MetaTitle)
	add("Search description", old.MetaDescription, next.MetaDescription)
	add("Language", old.Language, next.Language)
	return out
}

const shownWords = 60

// around cuts two texts down to where they begin to differ, with how long they are.
func around(before, after []string) (cutBefore, cutAfter string) {
	same := 0
	for same < len(before) && same < len(after) && before[same] == after[same] {
		same++
	}
	from := max(0, same-6)
	return cut(before, from), cut(after, from)
}

func cut(text []string, from int) string {
	if len(text) == 0 {
		return ""
	}
	to := min(len(text), from+shownWords)
	out := strings.Join(text[min(from, to):to], " ")
	if from > 0 {
		out = "… " + out
	}
	if to < len(text) {
		out += fmt.Sprintf(" … (%d words in all)", len(text))
	}
	return out
}

// words are the words people read in HTML.
func words(content string) []string {
	z := html.NewTokenizer(strings.NewReader(content))
	var b strings.Builder
	for {
		switch z.Next() {
		case html.ErrorToken:
			return strings.Fields(b.String())
		case html.TextToken:
			b.Write(z.Text())
		case html.StartTagToken, html.EndTagToken, html.SelfClosingTagToken:
			if name, _ := z.TagName(); !inline(string(name)) {
				b.WriteByte(' ')
			}
		case html.CommentToken, html.DoctypeToken:
		}
	}
}

func inline(tag string) bool {
	switch tag {
	case "a", "b", "strong", "i", "em", "span", "code", "small", "mark", "sub", "sup", "abbr":
		return true
	}
	return false
}
