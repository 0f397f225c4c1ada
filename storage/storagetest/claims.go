package storagetest

import (
	"fmt"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

func mailOrder(_ *testing.T, w *world) {
	const people, each = 5, 20
	var wg sync.WaitGroup
	first := w.say("1.0", "start")
	for p := range people {
		wg.Go(func() {
			for n := range each {
				in := w.slack("1.0")
				in.Key, in.Text = fmt.Sprintf("%d/%d", p, n), strconv.Itoa(p)
				if _, err := w.Intake.Receive(w.ctx, in); err != nil {
					w.t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	var got []string
	for len(got) < people*each+1 {
		c, mail := w.claim()
		if len(mail) > 64 {
			w.t.Fatalf("%d mails at once", len(mail))
		}
		for _, m := range mail {
			equal(w, m.Message.Seq, int64(len(got)+1))
			got = append(got, m.Message.Content)
			w.ok(w.Settle(w.ctx, c, m.ID, assistant.Batch{}))
		}
		w.ok(w.Mailboxes.Release(w.ctx, c, len(mail) == 64))
	}
	w.nothing()
	equal(w, got, contents(w.log(first.Conversation)))
}

func claimAlone(_ *testing.T, w *world) {
	w.nothing()
	w.say("1.0", "a")
	c, _ := w.claim()
	w.nothing()
	w.ok(w.Renew(w.ctx, c, lease))
	w.ok(w.Mailboxes.Release(w.ctx, c, true))
	again, mail := w.claim()
	if again.Token == c.Token || len(mail) != 1 {
		w.t.Fatalf("claimed %+v with %d mails after %+v", again, len(mail), c)
	}
	w.is(w.Renew(w.ctx, c, lease), assistant.ErrFenced)
	w.is(w.Mailboxes.Release(w.ctx, c, true), assistant.ErrFenced)
	w.ok(w.Mailboxes.Release(w.ctx, again, false))
	w.nothing()
}

func claimOldest(_ *testing.T, w *world) {
	a, b := w.say("1.0", "a"), w.say("2.0", "b")
	w.say("1.0", "a later word does not move it back")
	first, _ := w.claim()
	second, _ := w.claim()
	equal(w, []assistant.ConversationID{first.Conversation, second.Conversation}, []assistant.ConversationID{a.Conversation, b.Conversation})
}

func mailDuringHold(_ *testing.T, w *world) {
	r := w.say("1.0", "a")
	c, mail := w.claim()
	w.say("1.0", "b")
	w.nothing()
	w.ok(w.Settle(w.ctx, c, mail[0].ID, batch(answer("done"))))
	settled, err := w.Conversations.Settled(w.ctx, w.tenant, r.Message)
	w.ok(err)
	equal(w, settled, true)
	equal(w, w.waits(), [2]bool{false, true})
	w.ok(w.Mailboxes.Release(w.ctx, c, false))
	equal(w, w.waits(), [2]bool{true, true})
	_, mail = w.claim()
	equal(w, mail[0].Message.Content, "b")
	settled, err = w.Conversations.Settled(w.ctx, w.tenant, mail[0].Message.ID)
	w.ok(err)
	equal(w, settled, false)
	_, err = w.Conversations.Settled(w.ctx, w.tenant, id[assistant.MessageID](w))
	w.is(err, assistant.ErrNotFound)
}

func attemptsCount(_ *testing.T, w *world) {
	w.say("1.0", "poison")
	for n := range 3 {
		c, mail := w.claim()
		equal(w, mail[0].Attempt, n)
		w.ok(w.Mailboxes.Release(w.ctx, c, true))
	}
}

func settle(_ *testing.T, w *world) {
	c, mail := w.held()
	thought := line(assistant.AuthorAssistant, assistant.KindThinking, "reading", assistant.Thought{Phase: assistant.PhaseRouting})
	thought.Key, thought.Cause, thought.Agent = "turn/think", mail.Message.ID, assistant.Chief
	thought.Private = map[string]string{"why": "because"}
	w.ok(w.Mailboxes.Append(w.ctx, c, batch(thought)))
	reply := answer("hello")
	reply.Key, reply.Cause = "turn/answer", mail.Message.ID
	for range 2 { // the second time changes nothing
		w.ok(w.Settle(w.ctx, c, mail.ID, batch(thought, reply, reply)))
	}
	log := w.log(c.Conversation)
	equal(w, contents(log)[1:], []string{"reading", "hello"})
	got := log[1]
	equal(w, got.Slot, assistant.Slot("thinking:"+mail.Message.ID))
	equal(w, []any{got.Cause, got.Agent, got.Private["why"]}, []any{mail.Message.ID, assistant.Chief, "because"})
	if time.Since(got.At).Abs() > time.Hour {
		w.t.Fatalf("appended at %s", got.At)
	}
	// Nothing of a batch that cannot be projected is kept.
	w.is(w.Settle(w.ctx, c, mail.ID, batch(answer("half"), system(assistant.Answered{Clarification: id[assistant.ClarificationID](w)}))), assistant.ErrNotFound)
	equal(w, len(w.log(c.Conversation)), 3)
}

func modelCalls(_ *testing.T, w *world) {
	c, mail := w.held()
	call := assistant.ModelCall{
		Key: "turn/1", Purpose: "answer", Provider: "gemini", Model: "g", Request: "hash", Response: []byte(`{"b": 1,  "a":2}`),
		Usage: assistant.Usage{Input: 10, Cached: 4, CacheWritten: 3, Output: 5, Thought: 2}, Took: 1500 * time.Millisecond,
	}
	_, ok, err := w.Calls.ModelCall(w.ctx, w.tenant, call.Key)
	w.ok(err)
	equal(w, ok, false)
	w.ok(w.Mailboxes.Append(w.ctx, c, assistant.Batch{ModelCalls: []assistant.ModelCall{call}}))
	other := call
	other.Request = "another"
	w.ok(w.Settle(w.ctx, c, mail.ID, assistant.Batch{ModelCalls: []assistant.ModelCall{other}}))
	got, ok, err := w.Calls.ModelCall(w.ctx, w.tenant, call.Key)
	w.ok(err)
	equal(w, ok, true)
	equal(w, got, call)
}

// fencing: a holder whose lease is over and whose work somebody else has taken can no longer write anything. Taking the
// check out of any of these verbs makes this fail.
func fencing(_ *testing.T, w *world) {
	r := w.say("1.0", "a")
	old, mail, ok, err := w.Mailboxes.Claim(w.ctx, w.tenant, over)
	w.ok(err)
	equal(w, ok, true)
	writes := func(c assistant.Claim) map[string]error {
		_, situation := w.Mailboxes.Situation(w.ctx, c, mail[0].Message)
		return map[string]error{
			"append":    w.Mailboxes.Append(w.ctx, c, batch(answer("late"))),
			"settle":    w.Settle(w.ctx, c, mail[0].ID, batch(answer("late"))),
			"empty":     w.Settle(w.ctx, c, mail[0].ID, assistant.Batch{}),
			"calls":     w.Mailboxes.Append(w.ctx, c, assistant.Batch{ModelCalls: []assistant.ModelCall{{Key: "late"}}}),
			"renew":     w.Renew(w.ctx, c, lease),
			"undone":    w.Calls.MarkUndone(w.ctx, c, id[assistant.CallID](w)),
			"situation": situation,
		}
	}
	for verb, err := range writes(old) { // expired, though nobody has claimed it since
		w.t.Log(verb)
		w.is(err, assistant.ErrFenced)
	}
	_, err = w.Timers.Sweep(w.ctx, 0)
	w.ok(err)
	next, again := w.claim()
	equal(w, again[0].Message.ID, mail[0].Message.ID)
	for verb, err := range writes(old) { // somebody else goes on
		w.t.Log(verb)
		w.is(err, assistant.ErrFenced)
	}
	w.is(w.Mailboxes.Release(w.ctx, old, true), assistant.ErrFenced)
	for _, token := range []assistant.ClaimToken{"", id[assistant.ClaimToken](w)} {
		made := next
		made.Token = token
		w.is(w.Settle(w.ctx, made, mail[0].ID, batch(answer("late"))), assistant.ErrFenced)
	}
	equal(w, len(w.log(r.Conversation)), 1)
	_, late, err := w.Calls.ModelCall(w.ctx, w.tenant, "late")
	w.ok(err)
	equal(w, late, false)
	w.ok(w.Settle(w.ctx, next, again[0].ID, batch(answer("in time"))))
	equal(w, contents(w.log(r.Conversation)), []string{"a", "in time"})
}

func sweep(_ *testing.T, w *world) {
	w.note(w.say("1.0", "a").Conversation, "b")
	none, err := w.Timers.Sweep(w.ctx, time.Hour)
	w.ok(err)
	equal(w, none, assistant.Waiting{})
	_, _, _, err = w.Mailboxes.Claim(w.ctx, w.tenant, over)
	w.ok(err)
	w.nothing()
	got, err := w.Timers.Sweep(w.ctx, 0)
	w.ok(err)
	got.OldestTurn, got.OldestTask, got.OldestDelivery = 0, 0, 0
	equal(w, got, assistant.Waiting{Turns: []assistant.TenantID{w.tenant}, Deliveries: []assistant.TenantID{w.tenant}, Rescued: 1})
	w.claim()
	got, err = w.Timers.Sweep(w.ctx, 0)
	w.ok(err)
	got.OldestTurn, got.OldestTask, got.OldestDelivery = 0, 0, 0
	equal(w, got, assistant.Waiting{Deliveries: []assistant.TenantID{w.tenant}})
}

// settleAll: mails that one batch answers go together, and the claim with the last of them; mail that came meanwhile makes
// the conversation ready again.
func settleAll(_ *testing.T, w *world) {
	r := w.say("1.0", "a")
	w.say("1.0", "b")
	c, mail := w.claim()
	equal(w, len(mail), 2)
	done, err := w.Mailboxes.SettleAll(w.ctx, c, assistant.Settling{Mails: []int64{mail[0].ID, mail[1].ID}, Batch: batch(answer("both")), Last: true})
	w.ok(err)
	equal(w, done.Ready, false)
	w.nothing()
	_, err = w.Mailboxes.SettleAll(w.ctx, c, assistant.Settling{Batch: batch(answer("late")), Last: true})
	w.is(err, assistant.ErrFenced)

	w.say("1.0", "c")
	c, mail = w.claim()
	w.say("1.0", "d")
	done, err = w.Mailboxes.SettleAll(w.ctx, c, assistant.Settling{Mails: []int64{mail[0].ID}, Batch: batch(answer("c done")), Last: true})
	w.ok(err)
	equal(w, done.Ready, true)
	_, mail = w.claim()
	equal(w, len(mail), 1)
	equal(w, mail[0].Message.Content, "d")
	equal(w, contents(w.log(r.Conversation)), []string{"a", "b", "both", "c", "d", "c done"})
}

// claimSaysMore: the claim's own transaction tells whether the tenant has more that is ready and in nobody's hands.
func claimSaysMore(_ *testing.T, w *world) {
	for _, thread := range []string{"1.0", "2.0", "3.0"} {
		w.note(w.say(thread, "a").Conversation, "b")
	}
	for _, want := range []bool{true, true, false} {
		c, _ := w.claim()
		equal(w, c.More, want)
		d, ok := w.claimPlace()
		equal(w, []any{ok, d.More}, []any{true, want})
	}
	w.say("3.0", "to one that is held")
	w.say("4.0", "another")
	c, _ := w.claim()
	equal(w, c.More, false)
}

// renewedTogether: one statement renews all claims that are alive, and tells which are not.
func renewedTogether(_ *testing.T, w *world) {
	for i := range 6 {
		w.say(strconv.Itoa(i), "a")
	}
	dead, _, ok, err := w.Mailboxes.Claim(w.ctx, w.tenant, over)
	w.ok(err)
	equal(w, ok, true)
	var held []assistant.Claim
	for range 5 {
		c, _ := w.claim()
		held = append(held, c)
	}
	w.ok(w.Mailboxes.Release(w.ctx, held[4], true))
	gone, err := w.Mailboxes.RenewAll(w.ctx, append(held, dead), lease)
	w.ok(err)
	equal(w, gone, []assistant.Claim{held[4], dead})
	// Who is alive stays so beyond what it had.
	short, _ := w.claim()
	gone, err = w.Mailboxes.RenewAll(w.ctx, []assistant.Claim{short, held[0]}, over)
	w.ok(err)
	equal(w, len(gone), 0)
	_, err = w.Timers.Sweep(w.ctx, 0)
	w.ok(err)
	gone, err = w.Mailboxes.RenewAll(w.ctx, append(held[:4:4], short), lease)
	w.ok(err)
	equal(w, gone, []assistant.Claim{held[0], short})
}
