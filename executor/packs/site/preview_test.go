package site_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
	packsite "github.com/aisteam/aisteam/executor/packs/site"
)

func given(t *testing.T, arguments any) string {
	t.Helper()
	raw, err := json.Marshal(arguments)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

const hostile = `<p onclick="steal()">Hi</p><script src="//evil.example/x.js"></script><img src=x onerror=alert(1)><a href="javascript:alert(1)">go</a><iframe src="//f.example"></iframe>`

func TestWhatIsPublishedIsCleanWhateverKeepsThePages(t *testing.T) {
	for name, c := range map[string]struct {
		tool      assistant.TaskType
		arguments any
	}{
		"a page":                   {"create_page", packsite.CreatePage{Replace: true, Slug: "home", Title: "Home <script>alert(1)</script>", ContentHTML: hostile}},
		"a part":                   {"update_content_block", packsite.UpdateContentBlock{Slug: "home", Block: "Contact", HTML: hostile}},
		"a part in words":          {"update_content_block", packsite.UpdateContentBlock{Slug: "home", Block: "Contact", Text: hostile}},
		"a heading":                {"update_content_block", packsite.UpdateContentBlock{Slug: "home", Block: "h1", HTML: hostile + "&lt;script&gt;"}},
		"words for a heading":      {"update_content_block", packsite.UpdateContentBlock{Slug: "home", Block: "h1", Text: hostile}},
		"a title as the heading":   {"update_content_block", packsite.UpdateContentBlock{Slug: "bare", Block: "h1", HTML: hostile + "&lt;script&gt;alert(1)&lt;/script&gt;"}},
		"words for such a heading": {"update_content_block", packsite.UpdateContentBlock{Slug: "bare", Block: "h1", Text: hostile}},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, site.Page{Slug: "home", Title: "Home", HTML: content}, site.Page{Slug: "bare", Title: "Bare", HTML: "<p>x</p>"})
			if _, err := w.tool(t, c.tool).Run(t.Context(), call(given(t, c.arguments))); err != nil {
				t.Fatal(err)
			}
			for _, p := range w.shelf.pages {
				for _, bad := range []string{"<script", "<p onclick", "<img src=x onerror", `<a href="javascript:`, "<iframe"} {
					if strings.Contains(p.HTML, bad) || strings.Contains(p.Title, "<") {
						t.Errorf("%s is published: %q %q", bad, p.Title, p.HTML)
					}
				}
			}
		})
	}
}

