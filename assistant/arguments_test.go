package assistant_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/aisteam/aisteam/assistant"
)

func TestAFormChangesTextsNumbersAndYesOrNo(t *testing.T) {
	raw := json.RawMessage(`{"title":"Hours","stock":3,"draft":true,"tags":["a"],"meta":{"x":1},"none":null}`)
	want := []assistant.Argument{{Name: "draft", Value: "true"}, {Name: "stock", Value: "3"}, {Name: "title", Value: "Hours"}}
	if diff := cmp.Diff(want, assistant.EditableArguments(raw), cmpopts.IgnoreUnexported(assistant.Argument{})); diff != "" {
		t.Error(diff)
	}
	for name, c := range map[string]struct {
		form map[string]string
		want string
	}{
		"a text":       {map[string]string{"title": "Opening hours"}, `{"title":"Opening hours","stock":3,"draft":true,"tags":["a"],"meta":{"x":1},"none":null}`},
		"a number":     {map[string]string{"stock": " 12.50 "}, `{"title":"Hours","stock":12.50,"draft":true,"tags":["a"],"meta":{"x":1},"none":null}`},
		"a yes or no":  {map[string]string{"draft": "False"}, `{"title":"Hours","stock":3,"draft":false,"tags":["a"],"meta":{"x":1},"none":null}`},
		"nothing":      {map[string]string{"title": "Hours", "stock": "3"}, string(raw)},
		"no number":    {map[string]string{"stock": "many"}, ""},
		"no yes or no": {map[string]string{"draft": "perhaps"}, ""},
		"a list":       {map[string]string{"tags": "b"}, ""},
		"a stranger":   {map[string]string{"owner": "me"}, ""},
	} {
		got, err := assistant.WithArguments(raw, c.form)
		if c.want == "" {
			if err == nil {
				t.Errorf("%s: %s", name, got)
			}
			continue
		}
		if diff := cmp.Diff(hash(t, c.want), hash(t, string(got))); err != nil || diff != "" {
			t.Errorf("%s: %s, %v", name, got, err)
		}
	}
}

func hash(t *testing.T, arguments string) string {
	t.Helper()
	h, err := assistant.ConsentHash("t", json.RawMessage(arguments), assistant.Preview{})
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func TestChangesOfArgumentsAreToldByName(t *testing.T) {
	got := assistant.ArgumentChanges(json.RawMessage(`{"title":"Hours","stock":3,"tags":["a"],"gone":"x"}`), json.RawMessage(`{"title":"Opening hours","stock":3.0,"tags":["a","b"],"new":true}`))
	want := []assistant.Field{
		{Name: "gone", Old: "x"}, {Name: "new", New: "true"}, {Name: "tags", Old: `["a"]`, New: `["a","b"]`}, {Name: "title", Old: "Hours", New: "Opening hours"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestWhatAPersonHasWrittenIsBoundByItself: to exactly these arguments over this old state; what cannot be undone is asked once more.
func TestWhatAPersonHasWrittenIsBoundByItself(t *testing.T) {
	mine, other := json.RawMessage(`{"title":"mine"}`), json.RawMessage(`{"title":"other"}`)
	now := assistant.Preview{State: "old", Wanted: "new"}
	bound, err := assistant.ChangedHash("write", mine, now)
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		effect    assistant.Effect
		arguments json.RawMessage
		now       assistant.Preview
		want      assistant.Consent
	}{
		"as it was written": {assistant.EffectReversible, mine, assistant.Preview{State: "old", Wanted: "whatever comes of it"}, assistant.ConsentNone},
		"other arguments":   {assistant.EffectReversible, other, now, assistant.ConsentMoved},
		"another old state": {assistant.EffectReversible, mine, assistant.Preview{State: "moved", Wanted: "new"}, assistant.ConsentMoved},
		"it is for good":    {assistant.EffectIrreversible, mine, now, assistant.ConsentMoved},
	} {
		got, err := assistant.NeedsConsent(assistant.Task{Type: "write", Effect: c.effect, Parameters: mine, ApprovedHash: bound}, "", c.arguments, c.now)
		if err != nil || got != c.want {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
}
