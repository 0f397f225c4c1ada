package storagetest

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// opened are a plan, a question and an approval, put before somebody half of their hour ago.
type opened struct {
	c   assistant.Claim
	p   assistant.Plan
	q   assistant.Clarification
	a   assistant.Approval
	of  assistant.PersonID // the question
	run assistant.RunID
}

func (w *world) opened() opened {
	w.t.Helper()
	c, mail := w.held()
	run, tasks := w.startRun(c, "A")
	o := opened{c: c, p: w.plan(id[assistant.PlanID](w), 1), a: w.approval(run.ID, tasks[0].ID), of: mail.Message.Person, run: run.ID}
	brief := assistant.Brief{Plan: id[assistant.PlanID](w), Status: assistant.PlanGathering, Title: "A page"}
	o.q = assistant.Clarification{
		ID: id[assistant.ClarificationID](w), Plan: brief.Plan, Stage: assistant.StageRequirements,
		Questions: []assistant.Question{{Key: "language", Text: "Which language?"}},
	}
	half := time.Now().Add(-30 * time.Minute)
	o.p.ExpiresAt, o.q.ExpiresAt, o.a.ExpiresAt = soon(), soon(), soon()
	asked := system(assistant.Asked{Clarification: o.q})
	asked.Cause = mail.Message.ID
	ms := []assistant.Message{
		system(assistant.Briefed{Brief: brief}), system(assistant.PlanProposed{Plan: o.p}), asked, system(assistant.ApprovalRequested{Approval: o.a}),
	}
	for i := range ms {
		ms[i].At = half.Add(time.Duration(i) * time.Second)
	}
	w.ok(w.Mailboxes.Append(w.ctx, c, batch(ms...)))
	return o
}

func soon() time.Time { return time.Now().Add(30 * time.Minute).UTC().Truncate(time.Microsecond) }

// due lists the timers that are due, in the order of their kinds.
func (w *world) due() []assistant.Timer {
	w.t.Helper()
	got, err := w.Timers.DueTimers(w.ctx, 100)
	w.ok(err)
	return got
}

// kinds are what timers are about.
func kinds(ts []assistant.Timer) []assistant.TimerKind {
	out := []assistant.TimerKind{}
	for _, t := range ts {
		out = append(out, t.Kind)
	}
	return out
}

// reminding lets a due timer remind, as its owner words it.
func (w *world) reminding(due assistant.Timer) (assistant.Message, bool, error) {
	a, err := w.Timers.Summons(w.ctx, due)
	if err != nil && !errors.Is(err, assistant.ErrNotFound) {
		return assistant.Message{}, false, err
	}
	of, _ := due.Kind.Reminds()
	m := line(assistant.AuthorSystem, assistant.KindStatus, a.Reminded.Words(), a.Reminded)
	m.Key, m.Run = fmt.Sprintf("reminded/%s/%s/%d", of, due.Ref, due.Version), a.Run
	said, err := w.Timers.Remind(w.ctx, due, m)
	if err != nil || len(said) == 0 {
		return assistant.Message{}, false, err
	}
	return said[0], true, nil
}

// remind says what a due timer reminds of; nil when that is nothing.
func (w *world) remind(due assistant.Timer) *assistant.Message {
	w.t.Helper()
	m, said, err := w.reminding(due)
	w.ok(err)
	if !said {
		equal(w, m, assistant.Message{})
		return nil
	}
	return &m
}

