package orchestrator

import (
	"context"
	"fmt"

	"github.com/aisteam/aisteam/agents"
	"github.com/aisteam/aisteam/assistant"
)

// tellsExecutors passes words on to whoever they call by name, where that is an executor at work: it reads them before its next step. false
// where nobody is called who is.
func (s *staff) tellsExecutors(ctx context.Context, t *turn, text string) (bool, error) {
	run := t.sit.Run
	if run == nil || run.Session == "" || t.guest() {
		return false, nil
	}
	to := t.team.Route(agents.Context{Current: t.sit.Conversation.Agent, Text: text})
	if to.By != agents.ByName {
		return false, nil
	}
	all, err := s.ongoing.GoingOn(ctx, t.claim.Tenant, t.claim.Conversation)
	if err != nil {
		return false, fmt.Errorf("find who is at work: %w", err)
	}
	told := false
	for _, v := range all {
		for _, k := range v.Tasks {
			if !delegated(k) || k.Owner != to.Agent || k.Owner == v.Run.CreatedBy || k.Status.Ended() {
				continue // whoever looks it up in a context of their own is called as the planner
			}
			told = true
			t.say("told", assistant.Message{
				Agent: k.Owner, Kind: assistant.KindThinking, Run: v.Run.ID,
				Content: assistant.SafeThought(t.words().Say("%s is told what you say: “%s”", t.team.Name(k.Owner), firstLine(text))),
				Body:    assistant.Thought{Phase: assistant.PhaseExecution, Run: v.Run.ID, Task: k.ID, Heard: t.cause().ID},
			})
		}
	}
	if told {
		t.reply(t.words().Say("I have passed that on to %s, who reads it before the next step.", t.team.Called(to.Agent)), false)
	}
	return told, nil
}
