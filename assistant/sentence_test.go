package assistant_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/assistant"
)

type kind string

func TestASentenceIsSaidInEnglishWithWhatItWasGiven(t *testing.T) {
	for want, s := range map[string]assistant.Sentence{
		"":                                     {},
		"100 %":                                assistant.Say("100 %%"),
		"There is no menu “A %s”.":             assistant.Say("There is no menu “%s”.", "A %s"),
		"3 of page, x and broken":              assistant.Say("%d of %s, %s and %s", int64(3), kind("page"), assistant.Verbatim("x"), errors.New("broken")),
		"That code is your own. Take another.": assistant.Say("That code is your own.").Then(assistant.Say("Take another.")),
		"Take another.":                        assistant.Sentence{}.Then(assistant.Say("Take another.")),
		"What a person wrote, 100 % of it, “%d”": assistant.Verbatim("What a person wrote, 100 % of it, “%d”"),
	} {
		if s.String() != want {
			t.Errorf("%q, want %q", s, want)
		}
	}
}

func TestAProblemIsKeptWithWhatItWasSaidOfAndReadAsItWas(t *testing.T) {
	menu := assistant.Say("There is no menu “%s”.", "That code is your own.")
	for _, p := range []assistant.Problem{
		{},
		{Side: assistant.SideInput, Message: menu, Recovery: assistant.Say("There are %d: %s.", 7, assistant.Say("Reject"))},
		{Message: assistant.Verbatim("That code is your own."), Recovery: menu.Then(assistant.Verbatim("It says so."))},
	} {
		raw, err := json.Marshal(p)
		if err != nil {
			t.Fatal(err)
		}
		var english struct{ Message, Recovery string }
		if err := json.Unmarshal(raw, &english); err != nil || english.Message != p.Message.String() || english.Recovery != p.Recovery.String() {
			t.Errorf("an earlier version reads %+v of %s: %v", english, raw, err)
		}
		var read assistant.Problem
		if err := json.Unmarshal(raw, &read); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(p, read); diff != "" {
			t.Error(diff)
		}
	}
}

// TestWhatCannotBeReadOfASentenceIsItsEnglishWords: a row of an earlier version, of a later one, or one that somebody has changed.
func TestWhatCannotBeReadOfASentenceIsItsEnglishWords(t *testing.T) {
	const words = "There is no menu “A”."
	for _, said := range []string{
		`null`, `"x"`, `[]`, `{}`, `{"message": 3}`, `{"message": {"key": 3}}`,
		`{"message": {"key": "There is no menu “%s”.", "args": ["B"]}}`,
		`{"message": {"key": "There is no menu “%s”."}}`,
		`{"message": {"key": "There is no menu “%s”.", "args": ["A", "A"]}}`,
		`{"message": {"key": "There is no menu “%s”.", "args": [["A"]]}}`,
		`{"message": {"key": "There is no menu “%s”.", "args": [true]}}`,
		`{"message": {"key": "%d", "args": [1.5]}}`,
		`{"message": ` + strings.Repeat(`{"key": "%s", "args": [`, 20) + `{"words": "There is no menu “A”."}` + strings.Repeat(`]}`, 20) + `}`,
	} {
		var p assistant.Problem
		if err := json.Unmarshal([]byte(`{"message": "There is no menu “A”.", "said": `+said+`}`), &p); err != nil {
			t.Errorf("%s: %v", said, err)
		}
		if !p.Message.Equal(assistant.Verbatim(words)) {
			t.Errorf("%s is read as %q with %v", said, p.Message.Key(), p.Message.Args())
		}
	}
}

// TestAResultIsKeptWithWhatItsSummaryWasMadeOf: an earlier version reads the English words, and what it wrote is read as it stands.
func TestAResultIsKeptWithWhatItsSummaryWasMadeOf(t *testing.T) {
	said := assistant.Say("Removed the %s “%s”", assistant.Label("page"), "Services")
	raw, err := json.Marshal(assistant.Result{Summary: said})
	if err != nil {
		t.Fatal(err)
	}
	var english struct{ Summary string }
	if err := json.Unmarshal(raw, &english); err != nil || english.Summary != "Removed the page “Services”" {
		t.Errorf("an earlier version reads %q of %s: %v", english.Summary, raw, err)
	}
	var now, before assistant.Result
	if err := json.Unmarshal(raw, &now); err != nil || !now.Summary.Equal(said) {
		t.Errorf("%s is read as %v: %v", raw, now.Summary, err)
	}
	if err := json.Unmarshal([]byte(`{"summary": "Removed the page “Services”"}`), &before); err != nil || !before.Summary.Equal(assistant.Verbatim(said.String())) {
		t.Errorf("an earlier row is read as %v: %v", before.Summary, err)
	}
}

func TestAListIsSaidAsPeopleWriteOneAndKept(t *testing.T) {
	days := []assistant.Sentence{
		assistant.Say("Monday"), assistant.Say("Tuesday"), assistant.Say("Wednesday"), assistant.Say("Thursday"), assistant.Say("Friday"), assistant.Say("Saturday"), assistant.Say("Sunday"),
	}
	for n, want := range []string{"", "Monday", "Monday and Tuesday", "Monday, Tuesday and Wednesday", 7: "Monday, Tuesday, Wednesday, Thursday, Friday, Saturday and Sunday"} {
		got := assistant.Listed(days[:n]...)
		if want == "" && n > 0 {
			continue
		}
		if got.String() != want {
			t.Errorf("%q, want %q", got, want)
		}
		whole := assistant.Say("it is due %s now", assistant.Say("%s, %s", assistant.Say("every %s at %s (%s)", got, "09:00", "UTC"), assistant.Say("once more")))
		raw, err := whole.Kept()
		if read, ok := assistant.ReadSentence(raw); err != nil || !ok || !read.Equal(whole) {
			t.Errorf("%s is read as %q: %v", raw, read, err)
		}
	}
}
