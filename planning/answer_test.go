package planning_test

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/assistant"
)

// three is a brief with three open questions.
func three() assistant.Brief {
	options := func(labels ...string) []assistant.Option {
		var out []assistant.Option
		for _, l := range labels {
			out = append(out, assistant.Option{Value: l, Label: l})
		}
		return out
	}
	return assistant.Brief{
		Plan: "p", Status: assistant.PlanGathering, Request: "Please create a new webpage called Services", RequestedBy: "ann",
		Project: "p-aquaverter", Goal: "Create a page.", Title: "Create Services", Values: map[string]string{"title": "Services"},
		Requirements: []assistant.Requirement{
			{Required: true, Question: assistant.Question{Key: "title", Text: "What is it called?", Free: true}},
			{Required: true, Question: assistant.Question{
				Key: "language", Text: "Which language is it to be in?", Free: true, Options: options("English", "French", "German"), Default: "English",
			}},
			{Required: true, Question: assistant.Question{
				Key: "audience", Text: "Who is it for?", Free: true, Options: options("New visitors", "Existing customers"), Default: "New visitors",
			}},
			{Required: true, Question: assistant.Question{Key: "focus", Text: "What should people search for?", Free: true, Default: "Services"}},
		},
	}
}

func TestWordsAreReadAsAnswers(t *testing.T) {
	cases := []struct {
		name, text string
		want       map[string]string // beside the title
	}{
		{"you choose", "You choose!", map[string]string{"language": "English", "audience": "New visitors", "focus": "Services"}},
		{"up to you", "ok, up to you", map[string]string{"language": "English", "audience": "New visitors", "focus": "Services"}},
		{"numbered lines", "1. French\n2. Existing customers\n3. water softeners", map[string]string{"language": "French", "audience": "Existing customers", "focus": "water softeners"}},
		{"numbered in a row", "1. french 2. new visitors 3. water", map[string]string{"language": "French", "audience": "New visitors", "focus": "water"}},
		{"numbers with brackets", "2) Plumbers\n1) German\n3) you choose", map[string]string{"language": "German", "audience": "Plumbers", "focus": "Services"}},
		{"labelled", "Language: German\nfocus: hard water\naudience: everyone", map[string]string{"language": "German", "audience": "everyone", "focus": "hard water"}},
		{"lines in order", "German\nExisting customers\nhard water", map[string]string{"language": "German", "audience": "Existing customers", "focus": "hard water"}},
		{"commas in order", "English, existing customers, hard water", map[string]string{"language": "English", "audience": "Existing customers", "focus": "hard water"}},
		{"options by letter", "b\nb\nwater", map[string]string{"language": "French", "audience": "Existing customers", "focus": "water"}},
		{"options in a sentence", "I want it in French for existing customers", map[string]string{"language": "French", "audience": "Existing customers"}},
		{"one of them", "In German please", map[string]string{"language": "German"}},
		{"two options of one question", "French or German", map[string]string{}},
		{"denied", "not in French", map[string]string{}},
		{"a question", "Why do you need to know that?", map[string]string{}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			d, _ := desk(t)
			m, err := planner(t).Answer(t.Context(), d, situation(aquaverter()), three(), nil, c.text)
			if err != nil {
				t.Fatal(err)
			}
			c.want["title"] = "Services"
			if diff := cmp.Diff(c.want, m.Brief.Values); diff != "" {
				t.Errorf("the values (-want +got):\n%s", diff)
			}
			if open := len(c.want) < 4; open != (m.Ask != nil && m.Ask.Stage == assistant.StageRequirements) {
				t.Errorf("what is open is asked again, got %+v", m.Ask)
			}
		})
	}
}

// TestWordsThatWaverAreLeftToTheModel: what goes on with the words before a comma answers nothing else.
func TestWordsThatWaverAreLeftToTheModel(t *testing.T) {
	for text, want := range map[string]map[string]string{
		"English, or maybe French":               {},
		"Deutsch, oder vielleicht Englisch":      {},
		"Français, ou peut-être anglais":         {},
		"not sure, French or German":             {},
		"Let me ask my boss first":               {},
		"German, existing customers":             {"language": "German", "audience": "Existing customers"},
		"entscheide du":                          {"language": "English", "audience": "New visitors"},
		"como quieras":                           {"language": "English", "audience": "New visitors"},
		"das zweite\nla segunda":                 {"language": "French", "audience": "Existing customers"},
		"1. la dernière\n2. me da igual":         {"language": "German", "audience": "New visitors"},
		"Language: the second one; audience: 2.": {"language": "French", "audience": "Existing customers"},
	} {
		t.Run(text, func(t *testing.T) {
			brief := three()
			brief.Requirements = brief.Requirements[:3]
			want["title"] = "Services"
			d, _ := desk(t)
			m, err := planner(t).Answer(t.Context(), d, situation(aquaverter()), brief, nil, text)
			if err != nil {
				t.Fatal(err)
			}
			var got map[string]string
			if m.Brief != nil {
				got = m.Brief.Values
			} else {
				got = m.Plan.Values
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("the values (-want +got):\n%s", diff)
			}
		})
	}
}

