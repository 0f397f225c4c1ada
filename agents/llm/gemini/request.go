package gemini

import (
	"encoding/json"
	"fmt"

	"google.golang.org/genai"

	"github.com/aisteam/aisteam/agents/llm"
)

// state is what a part's [llm.ProviderState] holds.
type state struct {
	Signature []byte `json:"signature,omitempty"`
	ID        string `json:"id,omitempty"` // the function call's, where the API gave one
}

func (m *Model) config(r llm.Request) (*genai.GenerateContentConfig, error) {
	c := &genai.GenerateContentConfig{
		CandidateCount:        1,
		MaxOutputTokens:       int32(min(r.MaxOutput, 1<<20)), // bounded right here
		AutomaticContinuation: new(false),                     // else one call may become several that are paid for
		HTTPOptions:           &genai.HTTPOptions{ExtrasRequestProvider: fillEmptyParts},
	}
	c.SystemInstruction = system(r.Instructions)
	if m.thinks {
		c.ThinkingConfig = &genai.ThinkingConfig{IncludeThoughts: true} // a sign of life while it thinks; the words are dropped
		c.ThinkingConfig.ThinkingLevel = level(r.Effort)
	}
	if len(r.Output) > 0 {
		c.ResponseMIMEType = "application/json"
		c.ResponseJsonSchema = r.Output
	}
	if len(r.Tools) == 0 {
		return c, nil
	}
	functions := make([]*genai.FunctionDeclaration, 0, len(r.Tools))
	for _, t := range r.Tools {
		if !json.Valid(t.Parameters) {
			return nil, fmt.Errorf("gemini: %w: the schema of tool %s is not JSON", llm.ErrRefused, t.Name)
		}
		functions = append(functions, &genai.FunctionDeclaration{
			Name: t.Name, Description: t.Description, ParametersJsonSchema: t.Parameters,
		})
	}
	c.Tools = []*genai.Tool{{FunctionDeclarations: functions}}
	if r.NoCalls {
		c.ToolConfig = &genai.ToolConfig{FunctionCallingConfig: &genai.FunctionCallingConfig{Mode: genai.FunctionCallingConfigModeNone}}
	}
	return c, nil
}

// system is the instructions, what holds for one request last: a content with the results of calls takes nothing beside them.
func system(i llm.Instructions) *genai.Content {
	var parts []*genai.Part
	for _, text := range []string{i.Stable, i.Varying} {
		if text != "" {
			parts = append(parts, &genai.Part{Text: text})
		}
	}
	if len(parts) == 0 {
		return nil
	}
	return &genai.Content{Parts: parts}
}

func level(e llm.Effort) genai.ThinkingLevel {
	switch e {
	case llm.EffortLow:
		return genai.ThinkingLevelLow
	case llm.EffortMedium:
		return genai.ThinkingLevelMedium
	case llm.EffortHigh:
		return genai.ThinkingLevelHigh
	default:
		return ""
	}
}

// contents turns the history into Gemini's. Messages of one side in a row become one content, as the results of parallel
// calls must.
func (m *Model) contents(history []llm.Message) ([]*genai.Content, error) {
	ids := make(map[string]string) // of calls as the API gave them; "" where it gave none
	var out []*genai.Content
	for _, message := range m.origin.History(history) {
		role := genai.RoleUser
		if message.Role == llm.RoleAssistant {
			role = genai.RoleModel
		}
		var parts []*genai.Part
		for _, p := range message.Parts {
			part, err := m.part(p, ids)
			if err != nil {
				return nil, err
			}
			parts = append(parts, part)
		}
		if last := len(out) - 1; last >= 0 && out[last].Role == role && message.Role == llm.RoleTool && isResults(out[last]) {
			out[last].Parts = append(out[last].Parts, parts...)
			continue
		}
		out = append(out, &genai.Content{Role: role, Parts: parts})
	}
	return out, nil
}

func isResults(c *genai.Content) bool {
	return len(c.Parts) > 0 && c.Parts[0].FunctionResponse != nil
}

func (m *Model) part(p llm.Part, ids map[string]string) (*genai.Part, error) {
	var kept state
	if m.origin.Made(p.State) {
		if err := json.Unmarshal(p.State.Data, &kept); err != nil {
			return nil, fmt.Errorf("gemini: state of a part: %w", err)
		}
	}
	switch {
	case p.Image != nil:
		return &genai.Part{InlineData: &genai.Blob{MIMEType: p.Image.Type, Data: p.Image.Data}}, nil
	case p.Call != nil:
		args := make(map[string]any)
		if err := json.Unmarshal(p.Call.Arguments, &args); err != nil {
			return nil, fmt.Errorf("gemini: arguments of %s: %w", p.Call.Name, err)
		}
		ids[p.Call.ID] = kept.ID
		return &genai.Part{
			FunctionCall:     &genai.FunctionCall{ID: kept.ID, Name: p.Call.Name, Args: args},
			ThoughtSignature: kept.Signature,
		}, nil
	case p.Result != nil:
		key := "output"
		if p.Result.Failed {
			key = "error"
		}
		return &genai.Part{FunctionResponse: &genai.FunctionResponse{
			ID: ids[p.Result.ID], Name: p.Result.Name, Response: map[string]any{key: p.Result.Content},
		}}, nil
	default:
		return &genai.Part{Text: p.Text, Thought: p.Thought, ThoughtSignature: kept.Signature}, nil
	}
}

// fillEmptyParts gives a part that has nothing but a signature the empty text it came with: the SDK leaves empty text
// out, and the API wants a part to be something.
func fillEmptyParts(body map[string]any) map[string]any {
	for _, content := range each(body["contents"]) {
		for _, part := range each(content["parts"]) {
			if isEmpty(part) {
				part["text"] = ""
			}
		}
	}
	return body
}

func isEmpty(part map[string]any) bool {
	for key := range part {
		if key != "thoughtSignature" && key != "thought" {
			return false
		}
	}
	return true
}

func each(list any) []map[string]any {
	switch l := list.(type) {
	case []map[string]any:
		return l
	case []any:
		var out []map[string]any
		for _, v := range l {
			if m, ok := v.(map[string]any); ok {
				out = append(out, m)
			}
		}
		return out
	default:
		return nil
	}
}
