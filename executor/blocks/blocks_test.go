package blocks_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/executor/blocks"
)

const page = "<p>before</p>\n<!-- wp:group {\"a\":\"}\"} -->\n<div><!-- wp:heading -->\n<h2>Prices</h2>\n<!-- /wp:heading -->\n\n" +
	"<!-- wp:latest-posts {\"n\":3} /--><!-- wp:acf/x -->0<!-- /wp:acf/x --></div>\n<!-- /wp:group -->\nafter"

func TestAPageIsReadAsATree(t *testing.T) {
	var got []string
	d := blocks.Parse(page)
	d.Walk(func(at blocks.Path, n blocks.Node) {
		got = append(got, strings.Repeat(".", len(at))+n.Name+"|"+strings.TrimSpace(n.Attributes)+"|"+strings.TrimSpace(n.Open[:min(len(n.Open), 8)])+"|"+n.Close)
	})
	want := []string{
		".||<p>befor|", ".core/group|{\"a\":\"}\"}|<!-- wp:|<!-- /wp:group -->", "..||<div>|", "..core/heading||<!-- wp:|<!-- /wp:heading -->",
		"...||<h2>Pri|", "..|||", "..core/latest-posts|{\"n\":3}|<!-- wp:|", "..acf/x||<!-- wp:|<!-- /wp:acf/x -->", "...||0|", "..||</div>|", ".||after|",
	}
	if diff := cmp.Diff(want, got); diff != "" || d.String() != page || !d.Whole() || !d.HasBlocks() {
		t.Errorf("whole %v (-want +got):\n%s", d.Whole(), diff)
	}
}

func TestWhatDoesNotFitTogetherIsToldAndStillPrints(t *testing.T) {
	for text, says := range map[string]string{
		"<p>classic</p>": "",
		"<!-- wp:a --><!-- /wp:a --><!-- /wp:b -->":                                  "ends a “b” that never began",
		"<!-- wp:a --><!-- wp:b --><!-- /wp:a --><!-- /wp:b -->":                     "ends a “a” where a “b” is open",
		"<!-- wp:a --><!-- wp:b --><!-- /wp:b -->":                                   "begins a “a” that never ends",
		"<!-- wp:a {\"x\":1 -->":                                                     "",
		strings.Repeat("<!-- wp:a -->", 400) + strings.Repeat("<!-- /wp:a -->", 400): "without end",
	} {
		d := blocks.Parse(text)
		if !strings.Contains(d.Wrong, says) || (says == "") != d.Whole() || d.String() != text {
			t.Errorf("%.80q: %q", text, d.Wrong)
		}
	}
}

func TestOneBlockIsReplacedAndNothingElse(t *testing.T) {
	d := blocks.Parse(page)
	next := d.Replace(blocks.Path{1, 1}, blocks.Make("paragraph", `{"align":"left"}`, blocks.HTML("<p>new</p>")), blocks.HTML("\n"))
	want := strings.Replace(page, "<!-- wp:heading -->\n<h2>Prices</h2>\n<!-- /wp:heading -->", "<!-- wp:paragraph {\"align\":\"left\"} --><p>new</p><!-- /wp:paragraph -->\n", 1)
	if next.String() != want || d.String() != page || !next.Reads() {
		t.Errorf("%q, and the old one is %q", next, d)
	}
	if forged := d.Replace(blocks.Path{1, 1}, blocks.HTML("<!-- /wp:group --><!-- wp:group -->")); forged.Reads() {
		t.Errorf("%q is taken for what it was made of", forged)
	}
}

// FuzzParse reads whatever comes: it prints as it was read, and is read the same again.
func FuzzParse(f *testing.F) {
	for _, s := range []string{page, "", "<!-- wp:a {\"b\":\"}\"} /-->", "<!-- wp:a --><!-- wp:b -->x<!-- /wp:a -->", "<!-- /wp:a -->", "<!-- wp:a {{}} -->", "<!-- wp:\x00a -->\xff", "<!--\v/wp:a/b\f-->"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		d := blocks.Parse(text)
		if d.String() != text {
			t.Errorf("%q prints as %q", text, d.String())
		}
		if d.Whole() && !d.Reads() {
			t.Errorf("%q is read otherwise the second time", text)
		}
	})
}

// The time is what hangs: a parser that goes over the text again at each block takes hours.
func TestAPageOfFiveMegabytesIsReadInTime(t *testing.T) {
	for _, text := range []string{
		strings.Repeat("<!-- wp:paragraph {\"a\":1} -->\n<p>x</p>\n<!-- /wp:paragraph -->\n", 80_000), strings.Repeat("<!-- wp:a {", 500_000),
		strings.Repeat("<!-- wp:a -->", 400_000), strings.Repeat("<!-- wp:a {} ", 400_000), strings.Repeat("<!--  ", 900_000), "<!-- wp:a {" + strings.Repeat("} ", 2_500_000),
	} {
		began := time.Now()
		if d := blocks.Parse(text); d.String() != text {
			t.Errorf("%.40q does not print as it was read", text)
		}
		if took := time.Since(began); took > time.Minute {
			t.Errorf("%.40q takes %s", text, took)
		}
	}
}
