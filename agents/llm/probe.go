package llm

import "encoding/json"

// Probe is a small question by which a model is tried as turns ask it: streamed, and with a tool that may be called. A model that takes no
// tools is none for us.
func Probe(tier Tier) Request {
	return Request{
		Purpose: PurposeAnswer, Tier: tier, Instructions: Instructions{Stable: "Answer with the one word: ready"}, MaxOutput: 1024,
		Messages: []Message{{Role: RoleUser, Parts: []Part{{Text: "Are you ready?"}}}},
		Tools:    []Tool{{Name: "look_at_clock", Description: "Tells what time it is. Nothing needs it now.", Parameters: json.RawMessage(`{"type":"object","properties":{},"additionalProperties":false}`)}},
	}
}
