package web_test

import (
	"os"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/aisteam/aisteam/assistant"
)

// hardNames are names as people and other systems give them, made of others.
var hardNames = map[string]func(text string) string{
	"of 500 characters": func(text string) string {
		return text + " " + strings.Repeat("Donaudampfschifffahrtsgesellschaft", 15)[:500]
	},
	"from right to left": func(text string) string { return "דוח " + text + " (7/24)" },
	"of joined pictures": func(text string) string {
		return text + " " + strings.Repeat("👩‍👩‍👧‍👦🏳️‍🌈🇩🇪", 30)
	},
}

// TestNoNameBreaksAPage gives everything that people and models name such names, and looks at every page, at three widths: nothing runs
// out of its place, nothing lies on anything else, and what is read from right to left keeps that to itself.
func TestNoNameBreaksAPage(t *testing.T) {
	script, err := os.ReadFile("testdata/misplaced.js")
	if err != nil {
		t.Fatal(err)
	}
	for name, words := range hardNames {
		t.Run(name, func(t *testing.T) {
			w, h, s, all := everyPageIn(t, words)
			file(t, w, words)
			b := openTab(t, h, "/")
			pages := looked(all)
			var points []string
			for _, one := range pages {
				points = append(points, one.path+" wide", one.path+" on a phone", one.path+" on a small phone")
			}
			in := drawn(t, "names "+name, points, aThird/2)
			for _, one := range pages {
				for _, as := range []struct {
					how   string
					width int64
				}{{" wide", 1440}, {" on a phone", 390}, {" on a small phone", 320}} {
					if !in[one.path+as.how] {
						continue
					}
					b.size(as.width, 900, as.width < 500)
					b.do(chromedp.Navigate(h.URL + one.path))
					b.await(answered + one.status + ` && document.readyState === "complete"`)
					b.placed(one.path+as.how, string(script))
				}
			}
			b.size(320, 900, true)
			b.do(chromedp.Navigate(h.URL + "/c/" + string(s.conversation)))
			b.await(`document.readyState === "complete" && document.querySelector("article.slot.run")`)
			b.js(`document.querySelectorAll("main details:not(.menu, .picker)").forEach(d => d.open = true)`)
			b.placed("everything open", string(script))
		})
	}
}

// file puts a conversation into a folder.
func file(t *testing.T, w *world, words func(string) string) {
	t.Helper()
	folder := words("Invoices")
	if err := w.FileConversation(t.Context(), w.tenant.ID, w.owner.ID, w.start(words("Filed")), assistant.FilingChange{Folder: &folder}); err != nil {
		t.Fatal(err)
	}
}

// placed holds a page against what the script looks for.
func (b tab) placed(where, script string) {
	b.t.Helper()
	wrong, err := chromedp.Run(b.ctx, chromedp.Evaluate[string](script))
	if err != nil {
		b.t.Fatalf("%s: %v", where, err)
	}
	if wrong != "" {
		b.shoot("misplaced-" + strings.NewReplacer("/", "-", "?", "-", " ", "-", "=", "-").Replace(strings.TrimPrefix(b.t.Name(), "TestNoNameBreaksAPage/")+where))
		b.t.Errorf("%s:\n\t%s", where, strings.ReplaceAll(wrong, "\n", "\n\t"))
	}
}
