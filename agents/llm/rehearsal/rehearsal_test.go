package rehearsal_test

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/llm/rehearsal"
	"github.com/aisteam/aisteam/agents/team"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/internal/packkit"
)

func asker(tb testing.TB) llm.Asker {
	tb.Helper()
	c, err := llm.NewClient(llm.Config{
		Model: rehearsal.New(rehearsal.Config{}), Log: slog.New(slog.DiscardHandler), Now: time.Now, Attempts: 1,
	})
	if err != nil {
		tb.Fatal(err)
	}
	return c
}

func request(tb testing.TB, p llm.Purpose, facts any) llm.Request {
	tb.Helper()
	raw, err := json.Marshal(facts)
	if err != nil {
		tb.Fatal(err)
	}
	return llm.Request{Purpose: p, Facts: raw, Examples: served().Examples(), Messages: []llm.Message{llm.TextMessage(llm.RoleUser, string(raw))}}
}

// served is the team whose examples requests are understood by, made once.
var served = sync.OnceValue(func() *team.Team {
	packs, err := packkit.Packs()
	if err != nil {
		panic(err)
	}
	t, err := team.New(team.Roster(), packs)
	if err != nil {
		panic(err)
	}
	return t
})

// decoded asks for a structured reply; it fails the test when the reply does not match its schema.
func decoded[R any](tb testing.TB, p llm.Purpose, facts any) R {
	tb.Helper()
	reply, _, err := llm.Decode[R](tb.Context(), asker(tb), request(tb, p, facts))
	if err != nil {
		tb.Fatalf("%s: %v", p, err)
	}
	return reply
}

func tools() []llm.ToolFact {
	var out []llm.ToolFact
	for _, t := range []assistant.TaskType{
		"draft_content", "draft_seo", "create_page", "update_content_block",
		"create_ticket", "run_audit",
	} {
		out = append(out, llm.ToolFact{Type: t, Parameters: []llm.ParameterFact{}})
	}
	return out
}

var aquaverter = llm.ProjectFact{Name: "Aquaverter", Domain: "aquaverter.ca", Via: "folder"}

func TestRequestsAreUnderstood(t *testing.T) {
	cases := []struct {
		text  string
		goal  string
		given map[string]string // what the request answers already
	}{
		{"Please create a new webpage called Services", "Create a page called Services on Aquaverter.", map[string]string{"title": "Services"}},
		{"create a Services page", "Create a page called Services on Aquaverter.", map[string]string{"title": "Services"}},
		{"Hans, can you please make a page named “Terms and Conditions”?", "Create a page called Terms and Conditions on Aquaverter.", map[string]string{"title": "Terms and Conditions"}},
		{"Create a page called Design and Build in French for architects", "Create a page called Design and Build on Aquaverter.", map[string]string{"title": "Design and Build", "language": "French", "audience": "architects"}},
		{"We need a new page", "Create a new page on Aquaverter.", map[string]string{}},
		{"Create pages: Team, Jobs and Press", "Create the pages Team, Jobs and Press on Aquaverter.", map[string]string{"title": "Team, Jobs and Press"}},
		{"Create three pages called Team, Jobs and Press for applicants", "Create the pages Team, Jobs and Press on Aquaverter.", map[string]string{"title": "Team, Jobs and Press", "audience": "applicants"}},
		{"We should create a page called Pricing and audit it", "Create a page called Pricing and audit the page on Aquaverter.", map[string]string{"title": "Pricing"}},
		{"Change the heading on the Services page to “What we do”", "Change the main heading of the page Services on Aquaverter.", map[string]string{"page": "Services", "block": "h1", "text": "What we do"}},
		{"update the opening hours section of the Contact page to: Mon to Fri, 9 to 5.", "Change “Opening hours” of the page Contact on Aquaverter.", map[string]string{"page": "Contact", "block": "Opening hours", "text": "Mon to Fri, 9 to 5"}},
		{"Change the intro", "Change “intro”  on Aquaverter.", nil},
		{"Open a ticket about the slow contact form, make it urgent", "Open a ticket about “The slow contact form”.", map[string]string{"ticketTitle": "The slow contact form", "priority": "critical"}},
		{"Open a high priority ticket: the contact form is slow", "Open a ticket about “The contact form is slow”.", map[string]string{"ticketTitle": "The contact form is slow", "priority": "high"}},
		{"create a ticket about the broken contact page", "Open a ticket about “The broken contact page”.", map[string]string{"ticketTitle": "The broken contact page"}},
		{"Audit the home page", "Audit the front page.", map[string]string{}},
		{"audit https://example.com/a?b=c.", "Audit https://example.com/a?b=c.", map[string]string{}},
		{"Run an SEO audit of the Services page", "Audit the page Services.", map[string]string{}},
	}
	for _, c := range cases {
		t.Run(c.text, func(t *testing.T) {
			r := decoded[llm.RequirementsReply](t, llm.PurposeRequirements, llm.RequirementsFacts{Request: c.text, Project: aquaverter, Tools: tools()})
			if !r.Possible {
				t.Fatal("it is possible")
			}
			if c.given == nil {
				return
			}
			if r.Goal != c.goal {
				t.Errorf("the goal is %q, want %q", r.Goal, c.goal)
			}
			got := map[string]string{}
			for _, q := range r.Requirements {
				if q.Value != "" {
					got[q.Key] = q.Value
				}
				if q.Question == "" || q.Reason == "" {
					t.Errorf("%s has no question or no reason", q.Key)
				}
			}
			if diff := cmp.Diff(c.given, got); diff != "" {
				t.Errorf("what it gives (-want +got):\n%s", diff)
			}
		})
	}
	for _, text := range []string{"Move our DNS", "How are you?", "", "What is a page?"} {
		r := decoded[llm.RequirementsReply](t, llm.PurposeRequirements, llm.RequirementsFacts{Request: text, Project: aquaverter, Tools: tools()})
		if r.Possible {
			t.Errorf("%q: the rules know nothing of it, got %+v", text, r)
		}
	}
}

