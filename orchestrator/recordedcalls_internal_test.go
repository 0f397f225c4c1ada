package orchestrator

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/assistant"
)

// oneCall is a ledger with one call of a model.
type oneCall struct {
	records

	key  string
	call assistant.ModelCall
}

func (c oneCall) ModelCall(_ context.Context, _ assistant.TenantID, key string) (assistant.ModelCall, bool, error) {
	return c.call, key == c.key, nil
}

// TestAnAnswerIsOfOneQuestion: what was answered before is given for the same question under the same key, and for no other.
func TestAnAnswerIsOfOneQuestion(t *testing.T) {
	raw, err := json.Marshal(llm.Reply{Message: llm.TextMessage(llm.RoleAssistant, "Gladly.")})
	if err != nil {
		t.Fatal(err)
	}
	a := &asker{models: &models{read: oneCall{key: "m/model-1", call: assistant.ModelCall{Request: "hash", Response: raw}}}, turn: saying(assistant.Person{}, "")}
	for name, c := range map[string]struct {
		key, hash string
		want      bool
	}{
		"the same":         {"m/model-1", "hash", true},
		"another question": {"m/model-1", "other", false},
		"another call":     {"m/model-2", "hash", false},
		"neither":          {"m/model-2", "other", false},
	} {
		reply, ok, err := a.recorded(t.Context(), c.key, c.hash)
		if err != nil || ok != c.want || len(reply.Message.Parts) > 0 != c.want {
			t.Errorf("%s: %+v, %t, %v", name, reply.Message, ok, err)
		}
	}
}
