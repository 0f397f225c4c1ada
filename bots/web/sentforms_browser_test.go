package web_test

import (
	"strconv"
	"testing"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/internal/browser"
)

// filling writes something into every field of each form of a page and presses its first button; it tells how many forms have fields.
const filling = `window.writing = [...document.querySelectorAll('main form[method="post"]')].filter((f) => f.checkVisibility() &&
		[...f.elements].some((el) => el.name && el.checkVisibility() && (el.type === "text" || el.type === "search" || el.tagName === "TEXTAREA")));
	window.write = (i) => {
		window.form = window.writing[i];
		window.fields = [...form.elements].filter((el) => el.name && el.checkVisibility() && (el.type === "text" || el.type === "search" || el.tagName === "TEXTAREA"));
		for (const el of fields) { el.value = "Typed by hand"; el.dispatchEvent(new Event("input", { bubbles: true })); }
		form.noValidate = true;
	};
	window.writing.length`

// writtenForms opens a page and tells how many forms it has in which words are written.
func (b tab) writtenForms(address string) int64 {
	b.t.Helper()
	if err := browser.Open(b.ctx, address); err != nil {
		b.t.Fatal(err)
	}
	b.await(`document.readyState === "complete"`)
	b.js(`for (const d of document.querySelectorAll("main details")) d.open = true`)
	return b.number(filling)
}

// TestNothingThatWasTypedIsLostWithTheLine fills each form of each page, takes the network away and sends it: the words stay where they
// are, and the page says why they were not sent. Once the network is back they are sent as they are.
func TestNothingThatWasTypedIsLostWithTheLine(t *testing.T) {
	_, h, _, all := everyPage(t)
	b := openTab(t, h, "/")
	b.size(1280, 900, false)
	var forms int64
	in := drawn(t, "forms without a line", paths(looked(all)), aHalf)
	for _, one := range looked(all) {
		if one.status != is200 || !in[one.path] && one.path != "/tasks" {
			continue
		}
		n := b.writtenForms(h.URL + one.path)
		for i := range min(n, 4) {
			forms++
			where := one.path + ", form " + strconv.FormatInt(i, 10)
			b.js(`write(` + strconv.FormatInt(i, 10) + `)`)
			if err := browser.Offline(b.ctx, true); err != nil {
				t.Fatal(err)
			}
			b.js(`form.querySelector("button:not([type=button])") ? form.requestSubmit(form.querySelector("button:not([type=button])")) : form.requestSubmit()`)
			b.await(`[...document.querySelectorAll("[role=alert], #unsent, .notice")].some((el) => el.checkVisibility() && /server cannot be reached|Not sent yet/.test(el.textContent))`)
			if kept := b.number(`fields.filter((el) => el.value === "Typed by hand" || el.id === "text").length - fields.length`); kept != 0 {
				t.Errorf("%s: %d of its fields have lost what was typed", where, -kept)
			}
			if err := browser.Offline(b.ctx, false); err != nil {
				t.Fatal(err)
			}
			b.writtenForms(h.URL + one.path)
		}
	}
	if forms < 5 {
		t.Errorf("only %d forms were tried", forms)
	}
}

