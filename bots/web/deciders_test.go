package web_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// TestWhoeverIsNamedDecidesWithoutHavingTakenPart: whom a rule names, and whom somebody has named for a while, see the card that waits
// for them and nothing else of its conversation, decide on it, and see no more of it afterwards. Others see nothing.
func TestWhoeverIsNamedDecidesWithoutHavingTakenPart(t *testing.T) {
	for name, by := range map[string]struct{ api, named bool }{
		"by a rule, on the panel": {}, "by a rule, by the API": {api: true}, "in a stead, on the panel": {named: true}, "in a stead, by the API": {api: true, named: true},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			h := w.surface(t)
			mia, otto := w.join("Mia", assistant.RoleMember), w.join("Otto", assistant.RoleMember)
			hers, his := w.as(t, mia), w.as(t, otto)
			secretly := w.start("Salaries of everybody")
			w.add(secretly, assistant.Message{Author: assistant.AuthorUser, Person: w.owner.ID, Kind: assistant.KindMessage, Content: "zebra", Body: assistant.Said{}})
			run := assistant.NewID[assistant.RunID](w.ids)
			ask := func(title string, of int, rule *assistant.ApprovalRule) assistant.Approval {
				a := assistant.Approval{
					ID: assistant.NewID[assistant.ApprovalID](w.ids), Run: run, Tool: "update_page", Title: assistant.Verbatim(title), RequestedBy: w.owner.ID, Hash: "h" + title,
					Number: of, Rule: rule, ExpiresAt: w.now().Add(time.Hour), Preview: assistant.Preview{Title: assistant.Verbatim("New hours on " + title)},
				}
				w.add(secretly, assistant.Message{Author: assistant.AuthorAssistant, Kind: assistant.KindMessage, Body: assistant.ApprovalRequested{Approval: a}})
				return a
			}
			rule := &assistant.ApprovalRule{People: []assistant.PersonID{mia.ID}}
			if by.named {
				rule = nil
				w.delegations = []assistant.Delegation{{Person: w.owner.ID, Role: assistant.RoleAdmin, Delegate: mia.ID, Until: w.now().Add(time.Hour)}}
			}
			a, other := ask("Contact", 1, rule), ask("Payroll", 2, &assistant.ApprovalRule{People: []assistant.PersonID{w.join("Cleo", assistant.RoleMember).ID}})

			for _, path := range []string{"/", "/waiting", "/api/assistant/actions", "/panel/now"} {
				page := call(t, h, "GET", path, "", hers).Body.String()
				if !strings.Contains(page, "Contact") || strings.Contains(page, "Payroll") || strings.Contains(page, "Salaries") || strings.Contains(page, string(secretly)) || strings.HasPrefix(path, "/api/") && strings.Contains(page, string(run)) {
					t.Errorf("%s shows her: %s", path, page)
				}
				if page := call(t, h, "GET", path, "", his).Body.String(); strings.Contains(page, "Contact") || strings.Contains(page, string(secretly)) {
					t.Errorf("%s shows what is not his", path)
				}
			}
			closed := func(when string) {
				t.Helper()
				for _, path := range []string{"/c/" + string(secretly), "/api/conversations/" + string(secretly) + "/messages", "/api/conversations/" + string(secretly) + "/timeline"} {
					if got := call(t, h, "GET", path, "", hers); got.Code != http.StatusNotFound {
						t.Errorf("%s: %s is %d", when, path, got.Code)
					}
				}
			}
			closed("before")
			decide := func(as func(*http.Request), id assistant.ApprovalID) int {
				if by.api {
					got := call(t, h, "POST", "/api/approvals/"+string(id), `{"decision":"approved"}`, as)
					if strings.Contains(got.Body.String(), string(secretly)) {
						t.Errorf("whoever decides is told where: %s", got.Body)
					}
					return got.Code
				}
				code, to, _ := fill(t, h, as, "/panel/approvals/"+string(id), "decision", "approved")
				if code == http.StatusSeeOther && to == "/waiting" {
					return http.StatusOK
				}
				return code
			}
			if got := decide(his, a.ID); got != http.StatusNotFound {
				t.Errorf("somebody else decides: %d", got)
			}
			if got := decide(hers, other.ID); got != http.StatusNotFound {
				t.Errorf("she decides on what is not hers: %d", got)
			}
			if got := decide(hers, a.ID); got != http.StatusOK {
				t.Errorf("she decides: %d", got)
			}
			if act := w.lastAct(t); act.Person != mia.ID || act.Conversation != secretly {
				t.Errorf("it was done as %+v", act)
			}
			closed("afterwards")
			if page := call(t, h, "GET", "/waiting", "", hers).Body.String(); strings.Contains(page, "Contact") || strings.Contains(page, string(secretly)) {
				t.Error("what is decided waits still")
			}
		})
	}
}