func TestAConversationIsToldOnceThatItIsARehearsal(t *testing.T) {
	for name, c := range map[string]struct {
		switchedOff, noticed bool
		told, untold         string
	}{
		"at first":     {told: "This is a rehearsal", untold: "switched off"},
		"afterwards":   {noticed: true, untold: "This is a rehearsal"},
		"switched off": {switchedOff: true, told: "Language models are switched off here", untold: "An admin can connect"},
	} {
		facts := llm.AnswerFacts{Agent: llm.AgentFact{ID: assistant.GrowthLead, Name: "Dana"}, Text: "zebras, perhaps?", Project: &aquaverter, Noticed: c.noticed}
		client, err := llm.NewClient(llm.Config{Model: rehearsal.New(rehearsal.Config{SwitchedOff: c.switchedOff}), Log: slog.New(slog.DiscardHandler), Now: time.Now})
		if err != nil {
			t.Fatal(err)
		}
		reply, err := client.Ask(t.Context(), request(t, llm.PurposeAnswer, facts), nil)
		if err != nil {
			t.Fatal(err)
		}
		said := reply.Text()
		if !reply.Info.Rehearsal || !strings.Contains(said, c.told) || strings.Contains(said, c.untold) {
			t.Errorf("%s:\n%s", name, said)
		}
		if strings.Contains(said, "zebras") || strings.Contains(said, "Dana here") {
			t.Errorf("%s: it says again what was said to it:\n%s", name, said)
		}
	}
}

func TestASummaryWordsReceiptsAlone(t *testing.T) {
	reply := decoded[llm.SummaryReply](t, llm.PurposeSummary, llm.SummaryFacts{Title: "Create Services", Tasks: []llm.TaskFact{
		{Key: "r1", Status: assistant.TaskCompleted, Result: "Created the page"}, {Key: "r2", Status: assistant.TaskFailed, Result: "x"}, {Key: "r3", Status: assistant.TaskOpen},
	}})
	if diff := cmp.Diff([]llm.WordedReply{{Key: "r1", Sentence: "Created the page"}}, reply.Receipts); diff != "" {
		t.Error(diff)
	}
}

