package tasks

import (
	"context"
	"fmt"
	"time"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/background"
	"github.com/aisteam/aisteam/wording"
)

// listed says which of the asker's automations a tool can be used on, for the form by which it is; the form is left out where there is
// none.
func (p pack) listed(fits func(assistant.BackgroundTask) bool) holds {
	return func(ctx context.Context, c tools.Call) (tools.Held, error) {
		all, err := p.book.Backgrounds(ctx, c.Tenant, c.Asker.ID, mostOfTenant)
		if err != nil {
			return tools.Held{}, fmt.Errorf("read whose automations there are: %w", err)
		}
		var fit []assistant.BackgroundTask
		for _, b := range background.Theirs(all, c.Asker.ID) {
			if fits(b) {
				fit = append(fit, b)
			}
		}
		if len(fit) == 0 {
			return tools.Held{}, fmt.Errorf("no automation of theirs: %w", assistant.ErrNotFound)
		}
		return among(fit), nil
	}
}

// among asks for one of some automations.
func among(fit []assistant.BackgroundTask) tools.Held {
	asked := tools.Asked{Label: assistant.Say("Automation"), Required: true}
	for _, b := range fit {
		asked.Options = append(asked.Options, assistant.Option{Value: string(b.ID), Label: b.Title})
	}
	return tools.Held{Values: map[string]string{"task": ""}, Asked: map[string]tools.Asked{"task": asked}}
}

// is fits automations of a state.
func is(s assistant.BackgroundStatus) func(assistant.BackgroundTask) bool {
	return func(b assistant.BackgroundTask) bool { return b.Status == s }
}

// alive fits automations that have not ended.
func alive(assistant.BackgroundTask) bool { return true }

// heldSet asks for what set_task changes. Where somebody has one automation, how it is stands in the form.
func (p pack) heldSet(ctx context.Context, c tools.Call) (tools.Held, error) {
	out, err := p.listed(alive)(ctx, c)
	if err != nil {
		return out, err
	}
	w := wording.In(c.Language)
	for _, name := range []string{"title", "when", "zone", "until", "told", "overlap"} {
		out.Values[name] = ""
	}
	var ways []assistant.Option
	for _, o := range []assistant.Overlap{assistant.OverlapSkip, assistant.OverlapQueue, assistant.OverlapReplace} {
		ways = append(ways, assistant.Option{Value: string(o), Label: w.Tell(background.OverlapWords(o))})
	}
	kept := assistant.Say("Left empty it stays as it is.")
	out.Asked["title"] = tools.Asked{Label: assistant.Say("Title"), Hint: kept}
	out.Asked["when"] = tools.Asked{Label: assistant.Say("When"), Hint: assistant.Say("In words: every weekday at 9, tomorrow at 17:30. Left empty it stays as it is.")}
	out.Asked["zone"] = tools.Asked{Label: assistant.Say("Time zone"), Hint: kept}
	out.Asked["until"] = tools.Asked{Label: assistant.Say("Until when"), Hint: assistant.Say("In words: until Friday, only 5 times, without end. Left empty it stays as it is.")}
	out.Asked["told"] = tools.Asked{Label: assistant.Say("Told"), Options: []assistant.Option{{Value: everyTime, Label: w.Say("every time")}, {Value: onlyNews, Label: w.Say("only when something is new")}}}
	out.Asked["overlap"] = tools.Asked{Label: assistant.Say("While the time before is at work"), Options: ways}
	if only := out.Asked["task"].Options; len(only) == 1 {
		return p.prefilled(ctx, c, out, only[0].Value)
	}
	return out, nil
}

// prefilled is the form with how an automation is now.
func (p pack) prefilled(ctx context.Context, c tools.Call, out tools.Held, id string) (tools.Held, error) {
	b, err := p.theirs(ctx, c, id, false)
	if err != nil {
		return out, err
	}
	out.Values["task"], out.Values["title"], out.Values["zone"] = id, b.Title, b.Zone
	switch b.Kind {
	case assistant.BackgroundRecurring:
		out.Values["when"] = b.Schedule
	case assistant.BackgroundOnce:
		out.Values["when"] = b.Due.UTC().Format(time.RFC3339)
	case assistant.BackgroundEvent:
		delete(out.Values, "when")
	}
	out.Values["told"], out.Values["overlap"] = everyTime, string(b.Overlap)
	if b.Silent {
		out.Values["told"] = onlyNews
	}
	return out, nil
}