// TestWhatWasTypedIsThereAgain: whoever is signed out while they write, or loses their role, or whose server is gone as they send, finds
// their words again, with why they were not taken; what was taken comes back no more.
func TestWhatWasTypedIsThereAgain(t *testing.T) {
	w, h, _, _ := everyPage(t)
	b := openTab(t, h, "/tasks")
	b.size(1280, 900, false)
	writes := func(page, form, field, words string) {
		b.open(page)
		b.js(`document.querySelector('` + form + ` [name="` + field + `"]').value = "` + words + `"`)
	}
	sends := func(form string) {
		b.js(`window.before = true; (f => { f.noValidate = true; f.requestSubmit() })(document.querySelector('` + form + `'))`)
		b.await(`!window.before && document.readyState === "complete"`)
	}
	const form = `#new-task`

	t.Log("signed out")
	writes("/tasks", form, "prompt", "check the prices")
	b.loses()
	sends(form)
	b.await(`document.querySelector("main").innerText.includes("You are not signed in any more.") && document.querySelector("main").innerText.includes("What you wrote is kept.")`)
	b.shoot("unsent-signed-out")
	b.js(`window.before = true; document.getElementById("token").value = "` + token + `"; document.querySelector('form[action="/login"]').requestSubmit()`)
	b.await(`!window.before && location.pathname === "/tasks" && document.querySelector('#new-task [name="prompt"]').value === "check the prices"`)
	b.await(`document.querySelector("#new-task [data-unsent]").textContent.includes("What you wrote here was not taken.")`)
	b.shoot("unsent-again")

	t.Log("taken")
	b.js(`document.querySelector('#new-task [name="when"]').value = "every weekday at 9"`)
	sends(form)
	b.await(`location.search === "?done=made" || document.body.innerText.includes("The automation is created.")`)
	b.open("/tasks")
	b.await(`document.querySelector('#new-task [name="prompt"]').value === "" && !document.querySelector("[data-unsent]")`)

	t.Log("without a role")
	writes("/people", `form[action="/people/grants"]`, "group", "S0123ABCD")
	w.setRole(assistant.RoleMember)
	sends(`form[action="/people/grants"]`)
	b.await(`[...document.querySelectorAll("main [data-unsent], main .notice")].some((el) => el.textContent.includes("What you wrote was not taken.")) && [...document.querySelectorAll("main textarea")].some((el) => el.value === "S0123ABCD")`)
	b.shoot("unsent-no-role")
	b.size(320, 900, true)
	b.await(`document.documentElement.scrollWidth <= innerWidth`)
	b.shoot("unsent-no-role-phone")
	b.size(1280, 900, false)
	w.setRole(assistant.RoleAdmin)

	t.Log("the line is lost on the way")
	writes("/tasks", form, "prompt", "look at the footer")
	b.js(`Object.defineProperty(navigator, "onLine", { value: true })`)
	if err := browser.Offline(b.ctx, true); err != nil {
		t.Fatal(err)
	}
	b.js(`document.querySelector('#new-task').noValidate = true; document.querySelector('#new-task').requestSubmit()`)
	b.await(`location.protocol === "chrome-error:"`)
	if err := browser.Offline(b.ctx, false); err != nil {
		t.Fatal(err)
	}
	if err := browser.Open(b.ctx, h.URL+"/tasks"); err != nil { // by its address, as somebody does who gave up going back
		t.Fatal(err)
	}
	b.await(`document.querySelector('#new-task [name="prompt"]').value === "look at the footer" && document.querySelector("#new-task [data-unsent]")`)
	b.js(`document.querySelector("#new-task [data-unsent] button").click()`)
	b.await(`document.querySelector('#new-task [name="prompt"]').value === "" && !document.querySelector("[data-unsent]")`)
	b.open("/tasks")
	b.await(`document.querySelector('#new-task [name="prompt"]').value === ""`)
}

// open opens a page of the panel that the tab is at.
func (b tab) open(path string) {
	b.t.Helper()
	if err := browser.Open(b.ctx, b.url(path)); err != nil {
		b.t.Fatal(err)
	}
	b.await(`document.readyState === "complete"`)
}

// TestAFormIsSentOnceHoweverOftenItIsPressed presses twice before the answer has come.
func TestAFormIsSentOnceHoweverOftenItIsPressed(t *testing.T) {
	w, h, _, _ := everyPage(t)
	b := openTab(t, h, "/people")
	before := len(w.invitations)
	b.js(`(f => { f.elements.name.value = "Twice"; const press = () => f.querySelector("button").click(); press(); press(); press(); })(document.querySelector('form[action="/people/invitations"]'))`)
	b.await(`document.readyState === "complete" && document.body.innerText.includes("The invitation for Twice")`)
	w.mu.Lock()
	defer w.mu.Unlock()
	if n := len(w.invitations) - before; n != 1 {
		t.Errorf("%d invitations were made", n)
	}
}

// loses takes the session away from a tab.
func (b tab) loses() {
	b.t.Helper()
	if _, err := chromedp.Call(b.ctx, network.DeleteCookies, network.DeleteCookiesParams{Name: "aisteam_session", URL: b.url("/")}); err != nil {
		b.t.Fatal(err)
	}
}
