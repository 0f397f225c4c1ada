package site_test

import (
	"strings"
	"testing"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
	packsite "github.com/aisteam/aisteam/executor/packs/site"
)

func TestAPageIsReadAsItStandsAndNothingIsChanged(t *testing.T) {
	page := site.Page{Slug: "home", Title: "Home", HTML: "<h1>What we do</h1><p>Water &amp; filters</p><script>steal()</script>"}
	w := newWorld(t, page)
	r, err := w.tool(t, packsite.TaskReadPage).Run(t.Context(), call(`{"slug":"/home/"}`))
	if err != nil {
		t.Fatal(err)
	}
	text := r.Result.Fields.Text("text")
	if !strings.Contains(text, "What we do") || !strings.Contains(text, "Water & filters") || strings.Contains(text, "<") || strings.Contains(text, "steal") || r.Result.Fields.Text("title") != "Home" {
		t.Errorf("it reads %q", r.Result.Fields)
	}
	if got := w.shelf.pages["home"].HTML; got != page.HTML {
		t.Errorf("the page is now %q", got)
	}
	for _, slug := range []string{"away", "../secret", ""} {
		_, err := w.tool(t, packsite.TaskReadPage).Run(t.Context(), call(`{"slug":"`+slug+`"}`))
		if p := words(t, err); p.Side != assistant.SideInput || p.Recovery.String() == "" {
			t.Errorf("%q: %+v", slug, p)
		}
	}
}
