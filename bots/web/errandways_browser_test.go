package web_test

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"github.com/aisteam/aisteam/internal/browser"
)

// plainly does it by links and forms alone.
func (e errand) plainly(t *testing.T, o *office, _ way) (out took) {
	t.Helper()
	b := withoutScripts(t, o.at.Server)
	b.open(e.from)
	b.press("form[action='/login'] button", map[string]string{"token": token})
	steps := e.plain
	if steps == nil {
		steps = e.steps
	}
	fill, began := map[string]string{}, time.Now()
	for _, m := range steps {
		out.steps++
		b.does(m, fill)
	}
	out.time = time.Since(began)
	if e.kept != nil && !e.kept() || !strings.Contains(b.page.Text(), e.says) {
		t.Errorf("it is not done: %d at %s, %s", b.status, b.at, b.page.Find("main").Text())
	}
	return out
}

// does takes a step; what is filled in goes with the form that is sent next.
func (b *plainBrowser) does(m move, fill map[string]string) {
	b.t.Helper()
	at := b.page.Find(m.at).First()
	switch {
	case at.Length() == 0:
		b.t.Fatalf("nothing is there: %s at %s", m.at, b.at)
	case m.does == attaches:
		fill[at.Find("input[type=file]").AttrOr("name", "")] = "@" + m.with
	case m.does == fills, m.does == chooses:
		fill[at.AttrOr("name", "")] = m.with
	case at.Is("input[type=radio]"):
		fill[at.AttrOr("name", "")] = at.AttrOr("value", "")
	case m.does == enters:
		form := at.Closest("form")
		sent := b.fields(form)
		for name, value := range fill {
			sent.Set(name, value)
		}
		b.open(form.AttrOr("action", "") + "?" + sent.Encode())
		clear(fill)
	case at.Is("summary"): // it unfolds without anything being sent
	case at.Is("a"):
		b.open(at.AttrOr("href", ""))
	default:
		b.press(m.at, fill)
		clear(fill)
	}
}

// seen does it in Chromium.
func (e errand) seen(t *testing.T, o *office, by way) (out took) {
	t.Helper()
	b := o.at.open(t, e.from)
	b.size(by.width, 900, by.by == "touch")
	b.prefers(by.theme, "no-preference")
	if e.ready != nil {
		e.ready(b)
	}
	began := time.Now()
	for _, m := range e.steps {
		out.steps += b.takes(m, by.by)
	}
	if e.kept != nil {
		eventually(t, e.name, e.kept)
	}
	b.await(`document.body?.innerText.includes(` + strconv.Quote(e.says) + `)`)
	out.time = time.Since(began)
	return out
}

// takes takes a step by one of the ways, and one more where what is wanted is in the menu of a phone.
func (b tab) takes(m move, by string) (steps int) {
	b.t.Helper()
	b.await(`document.readyState === "complete" && document.querySelector(` + strconv.Quote(m.at) + `)`)
	if b.inTheMenu(m.at) {
		b.hand(by, `label[for="drawer"]`)
		steps++
	}
	switch m.does {
	case attaches:
		b.attaches(by, m.at, m.with)
	case chooses:
		b.chooses(by, m.at, m.with)
	default:
		b.hand(by, m.at)
	}
	if m.does == fills {
		// While the page still moves a tap may miss the field: whoever sees no cursor taps again.
		field := finding(m.at)
		b.await(`document.activeElement === ` + field + ` || (` + field + `.focus(), false)`)
		b.js(`document.activeElement.select?.()`)
		b.do(chromedp.KeyEvent(m.with))
	}
	return steps + 1
}

// inTheMenu tells whether of what a selector finds all is in the menu of a phone, which is not open.
func (b tab) inTheMenu(at string) bool {
	b.t.Helper()
	closed, err := chromedp.Run(b.ctx, chromedp.Evaluate[bool](`(all => all.every((e) => !e.checkVisibility()) && all.some((e) => e.closest(".side")?.checkVisibility() === false))([...document.querySelectorAll(`+strconv.Quote(at)+`)])`))
	if err != nil {
		b.t.Fatal(err)
	}
	return closed
}

