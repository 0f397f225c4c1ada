package bots_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/internal/fakeslack"
)

// knows are the accounts of people, by person.
type knows map[assistant.PersonID]string

func (k knows) Account(_ context.Context, _ assistant.TenantID, id assistant.PersonID, s assistant.Surface, space string) (assistant.Identity, error) {
	switch external, ok := k[id]; {
	case external == "broken":
		return assistant.Identity{}, errors.New("the database is away")
	case !ok:
		return assistant.Identity{}, assistant.ErrNotFound
	default:
		return assistant.Identity{Surface: s, Space: space, External: external}, nil
	}
}

// newReminders is a desk whose courier knows Anna's account on Slack, with a plan of hers in the thread.
func newReminders(t *testing.T, wrap func(bots.Surface, *clock) bots.Surface) *desk {
	t.Helper()
	d := newDesk(t, wrap)
	d.fake.AddUser("U1", "Anna")
	d.courier.Accounts = knows{"anna": "U1"}
	d.store.say(assistant.Message{Agent: assistant.Chief, Body: assistant.PlanProposed{Plan: assistant.Plan{ID: "p", Version: 1, Title: "Services page", RequestedBy: "anna"}}})
	d.deliverAll()
	return d
}

func (d *desk) reminder(of assistant.PersonID) assistant.Message {
	return assistant.Message{
		Author: assistant.AuthorSystem, Kind: assistant.KindStatus,
		Body: assistant.Reminded{Plan: "p", Version: 1, Person: of, Title: "Services page", ExpiresAt: d.clock.now().Add(time.Hour)},
	}
}

// reminded checks what Anna was told directly, and what the thread shows below the plan.
func (d *desk) reminded(directly int, below ...string) {
	d.Helper()
	var got []string
	for _, m := range d.fake.Posted("C1", d.root)[1:] {
		got = append(got, m.Text)
	}
	if diff := cmp.Diff(below, got); diff != "" {
		d.Errorf("below the plan: %s", diff)
	}
	if n := len(d.fake.Posted(d.fake.Direct("U1"), "")); n != directly {
		d.Errorf("%d direct messages, not %d", n, directly)
	}
}

func TestAReminderGoesToItsPersonOnceAndStaysAsItIs(t *testing.T) {
	d := newReminders(t, nil)
	d.store.say(d.reminder("anna"), answer("Hello."))
	d.deliverAll()
	d.store.mu.Lock()
	d.store.shown, d.store.ready = 0, true // all of it is looked at again
	d.store.mu.Unlock()
	another := d.courier.Config
	another.People = named("Anna Maria") // and looks otherwise
	d.courier = bots.New(another)
	d.deliverAll()
	d.reminded(1, "Hello.")
	if n := d.fake.Calls("chat.update"); n != 1 {
		t.Errorf("%d edits, and only the plan names her", n)
	}
}

type named string

func (n named) Settings(context.Context, assistant.TenantID) (assistant.Settings, error) {
	return assistant.DefaultSettings(), nil
}

func (n named) Person(context.Context, assistant.TenantID, assistant.PersonID) (assistant.Person, error) {
	return assistant.Person{Name: string(n)}, nil
}

// TestWhoIsNotOnThePlatformIsNotCalledThere: the thread says that something waits, and mentions nobody.
func TestWhoIsNotOnThePlatformIsNotCalledThere(t *testing.T) {
	for _, of := range []assistant.PersonID{"olga", ""} {
		d := newReminders(t, nil)
		d.store.say(d.reminder(of))
		d.deliverAll()
		d.reminded(0, "A decision is still waiting: Services page")
	}
}

