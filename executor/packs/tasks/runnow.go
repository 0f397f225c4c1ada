package tasks

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
	"github.com/aisteam/aisteam/background"
)

// runNow is a tool that lets a task begin at once, beside its schedule. A background task is not planned with it, so that none wakes
// itself or another.
func (p pack) runNow() tools.Tool {
	return tools.Tool{
		Name: string(TaskRunNow), Label: "Run a background task now",
		Description: "Lets a background task that is there already begin at once, once, beside its schedule. What it wants to change then is asked about as always.",
		Class:       assistant.ClassAction, Effect: assistant.EffectReversible, Standing: true,
		Arguments: tools.Arguments[Named](), Result: tools.Fields[Made](), Subject: tools.About("title", "task"), Examples: startedNow(),
		Asks: func(request string) bool {
			_, ok := runNowOf(request)
			return ok
		},
		Fix: p.fixRunNow, Preview: p.previewRunNow, Run: p.runRunNow, Recover: p.recoverRunNow, Undo: p.undoRunNow,
	}
}

// fixRunNow makes of words the task that they mean.
func (p pack) fixRunNow(ctx context.Context, c tools.Call) (json.RawMessage, error) {
	a, err := said[Named](c)
	if err != nil {
		return nil, err
	}
	b, err := p.meant(ctx, c, a.Task, c.Asker)
	if err == nil {
		err = startable(b)
	}
	if err != nil {
		return nil, err
	}
	return written(Named{string(b.ID), b.Title})
}

func startable(b assistant.BackgroundTask) error {
	switch {
	case b.Status.Ended():
		return assistant.ErrBackgroundOver
	case b.Status == assistant.BackgroundPaused:
		return assistant.ErrBackgroundPaused
	default:
		return nil
	}
}

// previewRunNow looks at a task as it stands, and at the last time that it began: one that has begun meanwhile is asked about again.
func (p pack) previewRunNow(ctx context.Context, c tools.Call) (assistant.Preview, error) {
	a, err := tools.Read[Named](c)
	if err != nil {
		return assistant.Preview{}, err
	}
	b, err := p.meant(ctx, c, a.Task, c.Asker)
	if err != nil {
		return assistant.Preview{}, err
	}
	last, err := p.last(ctx, c, b.ID)
	if err != nil {
		return assistant.Preview{}, err
	}
	began := strconv.FormatInt(last.At.UnixMicro(), 10)
	return assistant.Preview{
		Title: assistant.Say("Run a background task now"), Target: "the background task “" + b.Title + "”", Entity: assistant.Entity{Type: entityType, ID: string(b.ID)}, State: site.HashOf("background task", string(b.ID), string(b.Status), began),
		Wanted: site.HashOf("background task", string(b.ID), "begins now", began), Fields: []assistant.Field{assistant.Field{Name: "Due", Key: "due"}.Saying(background.Next(b), assistant.Say("now"))},
	}, nil
}

// last is the last time that a task was due; zero where it was not yet.
func (p pack) last(ctx context.Context, c tools.Call, id assistant.BackgroundID) (assistant.BackgroundRun, error) {
	runs, err := p.book.BackgroundRuns(ctx, c.Tenant, id, 1)
	if err != nil || len(runs) == 0 {
		return assistant.BackgroundRun{}, err
	}
	return runs[0], nil
}

// waited is what taking back needs: when the task would have been due.
type waited struct {
	ID  assistant.BackgroundID `json:"id"`
	Due time.Time              `json:"due,omitzero"`
}

func (p pack) runRunNow(ctx context.Context, c tools.Call) (assistant.Receipt, error) {
	a, err := tools.Read[Named](c)
	if err != nil {
		return assistant.Receipt{}, err
	}
	who, err := p.asks(c)
	if err != nil {
		return assistant.Receipt{}, err
	}
	was, err := p.meant(ctx, c, a.Task, who)
	if err != nil {
		return assistant.Receipt{}, err
	}
	b, err := p.book.ChangeBackground(ctx, c.Tenant, who.ID, was.ID, assistant.BackgroundNow, time.Time{})
	if err != nil {
		return assistant.Receipt{}, err
	}
	return begun(b, was.Due)
}

// begun is the receipt of a task that begins now.
func begun(b assistant.BackgroundTask, due time.Time) (assistant.Receipt, error) {
	r, err := receipt(b)
	if err != nil {
		return r, err
	}
	if r.Undo, err = json.Marshal(waited{b.ID, due}); err != nil {
		return r, fmt.Errorf("write undo: %w", err)
	}
	r.Result.Summary = assistant.Say("The background task “%s” begins now", b.Title)
	return r, nil
}

// recoverRunNow looks whether the task has begun since the call was decided on, or is about to.
func (p pack) recoverRunNow(ctx context.Context, c tools.Call) (assistant.Receipt, bool, error) {
	a, err := tools.Read[Named](c)
	if err != nil {
		return assistant.Receipt{}, false, err
	}
	b, err := p.meant(ctx, c, a.Task, assistant.Person{})
	if err != nil {
		return assistant.Receipt{}, false, err
	}
	last, err := p.last(ctx, c, b.ID)
	if err != nil {
		return assistant.Receipt{}, false, err
	}
	if !last.At.After(c.Task.CreatedAt) && (b.Due.IsZero() || b.Due.After(p.now())) {
		return assistant.Receipt{}, false, nil
	}
	r, err := begun(b, time.Time{})
	return r, err == nil, err
}

// undoRunNow lets a task wait until it is due again. One that has begun goes on, and whoever takes it back is told so.
func (p pack) undoRunNow(ctx context.Context, c tools.Call, r assistant.Receipt) error {
	var u waited
	if err := json.Unmarshal(r.Undo, &u); err != nil {
		return fmt.Errorf("read undo: %w", err)
	}
	who, err := p.asks(c)
	if err != nil {
		return err
	}
	b, err := p.named(ctx, c, string(u.ID), who)
	if err != nil {
		return err
	}
	last, err := p.last(ctx, c, b.ID)
	switch {
	case err != nil:
		return err
	case last.At.After(c.Task.CreatedAt):
		return assistant.ErrBackgroundBegun
	}
	if u.Due.Before(p.now()) {
		u.Due = background.After(b, p.now())
	}
	_, err = p.book.ChangeBackground(ctx, c.Tenant, who.ID, b.ID, assistant.BackgroundLater, u.Due)
	if errors.Is(err, assistant.ErrNotFound) || errors.Is(err, assistant.ErrBackgroundOver) {
		return nil
	}
	return err
}
