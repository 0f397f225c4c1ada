package responses

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/aisteam/aisteam/agents/llm"
)

// between stands between the texts of two messages of one reply, which are one text to whoever reads it.
const between = "\n\n"

// state is what the [llm.ProviderState] of a text or a call holds. That of a thought is an item as it came.
type state struct {
	ID    string `json:"id,omitempty"`    // of its item
	Phase string `json:"phase,omitempty"` // of a message: commentary or final_answer
	Apart bool   `json:"apart,omitempty"` // of a message: its text begins with [between], which is not the model's
}

// inputs turns the history into items.
func (m *Model) inputs(messages []llm.Message, s shape) ([]any, error) {
	out := []any{}
	for _, message := range m.origin.History(messages) {
		switch message.Role {
		case llm.RoleAssistant:
			items, err := m.assistant(message, s)
			if err != nil {
				return nil, err
			}
			out = append(out, items...)
		case llm.RoleTool:
			for _, p := range message.Parts {
				if p.Result != nil {
					out = append(out, functionCallOutput{Type: "function_call_output", CallID: p.Result.ID, Output: output(*p.Result)})
				}
			}
		default:
			out = append(out, person(message))
		}
	}
	return out, nil
}

// person is what a person says, and shows.
func person(m llm.Message) message {
	parts := []content{}
	for _, p := range m.Parts {
		switch {
		case p.Image != nil:
			parts = append(parts, content{Type: "input_image", ImageURL: "data:" + p.Image.Type + ";base64," + base64.StdEncoding.EncodeToString(p.Image.Data), Detail: "auto"})
		case p.Text != "":
			parts = append(parts, content{Type: "input_text", Text: &p.Text})
		}
	}
	return message{Type: "message", Role: "user", Content: parts}
}

// output says in words what the format has no field for: that the call failed.
func output(r llm.ToolResult) string {
	if r.Failed {
		return "Error: " + r.Content
	}
	return r.Content
}

// assistant is what the model said before. Its reasoning goes with the item that it led to, or not at all.
func (m *Model) assistant(message llm.Message, s shape) ([]any, error) {
	var out []any
	for i, p := range message.Parts {
		own := m.origin.Made(p.State) && !s.bare
		var kept state
		if own && !p.Thought {
			if err := json.Unmarshal(p.State.Data, &kept); err != nil {
				return nil, fmt.Errorf("responses: state of a part: %w", err)
			}
		}
		switch {
		case p.Thought && own && m.leads(message.Parts[i+1:]):
			item, err := echo(p.State.Data)
			if err != nil {
				return nil, err
			}
			out = append(out, item)
		case p.Thought:
		case p.Call != nil:
			out = append(out, functionCall{
				Type: "function_call", ID: kept.ID, CallID: p.Call.ID, Name: p.Call.Name, Arguments: argumentsOut(p.Call.Arguments), Status: whenOwn(kept.ID),
			})
		case p.Text != "":
			out = append(out, spoken(p.Text, kept, s))
		}
	}
	return out, nil
}

// echo is an item as it came, without its status, which the API tells and does not take back (1jehuang/jcode#1028).
func echo(kept json.RawMessage) (json.RawMessage, error) {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(kept, &fields); err != nil {
		return nil, fmt.Errorf("responses: state of a thought: %w", err)
	}
	if _, told := fields["status"]; !told || string(fields["type"]) != `"reasoning"` {
		return kept, nil
	}
	delete(fields, "status")
	out, err := json.Marshal(fields)
	if err != nil {
		return nil, fmt.Errorf("responses: state of a thought: %w", err)
	}
	return out, nil
}

// leads tells whether a thought is followed by what it led to: the API takes neither without the other.
func (m *Model) leads(after []llm.Part) bool {
	for _, p := range after {
		if !p.Thought {
			return m.origin.Made(p.State)
		}
	}
	return false
}

// spoken is a message of the model, whole where it was made here.
func spoken(words string, kept state, s shape) message {
	if kept.Apart {
		words = strings.TrimPrefix(words, between)
	}
	out := message{Type: "message", ID: kept.ID, Role: "assistant", Content: words, Status: whenOwn(kept.ID)}
	if kept.ID != "" {
		out.Content = []content{{Type: "output_text", Text: &words, Annotations: &[]struct{}{}}}
	}
	if s.takes(fieldPhase) {
		out.Phase = kept.Phase
	}
	return out
}

func whenOwn(id string) string {
	if id == "" {
		return ""
	}
	return "completed"
}

// argumentsOut is the inverse of argumentsIn.
func argumentsOut(kept json.RawMessage) string {
	var raw string
	if err := json.Unmarshal(kept, &raw); err == nil {
		return raw
	}
	return string(kept)
}

// argumentsIn keeps what the model gave as arguments. Text that is not JSON becomes a JSON string, which no tool's schema accepts: the
// model is then told so.
func argumentsIn(given json.RawMessage) (json.RawMessage, error) {
	var raw string
	if err := json.Unmarshal(given, &raw); err != nil {
		raw = string(given) // an object in place of a text
	}
	switch {
	case strings.TrimSpace(raw) == "":
		return json.RawMessage("{}"), nil
	case json.Valid([]byte(raw)):
		return json.RawMessage(raw), nil
	}
	out, err := json.Marshal(raw)
	if err != nil {
		return nil, fmt.Errorf("keep the arguments: %w", err)
	}
	return out, nil
}
