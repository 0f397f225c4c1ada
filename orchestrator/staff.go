package orchestrator

import (
	"github.com/aisteam/aisteam/assistant"
)

// staff puts agents to work, each on what a turn asks of it: see [acting].
type staff struct {
	*models
	*routing

	commands *commands
	doer     doer
	files    *files
	bounds   *bounds
	ids      *assistant.IDs
	advice   int // how often an executor may ask the strong model
}
