package main

import (
	"net/http"
	"strings"
	"testing"
)

// A step with three calls at once waits for a person, the process is killed meanwhile, and a strict provider takes what goes on: its own calls
// as it gave them, and a result for each.
func TestAStepThatWaitedForAPersonGoesOnAsItsProviderGaveIt(t *testing.T) {
	t.Parallel()
	for name, start := range map[string]func(*testing.T) (*provider, []string){
		"gemini": func(t *testing.T) (*provider, []string) {
			t.Helper()
			p := strictGemini(t)
			return p, []string{"AI_PRIMARY_PROVIDER=gemini", "GEMINI_API_KEY=k", "GEMINI_MODEL=gemini-3.8-flash", "GEMINI_FAST_MODEL=gemini-3.8-flash", "GEMINI_BASE_URL=" + p.URL}
		},
		"openai": func(t *testing.T) (*provider, []string) {
			t.Helper()
			p := strictThinker(t)
			return p, []string{"AI_PRIMARY_PROVIDER=openai", "OPENAI_API_KEY=k", "OPENAI_MODEL=thinker", "OPENAI_FAST_MODEL=thinker", "OPENAI_BASE_URL=" + p.URL}
		},
		"anthropic": strictAnthropic,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p, env := start(t)
			k := newChild(t, env...)
			k.startReady()
			a := api{t, k}
			talk := a.chat("", "Create a ticket about the contact form and tell me its number").ConversationID

			waiting := a.pending(2)
			k.kill()
			k.startReady()
			a.decide(waiting[0], "approved")
			k.kill()
			k.startReady()
			a.decide(waiting[1], "denied")
			log := a.reads(talk, "All 3 calls came back.")
			if p.refusals != nil {
				p.refused = p.refusals()
			}
			p.mu.Lock()
			defer p.mu.Unlock()
			if len(p.refused) > 0 {
				t.Errorf("%d requests were refused: %s\n%s", len(p.refused), strings.Join(p.refused, "\n"), log)
			}
			if p.resumed != 1 {
				t.Errorf("the model was told the results %d times", p.resumed)
			}
		})
	}
}

// pending waits until so many decisions are asked for, and returns their ids.
func (a api) pending(n int) (ids []string) {
	a.tb.Helper()
	var all struct {
		Actions []struct{ ID string }
	}
	if err := until(a.tb.Context(), patience, func() bool {
		a.call(http.MethodGet, "/api/assistant/actions", nil, &all)
		return len(all.Actions) == n
	}); err != nil {
		a.tb.Fatalf("%d decisions are asked for: %v", len(all.Actions), all)
	}
	for _, x := range all.Actions {
		ids = append(ids, x.ID)
	}
	return ids
}

func (a api) decide(id, decision string) {
	a.tb.Helper()
	if status := a.call(http.MethodPost, "/api/approvals/"+id, map[string]string{"decision": decision}, nil); status != http.StatusOK {
		a.tb.Fatalf("deciding %s answered %d", id, status)
	}
}
