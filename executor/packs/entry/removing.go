package entry

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
	"github.com/aisteam/aisteam/executor/clean"
	"github.com/aisteam/aisteam/executor/shown"
)

// Removing is what the tools have in common that take entries of a kind away for good, and put them back when that is taken back.
type Removing struct {
	Writing
	// Find finds the entry that a call means, with its warnings. If there is none, found is false and the error asks what is meant.
	Find func(ctx context.Context, c tools.Call) (e site.Entry, notes []assistant.Sentence, found bool, err error)
	// Fits refuses to put an entry back where it has no place any more.
	Fits func(ctx context.Context, c tools.Call, e site.Entry) error
}

// removed is what putting an entry back needs.
type removed struct {
	ID     string            `json:"id"`
	Fields map[string]string `json:"fields"`
}

// Tool gives a tool its abilities.
func (r Removing) Tool(t tools.Tool) tools.Tool {
	t.Class, t.Effect, t.Idempotent = assistant.ClassAction, assistant.EffectReversible, true
	t.Preview, t.Run, t.Verify, t.Undo = r.preview, r.run, r.verify, r.undo
	return t
}

func (r Removing) preview(ctx context.Context, c tools.Call) (assistant.Preview, error) {
	c, open, err := tools.Planned(c)
	if err != nil {
		return assistant.Preview{}, err
	}
	e, notes, _, err := r.Find(ctx, c)
	if err != nil {
		return assistant.Preview{}, err
	}
	out := assistant.Preview{
		Title: assistant.Say("Remove the %s “%s”", assistant.Label(r.Noun), clean.Short(e.Title())), Target: site.AddressOf(c.Project), Entity: assistant.Entity{Type: string(r.Kind), ID: e.ID},
		State: e.Hash(), Warnings: shown.Bounded(notes),
	}
	for _, f := range r.Fields {
		if was := e.Fields[f.Name]; was != "" {
			out.Fields = append(out.Fields, assistant.Field{Name: f.Label, Key: f.Name, Old: was})
		}
	}
	if !open {
		out.Wanted = site.HashOf("no more", e.ID)
	}
	return out, nil
}

func (r Removing) run(ctx context.Context, c tools.Call) (assistant.Receipt, error) {
	e, _, found, err := r.Find(ctx, c)
	if !found && err != nil && c.Approved != "" { // it was there when that was approved
		return assistant.Receipt{Result: assistant.Result{Summary: assistant.Say("The %s is not there any more", assistant.Label(r.Noun))}}, nil
	}
	if err != nil {
		return assistant.Receipt{}, err
	}
	if c.Approved != "" && c.Approved != e.Hash() {
		return assistant.Receipt{}, one{Writing: r.Writing}.moved(edit{old: e}, assistant.ErrMoved)
	}
	if err := r.Keeper.RemoveEntry(ctx, c.Project, r.Kind, e); err != nil {
		return assistant.Receipt{}, err
	}
	raw, err := json.Marshal(removed{ID: e.ID, Fields: e.Fields})
	if err != nil {
		return assistant.Receipt{}, fmt.Errorf("write undo: %w", err)
	}
	return assistant.Receipt{Undo: raw, Result: assistant.Result{
		Summary: assistant.Say("Removed the %s “%s”", assistant.Label(r.Noun), clean.Short(e.Title())), Undo: true,
		Fields: assistant.ValuesOf(Written{ID: e.ID, URL: e.URL, Title: e.Title()}),
	}}, nil
}

func (r Removing) verify(ctx context.Context, c tools.Call, done assistant.Receipt) (assistant.Sight, assistant.Sentence, error) {
	if len(done.Undo) == 0 {
		return assistant.SightAsWritten, assistant.Say("the %s is gone", assistant.Label(r.Noun)), nil
	}
	var u removed
	if err := json.Unmarshal(done.Undo, &u); err != nil {
		return "", assistant.Sentence{}, fmt.Errorf("read what was removed: %w", err)
	}
	_, there, err := one{Writing: r.Writing}.standing(ctx, c.Project, u.ID, "look at the "+r.Noun)
	switch {
	case err != nil:
		return "", assistant.Sentence{}, err
	case there:
		return assistant.SightDifferent, assistant.Say("when I looked, the %s was still there", assistant.Label(r.Noun)), nil
	}
	return assistant.SightAsWritten, assistant.Say("the %s is gone", assistant.Label(r.Noun)), nil
}

// undo puts back what was removed, as it was, unless it is there again.
func (r Removing) undo(ctx context.Context, c tools.Call, done assistant.Receipt) error {
	var u removed
	if len(done.Undo) == 0 {
		return nil
	}
	if err := json.Unmarshal(done.Undo, &u); err != nil {
		return fmt.Errorf("read undo: %w", err)
	}
	back := site.Entry{Fields: u.Fields}
	_, there, err := one{Writing: r.Writing}.made(ctx, c, edit{next: back})
	if err != nil || there {
		return err
	}
	if err := r.Fits(ctx, c, back); err != nil {
		return err
	}
	_, err = r.Keeper.WriteEntry(ctx, c.Project, r.Kind, back, "")
	return err
}
