package main

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
)

// TestTheOwnerLinksSlackAndGivesAGroupARole: by the page's own forms, as the owner of a fresh installation does first.
func TestTheOwnerLinksSlackAndGivesAGroupARole(t *testing.T) {
	t.Parallel()
	w := newSlackWorld(t)
	w.child.startReady()
	w.slack.AddUser("UBOB", "Bob")
	w.slack.AddUser("USUE", "Sue")
	p := newPanelWorld(t, w.child)
	p.enters(calm)
	p.opens("/people")
	p.submits(`form[action="/people/code"]:not(:has(input))`)
	code := p.find(".notice code").First().Text()
	if !regexp.MustCompile(`^[A-Z0-9]{4}-[A-Z0-9]{4}$`).MatchString(code) {
		t.Fatalf("the code is %q", code)
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
	p.opens("/people")
	if bob := p.find(".people .account").FilterFunction(func(_ int, s *goquery.Selection) bool {
		return strings.Contains(s.Text(), "UBOB") && s.Find("form").Length() > 0
	}); bob.Length() != 1 {
		t.Errorf("Bob's account is not the owner's:\n%s", p.page)
	}
	p.submits(`form[action="/people/grants"]`, "group", "S0123ABCD")
	if body := p.find("body").Text(); !strings.Contains(body, "S0123ABCD") || !strings.Contains(body, "The group's role is kept.") {
		t.Errorf("the group has no role:\n%s", body)
	}
	p.submits(`form[action$="/role"]`, "role", "approver")
	if !strings.Contains(p.find("body").Text(), "The role is changed.") || p.find(`form[action$="/role"] select option[selected]`).AttrOr("value", "") != "approver" {
		t.Errorf("Sue is no approver:\n%s", p.page)
	}
}
