package tasks

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
	"github.com/aisteam/aisteam/background"
)

// wish is what a call asks for.
func (a Recurring) wish() background.Wish {
	return background.Wish{Title: a.Title, Prompt: a.Prompt, Schedule: a.Schedule, Zone: a.Zone, Silent: a.Silent, Overlap: a.Overlap, Until: a.Until, Allow: a.Allow}
}

func (a OneShot) wish() background.Wish {
	return background.Wish{Title: a.Title, Prompt: a.Prompt, At: a.At, Zone: a.Zone}
}

// agreed is what a call asks for whose time is fixed: it does not pass while people make up their minds.
func (a OneShot) agreed() background.Wish {
	w := a.wish()
	w.Agreed = true
	return w
}

// fixRecurring makes the words of a schedule cron, in a zone.
func (p pack) fixRecurring(ctx context.Context, c tools.Call) (json.RawMessage, error) {
	a, err := said[Recurring](c)
	if err != nil {
		return nil, err
	}
	if a.Told, err = p.fixTold(ctx, c, &a.Prompt, a.Told); err != nil {
		return nil, err
	}
	a.Zone = cmp.Or(a.Zone, c.Asker.Zone)
	b, err := a.wish().Task(p.now())
	if err != nil {
		return nil, err
	}
	allows, err := p.allowed(ctx, c, c.Asker.ID, a.wish())
	if err != nil {
		return nil, err
	}
	fit, err := p.fit(ctx, c, b.Prompt)
	if err != nil {
		return nil, err
	}
	return written(Recurring{b.Title, b.Prompt, b.Schedule, b.Zone, b.Silent, string(b.Overlap), background.Until(b), background.AllowSaid(allows), a.Told, fit})
}

// fixOneShot makes the words of a time a moment.
func (p pack) fixOneShot(ctx context.Context, c tools.Call) (json.RawMessage, error) {
	a, err := said[OneShot](c)
	if err != nil {
		return nil, err
	}
	if a.Told, err = p.fixTold(ctx, c, &a.Prompt, a.Told); err != nil {
		return nil, err
	}
	a.Zone = cmp.Or(a.Zone, c.Asker.Zone)
	b, err := a.wish().Task(p.now())
	if err != nil {
		return nil, err
	}
	fit, err := p.fit(ctx, c, b.Prompt)
	if err != nil {
		return nil, err
	}
	return written(OneShot{b.Title, b.Prompt, b.Due.Format(time.RFC3339), b.Zone, a.Told, fit})
}

// said reads arguments that are said by now: nobody can agree to work that an earlier step has yet to think of.
func said[T any](c tools.Call) (out T, err error) {
	if assistant.Unfinished(c.Arguments) {
		return out, assistant.BadInput(assistant.Say("What an automation does has to be said when it is made."), assistant.Say("Say in words what I shall do, and when."))
	}
	return tools.Read[T](c)
}

func written(a any) (json.RawMessage, error) {
	raw, err := json.Marshal(a)
	if err != nil {
		return nil, fmt.Errorf("write arguments: %w", err)
	}
	return raw, nil
}

func (p pack) previewRecurring(ctx context.Context, c tools.Call) (assistant.Preview, error) {
	a, err := tools.Read[Recurring](c)
	if err != nil {
		return assistant.Preview{}, err
	}
	return p.preview(ctx, c, assistant.Say("Make a recurring task"), a.wish(), a.Told, a.Fit)
}

func (p pack) previewOneShot(ctx context.Context, c tools.Call) (assistant.Preview, error) {
	a, err := tools.Read[OneShot](c)
	if err != nil {
		return assistant.Preview{}, err
	}
	return p.preview(ctx, c, assistant.Say("Make a task for later"), a.agreed(), a.Told, a.Fit)
}

// entityType is what programs call what the pack makes.
const entityType = "background_task"

// preview shows the task that would be made. Its next times and its cost are shown but are not part of what is approved, since they
// change with time.
func (p pack) preview(ctx context.Context, c tools.Call, what assistant.Sentence, w background.Wish, in Told, fit Fit) (assistant.Preview, error) {
	b, err := w.Task(p.now())
	if err != nil {
		return assistant.Preview{}, err
	}
	b.MadeAt = p.now()
	fields := []assistant.Field{{Name: "Title", Key: "title", New: b.Title}, {Name: "What", Key: "prompt", New: b.Prompt}}
	add := func(name, key string, said assistant.Sentence) {
		fields = append(fields, assistant.Field{Name: name, Key: key}.Saying(assistant.Sentence{}, said))
	}
	if times := background.NextTimes(b, p.now()); b.Kind == assistant.BackgroundRecurring {
		add("When", "when", background.When(b))
		add("Next times", "nextTimes", times)
		add("While the time before is at work", "overlap", background.OverlapWords(b.Overlap))
	} else {
		add("When", "when", times)
	}
	told := string(b.Overlap)
	if b.Silent {
		told += ", silent"
		add("Told", "silent", assistant.Say("only when something is new"))
	}
	if until := background.Until(b); until != "" {
		told += ", " + until
		add("Ends", "until", background.EndWords(b))
	}
	allows, err := p.allowed(ctx, c, c.Asker.ID, w)
	if err != nil {
		return assistant.Preview{}, err
	}
	if len(allows) > 0 {
		told += ", " + background.AllowSaid(allows)
	}
	if in.There != "" {
		told += ", in " + in.There
		fields = append(fields, assistant.Field{Name: "Told in", Key: "report", New: in.Report})
	}
	cost, err := p.mayCost(ctx, c, b.Prompt)
	if err != nil {
		return assistant.Preview{}, err
	}
	fields = append(append(fields, cost...), background.AllowFields(b, allows)...)
	due := b.Schedule
	if b.Kind == assistant.BackgroundOnce {
		due = b.Due.UTC().Format(time.RFC3339)
	}
	return assistant.Preview{
		Title: what, Target: "your automations", Entity: assistant.Entity{Type: entityType}, State: noTask(c.Project), Fields: fields, Warnings: slices.Concat(fit.warnings(), background.AllowWarnings(b, allows), nowhere(c.Asker, b)),
		Wanted: site.HashOf("background task", string(c.Project.ID), b.Title, b.Prompt, due, b.Zone, told),
	}, nil
}

