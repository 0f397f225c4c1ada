package background

import (
	"context"
	"fmt"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// Store keeps background tasks.
type Store interface {
	MakeBackground(ctx context.Context, t assistant.TenantID, o assistant.BackgroundOrder) (assistant.BackgroundTask, error)
	Background(ctx context.Context, t assistant.TenantID, id assistant.BackgroundID) (assistant.BackgroundTask, error)
	Backgrounds(ctx context.Context, t assistant.TenantID, owner assistant.PersonID, limit int) ([]assistant.BackgroundTask, error)
	BackgroundRuns(ctx context.Context, t assistant.TenantID, id assistant.BackgroundID, limit int) ([]assistant.BackgroundRun, error)
	ChangeBackground(ctx context.Context, t assistant.TenantID, by assistant.PersonID, id assistant.BackgroundID, change assistant.BackgroundChange, next time.Time) (assistant.BackgroundTask, error)
}

// Lists gives tasks with what their last times came to.
type Lists interface {
	BackgroundLines(ctx context.Context, t assistant.TenantID, wanted assistant.BackgroundsWanted) ([]assistant.BackgroundLine, error)
}

// Rewriting makes a background task another.
type Rewriting interface {
	RewriteBackground(ctx context.Context, t assistant.TenantID, by assistant.PersonID, id assistant.BackgroundID, to assistant.BackgroundRewrite) (assistant.BackgroundTask, error)
}

// Starter begins conversations.
type Starter interface {
	StartConversation(ctx context.Context, t assistant.TenantID, b assistant.Beginning) (assistant.Conversation, error)
}

// Hearings keep when and where people want to be called.
type Hearings interface {
	Hearing(ctx context.Context, t assistant.TenantID, id assistant.PersonID) (assistant.Hearing, error)
	SetHearing(ctx context.Context, t assistant.TenantID, id assistant.PersonID, h assistant.Hearing) error
}

// Desk is where people look at background tasks and change them without a conversation.
type Desk struct {
	Store

	Lists    Lists
	Rewrites Rewriting
	Starts   Starter
	Hears    Hearings
	Permits  Permits // nil: nothing is allowed before it is asked for
	Now      func() time.Time
}

// Make makes a task in the name of its owner. Where it names no conversation, one is begun for its results. What it does is
// asked for by its owner, so it needs nobody's approval; what it will want to change does.
func (d *Desk) Make(ctx context.Context, t assistant.TenantID, key string, whose assistant.BackgroundTask, w Wish) (assistant.BackgroundTask, error) {
	b, err := w.Task(d.Now())
	if err != nil {
		return b, err
	}
	b.Owner, b.Conversation, b.Project = whose.Owner, whose.Conversation, whose.Project
	allows, err := w.Allows(d.Now())
	if err == nil {
		allows, err = Permitted(ctx, d.Permits, t, b.Owner, b, allows)
	}
	if err != nil {
		return b, err
	}
	if b.Conversation == "" {
		c, err := d.Starts.StartConversation(ctx, t, assistant.Beginning{Person: b.Owner, Project: b.Project, Title: b.Title, Key: key})
		if err != nil {
			return b, fmt.Errorf("begin a conversation: %w", err)
		}
		b.Conversation = c.ID
	}
	return d.MakeBackground(ctx, t, assistant.BackgroundOrder{Key: key, Task: b, Allows: Allowances(allows), Language: w.Spoken()})
}

// Permitted is what somebody may let a task do of what they say, with the tools that they mean.
func Permitted(ctx context.Context, by Permits, t assistant.TenantID, who assistant.PersonID, b assistant.BackgroundTask, said []Allow) ([]Allow, error) {
	switch {
	case len(said) == 0:
		return nil, nil
	case by == nil:
		return nil, ErrNotAllowed
	default:
		return by.Permit(ctx, t, who, b, said)
	}
}

// Change does something to a task in the name of somebody who may.
func (d *Desk) Change(ctx context.Context, t assistant.TenantID, by assistant.PersonID, id assistant.BackgroundID, change assistant.BackgroundChange) (assistant.BackgroundTask, error) {
	b, err := d.Background(ctx, t, id)
	if err != nil {
		return b, err
	}
	return d.ChangeBackground(ctx, t, by, id, change, Resumed(b, d.Now()))
}

// Reading is what somebody's wishes would make of a task. Nothing is changed by it.
type Reading struct {
	Task   assistant.BackgroundTask // as it is
	Edit   Edit
	Was    string // names what the task was when it was read
	Fields []assistant.Field
}

// Read reads what somebody who may change a task wants to be different about it.
func (d *Desk) Read(ctx context.Context, t assistant.TenantID, id assistant.BackgroundID, w Wanted) (Reading, error) {
	b, err := d.Background(ctx, t, id)
	if err != nil {
		return Reading{}, err
	}
	if b.Status.Ended() {
		return Reading{}, assistant.ErrBackgroundOver
	}
	e, err := w.Edit(b, d.Now())
	if err != nil {
		return Reading{}, err
	}
	wanted, err := e.Of(b, d.Now())
	if err != nil {
		return Reading{}, err
	}
	if e.Allows, err = Permitted(ctx, d.Permits, t, "", wanted, e.Allows); err != nil {
		return Reading{}, err
	}
	return Reading{Task: b, Edit: e, Was: b.Reading(), Fields: append(Fields(b, wanted, d.Now()), AllowFields(wanted, e.Allows)...)}, nil
}

// Rewrite makes a task what was read and shown, in the name of somebody who may. was names what it was then. Nobody moves a task to
// another conversation from outside of it: who is there reads what it says.
func (d *Desk) Rewrite(ctx context.Context, t assistant.TenantID, by assistant.PersonID, id assistant.BackgroundID, was string, e Edit) (assistant.BackgroundTask, error) {
	b, err := d.Background(ctx, t, id)
	if err != nil {
		return b, err
	}
	if err := e.outside(); err != nil {
		return b, err
	}
	wanted, err := e.Of(b, d.Now())
	if err != nil {
		return b, err
	}
	allows, err := Permitted(ctx, d.Permits, t, by, wanted, e.Allows)
	if err != nil {
		return b, err
	}
	return d.Rewrites.RewriteBackground(ctx, t, by, id, assistant.BackgroundRewrite{Was: was, Wanted: wanted, Allows: Allowances(allows)})
}

// outside refuses an edit that somebody makes outside of any conversation, where it moves what is told.
func (e Edit) outside() error {
	switch {
	case e.Conversation != "":
		return assistant.BadInput(assistant.Say("An automation is moved to another conversation from within it."), assistant.Say("Say “tell me here” there."))
	case e.Channel != "":
		return assistant.BadInput(assistant.Say("In which channel an automation tells its results is said in a conversation."), assistant.Say("Write to me what I shall change, like “change the task Audit to: tell me in #ops”."))
	default:
		return nil
	}
}
