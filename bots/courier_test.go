package bots_test

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/slack"
	"github.com/aisteam/aisteam/internal/fakeslack"
)

// desk is a courier between a store in memory and a fake Slack, by a clock of its own.
type desk struct {
	*testing.T
	clock    *clock
	store    *store
	fake     *fakeslack.Server
	courier  *bots.Courier
	root     string
	outcomes map[bots.Outcome]int
}

func newDesk(t *testing.T, wrap func(bots.Surface, *clock) bots.Surface) *desk {
	t.Helper()
	d := &desk{T: t, clock: newClock(t), outcomes: map[bots.Outcome]int{}}
	fake, err := fakeslack.New(context.Background(), fakeslack.Config{Schema: fakeslack.FindSchema(), Now: d.clock.now})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = fake.Close()
		if v := fake.Violations(); len(v) > 0 {
			t.Errorf("rules broken:\n%s", strings.Join(v, "\n"))
		}
	})
	fake.AddChannel("C1")
	d.fake, d.root = fake, fake.Write("C1", "", "U1", "hi")
	d.store = newStore(d.clock.now, assistant.Place{Surface: assistant.SurfaceSlack, Space: "T1", Channel: "C1", Thread: d.root})
	var surface bots.Surface = slack.New(slack.Config{
		Failures: d.store, SigningSecret: "secret", Token: fake.Token, APIURL: fake.APIURL(), Now: d.clock.now, Pace: slack.Pace{EditBurst: 1},
	})
	if wrap != nil {
		surface = wrap(surface, d.clock)
	}
	d.courier = bots.New(bots.Config{
		Kind: assistant.SurfaceSlack, Surface: surface, Store: d.store, Failures: d.store, Roster: bots.Always(roster()), Now: d.clock.now,
		Seen: func(o bots.Outcome, _ time.Duration) { d.outcomes[o]++ },
	})
	return d
}

// deliver runs the courier and says whether it had something to do.
func (d *desk) deliver() bool {
	d.Helper()
	did, _, err := d.courier.Deliver(d.Context(), "tenant")
	if err != nil {
		d.Fatal(err)
	}
	return did
}

// deliverAll runs the courier until nothing is left, letting the waits pass. It returns the waits.
func (d *desk) deliverAll() []time.Duration {
	d.Helper()
	var waits []time.Duration
	for range 50 {
		if d.deliver() {
			continue
		}
		d.store.mu.Lock()
		ready, wait := d.store.ready, d.store.notBefore.Sub(d.clock.now())
		if d.store.token != "" {
			wait = d.store.until.Sub(d.clock.now()) // its holder died
		}
		d.store.mu.Unlock()
		if !ready {
			return waits
		}
		waits = append(waits, wait)
		d.clock.pass(wait)
	}
	d.Fatal("the courier never comes to rest")
	return nil
}

// shows checks the first text line that each of the bot's posts shows now.
func (d *desk) shows(want ...string) {
	d.Helper()
	var got []string
	for _, m := range d.fake.Posted("C1", d.root) {
		got = append(got, m.Text)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		d.Errorf("the thread shows: %s", diff)
	}
}

func answer(text string) assistant.Message {
	return assistant.Message{Agent: assistant.Chief, Content: text, Body: assistant.Said{}}
}

func TestATurnIsShownInOrderAndOnce(t *testing.T) {
	d := newDesk(t, nil)
	d.store.say(
		assistant.Message{Author: assistant.AuthorUser, Content: "hi", Body: assistant.Said{}},
		thinks(assistant.Chief, assistant.PhaseRouting, "", "Looking at the request"), thinks(assistant.Chief, assistant.PhaseRouting, "", "Reading the request"), answer("Hello."),
	)
	if !d.deliver() || d.deliver() {
		t.Error("delivered not once")
	}
	d.shows("Thinking: Reading the request", "Hello.")
	d.store.say(thinks(assistant.Chief, assistant.PhaseRouting, "", "Looking again"))
	d.deliver()
	d.shows("Thinking: Looking again", "Hello.")
	if n := d.fake.Calls("chat.postMessage"); n != 2 {
		t.Errorf("%d posts", n)
	}
}

