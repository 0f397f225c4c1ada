package orchestrator

import (
	"github.com/aisteam/aisteam/agents"
	"github.com/aisteam/aisteam/assistant"
)

// saysNothing is what is thought instead of said where nothing is new.
const saysNothing = "Nothing is new since the last time, so I say nothing."

// silent tells whether the turn is about a background task that wants no answer where nothing is new.
func (t *turn) silent() bool {
	said, ok := t.cause().Body.(assistant.Said)
	return ok && said.Background != "" && said.Silent
}

// silently asks for an answer that may turn out not to be worth saying.
func (t *turn) silently(q agents.Question) agents.Question {
	q.Silent = t.silent()
	return q
}

// nothingNew tells whether an answer to a background task that wants to hear of what is new alone has nothing new.
func (t *turn) nothingNew(answer string) bool {
	return t.silent() && agents.NothingNew(answer, t.lastAnswer())
}

// lastAnswer is what was said the last time that the turn's background task had something to say.
func (t *turn) lastAnswer() (last string) {
	words, _ := t.cause().Body.(assistant.Said)
	asked := map[assistant.MessageID]bool{}
	for _, m := range t.sit.Recent {
		said, ok := m.Body.(assistant.Said)
		switch {
		case !ok || m.ID == t.cause().ID:
		case said.Background == words.Background && m.Author == assistant.AuthorUser:
			asked[m.ID] = true
		case asked[m.Cause] && m.Author == assistant.AuthorAssistant:
			last = m.Content
		}
	}
	return last
}
