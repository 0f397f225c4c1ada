package executor_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/executor"
	"github.com/aisteam/aisteam/internal/packkit"
)

// ring is what Anna sets by hand.
type ring struct {
	sound, said string
	did         int
}

// byHand is an executor with tools of which one changes a setting, one has none to change here, and one changes something else.
func byHand(t *testing.T, r *ring) *executor.Executor {
	t.Helper()
	type arguments struct {
		Sound string `json:"sound,omitempty"`
		Until string `json:"until,omitempty"`
		Loud  bool   `json:"loud,omitempty"`
		Off   bool   `json:"off,omitempty"`
	}
	schema := tools.Arguments[arguments]()
	schema.Properties["sound"].Enum = []any{"bell", "horn"}
	own := func(name string, holds func(context.Context, tools.Call) (tools.Held, error)) tools.Tool {
		return tools.Tool{
			Name: name, Label: "Choose a sound", Description: "d", Class: assistant.ClassOwn, Effect: assistant.EffectNone, Idempotent: true, Answers: true, Arguments: schema, Holds: holds,
			Run: func(_ context.Context, c tools.Call) (assistant.Receipt, error) {
				r.did++
				r.sound, r.said = string(c.Arguments), c.Said
				if c.Asker.ID != "anna" || c.Began.IsZero() {
					t.Errorf("it is called for %+v, begun at %s", c.Asker, c.Began)
				}
				return assistant.Receipt{Result: assistant.Result{Summary: assistant.Verbatim("It rings.")}}, nil
			},
		}
	}
	holds := func(context.Context, tools.Call) (tools.Held, error) {
		return tools.Held{Values: map[string]string{"sound": "bell", "until": "Friday", "loud": ""}, Emptied: map[string]string{"until": "off"}}, nil
	}
	absent := func(context.Context, tools.Call) (tools.Held, error) { return tools.Held{}, assistant.ErrNotFound }
	other := tools.Tool{
		Name: "look", Label: "Look", Description: "d", Class: assistant.ClassQuery, Effect: assistant.EffectNone, Idempotent: true, Answers: true, Arguments: tools.Arguments[struct{}](),
		Run: func(context.Context, tools.Call) (assistant.Receipt, error) {
			t.Error("it is set by hand")
			return assistant.Receipt{}, nil
		},
	}
	e, err := executor.New(executor.Config{
		Team:   packkit.TeamOf(t, tools.Pack{Name: "test", Tools: []tools.Tool{own("ring", holds), own("whole", nil), own("absent", absent), other}}),
		Ledger: &ledger{}, Own: &diary{}, IDs: assistant.NewIDs(time.Now, zeros{}), Now: func() time.Time { return noon },
	})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// theirs is Anna, or somebody else.
func theirs(change ...func(*executor.SetBy)) executor.SetBy {
	by := executor.SetBy{Tenant: tenant, Person: assistant.Person{ID: "anna", Tenant: tenant, Role: assistant.RoleMember}, Key: "k"}
	for _, f := range change {
		f(&by)
	}
	return by
}

// TestSomebodySetsByHandWhatTheirToolsSet: each tool of class own has a form, with what holds where it says so.
func TestSomebodySetsByHandWhatTheirToolsSet(t *testing.T) {
	e := byHand(t, &ring{})
	all, err := e.Settings(t.Context(), theirs())
	if err != nil {
		t.Fatal(err)
	}
	got := map[string][]string{}
	for _, one := range all {
		for _, f := range one.Form.Fields {
			got[one.Name] = append(got[one.Name], f.Key+"="+f.Value)
		}
	}
	want := map[string][]string{"ring": {"sound=bell", "until=Friday", "loud=false"}, "whole": {"sound=", "until=", "loud=false", "off=false"}}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

// TestAFormCallsWithWhatWasFilledIn, and with nothing where it is sent as it stands.
func TestAFormCallsWithWhatWasFilledIn(t *testing.T) {
	for name, c := range map[string]struct {
		given map[string]string
		want  string // "" calls nothing
	}{
		"as it stands": {map[string]string{"sound": "bell", "until": "Friday", "loud": "no"}, ""},
		"another":      {map[string]string{"sound": "horn", "until": "Friday", "loud": "yes"}, `{"loud":true,"sound":"horn","until":"Friday"}`},
		"emptied":      {map[string]string{"sound": "bell", "until": " ", "loud": "no"}, `{"off":true,"sound":"bell"}`},
	} {
		r := &ring{}
		said, err := byHand(t, r).Set(t.Context(), theirs(), "ring", c.given)
		if err != nil || r.sound != c.want || (r.did == 1) != (c.want != "") || said.IsZero() {
			t.Errorf("%s: %q, called %d times with %s, %v", name, said, r.did, r.sound, err)
		}
	}
	r := &ring{}
	if _, err := byHand(t, r).Set(t.Context(), theirs(), "ring", map[string]string{"sound": "horn", "until": "Friday evening"}); err != nil || r.said != "Friday evening\nhorn" {
		t.Errorf("the person's own words are %q, %v", r.said, err)
	}
}

// TestNobodySetsByHandWhatIsNotTheirs: what no tool of class own sets, what is not there to be set, and what a guest asks for.
func TestNobodySetsByHandWhatIsNotTheirs(t *testing.T) {
	given := map[string]string{"sound": "horn"}
	for name, c := range map[string]struct {
		tool  string
		by    func(*executor.SetBy)
		given map[string]string
	}{
		"a query":         {"look", func(*executor.SetBy) {}, map[string]string{}},
		"nothing known":   {"nothing", func(*executor.SetBy) {}, given},
		"not there":       {"absent", func(*executor.SetBy) {}, given},
		"a guest":         {"ring", func(b *executor.SetBy) { b.Person.Role = assistant.RoleGuest }, given},
		"nobody":          {"ring", func(b *executor.SetBy) { b.Person.ID = "" }, given},
		"no such option":  {"ring", func(*executor.SetBy) {}, map[string]string{"sound": "drum"}},
		"no such field":   {"ring", func(*executor.SetBy) {}, map[string]string{"off": "true"}},
		"not to be drawn": {"whole", func(*executor.SetBy) {}, map[string]string{"sound": "horn", "volume": "9"}},
	} {
		r := &ring{}
		_, err := byHand(t, r).Set(t.Context(), theirs(c.by), c.tool, c.given)
		_, wrong := errors.AsType[*assistant.FieldError](err)
		if r.did > 0 || !wrong && !errors.Is(err, assistant.ErrNotFound) {
			t.Errorf("%s: called %d times, %v", name, r.did, err)
		}
	}
	if all, err := byHand(t, &ring{}).Settings(t.Context(), theirs(func(b *executor.SetBy) { b.Person.Role = assistant.RoleGuest })); err != nil || len(all) > 0 {
		t.Errorf("a guest has %+v, %v", all, err)
	}
}
