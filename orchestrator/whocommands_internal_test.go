package orchestrator

import (
	"context"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// theirsAlone keeps what people chose for themselves, and how often anybody has looked there or changed something.
type theirsAlone struct {
	standings

	touched int
	now     assistant.Hearing
}

func (k *theirsAlone) Hearing(context.Context, assistant.TenantID, assistant.PersonID) (assistant.Hearing, error) {
	k.touched++
	return k.now, nil
}

func (k *theirsAlone) SetHearing(_ context.Context, _ assistant.TenantID, _ assistant.PersonID, h assistant.Hearing) error {
	k.touched++
	k.now = h
	return nil
}

func (k *theirsAlone) StandingYeses(context.Context, assistant.TenantID) ([]assistant.StandingYes, error) {
	k.touched++
	return nil, nil
}

func (k *theirsAlone) Backgrounds(_ context.Context, _ assistant.TenantID, of assistant.PersonID, _ int) ([]assistant.BackgroundTask, error) {
	k.touched++
	all := []assistant.BackgroundTask{{
		ID: "b", Owner: "anna", Conversation: "c", Title: "Audit of the site", Kind: assistant.BackgroundRecurring, Status: assistant.BackgroundActive, Schedule: "0 9 * * *", Zone: "UTC",
	}}
	if of != "" && of != "anna" {
		return nil, nil
	}
	return all, nil
}

func (k *theirsAlone) BackgroundRuns(context.Context, assistant.TenantID, assistant.BackgroundID, int) ([]assistant.BackgroundRun, error) {
	k.touched++
	return nil, nil
}

func (k *theirsAlone) ChangeBackground(context.Context, assistant.TenantID, assistant.PersonID, assistant.BackgroundID, assistant.BackgroundChange, time.Time) (assistant.BackgroundTask, error) {
	k.touched++
	return assistant.BackgroundTask{}, nil
}

// saying is a turn of words of somebody, in a conversation.
func saying(who assistant.Person, text string) *turn {
	return &turn{
		team:   teamOf(),
		mail:   assistant.Mail{Message: assistant.Message{ID: "m", Author: assistant.AuthorUser, Person: who.ID, Content: text, At: time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC), Body: assistant.Said{}}},
		claim:  assistant.Claim{Tenant: "t", Conversation: "c"},
		sit:    assistant.Situation{Person: who, Conversation: assistant.Conversation{ID: "c", Tenant: "t"}},
		labels: map[string]int{}, doing: &indicator{show: func(assistant.Activity) {}}, decided: map[assistant.ApprovalID]assistant.ApprovalDecided{},
	}
}

// heardFrom are the texts of what the turn ends with.
func (t *turn) heardFrom() (out []string) {
	for _, m := range t.final.Messages {
		out = append(out, m.Content)
	}
	return out
}

// TestNoGuestAndNobodyCommands: of words that are a member's to say, a guest's and those of whom nobody knows are left to others, and
// nothing is looked up for them.
func TestNoGuestAndNobodyCommands(t *testing.T) {
	type command func(context.Context, *turn, string) (bool, error)
	for text, of := range map[string]func(*commands) command{
		"send me only failures":              func(c *commands) command { return c.hears },
		"my language is German":              func(c *commands) command { return c.speaks },
		"my time zone is Toronto":            func(c *commands) command { return c.stands },
		"do not disturb me until tomorrow":   func(c *commands) command { return c.hushes },
		"what is always allowed?":            func(c *commands) command { return c.standsBack },
		"run the audit of the site task now": func(c *commands) command { return c.beginsNamed },
		"run it now": func(c *commands) command {
			return func(ctx context.Context, t *turn, text string) (bool, error) { return c.runsNow(ctx, t, text, false) }
		},
	} {
		for who, p := range map[string]assistant.Person{
			"a member": {ID: "anna", Role: assistant.RoleMember}, "a guest": {ID: "anna", Role: assistant.RoleGuest}, "nobody": {Role: assistant.RoleMember},
		} {
			kept := &theirsAlone{}
			c := &commands{hearings: kept, standings: kept, tasks: kept, now: time.Now}
			done, err := of(c)(t.Context(), saying(p, text), text)
			if err != nil {
				t.Fatal(err)
			}
			if may := who == "a member"; done != may || kept.touched > 0 != may {
				t.Errorf("%q of %s is done: %t, and %d times something was looked up or changed", text, who, done, kept.touched)
			}
		}
	}
}

// TestOtherWordsAreNoCommand: whoever says something else in a conversation where their task tells its results lets nothing begin.
func TestOtherWordsAreNoCommand(t *testing.T) {
	anna := assistant.Person{ID: "anna", Role: assistant.RoleMember}
	for _, text := range []string{"thanks", "what did the audit find?", "the audit of the site", "run the audit now"} {
		kept := &theirsAlone{}
		c := &commands{hearings: kept, standings: kept, tasks: kept, now: time.Now}
		turn := saying(anna, text)
		if done, err := c.runsNow(t.Context(), turn, text, false); done || err != nil || kept.touched != 0 {
			t.Errorf("%q lets a task begin: %t, %v, after %d looks", text, done, err, kept.touched)
		}
	}
}

// TestWhoGivesUpTheirZoneHasNone of their own: no place is named then, and none has to be found.
func TestWhoGivesUpTheirZoneHasNone(t *testing.T) {
	kept := &theirsAlone{now: assistant.Hearing{Zone: "America/Toronto"}}
	c := &commands{hearings: kept, tasks: kept, now: time.Now}
	turn := saying(assistant.Person{ID: "anna", Role: assistant.RoleMember, Zone: "America/Toronto"}, "forget my time zone")
	done, err := c.stands(t.Context(), turn, turn.cause().Content)
	if !done || err != nil || kept.now.Zone != "" {
		t.Errorf("done %t, %v; the zone is %q; it is said %q", done, err, kept.now.Zone, turn.heardFrom())
	}
}
