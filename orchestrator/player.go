package orchestrator

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/team"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/orchestrator/queue"
	"github.com/aisteam/aisteam/orchestrator/tape"
)

// beginning is what a turn begins with.
type beginning struct {
	Tenant       assistant.TenantID
	Conversation assistant.ConversationID
	Mails        []assistant.Mail
	Rehearsal    bool   // the offline model served
	Team         string `json:",omitempty"` // the hash of the tenant's team
}

// beginTape is a tape that begins with what the turn begins with; nil where nothing is recorded.
func (h *heldConversation) beginTape(by cast, mails []assistant.Mail) *tape.Tape {
	if !h.sups.wiring.Records {
		return nil
	}
	t := tape.New()
	_, _ = tape.Through(t, tape.Read, "beginning", "", func() (beginning, error) {
		return beginning{Tenant: h.claim.Tenant, Conversation: h.claim.Conversation, Mails: mails, Rehearsal: by.backend.Rehearsal, Team: by.team.Hash()}, nil
	})
	return t
}

// Kept gives what is not recorded, since it is kept and never changes: pictures that people have attached, and what agents' models were given.
type Kept interface {
	File(ctx context.Context, t assistant.TenantID, id assistant.FileID) (assistant.KeptFile, error)
	AgentSession(ctx context.Context, t assistant.TenantID, id assistant.AgentSessionID) (assistant.AgentSession, bool, error)
}

// Player makes recorded turns and tasks again, by the same code, from their records alone: it has no model, no tools, no way to
// write and no clock. What it says is given back.
type Player struct {
	wiring Config
}

// NewPlayer returns a player of what is wired so. Of the config it takes what is said and decided by; what reaches outside is
// replaced.
func NewPlayer(c Config, k Kept) *Player {
	c = c.complete()
	c.Store, c.Queue, c.Backends, c.Surfaces, c.Files, c.Heart = looking{kept: k}, quiet{}, llm.Backend{Model: nobody{}}, nil, nil, nil
	c.Records = false
	return &Player{wiring: c}
}

// Turn makes a turn again. ends tells whether it came to its end: one whose record ends early goes as far as that was.
func (p *Player) Turn(ctx context.Context, on *tape.Tape) (said []assistant.Message, err error) {
	defer contain(&err)
	begun, err := tape.Through(on, tape.Read, "beginning", "", func() (b beginning, err error) { return b, nil })
	if err != nil || len(begun.Mails) == 0 {
		return nil, errors.Join(errors.New("the record does not say which message the turn answers"), err)
	}
	of, err := p.rebuilt(begun.Tenant, begun.Team)
	if err != nil {
		return nil, err
	}
	c := p.wiring
	box := &box{}
	silent := hints{queue: quiet{}}
	b := &bounds{rates: newRates(0), backends: c.Backends, now: c.Now, log: c.Log, meter: c.Metrics}
	h := &heldConversation{
		Worker: &Worker{store: box, read: c.Store, queue: c.Queue, hints: silent, teams: c.Teams, sups: newSupervisors(c, b, newDrafting()), limits: c.Limits, now: c.Now, log: c.Log, meter: c.Metrics},
		claim:  assistant.Claim{Tenant: begun.Tenant, Conversation: begun.Conversation}, mails: begun.Mails,
	}
	t := h.turn(ctx, cast{of, llm.Backend{Model: nobody{}, Rehearsal: begun.Rehearsal}}, on, begun.Mails)
	defer t.close()
	defer t.doing.clear()
	if err = h.look(ctx, t); err == nil {
		err = h.supervise(ctx, h.sups.on(on), t)
	}
	t.flush(ctx)
	if err == nil {
		t.conclude()
		var rest assistant.Batch
		rest, err = t.rest()
		box.take(rest)
	}
	return box.all(), err
}

