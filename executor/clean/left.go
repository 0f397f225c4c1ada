package clean

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/net/html"
)

// LeftOut says in words what cleaning has taken out of a fragment, a line each; none where it took nothing that matters.
func LeftOut(before, after string) []string {
	kept := features(after, nil)
	left := features(before, kept)
	for f, n := range kept {
		if left[f] -= n; left[f] <= 0 {
			delete(left, f)
		}
	}
	var out []string
	for _, f := range slices.Sorted(maps.Keys(left)) {
		if n := left[f]; n > 1 {
			out = append(out, fmt.Sprintf("%s (%d times)", f, n))
		} else {
			out = append(out, f)
		}
	}
	return out
}

// features counts what a fragment is built of, apart from its words. If kept elements are given, what is attached to other elements
// is not reported.
func features(fragment string, kept map[string]int) map[string]int {
	out := map[string]int{}
	for z := html.NewTokenizer(strings.NewReader(fragment)); ; {
		switch z.Next() {
		case html.ErrorToken:
			return out
		case html.StartTagToken, html.SelfClosingTagToken:
			t := z.Token()
			name := element(t)
			out[name]++
			for _, a := range t.Attr {
				if kept != nil && kept[name] == 0 {
					break
				}
				out[attribute(t.Data, a)]++
			}
		case html.CommentToken:
			out["a comment in the code"]++
		case html.TextToken, html.EndTagToken, html.DoctypeToken:
		}
	}
}

// element names an element as people do, with where it leads.
func element(t html.Token) string {
	to := ""
	for _, a := range t.Attr {
		if a.Key == "src" || a.Key == "data" || a.Key == "action" {
			to = " of " + Short(a.Val)
		}
	}
	switch t.Data {
	case "script":
		return "a script" + to
	case "style":
		return "a style sheet"
	case "link", "meta", "base":
		return "a <" + t.Data + "> of the page's head"
	case "iframe", "frame", "object", "embed", "applet", "portal":
		return "a frame" + to
	case "form", "input", "button", "select", "textarea":
		return "a form's <" + t.Data + ">" + to
	case "svg", "math":
		return "a drawing (<" + t.Data + ">)"
	case "video", "audio", "source", "track":
		return "a <" + t.Data + ">" + to
	}
	return "<" + Short(t.Data) + ">"
}

func attribute(tag string, a html.Attribute) string {
	switch {
	case strings.HasPrefix(a.Key, "on"):
		return "code on <" + Short(tag) + "> (" + Short(a.Key) + ")"
	case a.Key == "style":
		return "a style on <" + Short(tag) + ">"
	case a.Key == "href" || a.Key == "src" || a.Key == "srcset" || a.Key == "action" || a.Key == "formaction" || a.Key == "xlink:href":
		if scheme, _, has := strings.Cut(strings.ToLower(strings.Join(strings.Fields(a.Val), "")), ":"); has && !strings.ContainsAny(scheme, "/?#") {
			return "the " + a.Key + " of <" + Short(tag) + "> to " + Short(scheme) + ":"
		}
		return "the " + a.Key + " of <" + Short(tag) + ">"
	}
	return Short(a.Key) + " of <" + Short(tag) + ">"
}

// Short bounds what is quoted of a page within a line for people.
func Short(text string) string {
	text = Legible(text)
	if r := []rune(text); len(r) > 120 {
		return string(r[:120]) + "…"
	}
	return text
}

// Legible is text on one line, without control characters and marks that turn the reading order around: what is quoted for a
// decision reads as it is.
func Legible(text string) string {
	text = strings.Map(func(r rune) rune {
		if r != ' ' && (unicode.IsControl(r) || unicode.IsSpace(r)) {
			return ' '
		}
		if unicode.Is(unicode.Bidi_Control, r) || unicode.Is(unicode.Cf, r) && r != '\u200c' && r != '\u200d' { // which join letters
			return -1
		}
		return r
	}, text)
	return strings.Join(strings.Fields(text), " ")
}
