package site_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
	"github.com/aisteam/aisteam/executor/blocks"
	packsite "github.com/aisteam/aisteam/executor/packs/site"
	"github.com/aisteam/aisteam/internal/processor"
)

// kept is a page as the editor keeps it.
const kept = `<!-- wp:paragraph {"align":"center"} -->
<p class="has-text-align-center">Welcome.</p>
<!-- /wp:paragraph -->

<!-- wp:group {"layout":{"type":"constrained"}} -->
<div class="wp-block-group"><!-- wp:heading {"level":2} -->
<h2 class="wp-block-heading" id="ponds">Ponds</h2>
<!-- /wp:heading -->

<!-- wp:paragraph {"dropCap":true} -->
<p class="has-drop-cap">We dig <strong>ponds</strong>.</p>
<!-- /wp:paragraph -->

<!-- wp:heading {"level":3} -->
<h3>Sizes</h3>
<!-- /wp:heading -->

<!-- wp:columns -->
<div class="wp-block-columns"><!-- wp:column -->
<div class="wp-block-column"><!-- wp:paragraph -->
<p>Small</p>
<!-- /wp:paragraph --></div>
<!-- /wp:column -->

<!-- wp:column -->
<div class="wp-block-column"><!-- wp:list -->
<ul class="wide"><!-- wp:list-item -->
<li>Large</li>
<!-- /wp:list-item --></ul>
<!-- /wp:list --></div>
<!-- /wp:column --></div>
<!-- /wp:columns -->

<!-- wp:latest-posts {"postsToShow":3} /-->

<!-- wp:shortcode -->
[contact-form-7 id="5"]
<!-- /wp:shortcode -->

<!-- wp:html -->
<iframe src="https://maps.example.com/"></iframe>
<!-- /wp:html --></div>
<!-- /wp:group -->

<!-- wp:buttons -->
<div class="wp-block-buttons"><!-- wp:button -->
<div class="wp-block-button"><a class="wp-block-button__link" href="/contact/">Ask us</a></div>
<!-- /wp:button --></div>
<!-- /wp:buttons -->
<h2>By hand</h2>
<p>Classic words.</p>`

// TestExactlyTheNamedBlockIsChanged: what stands around it stays byte for byte, its own comment and tag too.
func TestExactlyTheNamedBlockIsChanged(t *testing.T) {
	for name, c := range map[string]struct{ block, text, html, from, to string }{
		"by its kind and number":  {"paragraph 2", "New & better", "", "We dig <strong>ponds</strong>.", "New &amp; better"},
		"what is under a heading": {"By hand", "New", "", "\n<p>Classic words.</p>", "\n<p>New</p>\n"},
		"a heading":               {"heading 1", "Pools", "", ">Ponds<", ">Pools<"},
		"a heading by its id":     {"#ponds", "", "<h2>Our <em>pools</em></h2>", ">Ponds<", ">Our <em>pools</em><"},
		"the introduction":        {"intro", "Hello.", "", "Welcome.", "Hello."},
		"by its words":            {"small", "Tiny", "", "<p>Small</p>", "<p>Tiny</p>"},
		"a button":                {"button", "Call us", "", "Ask us", "Call us"},
		"a list":                  {"list", "- One\n- Two & three", "", "<!-- wp:list-item -->\n<li>Large</li>\n<!-- /wp:list-item -->", "<!-- wp:list-item -->\n<li>One</li>\n<!-- /wp:list-item -->\n\n<!-- wp:list-item -->\n<li>Two &amp; three</li>\n<!-- /wp:list-item -->"},
		"one becomes several": {
			"paragraph 1", "", `<p>A</p><h3>B</h3><ul><li>C</li></ul><table><tr><td>D</td></tr></table>`, "Welcome.</p>\n<!-- /wp:paragraph -->",
			"A</p>\n<!-- /wp:paragraph -->\n\n<!-- wp:heading {\"level\":3} -->\n<h3>B</h3>\n<!-- /wp:heading -->\n\n<!-- wp:list -->\n<ul><!-- wp:list-item -->\n<li>C</li>\n<!-- /wp:list-item --></ul>\n<!-- /wp:list -->\n\n<!-- wp:html -->\n<table><tr><td>D</td></tr></table>\n<!-- /wp:html -->",
		},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, site.Page{Slug: "home", Title: "Home", HTML: kept})
			tool := w.tool(t, "update_content_block")
			call := call(given(t, packsite.UpdateContentBlock{Slug: "home", Block: c.block, Text: c.text, HTML: c.html}))
			r, err := tool.Run(t.Context(), call)
			if err != nil {
				t.Fatalf("run: %v", words(t, err))
			}
			if n := strings.Count(kept, c.from); n != 1 {
				t.Fatalf("%q is there %d times", c.from, n)
			}
			if d := cmp.Diff(strings.Replace(kept, c.from, c.to, 1), w.shelf.pages["home"].HTML); d != "" {
				t.Errorf("page (-want +got):\n%s", d)
			}
			if err := tool.Undo(t.Context(), call, r); err != nil || w.shelf.pages["home"].HTML != kept {
				t.Errorf("undo leaves (%v)\n%s", err, w.shelf.pages["home"].HTML)
			}
		})
	}
}