// TestWhatIsNotChangedStaysByteForByte: a part is cleaned, what stands around it is the site's own.
func TestWhatIsNotChangedStaysByteForByte(t *testing.T) {
	const around = "<h2>One</h2><p style='x' onclick=\"own()\">“a” &amp; 'b'[x y=\"1\"]<script>own()</script><!-- wp:x {\"a\":1} /--><H2>Two</H2>"
	w := newWorld(t, site.Page{Slug: "home", Title: "Home", HTML: around + "<p>old</p>"})
	if _, err := w.tool(t, "update_content_block").Run(t.Context(), call(given(t, packsite.UpdateContentBlock{Slug: "home", Block: "Two", HTML: hostile}))); err != nil {
		t.Fatal(err)
	}
	want := around + "\n<p>Hi</p><img src=\"x\">go\n"
	if d := cmp.Diff(want, w.shelf.pages["home"].HTML); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

func TestAPartThatIsCodeTakesNoWords(t *testing.T) {
	for _, page := range []string{`<script id="x">own()</script>`, `<style id="x"></style>`, `<svg><g id="x"></g></svg>`, `<template><p id="x"></p></template>`, `<textarea id="x"></textarea>`, `<select><option id="x">a</select>`, `<img id="x">`} {
		w := newWorld(t, site.Page{Slug: "home", Title: "Home", HTML: page})
		_, err := w.tool(t, "update_content_block").Run(t.Context(), call(`{"slug":"home","block":"#x","text":"alert(1)"}`))
		if p := words(t, err); !strings.Contains(p.Message.String(), "no part called") || w.shelf.pages["home"].HTML != page {
			t.Errorf("%s: %+v, %q", page, p, w.shelf.pages["home"].HTML)
		}
	}
}

func TestAPreviewTellsWhatComesAndWhatGoes(t *testing.T) {
	const old = `<p>Same words <a href="https://x.example/shop">shop</a></p><script src="https://stats.example/s.js"></script>` +
		`<form action="https://x.example/send"><input name="mail"></form><iframe src="https://map.example/"></iframe><p style="color:red" onclick="own()">z</p>`
	w := newWorld(t, site.Page{Slug: "home", Title: "Home", HTML: old})
	p, err := w.tool(t, "create_page").Preview(t.Context(), call(given(t, packsite.CreatePage{
		Replace: true,
		Slug:    "home", Title: "Home", ContentHTML: `<p>Same words <a href="https://evil.example/shop">shop</a></p><p>z</p>` +
			`<img src="https://evil.example/t.png" alt="dot">[gallery ids="1"]<script>steal()</script><p onfocus=steal()>`,
	})))
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"There is a page at this address already: all of its content is replaced.",
		"Left out, because it may not be published: a script",
		"Left out, because it may not be published: code on <p> (onfocus)",
		`Adds a shortcode [gallery ids="1"]`,
		"Adds an image https://evil.example/t.png (“dot”)",
		"Adds a link: “shop” → https://evil.example/shop",
		"Removes a script of https://stats.example/s.js",
		"Removes code on <p> (onclick): own()",
		"Removes a frame of https://map.example/",
		"Removes a form field: input “mail”",
		"Removes a form that sends to https://x.example/send",
		"Removes a style on <p>: color:red",
		"Removes a link: “shop” → https://x.example/shop",
	}
	var told []string
	for _, one := range p.Warnings {
		told = append(told, one.String())
	}
	if d := cmp.Diff(want, told); d != "" {
		t.Errorf("warnings (-want +got):\n%s", d)
	}
	if p.Title.String() != "Replace the page /home" {
		t.Errorf("title %q", p.Title)
	}
}

// TestAScriptIsNeverTheSameWords: what changes without a word changing is told.
func TestAScriptIsNeverTheSameWords(t *testing.T) {
	for after, says := range map[string]string{
		`<p>Hi</p><script src=//e></script>`: "Left out, because it may not be published: a script of //e", `<p><a href="//e.example">Hi</a></p>`: "Adds a link: “Hi” → //e.example",
		`<p>Hi</p><img src="//e.example/x" alt="">`: "image //e.example/x", `<div><p>Hi</p></div>`: "<div>",
	} {
		w := newWorld(t, site.Page{Slug: "home", Title: "Home", HTML: "<p>Hi</p>"})
		p, err := w.tool(t, "create_page").Preview(t.Context(), call(given(t, packsite.CreatePage{Replace: true, Slug: "home", Title: "Home", ContentHTML: after})))
		if err != nil || !strings.Contains(fmt.Sprint(p.Warnings), says) {
			t.Errorf("%q: %q, %v", after, p.Warnings, err)
		}
	}
}

func TestAPreviewHoldsTheWholeText(t *testing.T) {
	long := strings.Repeat("word ", 400) + "the end"
	w := newWorld(t)
	p, err := w.tool(t, "create_page").Preview(t.Context(), call(given(t, packsite.CreatePage{
		Replace: true,
		Slug:    "services", Title: "Services", ContentHTML: `<h1>Services</h1><p>We <b>build</b> &amp; dig.<br>Call <a href="tel:+49">us</a></p><h2>List</h2><ul><li>One</li><li>Two<ol><li>a<li>b</ol></li></ul>` +
			`<table><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>2</td></tr></table><p><img src="/a.png" alt="A pool"></p><p>` + long + `</p>`,
	})))
	if err != nil {
		t.Fatal(err)
	}
	want := "# Services\n\nWe build & dig. Call us (tel:+49)\n\n## List\n- One\n- Two\n  1. a\n  2. b\n| A | B\n| 1 | 2\n\n[image: A pool, /a.png]\n\n" + long
	if d := cmp.Diff(want, p.Whole); d != "" {
		t.Errorf("whole (-want +got):\n%s", d)
	}
	if p.Title.String() != "Create the page /services" || len(p.Warnings) == 0 || !strings.HasPrefix(p.Warnings[0].String(), "Adds") {
		t.Errorf("%q %q", p.Title, p.Warnings)
	}
}

