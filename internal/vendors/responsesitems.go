package vendors

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
)

// inputItem is one of a request's.
type inputItem struct {
	Type      string          `json:"type"`
	ID        string          `json:"id"`
	Role      string          `json:"role"`
	Content   json.RawMessage `json:"content"`
	Phase     string          `json:"phase"`
	CallID    string          `json:"call_id"`
	Name      string          `json:"name"`
	Arguments string          `json:"arguments"`
	Output    json.RawMessage `json:"output"`
	Encrypted string          `json:"encrypted_content"`
	Summary   json.RawMessage `json:"summary"`
}

// itemFields are what items of a type may have. That of a thought has no status: the API tells one, and does not take it back
// (1jehuang/jcode#1028, Stack-Cairn/LiveAgent#334).
func itemFields(kind string) []string {
	switch kind {
	case "message", "":
		return []string{"type", "id", "role", "content", "phase", "status"}
	case "reasoning":
		return []string{"type", "id", "summary", "encrypted_content", "content"}
	case "function_call":
		return []string{"type", "id", "call_id", "name", "arguments", "status", "namespace"}
	case "function_call_output":
		return []string{"type", "id", "call_id", "output", "status"}
	default:
		return nil
	}
}

// items reads what has been said before.
func (s *Responses) items(q *responsesRequest) *wrong {
	q.system = nil
	if q.Instructions != "" {
		q.system = append(q.system, q.Instructions)
	}
	var text string
	if json.Unmarshal(q.Input, &text) == nil {
		q.conversation = []Message{{Role: "user", Text: text}}
		return nil
	}
	var raws []json.RawMessage
	if err := json.Unmarshal(q.Input, &raws); err != nil || len(raws) == 0 {
		return bad("input", "invalid_type", "Invalid type for 'input': expected one of a list of items or a string.")
	}
	items := make([]inputItem, len(raws))
	for i, raw := range raws {
		if wrong := readItem(i, raw, &items[i]); wrong != nil {
			return wrong
		}
	}
	for _, check := range []func([]inputItem) *wrong{func(is []inputItem) *wrong { return s.reasoned(q.Model, is) }, calls} {
		if wrong := check(items); wrong != nil {
			return wrong
		}
	}
	for i, item := range items {
		if wrong := q.hear(i, item); wrong != nil {
			return wrong
		}
	}
	return nil
}

func readItem(i int, raw json.RawMessage, into *inputItem) *wrong {
	var fields map[string]json.RawMessage
	if json.Unmarshal(raw, &fields) != nil || json.Unmarshal(raw, into) != nil {
		return bad(fmt.Sprintf("input[%d]", i), "invalid_type", "Invalid type for 'input[%d]'.", i)
	}
	known := itemFields(into.Type)
	if known == nil {
		return bad(fmt.Sprintf("input[%d]", i), "invalid_value", "Invalid value: '%s'.", into.Type)
	}
	for name := range fields {
		if !slices.Contains(known, name) {
			return bad(fmt.Sprintf("input[%d].%s", i, name), "unknown_parameter", "Unknown parameter: 'input[%d].%s'.", i, name)
		}
	}
	return nil
}

// reasoned refuses what a model reasoned where it is not what it was, or does not stand where it stood.
//
// Sources: openai/openai-agents-js#546 (nothing is kept), openai/codex#8145 and continuedev/continue#10643 (changed, or of others),
// continuedev/continue#8933 (nothing follows), 0xPlaygrounds/rig#751 and continuedev/continue#11994 (it is missing).
func (s *Responses) reasoned(model string, items []inputItem) *wrong {
	seen := map[string]bool{}
	for i, item := range items {
		turn, ordered := turnOf(item.ID)
		if item.Type != "reasoning" {
			if ordered && !seen[turn] {
				return bad("input", "", "Item '%s' of type '%s' was provided without its required 'reasoning' item: 'rs_%s'.", item.ID, item.Type, turn)
			}
			continue
		}
		switch {
		case item.Summary == nil:
			return bad(fmt.Sprintf("input[%d].summary", i), "missing_required_parameter", "Missing required parameter: 'input[%d].summary'.", i)
		case item.Encrypted == "":
			return &wrong{status: http.StatusNotFound, param: "input", message: fmt.Sprintf(
				"Item with id '%s' not found. Items are not persisted when `store` is set to false. Try again with `store` set to true, or remove this item from your input.", item.ID)}
		case !s.own(model, item):
			return bad("", "invalid_encrypted_content", "The encrypted content for item %s could not be verified.", item.ID)
		}
		if i+1 == len(items) || !sameTurn(items[i+1].ID, item.ID) {
			return bad("input", "", "Item '%s' of type 'reasoning' was provided without its required following item.", item.ID)
		}
		seen[strings.TrimPrefix(item.ID, "rs_")] = true
	}
	return nil
}

// turnOf is the turn of an item that followed on reasoning, which its id tells here.
func turnOf(id string) (string, bool) {
	m := regexp.MustCompile(`^(?:fc|msg)_(\d+)_\d+_r$`).FindStringSubmatch(id)
	if m == nil {
		return "", false
	}
	return m[1], true
}

func sameTurn(id, reasoning string) bool {
	turn, ok := turnOf(id)
	return ok && "rs_"+turn == reasoning
}

