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
	"github.com/aisteam/aisteam/wording"
)

// standings keep what was approved for good.
type standings interface {
	StandingYeses(ctx context.Context, t assistant.TenantID) ([]assistant.StandingYes, error)
	EndStanding(ctx context.Context, t assistant.TenantID, by assistant.PersonID, id assistant.StandingID) error
}

// standingLine is something that was approved for good, as people read of it.
type standingLine struct {
	yes   assistant.StandingYes
	what  string // the tool
	where string // the project
}

// standsBack takes words that ask what is done without asking, or by which somebody wants to be asked again. They read of what is
// theirs to take back, and storage lets them take back nothing else; it can only keep something from being done.
func (c *commands) standsBack(ctx context.Context, t *turn, text string) (bool, error) {
	said, ok := agents.ReadStanding(text)
	if !ok || t.guest() || t.sit.Person.ID == "" {
		return false, nil
	}
	all, err := c.standing(ctx, t)
	if err != nil {
		return true, err
	}
	w, zone := t.words(), t.sit.Person.Zone
	meant := meantStanding(said, all)
	switch {
	case len(all) == 0:
		t.reply(w.Say("Nothing is approved for good that you could take back, so I ask before I change anything."), false)
	case said.Lists:
		t.reply(w.Say("This is done without asking, because it was approved for good:")+"\n"+standingText(w, zone, all)+"\n"+w.Say("Write “%s” to be asked again.", w.Say("stop always allowing 1")), false)
	case len(meant) == 1 || said.All():
		return true, c.endStanding(ctx, t, meant)
	default:
		t.reply(w.Say("Which of these do you mean? Say its number, like “%s”. Nothing was changed yet.", w.Say("stop always allowing 1"))+"\n"+standingText(w, zone, all), false)
	}
	return true, nil
}

// standing reads what is theirs to take back: what they have approved, and for an admin all of it.
func (c *commands) standing(ctx context.Context, t *turn) ([]standingLine, error) {
	all, err := c.standings.StandingYeses(ctx, t.claim.Tenant)
	if err != nil {
		return nil, fmt.Errorf("read what was approved for good: %w", err)
	}
	me, w := t.sit.Person, t.words()
	var out []standingLine
	for _, y := range all {
		if me.Role != assistant.RoleAdmin && y.Person != me.ID {
			continue
		}
		line := standingLine{yes: y, what: string(y.Tool), where: w.Say("every project")}
		if tool, ok := t.team.Tools().Get(string(y.Tool)); ok {
			line.what = w.Label(tool.Label)
		}
		for _, p := range t.sit.Projects {
			if p.ID == y.Project {
				line.where = p.Name
			}
		}
		out = append(out, line)
	}
	return out, nil
}

// meantStanding are those that somebody means.
func meantStanding(said agents.StandingWords, all []standingLine) []standingLine {
	if n := said.Number(); n > 0 && n <= len(all) {
		return all[n-1 : n]
	}
	var out []standingLine
	for _, l := range all {
		if said.All() || said.Means(string(l.yes.Tool), l.what, l.yes.Task) {
			out = append(out, l)
		}
	}
	return out
}

// standingText lists what was approved for good: what, where, by whom and when, how often yet, until when.
func standingText(w wording.Words, zone string, all []standingLine) string {
	at := func(at time.Time) string { return w.Tell(background.Moment(assistant.BackgroundTask{Zone: zone}, at)) }
	lines := make([]string, len(all))
	for i, l := range all {
		by := w.Say("by somebody")
		if l.yes.Name != "" {
			by = w.Say("by %s", plainly(l.yes.Name))
		}
		said := []string{plainly(l.where), by + ", " + at(l.yes.CreatedAt), w.Say("used %d of %d times", l.yes.Used, l.yes.Most), w.Say("until") + " " + at(l.yes.Until)}
		switch {
		case l.yes.Background != "" && l.yes.Target == "":
			said = append(said, w.Say("whenever this automation wants it:")+" "+plainly(l.yes.Task))
		case l.yes.Background != "":
			said = append(said, w.Say("whenever this automation wants it, on %s:", plainly(l.yes.Target))+" "+plainly(l.yes.Task))
		}
		lines[i] = fmt.Sprintf("%d. **%s** · %s", i+1, plainly(l.what), strings.Join(said, " · "))
	}
	return strings.Join(lines, "\n")
}

// endStanding takes them back, in the name of whoever says so.
func (c *commands) endStanding(ctx context.Context, t *turn, all []standingLine) error {
	var what []string
	for _, l := range all {
		err := c.standings.EndStanding(ctx, t.claim.Tenant, t.sit.Person.ID, l.yes.ID)
		if errors.Is(err, assistant.ErrNotAdmin) {
			t.reply(t.words().Say("Only whoever approved it for good or an admin can take it back. Nothing was changed."), false)
			return nil
		}
		if err != nil {
			return fmt.Errorf("take back what was approved for good: %w", err)
		}
		what = append(what, "“"+plainly(l.what)+"”")
	}
	t.reply(t.words().Say("Taken back: from now on I ask again before %s.", t.words().List(what)), false)
	return nil
}
