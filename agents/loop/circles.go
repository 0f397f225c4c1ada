package loop

import (
	"crypto/sha256"
	"encoding/json"

	"github.com/aisteam/aisteam/agents/llm"
)

// Bounds of what counts as going round in circles.
const (
	stepsLooked = 10 // the newest ones
	mostAlike   = 5  // calls among them that are the same and give the same
)

// alike tells calls apart by what was called and what came of it.
type alike [sha256.Size]byte

// Circles names the tool that an agent has called again and again with the same arguments, and the same result, in its newest steps.
func Circles(history []llm.Message) (tool string, found bool) {
	count := map[alike]int{}
	given := map[string]llm.ToolResult{} // by the ids of the calls of the step before them
	steps := 0
	for i := len(history) - 1; i >= 0 && steps < stepsLooked; i-- {
		m := history[i]
		if m.Role != llm.RoleAssistant {
			for _, p := range m.Parts {
				if p.Result != nil {
					given[p.Result.ID] = *p.Result
				}
			}
			continue
		}
		steps++
		for _, p := range m.Parts {
			if p.Call == nil {
				continue
			}
			if result, known := given[p.Call.ID]; known {
				of := likeness(*p.Call, result)
				if count[of]++; count[of] > mostAlike {
					return p.Call.Name, true
				}
			}
		}
		clear(given)
	}
	return "", false
}

// likeness is the same for arguments that say the same, however they are written.
func likeness(c llm.ToolCall, r llm.ToolResult) alike {
	var arguments any
	said := []byte(c.Arguments)
	if json.Unmarshal(c.Arguments, &arguments) == nil {
		if written, err := json.Marshal(arguments); err == nil {
			said = written
		}
	}
	raw, err := json.Marshal([]any{c.Name, string(said), r.Content, r.Failed})
	if err != nil {
		return alike{} // texts can always be written
	}
	return sha256.Sum256(raw)
}
