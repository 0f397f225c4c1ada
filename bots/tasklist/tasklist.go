// Package tasklist is what people see of their background tasks on Slack and Discord, and what they do to them: whose tasks they
// may look at, what a press does, and what it says on failure. A surface draws it; every word is package view's.
package tasklist

import (
	"context"
	"errors"
	"fmt"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/background"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/view"
	"github.com/aisteam/aisteam/wording"
)

const (
	mostTasks = 200 // that are looked through
	mostRuns  = 15  // that a history shows
)

// People tell who somebody is.
type People interface {
	// PersonFor gives the person behind an account.
	PersonFor(ctx context.Context, t assistant.TenantID, from assistant.Identity) (assistant.Person, error)
	// Person gives a person of the tenant.
	Person(ctx context.Context, t assistant.TenantID, id assistant.PersonID) (assistant.Person, error)
}

// Tasks are a tenant's background tasks, as people see them.
type Tasks struct {
	Desk   *background.Desk
	People People
}

// Asker is who looks, or presses, and the language of their account.
type Asker struct {
	Tenant assistant.TenantID
	From   assistant.Identity
	In     wording.Words
}

// List returns the asker's unfinished tasks, or everybody's for an admin. It returns false for a guest, who has none.
func (l *Tasks) List(ctx context.Context, a Asker) ([]view.BackgroundTask, bool, error) {
	me, err := l.who(ctx, a)
	if err != nil || me.Role == assistant.RoleGuest {
		return nil, false, err
	}
	whose := me.ID
	if me.Role == assistant.RoleAdmin {
		whose = ""
	}
	all, err := l.Desk.Backgrounds(ctx, a.Tenant, whose, mostTasks)
	if err != nil {
		return nil, false, fmt.Errorf("list background tasks: %w", err)
	}
	var out []view.BackgroundTask
	for _, b := range all {
		if b.Status.Ended() {
			continue
		}
		owner, err := l.owner(ctx, a, me, b)
		if err != nil {
			return nil, false, err
		}
		out = append(out, view.Background(b, owner, nil, a.In))
	}
	return out, true, nil
}

// owner returns the name of a task's owner, or "" if it is the asker.
func (l *Tasks) owner(ctx context.Context, a Asker, me assistant.Person, b assistant.BackgroundTask) (string, error) {
	if b.Owner == me.ID {
		return "", nil
	}
	p, err := l.People.Person(ctx, a.Tenant, b.Owner)
	if errors.Is(err, assistant.ErrNotFound) {
		return a.In.Say("somebody"), nil
	}
	return p.Name, err
}

// Show gives a task with what became of its last times.
func (l *Tasks) Show(ctx context.Context, a Asker, id assistant.BackgroundID) (view.BackgroundTask, view.List, error) {
	b, me, err := l.find(ctx, a, id)
	if err != nil {
		return view.BackgroundTask{}, view.List{}, err
	}
	runs, err := l.Desk.BackgroundRuns(ctx, a.Tenant, id, mostRuns)
	if err != nil {
		return view.BackgroundTask{}, view.List{}, fmt.Errorf("read history: %w", err)
	}
	owner, err := l.owner(ctx, a, me, b)
	return view.Background(b, owner, runs, a.In), view.BackgroundHistory(runs, a.In), err
}

// Change does something to a task, and says so.
func (l *Tasks) Change(ctx context.Context, a Asker, id assistant.BackgroundID, change assistant.BackgroundChange) (string, error) {
	b, me, err := l.find(ctx, a, id)
	if err != nil {
		return "", err
	}
	if b, err = l.Desk.Change(ctx, a.Tenant, me.ID, b.ID, change); err != nil {
		return "", fmt.Errorf("%s background task: %w", change, err)
	}
	return view.Changed(b.Title, change, a.In), nil
}

// Form is the form in which a person says what is to be different about a task.
func (l *Tasks) Form(ctx context.Context, a Asker, id assistant.BackgroundID) (assistant.Form, error) {
	b, _, err := l.find(ctx, a, id)
	return view.TaskForm(b, a.In), err
}

// Read reads what a person has filled into that form. It changes nothing.
func (l *Tasks) Read(ctx context.Context, a Asker, id assistant.BackgroundID, given map[string]string) (view.BackgroundReading, background.Reading, error) {
	b, _, err := l.find(ctx, a, id)
	if err != nil {
		return view.BackgroundReading{}, background.Reading{}, err
	}
	wanted, err := view.TaskWanted(view.TaskForm(b, a.In), given)
	if err != nil {
		return view.BackgroundReading{}, background.Reading{}, err
	}
	r, err := l.Desk.Read(ctx, a.Tenant, id, wanted)
	if err != nil {
		return view.BackgroundReading{}, r, fmt.Errorf("read a change: %w", err)
	}
	return view.Rewritten(r.Task.Title, r.Fields, a.In), r, nil
}

// Rewrite makes a task what was read and shown.
func (l *Tasks) Rewrite(ctx context.Context, a Asker, id assistant.BackgroundID, was string, e background.Edit) error {
	_, me, err := l.find(ctx, a, id)
	if err != nil {
		return err
	}
	if _, err = l.Desk.Rewrite(ctx, a.Tenant, me.ID, id, was, e); err != nil {
		return fmt.Errorf("change background task: %w", err)
	}
	return nil
}

// Hush pauses a person's direct messages, and says until when.
func (l *Tasks) Hush(ctx context.Context, a Asker, which background.HushFor) (string, error) {
	me, err := l.who(ctx, a)
	if err != nil {
		return "", err
	}
	now := l.Desk.Now()
	until, ok := which.Until(me.Zone, now)
	if !ok || me.Role == assistant.RoleGuest || l.Desk.Hears == nil {
		return "", assistant.ErrNotFound
	}
	if err := background.Hush(ctx, l.Desk.Hears, a.Tenant, me.ID, until, now); err != nil {
		return "", fmt.Errorf("hush: %w", err)
	}
	return view.Hushed(until, me.Zone, a.In), nil
}

// find returns a task that the asker may change; others get not found.
func (l *Tasks) find(ctx context.Context, a Asker, id assistant.BackgroundID) (b assistant.BackgroundTask, me assistant.Person, err error) {
	if me, err = l.who(ctx, a); err != nil {
		return b, me, err
	}
	b, err = l.Desk.Background(ctx, a.Tenant, id)
	if err == nil && !b.May(me) {
		err = assistant.ErrNotFound
	}
	if err != nil {
		err = fmt.Errorf("find background task: %w", err)
	}
	return b, me, err
}

func (l *Tasks) who(ctx context.Context, a Asker) (assistant.Person, error) {
	p, err := l.People.PersonFor(ctx, a.Tenant, a.From)
	if err != nil {
		return p, fmt.Errorf("find person: %w", err)
	}
	return p, nil
}

// Note returns what to tell the person about an error, and how it counts. Anything but a refusal is for operators, who find it in
// the log.
func Note(err error, in wording.Words) (note string, outcome bots.Ack, told bool) {
	if trouble, ok := errors.AsType[*assistant.Trouble](err); ok {
		return in.Tell(trouble.Problem.Whole()), bots.AckRefused, true
	}
	if wrong, ok := errors.AsType[*assistant.FieldError](err); ok {
		return in.Tell(wrong.Message), bots.AckRefused, true
	}
	if errors.Is(err, assistant.ErrNotFound) {
		return in.Say(view.NoteGone), bots.AckRefused, true
	}
	return in.Say(view.NoteAgain), bots.AckUnavailable, false
}
