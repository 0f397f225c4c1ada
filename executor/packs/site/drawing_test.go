package site_test

import (
	"strings"
	"testing"

	"github.com/aisteam/aisteam/assistant/site"
	packsite "github.com/aisteam/aisteam/executor/packs/site"
)

func TestAPreviewDrawsThePageBeforeAndAfter(t *testing.T) {
	w := newWorld(t, site.Page{Slug: "home", Title: "Home", HTML: "<p>old</p>" + hostile})
	p, err := w.tool(t, "create_page").Preview(t.Context(), call(given(t, packsite.CreatePage{Replace: true, Slug: "home", Title: "New", ContentHTML: "<p>new</p>"})))
	if err != nil || p.Drawing == nil || p.Drawing.Before == nil {
		t.Fatalf("%+v, %v", p, err)
	}
	before, after := *p.Drawing.Before, *p.Drawing.After
	if before.Title != "Home" || !strings.Contains(before.HTML, "<p>old</p>") || strings.Contains(before.HTML, "steal") || before.Cut {
		t.Errorf("before %+v", before)
	}
	if after.Title != "New" || after.HTML != "<p>new</p>" || after.Cut {
		t.Errorf("after %+v", after)
	}
	p, err = w.tool(t, "create_page").Preview(t.Context(), call(given(t, packsite.CreatePage{Slug: "fresh", Title: "New", ContentHTML: "<p>new</p>"})))
	if err != nil || p.Drawing == nil || p.Drawing.Before != nil || p.Drawing.After == nil {
		t.Errorf("a new page: %+v, %v", p.Drawing, err)
	}
}

// TestADrawingIsBounded: of a long page the part is drawn that changes.
func TestADrawingIsBounded(t *testing.T) {
	long := strings.Repeat("<p>words & <b>more</b> words</p>", 5<<20/32)
	w := newWorld(t, site.Page{Slug: "home", Title: "Home", HTML: long + "<h2 id=\"end\">The end</h2>" + strings.Repeat("<&", 20<<10)})
	p, err := w.tool(t, "update_content_block").Preview(t.Context(), call(given(t, packsite.UpdateContentBlock{Slug: "home", Block: "#end", Text: "The new end"})))
	if err != nil || p.Drawing == nil {
		t.Fatalf("%+v, %v", p.Title, err)
	}
	for words, side := range map[string]string{"The end": p.Drawing.Before.HTML, "The new end": p.Drawing.After.HTML} {
		if len(side) > 16<<10 || !strings.Contains(side, words) {
			t.Errorf("%d bytes, %.200s", len(side), side)
		}
	}
	if !p.Drawing.Before.Cut || !p.Drawing.After.Cut {
		t.Error("nobody is told that there is more")
	}
}
