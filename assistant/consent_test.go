package assistant_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// TestWhatIsApprovedHashesTheSameHoweverItWasKept: a database sorts keys, writes numbers its own way and keeps no NULs.
func TestWhatIsApprovedHashesTheSameHoweverItWasKept(t *testing.T) {
	hash := func(args string) string {
		h, err := assistant.ConsentHash("create_page", json.RawMessage(args), assistant.Preview{State: "old"})
		if err != nil {
			t.Fatalf("%s: %v", args, err)
		}
		return h
	}
	for _, same := range [][2]string{
		{`{"b":1,"a":2}`, `{ "a" : 2, "b" : 1 }`},
		{`{"n":1e2}`, `{"n":100}`},
		{`{"n":1e25}`, `{"n":10000000000000000000000000}`},
		{`{"n":0.10}`, `{"n":0.1}`},
		{`{"n":1.5e-3}`, `{"n":0.0015}`},
		{`{"n":-0}`, `{"n":0}`},
		{`{"s":"a\u0000b"}`, `{"s":"a\ufffdb"}`},
		{`{"s":"<b>&"}`, `{"s":"\u003cb\u003e\u0026"}`},
	} {
		if hash(same[0]) != hash(same[1]) {
			t.Errorf("%s and %s mean the same", same[0], same[1])
		}
	}
	for _, other := range [][2]string{
		{`{"n":9007199254740993}`, `{"n":9007199254740992}`}, {`{"n":1}`, `{"n":"1"}`}, {`{"n":[1,2]}`, `{"n":[2,1]}`}, {`{"a":""}`, `{}`},
	} {
		if hash(other[0]) == hash(other[1]) {
			t.Errorf("%s and %s do not mean the same", other[0], other[1])
		}
	}
	for _, bad := range []string{`{"n":1e999999999}`, `{`} {
		if _, err := assistant.ConsentHash("create_page", json.RawMessage(bad), assistant.Preview{}); err == nil {
			t.Errorf("%s has a hash", bad)
		}
	}
}

// TestAPlansHashIsOfWhatIsShown: who asked may be known under another id since, and time goes on; all else counts.
func TestAPlansHashIsOfWhatIsShown(t *testing.T) {
	plan := assistant.Plan{ID: "p", Version: 2, Title: "Services", RequestedBy: "anna", Hash: "x", ExpiresAt: time.Unix(9, 0), Steps: []assistant.Step{
		{Key: "page", Type: "create_page", Parameters: json.RawMessage(`{"slug":"services","n":1e2}`), Preview: &assistant.Preview{State: "old"}},
	}}
	first, err := assistant.PlanHash(plan)
	if err != nil {
		t.Fatal(err)
	}
	change := func(f func(*assistant.Plan)) string {
		p := plan
		p.Steps = append([]assistant.Step(nil), plan.Steps...)
		f(&p)
		h, err := assistant.PlanHash(p)
		if err != nil {
			t.Fatal(err)
		}
		return h
	}
	if change(func(p *assistant.Plan) {
		p.RequestedBy, p.Hash, p.ExpiresAt = "anna-linked", first, time.Time{}
		p.Steps[0].Parameters = json.RawMessage(`{"n": 100, "slug": "services"}`)
	}) != first {
		t.Error("the same plan, kept by a database, has another hash")
	}
	for what, f := range map[string]func(*assistant.Plan){
		"version":    func(p *assistant.Plan) { p.Version = 3 },
		"parameters": func(p *assistant.Plan) { p.Steps[0].Parameters = json.RawMessage(`{"slug":"prices","n":1e2}`) },
		"old state":  func(p *assistant.Plan) { p.Steps[0].Preview = &assistant.Preview{State: "older"} },
		"warnings": func(p *assistant.Plan) {
			p.Steps[0].Preview = &assistant.Preview{State: "old", Warnings: []assistant.Sentence{assistant.Say("a script")}}
		},
		"owner": func(p *assistant.Plan) { p.Steps[0].Owner = "nico" },
	} {
		if change(f) == first {
			t.Errorf("another %s has the same hash", what)
		}
	}
}

func TestOnlyWhatCanBeUndoneMayGoUnseen(t *testing.T) {
	open, closed := json.RawMessage(`{"html":{"$from":"draft","field":"html"}}`), json.RawMessage(`{"html":"x"}`)
	step := func(e assistant.Effect, p json.RawMessage) assistant.Step {
		return assistant.Step{Effect: e, Parameters: p}
	}
	for _, c := range []struct {
		name  string
		steps []assistant.Step
		want  bool
	}{
		{"nothing is open", []assistant.Step{step(assistant.EffectReversible, closed)}, false},
		{"only what changes nothing is open", []assistant.Step{step(assistant.EffectNone, open)}, false},
		{"a page with a text to be written", []assistant.Step{step(assistant.EffectNone, closed), step(assistant.EffectReversible, open)}, true},
		{"and something that cannot be undone", []assistant.Step{step(assistant.EffectReversible, open), step(assistant.EffectIrreversible, closed)}, false},
	} {
		if got := (assistant.Plan{Steps: c.steps}).MayGoUnseen(); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}
