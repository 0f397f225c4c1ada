package web_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/assistant"
)

func posted(r *http.Request) {
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("HX-Request", "true")
}

// TestWhatIsToBeApprovedIsShownWhole: what nobody may overlook, where to look at it, and all of it behind a fold, as text.
func TestWhatIsToBeApprovedIsShownWhole(t *testing.T) {
	w := newWorld(t)
	s := tell(w, "")
	h := w.surface(t)
	page := call(t, h, "GET", "/c/"+string(s.conversation), "", cookie(t, h)).Body.String()
	for _, want := range []string{
		`⚠ adds a script from https://evil.example/x.js`,
		`<a href="https://aquaverter.ca/?p=7&amp;preview=true" target="_blank" rel="noopener nofollow noreferrer">Look at it before it goes live</a>`,
		"<summary>Read it all</summary><pre>Prices\n\nAsk us for a quote: &lt;b&gt;every&lt;/b&gt; water is different.</pre>",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the card lacks %s", want)
		}
	}
}

// TestThePanelOffersToPublishUnseen where a plan has texts to be written and nothing in it is for good.
func TestThePanelOffersToPublishUnseen(t *testing.T) {
	for name, c := range map[string]struct {
		effect assistant.Effect
		text   string
		offers bool
	}{
		"to be written":               {assistant.EffectReversible, `{"html":{"$from":"draft","field":"html"}}`, true},
		"written":                     {assistant.EffectReversible, `{"html":"<p>x</p>"}`, false},
		"to be written, and for good": {assistant.EffectIrreversible, `{"html":{"$from":"draft","field":"html"}}`, false},
	} {
		w := newWorld(t)
		s := tell(w, "")
		h := w.surface(t)
		p := assistant.Plan{ID: assistant.NewID[assistant.PlanID](w.ids), Version: 1, Title: "Pools", Hash: "5c0de", RequestedBy: w.owner.ID, Steps: []assistant.Step{
			{Key: "page", Group: "A", Type: "create_page", Summary: "Create it", Effect: c.effect, Parameters: json.RawMessage(c.text), Preview: &assistant.Preview{State: "x"}},
		}}
		w.add(s.conversation, assistant.Message{Author: assistant.AuthorAssistant, Kind: assistant.KindMessage, Content: "A plan", Body: assistant.PlanProposed{Plan: p}})
		page := call(t, h, "GET", "/c/"+string(s.conversation), "", cookie(t, h)).Body.String()
		if got := strings.Contains(page, `value="unseen" type="submit"`); got != c.offers {
			t.Errorf("%s: offered %v", name, got)
		}
		if got := strings.Contains(page, "What is written on the way is shown before it goes live"); got != strings.Contains(c.text, "$from") {
			t.Errorf("%s: it says that it is shown first: %v", name, got)
		}
		call(t, h, "POST", "/panel/plans/"+string(p.ID), "decision=unseen&version=1&hash=5c0de", cookie(t, h), posted)
		if got := w.lastAct(t).Body; got != (assistant.PlanDecided{Plan: p.ID, Version: 1, Verdict: assistant.VerdictApproved, Hash: "5c0de", Unseen: true}) {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

func TestOneStepIsTakenBackOnThePanel(t *testing.T) {
	w := newWorld(t)
	s := tell(w, "")
	h := w.surface(t)
	in := cookie(t, h)
	call(t, h, "POST", "/panel/runs/"+string(s.finished)+"/undo", "task="+nobody, in, posted)
	if got := w.lastAct(t).Body; got != (assistant.UndoRequested{Run: s.finished, Task: nobody}) {
		t.Errorf("%+v", got)
	}
	if got := call(t, h, "POST", "/panel/runs/"+string(s.finished)+"/undo", "task=x", in, posted); got.Code != http.StatusBadRequest && got.Code != http.StatusNotFound {
		t.Errorf("a step that cannot be: %d", got.Code)
	}
}

// TestThePanelSaysWhoMayReallyDecide, also where members may not decide what they asked for.
func TestThePanelSaysWhoMayReallyDecide(t *testing.T) {
	for members, want := range map[bool]string{true: "Owner, an approver or an admin may decide", false: "An approver or an admin may decide"} {
		w := newWorld(t)
		w.owner.Name, w.owner.Role, w.set.MembersApprove = "Owner", assistant.RoleMember, members
		s := tell(w, "")
		for _, b := range []assistant.Body{
			assistant.PlanProposed{Plan: assistant.Plan{ID: assistant.NewID[assistant.PlanID](w.ids), Version: 1, Title: "Pools", RequestedBy: w.owner.ID}},
			assistant.ApprovalRequested{Approval: assistant.Approval{ID: assistant.NewID[assistant.ApprovalID](w.ids), RequestedBy: w.owner.ID}},
			assistant.Reminded{Plan: "p", Version: 1, Person: w.owner.ID},
			assistant.Asked{Clarification: assistant.Clarification{ID: assistant.NewID[assistant.ClarificationID](w.ids), Questions: []assistant.Question{{Key: "k", Text: "Which?"}}}},
		} {
			w.add(s.conversation, assistant.Message{Author: assistant.AuthorAssistant, Kind: assistant.KindMessage, Content: "x", Body: b})
		}
		h := w.surface(t)
		page := call(t, h, "GET", "/c/"+string(s.conversation), "", cookie(t, h)).Body.String()
		if n := strings.Count(page, want); n < 3 {
			t.Errorf("members approve: %t: %q stands there %d times", members, want, n)
		}
		if !strings.Contains(page, assistant.WhoAnswers) {
			t.Error("nobody is told who may answer")
		}
	}
}
