package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strconv"
	"sync"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
)

// The people of every conversation, by their account: Anna asks, Ben is an approver most of the time, Dan is a member who
// asked for nothing, Gus is a guest.
const (
	anna = "UANNA"
	ben  = "UBEN"
	dan  = "UDAN"
	gus  = "UGUS"
)

func account(who string) assistant.Identity {
	in := assistant.Identity{Surface: assistant.SurfaceSlack, Space: "T1", External: who, Name: who, Standing: assistant.StandingMember}
	if who == gus {
		in.Standing = assistant.StandingGuest
	}
	return in
}

// deed is something that a person did, as the driver knows it.
type deed struct {
	who     string
	at      int64  // moment, before it was handed in
	subject string // of a click
	written string // the arguments of one who wrote others than were shown
	place   assistant.Place
}

// talk drives conversations and remembers what people did.
type talk struct {
	*world

	mu    sync.Mutex
	deeds map[string]deed // by the key of the message
	stops map[assistant.ConversationID][]halt
	roles []roleAt

	tampered func([]assistant.Message) []assistant.Message // what the judge is made to read instead of the log; nil for the log
}

// roleAt is a change of Ben's role: somewhere between the two moments.
type roleAt struct {
	from, to int64
	approver bool
}

func (t *talk) remember(key string, d deed) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.deeds[key] = d
}

func (t *talk) say(ctx context.Context, p assistant.Place, who, text string) error {
	key := t.ids.New()
	err := t.write(ctx, p, who, key, text)
	if err == nil && rand.IntN(20) == 0 { // and changes their mind before anybody may have read it
		_, err = t.work.Inbox.Receive(ctx, assistant.Inbound{
			Tenant: t.tenant, Place: p, From: account(who), Text: "wait, not like that", Key: key + "/edit", ExternalID: key, Change: assistant.ChangeEdited,
		})
	}
	return err
}

// write says something that nobody edits.
func (t *talk) write(ctx context.Context, p assistant.Place, who, key, text string) error {
	at := time.Now() // before the moment: who is later by the platform's clock is later by ours
	t.remember(key, deed{who: who, at: t.clock.next(), place: p})
	if _, err := t.work.Inbox.Receive(ctx, assistant.Inbound{
		Tenant: t.tenant, Place: p, From: account(who), Text: text, Key: key, ExternalID: key, At: at,
	}); err != nil {
		return fmt.Errorf("say %q: %w", text, err)
	}
	return nil
}

// click presses a button of a card that stands in the place, old ones too.
func (t *talk) click(ctx context.Context, p assistant.Place, who string) error {
	cards := t.board.open(p)
	if rand.IntN(4) == 0 || len(cards) == 0 {
		cards = t.board.any(p)
	}
	if len(cards) == 0 {
		return nil
	}
	card := cards[rand.IntN(len(cards))]
	act := assistant.Act{Tenant: t.tenant, From: account(who), Key: t.ids.New()}
	verdict := assistant.VerdictApproved
	if rand.IntN(5) == 0 {
		verdict = assistant.VerdictRejected
	}
	switch c := card.(type) { //nolint:gochecksumtype // the rest have no buttons here
	case bots.PlanCard:
		act.Body = assistant.PlanDecided{Plan: c.Plan.ID, Version: c.Plan.Version, Verdict: verdict, Hash: c.Plan.Hash, Unseen: rand.IntN(4) == 0}
		if !c.Plan.Previewed && rand.IntN(3) == 0 {
			act.Body = assistant.PlanDecided{Plan: c.Plan.ID, Version: c.Plan.Version, Verdict: assistant.VerdictChanges, Hash: c.Plan.Hash, DryRun: true}
		}
	case bots.ApprovalCard:
		act.Body = decided(c, verdict)
	case bots.StepCard:
		if rand.IntN(3) == 0 {
			act.Body = assistant.ApprovalDecided{Card: c.Run, Verdict: verdict, Hash: assistant.TogetherHash(c.Waiting())}
			break
		}
		one := c.Actions[rand.IntN(len(c.Actions))]
		card, act.Body = one, decided(one, verdict)
	}
	did := deed{who: who, subject: subjectOf(card), place: p}
	if b, ok := act.Body.(assistant.ApprovalDecided); ok {
		did.written = string(b.Arguments)
	}
	did.at = t.clock.next()
	t.remember(act.Key, did)
	_, err := t.work.Inbox.Act(ctx, act)
	if err != nil {
		return fmt.Errorf("click %s: %w", subjectOf(card), err)
	}
	return nil
}

