package orchestrator

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/executor"
	"github.com/aisteam/aisteam/orchestrator/tape"
)

// tapedStore is what a turn reads, through its tape.
type tapedStore struct {
	Store

	tape *tape.Tape
}

// found is a result with whether there was one.
type found[T any] struct {
	Value T
	Found bool
}

func (s tapedStore) ModelCall(ctx context.Context, t assistant.TenantID, key string) (assistant.ModelCall, bool, error) {
	r, err := tape.Through(s.tape, tape.Read, "model call", key, func() (r found[assistant.ModelCall], err error) {
		r.Value, r.Found, err = s.Store.ModelCall(ctx, t, key)
		return r, err
	})
	return r.Value, r.Found, err
}

// aPlan is what is read of a plan.
type aPlan struct {
	Plan   assistant.Plan
	Status assistant.PlanStatus
	In     assistant.ConversationID
}

func (s tapedStore) Plan(ctx context.Context, t assistant.TenantID, id assistant.PlanID, version int) (assistant.Plan, assistant.PlanStatus, assistant.ConversationID, error) {
	r, err := tape.Through(s.tape, tape.Read, "plan", fmt.Sprintf("%s/%d", id, version), func() (r aPlan, err error) {
		r.Plan, r.Status, r.In, err = s.Store.Plan(ctx, t, id, version)
		return r, err
	})
	return r.Plan, r.Status, r.In, err
}

func (s tapedStore) Calls(ctx context.Context, t assistant.TenantID, run assistant.RunID) ([]assistant.ToolCall, error) {
	return tape.Through(s.tape, tape.Read, "calls", string(run), func() ([]assistant.ToolCall, error) { return s.Store.Calls(ctx, t, run) })
}

func (s tapedStore) MarkUndone(ctx context.Context, c assistant.Claim, call assistant.CallID) error {
	_, err := tape.Through(s.tape, tape.Write, "call undone", string(call), func() (struct{}, error) { return struct{}{}, s.Store.MarkUndone(ctx, c, call) })
	return err
}

func (s tapedStore) Person(ctx context.Context, t assistant.TenantID, id assistant.PersonID) (assistant.Person, error) {
	return tape.Through(s.tape, tape.Read, "person", string(id), func() (assistant.Person, error) { return s.Store.Person(ctx, t, id) })
}

func (s tapedStore) Run(ctx context.Context, t assistant.TenantID, id assistant.RunID) (assistant.RunView, error) {
	return tape.Through(s.tape, tape.Read, "run", string(id), func() (assistant.RunView, error) { return s.Store.Run(ctx, t, id) })
}

func (s tapedStore) Approval(ctx context.Context, t assistant.TenantID, id assistant.ApprovalID) (assistant.ApprovalRecord, error) {
	return tape.Through(s.tape, tape.Read, "approval", string(id), func() (assistant.ApprovalRecord, error) { return s.Store.Approval(ctx, t, id) })
}

// question is what is kept of a question that was asked.
type question struct {
	Asked        assistant.Clarification
	Conversation assistant.ConversationID
	Of           assistant.PersonID
	Open         bool
}

func (s tapedStore) Clarification(ctx context.Context, t assistant.TenantID, id assistant.ClarificationID) (assistant.Clarification, assistant.ConversationID, assistant.PersonID, bool, error) {
	q, err := tape.Through(s.tape, tape.Read, "question", string(id), func() (q question, err error) {
		q.Asked, q.Conversation, q.Of, q.Open, err = s.Store.Clarification(ctx, t, id)
		return q, err
	})
	return q.Asked, q.Conversation, q.Of, q.Open, err
}

func (s tapedStore) AgentSession(ctx context.Context, t assistant.TenantID, id assistant.AgentSessionID) (assistant.AgentSession, bool, error) {
	return tapedSession(ctx, s.tape, "agent's session", string(id), t, s.Store, func() (assistant.AgentSession, bool, error) { return s.Store.AgentSession(ctx, t, id) })
}

func (s tapedStore) NewestSession(ctx context.Context, t assistant.TenantID, c assistant.ConversationID) (assistant.AgentSession, bool, error) {
	return tapedSession(ctx, s.tape, "newest session", string(c), t, s.Store, func() (assistant.AgentSession, bool, error) { return s.Store.NewestSession(ctx, t, c) })
}

