package rehearsal_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/wording"
)

// talk is what was said in a thread before a request: by others before the team was called, by people, and by the team.
func talk() []llm.SaidFact {
	return []llm.SaidFact{
		{By: llm.ByOthers, Name: "Anna", Text: "the contact form sends nothing"},
		{By: llm.ByOthers, Name: "Bo", Text: "Since Monday, only on phones."},
		{By: llm.ByAssistant, Name: "Hans", Text: "I am listening."},
		{By: llm.ByPerson, Text: "Customers call us about it."},
	}
}

// aboutThis are requests for a ticket about what was said: verbs, what they point with, and the two orders of words, in four languages.
func aboutThis() []string {
	var out []string
	for _, l := range []struct {
		forms    []string
		verbs    []string
		pointers []string
	}{
		{
			[]string{"Please %[1]s a ticket %[2]s", "can you %[1]s a new ticket %[2]s, please?", "Hans, %[1]s an issue %[2]s. Thanks!", "%[1]s a high priority ticket %[2]s"},
			[]string{"create", "open", "file", "make", "raise"},
			[]string{"about this", "about that", "about it", "about this thread", "for this", "on that", "about this conversation", "about the above"},
		},
		{
			[]string{"Bitte %[1]s %[2]s ein Ticket", "%[1]s bitte ein neues Ticket %[2]s!", "Kannst du %[2]s ein Ticket %[1]s?"},
			[]string{"erstelle", "erstellen", "mach", "eröffne", "anlegen"},
			[]string{"dazu", "darüber", "hierzu", "davon", "zu diesem Thread"},
		},
		{
			[]string{"%[1]s un ticket %[2]s", "Peux-tu %[1]s un ticket %[2]s, s'il te plaît ?", "%[1]s-nous un nouveau ticket %[2]s. Merci"},
			[]string{"crée", "créer", "ouvre", "fais"},
			[]string{"à ce sujet", "là-dessus", "de ça", "sur ce fil"},
		},
		{
			[]string{"%[1]s un ticket %[2]s", "¿Puedes %[1]s un ticket %[2]s, por favor?", "Por favor, %[1]s un nuevo ticket %[2]s"},
			[]string{"crea", "crear", "abre", "haz"},
			[]string{"sobre esto", "de esto", "sobre eso", "al respecto", "sobre este hilo"},
		},
	} {
		for _, form := range l.forms {
			for _, verb := range l.verbs {
				for _, pointer := range l.pointers {
					out = append(out, fmt.Sprintf(form, verb, pointer))
				}
			}
		}
	}
	return out
}

// replied is decoded with one model for all, which compiles its patterns once.
func replied[R any](tb testing.TB, by llm.Asker, p llm.Purpose, facts any) R {
	tb.Helper()
	reply, _, err := llm.Decode[R](tb.Context(), by, request(tb, p, facts))
	if err != nil {
		tb.Fatalf("%s: %v", p, err)
	}
	return reply
}

func needOf(r llm.RequirementsReply, key string) llm.RequirementReply {
	for _, n := range r.Requirements {
		if n.Key == key {
			return n
		}
	}
	return llm.RequirementReply{}
}

func parameterOf(r llm.PlanReply, name string) string {
	for _, s := range r.Steps {
		given, err := s.Parameters.Fields()
		if err == nil && s.Type == "create_ticket" && given[name] != nil {
			return assistant.TextOf(given[name])
		}
	}
	return ""
}

// TestATicketAboutThisIsAboutTheThread: its title is what people began to talk about, its body quotes who said what.
func TestATicketAboutThisIsAboutTheThread(t *testing.T) {
	by := asker(t)
	const title = "The contact form sends nothing"
	const said = "> Anna: the contact form sends nothing\n> Bo: Since Monday, only on phones.\n> Customers call us about it."
	for _, request := range aboutThis() {
		if kind := replied[llm.ClassifyReply](t, by, llm.PurposeClassify, llm.ClassifyFacts{Text: request}).Kind; kind != llm.KindPlan {
			t.Errorf("%q is taken for %s", request, kind)
		}
		needs := replied[llm.RequirementsReply](t, by, llm.PurposeRequirements, llm.RequirementsFacts{Request: request, Recent: talk(), Project: aquaverter, Tools: tools()})
		if got := needOf(needs, "ticketTitle"); !needs.Possible || got.Value != title {
			t.Errorf("%q is about %+v", request, got)
		}
		plan := replied[llm.PlanReply](t, by, llm.PurposePlan, llm.PlanFacts{Request: request, Recent: talk(), Project: aquaverter, Tools: tools()})
		if got := parameterOf(plan, "title"); got != title || len(plan.Steps) != 1 {
			t.Errorf("%q is planned as %+v", request, plan.Steps)
		}
		if got := parameterOf(plan, "body"); got != request+"\n\n"+said {
			t.Errorf("%q quotes\n%s", request, got)
		}
		if want := map[bool]string{true: "high", false: "medium"}[strings.Contains(request, "high")]; parameterOf(plan, "priority") != want {
			t.Errorf("%q: %s", request, parameterOf(plan, "priority"))
		}
	}
}