// TestNobodyIsRemindedOfWhatIsSettledBeforeTheReminderCouldBeShown: the platform was away, and what is decided or over by now
// needs no reminder.
func TestNobodyIsRemindedOfWhatIsSettledBeforeTheReminderCouldBeShown(t *testing.T) {
	d := newReminders(t, nil)
	d.store.say(d.reminder("anna"), assistant.Message{
		Author: assistant.AuthorUser, Kind: assistant.KindStatus, Body: assistant.PlanDecided{Plan: "p", Version: 1, Verdict: assistant.VerdictRejected},
	}, answer("Dropped."))
	d.deliverAll()
	d.reminded(0, "Dropped.")

	d = newReminders(t, nil)
	d.store.say(d.reminder("anna"))
	d.clock.pass(time.Hour)
	d.deliverAll()
	d.reminded(0)

	d = newReminders(t, nil) // what is said beside it settles nothing
	d.store.say(d.reminder("anna"), answer("A question beside the plan."))
	d.deliverAll()
	d.reminded(1, "A question beside the plan.")
}

// patience is a surface that puts reminders off for so long.
type patience struct {
	bots.Surface
	*clock

	until time.Time
	tries int
}

func (p *patience) Remind(ctx context.Context, at assistant.Place, c bots.ReminderCard, to assistant.Identity, nonce string, again bool) (string, error) {
	p.tries++
	if left := p.until.Sub(p.now()); left > 0 {
		return "", &bots.LaterError{After: left, Err: errors.New("too fast")}
	}
	pager, _ := p.Surface.(bots.Pager)
	return pager.Remind(ctx, at, c, to, nonce, again)
}

// TestAReminderThatIsPutOffHoldsNothingUp: what is said in the thread meanwhile is shown, at once and within seconds.
func TestAReminderThatIsPutOffHoldsNothingUp(t *testing.T) {
	var slow *patience
	d := newReminders(t, func(s bots.Surface, c *clock) bots.Surface {
		slow = &patience{Surface: s, clock: c, until: c.now().Add(10 * time.Minute)}
		return slow
	})
	d.store.say(d.reminder("anna"), answer("one"))
	d.deliver()
	d.reminded(0, "one")
	d.clock.pass(10 * time.Second)
	d.store.say(answer("two"))
	d.deliver()
	d.reminded(0, "one", "two")
	d.clock.pass(8 * time.Minute)
	d.deliverAll()
	d.reminded(1, "one", "two")
	if slow.tries < 4 || d.outcomes[bots.OutcomeLater] != slow.tries-1 {
		t.Errorf("%d tries, %v", slow.tries, d.outcomes)
	}
}

// TestAReminderWhoseAnswerWasLostIsNotRepeatedWithoutBeingLookedFor: the surface is told that it may be there.
func TestAReminderWhoseAnswerWasLostIsNotRepeatedWithoutBeingLookedFor(t *testing.T) {
	d := newReminders(t, nil)
	d.store.say(d.reminder("anna"))
	d.fake.Fault("chat.postMessage", fakeslack.Fault{Cut: true})
	d.deliverAll()
	d.reminded(1) // it is found where it went
	d = newReminders(t, nil)
	d.fake.Withhold("im:read")
	d.store.say(d.reminder("anna"))
	d.fake.Fault("chat.postMessage", fakeslack.Fault{Cut: true})
	d.deliverAll()
	d.reminded(1, "A decision is still waiting: Services page") // Slack cannot be asked where the first went
	for _, m := range d.fake.Posted("C1", d.root) {
		if strings.Contains(strings.Join(fakeslack.Lines(m.Blocks), "\n"), "<@") {
			t.Errorf("she is called a second time: %s", m.Blocks)
		}
	}
}

func TestNotKnowingWhomToRemindIsForLater(t *testing.T) {
	d := newReminders(t, nil)
	d.courier.Accounts = knows{"anna": "broken"}
	d.store.say(d.reminder("anna"))
	d.deliver()
	d.reminded(0)
	if d.store.intended() != 0 {
		t.Error("it is believed that it may have been posted")
	}
	d.courier.Accounts = knows{"anna": "U1"}
	d.deliverAll()
	d.reminded(1)
}
