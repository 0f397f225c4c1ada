package webaudit_test

import (
	"bytes"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/aisteam/aisteam/executor/connect/webaudit"
)

// FuzzPages audits whatever a site answers: what is said of it is bounded, and only its own links are tried.
func FuzzPages(f *testing.F) {
	robots := "User-agent: evil\nDisallow: /\n\nUser-agent: *\nDisallow: /private/\nAllow: /private/open$\nDisallow: /*?x=*&y\n"
	for _, page := range []string{
		good, bad, "", "<", "<html lang=\"\xff\">", "<title>" + strings.Repeat("t", 5000), `<a href="//evil.example/x">x</a><a href="\\evil">y</a><a href=" /ok ">z</a><a href="http://[::1">q</a>`,
		`<script type="application/ld+json">{"@graph":[[{"@type":[1,"A"]}],{"@graph":{"@type":"B"}}]}</script>`, strings.Repeat("<h1>", 300), strings.Repeat("<div>", 600),
		`<meta name="robots" content="` + strings.Repeat("n", 5000) + `"><link rel="canonical" href="javascript:alert(1)">`,
	} {
		f.Add([]byte(page), robots, "/private/x?x=1&y", "noindex")
	}
	f.Add([]byte(good), "user-agent:*\ndisallow:*$", "", "")
	f.Fuzz(func(t *testing.T, body []byte, robots, path, tag string) {
		at := &url.URL{Scheme: "https", Host: "shop.example"}
		if to, err := at.Parse(path); err == nil && to.Host == at.Host && to.User == nil && to.Scheme == at.Scheme {
			at = to
		}
		a, tried, err := webaudit.Examine(at, http.Header{"X-Robots-Tag": {tag}}, body, robots)
		if err != nil {
			if bytes.Count(body, []byte("<")) < 500 {
				t.Errorf("a page is not read: %v", err)
			}
			return
		}
		for _, link := range tried {
			if u, err := url.Parse(link); err != nil || u.Host != "shop.example" || u.Scheme != "https" && u.Scheme != "http" {
				t.Errorf("%q would be tried", link)
			}
		}
		if len(tried) > 10 || len(a.Headings) > 60 || a.Score < 0 || a.Score > 100 {
			t.Errorf("%d tried, %d headings, score %d", len(tried), len(a.Headings), a.Score)
		}
		for _, said := range append([]string{a.Title, a.Description, a.Language, a.Viewport, a.Canonical, a.Robots}, a.Structured...) {
			if utf8.RuneCountInString(said) > 2001 {
				t.Errorf("%d characters: %.60s", len(said), said)
			}
		}
		if len(a.Structured) > 100 {
			t.Errorf("%d kinds of structured data", len(a.Structured))
		}
		for _, found := range a.Findings {
			if found.Message == "" || found.Advice == "" || utf8.RuneCountInString(found.Message) > 2500 {
				t.Errorf("%+v", found)
			}
		}
	})
}
