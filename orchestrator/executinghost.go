package orchestrator

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/aisteam/aisteam/agents/executors"
	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/loop"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/executor"
	"github.com/aisteam/aisteam/orchestrator/tape"
)

// A task is the host of the executor that does it.
var _ loop.Host = (*executing)(nil)

// executed is what came of asking an executor's model.
type executed struct {
	Request string // its hash
	Reply   llm.Reply
	Took    time.Duration // counts against its budget
}

// Ask implements [loop.Host]. What led to it is written first.
func (x *executing) Ask(ctx context.Context, key string, r llm.Request) (llm.Reply, error) {
	hash, err := r.Hash()
	if err != nil {
		return llm.Reply{}, err
	}
	if err := x.written(ctx); err != nil {
		return llm.Reply{}, err
	}
	person := x.work.Run.RequestedBy
	left, err := x.purse.Begin(ctx, x.claim.Tenant, person, r, x.work.Settings)
	if err != nil {
		return llm.Reply{}, err
	}
	r.Tenant = x.claim.Tenant
	got, failed := tape.Through(x.tape, tape.Model, string(r.Purpose), key, func() (out executed, err error) {
		began := x.now()
		out.Request = hash
		out.Reply, err = x.backend.Model.Ask(ctx, r, nil)
		out.Took = x.now().Sub(began)
		return out, err
	})
	if failed == nil && got.Request != hash {
		x.tape.Differs(tape.Model, string(r.Purpose), key, got.Request, hash)
	}
	call := assistant.ModelCall{
		Key: key, Run: x.work.Run.ID, Purpose: string(r.Purpose), Provider: got.Reply.Info.Provider, Model: got.Reply.Info.Model,
		Request: hash, Took: got.Took, Person: person, Reserve: left.Reserve,
	}
	got.Reply.Settle(&call, left.Bounds, failed)
	if failed != nil {
		call.Key += "/failed-" + strconv.Itoa(x.work.Task.Attempt)
	}
	if call.Reserve != "" {
		call.Counted = x.purse.End(ctx, x.claim.Tenant, call)
	}
	if failed == nil {
		if call.Response, err = json.Marshal(got.Reply); err != nil {
			return llm.Reply{}, fmt.Errorf("encode model reply: %w", err)
		}
	}
	if failed == nil || got.Reply.Bill.Paid() {
		x.news.ModelCalls = append(x.news.ModelCalls, call)
	}
	return got.Reply, failed
}

// Look implements [loop.Host].
func (x *executing) Look(ctx context.Context, _ string, queries []loop.Query) ([]loop.Looked, error) {
	if err := x.written(ctx); err != nil {
		return nil, err
	}
	out := make([]loop.Looked, len(queries))
	var g errgroup.Group
	g.SetLimit(queriesAtOnce)
	for i, q := range queries {
		g.Go(func() (err error) {
			out[i], err = x.look(ctx, q)
			return err
		})
	}
	return out, g.Wait()
}

// look makes one call, as of somebody who may only read. An address that waits for a yes is not gone to: nobody is asked for an executor.
func (x *executing) look(ctx context.Context, q loop.Query) (loop.Looked, error) {
	receipt, err := x.doer.Query(ctx, executor.Query{
		Team: x.team, Tenant: x.claim.Tenant, Conversation: x.claim.Conversation, Project: x.work.Project, Agent: x.work.Task.Owner, Asker: x.work.Asker,
		Tool: q.Call.Name, Arguments: q.Call.Arguments, Key: q.Key, Guest: x.work.Asker.Role == assistant.RoleGuest, Reads: true,
		Run: x.work.Run.ID, Unasked: x.work.Background, Alone: x.work.Unasked,
	})
	if trouble, ok := errors.AsType[*assistant.Trouble](err); ok {
		told := *trouble
		told.Problem.Outward = ""
		return loop.Looked{Trouble: &told}, nil
	}
	if err != nil {
		return loop.Looked{}, fmt.Errorf("use %s: %w", q.Call.Name, err)
	}
	receipt.Result = executors.Bounded(receipt.Result)
	return loop.Looked{Receipt: receipt}, nil
}

// Keep implements [loop.Host].
func (x *executing) Keep(s assistant.AgentSession) { x.news.Sessions = append(x.news.Sessions, s) }

// saidTo is what people have said to an executor.
type saidTo struct {
	Said   []assistant.Message
	Halted bool // somebody has said stop
}

// Hear implements [loop.Host]: an executor hears what people have said to it by its name, once, and makes no further call after a stop.
func (x *executing) Hear(ctx context.Context) error {
	key := fmt.Sprintf("%s/%d", x.at.Session.ID, x.at.Session.Next())
	now, err := tape.Through(x.tape, tape.Read, "heard", key, func() (h saidTo, err error) {
		h.Said, h.Halted, err = x.runner.sessions.SaidTo(ctx, x.claim, x.work.Run.Seq)
		return h, err
	})
	switch {
	case err != nil:
		return fmt.Errorf("hear what was said: %w", err)
	case now.Halted: // what it has used until here is on the bill
		if err := x.written(ctx); err != nil {
			return err
		}
		return assistant.ErrHalted
	}
	for _, m := range now.Said {
		if x.at.Records.Heard(m.ID) {
			continue
		}
		if err := x.at.Hears(x, m); err != nil {
			return err
		}
		line := assistant.Say("%s has read what you said meanwhile: “%s”", x.team.Name(x.work.Task.Owner), firstLine(m.Content))
		if err := x.Think(ctx, x.work.Task.Owner, line); err != nil {
			return err
		}
	}
	return nil
}

// Note implements [loop.Host].
func (x *executing) Note(ctx context.Context, n loop.Note) error {
	owner := x.work.Task.Owner
	if !n.Line.IsZero() {
		if err := x.Think(ctx, owner, n.Line); err != nil {
			return err
		}
	}
	if hosts := executor.Hosts(n.Reached); len(hosts) > 0 {
		return x.Went(ctx, owner, assistant.Say("%s looked at %s", x.team.Name(owner), strings.Join(hosts, ", ")), n.Reached)
	}
	return nil
}

// written writes where the executor stands.
func (x *executing) written(ctx context.Context) error {
	if x.news.Empty() {
		return nil
	}
	err := x.keep(ctx, x.news)
	x.news = assistant.Batch{}
	return err
}