// TestATicketAboutThisWhereNothingWasSaidAsksWhatItIsAbout: neither is it called "This", nor does it quote the team or who asks again.
func TestATicketAboutThisWhereNothingWasSaidAsksWhatItIsAbout(t *testing.T) {
	by, asked := asker(t), []string{}
	for _, l := range assistant.Languages() { // in the language of whoever asks
		asked = append(asked, wording.In(l).Label("What is the ticket about?"))
	}
	for _, before := range [][]llm.SaidFact{nil, {{By: llm.ByAssistant, Text: "What can I do?"}, {By: llm.ByPerson, Text: "create a ticket about this"}}} {
		for _, request := range aboutThis() {
			needs := replied[llm.RequirementsReply](t, by, llm.PurposeRequirements, llm.RequirementsFacts{Request: request, Recent: before, Project: aquaverter, Tools: tools()})
			if got := needOf(needs, "ticketTitle"); got.Value != "" || !got.Required || !slices.Contains(asked, got.Question) {
				t.Errorf("%q is about %+v", request, got)
			}
		}
	}
}

// TestAnAgentAtWorkCallsForATicketAboutTheThread: by itself, without a plan; where nothing was said it asks in words.
func TestAnAgentAtWorkCallsForATicketAboutTheThread(t *testing.T) {
	ask := func(before []llm.SaidFact) llm.Reply {
		r := request(t, llm.PurposeAnswer, llm.AnswerFacts{Agent: llm.AgentFact{ID: assistant.Chief, Name: "Hans"}, Text: "Please create a ticket about this", Recent: before})
		r.Tools = []llm.Tool{{Name: "create_ticket", Parameters: json.RawMessage(`{"type":"object"}`)}}
		reply, err := asker(t).Ask(t.Context(), r, nil)
		if err != nil {
			t.Fatal(err)
		}
		return reply
	}
	calls := ask(talk()).Calls()
	var given struct{ Title, Body string }
	if len(calls) != 1 || json.Unmarshal(calls[0].Arguments, &given) != nil || given.Title != "The contact form sends nothing" || !strings.Contains(given.Body, "\n> Bo: Since Monday") {
		t.Errorf("it calls for %+v", calls)
	}
	if reply := ask(nil); len(reply.Calls()) != 0 || !strings.Contains(reply.Text(), "What is the ticket about?") {
		t.Errorf("it says %q and calls for %v", reply.Text(), reply.Calls())
	}
}

// TestATicketAboutAThingIsStillAboutIt: what only begins like pointing, and what names a ticket that is there.
func TestATicketAboutAThingIsStillAboutIt(t *testing.T) {
	by := asker(t)
	for request, want := range map[string]string{
		"Create a ticket about this page being slow":       "This page being slow",
		"Create a ticket about that broken link":           "That broken link",
		"Create a ticket called “This”":                    "This",
		"Create a ticket about the slow form":              "The slow form",
		"Open a ticket about it support, make it urgent":   "It support",
		"Create a ticket about this and audit https://a.b": "The contact form sends nothing",
		"We need a ticket about this":                      "The contact form sends nothing",
	} {
		needs := replied[llm.RequirementsReply](t, by, llm.PurposeRequirements, llm.RequirementsFacts{Request: request, Recent: talk(), Project: aquaverter, Tools: tools()})
		if got := needOf(needs, "ticketTitle").Value; got != want {
			t.Errorf("%q is about %q, want %q", request, got, want)
		}
	}
	for _, request := range []string{"open this ticket", "Is there a ticket about this?", "abre este ticket", "Erzähl mir etwas dazu"} {
		if kind := replied[llm.ClassifyReply](t, by, llm.PurposeClassify, llm.ClassifyFacts{Text: request}).Kind; kind == llm.KindPlan {
			t.Errorf("%q asks for a new ticket", request)
		}
	}
}

// TestALongThreadIsQuotedWithinBounds: its first words and the newest stay.
func TestALongThreadIsQuotedWithinBounds(t *testing.T) {
	by := asker(t)
	before := []llm.SaidFact{{By: llm.ByPerson, Name: "Anna", Text: strings.Repeat("first words ", 40)}}
	for i := range 30 {
		before = append(before, llm.SaidFact{By: llm.ByPerson, Name: "Bo", Text: fmt.Sprintf("%d ", i) + strings.Repeat("more ", 50)})
	}
	plan := replied[llm.PlanReply](t, by, llm.PurposePlan, llm.PlanFacts{Request: "create a ticket about this", Recent: before, Project: aquaverter, Tools: tools()})
	title, body := parameterOf(plan, "title"), parameterOf(plan, "body")
	if len([]rune(title)) > 80 || !strings.HasPrefix(title, "First words") || len([]rune(body)) > 4000 {
		t.Errorf("%d characters about %q", len(body), title)
	}
	lines := strings.Split(body, "\n")
	if !strings.HasPrefix(lines[2], "> Anna: first") || !strings.HasPrefix(lines[len(lines)-1], "> Bo: 29 ") || slices.ContainsFunc(lines[2:], func(l string) bool { return !strings.HasPrefix(l, "> ") }) {
		t.Errorf("quoted:\n%s", body)
	}
}
