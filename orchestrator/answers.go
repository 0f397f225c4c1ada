package orchestrator

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/aisteam/aisteam/agents"
	"github.com/aisteam/aisteam/assistant"
)

// answers lets agents answer directly, with tools that change nothing.
type answers struct {
	models  *models
	routing *routing
	doer    doer
	files   *files
	ids     *assistant.IDs
	now     func() time.Time
}

// answer lets the right agent answer directly.
func (a *answers) answer(ctx context.Context, t *turn, route agents.Decision) error {
	agent := t.team.Agent(route.Agent)
	if err := a.routing.choose(ctx, t, agent, route); err != nil {
		return err
	}
	t.doing.move(assistant.ActivityThinking)
	q, err := a.question(ctx, t, agent)
	if err != nil {
		return err
	}
	said, hands, err := a.words(ctx, t, q)
	if err != nil {
		return fmt.Errorf("answer: %w", err)
	}
	return a.tell(ctx, t, agent, said, hands)
}

// question is what the agent is asked.
func (a *answers) question(ctx context.Context, t *turn, agent assistant.Agent) (*agents.Question, error) {
	pictures, err := a.files.pictures(ctx, t)
	if err != nil {
		return nil, err
	}
	q := t.silently(agents.Question{
		Agent: agent, Situation: t.sit, Pictures: pictures, About: t.cause(), Unaided: t.guest(), Team: t.team.Team, OnText: a.models.drafts(ctx, t, agent.ID),
	})
	return &q, nil
}

// tell says what the agent answered and what it found on its way.
func (a *answers) tell(ctx context.Context, t *turn, agent assistant.Agent, said agents.Answered, hands *tooling) error {
	for _, line := range append(said.Thoughts, hands.lines(agent)...) {
		if err := t.Think(ctx, agent.ID, assistant.PhaseExecution, line); err != nil {
			return err
		}
	}
	if err := t.thinksOfGoing(ctx, agent, hands.reached, ""); err != nil {
		return err
	}
	for _, w := range hands.outside {
		if err := t.thinksOfGoing(ctx, agent, nil, w.address); err != nil {
			return err
		}
	}
	if t.nothingNew(said.Text) && len(hands.files) == 0 {
		return t.Think(ctx, agent.ID, assistant.PhaseExecution, t.words().Say(saysNothing))
	}
	say := t.write
	if said.Code {
		say = t.say
	}
	say("answer", assistant.Message{
		Agent: agent.ID, Kind: assistant.KindMessage, Content: said.Text, Body: assistant.Said{
			Rehearsal: said.Rehearsal, Files: hands.files, Next: suggested(t), Note: joinedNotes(t.notOpened(hands), t.team.Unchanged(t.words(), t.cause().Content, said, len(hands.files))),
		},
	})
	a.asksOutside(t, agent, hands)
	return nil
}

// joinedNotes are what code says beneath an answer.
func joinedNotes(notes ...string) string {
	return strings.TrimSpace(strings.Join(notes, " "))
}
