package clean

import (
	"slices"
	"strings"

	"golang.org/x/net/html"
)

// closed writes the fragment with every element closed that it opens, and without end tags of what it has not opened. The
// quotes of its words are as people write them: sites make typography of them, and shortcodes need them.
func closed(fragment string) string {
	var b strings.Builder
	var open []string
	count := map[string]int{} // of what is open, so that end tags without end cost nothing
	quotes := strings.NewReplacer("&#34;", `"`, "&#39;", "'")
	for z := html.NewTokenizer(strings.NewReader(fragment)); ; {
		kind := z.Next()
		raw := string(z.Raw())
		switch kind {
		case html.ErrorToken:
			for _, tag := range slices.Backward(open) {
				b.WriteString("</" + tag + ">")
			}
			return b.String()
		case html.TextToken:
			b.WriteString(quotes.Replace(raw))
		case html.StartTagToken:
			name, _ := z.TagName()
			tag := string(name)
			if n := len(open); n > 0 && EndedBy(open[n-1], tag) {
				count[open[n-1]]--
				open = open[:n-1]
			}
			if !Void(tag) {
				count[tag]++
				open = append(open, tag)
			}
			b.WriteString(raw)
		case html.EndTagToken:
			name, _ := z.TagName()
			for tag := string(name); count[tag] > 0; {
				last := open[len(open)-1]
				open = open[:len(open)-1]
				count[last]--
				if last == tag {
					b.WriteString(raw)
					break
				}
				b.WriteString("</" + last + ">")
			}
		case html.SelfClosingTagToken:
			b.WriteString(raw)
		case html.CommentToken, html.DoctypeToken:
		}
	}
}

// EndedBy tells whether an element that is open needs no end tag before the next one starts.
func EndedBy(open, next string) bool {
	switch open {
	case "p":
		switch next {
		case "p", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "dl", "table", "section", "article", "aside", "div", "figure",
			"blockquote", "pre", "hr", "header", "footer", "main", "nav", "form", "details":
			return true
		}
	case "li":
		return next == "li"
	case "dt", "dd":
		return next == "dt" || next == "dd"
	}
	return false
}

// Void tells whether an element has no content and no end tag.
func Void(tag string) bool {
	switch tag {
	case "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr":
		return true
	}
	return false
}