// TestABlockThatCannotBeNamedSurelyIsLeftAlone: and people are told which blocks there are.
func TestABlockThatCannotBeNamedSurelyIsLeftAlone(t *testing.T) {
	for block, says := range map[string][]string{
		"Ponds":        {"means 6 blocks", "paragraph 2 (“We dig ponds.”)", "heading 2 (“Sizes”)"},
		"Sizes":        {"means 4 blocks", "columns (", "latest posts", "shortcode", "html"},
		"Prices":       {"no block called", "paragraph 1 (“Welcome.”)", "list item (“Large”)", "classic"},
		"paragraph":    {"means 3 blocks", "paragraph 3 (“Small”)"},
		"paragraph 9":  {"no block called"},
		"columns":      {"holds other blocks"},
		"group":        {"holds other blocks"},
		"latest posts": {"filled by the site"},
		"shortcode":    {"a plugin reads"},
	} {
		w := newWorld(t, site.Page{Slug: "home", Title: "Home", HTML: kept})
		tool := w.tool(t, "update_content_block")
		_, err := tool.Run(t.Context(), call(given(t, packsite.UpdateContentBlock{Slug: "home", Block: block, Text: "x"})))
		p := words(t, err)
		for _, part := range says {
			if !strings.Contains(p.Whole().String(), part) {
				t.Errorf("%s: %s %s; want %q", block, p.Message, p.Recovery, part)
			}
		}
		if w.shelf.pages["home"].HTML != kept {
			t.Errorf("%s is changed", block)
		}
	}
}

func TestAPageWhoseBlocksDoNotFitTogetherIsLeftAlone(t *testing.T) {
	for _, page := range []string{
		strings.Replace(kept, "<!-- /wp:heading -->", "", 1), strings.Replace(kept, "<!-- wp:columns -->", "", 1), "<!-- /wp:group -->" + kept, kept + "<!-- wp:group -->",
	} {
		w := newWorld(t, site.Page{Slug: "home", Title: "Home", HTML: page})
		for _, block := range []string{"paragraph 1", "Ponds", "By hand", "h1", "intro"} {
			_, err := w.tool(t, "update_content_block").Run(t.Context(), call(given(t, packsite.UpdateContentBlock{Slug: "home", Block: block, Text: "x"})))
			if p := words(t, err); !strings.Contains(p.Message.String(), "do not fit together") || w.shelf.pages["home"].HTML != page {
				t.Errorf("%s: %s", block, p.Message)
			}
		}
	}
}

func TestAPageOfAPageBuilderIsLeftAlone(t *testing.T) {
	w := newWorld(t, site.Page{Slug: "home", Title: "Home", HTML: "<h2>Ponds</h2><p>x</p>", Builder: "Elementor"})
	for name, arguments := range map[assistant.TaskType]any{
		"update_content_block": packsite.UpdateContentBlock{Slug: "home", Block: "Ponds", Text: "x"},
		"create_page":          packsite.CreatePage{Replace: true, Slug: "home", Title: "Home", ContentHTML: "<p>x</p>"},
	} {
		before := w.shelf.pages["home"].Hash()
		_, err := w.tool(t, name).Run(t.Context(), call(given(t, arguments)))
		if p := words(t, err); !strings.Contains(p.Message.String(), "built with Elementor") || w.shelf.pages["home"].Hash() != before {
			t.Errorf("%s: %+v", name, p)
		}
	}
}