// TestWhatIsWantedIsWhatIsWritten: the hash that is approved is that of the page as it is kept.
func TestWhatIsWantedIsWhatIsWritten(t *testing.T) {
	for _, c := range []struct {
		tool      assistant.TaskType
		arguments string
	}{
		{"create_page", given(t, packsite.CreatePage{Replace: true, Slug: "home", Title: "T", ContentHTML: hostile})},
		{"create_page", given(t, packsite.CreatePage{Slug: "new", Title: "T", ContentHTML: hostile})},
		{"update_content_block", given(t, packsite.UpdateContentBlock{Slug: "home", Block: "Contact", HTML: hostile})},
	} {
		w := newWorld(t, site.Page{Slug: "home", Title: "Home", HTML: content})
		tool := w.tool(t, c.tool)
		p, err := tool.Preview(t.Context(), call(c.arguments))
		if err != nil || p.Wanted == "" || p.State == "" || p.Wanted == p.State {
			t.Fatalf("%+v, %v", p, err)
		}
		approved := call(c.arguments)
		approved.Approved = p.State
		r, err := tool.Run(t.Context(), approved)
		if err != nil {
			t.Fatal(err)
		}
		if got := w.shelf.pages[r.Result.Fields.Text("slug")].Hash(); got != p.Wanted {
			t.Errorf("%s: written %s, shown %s", c.arguments, got, p.Wanted)
		}
	}
	w := newWorld(t)
	open, err := w.tool(t, "create_page").Preview(t.Context(), call(`{"title":"x","slug":"x","contentHtml":{"$from":"draft","field":"html"}}`))
	if err != nil || open.Wanted != "" || open.Whole != "" || open.State == "" {
		t.Errorf("nobody knows yet what is wanted: %+v, %v", open, err)
	}
}

// TestAPageThatMovedIsNotWritten: neither where it moved before the call, nor between looking and writing.
func TestAPageThatMovedIsNotWritten(t *testing.T) {
	create := given(t, packsite.CreatePage{Replace: true, Slug: "home", Title: "T", ContentHTML: "<p>new</p>"})
	block := given(t, packsite.UpdateContentBlock{Slug: "home", Block: "Contact", Text: "new"})
	standing := site.Page{Slug: "home", Title: "Home", HTML: content}
	for name, c := range map[string]struct {
		tool      assistant.TaskType
		arguments string
		pages     []site.Page
	}{
		"a page that is to be made":     {"create_page", create, nil},
		"a page that is to be replaced": {"create_page", create, []site.Page{standing}},
		"a part":                        {"update_content_block", block, []site.Page{standing}},
	} {
		for _, late := range []bool{false, true} {
			w := newWorld(t, c.pages...)
			tool := w.tool(t, c.tool)
			p, err := tool.Preview(t.Context(), call(c.arguments))
			if err != nil {
				t.Fatal(err)
			}
			meanwhile := func() {
				w.shelf.pages["home"] = site.Page{ID: "home", Slug: "home", Title: "Theirs", HTML: content + "<p>theirs</p>"}
			}
			if late {
				w.shelf.before = meanwhile
			} else {
				meanwhile()
			}
			approved := call(c.arguments)
			approved.Approved = p.State
			_, err = tool.Run(t.Context(), approved)
			if !errors.Is(err, assistant.ErrMoved) || errors.Is(err, assistant.ErrUncertain) {
				t.Errorf("%s, late %v: %v", name, late, err)
			}
			if said := words(t, err); said.Recovery.String() == "" || w.shelf.pages["home"].Title != "Theirs" {
				t.Errorf("%s, late %v: %+v, %+v", name, late, said, w.shelf.pages["home"])
			}
		}
	}
}
