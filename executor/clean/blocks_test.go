package clean_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/executor/clean"
)

const inBlocks = `<!-- wp:group {"layout":{"type":"constrained"}} -->
<div class="wp-block-group"><!-- wp:heading {"level":3} -->
<h3 id="offer">Our "offer"</h3>
<!-- /wp:heading -->

<!-- wp:buttons -->
<div class="wp-block-buttons"><!-- wp:button {"url":"https://x.example/?a=1"} -->
<div class="wp-block-button"><a class="wp-block-button__link" href="/contact/">Ask</a></div>
<!-- /wp:button --></div>
<!-- /wp:buttons --></div>
<!-- /wp:group -->`

// TestCommentsOfBlocksStay: what is written in blocks is still in blocks when it is clean.
func TestCommentsOfBlocksStay(t *testing.T) {
	p := clean.New()
	if d := cmp.Diff(inBlocks, p.HTML(inBlocks)); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	got := p.HTML(strings.Replace(inBlocks, "Ask", `Ask<script>alert(1)</script><img src=x onerror=alert(1)>`, 1))
	if want := strings.Replace(inBlocks, "Ask", `Ask<img src="x">`, 1); got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if left := clean.LeftOut(inBlocks, inBlocks); len(left) > 0 {
		t.Errorf("left out: %q", left)
	}
}

// blockAttacks bring what runs into the comments of blocks, or out of them.
func blockAttacks() []string {
	const p = "<p>x</p><!-- /wp:paragraph -->"
	return []string{
		`<!-- wp:paragraph {"a":"<script>alert(1)</script>"} -->` + p, `<!-- wp:paragraph {"a":"x --> <script>alert(1)</script>"} -->` + p,
		`<!-- wp:paragraph {"a":"x --!> <img src=x onerror=alert(1)>"} -->` + p, `<!-- wp:paragraph {"a":"\u003cscript\u003ealert(1)"} -->` + p,
		`<!-- wp:button {"url":"javascript:alert(1)"} --><div>x</div><!-- /wp:button -->`, `<!-- wp:button {"url":"java\u0009script:alert(1)"} --><div>x</div><!-- /wp:button -->`,
		`<!-- wp:button {"url":"&#106;avascript:alert(1)"} --><div>x</div><!-- /wp:button -->`, `<!-- wp:image {"url":"data:text/html,x"} --><p>x</p><!-- /wp:image -->`,
		`<!-- wp:paragraph {"onclick":"alert(1)"} -->` + p, `<!-- wp:paragraph {"a":{"b":["vbscript:x"]}} -->` + p, `<!-- wp:paragraph {broken} -->` + p,
		`<!-- wp:html --><script>alert(1)</script><iframe src=//evil></iframe><!-- /wp:html -->`, `<!-- wp:html {"content":"<script>"} /-->`,
		`<!-- wp:acf/x {"html":"x"} /-->`, `<!-- wp:latest-posts /-->`, `<!-- wp:shortcode -->[x]<!-- /wp:shortcode -->`, `<!-- wp:block {"ref":1} /-->`, `<!-- wp:pattern {"slug":"x"} /-->`,
		`<p title="<!-- wp:paragraph {` + "`a`" + `} -->">x</p><!-- /wp:paragraph -->`, `<p title='<!-- wp:paragraph {"a":"b"} -->'>x</p><!-- /wp:paragraph -->`,
		`<a href="https://x.example/<!-- wp:paragraph -->">x</a><!-- /wp:paragraph -->`, `<script><!-- wp:paragraph --></script><p>x</p><!-- /wp:paragraph -->`,
		`<!-- wp:paragraph --><p>x<!-- /wp:paragraph --><!-- x --><script>alert(1)</script>`, `<!-- /wp:paragraph --><!-- wp:paragraph -->`,
		"<!-- wp:paragraph -->\ue0a1<p>x</p><!-- /wp:paragraph -->", `<!-- wp:paragraph --><style><!-- /wp:paragraph --></style>`,
	}
}

func TestNothingThatRunsComesInWithBlocks(t *testing.T) {
	p := clean.New()
	for _, a := range blockAttacks() {
		check(t, p, a)
		check(t, p, inBlocks+a)
		check(t, p, strings.Replace(inBlocks, "Ask", a, 1))
		got := p.HTML(a)
		for _, bad := range []string{"script", "wp:acf", "latest-posts", "wp:block ", "wp:pattern", "shortcode", "onclick", "data:", "onerror", "title=\"<"} {
			if strings.Contains(strings.ToLower(got), bad) {
				t.Errorf("%q becomes %q", a, got)
			}
		}
	}
}

// TestNobodyElsePutsACommentSomewhere: not by the marks that stand for comments while a fragment is cleaned.
func TestNobodyElsePutsACommentSomewhere(t *testing.T) {
	got := clean.New().HTML("<script><!-- wp:paragraph --></script>\ue0a1<p>x</p><!-- /wp:paragraph -->")
	if strings.Contains(got, "wp:") {
		t.Errorf("%q", got)
	}
}

func TestTenThousandBlocksAreCleanedInTime(t *testing.T) {
	p := clean.New()
	began := time.Now()
	text := strings.Repeat("<!-- wp:paragraph -->\n<p>x</p>\n<!-- /wp:paragraph -->\n\n", 10_000)
	if got := p.HTML(text); got != text {
		t.Errorf("%.200s", got)
	}
	if took := time.Since(began); took > 5*time.Second {
		t.Errorf("it takes %s", took)
	}
}
