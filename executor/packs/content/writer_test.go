package content_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/executor/packs/content"
)

// model answers with what it is given, in turn.
type model struct {
	answers []string
	fails   error
	asked   []llm.Request
	of      []llm.Of // what each was recorded as part of
}

func (m *model) Ask(_ context.Context, r llm.Request, _ func(string)) (llm.Reply, error) {
	m.asked = append(m.asked, r)
	if m.fails != nil {
		return llm.Reply{}, m.fails
	}
	text := m.answers[0]
	m.answers = m.answers[1:]
	return llm.Reply{Message: llm.TextMessage(llm.RoleAssistant, text)}, nil
}

func writing(t *testing.T, m *model, name string, arguments string) (assistant.Receipt, error) {
	t.Helper()
	pack, err := content.Tools(content.NewWriter(func(tenant assistant.TenantID, of llm.Of) llm.Asker {
		if tenant != "t1" {
			t.Errorf("it is asked for %q", tenant)
		}
		m.of = append(m.of, of)
		return m
	}))
	if err != nil {
		t.Fatal(err)
	}
	registry, err := tools.NewRegistry(pack...)
	if err != nil {
		t.Fatal(err)
	}
	tool, ok := registry.Get(name)
	if !ok || tool.Class != assistant.ClassQuery || tool.Effect != assistant.EffectNone {
		t.Fatalf("tool %s: %v, %s, %s", name, ok, tool.Class, tool.Effect)
	}
	return tool.Run(t.Context(), tools.Call{
		Tenant: "t1", Conversation: "c1", Task: assistant.Task{Run: "r1"}, Project: assistant.Project{Name: "Aquaverter", Language: "en"}, Arguments: json.RawMessage(arguments),
	})
}

func TestADraftIsWrittenFromTheFacts(t *testing.T) {
	m := &model{answers: []string{`not JSON at all`, `{"html":"<h1>Services</h1><p>We <b>build</b> pools.</p>"}`}}
	r, err := writing(t, m, "draft_content", `{"title":"Services","audience":"owners","goal":"Sell.","tone":"warm"}`)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff([]llm.Of{{Conversation: "c1", Run: "r1"}}, m.of); d != "" {
		t.Errorf("what it is recorded with (-want +got):\n%s", d)
	}
	want := map[string]string{"html": "<h1>Services</h1><p>We <b>build</b> pools.</p>", "text": "Services\nWe build pools."}
	if d := cmp.Diff(assistant.ValuesOf(want), r.Result.Fields); d != "" || !strings.Contains(r.Result.Summary.String(), "4 words") || r.Undo != nil {
		t.Errorf("%q, fields (-want +got):\n%s", r.Result.Summary.String(), d)
	}
	var facts content.DraftFacts
	if err := json.Unmarshal(m.asked[0].Facts, &facts); err != nil {
		t.Fatal(err)
	}
	wantFacts := content.DraftFacts{
		Task: content.TaskDraftContent, Title: "Services", Audience: "owners", Language: "en", Goal: "Sell. Tone: warm",
		Project: llm.ProjectFact{Name: "Aquaverter", Language: "en"},
	}
	if d := cmp.Diff(wantFacts, facts); d != "" || m.asked[0].Purpose != content.PurposeDraft || len(m.asked) != 2 {
		t.Errorf("asked %d times, facts (-want +got):\n%s", len(m.asked), d)
	}
}

func TestSearchTextsAreWritten(t *testing.T) {
	m := &model{answers: []string{`{"title":"Pools","description":"We build pools.","keywords":"pools, ponds"}`}}
	r, err := writing(t, m, "draft_seo", `{"title":"Services","focus":"pools"}`)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{"title": "Pools", "description": "We build pools.", "keywords": "pools, ponds"}
	if d := cmp.Diff(assistant.ValuesOf(want), r.Result.Fields); d != "" {
		t.Errorf("fields (-want +got):\n%s", d)
	}
}

func TestAModelThatFailsIsExplained(t *testing.T) {
	for name, m := range map[string]*model{
		"overloaded": {fails: llm.ErrOverloaded}, "garbage": {answers: []string{"a", "b", "c"}}, "empty": {answers: []string{`{"html":" "}`}},
	} {
		_, err := writing(t, m, "draft_content", `{"title":"Services"}`)
		tr, ok := errors.AsType[*assistant.Trouble](err)
		if !ok || tr.Problem.Message.String() == "" || tr.Problem.Recovery.String() == "" {
			t.Errorf("%s: %v carries no words for people", name, err)
		}
	}
}