func reminders(_ *testing.T, w *world) {
	o := w.opened()
	due := w.due()
	equal(w, kinds(due), []assistant.TimerKind{
		assistant.TimerPlan.Reminder(), assistant.TimerClarification.Reminder(), assistant.TimerApproval.Reminder(),
	})
	before := len(w.log(o.c.Conversation))
	want := []assistant.Reminded{
		{Plan: o.p.ID, Version: 1, Person: w.owner.ID, Title: "Services", ExpiresAt: o.p.ExpiresAt},
		{Clarification: o.q.ID, Person: o.of, Title: "A page", ExpiresAt: o.q.ExpiresAt},
		{Approval: o.a.ID, Person: w.owner.ID, Title: "Create the page", ExpiresAt: o.a.ExpiresAt},
	}
	for i, timer := range due {
		m := w.remind(timer)
		if m == nil {
			w.t.Fatalf("nobody was reminded of the %s", timer.Kind)
		}
		equal(w, []any{m.Body, m.Kind, m.Author, m.Content, m.Slot}, []any{
			want[i], assistant.KindStatus, assistant.AuthorSystem, want[i].Words(), "reminder:" + want[i].Subject(),
		})
		equal(w, newest(w.log(o.c.Conversation)), *m)
		if w.remind(timer) != nil {
			w.t.Fatalf("a second reminder of the %s", timer.Kind)
		}
	}
	equal(w, len(w.log(o.c.Conversation)), before+3)
	equal(w, newest(w.log(o.c.Conversation)).Run, o.run)
	equal(w, len(w.due()), 0)

	// They are no mail, no part of what a model reads, and something that the place has not been shown.
	w.ok(w.Mailboxes.Release(w.ctx, o.c, true))
	c, mails := w.claim()
	equal(w, len(mails), 1) // what the person had said
	s, err := w.Mailboxes.Situation(w.ctx, c, mails[0].Message)
	w.ok(err)
	for _, m := range s.Recent {
		equal(w, m.Kind, assistant.KindMessage)
	}
	d, _ := w.claimPlace()
	u, err := w.Deliveries.Undelivered(w.ctx, d)
	w.ok(err)
	equal(w, slices.ContainsFunc(u.Slots, func(s assistant.SlotWork) bool { return s.Slot == "reminder:"+want[0].Subject() }), true)

	// What is decided afterwards is decided as if nobody had been reminded.
	w.ok(w.act(c.Conversation, assistant.PlanDecided{Plan: o.p.ID, Version: 1, Verdict: assistant.VerdictApproved}))
	_, status, _, err := w.Decisions.Plan(w.ctx, w.tenant, o.p.ID, 1)
	w.ok(err)
	equal(w, status, assistant.PlanApproved)
}

// aCardRemindsOnce: actions that are decided on one card are reminded of together, while one of them waits; what is put on the card
// after that is reminded of again. A card of its own has nothing to do with it.
func aCardRemindsOnce(_ *testing.T, w *world) {
	c, _ := w.held()
	run, tasks := w.startRun(c, "A", "B", "C", "D")
	asked := make([]assistant.Approval, len(tasks))
	for i := range asked {
		asked[i] = w.approval(run.ID, tasks[i].ID)
		asked[i].Number, asked[i].ExpiresAt = i+1, soon()
	}
	asked[3].Number = 0
	w.asks(c, asked...)
	w.ok(w.act(c.Conversation, assistant.ApprovalDecided{Approval: asked[0].ID, Verdict: assistant.VerdictRejected}))
	due := w.due()
	equal(w, len(due), 3)
	var said []assistant.Slot
	for _, timer := range due {
		if m := w.remind(timer); m != nil {
			said = append(said, m.Slot)
		}
	}
	slices.Sort(said)
	want := []assistant.Slot{"reminder:" + asked[0].Slot(), "reminder:" + asked[3].Slot()}
	slices.Sort(want)
	equal(w, said, want)
	equal(w, len(w.due()), 0)

	later := w.approval(run.ID, tasks[0].ID)
	later.Number, later.ExpiresAt = 2, soon()
	w.asks(c, later)
	due = w.due()
	equal(w, len(due), 1)
	equal(w, w.remind(due[0]) != nil, true)
}