// decided is a click on an action's card, now and then with other arguments than it shows.
func decided(c bots.ApprovalCard, v assistant.Verdict) assistant.ApprovalDecided {
	b := assistant.ApprovalDecided{Approval: c.Approval.ID, Verdict: v, Hash: c.Approval.Hash}
	if c.Changeable() && v == assistant.VerdictApproved && rand.IntN(4) == 0 {
		b.Arguments, _ = c.Approval.Filled(map[string]string{"text": "as I want it " + strconv.Itoa(rand.IntN(1000))})
	}
	return b
}

// conversation is one random conversation about one sign.
func (t *talk) conversation(ctx context.Context, n int) error {
	p := assistant.Place{Surface: assistant.SurfaceSlack, Space: "T1", Channel: "C1", Thread: strconv.Itoa(n)}
	sign := fmt.Sprintf("sign%d", n)
	if err := t.say(ctx, p, anna, request(sign)); err != nil {
		return err
	}
	for range 4 + rand.IntN(8) {
		t.pause(ctx, p)
		if err := t.step(ctx, p, sign); err != nil {
			return err
		}
	}
	return nil
}

// pause lets some time go by: a moment, or until something is there to be decided.
func (t *talk) pause(ctx context.Context, p assistant.Place) {
	for i := range 200 {
		if ctx.Err() != nil || i > 0 && (rand.IntN(60) == 0 || len(t.board.open(p)) > 0) {
			return
		}
		time.Sleep(time.Duration(rand.IntN(12)) * time.Millisecond)
	}
}

func request(sign string) string {
	if rand.IntN(2) == 0 {
		return "Please paint the sign called " + sign // which an agent does without a plan
	}
	kinds := []string{"closed", "open", "wipe", "closed wipe", "open wipe"}
	return "Please create a page that is " + kinds[rand.IntN(len(kinds))] + " for " + sign
}

func (t *talk) step(ctx context.Context, p assistant.Place, sign string) error {
	who := []string{anna, anna, anna, ben, ben, dan, gus}[rand.IntN(7)]
	switch rand.IntN(14) {
	case 12:
		return t.say(ctx, p, who, []string{"yes to all", "yes to 1, no to 2", "yes to the second", "no to all", "yes to 1"}[rand.IntN(5)])
	case 13:
		return t.say(ctx, p, who, []string{"continue", "stop", "no, in another colour"}[rand.IntN(3)])
	case 0, 1, 2:
		return t.say(ctx, p, who, []string{"yes", "go ahead", "👍"}[rand.IntN(3)])
	case 3:
		return t.say(ctx, p, who, []string{"yes, the plan", "yes, write it", "yes, wipe it", "no, the plan", "no"}[rand.IntN(5)])
	case 4:
		return t.say(ctx, p, who, []string{"make it shorter", "try again", "undo", "stop", "yes?", request(sign)}[rand.IntN(6)])
	case 5:
		t.signs.move(sign)
	case 6:
		return t.turnBen(ctx)
	default:
		return t.click(ctx, p, who)
	}
	return nil
}

// turnBen makes Ben an approver, or takes it from him.
func (t *talk) turnBen(ctx context.Context) error {
	if rand.IntN(4) != 0 {
		return nil
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	role, is := assistant.RoleApprover, rand.IntN(2) == 0
	if !is {
		role = assistant.RoleMember
	}
	from := t.clock.next()
	if err := t.db.People.SetRole(ctx, t.tenant, t.owner, t.people[ben], role); err != nil {
		return fmt.Errorf("set a role: %w", err)
	}
	t.roles = append(t.roles, roleAt{from, t.clock.next(), is})
	return nil
}

// mayHave tells whether Ben may have been an approver at some moment between the two.
func (t *talk) mayHave(from, to int64) bool {
	is := false
	for _, r := range t.roles {
		if r.from > to {
			break
		}
		if r.to < from {
			is = r.approver
			continue
		}
		if is || r.approver {
			return true
		}
		is = r.approver
	}
	return is
}
