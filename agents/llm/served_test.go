package llm_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/llm/anthropic"
)

func TestADatedSnapshotIsTheModelItself(t *testing.T) {
	for _, c := range []struct {
		provider, asked, served string
		strayed                 bool
	}{
		{"openai", "gpt-6.2-sol", "gpt-6.2-sol-2026-11-17", false},
		{"openai", "gpt-6.2-sol", "gpt-6.2-sol", false},
		{"openai", "gpt-6.2-sol", "", false},
		{"openai", "gpt-4o", "gpt-4o-mini-2024-07-18", true},
		{"openai", "gpt-5-2025-08-07", "gpt-5", false},
		{"openai", "gpt-5", "gpt-6.1-sol", true},
		{"openai", "openai/gpt-6-luna", "gpt-6-luna", false}, // as OpenRouter has it
		{"openai", "llama3", "llama3:latest", false},
		{"openai", "gpt-4", "models/local.gguf", false}, // whatever a server of one's own calls it
		{"azure_openai", "gpt-4o", "gpt-4.1-2025-04-14", false},
		{"gemini", "gemini-3.5-flash", "models/gemini-3.6-flash", true},
		{"gemini", "models/gemini-3.8-flash", "gemini-3.8-flash", false},
		{"gemini", "gemini-flash-latest", "gemini-3.8-flash", false},
		{"gemini", "gemini-2.0-flash", "gemini-2.0-flash-001", false},
		{"gemini", "gemini-3.8-flash", "gemini-3.8-flash-lite", true},
		{"anthropic", "claude-sonnet-4-5", "claude-sonnet-4-5-20250929", false},
		{"anthropic", "claude-sonnet-4-0", "claude-sonnet-4-20250514", false},
		{"anthropic", "claude-opus-5", "claude-opus-5-5", true},
	} {
		if got := llm.Strayed(llm.Info{Provider: c.provider, Model: c.asked}, c.served); got != c.strayed {
			t.Errorf("%s, served by %s: strayed %t", c.asked, c.served, got)
		}
	}
}

// sights remembers what it is told.
type sights struct{ told []string }

func (s *sights) ModelAnswered(asked llm.Info, another string) {
	s.told = append(s.told, asked.Model+" "+another)
}

func (s *sights) ModelMissing(asked llm.Info) { s.told = append(s.told, asked.Model+" is missing") }

func TestTheClientTellsWhatBecameOfTheModelThatItAsked(t *testing.T) {
	var seen sights
	vendor := &refusing{code: 404, body: `{"error":{"code":404,"message":"models/gemini-3.8-flash is not found for API version v1beta","status":"NOT_FOUND"}}`}
	ask := func() {
		c := client(t, over(t, "gemini", "", vendor), func(c *llm.Config) { c.Sights, c.Attempts = &seen, 1 })
		_, _ = c.Ask(t.Context(), llm.Request{Messages: []llm.Message{llm.TextMessage(llm.RoleUser, "hi")}}, nil)
	}
	ask()
	vendor.code, vendor.body = 401, `{}`
	ask() // is nothing of the model
	for _, served := range []string{"gemini-3.9-flash", "gemini-3.8-flash-001"} {
		vendor.code, vendor.kind = 200, "text/event-stream"
		vendor.body = `data: {"candidates":[{"content":{"role":"model","parts":[{"text":"hi"}]},"finishReason":"STOP"}],"modelVersion":"` + served + `"}` + "\r\n\r\n"
		ask()
	}
	if want := []string{"gemini-3.8-flash is missing", "gemini-3.8-flash gemini-3.9-flash", "gemini-3.8-flash "}; !slices.Equal(seen.told, want) {
		t.Errorf("told %q", seen.told)
	}
}

// TestAProviderIsAskedWhatItSaysOfAModel: OpenAI's answer carries the day (developers.openai.com/api/docs/deprecations), Gemini's none.
func TestAProviderIsAskedWhatItSaysOfAModel(t *testing.T) {
	vendor := &refusing{code: 200, body: `{"id":"gpt-6.2-sol","object":"model","created":1,"owned_by":"system","shutdown_date":"2027-12-11"}`}
	c := client(t, over(t, "openai", "", vendor), nil)
	d, err := c.Describe(t.Context(), c.Info())
	if err != nil || d.Ends.Format(time.DateOnly) != "2027-12-11" {
		t.Errorf("%+v, %v", d, err)
	}
	for _, body := range []string{`{"id":"gpt-6.2-sol","shutdown_date":null}`, `{"id":"gpt-6.2-sol"}`} {
		vendor.body = body
		if d, err := c.Describe(t.Context(), c.Info()); err != nil || !d.Ends.IsZero() {
			t.Errorf("%s: %+v, %v", body, d, err)
		}
	}
	for _, body := range []string{`{"id":"gpt-6.2-sol","shutdown_date":"soon"}`, `[]`, ``, `{"id":7}`} {
		vendor.body = body
		if _, err := c.Describe(t.Context(), c.Info()); err == nil {
			t.Errorf("%s is taken", body)
		}
	}
	vendor.code, vendor.body = 404, `{"error":{"message":"The model does not exist","code":"model_not_found"}}`
	if _, err := c.Describe(t.Context(), c.Info()); llm.OutcomeOf(err) != llm.OutcomeModel {
		t.Errorf("a model that is not there: %v", err)
	}
	claude, err := anthropic.New(anthropic.Config{APIKey: secretKey, Model: "claude-sonnet-4-5", Transport: &refusing{code: 200, body: `{"type":"model","id":"claude-sonnet-4-5-20250929","lifecycle":"deprecated","retires_at":"2026-11-30T17:00:00Z"}`}, Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	if d, err := claude.Described(t.Context()); err != nil || d.Ends.Format(time.DateOnly) != "2026-11-30" {
		t.Errorf("%+v, %v", d, err)
	}
	google := client(t, over(t, "gemini", "", &refusing{code: 200, body: `{"name":"models/gemini-3.8-flash","version":"3.8"}`}), nil)
	if d, err := google.Describe(t.Context(), google.Info()); err != nil || d.Model != "models/gemini-3.8-flash" || !d.Ends.IsZero() {
		t.Errorf("%+v, %v", d, err)
	}
	if _, err := client(t, &script{}, nil).Describe(t.Context(), llm.Info{}); !errors.Is(err, llm.ErrNotDescribed) {
		t.Errorf("who cannot be asked: %v", err)
	}
}

// TestASecondProviderIsAskedWhateverStandsBetweenUsAndTheFirst.
func TestASecondProviderIsAskedWhateverStandsBetweenUsAndTheFirst(t *testing.T) {
	for _, vendor := range []*refusing{
		{code: 407, body: "{}"},
		{code: 403, body: `{"error":{"code":"unsupported_country_region_territory","message":"Country, region, or territory not supported"}}`},
		{code: 400, body: `{"error":{"message":"Your organization must be verified to stream this model.","code":"unsupported_value"}}`},
		{code: 200, kind: "text/html", body: "<html>sign in</html>"},
	} {
		second := &script{plays: []play{says("hello")}}
		c := client(t, over(t, "openai", "", vendor), func(c *llm.Config) { c.Second = second })
		if reply, err := c.Ask(t.Context(), llm.Request{Messages: []llm.Message{llm.TextMessage(llm.RoleUser, "hi")}}, nil); err != nil || reply.Text() != "hello" {
			t.Errorf("%d %s: %q, %v", vendor.code, vendor.body, reply.Text(), err)
		}
	}
}
