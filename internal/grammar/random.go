package main

import (
	"math/rand/v2"
	"strings"
)

// random writes texts of the grammar, most of them well formed, some broken in one place or several.
type random struct{ *rand.Rand }

func (r random) pick(from ...string) string { return from[r.IntN(len(from))] }

func (r random) text() string {
	var b strings.Builder
	for range 1 + r.IntN(5) {
		r.node(&b, 0)
	}
	text := b.String()
	for range r.IntN(8) - 5 { // mostly none
		text = r.broken(text)
	}
	return text
}

func (r random) node(b *strings.Builder, depth int) {
	switch n := r.IntN(10); {
	case n < 3:
		b.WriteString(r.html())
	case n < 5:
		b.WriteString("<!--" + r.space() + "wp:" + r.name() + r.space() + r.attributes() + "/-->")
	default:
		name := r.name()
		b.WriteString("<!--" + r.space() + "wp:" + name + r.space() + r.attributes() + "-->")
		for range r.IntN(4) {
			if depth < 6 {
				r.node(b, depth+1)
			}
			b.WriteString(r.html())
		}
		if r.IntN(40) == 0 {
			name = r.name()
		}
		if r.IntN(40) > 0 {
			b.WriteString("<!--" + r.space() + "/wp:" + name + r.space() + "-->")
		}
	}
}

func (r random) name() string {
	return r.pick("paragraph", "heading", "group", "columns", "column", "core/html", "acf/team_member", "a/b", "x-1", "my-plugin/block_2", "latest-posts")
}

func (r random) space() string {
	return r.pick(" ", " ", " ", " ", "\n", "\t ", "  ", "\r\n", "\f", "\v")
}

func (r random) html() string {
	return r.pick("", "\n", "\n\n", "0", "<p>words</p>", "<div class=\"a\">", "</div>", "<!-- a comment -->", "<!--more-->", "<!--", "-->", "<!-- wp: -->", "<!-- wp:A -->",
		"<p>ä ö ü – 漢字 🙂</p>", "[gallery ids=\"1\"]", "<!-- wp:p", "}", "{", "<!-- /wp -->", "<script>'<!-- x'</script>", "<!--wp:p -->", "<!-- wp:p-->", "<!-- wp:p/ -->")
}

func (r random) attributes() string {
	if r.IntN(2) == 0 {
		return ""
	}
	return r.pick(`{}`, `{"level":3}`, `{"a":{"b":{"c":[1,2,{"d":null}]}}}`, `{"t":"a } b"}`, `{"t":"x}} /-- > "}`, `{"n":1.5,"m":-2,"e":1e3}`, `{"u":"\u002d\u002d\u003e \u0026"}`,
		`{"broken":}`, `{"open":"`+"\n"+`"}`, `{"url":"https:\/\/x.example\/?a=1"}`, `{"ä":"ö 🙂"}`, `{"0":"zero","1":[]}`, `{"}":"}"}`, `{ "s" : true }`, `{{}}`, `{"className":"is-style-wide"}`) + r.space()
}

// broken takes something away, doubles it or moves it.
func (r random) broken(text string) string {
	if len(text) < 2 {
		return text + "<!--"
	}
	letters := []rune(text)
	i, j := r.IntN(len(letters)), r.IntN(len(letters))
	if i > j {
		i, j = j, i
	}
	j = min(j, i+1+r.IntN(30))
	switch r.IntN(3) {
	case 0:
		return string(letters[:i]) + string(letters[j:])
	case 1:
		return string(letters[:j]) + string(letters[i:])
	default:
		return string(letters[:i]) + r.pick("<!-- wp:quote -->", "<!-- /wp:quote -->", "<!-- /wp:paragraph -->", "} -->", "/-->", "-->", "<!-- /wp:a /-->", "<!-- wp:b {") + string(letters[i:])
	}
}