// calls refuses calls that are not answered, and answers to none (tjardoo/openai-client#124, microsoft/vscode#320060).
func calls(items []inputItem) *wrong {
	open := map[string]bool{}
	for _, item := range items {
		switch item.Type {
		case "function_call":
			if item.CallID == "" || item.Name == "" {
				return bad("input", "missing_required_parameter", "Missing required parameter: 'call_id'.")
			}
			open[item.CallID] = true
		case "function_call_output":
			if !open[item.CallID] {
				return bad("input", "", "No tool call found for function call output with call_id %s.", item.CallID)
			}
			open[item.CallID] = false
		}
	}
	for id, waits := range open {
		if waits {
			return bad("input", "", "No tool output found for function call %s.", id)
		}
	}
	return nil
}

// hear puts an item into the conversation.
func (q *responsesRequest) hear(i int, item inputItem) *wrong {
	last := func(role string) *Message {
		if n := len(q.conversation); n > 0 && q.conversation[n-1].Role == role {
			return &q.conversation[n-1]
		}
		q.conversation = append(q.conversation, Message{Role: role})
		return &q.conversation[len(q.conversation)-1]
	}
	switch item.Type {
	case "reasoning":
		return nil
	case "function_call":
		m := last("assistant")
		m.Calls = append(m.Calls, Call{ID: item.CallID, Name: item.Name, Arguments: item.Arguments})
		return nil
	case "function_call_output":
		var said string
		if err := json.Unmarshal(item.Output, &said); err != nil {
			return bad(fmt.Sprintf("input[%d].output", i), "invalid_type", "Invalid type for 'input[%d].output'.", i)
		}
		content, failed := strings.CutPrefix(said, "Error: ")
		m := last("tool")
		m.Results = append(m.Results, Result{ID: item.CallID, Content: content, Failed: failed})
		return nil
	}
	text, images, wrong := q.contents(i, item)
	switch {
	case wrong != nil:
		return wrong
	case item.Phase != "" && (item.Role != "assistant" || item.Phase != "commentary" && item.Phase != "final_answer"):
		return bad(fmt.Sprintf("input[%d].phase", i), "invalid_value", "Invalid value: '%s'.", item.Phase)
	case item.Role == "system" || item.Role == "developer":
		q.system = append(q.system, text)
	case item.Role == "assistant":
		m := last("assistant")
		m.Text += text
	case item.Role == "user":
		q.conversation = append(q.conversation, Message{Role: "user", Text: text, Images: images})
	default:
		return bad(fmt.Sprintf("input[%d].role", i), "invalid_value", "Invalid value: '%s'. Supported values are: 'assistant', 'system', 'developer', and 'user'.", item.Role)
	}
	return nil
}

// contents reads what a message says. Sources: jeremychone/rust-genai#119 and epam/ai-dial-adapter-openai#511 for the words of each
// side; Kilo-Org/kilocode#13052 for marks that a model does not take.
func (q *responsesRequest) contents(i int, item inputItem) (text string, images int, _ *wrong) {
	if json.Unmarshal(item.Content, &text) == nil {
		return text, 0, nil
	}
	var parts []struct {
		Type       string          `json:"type"`
		Text       string          `json:"text"`
		Refusal    string          `json:"refusal"`
		ImageURL   string          `json:"image_url"`
		Detail     string          `json:"detail"`
		Breakpoint *map[string]any `json:"prompt_cache_breakpoint"`
	}
	if err := json.Unmarshal(item.Content, &parts); err != nil || len(parts) == 0 {
		return "", 0, bad(fmt.Sprintf("input[%d].content", i), "invalid_type", "Invalid type for 'input[%d].content'.", i)
	}
	takes, names := []string{"input_text", "input_image", "input_file"}, "'input_text', 'input_image', 'input_file'"
	if item.Role == "assistant" {
		takes, names = []string{"output_text", "refusal"}, "'output_text' and 'refusal'"
	}
	var said strings.Builder
	for n, p := range parts {
		at := fmt.Sprintf("input[%d].content[%d]", i, n)
		switch {
		case !slices.Contains(takes, p.Type):
			return "", 0, bad(at, "invalid_value", "Invalid value: '%s'. Supported values are: %s.", p.Type, names)
		case p.Breakpoint != nil && !q.marks():
			return "", 0, bad(at+".prompt_cache_breakpoint", "unsupported_parameter", "prompt_cache_breakpoint is not supported on this model")
		case p.Type == "input_image" && !isPicture(p.ImageURL):
			return "", 0, bad(at+".image_url", "invalid_value", "Invalid '%s.image_url'. Expected a base64-encoded data URL with an image MIME type.", at)
		}
		if p.Type == "input_image" {
			images++
		}
		q.keeps = q.keeps || p.Breakpoint != nil
		said.WriteString(p.Text)
		said.WriteString(p.Refusal)
	}
	return said.String(), images, nil
}

func isPicture(url string) bool {
	m := regexp.MustCompile(`^data:image/(?:png|jpeg|gif|webp);base64,(.+)$`).FindStringSubmatch(url)
	if m == nil {
		return false
	}
	_, err := base64.StdEncoding.DecodeString(m[1])
	return err == nil
}
