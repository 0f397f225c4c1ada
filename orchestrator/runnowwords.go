package orchestrator

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/background"
)

// tasks are the background tasks that words are about.
type tasks interface {
	Backgrounds(ctx context.Context, t assistant.TenantID, owner assistant.PersonID, limit int) ([]assistant.BackgroundTask, error)
	BackgroundRuns(ctx context.Context, t assistant.TenantID, id assistant.BackgroundID, limit int) ([]assistant.BackgroundRun, error)
	ChangeBackground(ctx context.Context, t assistant.TenantID, by assistant.PersonID, id assistant.BackgroundID, change assistant.BackgroundChange, next time.Time) (assistant.BackgroundTask, error)
}

// mostTasks is how many background tasks one is looked for among.
const mostTasks = 500

// runsNow takes words by which somebody lets a background task begin at once: “run the audit task now”, and “run it now” where nothing
// else is spoken of. They may do so with a press, too: it changes nothing by itself, and what the task wants to change is asked about.
// Words that mean no task of theirs are left to others.
func (c *commands) runsNow(ctx context.Context, t *turn, text string, named bool) (bool, error) {
	task, ok := background.ReadRunNow(text)
	me := t.sit.Person
	if !ok || (task != "") != named || t.guest() || me.ID == "" {
		return false, nil
	}
	all, err := c.tasks.Backgrounds(ctx, t.claim.Tenant, "", mostTasks)
	if err != nil {
		return true, fmt.Errorf("find a background task: %w", err)
	}
	if !named {
		b, ok := background.Spoken(all, me.ID, t.claim.Conversation)
		return ok, c.runNow(ctx, t, b, ok)
	}
	switch found := background.Called(all, me, task); len(found) {
	case 0:
		return false, nil
	case 1:
		return true, c.runNow(ctx, t, found[0], true)
	default:
		var names []string
		for _, b := range found {
			names = append(names, "“"+plainly(b.Title)+"”")
		}
		t.reply(t.words().Say("Several of your background tasks are called like that: %s. Say the whole title of one. Nothing was begun.", t.words().List(names)), false)
		return true, nil
	}
}

// runNow lets a task begin, once for the words that say it: a turn that is taken again finds that it has begun.
func (c *commands) runNow(ctx context.Context, t *turn, b assistant.BackgroundTask, ok bool) error {
	if !ok {
		return nil
	}
	w := t.words()
	runs, err := c.tasks.BackgroundRuns(ctx, t.claim.Tenant, b.ID, 1)
	if err != nil {
		return fmt.Errorf("look when a background task began: %w", err)
	}
	if len(runs) == 0 || !runs[0].At.After(t.cause().At) {
		_, err = c.tasks.ChangeBackground(ctx, t.claim.Tenant, t.sit.Person.ID, b.ID, assistant.BackgroundNow, c.now())
	}
	if trouble, refused := errors.AsType[*assistant.Trouble](err); refused {
		t.reply(w.Tell(trouble.Problem.Whole()), false)
		return nil
	}
	if err != nil {
		return fmt.Errorf("run a background task now: %w", err)
	}
	if b.Kind == assistant.BackgroundOnce {
		t.reply(w.Say("“%s” begins now instead of later.", plainly(b.Title)), false)
		return nil
	}
	t.reply(w.Say("“%s” begins now, beside its schedule.", plainly(b.Title)), false)
	return nil
}