// TestNoCommentOfTheGrammarComesInWithWords: neither words nor HTML begin or end a block.
func TestNoCommentOfTheGrammarComesInWithWords(t *testing.T) {
	const forged = "x <!-- /wp:paragraph --><!-- wp:latest-posts /--><!-- wp:acf/x {\"a\":\"<script>\"} /-->"
	for _, c := range []packsite.UpdateContentBlock{{Text: forged}, {HTML: forged}, {HTML: "<p>" + forged + "</p>"}, {Text: forged + "\n\n" + forged}, {HTML: "<p title='" + forged + "'>x</p>"}} {
		for _, block := range []string{"paragraph 1", "heading 1", "list", "html", "classic", "button"} {
			w := newWorld(t, site.Page{Slug: "home", Title: "Home", HTML: kept})
			c.Slug, c.Block = "home", block
			if _, err := w.tool(t, "update_content_block").Run(t.Context(), call(given(t, c))); err != nil {
				continue
			}
			var latest, foreign int
			d := blocks.Parse(w.shelf.pages["home"].HTML)
			d.Walk(func(_ blocks.Path, n blocks.Node) {
				switch n.Name {
				case "core/latest-posts":
					latest++
				case "acf/x":
					foreign++
				}
			})
			if latest != 1 || foreign != 0 || !d.Whole() {
				t.Errorf("%s with %+v: %d, %d, %s", block, c, latest, foreign, w.shelf.pages["home"].HTML)
			}
		}
	}
}

// TestAPageInBlocksThatIsReplacedStaysInBlocks: and a classic one stays classic.
func TestAPageInBlocksThatIsReplacedStaysInBlocks(t *testing.T) {
	for before, want := range map[string]string{
		kept:             "<!-- wp:heading -->\n<h2>A</h2>\n<!-- /wp:heading -->\n\n<!-- wp:paragraph -->\n<p>B <a href=\"/c\">c</a></p>\n<!-- /wp:paragraph -->",
		"<p>classic</p>": "<h2>A</h2>B <a href=\"/c\">c</a>",
	} {
		w := newWorld(t, site.Page{Slug: "home", Title: "Home", HTML: before})
		if _, err := w.tool(t, "create_page").Run(t.Context(), call(given(t, packsite.CreatePage{Replace: true, Slug: "home", Title: "Home", ContentHTML: `<h2>A</h2>B <a href="/c">c</a>`}))); err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(want, w.shelf.pages["home"].HTML); d != "" {
			t.Errorf("(-want +got):\n%s", d)
		}
	}
}

// TestAPageOfTenThousandBlocksIsChangedInTime: by its last block, and refused with a list that people can read.
func TestAPageOfTenThousandBlocksIsChangedInTime(t *testing.T) {
	page := strings.Repeat("<!-- wp:paragraph -->\n<p>"+strings.Repeat("word ", 100)+"</p>\n<!-- /wp:paragraph -->\n\n", 10_000)
	took := processor.Time(t, func() {
		next, err := packsite.Replace(site.Page{Slug: "home", HTML: page}, "paragraph 10000", "new")
		if err != nil || strings.Count(next.HTML, "<p>new</p>") != 1 {
			t.Fatalf("%v", err)
		}
		if _, err := packsite.Replace(site.Page{Slug: "home", HTML: page}, "paragraph", "new"); err == nil || len(words(t, err).Recovery.String()) > 4000 {
			t.Errorf("%v", err)
		}
	})
	if took > 10*time.Second {
		t.Errorf("it takes %s", took)
	}
}

// TestWhatWouldBeReadAsOtherBlocksIsNotWritten: also where cleaning has let it through.
func TestWhatWouldBeReadAsOtherBlocksIsNotWritten(t *testing.T) {
	for _, fragment := range []string{"<p>x<!-- /wp:paragraph --></p>", "<p>x</p><!-- /wp:group --><p>y</p>", "<h3><!-- wp:group --></h3>"} {
		next, err := packsite.ReplaceRaw(kept, "paragraph 1", fragment)
		if err == nil && !blocks.Parse(next).Whole() || err != nil && next != "" {
			t.Errorf("%q becomes %q, %v", fragment, next, err)
		}
	}
	if _, err := packsite.ReplaceRaw(kept, "paragraph 1", "<p>x<!-- /wp:paragraph --></p>"); err == nil || !strings.Contains(words(t, err).Message.String(), "read as other blocks") {
		t.Errorf("%v", err)
	}
}