func TestWordsAreClassifiedByWhatIsOpen(t *testing.T) {
	cases := []struct {
		facts llm.ClassifyFacts
		want  string
	}{
		{llm.ClassifyFacts{Text: "Please create a new webpage called Services"}, llm.KindPlan},
		{llm.ClassifyFacts{Text: "What can you do?"}, llm.KindAnswer},
		{llm.ClassifyFacts{Text: "English, for families", Question: "Which language?"}, llm.KindReply},
		{llm.ClassifyFacts{Text: "yes, go ahead", Plan: "Create Services"}, llm.KindApprove},
		{llm.ClassifyFacts{Text: "no", Plan: "Create Services"}, llm.KindReject},
		{llm.ClassifyFacts{Text: "drop step 3", Plan: "Create Services"}, llm.KindRevise},
		{llm.ClassifyFacts{Text: "stop!", Run: "Create Services"}, llm.KindStop},
	}
	for _, c := range cases {
		if got := decoded[llm.ClassifyReply](t, llm.PurposeClassify, c.facts); got.Kind != c.want || got.Reason == "" {
			t.Errorf("%+v: got %+v, want %s", c.facts, got, c.want)
		}
	}
}

func TestWhateverIsAskedARehearsalReplyMatchesItsSchemaAndIsTheSameAgain(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		words := rapid.SliceOfN(rapid.SampledFrom([]string{
			"create", "a", "page", "pages", "called", "and", "audit", "it", "ticket", "about", "change", "the", "heading", "of", "to", "“", "”", "'", ",",
			".", ":", "Services", "https://x.test", "on", "for", "in", "French", "high", "\x00", "\xff", "Ünï",
		}), 0, 14).Draw(r, "words")
		text := strings.Join(words, " ")
		one := decoded[llm.RequirementsReply](t, llm.PurposeRequirements, llm.RequirementsFacts{Request: text, Tools: tools()})
		two := decoded[llm.RequirementsReply](t, llm.PurposeRequirements, llm.RequirementsFacts{Request: text, Tools: tools()})
		if diff := cmp.Diff(one, two); diff != "" {
			r.Fatalf("the same request gets another reply:\n%s", diff)
		}
		decoded[llm.ForksReply](t, llm.PurposeForks, llm.ForksFacts{Request: text})
		plan := decoded[llm.PlanReply](t, llm.PurposePlan, llm.PlanFacts{Request: text, Tools: tools()})
		decoded[llm.ReviseReply](t, llm.PurposeRevise, llm.PlanFacts{Request: text, Tools: tools(), Steps: plan.Steps, Wish: text})
		decoded[llm.ClassifyReply](t, llm.PurposeClassify, llm.ClassifyFacts{Text: text, Plan: "x"})
		decoded[llm.InterpretReply](t, llm.PurposeInterpret, llm.InterpretFacts{Text: text, Questions: []assistant.Question{
			{Key: "a", Options: []assistant.Option{{Value: "1", Label: "create"}, {Value: "2", Label: "page"}}}, {Key: "b", Free: true},
		}})
	})
}

func TestARequestWithoutFactsIsRefused(t *testing.T) {
	_, err := asker(t).Ask(t.Context(), llm.Request{Purpose: llm.PurposePlan}, nil)
	if !errors.Is(err, llm.ErrRefused) {
		t.Errorf("got %v", err)
	}
}

func TestAReplyIsStreamedWithinItsTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := rehearsal.New(rehearsal.Config{Latency: time.Second, Chunk: 10})
		r := llm.Request{Purpose: llm.PurposeAnswer, Messages: []llm.Message{llm.TextMessage(llm.RoleUser, "Hello")}}
		began, text, chunks := time.Now(), "", 0
		var whole string
		for e, err := range m.Generate(t.Context(), r) {
			if err != nil {
				t.Fatal(err)
			}
			switch e := e.(type) {
			case llm.TextDelta:
				text, chunks = text+e.Text, chunks+1
			case llm.Done:
				whole = e.Reply.Text()
			case llm.Alive, llm.Voided:
			}
		}
		took := time.Since(began)
		if text != whole || whole == "" || chunks < 10 || took > time.Second || took < 900*time.Millisecond {
			t.Errorf("%d chunks in %v, whole %v", chunks, took, text == whole)
		}
		ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
		defer cancel()
		var last error
		for _, err := range m.Generate(ctx, r) {
			last = err
		}
		if !errors.Is(last, context.DeadlineExceeded) {
			t.Errorf("it ends with its context, got %v", last)
		}
	})
}
