package planning_test

import (
	"encoding/json"
	"errors"
	"testing"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/planning"
)

func services(t *testing.T) assistant.Plan {
	t.Helper()
	p := assistant.Plan{ID: "p", Version: 1, Title: "Services", RequestedBy: "ann", Steps: []assistant.Step{
		{Key: "draft", Group: "A", Type: "draft_content", Effect: assistant.EffectNone, Parameters: json.RawMessage(`{"title":"Services"}`)},
		{
			Key: "page", Group: "B", Type: "create_page", Effect: assistant.EffectReversible, Preview: &assistant.Preview{State: "none"},
			Parameters: json.RawMessage(`{"slug":"services","contentHtml":{"$from":"draft","field":"html"}}`),
		},
		{
			Key: "block", Group: "C", Type: "update_content_block", Effect: assistant.EffectReversible,
			Preview: &assistant.Preview{State: "old", Wanted: "new"}, Parameters: json.RawMessage(`{"slug":"home","text":"See our services."}`),
		},
	}}
	return hashed(t, p)
}

func hashed(t *testing.T, p assistant.Plan) assistant.Plan {
	t.Helper()
	var err error
	if p.Hash, err = assistant.PlanHash(p); err != nil {
		t.Fatal(err)
	}
	return p
}

func TestAPlanThatIsNotTheOneThatWasShownMakesNoTasks(t *testing.T) {
	for what, change := range map[string]func(*assistant.Plan){
		"its step was changed":                            func(p *assistant.Plan) { p.Steps[2].Parameters = json.RawMessage(`{"slug":"home","text":"Buy now!"}`) },
		"its state was changed":                           func(p *assistant.Plan) { p.Steps[2].Preview.State = "older" },
		"its hash is of before there was one way to hash": func(p *assistant.Plan) { p.Hash = "5c0de" },
		"it has no hash":                                  func(p *assistant.Plan) { p.Hash = "" },
	} {
		p := services(t)
		change(&p)
		if _, tasks, err := planning.Build(p, ids(), planning.Decision{By: "bob", At: noon}); !errors.Is(err, assistant.ErrMoved) || len(tasks) != 0 {
			t.Errorf("%s: %d tasks, %v", what, len(tasks), err)
		}
	}
	p := services(t)
	p.RequestedBy = "ann-by-her-other-account"
	if _, _, err := planning.Build(p, ids(), planning.Decision{By: "bob", At: noon}); err != nil {
		t.Errorf("the one it was shown as: %v", err)
	}
}

// TestAPlanApprovesWhatItShowed: what is written on the way is not approved with it, unless that was wished.
func TestAPlanApprovesWhatItShowed(t *testing.T) {
	written := json.RawMessage(`{"slug":"services","contentHtml":"<p>Pools</p>"}`)
	for _, c := range []struct {
		name   string
		unseen bool
		end    assistant.Effect // of the last step
		page   assistant.Consent
		run    bool
	}{
		{"approved", false, assistant.EffectReversible, assistant.ConsentFinished, false},
		{"approved, to be published unseen", true, assistant.EffectReversible, assistant.ConsentNone, true},
		{"unseen, though something cannot be undone", true, assistant.EffectIrreversible, assistant.ConsentFinished, false},
	} {
		p := services(t)
		p.Steps[2].Effect = c.end
		run, tasks, err := planning.Build(hashed(t, p), ids(), planning.Decision{By: "bob", At: noon, Unseen: c.unseen})
		if err != nil {
			t.Fatal(err)
		}
		if got, err := assistant.NeedsConsent(tasks[1], "", written, *p.Steps[1].Preview); got != c.page || err != nil {
			t.Errorf("%s: the page needs %q, want %q (%v)", c.name, got, c.page, err)
		}
		want := assistant.ConsentNone
		if c.end == assistant.EffectIrreversible {
			want = assistant.ConsentConfirm
		}
		if got, err := assistant.NeedsConsent(tasks[2], "", tasks[2].Parameters, *p.Steps[2].Preview); got != want || err != nil {
			t.Errorf("%s: what stood in the plan needs %q, want %q (%v)", c.name, got, want, err)
		}
		if run.Unseen != c.run || run.ApprovedBy != "bob" {
			t.Errorf("%s: the run says %v by %s", c.name, run.Unseen, run.ApprovedBy)
		}
	}
}