func TestAPostWhoseAnswerWasLostIsNotRepeated(t *testing.T) {
	d := newDesk(t, nil)
	d.store.say(answer("one"), answer("two"))
	d.fake.Fault("chat.postMessage", fakeslack.Fault{}, fakeslack.Fault{Cut: true})
	d.deliver()
	if n := d.store.intended(); n != 1 {
		t.Errorf("%d intended posts are open", n)
	}
	d.store.say(answer("three"))
	d.deliverAll()
	d.shows("one", "two", "three")
	if d.outcomes[bots.OutcomeFound] != 1 || d.outcomes[bots.OutcomeUnknown] != 1 {
		t.Errorf("outcomes: %v", d.outcomes)
	}
}

func TestAPostThatWasNotAcceptedIsPostedAfterLooking(t *testing.T) {
	d := newDesk(t, nil)
	d.store.say(answer("one"))
	d.fake.Fault("chat.postMessage", fakeslack.Fault{Status: 503}, fakeslack.Fault{Error: "internal_error"})
	waits := d.deliverAll()
	d.shows("one")
	if d.fake.Calls("conversations.replies") != 2 || len(waits) != 2 || waits[1] <= waits[0] {
		t.Errorf("%d lookups, waits %v", d.fake.Calls("conversations.replies"), waits)
	}
}

func TestA429IsObeyedAndKeepsTheOrder(t *testing.T) {
	d := newDesk(t, nil)
	d.store.say(answer("one"), answer("two"), answer("three"))
	d.fake.Fault("chat.postMessage", fakeslack.Fault{}, fakeslack.Fault{Status: 429, RetryAfter: 7 * time.Second})
	d.deliver()
	d.shows("one")
	d.store.say(answer("four"))
	if d.deliver() {
		t.Error("did not wait as long as Slack asked")
	}
	if waits := d.deliverAll(); len(waits) != 1 || waits[0] != 7*time.Second {
		t.Errorf("waits %v", waits)
	}
	d.shows("one", "two", "three", "four")
	if n := d.fake.Calls("conversations.replies"); n != 0 {
		t.Errorf("%d lookups for a post that was certainly not made", n)
	}
}

func TestACrashBetweenIntentionAndPostCostsOneLookup(t *testing.T) {
	d := newDesk(t, nil)
	d.store.say(answer("one"))
	c, _, _ := d.store.ClaimDelivery(t.Context(), "tenant", nil, 30*time.Second)
	if _, err := d.store.Intend(t.Context(), c, []assistant.Delivery{{Slot: "said:m1", Nonce: "n"}}, assistant.Pace{}); err != nil {
		t.Fatal(err)
	}
	// The process dies here; its claim runs out.
	d.deliverAll()
	d.shows("one")
	if d.fake.Calls("conversations.replies") != 1 {
		t.Error("not looked for before it was posted")
	}
}

func TestACrashAfterThePostDoublesNothing(t *testing.T) {
	for _, verb := range []string{"intend", "release"} {
		t.Run(verb, func(t *testing.T) {
			d := newDesk(t, nil)
			d.store.loseAt = verb
			d.store.say(answer("one"), answer("two"))
			d.deliver()
			d.store.say(thinks(assistant.Chief, assistant.PhaseRouting, "", "some"), thinks(assistant.Chief, assistant.PhaseRouting, "", "more"))
			d.deliverAll()
			d.shows("one", "two", "Thinking: more")
			if n := d.fake.Calls("chat.postMessage"); n != 3 {
				t.Errorf("%d posts", n)
			}
		})
	}
}

func TestACardThatMovedOnWhileItsPostWasLostShowsItsNewestState(t *testing.T) {
	d := newDesk(t, nil)
	d.store.say(thinks(assistant.Chief, assistant.PhaseRouting, "", "zeroth"), thinks(assistant.Chief, assistant.PhaseRouting, "", "first"))
	d.fake.Fault("chat.postMessage", fakeslack.Fault{Cut: true})
	d.deliver()
	d.store.say(thinks(assistant.Chief, assistant.PhaseRouting, "", "second"))
	d.deliverAll()
	d.shows("Thinking: second")
}

