package orchestrator

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/orchestrator/queue"
	"github.com/aisteam/aisteam/orchestrator/tape"
	"github.com/aisteam/aisteam/wording"
)

// models are the language models that turns ask, what bounds that, and who is shown what they are writing.
type models struct {
	read     records // what was answered before
	newMail  newMail
	lookups  lookups
	ongoing  stoppable
	live     live // what is looked at while a model is asked: it ends the asking, and only that is recorded
	queue    queue.Queue
	drafting *drafting
	now      func() time.Time
	clock    func() time.Time // of what is measured and shown, which nothing follows from
}

// live is what a turn looks at beside its tape.
type live struct {
	newMail newMail
	lookups lookups
	ongoing stoppable
}

// asker is who asks for a turn.
func (m *models) asker(t *turn) *asker { return &asker{models: m, turn: t} }

// asker asks models on behalf of one turn and records every call with it. A turn that is taken again gets the recorded
// answer to the same question, so that it goes the way it went before and nobody pays twice.
type asker struct {
	*models

	turn *turn
	as   string // the key of the call, where it is known by more than its turn; "" numbers it within the turn
}

// Ask implements [llm.Asker].
func (a *asker) Ask(ctx context.Context, r llm.Request, onText func(string)) (llm.Reply, error) {
	if l := spoken(a.turn.sit.Conversation.Language, a.turn.cause()); l != "" {
		r.Instructions = r.Instructions.And(l)
	}
	hash, err := r.Hash()
	if err != nil {
		return llm.Reply{}, err
	}
	n := a.turn.asked.Add(1)
	key := cmp.Or(a.as, string(a.turn.cause().ID)+"/model-"+strconv.Itoa(int(n)))
	if a.turn.mail.Attempt > 0 {
		if reply, ok, err := a.recorded(ctx, key, hash); err != nil || ok {
			return reply, errors.Join(err, a.sayInstead(ctx, reply), a.warnAgain(ctx))
		}
	}
	left, err := a.left(ctx, n == 1, r)
	if err != nil {
		return llm.Reply{}, err
	}
	start := a.clock()
	r.Tenant = a.turn.claim.Tenant
	var reply llm.Reply
	err = a.turn.laneHold.aside(ctx, func() (err error) {
		reply, err = a.asked(ctx, key, hash, r, onText)
		return err
	})
	call := assistant.ModelCall{
		Key: key, Run: a.turn.run, Purpose: string(r.Purpose), Provider: reply.Info.Provider, Model: reply.Info.Model,
		Request: hash, Took: a.clock().Sub(start), Person: a.turn.cause().Person,
	}
	if err == nil {
		if call.Response, err = json.Marshal(reply); err != nil {
			return llm.Reply{}, fmt.Errorf("encode model reply: %w", err)
		}
	}
	a.end(ctx, &call, reply, left, err)
	if err != nil {
		return llm.Reply{}, err
	}
	return reply, errors.Join(a.sayInstead(ctx, reply), a.warn(ctx, left.Plus(call)))
}

// sayInstead says once in a turn that another provider answers than the one that is asked first.
func (a *asker) sayInstead(ctx context.Context, r llm.Reply) error {
	if r.Instead == "" || a.turn.instead.Swap(true) {
		return nil
	}
	return a.turn.Think(ctx, assistant.Chief, assistant.PhaseExecution,
		a.turn.words().Say("%s cannot be had at the moment, so %s answers.", llm.ProviderName(r.Instead), llm.ProviderName(r.Info.Provider)))
}

// end records a call with the turn. What was put aside for it is counted at once: the turn may make many calls before its end, and what
// it did not need is free for others. A call that was stopped or broke off is recorded beside the answer that is asked for again.
func (a *asker) end(ctx context.Context, call *assistant.ModelCall, reply llm.Reply, left assistant.Spending, failed error) {
	reply.Settle(call, left.Bounds, failed)
	call.Reserve = left.Reserve
	if failed != nil {
		call.Key += "/failed-" + strconv.Itoa(a.turn.mail.Attempt)
	}
	if call.Reserve != "" {
		call.Counted = a.turn.purse.End(ctx, a.turn.claim.Tenant, *call)
	}
	if failed == nil || reply.Bill.Paid() {
		a.turn.record(*call)
	}
}

