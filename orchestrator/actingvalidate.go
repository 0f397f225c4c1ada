package orchestrator

import (
	"context"
	"fmt"
	"slices"

	"github.com/aisteam/aisteam/agents"
	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/loop"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/wording"
)

// The supervisor validates what an agent says at the end of work that has changed something, or was to (seed 000 §6.1): a statement that
// something was done which no receipt shows is sent back once. Said again, it is shown with what the receipts say instead.

// sendsBack sends an answer back that says more than the receipts show. back says that the agent goes on.
func (a *acting) sendsBack(ctx context.Context, words loop.Words) (back bool, err error) {
	answer := words.Reply.Text()
	if words.Cut || answer == "" || words.Reply.Info.Rehearsal || !a.Records.Acted() {
		return false, nil
	}
	a.turn.doing.move(assistant.ActivityValidating)
	unfounded, err := agents.Unfounded(ctx, a.asker(a.turn), answer, a.receipts())
	switch {
	case err != nil && a.turn.endedBy == nil && readable(err):
		return false, nil // the receipts stand beneath the answer all the same
	case err != nil:
		return false, err
	case len(unfounded) == 0:
		return false, nil
	case a.Records.SentBack():
		a.unfounded = unfounded
		return false, nil
	}
	chief := a.turn.team.Agent(assistant.Chief)
	line := a.turn.words().Say("%s has sent the answer of %s back, because no receipt shows “%s”", chief.Name, a.Agent.Name, unfounded[0])
	if err := a.turn.Think(ctx, chief.ID, assistant.PhaseValidation, line); err != nil {
		return false, err
	}
	if err := a.Add(a, loop.Record{Message: llm.TextMessage(llm.RoleAssistant, answer)}); err != nil {
		return false, err
	}
	return true, a.GoOn(ctx, a, loop.Record{Message: llm.TextMessage(llm.RoleUser, loop.ToldUnfounded(unfounded)), Strike: true})
}

// receipts are those of everything that was proposed in the session: of the run that it goes on from as they stand, and of what was done before.
func (a *acting) receipts() []agents.Receipt {
	var out []agents.Receipt
	for _, v := range a.runs {
		for _, t := range v.Tasks {
			if !delegated(t) {
				out = append(out, agents.Receipt{What: t.Says().String(), Came: came(t)})
			}
		}
	}
	for _, m := range a.Records.Made() {
		tool, known := a.turn.team.Tools().Get(m.Call.Name)
		if !known || m.Came == loop.CameSeen {
			continue
		}
		r := agents.Receipt{What: summaryOfWish(loop.Wish{Call: m.Call, Tool: tool}), Came: agents.ReceiptDone}
		if m.Came == loop.CameRefused {
			r.Came = agents.ReceiptRefused
		}
		if !slices.ContainsFunc(out, func(o agents.Receipt) bool { return o.What == r.What }) {
			out = append(out, r)
		}
	}
	return out
}

// came says what became of a task, for whoever compares words with it.
func came(t assistant.Task) string {
	switch {
	case t.Done():
		return agents.ReceiptDone
	case t.Status == assistant.TaskCompleted:
		return agents.ReceiptTakenBack
	case t.Status == assistant.TaskFailed:
		return agents.ReceiptFailed
	default:
		return agents.ReceiptNotDone
	}
}

// noteUnfounded says beneath an answer that was sent back and says it still what no receipt shows; "" where there is nothing of it.
func noteUnfounded(unfounded []string, w wording.Words) string {
	if len(unfounded) == 0 {
		return ""
	}
	quoted := make([]string, 0, len(unfounded))
	for _, says := range unfounded {
		quoted = append(quoted, fmt.Sprintf("“%s”", says))
	}
	return w.Say("No receipt shows that this was done: %s.", w.List(quoted))
}
