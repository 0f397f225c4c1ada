package orchestrator

import (
	"context"
	"fmt"
	"strings"

	"github.com/aisteam/aisteam/agents"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/background"
	"github.com/aisteam/aisteam/wording"
	"github.com/aisteam/aisteam/wording/waits"
)

// stands takes words by which somebody says in which time zone they are, asks for it, or gives up what they chose. It tells which of
// their tasks keep the hours of another one.
func (c *commands) stands(ctx context.Context, t *turn, text string) (bool, error) {
	me := t.sit.Person
	if t.guest() || me.ID == "" {
		return false, nil
	}
	words, ok := agents.ReadZone(text)
	if !ok {
		return false, nil
	}
	w := t.words()
	zone, found := background.Place(words.Place)
	switch {
	case words.Asks:
		t.reply(zoneSaid(w, me.Zone), false)
		return true, nil
	case words.Place != "" && !found:
		t.reply(w.Say("I know no time zone by the name “%s”, or it has several. Name a larger city whose clock is yours, like “my time zone is Toronto”. Nothing was changed.", plainly(words.Place)), false)
		return true, nil
	}
	h, err := c.hearings.Hearing(ctx, t.claim.Tenant, me.ID)
	if err != nil {
		return true, fmt.Errorf("read which time zone they have chosen: %w", err)
	}
	h.Zone = zone
	if err := c.hearings.SetHearing(ctx, t.claim.Tenant, me.ID, h); err != nil {
		return true, fmt.Errorf("set which time zone they have chosen: %w", err)
	}
	if zone == "" {
		t.reply(w.Say("Understood: from now on your time zone is what your browser or your platform says."), false)
		return true, nil
	}
	all, err := c.tasks.Backgrounds(ctx, t.claim.Tenant, me.ID, mostTasks)
	if err != nil {
		return true, fmt.Errorf("read which of their tasks keep their hours: %w", err)
	}
	said := []string{w.Say("Understood: your time zone is %s now, where it is %s. Times that you read and write, and your quiet hours, are by that clock.", zone, momentIn(zone, t.cause().At))}
	t.reply(strings.Join(append(said, waits.Elsewhere(w, elsewhere(all, zone), zone)...), "\n"), false)
	return true, nil
}

// zoneSaid is somebody's time zone in words.
func zoneSaid(w wording.Words, zone string) string {
	if zone == "" {
		return w.Say("I do not know your time zone, so times are those of UTC. Say it like “my time zone is Toronto”.")
	}
	return w.Say("Your time zone is %s. Change it with words like “my time zone is Toronto”.", zone)
}

// elsewhere are the tasks that keep the hours of another zone, by title and time.
func elsewhere(all []assistant.BackgroundTask, zone string) (out []waits.Kept) {
	for _, b := range background.Elsewhere(all, zone) {
		out = append(out, waits.Kept{Title: plainly(b.Title), When: background.When(b)})
	}
	return out
}
