package agents_test

import (
	"testing"

	"github.com/aisteam/aisteam/agents"
)

func BenchmarkReadingAMessage(b *testing.B) {
	const text = "Please create a new webpage called Services for our customers in the city, with a form and a map."
	for b.Loop() {
		agents.ReadReply(text)
		agents.Route(agents.Context{Text: text})
		agents.Classify(text)
	}
}
