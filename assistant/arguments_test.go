package assistant_test

import (
	"encoding/json"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/assistant"
)

// TestAFormChangesTextsNumbersAndYesOrNo: so it is for an approval whose schema nobody looked at, as earlier versions wrote it.
func TestAFormChangesTextsNumbersAndYesOrNo(t *testing.T) {
	raw := json.RawMessage(`{"title":"Hours","stock":3,"draft":true,"tags":["a"],"meta":{"x":1},"none":null}`)
	ask := assistant.Approval{Arguments: raw}
	want := []assistant.FormField{
		{Key: "draft", Kind: assistant.FieldYesNo, Label: assistant.Label("draft"), Options: assistant.OptionsOf("true", "false"), Value: "true"},
		{Key: "stock", Kind: assistant.FieldNumber, Label: assistant.Label("stock"), Value: "3"},
		{Key: "title", Kind: assistant.FieldText, Label: assistant.Label("title"), Value: "Hours"},
	}
	if diff := cmp.Diff(want, ask.ArgumentsForm().Fields); diff != "" {
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
		got, err := ask.Filled(c.form)
		if c.want == "" {
			var wrong *assistant.FieldError
			if !errors.As(err, &wrong) || c.form[wrong.Key] == "" {
				t.Errorf("%s: %s, %v", name, got, err)
			}
			continue
		}
		if diff := cmp.Diff(hash(t, c.want), hash(t, string(got))); err != nil || diff != "" {
			t.Errorf("%s: %s, %v", name, got, err)
		}
	}
}

// TestAFormCallsAnArgumentAsItsCardDoes, and by its own name where the card does not show it.
func TestAFormCallsAnArgumentAsItsCardDoes(t *testing.T) {
	ask := assistant.Approval{
		Arguments: json.RawMessage(`{"body":"The logo looks blurry","priority":"high","secret":"x"}`),
		Preview:   assistant.Preview{Fields: []assistant.Field{{Name: "Details", Key: "body"}, {Name: "Priority", Key: "priority"}, {Name: "Project"}, {Key: "secret"}}},
	}
	got := map[string]assistant.Sentence{}
	for _, f := range ask.ArgumentsForm().Fields {
		got[f.Key] = f.Label
	}
	want := map[string]assistant.Sentence{"body": assistant.Label("Details"), "priority": assistant.Label("Priority"), "secret": assistant.Label("secret")}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestAFormChangesWhatStandsWithinOtherThings: each in its place, and nothing beside it.
func TestAFormChangesWhatStandsWithinOtherThings(t *testing.T) {
	ask := assistant.Approval{
		Arguments: json.RawMessage(`{"a.b":"x","meta":{"deep":[1,{"k":2}],"n":1.0},"rows":[{"size":"S","url":"/a"},{"size":"M","url":"/b"}],"tags":["x","y"]}`),
		Form: []assistant.FormField{
			{Key: `["a.b"]`, Kind: assistant.FieldText},
			{Key: "meta", Kind: assistant.FieldJSON},
			{Key: "rows[1].size", Kind: assistant.FieldChoice, Options: assistant.OptionsOf("S", "M")},
			{Key: "tags", Kind: assistant.FieldLines, Entries: assistant.FieldText},
			{Key: "gone", Kind: assistant.FieldText},
		},
	}
	var shown []string
	for _, f := range ask.ArgumentsForm().Fields {
		shown = append(shown, f.Key+"="+f.Value)
	}
	if diff := cmp.Diff([]string{`["a.b"]=x`, `meta={"deep":[1,{"k":2}],"n":1.0}`, "rows[1].size=M", "tags=x\ny"}, shown); diff != "" {
		t.Error(diff)
	}
	got, err := ask.Filled(map[string]string{`["a.b"]`: "y", "rows[1].size": "S", "tags": " z \n\n y", "meta": ` {"n":2} `})
	if want := `{"a.b":"y","meta":{"n":2},"rows":[{"size":"S","url":"/a"},{"size":"S","url":"/b"}],"tags":["z","y"]}`; err != nil || string(got) != want {
		t.Errorf("%s, %v", got, err)
	}
	for at, text := range map[string]string{"rows[1].size": "XL", "meta": "{", "rows[0].size": "M", "gone": "x", "": "x"} {
		var wrong *assistant.FieldError
		if got, err := ask.Filled(map[string]string{at: text}); !errors.As(err, &wrong) || wrong.Key != at {
			t.Errorf("%q at %s: %s, %v", text, at, got, err)
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
		{Name: "gone", Old: "x"}, {Name: "new", New: "true"}, {Name: "tags", Old: "a", New: "a\nb"}, {Name: "title", Old: "Hours", New: "Opening hours"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestChangesAreToldPlaceByPlace: of what stands within other things, only what is different.
func TestChangesAreToldPlaceByPlace(t *testing.T) {
	got := assistant.ArgumentChanges(json.RawMessage(`{"rows":[{"size":"S","url":"/a"},{"size":"M"}],"meta":{"a":{"b":1}}}`), json.RawMessage(`{"rows":[{"size":"L","url":"/a"}],"meta":{"a":{"b":2}}}`))
	want := []assistant.Field{{Name: "meta.a.b", Old: "1", New: "2"}, {Name: "rows[0].size", Old: "S", New: "L"}, {Name: "rows[1].size", Old: "M"}}
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
