package main

import (
	"strings"
	"testing"

	"github.com/aisteam/aisteam/internal/packkit"
)

func entries(t *testing.T) []Entry {
	t.Helper()
	all, err := read()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func TestTheCorpusIsLargeAndHalfOfItIsHeldBack(t *testing.T) {
	count, held := map[string]int{}, 0
	seen := map[string]bool{}
	all := entries(t)
	for _, e := range all {
		count[e.Language+" "+e.Label]++
		if e.Held {
			held++
		}
		if seen[e.Language+e.Open+e.Text] {
			t.Errorf("%q is there twice", e.Text)
		}
		seen[e.Language+e.Open+e.Text] = true
	}
	if len(all) < 600 || held < len(all)*45/100 || held > len(all)*55/100 {
		t.Errorf("%d messages, %d of them held back", len(all), held)
	}
	for _, language := range languages() {
		for _, label := range append(requests(), decisions()...) {
			if count[language+" "+label] < 3 {
				t.Errorf("%s has %d messages that are %s", language, count[language+" "+label], label)
			}
		}
	}
}

// TestNoRuleIsWrongOnTheHalfForTuning: a rule that is wrong there is dropped, and the model decides.
func TestNoRuleIsWrongOnTheHalfForTuning(t *testing.T) {
	v := packkit.Vocabulary(t)
	for _, e := range mistaken(v, entries(t)) {
		if !e.Held {
			t.Errorf("%s: %q is %s, and the rules say %s", e.Language, e.Text, e.Label, judge(v, e))
		}
	}
}

// TestNothingIsAYesThatIsNone holds for every message, the half that is held back too: a yes that is not meant cannot be taken
// back. Praise and thanks ("Great, thank you Dana") are one where a plan has just been shown, so what is simple is not tried.
func TestNothingIsAYesThatIsNone(t *testing.T) {
	v := packkit.Vocabulary(t)
	for _, e := range entries(t) {
		for _, open := range []string{"plan", "approval"} {
			as := e
			as.Open = open
			if judge(v, as) == "yes" && e.Label != "yes" && e.Label != "simple" {
				t.Errorf("%s: %q (%s) is a yes to a %s", e.Language, e.Text, e.Label, open)
			}
		}
	}
}

func TestFiguresCountWhatIsRightWrongAndLeft(t *testing.T) {
	v := packkit.Vocabulary(t)
	some := []Entry{
		{Open: "plan", Label: "yes", Text: "yes"},
		{Open: "plan", Label: "yes", Text: "frobnicate the wibble"},
		{Open: "plan", Label: "no", Text: "yes"},
		{Label: "simple", Text: "What is SEO?"},
	}
	if f := count(v, some, "yes"); f != (Figures{Entries: 2, Right: 1, Left: 1, False: 1}) || f.Precision() != "0.50" || f.Recall() != "0.50" {
		t.Errorf("%+v, precision %s, recall %s", f, f.Precision(), f.Recall())
	}
	if f := count(v, some, "no"); f != (Figures{Entries: 1, Wrong: 1}) || f.Precision() != "-" {
		t.Errorf("%+v, precision %s", f, f.Precision())
	}
	if all := mistaken(v, some); len(all) != 1 || all[0].Label != "no" {
		t.Errorf("%+v", all)
	}
}

func TestALineThatCannotBeReadSaysWhy(t *testing.T) {
	for line, want := range map[string]string{
		"tuning | plan | yes":             "four columns",
		"later | plan | yes | ok":         "neither tuning nor heldout",
		"tuning | window | yes | ok":      "nothing called",
		"tuning | - | yes | ok":           "no label here",
		"tuning | plan | complex | build": "no label here",
		"tuning | plan | yes | ":          "no words",
	} {
		if _, err := parse(line); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", line, err, want)
		}
	}
	var out strings.Builder
	if err := run(&out, "tuning", false); err != nil || !strings.Contains(out.String(), "0 wrong") || strings.Contains(out.String(), "heldout") {
		t.Errorf("%v\n%s", err, out.String())
	}
}