// TestAPlanIsDecidedInSomebodysStead by whom they have named, who took no part; by nobody else, and not once that is over.
func TestAPlanIsDecidedInSomebodysStead(t *testing.T) {
	w := newWorld(t)
	h := w.surface(t)
	mia := w.join("Mia", assistant.RoleMember)
	in := w.as(t, mia)
	c := w.start("Salaries of everybody")
	plan := assistant.Plan{ID: assistant.NewID[assistant.PlanID](w.ids), Version: 1, Title: "Raise", RequestedBy: w.owner.ID, Hash: "h", ExpiresAt: w.now().Add(time.Hour)}
	w.add(c, assistant.Message{Author: assistant.AuthorAssistant, Kind: assistant.KindMessage, Body: assistant.PlanProposed{Plan: plan}})
	at := "/api/plans/" + string(plan.ID) + "/decide"
	w.delegations = []assistant.Delegation{{Person: w.owner.ID, Role: assistant.RoleAdmin, Delegate: mia.ID, Until: w.now()}}
	if got := call(t, h, "POST", at, `{"decision":"approved","version":1}`, in); got.Code != http.StatusNotFound {
		t.Errorf("it is over: %d", got.Code)
	}
	w.delegations[0].Until = w.now().Add(time.Hour)
	if page := call(t, h, "GET", "/waiting", "", in).Body.String(); !strings.Contains(page, "Raise") || strings.Contains(page, "Salaries") {
		t.Error(page)
	}
	if got := call(t, h, "POST", at, `{"decision":"approved","version":1}`, in); got.Code != http.StatusOK {
		t.Errorf("%d %s", got.Code, got.Body)
	}
	if got := call(t, h, "GET", "/c/"+string(c), "", in); got.Code != http.StatusNotFound {
		t.Errorf("afterwards: %d", got.Code)
	}
}

// TestSeveralActionsOfAStepAreShownToADeciderOneByOne: what they have no right to is not on the card that they see.
func TestSeveralActionsOfAStepAreShownToADeciderOneByOne(t *testing.T) {
	w := newWorld(t)
	h := w.surface(t)
	mia := w.join("Mia", assistant.RoleMember)
	in := w.as(t, mia)
	c := w.start("Salaries of everybody")
	run := assistant.NewID[assistant.RunID](w.ids)
	for n, title := range []string{"Contact", "Opening", "Payroll"} {
		rule := &assistant.ApprovalRule{People: []assistant.PersonID{mia.ID}}
		if title == "Payroll" {
			rule.People[0] = w.owner.ID
		}
		w.add(c, assistant.Message{Author: assistant.AuthorAssistant, Kind: assistant.KindMessage, Body: assistant.ApprovalRequested{Approval: assistant.Approval{
			ID: assistant.NewID[assistant.ApprovalID](w.ids), Run: run, Tool: "update_page", Title: assistant.Verbatim(title), RequestedBy: w.owner.ID, Number: n + 1, Rule: rule, Hash: "h", ExpiresAt: w.now().Add(time.Hour),
		}}})
	}
	page := call(t, h, "GET", "/waiting", "", in).Body.String()
	if !strings.Contains(page, "Contact") || !strings.Contains(page, "Opening") || strings.Contains(page, "Payroll") || strings.Contains(page, "/panel/runs/") {
		t.Error(page)
	}
}
