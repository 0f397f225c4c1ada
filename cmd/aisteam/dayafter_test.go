package main

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/internal/vendors"
)

// vendorsTools play a model of any vendor: asked for JSON it says what the rehearsal would say; otherwise, when asked to, it makes
// three calls at once and says words.
func vendorsTools(t *testing.T, words string) vendors.Brain {
	t.Helper()
	return func(a vendors.Asked) vendors.Said {
		last := a.Last()
		switch {
		case len(a.Output) > 0:
			var schema struct{ Properties map[string]any }
			if err := json.Unmarshal(a.Output, &schema); err != nil {
				t.Errorf("no schema: %s", a.Output)
			}
			in := asked{properties: schema.Properties, system: a.System, last: last.Text}
			reply, err := rehearsed(purposeOfAnswer(in), wholeFacts(in.system, in.last))
			if err != nil {
				t.Errorf("cannot play: %v", err)
			}
			return vendors.Said{Text: reply}
		case len(last.Results) > 0:
			return vendors.Said{Thought: "I have it all.", Text: "All 3 calls came back."}
		case strings.Contains(last.Text, "tell me its number"):
			said := vendors.Said{Thought: "Three things at once."}
			for _, c := range threeCalls {
				said.Calls = append(said.Calls, vendors.Call{Name: c[0], Arguments: c[1]})
			}
			return said
		default:
			return vendors.Said{Thought: "Easy.", Text: words}
		}
	}
}

// TestAKeyForAModelOfTheDayAfterTomorrow: Chat Completions refuse the first turn, since it offers tools, and the Responses API answers it.
// The person sees one answer. From then on nothing is asked in vain.
func TestAKeyForAModelOfTheDayAfterTomorrow(t *testing.T) {
	t.Parallel()
	answers := vendors.NewResponses(vendorsTools(t, "A filter costs 25 euros."), "sk-key-of-tomorrow")
	refuses := vendors.NewRefusesTools(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/responses") {
			answers.ServeHTTP(w, r)
			return
		}
		raw, err := io.ReadAll(r.Body)
		if err != nil {
			return
		}
		rehearse(w, raw) // without tools, the older road still answers
	}))
	server := httptest.NewServer(refuses)
	t.Cleanup(server.Close)
	k := newChild(t, "AI_PRIMARY_PROVIDER=openai", "OPENAI_API_KEY=sk-key-of-tomorrow", "OPENAI_MODEL=gpt-8-nova", "OPENAI_BASE_URL="+server.URL+"/v1")
	k.startReady()
	a := api{t, k}
	first := a.chat("", "What do filters cost?")
	for n := range 2 {
		if n > 0 {
			a.chat(first.ConversationID, "And what do they cost tomorrow?")
		}
		log := a.log(first.ConversationID)
		if said := strings.Count(log, "A filter costs 25 euros."); said != n+1 || strings.Contains(log, "could not") {
			t.Errorf("after %d turns it was said %d times:\n%s", n+1, said, log)
		}
		if len(refuses.Refused()) != 1 || len(answers.Refused()) > 0 {
			t.Errorf("after %d turns, refused %v and %v", n+1, refuses.Refused(), answers.Refused())
		}
	}
}
