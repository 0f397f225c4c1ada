package agents_test

import (
	"testing"

	"github.com/aisteam/aisteam/agents"
)

func BenchmarkReadingAMessage(b *testing.B) {
	words := served()
	const text = "Please create a new webpage called Services for our customers in the city, with a form and a map."
	for b.Loop() {
		served().ReadReply(text)
		words.Route(agents.Context{Text: text})
	}
}
