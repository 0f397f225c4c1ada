package site_test

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
	"github.com/aisteam/aisteam/executor/blocks"
	packsite "github.com/aisteam/aisteam/executor/packs/site"
	"github.com/aisteam/aisteam/internal/processor"
)

// FuzzBlocks changes a part of whatever stands on a page: what is around the part stays byte for byte, or nothing is
// changed and people are told why.
func FuzzBlocks(f *testing.F) {
	pages := []string{
		"<h1>Services</h1><p>intro</p><h2>Filters</h2><p>x</p><h2 id=\"a\">Softeners</h2><p>y</p>", "<p>no heading", "<ul><li>a<li>b</ul>[shortcode]<!-- wp:x -->",
		"<h2>Same</h2><h2>Same</h2>", "<div><h2>In</h2>x</div><h2>Out</h2>", "<h1><h2></h1></h2>", "", "<", "<script>if(a<b){}</script><h2>After</h2>", "<textarea><h2>T</h2>", "\x00<h2>\xff</h2>",
		"<svg><title>x</title></svg><h2>&amp;lt;</h2>", "<h2>a</h2", "<!--", "</h2><h2>b</h2>", kept, "<!-- wp:group --><div><!-- wp:a /--></div><!-- /wp:group --><h2>Filters</h2>x",
		"<!-- wp:paragraph --><p>x</p><!-- /wp:heading -->", "<!-- wp:list --><ul><li>a</li></ul><!-- /wp:list -->", "<!-- wp:quote --><!-- wp:paragraph --><p id=\"a\">x</p>",
	}
	for _, page := range pages {
		for _, block := range []string{"intro", "h1", "Filters", "#a", "Same", "", "&lt;", "paragraph", "list", "classic", "html"} {
			f.Add(page, block, "new words")
		}
	}
	f.Fuzz(func(t *testing.T, page, block, text string) {
		next, refused := packsite.Replace(site.Page{Slug: "services", Title: "Services", HTML: page}, block, text)
		if refused != nil {
			if p := assistant.ProblemOf(refused); p.Message.String() == "" || p.Recovery.String() == "" {
				t.Errorf("%v leaves people alone", refused)
			}
			return
		}
		if next.HTML == page {
			return // the title, or nothing new
		}
		if was, now := blocks.Parse(page), blocks.Parse(next.HTML); was.HasBlocks() && (!was.Whole() || !now.Whole()) {
			t.Errorf("%q becomes %q: %s", page, next.HTML, now.Wrong)
		}
		before := 0
		for before < len(page) && before < len(next.HTML) && page[before] == next.HTML[before] {
			before++
		}
		after := 0
		for after < len(page)-before && after < len(next.HTML)-before && page[len(page)-1-after] == next.HTML[len(next.HTML)-1-after] {
			after++
		}
		put := next.HTML[before : len(next.HTML)-after]
		if strings.Contains(put, "<script") {
			t.Errorf("%q is put in", put)
		}
	})
}

// FuzzPreviews shows the change from whatever page to whatever page: what is shown is bounded, on lines of their own, and
// reads as it is; what is written is what was shown.
func FuzzPreviews(f *testing.F) {
	for _, page := range []string{content, hostile, "<a href='https://x.example/\u202egro.elpmaxe'>x\u202ey</a>", "<table><td><ul><li><ol><li>", "<a href=x><a href=y>z", "<script>", "[x][/x]"} {
		f.Add(content, page)
		f.Add(page, hostile)
	}
	w := newWorld(f)
	tool := w.tool(f, "create_page")
	f.Fuzz(func(t *testing.T, before, after string) {
		w.shelf.pages["home"] = site.Page{ID: "home", Slug: "home", Title: "Home", HTML: before}
		c := call(given(t, packsite.CreatePage{Replace: true, Slug: "home", Title: "Home", ContentHTML: after}))
		p, err := tool.Preview(t.Context(), c)
		if err != nil {
			t.Fatal(err)
		}
		if len(p.Warnings) > 62 {
			t.Errorf("%d lines", len(p.Warnings))
		}
		for _, line := range append(strings.Split(fmt.Sprint(p.Warnings), "\x00"), strings.Split(p.Whole, "\n")...) {
			if strings.ContainsAny(line, "\r\n\u202e\u2066\x00\x1b") || len(line) > 3*len(after)+2000 {
				t.Errorf("%q", line)
			}
		}
		c.Approved = p.State
		if _, err := tool.Run(t.Context(), c); err != nil || w.shelf.pages["home"].Hash() != p.Wanted {
			t.Errorf("%v: %q is written", err, w.shelf.pages["home"].HTML)
		}
	})
}

// TestALongPageIsShownInTime: of a page that is four times as long the preview takes at most eight times as long, where what looks
// back from each element to the first takes sixteen times.
func TestALongPageIsShownInTime(t *testing.T) {
	grows(t, func(n int) {
		w := newWorld(t, site.Page{Slug: "home", Title: "Home", HTML: strings.Repeat("<i>a", 3*n) + strings.Repeat("<a href=x>y", n)})
		if _, err := w.tool(t, "create_page").Preview(t.Context(), call(`{"title":"x","slug":"home","replace":true,"contentHtml":"<p>x</p>"}`)); err != nil {
			t.Fatal(err)
		}
	})
}

func TestADeepPageIsReadInTime(t *testing.T) {
	grows(t, func(n int) {
		page := strings.Repeat("<i>a", 2*n) + strings.Repeat("</b>", 2*n) + "<h2>End</h2>"
		_, _ = packsite.Replace(site.Page{HTML: page}, "intro", "new")
	})
}

// grows holds the processor time that something takes to its length, by the best of some tries each: a collection of garbage that falls into
// all of the few milliseconds of one is no growth.
func grows(t *testing.T, with func(n int)) {
	t.Helper()
	with(1000) // what is made once is made
	const n, tries = 20_000, 20
	short, long := time.Duration(math.MaxInt64), time.Duration(math.MaxInt64)
	for i := range tries {
		short = min(short, processor.Time(t, func() { with(n) }))
		long = min(long, processor.Time(t, func() { with(4 * n) }))
		if i > 1 && long <= 8*short {
			break
		}
	}
	t.Logf("%d: %s, %d: %s", n, short, 4*n, long)
	if long > 8*short {
		t.Errorf("%d take %s, and %d take %s", n, short, 4*n, long)
	}
}
