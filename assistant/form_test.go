package assistant_test

import (
	"encoding/json"
	"errors"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/assistant"
)

// everyKind is a form with a field of each kind.
func everyKind() assistant.Form {
	some := assistant.OptionsOf("red", "blue")
	return assistant.Form{Fields: []assistant.FormField{
		{Key: "text", Kind: assistant.FieldText},
		{Key: "short", Kind: assistant.FieldText, Label: assistant.Label("Short"), Most: 5},
		{Key: "at", Kind: assistant.FieldAddress, Most: 50},
		{Key: "secret", Kind: assistant.FieldSecret, Most: 50},
		{Key: "number", Kind: assistant.FieldNumber},
		{Key: "hours", Kind: assistant.FieldNumber, Label: assistant.Label("Hours"), Least: 1, Most: 24},
		{Key: "yes", Kind: assistant.FieldYesNo},
		{Key: "colour", Kind: assistant.FieldChoice, Label: assistant.Label("Colour"), Options: some},
		{Key: "own", Kind: assistant.FieldChoice, Label: assistant.Verbatim("Which?"), Options: some, Free: true, Most: 8},
		{Key: "day", Kind: assistant.FieldDate},
		{Key: "lines", Kind: assistant.FieldLines, Entries: assistant.FieldNumber},
		{Key: "json", Kind: assistant.FieldJSON},
	}}
}

func TestAFormReadsWhatIsWrittenIntoIt(t *testing.T) {
	for _, c := range []struct{ key, given, value string }{
		{"text", " as \n it is ", `" as \n it is "`},
		{"text", "no \x00 zero", `"no  zero"`},
		{"short", " äöüß \x00", `"äöüß"`},
		{"secret", " s3cret ", `"s3cret"`},
		{"number", " -1.50 ", `-1.50`},
		{"hours", " 24", `24`},
		{"yes", "TRUE", `true`},
		{"yes", "no", `false`},
		{"yes", "yes", `true`},
		{"colour", " red ", `"red"`},
		{"colour", "", `""`},
		{"own", "green", `"green"`},
		{"day", " 2026-12-31 ", `"2026-12-31"`},
		{"lines", "1\n\n 2 \r\n", `[1,2]`},
		{"lines", "", `[]`},
		{"json", ` {"a":[1]} `, `{"a":[1]}`},
	} {
		got, err := everyKind().Values(map[string]string{c.key: c.given})
		if err != nil || string(got[c.key]) != c.value || len(got) != 1 {
			t.Errorf("%s of %q is %s, %v", c.key, c.given, got, err)
		}
	}
}

// TestAFormSaysWhichFieldCannotBeSo, and why, in words for whoever filled it in.
func TestAFormSaysWhichFieldCannotBeSo(t *testing.T) {
	for _, c := range []struct{ key, given, says string }{
		{"text", "\xff", "is not UTF-8 text."},
		{"short", "sixsix", "“Short” is longer than 5 characters."},
		{"secret", strings.Repeat("s", 51), "is longer than 50 characters."},
		{"number", "many", "Numbers are written in digits"},
		{"number", "", "Numbers are written in digits"},
		{"hours", "0", "Hours must be a number from 1 to 24."},
		{"hours", "25", "Hours must be a number from 1 to 24."},
		{"hours", "1.5", "Hours must be a number from 1 to 24."},
		{"hours", "99999999999999999999", "Hours must be a number from 1 to 24."},
		{"yes", "perhaps", "a yes or no as “true” or “false”"},
		{"colour", "green", "Choose one of the options for: Colour"},
		{"own", "much too long", "“Which?” is longer than 8 characters."},
		{"lines", "1\ntwo", "does not fit"},
		{"json", "{", "does not fit"},
		{"stranger", "x", "Nobody has asked for stranger."},
	} {
		got, err := everyKind().Values(map[string]string{c.key: c.given})
		wrong, ok := errors.AsType[*assistant.FieldError](err)
		if !ok || wrong.Key != c.key || !strings.Contains(wrong.Message.String(), c.says) || got != nil {
			t.Errorf("%s of %q is %s, %v", c.key, c.given, got, err)
		}
	}
}

