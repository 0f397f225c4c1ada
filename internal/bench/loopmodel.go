package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"
)

// What is wished for by people, and what the model makes of it. The first two are sure to be work for an agent in a loop; the others
// no rule places, so that the model is asked first what they are.
const (
	loopWish        = "Create a ticket about the loop"          // it looks, then proposes, and is done with that
	sayingWish      = "Create a ticket about a loop that tells" // it looks, then proposes, and tells what came of it
	togetherWish    = "Open a ticket about both at once"        // it looks and proposes in one step
	planWish        = "The loop needs a ticket"                 // it plans one step
	lookingPlanWish = "The loop needs a ticket that nobody has" // it plans a look at the list, and then the step

	unhurried = ", without haste" // behind a wish: the model takes its time
	takesTime = time.Second       // as the quick ones of those that are sold do
)

const (
	askedTickets = `{}`
	askedTicket  = `{"title":"The loop","priority":"low"}`
)

// heard is what the model is asked.
type heard struct {
	Messages []struct {
		Role    string
		Content json.RawMessage
	}
	Format struct {
		Schema struct {
			Schema struct{ Properties map[string]any }
		} `json:"json_schema"`
	} `json:"response_format"`
}

// playingModel speaks OpenAI's protocol, answers at once, and does what each wish is there for.
func playingModel(w http.ResponseWriter, r *http.Request) {
	var in heard
	raw, err := io.ReadAll(r.Body)
	if err != nil || json.Unmarshal(raw, &in) != nil {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	if strings.Contains(string(raw), unhurried) {
		time.Sleep(takesTime)
	}
	delta, why := `"content":"It is on the list."`, "stop"
	if properties := in.Format.Schema.Schema.Properties; len(properties) > 0 {
		delta = `"content":` + fmt.Sprintf("%q", stageOfPlan(properties, strings.Contains(string(raw), lookingPlanWish)))
	} else if calls := nextCalls(in, string(raw)); len(calls) > 0 {
		delta, why = `"tool_calls":[`+strings.Join(calls, ",")+`]`, "tool_calls"
	}
	w.Header().Set("Content-Type", "text/event-stream")
	_, _ = fmt.Fprintf(w, "data: {\"id\":\"1\",\"object\":\"chat.completion.chunk\",\"model\":\"m\",\"choices\":[{\"index\":0,\"delta\":{\"role\":\"assistant\",%s}}]}\n\n", delta)
	_, _ = fmt.Fprintf(w, "data: {\"id\":\"1\",\"object\":\"chat.completion.chunk\",\"model\":\"m\",\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":%q}]}\n\ndata: [DONE]\n\n", why)
}

// nextCalls returns the calls that an agent in a loop makes next, in OpenAI's form; none if it answers.
func nextCalls(in heard, raw string) []string {
	step := 0
	for _, m := range in.Messages {
		said := string(m.Content)
		switch {
		case m.Role == "user" && (strings.Contains(said, loopWish) || strings.Contains(said, sayingWish) || strings.Contains(said, togetherWish)):
			step = 0
		case m.Role == "assistant":
			step++
		}
	}
	call := func(n int, tool, arguments string) string {
		return fmt.Sprintf(`{"index":%d,"id":"call_%d_%d","type":"function","function":{"name":%q,"arguments":%q}}`, n, step, n, tool, arguments)
	}
	together := strings.Contains(raw, togetherWish)
	switch {
	case together && step == 0:
		return []string{call(0, "list_tickets", askedTickets), call(1, "create_ticket", askedTicket)}
	case together || !strings.Contains(raw, loopWish) && !strings.Contains(raw, sayingWish):
		return nil
	case step == 0:
		return []string{call(0, "list_tickets", askedTickets)}
	case step == 1 && strings.Contains(raw, loopWish):
		return []string{call(0, "create_ticket", askedTicket), call(1, "done_with_these", `{}`)}
	case step == 1:
		return []string{call(0, "create_ticket", askedTicket)}
	default:
		return nil
	}
}

// stageOfPlan is the reply to a stage of planning, known by the fields that it wants.
func stageOfPlan(wanted map[string]any, looks bool) string {
	has := func(field string) bool { _, ok := wanted[field]; return ok }
	switch {
	case has("kind"):
		return `{"kind":"plan","reason":"It asks for a ticket."}`
	case has("goal"):
		return `{"goal":"Put a ticket about the loop on the list.","title":"A ticket","project":"","possible":true,"search":"","agents":["deliveryLead"],"requirements":[` +
			`{"key":"title","question":"What is it about?","reason":"It is read first.","required":true,"value":"The loop","options":[],"default":""}]}`
	case has("forks"):
		return `{"forks":[]}`
	case has("steps"):
		look, group := "", "A"
		if looks {
			look, group = `{"key":"look","group":"A","owner":"deliveryLead","type":"list_tickets","summary":"Look at the tickets","parameters":"{}"},`, "B"
		}
		steps := look + `{"key":"ticket","group":"` + group + `","owner":"deliveryLead","type":"create_ticket","summary":"Create the ticket","parameters":"{\"title\":\"The loop\",\"priority\":\"low\"}"}`
		return `{"title":"A ticket","steps":[` + steps + `]}`
	case has("receipts"):
		return `{"receipts":[{"key":"r1","sentence":"The ticket is created."}]}`
	default:
		return `{}`
	}
}
