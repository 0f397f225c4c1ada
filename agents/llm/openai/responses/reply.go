package responses

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/aisteam/aisteam/agents/llm"
)

// maxCalls bounds the tool calls of one reply.
const maxCalls = 64

// reply is the whole reply, once the provider has said that it is one, and what of its text was not streamed.
func (r *reading) reply() (out llm.Reply, rest string, err error) {
	out = llm.Reply{Message: llm.Message{Role: llm.RoleAssistant}, Info: llm.Info{Provider: r.origin.Provider, Model: r.origin.Model}}
	if r.end == nil {
		return out, "", fmt.Errorf("responses: %w: its end did not come", llm.ErrBroken)
	}
	out.Usage, out.Served = used(r.end.Usage), r.end.Model
	if err := r.ending(); err != nil {
		return out, "", err
	}
	items, err := r.items()
	if err != nil {
		return out, "", err
	}
	said := assembly{reading: r}
	for _, raw := range items {
		if err := said.add(raw); err != nil {
			return out, "", err
		}
	}
	streamed := r.said.String()
	if len(items) == 0 && streamed != "" { // its end says nothing of what it was
		said.parts, said.text = []llm.Part{{Text: streamed}}, streamed
	}
	rest, ok := strings.CutPrefix(said.text, streamed)
	if !ok {
		return out, "", fmt.Errorf("responses: %w: it says something else than it said", llm.ErrGarbage)
	}
	out.Message.Parts = said.parts
	return out, rest, nil
}

// ending tells what an end means.
func (r *reading) ending() error {
	reason := ""
	if r.end.Incomplete != nil {
		reason = r.end.Incomplete.Reason
	}
	switch {
	case r.end.Status == "failed" || r.end.Error != nil:
		told := refusal{}
		if r.end.Error != nil {
			told = *r.end.Error
		}
		return r.failed(told)
	case r.end.Status == "completed":
		return nil
	case reason == "max_output_tokens":
		return fmt.Errorf("responses: %w: %w", llm.ErrTruncated, llm.ErrLength)
	case reason == "content_filter":
		return &llm.StatusError{Provider: r.origin.Provider, Code: 400, Message: "the reply was filtered"}
	default: // a reason of tomorrow: whatever it is, the reply is not whole
		return fmt.Errorf("responses: %w: it is %q, %q", llm.ErrTruncated, r.end.Status, reason)
	}
}

// assembly makes the parts of a reply from its items.
type assembly struct {
	*reading

	parts []llm.Part
	text  string
	calls int
}

func (a *assembly) add(raw json.RawMessage) error {
	var i item
	if err := json.Unmarshal(raw, &i); err != nil {
		return fmt.Errorf("responses: %w: an item of it is not in the API's form: %w", llm.ErrGarbage, err)
	}
	if i.Type == "" {
		return fmt.Errorf("responses: %w: an item of it has no type", llm.ErrGarbage)
	}
	switch {
	case i.Type == "function_call":
		return a.call(i)
	case i.Type == "message" && (i.Phase != "commentary" || !a.quiet):
		return a.message(i)
	default: // what the model reasoned, what it said beside a structured answer, and what is not known here: it goes back as it came
		a.parts = append(a.parts, llm.Part{Thought: true, State: a.origin.State(raw)})
		return nil
	}
}

func (a *assembly) message(i item) error {
	var words strings.Builder
	for _, c := range i.Content {
		words.WriteString(c.Text)
		words.WriteString(c.Refusal)
	}
	if words.Len() == 0 {
		return nil
	}
	kept, text := state{ID: i.ID, Phase: i.Phase}, words.String()
	if a.text != "" {
		kept.Apart, text = true, between+text
	}
	a.text += text
	return a.keep(llm.Part{Text: text}, kept)
}

func (a *assembly) call(i item) error {
	if a.calls++; a.calls > maxCalls {
		return fmt.Errorf("responses: %w: more than %d tool calls", llm.ErrGarbage, maxCalls)
	}
	if i.Status != "" && i.Status != "completed" {
		return fmt.Errorf("responses: %w: a tool call is %q", llm.ErrTruncated, i.Status)
	}
	arguments, err := argumentsIn(i.Arguments)
	if err != nil {
		return fmt.Errorf("responses: %w: arguments of %s: %w", llm.ErrGarbage, i.Name, err)
	}
	id := i.CallID
	if id == "" {
		id = fmt.Sprintf("call-%d", a.before+a.calls)
	}
	return a.keep(llm.Part{Call: &llm.ToolCall{ID: id, Name: i.Name, Arguments: arguments}}, state{ID: i.ID})
}

func (a *assembly) keep(p llm.Part, s state) error {
	data, err := json.Marshal(s)
	if err != nil {
		return fmt.Errorf("responses: keep state: %w", err)
	}
	p.State = a.origin.State(data)
	a.parts = append(a.parts, p)
	return nil
}
