package tasks

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
	"github.com/aisteam/aisteam/background"
)

// edit is a tool that changes of a task what people are asked about first: what they would make of it is shown before it is done.
func (p pack) edit() tools.Tool {
	return tools.Tool{
		Name: string(TaskEdit), Label: "Change an automation",
		Description: "Changes what a background task does, what it may do without asking, how often and until when, or where it tells its results. Not when it is due, nor what it is called: set_task does that.",
		Class:       assistant.ClassAction, Effect: assistant.EffectReversible, Idempotent: true,
		Arguments: tools.Arguments[Edited](), Result: tools.Fields[Made](), Subject: tools.About("title", "task", "prompt"),
		Examples: edited(), Verbs: []string{"change", "edit"}, Nouns: nouns(),
		Fix: p.fixEdited, Preview: p.previewEdited, Run: p.runEdited, Undo: p.undoEdited,
	}
}

// edit reads what is to be different.
func (a Edited) edit(b assistant.BackgroundTask, in assistant.ConversationID, now time.Time) (e background.Edit, err error) {
	e.Prompt, e.Channel = a.Prompt, strings.TrimPrefix(strings.TrimSpace(a.Report), "#")
	if a.Here {
		e.Conversation = in
	}
	e.Allows, err = background.ReadAllows(a.Allow, b.Zone, now)
	return e, err
}

// fixEdited makes of a call the task that it means, and what it would make of it now.
func (p pack) fixEdited(ctx context.Context, c tools.Call) (json.RawMessage, error) {
	a, err := said[Edited](c)
	if err != nil {
		return nil, err
	}
	b, err := p.meant(ctx, c, a.Task, c.Asker)
	if err != nil {
		return nil, err
	}
	e, err := a.edit(b, c.Conversation, p.now())
	if a.There = ""; err == nil && e.Channel != "" {
		var found assistant.Channel
		found, err = p.tellable(ctx, c.Tenant, c.Asker.ID, e.Channel)
		a.Report, a.There = found.Called(), foundIn(found)
		e.Channel = strings.TrimPrefix(a.Report, "#")
	}
	var wanted assistant.BackgroundTask
	if err == nil {
		wanted, err = e.Of(b, p.now())
	}
	if err == nil {
		e.Allows, err = background.Permitted(ctx, p.permits, c.Tenant, c.Asker.ID, wanted, e.Allows)
	}
	if err != nil {
		return nil, err
	}
	a.Task, a.Title, a.Allow, a.Was = string(b.ID), b.Title, background.AllowSaid(e.Allows), b.Reading()
	return written(a)
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
	return oneOf(all, tools.Call{Asker: who, Conversation: c.Conversation})
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
	e, err := a.edit(r.b, c.Conversation, p.now())
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
		Title: assistant.Say("Change an automation"), Target: "the automation “" + r.b.Title + "”", Entity: assistant.Entity{Type: entityType, ID: string(r.b.ID)}, State: site.HashOf("background task", string(r.b.ID), r.b.Reading()),
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
	r.Result.Summary = assistant.Say("Changed the automation “%s”", now.Title)
	if words := background.AllowFields(now, w.allows); len(words) > 0 {
		r.Result.Summary = assistant.Say("The automation “%s” does this without asking: %s", now.Title, words[0].Becomes())
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
