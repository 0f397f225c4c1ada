package web_test

import (
	"compress/gzip"
	"context"
	"encoding/json"
	"io"
	"net/http/httptest"
	"os"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/background"
	"github.com/aisteam/aisteam/background/hooks"
	"github.com/aisteam/aisteam/bots/web"
	"github.com/aisteam/aisteam/internal/browser"
	"github.com/aisteam/aisteam/internal/ledgerkit"
	"github.com/aisteam/aisteam/internal/ownkit"
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

// colours are the rules that colours can break.
const colours = `{resultTypes: ["violations"], runOnly: {type: "rule", values: ["color-contrast", "link-in-text-block"]}}`

// accessible holds the page as it is against every rule.
func (b tab) accessible(state, script string) {
	b.t.Helper()
	b.axe(script)
	b.holds(state, `{resultTypes: ["violations"]}`)
}

// axe brings the script to a page that has it not yet.
func (b tab) axe(script string) {
	b.t.Helper()
	if there, err := chromedp.Run(b.ctx, chromedp.Evaluate[bool](`Boolean(window.axe)`)); err != nil || !there {
		b.js(script)
	}
}

// holds asks axe, which is there, about the page as it is.
func (b tab) holds(state, options string) {
	b.t.Helper()
	b.js(`window.wrong = ""; axe.run(document, ` + options + `).then(r => { window.wrong = JSON.stringify(r.violations.map(v => ({id: v.id, nodes: v.nodes.slice(0, 3).map(n => n.target.join(" ") + " " + n.failureSummary)}))) }, e => { window.wrong = JSON.stringify([{id: String(e), nodes: []}]) })`)
	b.await(`window.wrong`)
	ctx, cancel := context.WithTimeout(b.ctx, patience)
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

// seen holds a page, in views of it, against every rule, wide and on a phone, and against those on colours in the dark, where nothing
// else is other than it is in the light.
func (b tab) seen(state, script string, in views) {
	b.t.Helper()
	b.await(`document.readyState === "complete"`)
	if in.wide {
		b.settled("light")
		b.fits()
		b.accessible("light "+state, script)
		b.shoot(state + "-light")
	}
	if in.dark {
		b.settled("dark")
		b.axe(script)
		b.holds("dark "+state, colours)
		b.shoot(state + "-dark")
	}
	if in.phone {
		b.size(390, 844, true)
		b.seenOnAPhone(state, script)
		b.size(1280, 900, false)
	}
}

func (b tab) seenOnAPhone(state, script string) {
	b.t.Helper()
	b.settled("light")
	b.fits()
	b.accessible("phone "+state, script)
	b.shoot(state + "-phone")
}

// seenPlain holds a page as it stands where no script of its own has run, wide and on a phone.
func (b tab) seenPlain(server string, one look, script string, in views) {
	b.t.Helper()
	if !in.plain && !in.plainPhone {
		return
	}
	if err := browser.Plain(b.ctx, server+one.path); err != nil {
		b.t.Fatal(err)
	}
	b.await(answered + one.status)
	if ran, err := chromedp.Run(b.ctx, chromedp.Evaluate[bool](`Boolean(window.htmx)`)); err != nil || ran {
		b.t.Fatalf("%s: scripts of the page have run, %v", one.path, err)
	}
	if in.plain {
		b.accessible("plain "+one.path, script)
	}
	if in.plainPhone {
		b.size(390, 844, true)
		b.seenOnAPhone("plain "+one.path, script)
		b.size(1280, 900, false)
	}
}

// fits waits until nothing of the page stands out at its side.
func (b tab) fits() {
	b.t.Helper()
	b.await(`document.documentElement.scrollWidth <= innerWidth`)
}

// settled sets the colours, once nothing moves: what does is between two of them.
func (b tab) settled(theme string) {
	b.t.Helper()
	b.js(`document.documentElement.dataset.theme = "` + theme + `"; document.querySelector(".fresh")?.classList.remove("fresh"); for (const a of document.getAnimations()) a.cancel()`)
}

// answered is with what status the page came.
const answered = `performance.getEntriesByType("navigation")[0].responseStatus`

// sends fills a form of a page and sends it, and waits until it is said what is wrong.
func (b tab) sends(address, form, wrong string, fields map[string]string) {
	b.t.Helper()
	b.do(chromedp.Navigate(address))
	b.await(`document.readyState === "complete"`)
	for name, value := range fields {
		b.js(`document.querySelector(` + strconv.Quote(form+" [name='"+name+"']") + `).value = ` + strconv.Quote(value))
	}
	b.js(`(f => { f.noValidate = true; f.requestSubmit() })(document.querySelector(` + strconv.Quote(form) + `))`)
	b.await(`document.readyState === "complete" && document.body.innerText.includes(` + strconv.Quote(wrong) + `)`)
}

// shownWorld is a world in which each page has something to show.
type shownWorld struct {
	*world

	db    *ledgerkit.DB
	story story
	files *library
	with  []func(*web.Config)  // what its surface is made of
	pages map[string]shownPage // where each of them stands
}

// newShownWorld makes one with all that people and models name changed.
func newShownWorld(t *testing.T, words func(text string) string) *shownWorld {
	t.Helper()
	w, db, _ := agenda(t)
	w.owner.Name, w.tenant.Name, w.projects[0].Name = words(w.owner.Name), words(w.tenant.Name), words(w.projects[0].Name)
	out := &shownWorld{world: w, db: db, story: tellIn(w, words)}
	refused := lengthens(w, words)
	const secret = "an-invitation-for-a-colleague"
	if _, err := w.Invite(t.Context(), w.tenant.ID, assistant.Invitation{By: w.owner.ID, Name: words("Anna"), Role: assistant.RoleMember}, secret); err != nil {
		t.Fatal(err)
	}
	desk := &background.Desk{Store: db.Verbs, Lists: db.Verbs, Rewrites: db.Verbs, Starts: db.Verbs, Hears: db.Verbs, Now: w.now}
	events := &hooks.Desk{Store: db.Verbs, Changes: db.Verbs, Starts: db.Verbs, IDs: w.ids, Public: assistant.PublicAt("https://team.example"), Now: w.now}
	made, err := events.Make(t.Context(), w.tenant.ID, "one", assistant.BackgroundTask{Owner: w.owner.ID}, background.Wish{Prompt: words("look at the new issue"), Zone: "UTC"}, hooks.Wish{Sender: "none"})
	if err != nil {
		t.Fatal(err)
	}
	sent := assistant.KeptFile{ID: assistant.NewID[assistant.FileID](w.ids), Name: words("2026"), Person: w.owner.ID, Sender: w.owner.Name, At: w.now()}
	out.files = &library{kept: map[assistant.FileID]assistant.KeptFile{sent.ID: sent}, gone: map[assistant.FileID]bool{}}
	key, theirs := pushKey(t), ownkit.Kept(t, db.Verbs, w.ids, w.now)
	out.with = []func(*web.Config){withLoad(w), installed(w, new(atomic.Int64)), func(c *web.Config) {
		c.Labels = func(assistant.TenantID) map[string]string { return map[string]string{"create_page": "Create a page"} }
		c.Rehearsal, c.Library, c.Files, c.Failures, c.Tasks, c.Hooks, c.Reaches, c.Devices = rehearses, out.files, out.files, refused, desk, events, unreached{}, key
		c.Own = theirs
	}}
	out.pages = shownPages(w, out.story, string(made.Task.ID), secret)
	return out
}

// asItIs changes nothing of what people and models name.
func asItIs(text string) string { return text }

// everyPage is the surface over a world in which each page has something to show, and where each of them stands.
func everyPage(t *testing.T) (w *world, h *httptest.Server, s story, all map[string]shownPage) {
	t.Helper()
	return everyPageIn(t, asItIs)
}

// everyPageIn is [everyPage] with all that people and models name changed.
func everyPageIn(t *testing.T, words func(text string) string) (w *world, h *httptest.Server, s story, all map[string]shownPage) {
	t.Helper()
	shown := newShownWorld(t, words)
	return shown.world, shown.serve(t, shown.with...), shown.story, shown.pages
}

// TestNobodyIsShutOutOfAnyPage: no rule of access is broken on any page, wide, on a phone, in the dark and without scripts, for whoever may do
// everything and for others.
func TestNobodyIsShutOutOfAnyPage(t *testing.T) {
	script := axe(t)
	w, h, s, all := everyPage(t)
	b := openTab(t, h, "/")
	b.size(1280, 900, false)
	pages := looked(all)
	in := drawnViews(t, pages)
	for _, one := range pages {
		if in[one.path].scripted() {
			b.do(chromedp.Navigate(h.URL + one.path))
			b.await(answered + one.status)
			b.seen(one.path, script, in[one.path])
		}
		b.seenPlain(h.URL, one, script, in[one.path])
	}
	const unfold = `document.querySelectorAll("details").forEach(d => d.open = true)`
	talk := look{"/c/" + string(s.conversation), is200}
	b.seenPlain(h.URL, talk, script, views{plain: true})
	b.js(unfold)
	b.accessible("plain, everything open", script)
	b.do(chromedp.Navigate(h.URL + talk.path))
	b.await(`document.readyState === "complete" && document.querySelector("article.slot.run")`)
	b.js(unfold)
	b.seen("everything open", script, inTurn(t, "everything open"))
	b.js(`document.querySelectorAll(".menu").forEach(d => d.open = false); document.getElementById("scroll").focus()`)
	b.do(chromedp.KeyEvent("?"))
	b.await(`document.getElementById("keys").open`)
	b.seen("list of keys", script, inTurn(t, "list of keys"))
	b.do(chromedp.KeyEvent(kb.Escape))
	b.sends(h.URL+"/hooks", `form[action="/hooks"]`, "I cannot read the expression of the filter", map[string]string{"prompt": "look at it", "filter": "payload."})
	b.seen("events, with a filter that cannot be read", script, inTurn(t, "events, with a filter that cannot be read"))
	b.sends(h.URL+"/settings", `form[action="/settings/projects/`+string(w.projects[0].ID)+`"]`, "The domain must be like example.com", map[string]string{"domain": "not a domain!!"})
	b.seen("settings, with a domain that is none", script, inTurn(t, "settings, with a domain that is none"))
	w.setRole(assistant.RoleMember)
	b.seenWithoutRights(h.URL, pages, script)
	b.do(chromedp.Navigate(h.URL + "/sessions"))
	b.await(`document.readyState === "complete"`)
	b.js(`[...document.querySelectorAll('form[action$="/end"] button')].find(x => x.textContent.includes("Sign out")).click()`)
	b.await(`document.getElementById("token")`)
	b.seen("the login", script, inTurn(t, "the login"))
}

// seenWithoutRights holds pages, as whoever may not do everything sees them, and one refusal: all of them are one page.
func (b tab) seenWithoutRights(server string, pages []look, script string) {
	b.t.Helper()
	b.size(390, 844, true)
	refusals := 0
	without := drawn(b.t, "without rights", paths(pages), aThird)
	for _, one := range pages {
		if one.status != is200 {
			continue
		}
		b.do(chromedp.Navigate(server + one.path))
		b.await(`document.readyState === "complete"`)
		refusal, err := chromedp.Run(b.ctx, chromedp.Evaluate[bool](answered+` >= 400`))
		if err != nil {
			b.t.Fatal(err)
		}
		if refusal {
			refusals++
		}
		if refusal && refusals == 1 || !refusal && without[one.path] {
			b.seenOnAPhone(one.path+" without rights", script)
		}
	}
	b.size(1280, 900, false)
	if refusals == 0 {
		b.t.Error("nothing is refused without rights")
	}
}