func (s tapedStore) Newer(ctx context.Context, c assistant.Claim, after int64) ([]assistant.Mail, error) {
	return tape.Through(s.tape, tape.Read, "newer mail", strconv.FormatInt(after, 10), func() ([]assistant.Mail, error) { return s.Store.Newer(ctx, c, after) })
}

func (s tapedStore) GoingOn(ctx context.Context, t assistant.TenantID, c assistant.ConversationID) ([]assistant.RunView, error) {
	return tape.Through(s.tape, tape.Read, "runs that go on", string(c), func() ([]assistant.RunView, error) { return s.Store.GoingOn(ctx, t, c) })
}

func (s tapedStore) Runs(ctx context.Context, t assistant.TenantID, c assistant.ConversationID) ([]assistant.RunView, error) {
	return tape.Through(s.tape, tape.Read, "runs", string(c), func() ([]assistant.RunView, error) { return s.Store.Runs(ctx, t, c) })
}

func (s tapedStore) StandingYeses(ctx context.Context, t assistant.TenantID) ([]assistant.StandingYes, error) {
	return tape.Through(s.tape, tape.Read, "approved for good", "", func() ([]assistant.StandingYes, error) { return s.Store.StandingYeses(ctx, t) })
}

func (s tapedStore) EndStanding(ctx context.Context, t assistant.TenantID, by assistant.PersonID, id assistant.StandingID) error {
	_, err := tape.Through(s.tape, tape.Write, "asked again", string(id), func() (struct{}, error) { return struct{}{}, s.Store.EndStanding(ctx, t, by, id) })
	return err
}

func (s tapedStore) Delegations(ctx context.Context, t assistant.TenantID) ([]assistant.Delegation, error) {
	return tape.Through(s.tape, tape.Read, "delegations", "", func() ([]assistant.Delegation, error) { return s.Store.Delegations(ctx, t) })
}

func (s tapedStore) SaveFile(ctx context.Context, k assistant.KeptFile) error {
	_, err := tape.Through(s.tape, tape.Write, "kept file", string(k.ID), func() (struct{}, error) { return struct{}{}, s.Store.SaveFile(ctx, k) })
	return err
}

// File gives a kept picture. Its bytes are in the database already, and are not recorded again.
func (s tapedStore) File(ctx context.Context, t assistant.TenantID, id assistant.FileID) (assistant.KeptFile, error) {
	var bytes []byte
	k, err := tape.Through(s.tape, tape.Read, "file", string(id), func() (assistant.KeptFile, error) {
		k, err := s.Store.File(ctx, t, id)
		bytes, k.Bytes = k.Bytes, nil
		return k, err
	})
	if s.tape.Playing() && err == nil {
		kept, err := s.Store.File(ctx, t, id)
		return kept, err
	}
	k.Bytes = bytes
	return k, err
}

// tapedDoer is what tools did, through the tape of the turn that asked for it.
type tapedDoer struct {
	doer

	tape *tape.Tape
}

func (d tapedDoer) Query(ctx context.Context, q executor.Query) (assistant.Receipt, error) {
	return tape.Through(d.tape, tape.Tool, q.Tool, q.Key, func() (assistant.Receipt, error) { return d.doer.Query(ctx, q) })
}

func (d tapedDoer) DryRun(ctx context.Context, r executor.DryRun) (assistant.Plan, error) {
	return tape.Through(d.tape, tape.Tool, "dry run", fmt.Sprintf("%s/%d", r.Plan.ID, r.Plan.Version), func() (assistant.Plan, error) { return d.doer.DryRun(ctx, r) })
}

// takenBack is what came of an undo.
type takenBack struct {
	Tasks  []assistant.UndoneTask
	Undone []assistant.CallID
}

func (d tapedDoer) Undo(ctx context.Context, w executor.Whose, calls []assistant.ToolCall) ([]assistant.UndoneTask, []assistant.CallID) {
	r, _ := tape.Through(d.tape, tape.Tool, "undo", "", func() (r takenBack, err error) {
		r.Tasks, r.Undone = d.doer.Undo(ctx, w, calls)
		return r, nil
	})
	return r.Tasks, r.Undone
}

