package main

import (
	"strings"
	"testing"
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

// player is the one of the team that is compiled in.
func player(t *testing.T) *Player {
	t.Helper()
	p, err := newPlayer()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestNoRuleIsWrong: where a rule speaks, of a yes, a no, a stop, an undo, a retry, a default or a pick, it is right, in both halves. All
// else a model says.
func TestNoRuleIsWrong(t *testing.T) {
	p, ruled := player(t), 0
	for _, e := range entries(t) {
		if e.Open == "" {
			continue
		}
		said := p.ruled(e)
		if said != "" {
			ruled++
		}
		if said != "" && said != e.Label {
			t.Errorf("%s: %q is %s, and the rules say %s", e.Language, e.Text, e.Label, said)
		}
	}
	if ruled < 150 {
		t.Errorf("rules say what %d messages are", ruled)
	}
}

// TestNothingIsAYesThatIsNone holds for every message, the half that is held back too: a yes that is not meant cannot be taken
// back. Praise and thanks ("Great, thank you Dana") are one where a plan has just been shown, so what is simple is not tried.
func TestNothingIsAYesThatIsNone(t *testing.T) {
	p := player(t)
	for _, e := range entries(t) {
		for _, open := range []string{openPlan, openApproval} {
			as := e
			as.Open = open
			if p.ruled(as) == "yes" && e.Label != "yes" && e.Label != "simple" {
				t.Errorf("%s: %q (%s) is a yes to a %s", e.Language, e.Text, e.Label, open)
			}
		}
	}
}

// TestTheFirstStepDecides what becomes of a request, in whatever language.
func TestTheFirstStepDecides(t *testing.T) {
	p := player(t)
	for text, want := range map[string]string{
		"What is SEO?": "simple", "Create a ticket: the contact form is broken": "tool", "Erstelle ein Ticket: das Formular ist kaputt": "tool",
		"Please create a new webpage called Services": "complex", "Crea una página llamada Servicios": "complex",
	} {
		said, err := p.says(t.Context(), Entry{Text: text})
		if err != nil || said.Label != want || said.Rule {
			t.Errorf("%q is %+v, %v", text, said, err)
		}
	}
}

func TestFiguresCountWhatIsRightWrongAndByARule(t *testing.T) {
	some := []Taken{
		{Entry{Open: "plan", Label: "yes"}, Said{"yes", true}},
		{Entry{Open: "plan", Label: "yes"}, Said{"aside", false}},
		{Entry{Open: "plan", Label: "no"}, Said{"yes", true}},
		{Entry{Label: "simple"}, Said{"simple", false}},
	}
	if f := count(some, "yes"); f.Entries != 2 || f.Right != 1 || f.Ruled != 1 || f.Misruled != 0 || f.False != 1 || f.Precision() != "0.50" || f.Recall() != "0.50" {
		t.Errorf("%+v, precision %s, recall %s", f, f.Precision(), f.Recall())
	}
	if f := count(some, "no"); f.Entries != 1 || f.Right != 0 || f.Misruled != 1 || f.Precision() != "-" {
		t.Errorf("%+v, precision %s", f, f.Precision())
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
	if err := run(t.Context(), &out, "tuning", false); err != nil || !strings.Contains(out.String(), "are wrong on 0") || strings.Contains(out.String(), "heldout") {
		t.Errorf("%v\n%s", err, out.String())
	}
}