func TestWhatIsRefusedForGoodIsGivenUp(t *testing.T) {
	for _, code := range []string{"channel_not_found", "not_in_channel", "token_revoked"} {
		t.Run(code, func(t *testing.T) {
			d := newDesk(t, nil)
			d.store.say(thinks(assistant.Chief, assistant.PhaseRouting, "", "zeroth"), thinks(assistant.Chief, assistant.PhaseRouting, "", "first"), answer("two"))
			d.fake.Fault("chat.postMessage", fakeslack.Fault{Error: code})
			if waits := d.deliverAll(); len(waits) != 0 {
				t.Errorf("waits %v", waits)
			}
			d.shows("two")
			if d.outcomes[bots.OutcomeGivenUp] != 1 || d.fake.Calls("chat.postMessage") != 2 {
				t.Errorf("outcomes %v, %d posts", d.outcomes, d.fake.Calls("chat.postMessage"))
			}
			if len(d.store.failures) != 1 || d.store.failures[0].Code != code || d.store.failures[0].Outcome != string(bots.OutcomeGivenUp) {
				t.Errorf("noted %+v", d.store.failures)
			}
			d.store.say(thinks(assistant.Chief, assistant.PhaseRouting, "", "second")) // a new look is a new try
			d.deliverAll()
			d.shows("two", "Thinking: second")
		})
	}
}

func TestWhatIsRefusedAsItIsDrawnIsShownAsWords(t *testing.T) {
	for _, code := range []string{"invalid_blocks", "msg_blocks_too_long", "msg_too_long", "invalid_attachments", "a_word_of_next_year"} {
		d := newDesk(t, nil)
		d.store.say(answer("one"))
		d.fake.Fault("chat.postMessage", fakeslack.Fault{Error: code})
		d.deliverAll()
		d.shows("one\n🧭 *Hans* · AI-generated; check before relying on it")
		if d.outcomes[bots.OutcomePlain] != 1 || d.outcomes[bots.OutcomeGivenUp] != 0 || d.store.intended() != 0 {
			t.Errorf("%s: outcomes %v", code, d.outcomes)
		}
		if len(d.store.failures) != 1 || d.store.failures[0].Code != code || d.store.failures[0].Outcome != "plain" || d.store.failures[0].Place.Channel != "C1" {
			t.Errorf("%s: noted %+v", code, d.store.failures)
		}
	}
}

func TestWhatIsRefusedInEveryFormIsToldInALine(t *testing.T) {
	d := newDesk(t, nil)
	d.store.say(answer("one"), answer("two"))
	d.fake.Fault("chat.postMessage", fakeslack.Fault{Error: "invalid_blocks"}, fakeslack.Fault{Error: "invalid_arguments"})
	d.deliverAll()
	d.shows("Something I wanted to show here was refused by Slack. Please ask me for it again, in smaller parts.", "two")
	if d.outcomes[bots.OutcomeTold] != 1 || len(d.store.failures) != 1 || !strings.HasPrefix(d.store.deliveries["said:m1"].Hash, "gone:") || !d.store.deliveries["said:m1"].Withheld {
		t.Errorf("outcomes %v, noted %+v, kept %+v", d.outcomes, d.store.failures, d.store.deliveries)
	}
}

// A token that is not accepted once may be on its way to another one, and a platform has bad minutes.
func TestOneRefusalOfTheTokenIsNotForGood(t *testing.T) {
	for _, fault := range []fakeslack.Fault{{Error: "invalid_auth"}, {Status: 401}, {Error: "token_expired"}} {
		d := newDesk(t, nil)
		d.store.say(answer("one"))
		d.fake.Fault("chat.postMessage", fault, fault)
		if waits := d.deliverAll(); len(waits) != 2 || waits[0] < time.Second || waits[1] < 2*waits[0] {
			t.Errorf("%+v: waits %v", fault, waits)
		}
		d.shows("one")
		if len(d.store.failures) != 0 {
			t.Errorf("%+v: told of at once: %+v", fault, d.store.failures)
		}
	}
}

func TestATokenThatIsRefusedAgainAndAgainIsToldOnceAndNothingIsLost(t *testing.T) {
	d := newDesk(t, nil)
	d.store.say(answer("one"))
	for range 9 {
		d.fake.Fault("chat.postMessage", fakeslack.Fault{Error: "invalid_auth"})
	}
	d.deliverAll()
	d.shows("one")
	if len(d.store.failures) != 1 || d.store.failures[0].What != "token" || d.store.failures[0].Code != "invalid_auth" {
		t.Errorf("noted %+v", d.store.failures)
	}
}

func TestEditsComeTogetherAndTheEndIsNeverHeldBack(t *testing.T) {
	d := newDesk(t, nil)
	story := servicesStory()
	for _, m := range story[:13] {
		m.ID = ""
		d.store.say(m)
		d.deliver()
	}
	if n := d.fake.Calls("chat.update"); n != 1 {
		t.Errorf("%d edits within a moment", n)
	}
	d.clock.pass(3 * time.Second)
	d.deliver()
	if n := d.fake.Calls("chat.update"); n != 2 {
		t.Errorf("%d edits after three seconds", n)
	}
	d.store.say(story[13:]...)
	d.deliver()
	d.shows("Run Services page: completed, 3 of 3 done")
	if n := d.fake.Calls("chat.update"); n != 3 {
		t.Errorf("%d edits at the end", n)
	}
}