func (d tapedDoer) Verify(ctx context.Context, w executor.Whose, calls []assistant.ToolCall) []assistant.Seen {
	r, _ := tape.Through(d.tape, tape.Tool, "look", "", func() ([]assistant.Seen, error) { return d.doer.Verify(ctx, w, calls), nil })
	return r
}

func (d tapedDoer) Unstage(ctx context.Context, w executor.Whose, a assistant.Approval) error {
	_, err := tape.Through(d.tape, tape.Tool, "unstage", string(a.ID), func() (struct{}, error) { return struct{}{}, d.doer.Unstage(ctx, w, a) })
	return err
}

// purse is what bounds the asking of models; see [llm.Purse].
type purse interface {
	Open(ctx context.Context, t assistant.TenantID, person assistant.PersonID) (assistant.Spending, error)
	Look(ctx context.Context, t assistant.TenantID) (assistant.Spending, error)
	Warn(ctx context.Context, t assistant.TenantID, by assistant.MessageID, s assistant.Spending) (assistant.Sentence, error)
	Begin(ctx context.Context, t assistant.TenantID, person assistant.PersonID, r llm.Request, set assistant.Settings) (assistant.Spending, error)
	End(ctx context.Context, t assistant.TenantID, c assistant.ModelCall) bool
}

// tapedPurse is a purse through the tape of the turn that looks into it.
type tapedPurse struct {
	purse purse
	tape  *tape.Tape
}

func (p tapedPurse) Open(ctx context.Context, t assistant.TenantID, person assistant.PersonID) (assistant.Spending, error) {
	return tape.Through(p.tape, tape.Read, "purse", "", func() (assistant.Spending, error) { return p.purse.Open(ctx, t, person) })
}

// Begin is on the tape as what the purse said.
func (p tapedPurse) Begin(ctx context.Context, t assistant.TenantID, person assistant.PersonID, r llm.Request, set assistant.Settings) (assistant.Spending, error) {
	return tape.Through(p.tape, tape.Read, "purse", "", func() (assistant.Spending, error) { return p.purse.Begin(ctx, t, person, r, set) })
}

// End is no part of what a turn follows from, so that its record does without it, and whoever plays it counts nothing.
func (p tapedPurse) End(ctx context.Context, t assistant.TenantID, c assistant.ModelCall) bool {
	return p.tape.Playing() || p.purse.End(ctx, t, c)
}

func (p tapedPurse) Look(ctx context.Context, t assistant.TenantID) (assistant.Spending, error) {
	return tape.Through(p.tape, tape.Read, "spending", "", func() (assistant.Spending, error) { return p.purse.Look(ctx, t) })
}

func (p tapedPurse) Warn(ctx context.Context, t assistant.TenantID, by assistant.MessageID, s assistant.Spending) (assistant.Sentence, error) {
	words, err := tape.Through(p.tape, tape.Write, "warning of the budget", "", func() (string, error) {
		told, err := p.purse.Warn(ctx, t, by, s)
		return told.String(), err
	})
	if err != nil || words == "" {
		return assistant.Sentence{}, err
	}
	return s.Warning(), nil
}

// allowance counts what people ask.
type allowance interface {
	allow(p assistant.PersonID, now time.Time) bool
}

// tapedAllowance is an allowance through the tape of the turn in which it is counted.
type tapedAllowance struct {
	allowance allowance
	tape      *tape.Tape
}

func (a tapedAllowance) allow(p assistant.PersonID, now time.Time) bool {
	ok, err := tape.Through(a.tape, tape.Read, "allowance", string(p), func() (bool, error) { return a.allowance.allow(p, now), nil })
	return ok && err == nil
}

// tapedTool is a tool whose answers go through the tape of the work that uses it. What it says of itself is the tool's own.
func tapedTool(on *tape.Tape) func(tools.Tool) tools.Tool {
	if on == nil {
		return nil
	}
	return func(t tools.Tool) tools.Tool { return tapedAbilities(on, t) }
}
