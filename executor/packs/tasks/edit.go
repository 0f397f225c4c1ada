package tasks

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
	"github.com/aisteam/aisteam/background"
)

// edit is a tool that changes a task in words: code reads them, and what they would make of it is shown before it is done.
func (p pack) edit() tools.Tool {
	return tools.Tool{
		Name: string(TaskEdit), Label: "Change a background task",
		Description: "Changes when a background task is due, what it does, what it is called, what it may do without asking, how often and until when, or when and where it tells its results.",
		Class:       assistant.ClassAction, Effect: assistant.EffectReversible, Idempotent: true,
		Arguments: tools.Arguments[Edited](), Result: tools.Fields[Made](), Subject: tools.About("title", "task", "change"),
		Examples: edited(), Verbs: []string{"change", "move", "reschedule", "edit"}, Nouns: nouns(),
		Asks: func(request string) bool {
			_, ok := editOf(request)
			return ok
		},
		Fix: p.fixEdited, Preview: p.previewEdited, Run: p.runEdited, Undo: p.undoEdited,
	}
}

// fixEdited makes of words the task that they mean, and what they would make of it now.
func (p pack) fixEdited(ctx context.Context, c tools.Call) (json.RawMessage, error) {
	a, err := said[Edited](c)
	if err != nil {
		return nil, err
	}
	b, err := p.meant(ctx, c, a.Task, c.Asker)
	if err != nil {
		return nil, err
	}
	e, err := background.ReadEdit(b, a.Change, p.now(), c.Conversation)
	var wanted assistant.BackgroundTask
	there := ""
	if err == nil && e.Channel != "" {
		var found assistant.Channel
		found, err = p.tellable(ctx, c.Tenant, c.Asker.ID, e.Channel)
		e.Channel, there = strings.TrimPrefix(found.Called(), "#"), foundIn(found)
	}
	if err == nil {
		wanted, err = e.Of(b, p.now())
	}
	if err == nil {
		e.Allows, err = background.Permitted(ctx, p.permits, c.Tenant, c.Asker.ID, wanted, e.Allows)
	}
	if err != nil {
		return nil, err
	}
	return written(Edited{string(b.ID), b.Title, e.Words(b.Zone), b.Reading(), there})
}

// meant is the task that is meant: the one that is named, or the newest that tells its results in this conversation, or the only one
// that somebody has.
func (p pack) meant(ctx context.Context, c tools.Call, task string, who assistant.Person) (assistant.BackgroundTask, error) {
	if task != "" {
		return p.named(ctx, c, task, who)
	}
	all, err := p.book.Backgrounds(ctx, c.Tenant, who.ID, mostOfTenant)
	if err != nil {
		return assistant.BackgroundTask{}, err
	}
	if b, ok := background.Spoken(all, who.ID, c.Conversation); ok {
		return b, nil
	}
	switch theirs := background.Theirs(all, who.ID); len(theirs) {
	case 0:
		return assistant.BackgroundTask{}, assistant.BadInput(assistant.Say("You have no background task."), assistant.Say("Say what is to be done and when, and it is made after you have seen how it is read."))
	case 1:
		return theirs[0], nil
	default:
		return assistant.BackgroundTask{}, whichOf(theirs)
	}
}

const mostNamed = 5

// whichOf asks which of somebody's tasks is meant.
func whichOf(theirs []assistant.BackgroundTask) error {
	var titles []string
	for _, b := range theirs[:min(len(theirs), mostNamed)] {
		titles = append(titles, "“"+b.Title+"”")
	}
	return assistant.BadInput(assistant.Say("I do not know which background task you mean."), assistant.Say("Name it by its title. The newest of yours are: %s.", strings.Join(titles, ", ")))
}

// rewriting is a task as it is, and what a call wants of it.
type rewriting struct {
	b, wanted assistant.BackgroundTask
	allows    []background.Allow
	was       string
}

// wanted reads what a call wants; what it allows is looked at in the name of whoever may.
func (p pack) wanted(ctx context.Context, c tools.Call, who assistant.Person) (r rewriting, err error) {
	a, err := tools.Read[Edited](c)
	if err != nil {
		return r, err
	}
	if r.b, err = p.meant(ctx, c, a.Task, who); err != nil {
		return r, err
	}
	e, err := background.ReadEdit(r.b, a.Change, p.now(), c.Conversation)
	if err != nil {
		return r, err
	}
	if r.wanted, err = e.Of(r.b, p.now()); err != nil {
		return r, err
	}
	r.was = cmp.Or(a.Was, r.b.Reading())
	r.allows, err = background.Permitted(ctx, p.permits, c.Tenant, who.ID, r.wanted, e.Allows)
	return r, err
}

