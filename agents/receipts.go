package agents

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/aisteam/aisteam/agents/llm"
)

// Receipt is what code knows of one change that an agent has worked on.
type Receipt struct {
	What string // in a line
	Came string // one of the constants
}

// What may have come of a change. Only the first shows that something was done.
const (
	ReceiptDone      = "done" // and not taken back since
	ReceiptTakenBack = "taken back"
	ReceiptFailed    = "failed"
	ReceiptRefused   = "refused by a person"
	ReceiptNotDone   = "not done"
)

// Unfounded asks a model which statements of an answer say that something was done, and which receipt shows each; it gives those that none
// shows. What the model reads are the words; whether a receipt is there and says "done" is looked up here.
func Unfounded(ctx context.Context, m llm.Asker, answer string, receipts []Receipt) ([]string, error) {
	facts := llm.ValidateFacts{Answer: llm.Clip(answer, maxSaid), Receipts: []llm.ReceiptFact{}}
	came := map[string]string{}
	for i, r := range receipts {
		key := fmt.Sprintf("r%d", i+1)
		came[key] = r.Came
		facts.Receipts = append(facts.Receipts, llm.ReceiptFact{Key: key, What: llm.OneLine(r.What, maxReceipt), Came: r.Came})
	}
	raw, err := json.Marshal(facts)
	if err != nil {
		return nil, fmt.Errorf("facts to validate: %w", err)
	}
	reply, _, err := llm.Decode[llm.ValidateReply](ctx, m, llm.Request{
		Purpose: llm.PurposeValidate, Instructions: llm.Instructions{Stable: strings.TrimRight(validateRules, "\n")}, Facts: raw,
		Messages: []llm.Message{llm.TextMessage(llm.RoleUser, string(raw))}, Sample: json.RawMessage(`{"claims":[]}`),
	})
	if err != nil {
		return nil, fmt.Errorf("compare an answer with its receipts: %w", err)
	}
	var out []string
	for _, c := range reply.Claims {
		if says := llm.OneLine(c.Says, maxReceipt); says != "" && came[c.Receipt] != ReceiptDone {
			out = append(out, says)
		}
	}
	return out, nil
}

const maxReceipt = 200 // of what a receipt or a statement says, in bytes