// TestAFormIsNeverChanged by what is made of it, and a secret is never put into one.
func TestAFormIsNeverChanged(t *testing.T) {
	form, same := everyKind(), everyKind()
	given := map[string]string{"text": "x", "secret": "s3cret", "colour": "", "number": "3"}
	filled := form.With(given)
	if _, err := filled.Values(given); err != nil {
		t.Fatal(err)
	}
	if got := slices.Sorted(maps.Keys(filled.Changed(given))); !slices.Equal(got, []string{"secret"}) {
		t.Errorf("what stands there already is changed: %v", got)
	}
	if !reflect.DeepEqual(form, same) {
		t.Error("the form is another now")
	}
	if secret, _ := filled.Field("secret"); secret.Value != "" {
		t.Error("a secret stands in a form")
	}
}

// TestFieldsAreKeptAsEarlierVersionsKeptThem: whoever reads an approval, before or after this version, finds the same form.
func TestFieldsAreKeptAsEarlierVersionsKeptThem(t *testing.T) {
	const kept = `{"title":"Do it","form":[{"at":"kind","kind":"choice","options":["S","M"]},{"at":"tags","kind":"lines","entries":"text"},{"at":"title","kind":"text"}]}`
	var ask assistant.Approval
	if err := json.Unmarshal([]byte(kept), &ask); err != nil {
		t.Fatal(err)
	}
	want := []assistant.FormField{
		{Key: "kind", Kind: assistant.FieldChoice, Options: assistant.OptionsOf("S", "M")}, {Key: "tags", Kind: assistant.FieldLines, Entries: assistant.FieldText}, {Key: "title", Kind: assistant.FieldText},
	}
	if d := cmp.Diff(want, ask.Form); d != "" {
		t.Error(d)
	}
	ask.Form[0].Label, ask.Form[0].Value = assistant.Label("Kind"), "S"
	raw, err := json.Marshal(ask.Form)
	if err != nil || !strings.Contains(kept, string(raw)) {
		t.Errorf("kept as %s, %v", raw, err)
	}
}

// TestQuestionsAreAForm: each by its key, with what is taken where it is left empty.
func TestQuestionsAreAForm(t *testing.T) {
	const kept = `{"questions":[{"key":"tone","text":"Which tone?","reason":"It sets it.","options":[{"value":"warm","label":"Warm"}],"default":"warm","free":false},{"key":"why","text":"Why?","reason":"","free":true}]}`
	var c assistant.Clarification
	if err := json.Unmarshal([]byte(kept), &c); err != nil {
		t.Fatal(err)
	}
	want := []assistant.FormField{
		{
			Key: "tone", Kind: assistant.FieldChoice, Label: assistant.Verbatim("Which tone?"), Hint: assistant.Verbatim("It sets it."),
			Options: []assistant.Option{{Value: "warm", Label: "Warm"}}, Default: "warm", Long: true, Most: 4000,
		},
		{Key: "why", Kind: assistant.FieldText, Label: assistant.Verbatim("Why?"), Free: true, Required: true, Long: true, Most: 4000},
	}
	if d := cmp.Diff(want, c.Form().Fields); d != "" {
		t.Error(d)
	}
}

// TestSettingsAreAForm: what is set comes back as it is, whatever it is, and what cannot be is refused by the same bounds.
func TestSettingsAreAForm(t *testing.T) {
	for _, set := range []assistant.Settings{
		assistant.DefaultSettings(), assistant.FirstSettings(),
		{GuestsTalk: true, ApprovalHours: 168, PlanHours: 1, DailyTokens: assistant.MaxDailyTokens, InputCents: 7, OutputCents: 9, Steering: assistant.SteeringQueue},
	} {
		given := map[string]string{}
		for _, f := range set.Form().Fields {
			given[f.Key] = f.Value
		}
		if got, err := assistant.SettingsOf(given); err != nil || got != set || set.Check() != nil {
			t.Errorf("%+v comes back as %+v, %v", set, got, err)
		}
		var told map[string]json.RawMessage
		if raw, err := json.Marshal(set); err != nil || json.Unmarshal(raw, &told) != nil || len(told) != len(given) {
			t.Errorf("%d of %d settings are asked for", len(given), len(told))
		}
	}
	if got, err := assistant.SettingsOf(map[string]string{"approvalHours": "1", "dailyCents": " "}); err != nil || got.DailyCents != 0 {
		t.Errorf("%+v, %v", got, err)
	}
}
