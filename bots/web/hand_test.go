package web_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// TestWhatWaitsIsHandedToAColleagueWhoMayDecide: nobody else is offered or taken; it is before the colleague alone, who sees from whom it is,
// until it is taken back.
func TestWhatWaitsIsHandedToAColleagueWhoMayDecide(t *testing.T) {
	w := newWorld(t)
	s := tell(w, "")
	h := w.surface(t)
	ada, mia, gil := w.join("Ada", assistant.RoleApprover), w.join("Mia", assistant.RoleMember), w.join("Gil", assistant.RoleGuest)
	in, hers := cookie(t, h), w.as(t, ada)
	waits := assistant.Waits{Kind: assistant.PendingPlan, Ref: string(s.plan), Version: 2}
	what := []string{"kind", "plan", "ref", string(s.plan), "version", "2"}
	page := func(as func(*http.Request), at string) string {
		return call(t, h, http.MethodGet, at, "", as).Body.String()
	}
	before := func(as func(*http.Request)) bool {
		return strings.Contains(page(as, "/waiting"), `data-item="`+string(s.plan)+`"`)
	}
	hand := func(as func(*http.Request), to assistant.PersonID) (int, string, string) {
		return fill(t, h, as, "/panel/waiting/hand", append(what, "to", string(to))...)
	}
	option := func(p assistant.PersonID) string { return `<option value="` + string(p) + `">` }
	offered := page(in, "/waiting")
	if !strings.Contains(offered, option(ada.ID)) || strings.Contains(offered, option(mia.ID)) || strings.Contains(offered, option(gil.ID)) || strings.Contains(offered, option(w.owner.ID)) {
		t.Error("others are offered than those who may decide")
	}
	for name, to := range map[string]assistant.PersonID{"a member": mia.ID, "a guest": gil.ID, "themself": w.owner.ID, "nobody known": assistant.PersonID(nobody), "no id": "x"} {
		if code, _, said := hand(in, to); code != http.StatusConflict || len(w.handed) != 0 || !before(in) {
			t.Errorf("%s: %d %s", name, code, said)
		}
	}
	if code, to, said := hand(w.as(t, mia), ada.ID); code != http.StatusSeeOther || to != "/waiting" || len(w.handed) != 0 {
		t.Errorf("somebody hands what is not theirs: %d %s %s", code, to, said)
	}

	code, to, said := hand(in, ada.ID)
	if code != http.StatusSeeOther || to != "/waiting?handed="+string(s.plan) || len(w.handed[waits]) != 1 {
		t.Fatalf("%d %s %s", code, to, said)
	}
	if told := page(in, to); !strings.Contains(told, "Handed to Ada:") || !strings.Contains(told, `id="handed"`) || before(in) {
		t.Error("it is before whoever handed it, or nobody says to whom it was handed")
	}
	if got := page(hers, "/waiting"); !strings.Contains(got, "handed to you by "+w.owner.Name) || !before(hers) {
		t.Error("it is not before the colleague")
	}
	if code, _, said := hand(in, ""); code != http.StatusSeeOther || !before(in) || strings.Contains(page(hers, "/waiting"), "handed to you by") {
		t.Errorf("it was not taken back: %d %s", code, said)
	}
	if code, _, _ := fill(t, h, in, "/panel/waiting/hand", "kind", "question", "ref", string(s.plan), "to", string(ada.ID)); code != http.StatusSeeOther || len(w.handed[waits]) != 0 {
		t.Error("a question is handed")
	}
}

// TestWhatWasHandedReturnsWithTheRight: whom it was handed to may decide by a role or by somebody's naming them; where that is over, it is
// before whoever handed it, counted and all, and nobody else.
func TestWhatWasHandedReturnsWithTheRight(t *testing.T) {
	for name, named := range map[string]bool{"by a role": false, "in a stead": true} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			s := tell(w, "")
			h := w.surface(t)
			mia := w.join("Mia", assistant.RoleApprover)
			if named {
				w.demote(mia.ID, assistant.RoleMember)
				w.delegations = []assistant.Delegation{{Person: w.owner.ID, Role: assistant.RoleAdmin, Delegate: mia.ID, Until: w.now().Add(time.Hour)}}
			}
			in := cookie(t, h)
			before := func() bool {
				page := call(t, h, http.MethodGet, "/waiting", "", in).Body.String()
				return strings.Contains(page, `data-item="`+string(s.plan)+`"`)
			}
			if code, _, said := fill(t, h, in, "/panel/waiting/hand", "kind", "plan", "ref", string(s.plan), "version", "2", "to", string(mia.ID)); code != http.StatusSeeOther || before() {
				t.Fatalf("%d %s", code, said)
			}
			w.delegations = nil
			w.demote(mia.ID, assistant.RoleMember)
			if !before() {
				t.Error("it is before nobody")
			}
		})
	}
}

// TestWhoDecidesByAGroupAloneIsNotOfferedAndThatIsSaid: nobody knows who is in a group of a platform before they press. Where such a group may
// decide on something, whoever may hand it on is told why those people are not among the others.
func TestWhoDecidesByAGroupAloneIsNotOfferedAndThatIsSaid(t *testing.T) {
	const why = "only as one of a group of Slack or Discord cannot be chosen"
	for name, c := range map[string]struct {
		grants []assistant.Grant
		as     assistant.Role
		want   bool
	}{
		"no group has a role":       {nil, assistant.RoleApprover, false},
		"a group of members":        {[]assistant.Grant{{Surface: assistant.SurfaceSlack, Group: "S1", Role: assistant.RoleMember}}, assistant.RoleApprover, false},
		"a group of approvers":      {[]assistant.Grant{{Surface: assistant.SurfaceSlack, Group: "S1", Role: assistant.RoleApprover}}, assistant.RoleApprover, true},
		"to whoever may not decide": {[]assistant.Grant{{Surface: assistant.SurfaceSlack, Group: "S1", Role: assistant.RoleApprover}}, assistant.RoleMember, false},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			tell(w, "")
			w.grants = c.grants
			ada := w.join("Ada", c.as)
			h := w.surface(t)
			if told := strings.Contains(call(t, h, http.MethodGet, "/waiting", "", w.as(t, ada)).Body.String(), why); told != c.want {
				t.Errorf("it is said: %t", told)
			}
		})
	}
}