// nowhere says that the clock is UTC only because the asker's time zone is unknown.
func nowhere(who assistant.Person, b assistant.BackgroundTask) []assistant.Sentence {
	if who.Zone != "" || b.Zone != time.UTC.String() {
		return nil
	}
	return []assistant.Sentence{assistant.Say("I do not know your time zone, so the times are those of UTC. Say “my time zone is Toronto”, and ask again, if yours is another.")}
}

// mayCost is what a task may cost, as far as that is known before it is made.
func (p pack) mayCost(ctx context.Context, c tools.Call, prompt string) ([]assistant.Field, error) {
	costs, err := p.costs.BackgroundCosts(ctx, c.Tenant, prompt)
	if err != nil {
		return nil, fmt.Errorf("look what it may cost: %w", err)
	}
	return background.CostFields(costs), nil
}

// noTask is the state that a task is made from: there is nothing that could move.
func noTask(p assistant.Project) string { return site.HashOf("no background task", string(p.ID)) }

func (p pack) runRecurring(ctx context.Context, c tools.Call) (assistant.Receipt, error) {
	a, err := tools.Read[Recurring](c)
	if err != nil {
		return assistant.Receipt{}, err
	}
	return p.make(ctx, c, a.wish(), a.Told)
}

func (p pack) runOneShot(ctx context.Context, c tools.Call) (assistant.Receipt, error) {
	a, err := tools.Read[OneShot](c)
	if err != nil {
		return assistant.Receipt{}, err
	}
	return p.make(ctx, c, a.agreed(), a.Told)
}

// make makes the task for the person who asked for the run.
func (p pack) make(ctx context.Context, c tools.Call, w background.Wish, told Told) (assistant.Receipt, error) {
	b, err := w.Task(p.now())
	if err != nil {
		return assistant.Receipt{}, err
	}
	in, err := p.tellIn(ctx, c, told)
	if err != nil {
		return assistant.Receipt{}, err
	}
	b.Project = c.Project.ID
	allows, err := p.allowing(ctx, c, w)
	if err != nil {
		return assistant.Receipt{}, err
	}
	made, err := p.book.MakeBackground(ctx, c.Tenant, assistant.BackgroundOrder{Key: c.Key, Run: c.Task.Run, Task: b, Tell: in, Allows: background.Allowances(allows)})
	if err != nil {
		return assistant.Receipt{}, err
	}
	return receipt(made)
}

// undo is what taking back a task needs.
type undo struct {
	ID assistant.BackgroundID `json:"id"`
}

func receipt(b assistant.BackgroundTask) (assistant.Receipt, error) {
	raw, err := json.Marshal(undo{b.ID})
	if err != nil {
		return assistant.Receipt{}, fmt.Errorf("write undo: %w", err)
	}
	next := background.Next(b)
	return assistant.Receipt{Undo: raw, Result: assistant.Result{
		Summary: assistant.Say("Made the automation “%s”, due %s", b.Title, next), Undo: true,
		Fields: assistant.ValuesOf(Made{ID: string(b.ID), Title: b.Title, Next: next.String()}),
	}}, nil
}

func (p pack) recover(ctx context.Context, c tools.Call) (assistant.Receipt, bool, error) {
	b, found, err := p.book.BackgroundByKey(ctx, c.Tenant, c.Key)
	if err != nil || !found {
		return assistant.Receipt{}, false, err
	}
	r, err := receipt(b)
	return r, err == nil, err
}

// verify looks for the task that the call made.
func (p pack) verify(ctx context.Context, c tools.Call, _ assistant.Receipt) (assistant.Sight, assistant.Sentence, error) {
	b, found, err := p.book.BackgroundByKey(ctx, c.Tenant, c.Key)
	switch {
	case err != nil:
		return "", assistant.Sentence{}, err
	case !found || b.Status == assistant.BackgroundCancelled:
		return assistant.SightDifferent, assistant.Say("when I looked, it was not there"), nil
	}
	return assistant.SightAsWritten, assistant.Say("it is among the automations"), nil
}

// undo cancels the task in its owner's name: a person who may undo the run may do so.
func (p pack) undo(ctx context.Context, c tools.Call, r assistant.Receipt) error {
	var u undo
	if err := json.Unmarshal(r.Undo, &u); err != nil {
		return fmt.Errorf("read undo: %w", err)
	}
	b, found, err := p.book.BackgroundByKey(ctx, c.Tenant, c.Key)
	if err != nil || !found || b.ID != u.ID {
		return err
	}
	_, err = p.book.ChangeBackground(ctx, c.Tenant, b.Owner, b.ID, assistant.BackgroundCancel, time.Time{})
	if errors.Is(err, assistant.ErrNotFound) {
		return nil
	}
	return err
}