// aRuleSaysWhoIsReminded: if a rule says who decides, the reminder comes with who has approved so far and whom the rule may mean.
func aRuleSaysWhoIsReminded(_ *testing.T, w *world) {
	c, _ := w.held()
	run, tasks := w.startRun(c, "A")
	ben, cleo, dana := w.somebody("ben"), w.somebody("cleo"), w.somebody("dana")
	w.ok(w.People.SetRole(w.ctx, w.tenant, w.owner.ID, cleo, assistant.RoleApprover))
	w.ok(w.People.SetRole(w.ctx, w.tenant, w.owner.ID, dana, assistant.RoleMember))
	a := w.approval(run.ID, tasks[0].ID)
	a.Rule, a.ExpiresAt = &assistant.ApprovalRule{Needed: 2, People: []assistant.PersonID{ben, cleo, w.owner.ID}}, soon()
	w.asks(c, a)
	w.ok(w.byPerson(c.Conversation, cleo, backed(a)))
	due := w.due()
	equal(w, len(due), 1)
	got, err := w.Timers.Summons(w.ctx, due[0])
	w.ok(err)
	equal(w, []any{got.Rule.Needed, len(got.Yeses), got.Yeses[0].Person}, []any{2, 1, cleo})
	var who []assistant.PersonID
	for _, p := range got.Deciders {
		if !slices.Contains(who, p.ID) {
			who = append(who, p.ID)
		}
	}
	equal(w, who, []assistant.PersonID{ben, cleo, w.owner.ID})

	// Each of them is told once, and in one transaction.
	var ms []assistant.Message
	for _, p := range []assistant.PersonID{ben, w.owner.ID} {
		b := got.Reminded
		b.Rule, b.Person = got.Rule, p
		ms = append(ms, line(assistant.AuthorSystem, assistant.KindStatus, b.Words(), b))
	}
	said, err := w.Timers.Remind(w.ctx, due[0], ms...)
	w.ok(err)
	equal(w, len(said), 2)
	said, err = w.Timers.Remind(w.ctx, due[0], ms...)
	w.ok(err)
	equal(w, len(said), 0)
}

// asks puts actions before people half of their hour ago.
func (w *world) asks(c assistant.Claim, as ...assistant.Approval) {
	w.t.Helper()
	var ms []assistant.Message
	for _, a := range as {
		m := system(assistant.ApprovalRequested{Approval: a})
		m.At = time.Now().Add(-30 * time.Minute)
		ms = append(ms, m)
	}
	w.ok(w.Mailboxes.Append(w.ctx, c, batch(ms...)))
}

// remindersOfWhatIsSettled: a timer that was read before its subject was settled says nothing, and goes: also where a replica
// settled it that does not know of reminders yet and left the timer behind.
func remindersOfWhatIsSettled(_ *testing.T, w *world) {
	o := w.opened()
	due := w.due()
	w.ok(w.act(o.c.Conversation, assistant.PlanDecided{Plan: o.p.ID, Version: 1, Verdict: assistant.VerdictRejected}))
	w.ok(w.act(o.c.Conversation, assistant.Answered{Clarification: o.q.ID, Text: "English"}))
	w.ok(w.act(o.c.Conversation, assistant.ApprovalDecided{Approval: o.a.ID, Verdict: assistant.VerdictApproved}))
	before := len(w.log(o.c.Conversation))
	for _, timer := range due {
		equal(w, w.remind(timer) == nil, true)
	}
	equal(w, len(w.log(o.c.Conversation)), before)

	// One that is over, though its end has not been said yet, is not reminded of either.
	late := w.plan(id[assistant.PlanID](w), 1)
	late.ExpiresAt = time.Now().Add(-time.Minute).UTC().Truncate(time.Microsecond)
	m := system(assistant.PlanProposed{Plan: late})
	m.At = late.ExpiresAt.Add(-time.Hour)
	w.ok(w.Mailboxes.Append(w.ctx, o.c, batch(m)))
	over := w.due()
	equal(w, kinds(over), []assistant.TimerKind{assistant.TimerPlan.Reminder(), assistant.TimerPlan})
	equal(w, w.remind(over[0]) == nil, true)
	equal(w, kinds(w.due()), []assistant.TimerKind{assistant.TimerPlan})

	if _, said, err := w.reminding(over[1]); err == nil || said {
		w.t.Fatal("a timer that ends something has reminded of it")
	}
}

