package storagetest

import (
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// wanted is an action that a background task wants, with the timer by which its owner is called.
type wanted struct {
	task assistant.BackgroundTask
	ask  assistant.Approval
	due  assistant.Timer
}

// wants lets a background task of that name come to want an action.
func (w *world) wants(title string) wanted {
	w.t.Helper()
	o := w.order(w.ids.New())
	o.Task.Title = title
	b, err := w.Backgrounds.MakeBackground(w.ctx, w.tenant, o)
	w.ok(err)
	fired, err := w.Backgrounds.FireBackground(w.ctx, assistant.Firing{Due: w.dueTask(b), Next: ago(-time.Hour)})
	w.ok(err)
	words := fired.Messages[0].ID
	c, mail := w.claim()
	session := assistant.AgentSession{ID: assistant.SessionOf(words), Conversation: c.Conversation, Agent: assistant.Chief, RequestedBy: w.owner.ID, Cause: words, Status: assistant.SessionWaiting}
	run := assistant.Run{ID: id[assistant.RunID](w), Conversation: c.Conversation, Project: w.site.ID, RequestedBy: w.owner.ID, CreatedBy: assistant.Chief, Title: "Act", Status: assistant.RunRunning, Session: session.ID}
	ask := assistant.Approval{ID: id[assistant.ApprovalID](w), Run: run.ID, Tool: "create_ticket", Title: assistant.Say("Create a ticket"), Hash: "h", RequestedBy: w.owner.ID, ExpiresAt: time.Now().Add(24 * time.Hour).UTC().Truncate(time.Microsecond)}
	w.ok(w.Mailboxes.Append(w.ctx, c, assistant.Batch{Messages: []assistant.Message{system(assistant.RunStarted{Run: run})}, Sessions: []assistant.AgentSession{session}}))
	w.ok(w.Settle(w.ctx, c, mail[0].ID, assistant.Batch{Messages: []assistant.Message{system(assistant.ApprovalRequested{Approval: ask})}}))
	w.ok(w.Mailboxes.Release(w.ctx, c, false))
	for _, due := range w.due() {
		if due.Ref == string(ask.ID) {
			return wanted{b, ask, due}
		}
	}
	w.t.Fatalf("nobody is called about %s", title)
	return wanted{}
}

// calls sends what is wanted to an account's direct messages.
func (w *world) calls(of wanted, to assistant.Identity) {
	w.t.Helper()
	taken, _, err := w.Timers.Call(w.ctx, of.due, assistant.CallStep{Call: &to, Next: ago(-time.Hour)}, assistant.Message{})
	w.ok(err)
	equal(w, taken, true)
}

// shows takes the place that is behind and shows all of it under a hash; it gives what stands there together, by task.
func (w *world) shows(hash string) (assistant.DeliveryClaim, []string) {
	w.t.Helper()
	c, ok := w.claimPlace()
	equal(w, ok, true)
	u := w.undelivered(c)
	var tasks []string
	var shown []assistant.Delivery
	for _, s := range u.Slots {
		if c.With != "" {
			continue
		}
		shown = append(shown, assistant.Delivery{Slot: s.Slot, Ref: "r", Hash: hash, Nonce: s.Delivery.Nonce})
		for _, g := range s.Gathered {
			tasks = append(tasks, g.Task)
		}
	}
	_, err := w.Deliveries.ReleaseDelivery(w.ctx, c, shown, u.Upto, 0)
	w.ok(err)
	return c, tasks
}

// rejects rejects what is wanted, and has its conversation read that.
func (w *world) rejects(of wanted) {
	w.t.Helper()
	w.ok(w.act(of.task.Conversation, assistant.ApprovalDecided{Approval: of.ask.ID, Verdict: assistant.VerdictRejected, Hash: "h"}))
	w.answered(func(assistant.MessageID) []assistant.Message { return nil })
}

// isCalled tells whether the person something waits for was called.
func (w *world) isCalled(of wanted) bool {
	w.t.Helper()
	a, err := w.Timers.Summons(w.ctx, of.due)
	w.ok(err)
	equal(w, len(a.Calls), 1)
	return a.Calls[0].Shown
}

// onSlack is an account on Slack.
func onSlack(user string) assistant.Identity {
	return assistant.Identity{Surface: assistant.SurfaceSlack, Space: "T1", External: user}
}

// gathers: what waits for one person in several conversations stands in one direct message while it is open, recent and has room; what
// becomes of each of them is shown there.
func gathers(_ *testing.T, w *world) {
	olga := onSlack("UOLGA")
	first, beside := w.wants("Look at the audit"), w.wants("Look at the shop")
	w.calls(first, olga)
	host, tasks := w.shows("one")
	equal(w, []any{host.Place, host.Gathers, len(tasks)}, []any{assistant.DirectPlace(olga, first.ask.Slot()), false, 0})
	w.ok(second(w.Decisions.Gathered(w.ctx, w.tenant, host.PlaceID)))
	w.is(w.strangersMessage(host.PlaceID), assistant.ErrNotFound)

	w.calls(beside, olga)
	equal(w, []bool{w.isCalled(first), w.isCalled(beside)}, []bool{true, false})
	again, tasks := w.shows("both")
	equal(w, []any{again.PlaceID, again.Gathers, tasks}, []any{host.PlaceID, true, []string{"Look at the audit", "Look at the shop"}})
	equal(w, []bool{w.isCalled(first), w.isCalled(beside)}, []bool{true, true})
	w.remindedTogether(first, beside)
	_, ok := w.claimPlace()
	equal(w, ok, false)

	there, err := w.Decisions.Gathered(w.ctx, w.tenant, host.PlaceID)
	w.ok(err)
	equal(w, []assistant.ApprovalID{there[0].ID, there[1].ID}, []assistant.ApprovalID{first.ask.ID, beside.ask.ID})

	// What is decided in its conversation is shown in the message that has it.
	w.rejects(beside)
	own, _ := w.shows("its own")
	equal(w, []any{own.With, own.Place}, []any{host.PlaceID, assistant.DirectPlace(olga, beside.ask.Slot())})
	again, tasks = w.shows("one of them is decided")
	equal(w, []any{again.PlaceID, len(tasks)}, []any{host.PlaceID, 2})
	_, ok = w.claimPlace()
	equal(w, ok, false)

	// Somebody else has messages of their own, and so does another kind of account.
	third := w.wants("Look at the tickets")
	w.calls(third, onSlack("UBOB"))
	another, _ := w.shows("Bob's")
	equal(w, []any{another.PlaceID == host.PlaceID, another.Gathers}, []any{false, false})
}

// remindedTogether: what stands in one message is reminded of once, with how many others there are.
func (w *world) remindedTogether(first, beside wanted) {
	w.t.Helper()
	look := func(of wanted) (more int, told bool) {
		a, err := w.Timers.Summons(w.ctx, of.due)
		w.ok(err)
		return a.Reminded.More, a.Told
	}
	more, told := look(beside)
	equal(w, []any{more, told}, []any{1, false})
	b := assistant.Reminded{Approval: first.ask.ID, Person: w.owner.ID, Direct: true}
	w.ok(second(w.Intake.Post(w.ctx, inThread(first.task.Conversation, b, w.tenant))))
	more, told = look(beside)
	equal(w, []any{more, told}, []any{1, true})
	c, ok := w.claimPlace()
	equal(w, ok, true)
	_, err := w.Deliveries.ReleaseDelivery(w.ctx, c, nil, w.undelivered(c).Upto, 0)
	w.ok(err)
}

// gathersWhatIsOpen: a message where all is decided takes nothing more, nor does one that is full, or that the platform refused.
func gathersWhatIsOpen(_ *testing.T, w *world) {
	olga := onSlack("UOLGA")
	first := w.wants("one")
	w.calls(first, olga)
	host, _ := w.shows("one")
	w.rejects(first)
	w.shows("decided")
	two := w.wants("two")
	w.calls(two, olga)
	next, _ := w.shows("two")
	equal(w, []any{next.PlaceID == host.PlaceID, next.Gathers}, []any{false, false})

	for range assistant.GatheredMost - 1 {
		w.calls(w.wants("more"), olga)
	}
	full, tasks := w.shows("full")
	equal(w, []any{full.PlaceID, len(tasks)}, []any{next.PlaceID, assistant.GatheredMost})
	w.calls(w.wants("too many"), olga)
	late, _ := w.shows("a message of its own")
	equal(w, []any{late.PlaceID == next.PlaceID, late.Gathers}, []any{false, false})

	third := w.wants("refused")
	bob := onSlack("UBOB")
	w.calls(third, bob)
	c, _ := w.claimPlace()
	_, err := w.Deliveries.ReleaseDelivery(w.ctx, c, []assistant.Delivery{{Slot: third.ask.Slot(), Hash: "gone:", Withheld: true}}, w.undelivered(c).Upto, 0)
	w.ok(err)
	w.calls(w.wants("not refused yet"), bob)
	own, _ := w.shows("its own")
	equal(w, own.Gathers, false)
}

// gathersOnce: several that are sent at the same moment stand in one message, whichever comes first.
func gathersOnce(_ *testing.T, w *world) {
	olga := onSlack("UOLGA")
	all := []wanted{w.wants("one"), w.wants("two"), w.wants("three")}
	done := make(chan error, len(all))
	for _, one := range all {
		go func() {
			_, _, err := w.Timers.Call(w.ctx, one.due, assistant.CallStep{Call: &olga, Next: ago(-time.Hour)}, assistant.Message{})
			done <- err
		}()
	}
	for range all {
		w.ok(<-done)
	}
	_, tasks := w.shows("all")
	equal(w, len(tasks), len(all))
	_, ok := w.claimPlace()
	equal(w, ok, false)
}
