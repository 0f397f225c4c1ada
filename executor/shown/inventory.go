package shown

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/executor/clean"
)

// part is something on a page that its words do not show: where a link leads, what is loaded, what is run.
type part struct {
	rank int // what runs comes first, links last
	what string
}

// The ranks of parts.
const (
	rankCode = iota
	rankFrame
	rankForm
	rankStyle
	rankShortcode
	rankBuild
	rankImage
	rankLink
)

const maxLink = 2000 // bytes of what a link says, about

// inventory lists what a page contains apart from its words, with repetitions.
func inventory(content string) []part {
	var out []part
	add := func(rank int, format string, a ...any) { out = append(out, part{rank, fmt.Sprintf(format, a...)}) }
	link, text := "", ""
	endLink := func() {
		if link != "" {
			add(rankLink, "a link: “%s” → %s", clean.Short(text), Address(link))
		}
		link, text = "", ""
	}
	code := ""
	for z := html.NewTokenizer(strings.NewReader(content)); ; {
		switch kind := z.Next(); kind {
		case html.ErrorToken:
			endLink()
			return append(out, shortcodes(content)...)
		case html.TextToken:
			words := string(z.Text())
			if code != "" {
				add(rankCode, "a script: %s", clean.Short(words))
				code = ""
				continue
			}
			if link != "" && len(text) < maxLink {
				text += words
			}
		case html.StartTagToken, html.SelfClosingTagToken:
			t := z.Token()
			code = ""
			switch t.Data {
			case "a":
				endLink()
				link = Attr(t, "href")
			case "img":
				if link != "" && len(text) < maxLink {
					text += Attr(t, "alt")
				}
			case "script":
				if Attr(t, "src") == "" && kind == html.StartTagToken {
					code = "script"
				}
			}
			out = append(out, partsOfTag(t)...)
		case html.EndTagToken:
			code = ""
			if name, _ := z.TagName(); string(name) == "a" {
				endLink()
			}
		case html.CommentToken, html.DoctypeToken:
		}
	}
}

// Attr is an attribute of an element, "" where it has none of that name.
func Attr(t html.Token, name string) string {
	for _, a := range t.Attr {
		if a.Key == name {
			return strings.TrimSpace(a.Val)
		}
	}
	return ""
}

// Address bounds an address. Where it leads stands at its beginning.
func Address(to string) string {
	to = strings.ReplaceAll(clean.Legible(to), " ", "")
	if r := []rune(to); len(r) > 200 {
		return string(r[:200]) + "…"
	}
	return to
}

// partsOfTag is what an element is, apart from links, and the code and styles on it.
func partsOfTag(t html.Token) []part {
	var out []part
	add := func(rank int, format string, a ...any) { out = append(out, part{rank, fmt.Sprintf(format, a...)}) }
	switch t.Data {
	case "script":
		if src := Attr(t, "src"); src != "" {
			add(rankCode, "a script of %s", Address(src))
		}
	case "iframe", "frame", "object", "embed", "applet", "portal":
		add(rankFrame, "a frame of %s", Address(Attr(t, "src")+Attr(t, "data")))
	case "video", "audio", "source", "track":
		add(rankFrame, "a <%s> of %s", t.Data, Address(Attr(t, "src")))
	case "form":
		add(rankForm, "a form that sends to %s", Address(Attr(t, "action")))
	case "input", "select", "textarea", "button":
		add(rankForm, "a form field: %s “%s”", t.Data, clean.Short(Attr(t, "name")))
	case "style":
		add(rankStyle, "a style sheet")
	case "link", "meta", "base":
		add(rankStyle, "a <%s> of the page's head: %s", t.Data, Address(Attr(t, "href")+Attr(t, "content")))
	case "svg", "math", "template", "canvas":
		add(rankFrame, "a drawing or program part <%s>", t.Data)
	case "img":
		add(rankImage, "an image %s (“%s”)", Address(Attr(t, "src")), clean.Short(Attr(t, "alt")))
	case "area":
		add(rankLink, "a link of an image map: “%s” → %s", clean.Short(Attr(t, "alt")), Address(Attr(t, "href")))
	case "a":
	default:
		add(rankBuild, "<%s>", clean.Short(t.Data))
	}
	for _, a := range t.Attr {
		switch {
		case strings.HasPrefix(a.Key, "on"):
			add(rankCode, "code on <%s> (%s): %s", clean.Short(t.Data), clean.Short(a.Key), clean.Short(a.Val))
		case a.Key == "style":
			add(rankStyle, "a style on <%s>: %s", clean.Short(t.Data), clean.Short(a.Val))
		case a.Key == "srcset", a.Key == "formaction", a.Key == "xlink:href", a.Key == "srcdoc", a.Key == "background", a.Key == "ping":
			add(rankFrame, "a %s of <%s>: %s", a.Key, clean.Short(t.Data), Address(a.Val))
		}
	}
	return out
}

var shortcode = regexp.MustCompile(`\[([a-zA-Z][a-zA-Z0-9_-]*)(?:\s[^\[\]]*)?/?\]`)

// shortcodes returns what a site like WordPress replaces with the output of a plugin.
func shortcodes(content string) []part {
	var out []part
	for _, m := range shortcode.FindAllString(content, -1) {
		out = append(out, part{rankShortcode, "a shortcode " + clean.Short(m)})
	}
	return out
}

// maxWarnings bounds the lines; what runs, frames and forms come first.
const maxWarnings = 60

// GainedAndLost lists, a line each, what a change adds to content and removes from it apart from words.
func GainedAndLost(before, after string) []assistant.Sentence {
	old, now := counted(inventory(before)), counted(inventory(after))
	var out []assistant.Sentence
	for _, d := range []struct {
		verb     string
		from, to map[part]int
	}{{"Adds", old, now}, {"Removes", now, old}} {
		var parts []part
		for p, n := range d.to {
			if n > d.from[p] {
				parts = append(parts, p)
			}
		}
		slices.SortFunc(parts, func(a, b part) int {
			if a.rank != b.rank {
				return a.rank - b.rank
			}
			return strings.Compare(a.what, b.what)
		})
		var build []string
		for _, p := range parts {
			times := ""
			if n := d.to[p] - d.from[p]; n > 1 {
				times = fmt.Sprintf(" (%d times)", n)
			}
			if p.rank == rankBuild {
				build = append(build, p.what+times)
				continue
			}
			out = append(out, assistant.Verbatim(d.verb+" "+p.what+times))
		}
		if len(build) > 0 && strings.Join(Words(before), " ") == strings.Join(Words(after), " ") {
			out = append(out, assistant.Verbatim(d.verb+" of what the page is built of: "+strings.Join(build, ", ")))
		}
	}
	return out
}

func counted(parts []part) map[part]int {
	out := map[part]int{}
	for _, p := range parts {
		out[p]++
	}
	return out
}

// Bounded keeps the first lines and says how many there are more.
func Bounded(lines []assistant.Sentence) []assistant.Sentence {
	if len(lines) <= maxWarnings {
		return lines
	}
	more := len(lines) - maxWarnings
	return append(slices.Clone(lines[:maxWarnings]), assistant.Say("… and %d more of these; the whole text names every link and image", more))
}
