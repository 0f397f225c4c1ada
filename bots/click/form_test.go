package click_test

import (
	"errors"
	"maps"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/click"
)

// asked are questions: one of two, one of many, one that own words may answer instead, and one for own words.
func asked() assistant.Form {
	options := assistant.OptionsOf("red", "blue")
	return assistant.Clarification{Questions: []assistant.Question{
		{Key: "two", Options: options}, {Key: "many", Options: assistant.OptionsOf("1", "2", "3", "4", "5")}, {Key: "free", Options: options, Free: true}, {Key: "words"},
	}}.Form()
}

// changing changes what stands there: a text, one of two, one of many, a long text, JSON, and a yes or no.
func changing() assistant.Form {
	options := assistant.OptionsOf("red", "blue")
	return assistant.Form{Name: assistant.FormArguments, Elsewhere: assistant.Say("There is more."), Fields: []assistant.FormField{
		{Key: "text", Kind: assistant.FieldText, Value: "was"},
		{Key: "two", Kind: assistant.FieldChoice, Options: options, Value: "blue"},
		{Key: "many", Kind: assistant.FieldChoice, Options: assistant.OptionsOf("1", "2", "3", "4", "5"), Value: "1"},
		{Key: "long", Kind: assistant.FieldText, Value: "much too long"},
		{Key: "json", Kind: assistant.FieldJSON, Value: "{}"},
		{Key: "a.name.that.is.long", Kind: assistant.FieldText},
		{Key: "yes", Kind: assistant.FieldYesNo, Value: "true"},
	}}
}

// TestInputsAreCalledAsOldFormsCallThem: forms that are open while a new version comes are sent to it, and those of a new one to an old.
func TestInputsAreCalledAsOldFormsCallThem(t *testing.T) {
	room := click.Room{Most: 9, Value: 9, Name: 20, Options: 4}
	for name, c := range map[string]struct {
		form assistant.Form
		want []string
		rest bool
	}{
		"questions": {asked(), []string{"choice:0", "own:1", "choice:2", "own:2", "own:3"}, false},
		"arguments": {changing(), []string{"arg:text", "arg:two", "arg:yes"}, true},
		"others":    {assistant.Form{Name: assistant.FormChanges, Fields: []assistant.FormField{{Key: "changes", Kind: assistant.FieldText}}}, []string{"changes"}, false},
	} {
		var got []string
		inputs, rest := room.Inputs(c.form)
		for _, i := range inputs {
			got = append(got, i.Name)
		}
		if d := cmp.Diff(c.want, got); d != "" || rest != c.rest {
			t.Errorf("%s, more is left %v: %s", name, rest, d)
		}
	}
}

// TestQuestionsComeBeforeOwnWordsBesideThem where there is not room for all.
func TestQuestionsComeBeforeOwnWordsBesideThem(t *testing.T) {
	for most, want := range map[int]int{2: 2, 3: 3, 4: 4, 5: 5, 6: 5} {
		inputs, rest := click.Room{Most: most, Value: 9, Name: 20, Options: 4}.Inputs(asked())
		if len(inputs) != want || rest != (most < 4) {
			t.Errorf("%d inputs where there is room for %d, more is left %v", len(inputs), most, rest)
		}
		for _, i := range inputs {
			if i.Own && (i.Required || i.Label.IsZero()) || i.Key == "free" && i.Required != (most == 3 || most == 4) && !i.Own {
				t.Errorf("with room for %d: %+v", most, i)
			}
		}
	}
}

func TestWhatIsFilledInIsToldByTheKeys(t *testing.T) {
	room := click.Room{Most: 9, Value: 9, Name: 20, Options: 4}
	given := func(f assistant.Form, sent map[string]string) map[string]string {
		return room.Given(f, func(name string) (string, bool) {
			text, ok := sent[name]
			return text, ok
		})
	}
	for name, c := range map[string]struct {
		form       assistant.Form
		sent, want map[string]string
	}{
		"own words before an option":  {asked(), map[string]string{"choice:0": "o1", "own:1": "six", "choice:2": "o0", "own:2": "green", "own:3": "why"}, map[string]string{"two": "blue", "many": "six", "free": "green", "words": "why"}},
		"nothing":                     {asked(), nil, map[string]string{"two": "", "many": "", "free": "", "words": ""}},
		"what is no option":           {asked(), map[string]string{"choice:0": "o2", "choice:2": "ox", "own:2": " "}, map[string]string{"two": "", "many": "", "free": "", "words": ""}},
		"an option by its value":      {asked(), map[string]string{"choice:0": "blue"}, map[string]string{"two": "blue", "many": "", "free": "", "words": ""}},
		"what stands there":           {changing(), map[string]string{"arg:two": ""}, map[string]string{"text": "was", "two": "blue", "yes": "true"}},
		"what there was no room for":  {changing(), map[string]string{"arg:text": "is", "arg:many": "o3", "arg:json": "[]", "arg:yes": "o1"}, map[string]string{"text": "is", "two": "blue", "yes": "false"}},
		"a text that is emptied":      {changing(), map[string]string{"arg:text": ""}, map[string]string{"text": "", "two": "blue", "yes": "true"}},
		"a stranger beside the words": {changing(), map[string]string{"arg:who": "x", "who": "x"}, map[string]string{"text": "was", "two": "blue", "yes": "true"}},
	} {
		if got := given(c.form, c.sent); !maps.Equal(got, c.want) {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// TestWhatCannotBeSoIsShownAtItsInput, and what is about no field at the first one.
func TestWhatCannotBeSoIsShownAtItsInput(t *testing.T) {
	room, form := click.Room{Most: 9, Value: 9, Name: 20, Options: 4}, changing()
	form.Fields[0].Most = 3
	_, err := room.Read(form, func(name string) (string, bool) { return "much", name == "arg:text" })
	wrong, ok := errors.AsType[*assistant.FieldError](err)
	if !ok || room.Named(form, wrong.Key) != "arg:text" || room.Named(form, "yes") != "arg:yes" || room.Named(form, "") != "arg:text" || room.Named(assistant.Form{}, "") != "" {
		t.Errorf("%v", err)
	}
}
