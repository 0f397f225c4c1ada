package loop

import (
	"strings"

	"github.com/aisteam/aisteam/assistant"
)

// What a model is told of the calls by which it steers itself.
const (
	// ToldPlanned is the result of [ToolPlan].
	ToldPlanned = "It is planned now, and the person sees the plan."
	// ToldLater is the result of a question that waits still, where something else has to go on first.
	ToldLater = "It is not answered yet, and still stands before the person. Something else came first."
	// ToldUnanswered is the result of a question that was put aside.
	ToldUnanswered = "Nobody has answered it. Ask again only where you cannot go on without it."
)

// ToldDecided is what a model is told of a decision that code has asked for, since it could not go on.
func ToldDecided(question, answer string) string {
	return "Before you went on, this was put before the person: “" + question + "” " + answer
}

// ToldUnfounded is what a model is told whose answer says that something was done which no receipt shows.
func ToldUnfounded(says []string) string {
	return "Nobody was shown this answer yet. No receipt shows:\n- " + strings.Join(says, "\n- ") +
		"\nDo it, where it is wanted and you have a tool for it. Else answer again, and say only what the results of your calls show."
}

// What a model is told of [ToolDone].
const (
	// ToldEnds is its result where the step has changes.
	ToldEnds = "Noted: where all of it is approved as it is and done, the person is told so from the receipts."
	// ToldNothingEnds is its result where it stands beside anything else.
	ToldNothingEnds = "Not done: it goes with changes of the same step, and with nothing else. Propose them together, or answer in words."
)

// ToldAfterAll is what a model is told whose question is answered after it went on without the answer.
func ToldAfterAll(question, answer string) string {
	return "To your question “" + question + "”: " + answer
}

// ToldHandedOver is the result of [ToolHandOver], for whoever goes on.
func ToldHandedOver(from, to assistant.Agent) string {
	return to.Name + " has it from here on. Everything before is what " + from.Name + " has done; you are " + to.Name + " now."
}

// KeptFrom says for a model why it does not hand the work over to a colleague: to themselves, back to who had it, to who can do
// nothing of it. "" where it may.
func KeptFrom(from, to assistant.Agent, had, able bool) string {
	switch {
	case to.ID == "" || to.ID == from.ID:
		return "Not done: that is you. Go on."
	case had:
		return "Not done: " + to.Name + " has had it before you. Go on, or say what you cannot do."
	case !able:
		return "Not done: " + to.Name + " has no tools for this here. Go on, or say what you cannot do."
	default:
		return ""
	}
}

// ToGoOn is what an agent is told whose work was stopped, once a person wants it to go on.
const ToGoOn = "The person who stopped you wants you to go on now. What was stopped before it began has not been done: call for it again, where it is " +
	"still wanted. It is put before a person anew. Do not call for what is done already."

// CutOff is the result of a call that was being made when a person said stop.
const CutOff = "It was stopped before it gave anything."
