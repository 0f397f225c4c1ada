package chat

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/aisteam/aisteam/agents/llm"
)

// ending is what a finish reason means.
type ending int

const (
	endsUnknown ending = iota
	endsWhole
	endsCalls // whole, and with calls
	endsLength
	endsFiltered
	endsBroken // the server gave up
	endsGarbled
)

// ended reads a finish reason: OpenAI's, and those that other vendors' servers pass on as they are.
func ended(reason string) ending {
	switch strings.NewReplacer("-", "_", " ", "_").Replace(strings.ToLower(reason)) {
	case "stop", "eos", "eos_token", "end_turn", "stop_sequence", "stop_token", "stopped", "complete", "completed", "done", "end", "finish", "finished", "load", "unload":
		return endsWhole
	case "tool_calls", "function_call", "tool_use", "tool_call", "function_calls":
		return endsCalls
	case "length", "max_tokens", "max_output_tokens", "model_length", "max_length", "model_context_window_exceeded", "limit":
		return endsLength
	case "content_filter", "content_filtered", "safety", "sensitive", "recitation", "prohibited_content", "blocklist", "spii", "refusal", "guardrail_intervened", "image_safety":
		return endsFiltered
	case "error", "network_error", "insufficient_system_resource", "abort", "aborted", "cancelled", "canceled", "timeout", "server_error":
		return endsBroken
	case "malformed_function_call", "unexpected_tool_call", "malformed_tool_call", "invalid_tool_call":
		return endsGarbled
	default:
		return endsUnknown
	}
}

// reply is the whole reply, once it can be told that it is one.
func (r *reading) reply() (llm.Reply, error) {
	r.hear(r.screen.rest())
	out := llm.Reply{Message: llm.Message{Role: llm.RoleAssistant}, Usage: r.usage, Info: r.model.Info(), Served: r.served}
	if err := r.written(); err != nil {
		return out, err
	}
	if err := r.wrong(); err != nil {
		return out, err
	}
	parts, err := r.parts()
	out.Message.Parts = parts
	return out, err
}

// wrong says why what has come is no whole reply.
func (r *reading) wrong() error {
	end := ended(r.finish)
	switch {
	case end == endsLength:
		return fmt.Errorf("chat: %w: %w", llm.ErrTruncated, llm.ErrLength)
	case end == endsFiltered:
		return &llm.StatusError{Provider: r.model.origin.Provider, Code: 400, Message: "the reply was filtered"}
	case end == endsBroken:
		err := r.model.odd(&llm.StatusError{Provider: r.model.origin.Provider, Code: 502, Message: r.model.key.Clip(r.finish + " " + r.aside)},
			fmt.Sprintf("gave up in the midst of a reply (%q)", r.finish), "Look into its log.")
		err.Again = true
		return err
	case end == endsGarbled:
		err := r.model.odd(llm.ErrGarbage, fmt.Sprintf("could not read the tool call that its model wrote (%q)", r.finish), "Another model may do better with tools.")
		err.Call, err.Again = true, true
		return err
	case end == endsCalls && len(r.calls.all) == 0 && len(r.calls.offered) > 0:
		err := r.model.odd(llm.ErrGarbage, "said that its model calls a tool, and passed on no call", parserFor(""))
		err.Call = true
		return err
	case end == endsUnknown && !r.done && !r.last:
		did, class := "ended its reply without saying that it is whole", llm.ErrBroken // which a network does that cuts a stream
		if r.finish != "" {
			class, did = llm.ErrTruncated, fmt.Sprintf("ended its reply with %q, which may mean anything", r.finish)
		}
		if r.aside != "" {
			did += " (" + r.aside + ")"
		}
		err := r.model.odd(class, did, "If it is always so, a newer version of it, or of the proxy before it, may send finish_reason or [DONE].")
		err.Again = true
		return err
	default:
		return nil
	}
}

func (r *reading) parts() ([]llm.Part, error) {
	var out []llm.Part
	calls, err := r.calls.finished()
	if err != nil {
		return nil, err
	}
	if r.reasons || len(r.details) > 0 && len(calls) > 0 {
		kept := state{}
		if r.reasons {
			words := "" // the key must come back also with nothing in it; the words only with calls that are still to be answered
			if len(calls) > 0 {
				words = r.reasoning.String()
			}
			kept.Reasoning = &words
		}
		if len(calls) > 0 {
			kept.Details = r.details
		}
		s, err := r.state(kept)
		if err != nil {
			return nil, err
		}
		out = append(out, llm.Part{Thought: true, State: s})
	}
	if r.said.Len() > 0 {
		out = append(out, llm.Part{Text: r.said.String()})
	}
	for _, c := range calls {
		s, err := r.state(state{ExtraContent: c.extra})
		if err != nil {
			return nil, err
		}
		out = append(out, llm.Part{Call: &llm.ToolCall{ID: c.id, Name: c.name, Arguments: c.kept}, State: s})
	}
	return out, nil
}

func (r *reading) state(s state) (*llm.ProviderState, error) {
	data, err := json.Marshal(s)
	if err != nil {
		return nil, fmt.Errorf("chat: keep state: %w", err)
	}
	return r.model.origin.State(data), nil
}
