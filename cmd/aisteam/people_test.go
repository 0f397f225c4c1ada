package main

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// TestTheOwnerLinksSlackAndGivesAGroupARole: in a browser, as the owner of a fresh installation does first.
func TestTheOwnerLinksSlackAndGivesAGroupARole(t *testing.T) {
	w := newSlackWorld(t)
	w.child.startReady()
	w.slack.AddUser("UBOB", "Bob")
	w.slack.AddUser("USUE", "Sue")
	p := openPanel(t, w.child)
	p.do("open the page", chromedp.Navigate(w.child.url("/people")))
	p.click(`form[action="/people/code"] button`)
	p.when("the code is there", `document.querySelector(".notice code")`)
	code, err := chromedp.Run(p.ctx, chromedp.Evaluate[string](`document.querySelector(".notice code").innerText`))
	if err != nil || !regexp.MustCompile(`^[A-Z0-9]{4}-[A-Z0-9]{4}$`).MatchString(code) {
		t.Fatalf("the code is %q: %v", code, err)
	}
	told := func(user, text string) string {
		t.Helper()
		a, err := w.slack.Command(t.Context(), channel, user, text)
		var said struct{ Text string }
		if err != nil || json.Unmarshal(a.Body, &said) != nil {
			t.Fatalf("%s: %s %v", text, a.Body, err)
		}
		return said.Text
	}
	if said := told("UBOB", "link "+code+" yes"); !strings.Contains(said, "your accounts are linked") {
		t.Errorf("linking says %q", said)
	}
	if said := told("USUE", "link "+code); !strings.Contains(said, "That code is not valid") {
		t.Errorf("the same code again says %q", said)
	}
	p.do("open the page", chromedp.Navigate(w.child.url("/people")))
	p.when("Bob's account is the owner's", `[...document.querySelectorAll(".people .account")].some(a => a.innerText.includes("UBOB") && a.querySelector("form"))`)
	p.do("name a group", chromedp.SendKeys(chromedp.CSS(`input[name=group]`), "S0123ABCD\r"))
	p.when("the group has its role", `document.body.innerText.includes("S0123ABCD") && document.body.innerText.includes("The group's role is kept.")`)
	p.do("make Sue an approver", chromedp.Evaluate[chromedp.Void](`document.querySelector("form[action$='/role'] select").value = "approver"; undefined`))
	p.click(`form[action$="/role"] button`)
	p.when("it is kept", `document.body.innerText.includes("The role is changed.") && document.querySelector("form[action$='/role'] select").value === "approver"`)
	p.picture("people")
}
