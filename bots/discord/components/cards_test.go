package components_test

import (
	"flag"

	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/internal/cardkit"
)

var update = flag.Bool("update", false, "write the golden files anew")

// cards are the samples, with what only some surfaces draw.
func cards() map[string]bots.Card {
	out := cardkit.Samples("@everyone <@1>")
	for name, c := range out {
		if a, ok := c.(bots.AnswerCard); ok {
			a.Message = "06f0"
			out[name] = a
		}
	}
	return out
}
