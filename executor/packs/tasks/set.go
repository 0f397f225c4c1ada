package tasks

import (
	"context"
	"fmt"
	"strings"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/background"
	"github.com/aisteam/aisteam/wording"
)

// Values of an argument of set_task.
const (
	everyTime = background.ToldEveryTime
	onlyNews  = background.ToldOnlyNews
)

func (p pack) set() tools.Tool {
	schema := tools.Arguments[Set]()
	schema.Properties["told"].Enum = []any{everyTime, onlyNews}
	schema.Properties["overlap"].Enum = overlaps()
	return owned(TaskSet, "Set when an automation works",
		"Changes when a background task of the person who asks is due, by whose clock, until when, what it is called, when its results are told, or what happens when the time before is still at work. "+
			"They may say it as in “make it 10 instead” or “every Monday instead”. Not what it does, nor where it tells of it: edit_task does that.", schema, settings(), p.heldSet, p.runSet)
}

func (p pack) runSet(ctx context.Context, c tools.Call) (assistant.Receipt, error) {
	a, err := tools.Read[Set](c)
	if err != nil {
		return assistant.Receipt{}, err
	}
	b, err := p.theirs(ctx, c, a.Task, false)
	if err != nil {
		return assistant.Receipt{}, err
	}
	e, err := background.Setting{Title: a.Title, When: a.When, Zone: a.Zone, Until: a.Until, Overlap: assistant.Overlap(a.Overlap), EveryTime: a.Told == everyTime, OnlyNews: a.Told == onlyNews}.Edit(b, p.now())
	if err != nil {
		return assistant.Receipt{}, err
	}
	wanted, err := e.Of(b, p.now())
	if err != nil {
		return assistant.Receipt{}, err
	}
	is, err := p.rewrites.RewriteBackground(ctx, c.Tenant, c.Asker.ID, b.ID, assistant.BackgroundRewrite{Was: b.Reading(), Wanted: wanted})
	if err != nil {
		return assistant.Receipt{}, fmt.Errorf("set an automation: %w", err)
	}
	w := wording.In(c.Language)
	lines := []string{w.Say("Changed the automation “%s”", is.Title) + ":"}
	for _, f := range background.Fields(b, is, p.now()) {
		lines = append(lines, "- "+w.Label(f.Name)+": "+w.Tell(f.Becomes()))
	}
	return told(w, strings.Join(lines, "\n")+"\n", w.Say("change the automation %s to: %s", is.Title, background.Undoing(b, is).Words(b.Zone))), nil
}