func TestAHeldBackEditDoesNotHoldBackAnAnswer(t *testing.T) {
	d := newDesk(t, nil)
	story := servicesStory()
	for i := range 3 {
		d.store.say(story[i])
		d.deliver()
		if i == 1 {
			d.store.say(story[2], answer("meanwhile"))
			d.deliver()
		}
	}
	d.shows("Run Services page: running, 0 of 3 done", "meanwhile")
	d.deliverAll()
	if n := d.fake.Calls("chat.postMessage"); n != 2 {
		t.Errorf("%d posts", n)
	}
}

// slow is a surface that takes its time.
type slow struct {
	bots.Surface
	clock *clock
	takes time.Duration
}

func (s slow) Post(ctx context.Context, p assistant.Place, c bots.Card, nonce string) (string, error) {
	s.clock.pass(s.takes)
	return s.Surface.Post(ctx, p, c, nonce)
}

func TestASlowPlatformDoesNotCostTheClaim(t *testing.T) {
	d := newDesk(t, func(s bots.Surface, c *clock) bots.Surface { return slow{s, c, 12 * time.Second} })
	var want []string
	for i := range 8 {
		want = append(want, "part "+strconv.Itoa(i))
		d.store.say(answer(want[i]))
	}
	d.deliver()
	d.shows(want...)
	if d.store.renewals != 7 || d.store.claims != 1 {
		t.Errorf("%d renewals, %d claims", d.store.renewals, d.store.claims)
	}
}

func TestALostClaimStopsTheCourierAtOnce(t *testing.T) {
	d := newDesk(t, func(s bots.Surface, c *clock) bots.Surface { return slow{s, c, 31 * time.Second} })
	d.store.say(answer("one"), answer("two"))
	d.deliver()
	d.shows("one")
}

func TestTheCardsNamePeople(t *testing.T) {
	d := newDesk(t, nil)
	asked := 0
	courier := bots.New(bots.Config{
		Kind: assistant.SurfaceSlack, Surface: d.courier.Surface, Store: d.store, Now: d.clock.now,
		People: directory(func(id assistant.PersonID) (assistant.Person, error) {
			asked++
			if id == "gone" {
				return assistant.Person{}, assistant.ErrNotFound
			}
			return assistant.Person{ID: id, Name: "Alice"}, nil
		}),
	})
	for i, who := range []assistant.PersonID{"alice", "alice", "gone"} {
		id := assistant.PlanID("p" + strconv.Itoa(i))
		d.store.say(status(assistant.PlanProposed{Plan: assistant.Plan{ID: id, Version: 1, Title: "Page"}}),
			byPerson(who, assistant.PlanDecided{Plan: id, Version: 1, Verdict: assistant.VerdictApproved}))
		if _, _, err := courier.Deliver(t.Context(), "tenant"); err != nil {
			t.Fatal(err)
		}
	}
	d.shows("Plan approved: Page (Alice)", "Plan approved: Page (Alice)", "Plan approved: Page (someone)")
	if asked != 2 {
		t.Errorf("asked %d times", asked)
	}
}

type directory func(assistant.PersonID) (assistant.Person, error)

func (d directory) Settings(context.Context, assistant.TenantID) (assistant.Settings, error) {
	return assistant.DefaultSettings(), nil
}

func (d directory) Person(_ context.Context, _ assistant.TenantID, id assistant.PersonID) (assistant.Person, error) {
	return d(id)
}

func TestAStoreThatIsAwayIsAnError(t *testing.T) {
	away := errors.New("database is away")
	d := newDesk(t, nil)
	c := bots.New(bots.Config{Surface: d.courier.Surface, Store: broken{d.store, away}})
	d.store.say(answer("one"))
	if _, _, err := c.Deliver(t.Context(), "tenant"); !errors.Is(err, away) {
		t.Errorf("error: %v", err)
	}
}

type broken struct {
	*store
	err error
}

func (b broken) Undelivered(context.Context, assistant.DeliveryClaim) (assistant.Undelivered, error) {
	return assistant.Undelivered{}, b.err
}
