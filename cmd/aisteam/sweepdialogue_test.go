package main

import (
	"fmt"
	"testing"
)

// What people say in the swept dialogue, and how it is played: an executor finds two, asks, and reports; its planner proposes a ticket.
const saysSwept = "Have somebody find out which marketing page has no ticket yet, and then create a ticket about that page"

var swept = map[string]string{
	saysSwept: `calls delegate {"agent":"researchAgent","task":"Find the marketing page without a ticket","expects":"page"}
calls answer_executor {"executor":"%ASKER%","answer":"The one for the fourth quarter."}
calls create_ticket {"title":"Marketing Q4 has no ticket","priority":"high"}
says It is on the list now.`,
	"Find the marketing page without a ticket": `calls list_tickets {}
calls ask_planner {"question":"I have found two. Which one?","options":["Marketing Q4","Marketing Site"]}
calls report {"summary":"Marketing Q4 has none.","data":{"page":"Marketing Q4"}}`,
}

// sweptCalls is how often models are asked in it, and what a crash may add: the reply that is on its way.
const sweptCalls = 7 + 1

// dialogue has something looked up by an executor who asks back, and makes a ticket of what it reports. Nothing is asked twice that was answered.
func dialogue() story {
	return story{name: "dialogue", tool: "create_ticket", least: 25, left: numbered().left, on: func(tb testing.TB, env ...string) scene {
		tb.Helper()
		m := newScriptedModel(tb)
		for opening, lines := range swept {
			if err := m.learn(opening, lines); err != nil {
				tb.Fatal(err)
			}
		}
		s := onSlack((*slackWorld).dialogueFlow)(tb, append(env, m.env()...)...)
		lawful := s.wrong
		s.wrong = func() []string {
			m.mu.Lock()
			defer m.mu.Unlock()
			if m.asked > sweptCalls {
				return append(lawful(), fmt.Sprintf("models were asked %d times", m.asked))
			}
			return lawful()
		}
		return s
	}}
}

// dialogueFlow is the conversation: a card that asks, a click, and the planner says what came of it.
func (w *slackWorld) dialogueFlow(alive func()) {
	w.tb.Helper()
	w.say(saysSwept, alive)
	card := w.shows("the card that asks", alive, has("approval_approve"))
	w.press(card, "approval_approve", alive)
	w.shows("the answer", alive, says("It is on the list now."))
	w.shows("the finished run", alive, has("run_undo"))
}

// TestCrashSweepOfADialogueEmbedded kills the command at every append of a question, its answer and its result, as the other sweeps do.
func TestCrashSweepOfADialogueEmbedded(t *testing.T) { sweep(t, 0, 4, dialogue(), embedded) }

// TestCrashSweepOfADialoguePostgres is that on Postgres and Redis.
func TestCrashSweepOfADialoguePostgres(t *testing.T) { sweep(t, 2, 4, dialogue(), onPostgres(4)) }
