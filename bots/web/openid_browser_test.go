package web_test

import (
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/web/openid"
)

// TestSomebodySignsInByTheirCompanyInABrowser: the browser goes to the issuer, which is another site, and comes back to the page that was asked for. Who
// is signed in links a second login; what the issuer refuses is said at the login.
func TestSomebodySignsInByTheirCompanyInABrowser(t *testing.T) {
	w := newWorld(t)
	c := newCompany(t, w, "")
	h := w.onLocalhost(t, c.serves, withLoad(w))
	c.issuer.Register(h.URL + openid.Back)
	script := axe(t)
	b := openTab(t, h, "/sessions")
	b.await(`document.querySelector("form[action='/sessions/company'] button")`)
	b.js(`document.querySelector("form[action='/sessions/company'] button").click()`)
	b.await(`document.querySelector("button[value='anna-1']")`)
	b.js(`document.querySelector("button[value='anna-1']").click()`)
	b.await(`location.pathname === "/sessions" && document.body.innerText.includes("The company login is linked.") && document.body.innerText.includes("anna@example.com")`)
	b.everyLook("company-linked", script)
	b.shoot("openid-sessions")

	b.js(`document.querySelector("form[action='/logout']").requestSubmit()`)
	b.await(`location.pathname === "/login" && document.querySelector("form[action='/login/openid'] button")`)
	b.everyLook("login-company", script)
	b.shoot("openid-login")
	b.do(chromedp.Navigate(h.URL + "/work?runs=all"))
	b.await(`document.querySelector("form[action='/login/openid'] button")`)
	b.js(`document.querySelector("form[action='/login/openid'] button").click()`)
	b.await(`document.querySelector("button[value='']")`)
	b.js(`document.querySelector("button[value='']").click()`)
	b.await(`document.body.innerText.includes("You were not signed in at Blue <Harbour>.") && document.querySelector("form[action='/login/openid'] button")`)
	b.everyLook("login-refused", script)
	b.shoot("openid-refused")
	b.js(`document.querySelector("form[action='/login/openid'] button").click()`)
	b.await(`document.querySelector("button[value='anna-1']")`)
	b.js(`document.querySelector("button[value='anna-1']").click()`)
	b.await(`location.pathname + location.search === "/work?runs=all" && document.querySelector("form[action='/logout']")`)
	if s := w.sessions[len(w.sessions)-1]; s.Person != w.owner.ID || s.Role != assistant.RoleAdmin {
		t.Errorf("%s is signed in", s.Name)
	}
}
