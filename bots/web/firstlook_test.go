package web_test

import (
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"regexp"
	"strings"
	"testing"
)

// TestAFirstLookIsPaintedAfterOneTrip: style and first script are in the page, as the policy names them, for browsers that have not kept
// them. Later pages, parts of pages and what programs ask for name the files.
func TestAFirstLookIsPaintedAfterOneTrip(t *testing.T) {
	h := newWorld(t).surface(t)
	in := cookie(t, h)
	asks := func(path, accept, look string, more ...string) (body string, header http.Header) {
		got := call(t, h, "GET", path, "", in, func(r *http.Request) {
			r.Header.Set("Accept", accept)
			if look != "" {
				r.AddCookie(&http.Cookie{Name: "look", Value: look})
			}
			for _, name := range more {
				r.Header.Set(name, "true")
			}
		})
		return got.Body.String(), got.Header()
	}
	const page = "text/html,*/*"
	const style, script = `<style>((?s:.*?))</style>\n`, `<script data-scripts="/assets/all.js\?v=[0-9a-f]+" data-kept="/assets/panel.css\?v=[0-9a-f]+ /assets/theme.js\?v=[0-9a-f]+"`
	later := `<noscript><link rel="stylesheet" href="(/assets/cards.css\?v=[0-9a-f]+)">\n</noscript>`
	body, header := asks("/", page, "")
	whole, of := asks("/settings", page, "")
	for _, p := range []string{style + later + script + ` data-style="/assets/cards.css\?v=[0-9a-f]+">((?s:.*?))</script>`, style + style + script + `>((?s:.*?))</script>`} {
		m := regexp.MustCompile(p).FindStringSubmatch(body)
		if m == nil || strings.Contains(body, `href="/assets/panel.css`) || strings.Contains(body, `src="/assets/theme.js`) {
			t.Fatalf("%s is not in the page", p)
		}
		policy := header.Get("Content-Security-Policy")
		for _, text := range m[1:] {
			if strings.HasPrefix(text, "/assets/") {
				if call(t, h, "GET", text, "", in).Code != http.StatusOK {
					t.Errorf("%s is not found", text)
				}
				continue
			}
			sum := sha256.Sum256([]byte(text))
			if !strings.Contains(policy, "'sha256-"+base64.StdEncoding.EncodeToString(sum[:])+"'") || strings.Contains(policy, "unsafe") {
				t.Errorf("the policy does not let in what stands in the page: %s", policy)
			}
		}
		body, whole = whole, body
		header, of = of, header
	}
	for _, m := range regexp.MustCompile(`url\("?([^")]*)`).FindAllStringSubmatch(body, -1) {
		if !strings.HasPrefix(m[1], "/assets/") || call(t, h, "GET", m[1], "", in).Code != http.StatusOK {
			t.Errorf("a picture of the style is not found from within a page: %s", m[1])
		}
	}
	set := header.Get("Set-Cookie")
	m := regexp.MustCompile(`^look=([0-9a-f]+); Path=/; Max-Age=\d+; HttpOnly; SameSite=Lax$`).FindStringSubmatch(set)
	if m == nil {
		t.Fatalf("%q", set)
	}
	for name, is := range map[string]bool{"of now": false, "of another version": true} {
		look := m[1]
		if is {
			look = "0123456789"
		}
		for _, path := range []string{"/", "/settings"} {
			body, _ := asks(path, page, look)
			named := regexp.MustCompile(`<link rel="stylesheet" href="/assets/(panel|cards)\.css\?v=[0-9a-f]+"( data-later)?>`).FindAllString(body, -1)
			if strings.Contains(body, "<style>") != is || (len(named) == 2) == is {
				t.Errorf("with the look %s %s is otherwise", name, path)
			}
		}
	}
	if body, header := asks("/", page, "", "Hx-Request"); strings.Contains(body, "<style>") || header.Get("Set-Cookie") != "" {
		t.Error("a part of a page has a look")
	}
	if body, header := asks("/", "*/*", ""); strings.Contains(body, "<style>") || header.Get("Set-Cookie") != "" {
		t.Error("a program is given a look")
	}
}
