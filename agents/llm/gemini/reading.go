package gemini

import (
	"encoding/json"
	"fmt"
	"strings"

	"google.golang.org/genai"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/assistant"
)

// reading gathers the chunks of one streamed reply.
type reading struct {
	origin llm.Origin
	calls  int // tool calls made so far in the conversation, to number those the API gave no id
	parts  []llm.Part
	size   int
	usage  assistant.Usage
	finish genai.FinishReason
	block  string
	served string // as it says itself
}

func newReading(o llm.Origin, history []llm.Message) *reading {
	r := &reading{origin: o}
	for _, m := range history {
		for _, p := range m.Parts {
			if p.Call != nil {
				r.calls++
			}
		}
	}
	return r
}

func (r *reading) finished() bool {
	return r.finish != "" && r.finish != genai.FinishReasonUnspecified
}

// take adds a chunk and returns the text of the answer that came with it.
func (r *reading) take(chunk *genai.GenerateContentResponse) (string, error) {
	if chunk == nil {
		return "", nil
	}
	if u := chunk.UsageMetadata; u != nil { // cumulative: the last one counts
		r.usage = assistant.Usage{
			Input: int(u.PromptTokenCount + u.ToolUsePromptTokenCount), Cached: int(u.CachedContentTokenCount),
			Output: int(u.CandidatesTokenCount + u.ThoughtsTokenCount), Thought: int(u.ThoughtsTokenCount),
		}
	}
	if chunk.ModelVersion != "" {
		r.served = chunk.ModelVersion
	}
	if f := chunk.PromptFeedback; f != nil && f.BlockReason != "" {
		r.block = string(f.BlockReason)
	}
	if len(chunk.Candidates) == 0 || chunk.Candidates[0] == nil {
		return "", nil
	}
	candidate := chunk.Candidates[0]
	if candidate.FinishReason != "" {
		r.finish = candidate.FinishReason
	}
	if candidate.Content == nil {
		return "", nil
	}
	var text strings.Builder
	for _, p := range candidate.Content.Parts {
		if p == nil {
			continue
		}
		delta, err := r.add(p)
		if err != nil {
			return "", err
		}
		text.WriteString(delta)
	}
	return text.String(), nil
}

func (r *reading) add(p *genai.Part) (string, error) {
	if p.FunctionCall != nil {
		return "", r.addCall(p)
	}
	if r.size += len(p.Text) + len(p.ThoughtSignature); r.size > llm.MaxReply {
		return "", fmt.Errorf("gemini: %w: it is longer than %d bytes", llm.ErrGarbage, llm.MaxReply)
	}
	if p.Thought {
		return "", r.addThought(p)
	}
	part := llm.Part{Text: p.Text}
	if len(p.ThoughtSignature) > 0 {
		var err error
		if part.State, err = r.state(state{Signature: p.ThoughtSignature}); err != nil {
			return "", err
		}
	}
	// Parts are joined only where neither carries a signature: a signature belongs to the part it came with.
	if last := len(r.parts) - 1; last >= 0 && len(p.ThoughtSignature) == 0 && r.plain(r.parts[last]) {
		r.parts[last].Text += p.Text
		return p.Text, nil
	}
	if p.Text != "" || len(p.ThoughtSignature) > 0 {
		r.parts = append(r.parts, part)
	}
	return p.Text, nil
}

// addThought keeps of a thought its signature, which Gemini may want back. Its words are the model's reasoning: they say
// that it is at work, and are kept nowhere.
func (r *reading) addThought(p *genai.Part) error {
	if len(p.ThoughtSignature) == 0 {
		return nil
	}
	kept, err := r.state(state{Signature: p.ThoughtSignature})
	if err != nil {
		return err
	}
	r.parts = append(r.parts, llm.Part{Thought: true, State: kept})
	return nil
}

// plain tells whether a part is text that carries no signature.
func (r *reading) plain(p llm.Part) bool {
	return p.Call == nil && p.State == nil
}

func (r *reading) addCall(p *genai.Part) error {
	args := p.FunctionCall.Args
	if args == nil {
		args = map[string]any{}
	}
	raw, err := json.Marshal(args)
	if err != nil {
		return fmt.Errorf("gemini: %w: arguments of %s: %w", llm.ErrGarbage, p.FunctionCall.Name, err)
	}
	if r.size += len(raw) + len(p.ThoughtSignature); r.size > llm.MaxReply {
		return fmt.Errorf("gemini: %w: it is longer than %d bytes", llm.ErrGarbage, llm.MaxReply)
	}
	r.calls++
	id := p.FunctionCall.ID
	if id == "" {
		id = fmt.Sprintf("call-%d", r.calls)
	}
	kept, err := r.state(state{Signature: p.ThoughtSignature, ID: p.FunctionCall.ID})
	if err != nil {
		return err
	}
	r.parts = append(r.parts, llm.Part{
		Call: &llm.ToolCall{ID: id, Name: p.FunctionCall.Name, Arguments: raw}, State: kept,
	})
	return nil
}

func (r *reading) state(s state) (*llm.ProviderState, error) {
	data, err := json.Marshal(s)
	if err != nil {
		return nil, fmt.Errorf("gemini: keep state: %w", err)
	}
	return r.origin.State(data), nil
}

// reply is the whole reply, once Gemini has said that it is one.
func (r *reading) reply() (llm.Reply, error) {
	out := llm.Reply{
		Message: llm.Message{Role: llm.RoleAssistant, Parts: r.parts}, Usage: r.usage,
		Info: llm.Info{Provider: provider, Model: r.origin.Model}, Served: r.served,
	}
	switch {
	case r.finish == genai.FinishReasonStop:
		return out, nil
	case !r.finished() && r.block != "":
		return out, &llm.StatusError{Provider: provider, Code: 400, Message: "the prompt was blocked: " + r.block}
	case !r.finished():
		return out, fmt.Errorf("gemini: %w: no finish reason", llm.ErrBroken)
	}
	switch r.finish {
	case genai.FinishReasonMaxTokens:
		return out, fmt.Errorf("gemini: %w: %w", llm.ErrTruncated, llm.ErrLength)
	case genai.FinishReasonSafety, genai.FinishReasonRecitation, genai.FinishReasonLanguage, genai.FinishReasonBlocklist, genai.FinishReasonProhibitedContent,
		genai.FinishReasonSPII, genai.FinishReasonImageSafety, genai.FinishReasonImageProhibitedContent, genai.FinishReasonImageRecitation:
		return out, &llm.StatusError{Provider: provider, Code: 400, Message: "the reply was blocked: " + string(r.finish)}
	case genai.FinishReasonMalformedFunctionCall, genai.FinishReasonUnexpectedToolCall, genai.FinishReasonTooManyToolCalls:
		return out, fmt.Errorf("gemini: %w: %s", llm.ErrGarbage, r.finish)
	default: // it goes on, or a reason of tomorrow: whatever it is, the reply is not whole
		return out, fmt.Errorf("gemini: %w: %s", llm.ErrTruncated, r.finish)
	}
}
