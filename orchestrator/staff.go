package orchestrator

import (
	"github.com/aisteam/aisteam/agents"
	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
)

// staff puts agents to work, each on what a turn asks of it: see [acting].
type staff struct {
	*models
	*routing

	commands   *commands
	doer       doer
	all        *tools.Registry // of which agents are given what may be proposed by itself; nil for none
	vocabulary *agents.Vocabulary
	files      *files
	bounds     *bounds
	ids        *assistant.IDs
}
