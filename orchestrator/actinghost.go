package orchestrator

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"golang.org/x/sync/errgroup"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/loop"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/executor"
)

// A turn is the host of the agent that works in it.
var _ loop.Host = (*acting)(nil)

// queriesAtOnce is how many calls of one step that change nothing are made at the same time.
const queriesAtOnce = 4

// Ask implements [loop.Host].
func (a *acting) Ask(ctx context.Context, key string, r llm.Request) (llm.Reply, error) {
	a.turn.doing.move(assistant.ActivityThinking)
	asker := a.asker(a.turn)
	asker.as = key
	return asker.Ask(ctx, r, a.shownWhileWritten(ctx))
}

// shownWhileWritten shows an answer while it is being written; nil where it may turn out not to be worth saying.
func (a *acting) shownWhileWritten(ctx context.Context) func(string) {
	if a.turn.silent() || len(a.Records.AtWork()) > 0 {
		return nil
	}
	return a.drafts(ctx, a.turn, a.Agent.ID)
}

// Look implements [loop.Host]: several calls at a time. A stop ends them, and what they would have given.
func (a *acting) Look(ctx context.Context, of string, queries []loop.Query) ([]loop.Looked, error) {
	if err := a.turn.kept(ctx); err != nil {
		return nil, err
	}
	out := make([]loop.Looked, len(queries))
	err := a.turn.laneHold.aside(ctx, func() error {
		return a.asker(a.turn).until(ctx, of, func(ctx context.Context) error {
			var g errgroup.Group
			if g.SetLimit(queriesAtOnce); slices.ContainsFunc(queries, a.sets) {
				g.SetLimit(1) // settings that are kept together are changed one after the other
			}
			for i, q := range queries {
				g.Go(func() (err error) {
					out[i], err = a.query(ctx, q)
					return err
				})
			}
			return g.Wait()
		})
	})
	return out, err
}

// sets tells whether a call changes a setting of whoever asks.
func (a *acting) sets(q loop.Query) bool {
	tool, _ := a.turn.team.Tools().Get(q.Call.Name)
	return tool.Class == assistant.ClassOwn
}

// query makes one call that needs no decision.
func (a *acting) query(ctx context.Context, q loop.Query) (loop.Looked, error) {
	if tool, _ := a.turn.team.Tools().Get(q.Call.Name); tool.Files && len(a.Records.Files()) >= assistant.MaxFiles {
		return loop.Looked{Trouble: &assistant.Trouble{Problem: assistant.Problem{
			Side: assistant.SideInput, Message: assistant.Say("One answer takes %d files.", assistant.MaxFiles), Recovery: assistant.Say("Ask for the others afterwards."),
		}}}, nil
	}
	receipt, err := a.doer.Query(ctx, executor.Query{
		Tenant: a.turn.claim.Tenant, Conversation: a.turn.claim.Conversation, Project: a.project, Agent: a.Agent.ID, Tool: q.Call.Name,
		Arguments: q.Call.Arguments, Key: q.Key,
		Team: a.turn.team.Team, Asker: a.worksFor(), Unasked: a.Frame.Background, Claim: a.turn.claim, Language: a.turn.sit.Conversation.Language,
		Said: a.Records.Asked(a.Frame, a.Session.RequestedBy), Others: len(a.Records.Speakers(a.Session.RequestedBy)) > 0,
	})
	if trouble, ok := errors.AsType[*assistant.Trouble](err); ok {
		return loop.Looked{Receipt: receipt, Trouble: trouble}, nil
	}
	if err != nil {
		return loop.Looked{Receipt: receipt}, fmt.Errorf("use %s: %w", q.Call.Name, err)
	}
	return loop.Looked{Receipt: receipt}, nil
}

// worksFor is whoever has asked for the session.
func (a *acting) worksFor() assistant.Person {
	if p := a.turn.sit.Person; p.ID == a.Session.RequestedBy {
		return p
	}
	return assistant.Person{ID: a.Session.RequestedBy, Tenant: a.turn.claim.Tenant}
}

// Keep implements [loop.Host].
func (a *acting) Keep(s assistant.AgentSession) { a.turn.session(s, a.ends) }

// Hear implements [loop.Host]: an agent who works for a person takes their words up, others do the commands among them alone.
func (a *acting) Hear(ctx context.Context) error {
	hears := a.takeCommands
	if a.turn.cause().Author == assistant.AuthorUser {
		hears = a.steer
	}
	if err := hears(ctx); err != nil {
		return err
	}
	return a.turn.kept(ctx)
}

// Note implements [loop.Host].
func (a *acting) Note(ctx context.Context, n loop.Note) error {
	if !n.Line.IsZero() {
		if err := a.turn.Think(ctx, a.Agent.ID, assistant.PhaseExecution, a.turn.words().Tell(n.Line)); err != nil {
			return err
		}
	}
	for _, f := range n.Wrote {
		line := a.turn.words().Say("%s wrote the file “%s”, %s", a.Agent.Name, nameOf(f), assistant.SizeWords(f.Size))
		if err := a.turn.Think(ctx, a.Agent.ID, assistant.PhaseExecution, line); err != nil {
			return err
		}
	}
	return a.turn.thinksOfGoing(ctx, a.Agent, n.Reached, n.Waits)
}