func TestLeavingIsUnderstoodInFourLanguages(t *testing.T) {
	for text, want := range map[string]bool{
		"never mind": true, "vergiss es": true, "lass mal": true, "laisse tomber": true, "déjalo": true, "stopp": true, "no gracias": true, "annule ça": true,
		"no": false, "nein": false, "non": false,
	} {
		d, _ := desk(t)
		m, err := planner(t).Answer(t.Context(), d, situation(aquaverter()), three(), nil, text)
		if err != nil || (m.Brief.Status == assistant.PlanWithdrawn) != want {
			t.Errorf("%q: %v, status %v", text, err, m.Brief.Status)
		}
	}
}

func TestValuesOfAFormAreChecked(t *testing.T) {
	d, _ := desk(t)
	values := map[string]string{
		"language": "german", "audience": strings.Repeat("very ", 300), "focus": "you choose", "title": "Not asked", "password": "x",
	}
	m, err := planner(t).Answer(t.Context(), d, situation(aquaverter()), three(), values, "")
	if err != nil {
		t.Fatal(err)
	}
	got := m.Brief.Values
	if got["language"] != "German" || got["focus"] != "Services" || got["title"] != "Services" || got["password"] != "" || utf8.RuneCountInString(got["audience"]) > 500 {
		t.Errorf("only what was asked counts, matched and bounded, got %q", got)
	}
}

func TestWithoutWordsItGoesOnWhereItStopped(t *testing.T) {
	d, _ := desk(t)
	b := three()
	b.Values = map[string]string{"title": "Services", "language": "English", "audience": "Everyone", "focus": "water"}
	m, err := planner(t).Answer(t.Context(), d, situation(aquaverter()), b, nil, "")
	if err != nil || m.Ask == nil || m.Ask.Stage != assistant.StageFork {
		t.Errorf("it goes on to the ways, got %+v, %v", m, err)
	}
	m, err = planner(t).Answer(t.Context(), d, situation(), b, nil, "")
	if err != nil || m.Problem == nil || m.Brief.Status != assistant.PlanWithdrawn {
		t.Errorf("a project that is gone ends it, got %+v, %v", m, err)
	}
}

func FuzzAnswers(f *testing.F) {
	for _, seed := range []string{
		"", "you choose", "1. x 2. y 3. z", "99999999999999999999. x", "Language: French", "a, b, c", "english\nnew visitors\nx", "\x00\xff\u202e",
		"1.\n2.\n3.", "the second one", "nevermind", ";;;", "::", "language:", "?", "1) 1) 1)",
	} {
		f.Add(seed, seed)
	}
	p := planner(f)
	s := situation(aquaverter())
	f.Fuzz(func(t *testing.T, text, value string) {
		d, _ := desk(t)
		m, err := p.Answer(t.Context(), d, s, three(), map[string]string{"audience": value}, text)
		if err != nil {
			t.Fatalf("no words of a person are an error: %v", err)
		}
		if m.Brief == nil {
			t.Fatalf("what is known is kept, got %+v", m)
		}
		for k, v := range m.Brief.Values {
			if v == "" || utf8.RuneCountInString(v) > 500 || !utf8.ValidString(v) || strings.ContainsFunc(v, unicode.IsControl) {
				t.Errorf("%s is %q", k, v)
			}
			if k != "title" && k != "language" && k != "audience" && k != "focus" {
				t.Errorf("nobody asked for %q", k)
			}
		}
		if m.Brief.Values["title"] != "Services" {
			t.Errorf("what was known changed to %q", m.Brief.Values["title"])
		}
	})
}

func FuzzWishes(f *testing.F) {
	for _, seed := range []string{"drop step 1", "give 1 to x", "drop", "give to", "rename it to", "call it ", "drop step 99999999999999999999", "drop group z", "\x00"} {
		f.Add(seed)
	}
	p := planner(f)
	s := situation(aquaverter())
	d, _ := desk(f)
	plan := planned(f, p, d, s, "Please create a new webpage called Services")
	f.Fuzz(func(t *testing.T, wish string) {
		m, err := p.Revise(t.Context(), d, s, plan, wish)
		if err != nil || m.Plan == nil || m.Plan.Version != 2 {
			t.Fatalf("%q: %+v, %v", wish, m, err)
		}
		if bad := assistant.Blocking(assistant.CheckPlan(*m.Plan, aquaverter(), crew(t).Rules())); len(bad) > 0 {
			t.Fatalf("%q: %v", wish, bad)
		}
	})
}
