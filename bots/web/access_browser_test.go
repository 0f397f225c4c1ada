package web_test

import (
	"compress/gzip"
	"context"
	"encoding/json"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/web"
)

// axe is the script that looks at a page for what shuts people out.
func axe(t *testing.T) string {
	t.Helper()
	f, err := os.Open("testdata/axe-4.14.1.min.js.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close() // it was only read
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	script, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return string(script)
}

// accessible holds the page as it is against every rule.
func (b tab) accessible(state, script string) {
	b.t.Helper()
	b.js(script)
	b.js(`window.wrong = ""; axe.run(document, {resultTypes: ["violations"]}).then(r => { window.wrong = JSON.stringify(r.violations.map(v => ({id: v.id, nodes: v.nodes.slice(0, 3).map(n => n.target.join(" ") + " " + n.failureSummary)}))) }, e => { window.wrong = JSON.stringify([{id: String(e), nodes: []}]) })`)
	b.await(`window.wrong`)
	ctx, cancel := context.WithTimeout(b.ctx, 10*time.Second)
	defer cancel()
	found, err := chromedp.Run(ctx, chromedp.Evaluate[string]("window.wrong"))
	if err != nil {
		b.t.Fatal(err)
	}
	var all []struct {
		ID    string
		Nodes []string
	}
	if err := json.Unmarshal([]byte(found), &all); err != nil {
		b.t.Fatal(err)
	}
	for _, v := range all {
		b.t.Errorf("%s: %s\n\t%s", state, v.ID, strings.Join(v.Nodes, "\n\t"))
	}
}

func TestNobodyIsShutOutOfAnyPage(t *testing.T) {
	script := axe(t)
	w := newWorld(t)
	s := tell(w, "")
	h := w.serve(t, func(c *web.Config) {
		c.Rehearsal = true
		l := &library{kept: map[assistant.FileID]assistant.KeptFile{}, gone: map[assistant.FileID]bool{}}
		c.Library, c.Files = l, l
	})
	b := openTab(t, h, "/")
	still := func() { // what moves is between two colours
		b.js(`const calm = document.createElement("style"); document.querySelector(".fresh")?.classList.remove("fresh"); for (const a of document.getAnimations()) a.cancel()`)
	}
	for _, look := range []struct {
		name          string
		width, height int64
		phone         bool
		theme         string
	}{{"light", 1280, 900, false, "light"}, {"dark", 1280, 900, false, "dark"}, {"phone", 390, 844, true, "light"}} {
		b.size(look.width, look.height, look.phone)
		for _, path := range []string{"/", "/c/" + string(s.conversation), "/waiting", "/settings", "/people", "/sessions", "/files", "/settings/projects/" + string(w.projects[0].ID) + "/delete", "/nowhere", "/?q=zebra"} {
			b.do(chromedp.Navigate(h.URL + path))
			b.await(`document.readyState === "complete"`)
			b.js(`document.documentElement.dataset.theme = "` + look.theme + `"`)
			still()
			b.accessible(look.name+" "+path, script)
		}
		b.do(chromedp.Navigate(h.URL + "/c/" + string(s.conversation)))
		b.await(`document.readyState === "complete" && document.querySelector("article.slot.run")`)
		b.js(`document.documentElement.dataset.theme = "` + look.theme + `"; document.querySelectorAll("details").forEach(d => d.open = true)`)
		still()
		b.accessible(look.name+" everything open", script)
		b.js(`document.querySelectorAll(".menu").forEach(d => d.open = false); document.getElementById("scroll").focus()`)
		if !look.phone {
			b.do(chromedp.KeyEvent("?"))
			b.await(`document.getElementById("keys").open`)
			b.accessible(look.name+" list of keys", script)
			b.do(chromedp.KeyEvent(kb.Escape))
		}
	}
	b.js(`document.querySelectorAll("dialog").forEach(d => d.close())`)
	b.do(chromedp.Navigate(h.URL + "/sessions"))
	b.await(`document.readyState === "complete"`)
	b.js(`[...document.querySelectorAll('form[action$="/end"] button')].find(x => x.textContent.includes("Sign out")).click()`)
	b.await(`document.getElementById("token")`)
	b.accessible("the login", script)
}
