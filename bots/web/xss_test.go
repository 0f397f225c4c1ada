package web_test

import (
	"net/http"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
)

// evil tries text, attribute, address and Markdown at once.
const evil = `"'><script>alert(1)</script><img src=x onerror=alert(2)>[x](javascript:alert(3))<a href="data:text/html,x" onclick=alert(4)>y</a>![i](https://evil.example/t.png) {{.}} </textarea></title></style>`

func TestNothingThatIsSaidBecomesCode(t *testing.T) {
	w := newWorld(t)
	w.tenant.Name, w.owner.Name = "T"+evil, "Robin"+evil
	w.projects[0].Name, w.projects[0].Domain, w.projects[0].Connections = "P"+evil, evil, []assistant.Connection{site.WordPress("javascript:alert(5)", evil)}
	w.secrets[w.projects[0].ID] = assistant.Secrets{site.KindWordPress: "never-shown"}
	s := tell(w, evil)
	h := w.surface(t)
	in := cookie(t, h)
	pages := []string{"/", "/settings", "/c/" + string(s.conversation), "/c/" + nobody, "/panel/conversations/" + string(s.conversation) + "/older?before=9999"}
	for _, path := range pages {
		got := call(t, h, "GET", path, "", in)
		if got.Code != http.StatusOK && !strings.HasSuffix(path, nobody) {
			t.Fatalf("%s: %d", path, got.Code)
		}
		if strings.Contains(got.Body.String(), "never-shown") {
			t.Errorf("%s shows a password", path)
		}
		harmless(t, path, got.Body.String())
	}
	got := call(t, h, "POST", "/panel/approvals/"+string(s.approval), "decision=approved", in, func(r *http.Request) {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header.Set("HX-Request", "true")
	})
	harmless(t, "a card", got.Body.String())
	w.note = evil
	got = call(t, h, "POST", "/panel/approvals/"+string(s.approval), "decision=approved", in, func(r *http.Request) {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header.Set("HX-Request", "true")
	})
	if got.Code != http.StatusConflict {
		t.Errorf("a late decision: %d", got.Code)
	}
	harmless(t, "a notice", got.Body.String())
}

// harmless reads a page as a browser does and looks for anything that runs, loads or leads somewhere it should not.
func harmless(t *testing.T, where, page string) {
	t.Helper()
	tokens := html.NewTokenizer(strings.NewReader(page))
	for {
		kind := tokens.Next()
		if kind == html.ErrorToken {
			return
		}
		token := tokens.Token()
		if kind != html.StartTagToken && kind != html.SelfClosingTagToken {
			continue
		}
		attr := map[string]string{}
		for _, a := range token.Attr {
			attr[a.Key] = a.Val
		}
		switch token.Data {
		case "script":
			if !strings.HasPrefix(attr["src"], "/assets/") {
				t.Errorf("%s: a script: %s", where, token)
			}
		case "img", "iframe", "object", "embed", "style", "base", "image", "foreignObject", "foreignobject":
			t.Errorf("%s: %s", where, token)
		case "use": // a drawing of ours
			if !strings.HasPrefix(attr["href"], "/assets/drawn.svg?v=") {
				t.Errorf("%s: %s", where, token)
			}
		case "a":
			outward := strings.HasPrefix(attr["href"], "http")
			opens := !strings.Contains(attr["rel"], "noopener") && !strings.Contains(attr["rel"], "noreferrer") // the latter means the former, too
			if outward && (opens || !strings.Contains(attr["rel"], "nofollow")) {
				t.Errorf("%s: a careless link: %s", where, token)
			}
		}
		for name, value := range attr {
			address := name == "href" || name == "src" || name == "action" || strings.HasPrefix(name, "hx-get") || strings.HasPrefix(name, "hx-post")
			scheme, _, absolute := strings.Cut(strings.ToLower(strings.TrimSpace(value)), ":")
			if strings.HasPrefix(name, "on") || name == "style" || (address && absolute && (scheme == "javascript" || scheme == "data")) {
				t.Errorf("%s: %s", where, token)
			}
		}
	}
}
