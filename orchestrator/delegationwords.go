package orchestrator

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/aisteam/aisteam/agents"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/background"
)

// delegates takes words by which somebody says who decides for them, or that nobody does any more, or asks who does. They say it for
// themselves alone, and storage lets them do nothing else.
func (c *commands) delegates(ctx context.Context, t *turn, text string) (bool, error) {
	said, ok := agents.ReadDelegation(text)
	if !ok || t.guest() || t.sit.Person.ID == "" {
		return false, nil
	}
	if said.Who != "" && !said.Ends {
		return true, c.names(ctx, t, said)
	}
	all, err := inStead{c.named, t.claim.Tenant, c.now()}.all(ctx)
	if err != nil {
		return true, err
	}
	var mine *assistant.Delegation
	for i, g := range all {
		if g.Person == t.sit.Person.ID {
			mine = &all[i]
		}
	}
	switch {
	case said.Again && mine == nil:
		return false, nil
	case said.Asks || mine == nil || said.Who != "" && !begins(mine.Called, said.Who):
		t.reply(whoDecidesText(t, all), false)
		return true, nil
	}
	if err := c.named.EndDelegation(ctx, t.claim.Tenant, t.sit.Person.ID, mine.ID); err != nil {
		return true, fmt.Errorf("let nobody decide for a person: %w", err)
	}
	t.reply(t.words().Say("%s no longer decides for you.", plainly(mine.Called)), false)
	return true, nil
}

// begins tells whether a name is what was said, or begins with its words.
func begins(name, said string) bool {
	name, said = strings.ToLower(name), strings.ToLower(strings.TrimPrefix(said, "@"))
	return name == said || strings.HasPrefix(name, said+" ")
}

// names lets the person decide whom the words name, where it is one alone, and until when.
func (c *commands) names(ctx context.Context, t *turn, said agents.DelegationWords) error {
	w, me := t.words(), t.sit.Person
	name := strings.TrimPrefix(said.Who, "@")
	people, err := c.named.Called(ctx, t.claim.Tenant, name)
	if err != nil {
		return fmt.Errorf("look who is to decide: %w", err)
	}
	if len(people) != 1 {
		t.reply(notOneText(t, name, people), false)
		return nil
	}
	to := people[0]
	until, ok := background.ReadUntil(said.Until, me.Zone, t.cause().At)
	if !ok {
		t.reply(w.Say("Until when shall %s decide for you? Say it with a day, like “%s”. Nothing was changed.", plainly(to.Name), w.Say("%s decides for me until Friday", plainly(to.Name))), false)
		return nil
	}
	err = c.named.Delegate(ctx, t.claim.Tenant, assistant.Delegation{ID: assistant.NewID[assistant.DelegationID](c.ids), Person: me.ID, Delegate: to.ID, Until: until})
	if trouble, refused := errors.AsType[*assistant.Trouble](err); refused {
		t.reply(w.Tell(trouble.Problem.Whole()), false)
		return nil
	}
	if err != nil {
		return fmt.Errorf("let somebody decide for another: %w", err)
	}
	t.reply(w.Say("%s decides for you until %s: what you may decide by your own role or by name, and nothing else. Your cards say who decided for you. Write “%s” to end it.",
		plainly(to.Name), momentIn(me.Zone, until), w.Say("I decide myself again")), false)
	return nil
}

// momentIn is a moment by the clock of somebody's zone.
func momentIn(zone string, at time.Time) assistant.Sentence {
	return background.Moment(assistant.BackgroundTask{Zone: zone}, at)
}

// notOneText says that nobody is called so, or several are.
func notOneText(t *turn, name string, people []assistant.Person) string {
	if len(people) == 0 {
		return t.words().Say("I know nobody here who is called “%s”. Say the name as it stands in the list of people. Nothing was changed.", plainly(name))
	}
	var names []string
	for _, p := range people {
		names = append(names, plainly(p.Name))
	}
	return t.words().Say("Several people here are called that: %s. Say the whole name of one. Nothing was changed.", strings.Join(names, ", "))
}

// whoDecidesText says who decides for the person, and for whom they decide.
func whoDecidesText(t *turn, all []assistant.Delegation) string {
	w, me := t.words(), t.sit.Person
	lines := []string{w.Say("Nobody decides for you.")}
	for _, g := range all {
		if g.Person == me.ID {
			lines[0] = w.Say("%s decides for you until %s.", plainly(g.Called), momentIn(me.Zone, g.Until))
		}
		if g.Delegate == me.ID {
			lines = append(lines, w.Say("You decide for %s until %s.", plainly(g.Name), momentIn(me.Zone, g.Until)))
		}
	}
	return strings.Join(lines, "\n")
}