// finding is the first element of a selector that is seen.
func finding(at string) string {
	return `[...document.querySelectorAll(` + strconv.Quote(at) + `)].find(e => e.checkVisibility({ visibilityProperty: true }))`
}

// chooses takes an option of a list. What a list unfolds is the browser's own and not of the page, so that nobody can press in it here:
// the keyboard chooses by its first letters, and for others it is as if they had chosen.
func (b tab) chooses(by, at, value string) {
	b.t.Helper()
	b.await(finding(at))
	list, quoted := finding(at), strconv.Quote(value)
	if by == "keyboard" {
		b.hand(by, at)
		label, err := chromedp.Run(b.ctx, chromedp.Evaluate[string](`[...`+list+`.options].find((o) => o.value === `+quoted+`).textContent`))
		if err != nil {
			b.t.Fatal(err)
		}
		b.do(chromedp.KeyEvent(label))
	} else {
		b.js(`((e) => { e.value = ` + quoted + `; for (const kind of ["input", "change"]) e.dispatchEvent(new Event(kind, { bubbles: true })) })(` + list + `)`)
	}
	b.await(list + `.value === ` + quoted)
}

// attaches opens the dialog for files, and chooses one in it.
func (b tab) attaches(by, at, words string) {
	b.t.Helper()
	file := filepath.Join(b.t.TempDir(), "menu.txt")
	if err := os.WriteFile(file, []byte(words), 0o600); err != nil {
		b.t.Fatal(err)
	}
	opened, err := browser.Choosing(b.ctx)
	if err != nil {
		b.t.Fatal(err)
	}
	b.hand(by, at)
	select {
	case of := <-opened:
		if err := browser.Choose(b.ctx, of, file); err != nil {
			b.t.Fatal(err)
		}
	case <-time.After(patience):
		b.t.Fatalf("%s opens no dialog for files", at)
	}
	b.await(`document.querySelector("#chosen").textContent.includes("menu.txt")`)
}

// hand presses an element, or comes to a field, by one of the ways.
func (b tab) hand(by, at string) {
	b.t.Helper()
	b.await(finding(at))
	if by == "keyboard" {
		script := `((e) => { e = e.control ?? e; e.focus(); return document.activeElement !== e ? "nowhere" : e.matches("[type=checkbox], [type=radio]") ? " " : e.matches("input:not([type=file]), textarea, select") ? "" : "\r" })(` + finding(at) + `)`
		key, err := chromedp.Run(b.ctx, chromedp.Evaluate[string](script))
		if err != nil || key == "nowhere" {
			b.t.Fatalf("%s is not reached by keys: %v", at, err)
		}
		if key != "" {
			b.do(chromedp.KeyEvent(key))
		}
		return
	}
	spot, err := chromedp.Run(b.ctx, chromedp.Evaluate[[]float64](`(e => { e.scrollIntoView({ block: "center", behavior: "instant" }); const r = e.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2] })(`+finding(at)+`)`))
	if err != nil || len(spot) != 2 {
		b.t.Fatalf("%s: %v %v", at, spot, err)
	}
	if by == "touch" {
		for _, one := range []input.DispatchTouchEventParams{
			{Type: input.DispatchTouchEventTypeTouchStart, TouchPoints: []*input.TouchPoint{{X: spot[0], Y: spot[1]}}}, {Type: input.DispatchTouchEventTypeTouchEnd, TouchPoints: []*input.TouchPoint{}},
		} {
			if _, err := chromedp.Call(b.ctx, input.DispatchTouchEvent, one); err != nil {
				b.t.Fatal(err)
			}
		}
		return
	}
	b.do(chromedp.MouseClickXY(spot[0], spot[1]))
}
