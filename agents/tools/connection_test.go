package tools_test

import (
	"context"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
)

func calendarForm() tools.ConnectionForm {
	return tools.ConnectionForm{
		ConnectionForm: assistant.ConnectionForm{
			Kind: "caldav", Label: "Calendar", Says: "a calendar", Choice: "Its calendar", Gives: []assistant.Capability{"calendar"}, Tested: true,
			Fields: []assistant.FormField{
				{Key: "server", Label: assistant.Label("Server"), Kind: assistant.FieldAddress, Most: 500, Required: true, Binds: true},
				{Key: "key", Label: assistant.Label("Key"), Kind: assistant.FieldSecret, Most: 200},
			},
		},
		Test: func(context.Context, tools.ConnectionTest) (assistant.Sentence, error) {
			return assistant.Verbatim("It answers."), nil
		},
	}
}

func TestFormsOfConnectionsThatAreNotWholeAreRefused(t *testing.T) {
	if err := tools.CheckForms(calendarForm()); err != nil {
		t.Fatalf("a whole form: %v", err)
	}
	cases := map[string]struct {
		change func(*tools.ConnectionForm)
		want   string
	}{
		"odd kind":          {func(f *tools.ConnectionForm) { f.Kind = "Cal DAV" }, "its kind"},
		"no label":          {func(f *tools.ConnectionForm) { f.Label = "" }, "no words for people"},
		"no words":          {func(f *tools.ConnectionForm) { f.Says = "" }, "no words for people"},
		"no choice":         {func(f *tools.ConnectionForm) { f.Choice = "" }, "no words for people"},
		"gives nothing":     {func(f *tools.ConnectionForm) { f.Gives = nil }, "gives nothing"},
		"says it is tested": {func(f *tools.ConnectionForm) { f.Test = nil }, "can be tried"},
		"does not say it":   {func(f *tools.ConnectionForm) { f.Tested = false }, "can be tried"},
		"odd key":           {func(f *tools.ConnectionForm) { f.Fields[0].Key = "" }, "the key"},
		"a key twice":       {func(f *tools.ConnectionForm) { f.Fields[0].Key = "key" }, "twice"},
		"no field label":    {func(f *tools.ConnectionForm) { f.Fields[0].Label = assistant.Sentence{} }, "no label"},
		"no bound":          {func(f *tools.ConnectionForm) { f.Fields[0].Most = 0 }, "no bound"},
		"unknown field":     {func(f *tools.ConnectionForm) { f.Fields[0].Kind = "colour" }, "unknown kind"},
		"two secrets":       {func(f *tools.ConnectionForm) { f.Fields[0].Kind = assistant.FieldSecret }, "2 secrets"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			f := calendarForm()
			c.change(&f)
			if err := tools.CheckForms(f); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error = %v, want one about %q", err, c.want)
			}
		})
	}
	if err := tools.CheckForms(calendarForm(), calendarForm()); err == nil || !strings.Contains(err.Error(), "two of that kind") {
		t.Errorf("two of a kind: %v", err)
	}
}

func TestAProjectHasWhatItsConnectionsGive(t *testing.T) {
	p := assistant.Project{Connections: []assistant.Connection{{Kind: "folder", Gives: []assistant.Capability{"site"}}}}
	if !p.Has("site") || p.Has("calendar") || (assistant.Project{}).Has("site") {
		t.Error("a project has what no connection gives, or has not what one gives")
	}
	if c, ok := p.Connected("folder"); !ok || c.Kind != "folder" {
		t.Error("the connection is not found by its kind")
	}
	if _, ok := p.Connected("wordpress"); ok {
		t.Error("a connection is found that is not there")
	}
}
