package web_test

import (
	"bytes"
	"flag"
	"image/png"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"github.com/aisteam/aisteam/internal/browser"
)

var update = flag.Bool("update", false, "take the kept pictures anew")

// contrasts are the colours that a system can ask for.
var contrasts = []struct{ name, scheme, contrast string }{
	{"light", "light", "no-preference"}, {"dark", "dark", "no-preference"}, {"contrast", "light", "more"}, {"dark-contrast", "dark", "more"},
}

// prefers has the system ask for colours.
func (b tab) prefers(scheme, contrast string) {
	b.t.Helper()
	if _, err := chromedp.Call(b.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{
		{Name: "prefers-color-scheme", Value: scheme}, {Name: "prefers-contrast", Value: contrast}, {Name: "prefers-reduced-motion", Value: "reduce"},
	}}); err != nil {
		b.t.Fatal(err)
	}
}

// steady has the tab draw with fonts that every machine of the tests has, and by one clock.
func (b tab) steady() {
	b.t.Helper()
	b.js(`document.documentElement.style.setProperty("--sans", "DejaVu Sans"); document.documentElement.style.setProperty("--mono", "DejaVu Sans Mono")`)
	b.await(`document.fonts.status === "loaded" && document.readyState === "complete"`)
}

// designs are the pages of the design.
var designs = map[string]string{"parts": "/design", "cards": "/design/cards"}

// pictured are the pictures: each page at each width, and in each colour.
var pictured = []struct {
	page    string
	width   int64
	colours int // of contrasts
}{
	{"parts", 1440, 0},
	{"parts", 1440, 1},
	{"parts", 768, 2},
	{"parts", 390, 0},
	{"parts", 390, 3},
	{"cards", 1440, 0},
	{"cards", 768, 1},
	{"cards", 390, 2},
}

// TestTheDesignLooksAsItDid: every part of a page and every card, in every state, at three widths and in all colours, beside pictures that
// are kept. -update takes these anew; look at them before they are committed.
func TestTheDesignLooksAsItDid(t *testing.T) {
	b := openTab(t, newWorld(t).serve(t), "/design")
	if err := browser.In(b.ctx, "UTC"); err != nil {
		t.Fatal(err)
	}
	var total int
	for _, one := range pictured {
		b.size(one.width, 900, false)
		b.prefers(contrasts[one.colours].scheme, contrasts[one.colours].contrast)
		b.do(chromedp.Navigate(b.url(designs[one.page])))
		b.steady()
		b.size(one.width, b.number(`document.documentElement.scrollHeight`), false)
		b.js(`for (const a of document.getAnimations()) a.cancel()`)
		total += b.looksAsKept(one.page + "-" + strconv.FormatInt(one.width, 10) + "-" + contrasts[one.colours].name)
	}
	const most = 600 << 10
	if t.Logf("the kept pictures take %d bytes", total); total > most {
		t.Errorf("the kept pictures take %d bytes", total)
	}
}

// looksAsKept holds what the tab shows against a kept picture, and gives how large that is.
func (b tab) looksAsKept(name string) int {
	b.t.Helper()
	is, err := browser.Picture(b.ctx)
	if err != nil {
		b.t.Fatal(err)
	}
	at := filepath.Join("testdata", "design", name+".png")
	if *update {
		raw, err := browser.Kept(is)
		if err == nil {
			err = os.WriteFile(at, raw, 0o600)
		}
		if err != nil {
			b.t.Fatal(err)
		}
	}
	raw, err := os.ReadFile(at)
	if err != nil {
		b.t.Fatal(err)
	}
	was, err := png.Decode(bytes.NewReader(raw))
	if err != nil {
		b.t.Fatal(err)
	}
	if changed := browser.Changed(was, is); len(changed) > 0 {
		b.t.Errorf("%s looks otherwise in %d places, the first at %v of half its size: see %s", name, len(changed), changed[0], b.picture(name))
	}
	return len(raw)
}

// TestTheDesignIsReadInAllColours: no rule of access is broken, contrast is enough in all colours, of which nothing else is other, and nothing
// stands out at 320 pixels, or with letters of twice the size.
func TestTheDesignIsReadInAllColours(t *testing.T) {
	script := axe(t)
	b := openTab(t, newWorld(t).serve(t), "/design")
	for name, at := range designs {
		b.size(1280, 900, false)
		b.do(chromedp.Navigate(b.url(at)))
		b.await(`document.readyState === "complete"`)
		for i, look := range contrasts {
			if b.prefers(look.scheme, look.contrast); i == 0 {
				b.accessible(name+" in "+look.name, script)
				continue
			}
			b.holds(name+" in "+look.name, colours)
		}
		b.size(320, 700, true)
		b.await(`document.documentElement.scrollWidth <= innerWidth`)
		b.size(1280, 900, false)
		b.js(`document.documentElement.style.fontSize = "200%"; document.body.style.fontSize = "30px"`)
		b.await(`document.documentElement.scrollWidth <= innerWidth`)
	}
}

// url is an address on the server of the tab.
func (b tab) url(path string) string {
	b.t.Helper()
	origin, err := chromedp.Run(b.ctx, chromedp.Evaluate[string](`location.origin`))
	if err != nil {
		b.t.Fatal(err)
	}
	return origin + path
}

func (b tab) number(script string) int64 {
	b.t.Helper()
	n, err := chromedp.Run(b.ctx, chromedp.Evaluate[int64](script))
	if err != nil {
		b.t.Fatal(err)
	}
	return n
}