func (p pack) previewEdited(ctx context.Context, c tools.Call) (assistant.Preview, error) {
	r, err := p.wanted(ctx, c, c.Asker)
	if err != nil {
		return assistant.Preview{}, err
	}
	return assistant.Preview{
		Title: assistant.Say("Change a background task"), Target: "the background task “" + r.b.Title + "”", Entity: assistant.Entity{Type: entityType, ID: string(r.b.ID)}, State: site.HashOf("background task", string(r.b.ID), r.b.Reading()),
		Wanted:   site.HashOf("background task", string(r.b.ID), r.wanted.Reading(), background.AllowSaid(r.allows)),
		Fields:   append(background.Fields(r.b, r.wanted, p.now()), background.AllowFields(r.wanted, r.allows)...),
		Warnings: background.AllowWarnings(r.wanted, r.allows),
	}, nil
}

// editUndo is what taking back a change needs: the task as it was, and what it was allowed by the change.
type editUndo struct {
	assistant.BackgroundTask

	Granted []assistant.StandingID `json:"granted,omitempty"`
}

// runEdited changes it in the name of whoever asked for the run.
func (p pack) runEdited(ctx context.Context, c tools.Call) (assistant.Receipt, error) {
	who, err := p.asks(c)
	if err != nil {
		return assistant.Receipt{}, err
	}
	w, err := p.wanted(ctx, c, who)
	if err != nil {
		return assistant.Receipt{}, err
	}
	in := assistant.Channel{}
	if w.wanted.Told != w.b.Told && w.wanted.Told != "" {
		if in, err = p.editTells(ctx, c, who.ID, w.wanted.Told); err != nil {
			return assistant.Receipt{}, err
		}
	}
	allows := background.Allowances(w.allows)
	now, err := p.rewrites.RewriteBackground(ctx, c.Tenant, who.ID, w.b.ID, assistant.BackgroundRewrite{Was: w.was, Wanted: w.wanted, Tell: in, Allows: allows})
	if err != nil {
		return assistant.Receipt{}, err
	}
	before := editUndo{BackgroundTask: w.b}
	for _, a := range allows {
		before.Granted = append(before.Granted, assistant.GrantOf(w.b.ID, w.was, a))
	}
	raw, err := json.Marshal(before)
	if err != nil {
		return assistant.Receipt{}, fmt.Errorf("write undo: %w", err)
	}
	r, err := receipt(now)
	r.Undo = raw
	r.Result.Summary = assistant.Say("Changed the background task “%s”: it is due %s now", now.Title, background.When(now))
	if words := background.AllowFields(now, w.allows); len(words) > 0 {
		r.Result.Summary = assistant.Say("The background task “%s” does this without asking: %s", now.Title, words[0].Becomes())
	}
	return r, err
}

// editTells is the channel in which a change lets results be told.
func (p pack) editTells(ctx context.Context, c tools.Call, who assistant.PersonID, told string) (assistant.Channel, error) {
	a, err := tools.Read[Edited](c)
	if err != nil {
		return assistant.Channel{}, err
	}
	return p.stillTold(ctx, c, who, Told{told, a.There})
}

// undoEdited makes the task what it was before.
func (p pack) undoEdited(ctx context.Context, c tools.Call, r assistant.Receipt) error {
	var before editUndo
	if err := json.Unmarshal(r.Undo, &before); err != nil {
		return fmt.Errorf("read undo: %w", err)
	}
	who, err := p.asks(c)
	if err != nil {
		return err
	}
	b, err := p.named(ctx, c, string(before.ID), who)
	if err != nil {
		return err
	}
	if before.Kind == assistant.BackgroundRecurring {
		before.Due = background.After(before.BackgroundTask, p.now())
	}
	_, err = p.rewrites.RewriteBackground(ctx, c.Tenant, who.ID, b.ID, assistant.BackgroundRewrite{Was: b.Reading(), Wanted: before.BackgroundTask, Asks: before.Granted})
	return err
}