// rebuilt is the team of a record, or [tape.TeamError] where it is not here any more.
func (p *Player) rebuilt(t assistant.TenantID, then string) (*team.Team, error) {
	now := p.wiring.Teams.Of(t)
	if !now.Rebuilds(then) {
		return nil, &tape.TeamError{Then: then, Now: now.Hash()}
	}
	return now, nil
}

// Task makes a task again.
func (p *Player) Task(ctx context.Context, on *tape.Tape) (said []assistant.Message, err error) {
	defer contain(&err)
	begun, err := tape.Through(on, tape.Read, "beginning", "", func() (b taskBeginning, err error) { return b, nil })
	if err != nil || begun.Claim.Task == "" {
		return nil, errors.Join(errors.New("the record does not say which task it is of"), err)
	}
	of, err := p.rebuilt(begun.Claim.Tenant, begun.Team)
	if err != nil {
		return nil, err
	}
	c, box := p.wiring, &box{}
	r := &TaskRunner{
		sessions: c.Store, doer: c.Doer, teams: c.Teams, tapes: tapes{ids: c.IDs, now: c.Now, chance: c.Chance}, scribe: newScribe(box, hints{queue: quiet{}}, c.Limits.Lease), now: c.Now, log: c.Log, meter: c.Metrics,
	}
	d := r.taskHost(cast{of, llm.Backend{Model: nobody{}, Rehearsal: begun.Rehearsal}}, begun.Claim, begun.Work, on)
	defer d.close()
	_, rest, err := r.at(ctx, d)
	d.flush(ctx)
	r.scribe.all.Wait()
	box.take(rest)
	return box.all(), err
}

// contain turns a panic into an error: what is not recorded is not there, and a record may have been changed.
func contain(err *error) {
	if p := recover(); p != nil {
		*err = errors.Join(*err, fmt.Errorf("it asks for what is not recorded: %v", p))
	}
}

// looking is a store with nothing in it but what is not recorded: everything else is on the tape.
type looking struct {
	Store

	kept Kept
}

// File implements [assistant.FileStore].
func (l looking) File(ctx context.Context, t assistant.TenantID, id assistant.FileID) (assistant.KeptFile, error) {
	return l.kept.File(ctx, t, id)
}

// AgentSession implements [sessions].
func (l looking) AgentSession(ctx context.Context, t assistant.TenantID, id assistant.AgentSessionID) (assistant.AgentSession, bool, error) {
	return l.kept.AgentSession(ctx, t, id)
}

// nobody is a model that is never asked: what it answered is on the tape.
type nobody struct{}

// Ask implements [llm.Asker].
func (nobody) Ask(context.Context, llm.Request, func(string)) (llm.Reply, error) {
	return llm.Reply{}, llm.ErrDisabled
}

// box takes what is said.
type box struct {
	mailbox
	taskClaims

	mu sync.Mutex
	ms []assistant.Message
}

func (b *box) take(batch assistant.Batch) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.ms = append(b.ms, batch.Messages...)
}

// Append implements mailbox.
func (b *box) Append(_ context.Context, _ assistant.Claim, batch assistant.Batch) error {
	b.take(batch)
	return nil
}

// WriteTasks implements bench.
func (b *box) WriteTasks(_ context.Context, ws []assistant.TaskWrite) error {
	for _, w := range ws {
		b.take(w.Batch)
	}
	return nil
}

func (b *box) all() []assistant.Message {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.ms
}

// quiet is a queue that carries nothing.
type quiet struct{}

func (quiet) Hint(context.Context, queue.Kind, assistant.TenantID) error { return nil }

func (quiet) Tokens(context.Context, queue.Kind) <-chan queue.Token { return nil }

func (quiet) Done(context.Context, queue.Token, bool) error { return nil }

func (quiet) Publish(context.Context, assistant.News) error { return nil }

func (quiet) Away() bool { return false }

func (quiet) Listen(context.Context, assistant.ConversationID) <-chan assistant.News { return nil }
