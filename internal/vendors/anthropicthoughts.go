package vendors

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strconv"
)

// place is a place in a conversation, by what stands before it (platform.claude.com, Preserved thinking): the digest of instructions,
// tools and messages without their thinking and marks of the cache, and the thinking block before it.
type place struct {
	digest string
	after  string
}

func (p place) past(role string, thing any) place {
	raw, _ := json.Marshal(thing)
	sum := sha256.Sum256([]byte(p.digest + "\n" + role + "\n" + canonical(raw)))
	return place{hex.EncodeToString(sum[:]), p.after}
}

func unmarked(b anthropicBlock) anthropicBlock {
	b.Cache = nil
	return b
}

// checkThoughts refuses thinking that is not as it was given, or not where; it finds the place after the conversation.
func (a *Anthropic) checkThoughts(q *anthropicRequest) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	at := place{}
	for _, b := range q.System {
		at = at.past("system", unmarked(b))
	}
	for _, t := range q.Tools {
		t.Cache = nil
		at = at.past("tool", t)
	}
	for i, t := range q.Messages {
		if err := a.checkLatest(t, i, i == lastReply(q.Messages)); err != nil {
			return err
		}
		for j, b := range t.Content {
			if !b.isThought() {
				at = at.past(t.Role, unmarked(b))
				continue
			}
			signature, err := a.checkThought(q, b, at, i, j)
			if err != nil {
				return err
			}
			if signature != "" {
				at.after = signature
			}
		}
	}
	q.end = at
	return nil
}

func lastReply(turns []anthropicTurn) int {
	for i, t := range slices.Backward(turns) {
		if t.Role == "assistant" {
			return i
		}
	}
	return -1
}

// checkThought checks one thinking block. Its signature is "" where the model cannot read it: the vendor drops it then.
func (a *Anthropic) checkThought(q *anthropicRequest, b anthropicBlock, at place, i, j int) (string, error) {
	if b.Type == "redacted_thinking" {
		if given, ok := a.given[b.Data]; !ok || given.model != q.Model {
			return "", invalid("messages.%d.content.%d: Invalid `data` in `redacted_thinking` block", i, j)
		}
		return b.Data, nil
	}
	switch {
	case b.Signature == nil: // anthropic-sdk-go, ThinkingBlockParam: Signature, Thinking and Type are required
		return "", invalid("messages.%d.content.%d.thinking.signature: Field required", i, j)
	case b.Thinking == nil:
		return "", invalid("messages.%d.content.%d.thinking.thinking: Field required", i, j)
	}
	given, ok := a.given[*b.Signature]
	maker, _ := claudeOf(given.model)
	switch {
	case !ok: // platform.claude.com, Preserved thinking: a tampered signature
		return "", invalid("messages.%d.content.%d: Invalid `signature` in `thinking` block", i, j)
	case given.text != "" && given.text != *b.Thinking: // platform.claude.com, Errors, "Thinking blocks cannot be modified"
		return "", invalid("messages.%d.content.%d: `thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified. These blocks must remain as they were in the original response.", i, j)
	case !q.claude.reads(maker):
		a.dropped = append(a.dropped, *b.Signature)
		return "", nil
	case q.claude.binds() && maker.binds() && (given.before != at.digest || at.after != "" && given.after != at.after): // platform.claude.com, Preserved thinking
		return "", invalid("messages.%d.content.%d: Invalid `signature` in `thinking` block. The block is bound to a different conversation. Remove the block, or set `thinking.block_binding.prefix_mismatch_behavior` to \"drop_block\". That setting requires the `thinking-binding-controls-2026-08-01` value in the `anthropic-beta` header.", i, j)
	}
	return *b.Signature, nil
}

// checkLatest refuses a reply with some of its thinking, or in another order (platform.claude.com, Errors, "Thinking blocks cannot be
// modified": edited, reordered, filtered out). A reply without any of it is taken.
func (a *Anthropic) checkLatest(t anthropicTurn, i int, latest bool) error {
	if !latest {
		return nil
	}
	var came, gave []string
	for _, b := range t.Content {
		switch {
		case b.Type == "redacted_thinking":
			came = append(came, b.Data)
		case b.Type == "thinking" && b.Signature != nil:
			came = append(came, *b.Signature)
		case b.Type == "tool_use" && gave == nil:
			gave = a.replies[b.ID]
		}
	}
	if len(came) > 0 && len(gave) > 0 && !slices.Equal(came, gave) {
		return invalid("messages.%d.content.0: `thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified. These blocks must remain as they were in the original response.", i)
	}
	return nil
}

// sign makes the signature of a thought, and remembers it.
func (a *Anthropic) sign(model, text string, at place) string {
	a.mu.Lock()
	defer a.mu.Unlock()
	sum := sha256.Sum256([]byte(model + at.digest + text + strconv.Itoa(len(a.given))))
	signature := base64.StdEncoding.EncodeToString(append([]byte{0xfb, 0xff}, sum[:]...))
	a.given[signature] = thought{model: model, text: text, before: at.digest, after: at.after}
	return signature
}
