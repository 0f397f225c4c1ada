package main

import (
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/internal/sampled"
)

// TestWhatWorksWithoutAModelWorksWhereModelsAreSwitchedOff: on every surface help is told, a ticket is made by words and a card decided, what
// needs a model is said with a way on, nothing is parked, and the model that is configured is asked nothing.
func TestWhatWorksWithoutAModelWorksWhereModelsAreSwitchedOff(t *testing.T) {
	t.Parallel()
	sampled.InTurn(t, "tickets on every surface", 1, 2)
	var asked atomic.Int32
	model := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		asked.Add(1)
		http.Error(w, "nothing is to be sent", http.StatusTeapot)
	}))
	t.Cleanup(model.Close)
	h := newStoryHouse(t, "FEATURE_AI_ENABLED=false", "AI_PRIMARY_PROVIDER=openai", "OPENAI_API_KEY=sk-secret-of-the-test", "OPENAI_MODEL=m", "OPENAI_BASE_URL="+model.URL,
		"AI_FALLBACK_PROVIDER=gemini", "GEMINI_API_KEY=secret-of-the-test", "GEMINI_BASE_URL="+model.URL)
	h.starts()
	const off, wayOn = "Language models are switched off here, so nothing was sent to one", "Whoever runs this assistant can switch them on again."
	for name, r := range h.rooms(t) {
		t.Run(name, func(t *testing.T) {
			r.opens("help")
			r.reads("What works without a language model")
			r.reads(off)
			r.says("What do you make of Kant?")
			r.reads("That is like nothing that I know from examples, so I have planned nothing.")
			r.reads(wayOn)
			r.opens(ticketWish)
			r.waits("Approve")
			r.rewrites("The contact form is slow")
			r.reads("“The contact form is slow”")
			r.opens("Create a ticket about the phone number")
			r.waits("Approve")
			r.says("yes")
			r.reads("“The phone number”")
		})
	}
	a := api{t, h.child}
	if got := a.chat("", "help").text(); !strings.Contains(got, "What works without a language model") || !strings.Contains(got, off) {
		t.Errorf("over the API: %q", got)
	}
	ticket := a.chat("", ticketWish)
	a.decide(a.pending(1)[0], "approved")
	a.reads(ticket.ConversationID, "Its number is 7.")
	var task struct{ ID, Status string }
	if code := a.call(http.MethodPost, "/api/tasks", map[string]any{"prompt": "list the tickets", "schedule": "every day at 9"}, &task); code != http.StatusCreated {
		t.Fatalf("a background task: %d", code)
	}
	if code := a.call(http.MethodPost, "/api/tasks/"+task.ID+"/pause", map[string]any{}, &task); code != http.StatusOK || task.Status != "paused" {
		t.Errorf("pausing it: %d %+v", code, task)
	}
	if said := h.tickets(t); said != "There are 7 tickets" {
		t.Errorf("%q", said)
	}
	if _, told, err := get(t.Context(), h.child.url("/metrics")); err != nil || !strings.Contains(told, "\naisteam_mail_parked_total 0\n") {
		t.Errorf("something is parked, %v:\n%s", err, h.child.log.text())
	}
	if n := asked.Load(); n != 0 {
		t.Errorf("the model was asked %d times", n)
	}
	h.lawful(t)
}

// TestModelsThatAreSwitchedOffAreNotAsked: whichever are configured, a fallback with them, and the successor of one.
func TestModelsThatAreSwitchedOffAreNotAsked(t *testing.T) {
	t.Parallel()
	config := Config{
		Provider: assistant.ProviderOpenAI, OpenAIKey: "k", OpenAIModel: "m", OpenAIBaseURL: "http://127.0.0.1:1", Fallback: assistant.ProviderAnthropic, AnthropicKey: "k",
		AnthropicModel: "a", AIAtOnce: 1,
	}
	client, err := config.models(t.Context(), slog.New(slog.DiscardHandler), nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if all := client.Models(); len(all) != 1 || !all[0].Rehearsal {
		t.Errorf("these are: %+v", all)
	}
	next, err := setups{config: config, log: slog.New(slog.DiscardHandler), now: time.Now}.successor(t.Context(), "", assistant.ProviderOpenAI, "n")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := next.Ask(t.Context(), llm.Request{}, nil); !errors.Is(err, llm.ErrDisabled) {
		t.Errorf("the successor: %v", err)
	}
}

// TestWhatIsSetWrongIsSaidWhereModelsAreSwitchedOff: it would not start once they are on.
func TestWhatIsSetWrongIsSaidWhereModelsAreSwitchedOff(t *testing.T) {
	t.Parallel()
	for _, config := range []Config{
		{Provider: "nobody"},
		{Provider: assistant.ProviderGemini},
		{Provider: assistant.ProviderOpenAI, OpenAIKey: "k", OpenAIModel: "m", Fallback: assistant.ProviderOpenAI},
	} {
		if _, err := config.models(t.Context(), slog.New(slog.DiscardHandler), nil, nil); err == nil {
			t.Errorf("%s with %q is taken", config.Provider, config.Fallback)
		}
	}
}