// remindersGo: with the decision, with the run, and with the next version.
func remindersGo(_ *testing.T, w *world) {
	o := w.opened()
	two := w.plan(o.p.ID, 2)
	two.ExpiresAt = soon()
	next := system(assistant.PlanProposed{Plan: two})
	next.At = time.Now().Add(-30 * time.Minute)
	w.ok(w.Mailboxes.Append(w.ctx, o.c, batch(next)))
	due := w.due()
	equal(w, len(due), 3)
	equal(w, slices.IndexFunc(due, func(t assistant.Timer) bool { return t.Ref == string(o.p.ID) && t.Version == 1 }), -1)
	w.ok(w.act(o.c.Conversation, assistant.PlanDecided{Plan: two.ID, Version: 2, Verdict: assistant.VerdictWithdrawn}))
	equal(w, len(w.due()), 2)
	w.ok(w.act(o.c.Conversation, assistant.Answered{Clarification: o.q.ID, Withdrawn: true}))
	equal(w, kinds(w.due()), []assistant.TimerKind{assistant.TimerApproval.Reminder()})
	w.ok(w.act(o.c.Conversation, assistant.StopRequested{Run: o.run}))
	equal(w, len(w.due()), 0)

	again := w.opened()
	w.ok(w.act(again.c.Conversation, assistant.ApprovalDecided{Approval: again.a.ID, Verdict: assistant.VerdictRejected}))
	equal(w, kinds(w.due()), []assistant.TimerKind{assistant.TimerPlan.Reminder(), assistant.TimerClarification.Reminder()})
}

func twoRemind(_ *testing.T, w *world) {
	o := w.opened()
	var wg sync.WaitGroup
	var mu sync.Mutex
	n := map[assistant.TimerKind]int{}
	var failed error
	for range 4 {
		for _, timer := range w.due() {
			wg.Go(func() {
				_, said, err := w.reminding(timer)
				mu.Lock()
				defer mu.Unlock()
				failed = errors.Join(failed, err)
				if said {
					n[timer.Kind]++
				}
			})
		}
	}
	wg.Wait()
	w.ok(failed)
	equal(w, n, map[assistant.TimerKind]int{
		assistant.TimerPlan.Reminder(): 1, assistant.TimerClarification.Reminder(): 1, assistant.TimerApproval.Reminder(): 1,
	})
	said := 0
	for _, m := range w.log(o.c.Conversation) {
		if _, ok := m.Body.(assistant.Reminded); ok {
			said++
		}
	}
	equal(w, said, 3)
}

func accounts(_ *testing.T, w *world) {
	anna, elsewhere := w.person(account("U1", "Anna")), account("U5", "Anna")
	elsewhere.Space = "T2"
	onDiscord := assistant.Identity{Surface: assistant.SurfaceDiscord, External: "7", Name: "anna#1"}
	other := w.person(onDiscord)
	has := func(of assistant.PersonID, s assistant.Surface, space string) string {
		w.t.Helper()
		got, err := w.People.Account(w.ctx, w.tenant, of, s, space)
		if errors.Is(err, assistant.ErrNotFound) {
			return ""
		}
		w.ok(err)
		equal(w, got.Surface, s)
		return got.External + " " + got.Name
	}
	equal(w, []string{
		has(anna.ID, assistant.SurfaceSlack, "T1"), has(anna.ID, assistant.SurfaceSlack, "T2"), has(anna.ID, assistant.SurfaceDiscord, "G1"),
		has(other.ID, assistant.SurfaceDiscord, "G1"), has(w.owner.ID, assistant.SurfaceSlack, "T1"), has("x", assistant.SurfaceSlack, "T1"),
	}, []string{"U1 Anna", "", "", "7 anna#1", "", ""})

	// Whoever is linked is known by all of their accounts, under any of their ids, and by their own before another.
	w.person(elsewhere)
	_, err := w.Links.RedeemLinkCode(w.ctx, w.tenant, other.ID, w.code(anna.ID).Code)
	w.ok(err)
	_, err = w.Links.RedeemLinkCode(w.ctx, w.tenant, w.person(account("U0", "Annie")).ID, w.code(anna.ID).Code)
	w.ok(err)
	equal(w, []string{
		has(anna.ID, assistant.SurfaceDiscord, "G1"), has(other.ID, assistant.SurfaceSlack, "T1"), has(anna.ID, assistant.SurfaceSlack, "T1"),
		has(anna.ID, assistant.SurfaceSlack, "T2"),
	}, []string{"7 anna#1", "U1 Anna", "U1 Anna", ""})
}