// asking is what came of asking a model.
type asking struct {
	Request string // its hash
	Reply   llm.Reply
	Ended   *interruption `json:",omitempty"` // what somebody said meanwhile that ended it
}

// asked asks the model until it answers or somebody says stop, through the turn's tape.
func (a *asker) asked(ctx context.Context, key, hash string, r llm.Request, onText func(string)) (llm.Reply, error) {
	got, err := tape.Through(a.turn.tape, tape.Model, string(r.Purpose), key, func() (out asking, err error) {
		out.Request = hash
		out.Ended, err = a.listening(ctx, func(ctx context.Context) (err error) {
			out.Reply, err = a.turn.backend.Model.Ask(ctx, r, onText)
			return err
		})
		if out.Ended != nil {
			out.Ended.Shown = a.turn.readable()
		}
		return out, err
	})
	if got.Ended != nil {
		a.turn.interrupt(*got.Ended)
		return got.Reply, errInterrupted
	}
	if err == nil && got.Request != hash {
		a.turn.tape.Differs(tape.Model, string(r.Purpose), key, got.Request, hash)
	}
	return got.Reply, err
}

// spoken tells a model what is spoken in the conversation, so that its words and ours are in one language; nothing where that is
// not known yet. Who writes a language that we have no words in is answered in it by the model, though our own words are in another.
func spoken(l assistant.Language, about assistant.Message) string {
	if about.Author == assistant.AuthorUser && wording.Elsewhere(about.Content) {
		return "Answer in the language that the person's newest words are written in, whatever else was spoken here. What goes onto a site is in the language that is asked for it."
	}
	if l.Name() == "" {
		return ""
	}
	return "People here speak " + l.Name() + ": write in " + l.Name() + " whatever they read in this conversation. What goes onto a site is in the language that is asked for it."
}

// left is what may be spent, less what the call may cost where a bound of money holds. Where nothing bounded it when the turn began, its
// first call need not look again.
func (a *asker) left(ctx context.Context, first bool, r llm.Request) (assistant.Spending, error) {
	set := a.turn.sit.Settings
	if first && set.DailyTokens == 0 && set.DailyCents == 0 {
		return assistant.Spending{Bounds: set}, nil
	}
	return a.turn.purse.Begin(ctx, a.turn.claim.Tenant, a.turn.cause().Person, r, set)
}

// warnAgain warns of what has been spent when this was asked before: whoever asked then may not have come to say it.
func (a *asker) warnAgain(ctx context.Context) error {
	left, err := a.turn.purse.Look(ctx, a.turn.claim.Tenant)
	if err != nil {
		return err
	}
	return a.warn(ctx, left)
}

func (a *asker) warn(ctx context.Context, left assistant.Spending) error {
	warning, err := a.turn.purse.Warn(ctx, a.turn.claim.Tenant, a.turn.cause().ID, left)
	a.turn.warn(warning)
	return err
}

func (a *asker) recorded(ctx context.Context, key, hash string) (llm.Reply, bool, error) {
	call, ok, err := a.read.ModelCall(ctx, a.turn.claim.Tenant, key)
	if err != nil {
		return llm.Reply{}, false, fmt.Errorf("read model call %s: %w", key, err)
	}
	if !ok || call.Request != hash {
		return llm.Reply{}, false, nil
	}
	var reply llm.Reply
	if err := json.Unmarshal(call.Response, &reply); err != nil {
		return llm.Reply{}, false, fmt.Errorf("decode model call %s: %w", key, err)
	}
	return reply, true, nil
}
