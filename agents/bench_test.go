package agents_test

import (
	"testing"

	"github.com/aisteam/aisteam/agents"
	"github.com/aisteam/aisteam/internal/packkit"
)

func BenchmarkReadingAMessage(b *testing.B) {
	words := packkit.Vocabulary(b)
	const text = "Please create a new webpage called Services for our customers in the city, with a form and a map."
	for b.Loop() {
		agents.ReadReply(text)
		words.Route(agents.Context{Text: text})
		words.Classify(text)
	}
}
