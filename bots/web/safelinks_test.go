package web_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/aisteam/aisteam/bots/web"
)

// TestThePanelLeadsOnlyWhereModelsMay reads a whole conversation, in which every text holds links, as a browser does.
func TestThePanelLeadsOnlyWhereModelsMay(t *testing.T) {
	w := newWorld(t)
	s := tell(w, " See [your bank](https://evil.example/login), https://evil.example/x, or [the panel](https://panel.example/y).")
	h := w.surface(t, func(c *web.Config) { c.AllowedHosts = []string{"panel.example"} })
	in := cookie(t, h)
	allowed, words := 0, false
	for _, path := range []string{"/c/" + string(s.conversation), "/panel/conversations/" + string(s.conversation) + "/older?before=9999"} {
		got := call(t, h, "GET", path, "", in)
		if got.Code != http.StatusOK {
			t.Fatalf("%s: %d", path, got.Code)
		}
		page := got.Body.String()
		words = words || strings.Contains(page, "your bank (<code>https://evil.example/login</code>)")
		for tokens := html.NewTokenizer(strings.NewReader(page)); tokens.Next() != html.ErrorToken; {
			for _, a := range tokens.Token().Attr {
				if a.Key != "href" {
					continue
				}
				if to, err := url.Parse(a.Val); err != nil || to.Host == "evil.example" {
					t.Errorf("%s leads to %s", path, a.Val)
				}
				if a.Val == "https://panel.example/y" {
					allowed++
				}
			}
		}
	}
	if allowed == 0 || !words {
		t.Errorf("%d links to the allowed host, the other one can be read: %v", allowed, words)
	}
}
