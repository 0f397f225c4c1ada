package storagetest

import (
	"testing"

	"github.com/aisteam/aisteam/assistant"
)

func (w *world) sayTaking(text string) (assistant.Received, *assistant.Taken) {
	w.t.Helper()
	in := w.slack("1.0")
	in.Text, in.Key, in.ExternalID = text, "k"+text, "x"+text
	got, taken, err := w.Intake.ReceiveTaking(w.ctx, in, lease)
	w.ok(err)
	return got, taken
}

// receiveTakes: receiving takes an idle conversation in hand as claiming it would: a new one, and one whose turns are over.
func receiveTakes(_ *testing.T, w *world) {
	got, first := w.sayTaking("a")
	w.nothing()
	equal(w, first.Mail.Message, w.log(got.Conversation)[0])
	equal(w, []any{first.Claim.Conversation, first.Mail.Attempt, got.Seq}, []any{got.Conversation, 0, int64(1)})
	sit, err := w.Mailboxes.Situation(w.ctx, first.Claim, first.Mail.Message)
	w.ok(err)
	equal(w, *first.Situation, sit)
	w.ok(w.Renew(w.ctx, first.Claim, lease))
	done, err := w.Mailboxes.SettleAll(w.ctx, first.Claim, assistant.Settling{Mails: []int64{first.Mail.ID}, Batch: batch(answer("b")), Last: true})
	w.ok(err)
	equal(w, done.Ready, false)
	w.nothing()

	again, second := w.sayTaking("c")
	equal(w, again.Conversation, got.Conversation)
	equal(w, second.Mail.Message, w.log(got.Conversation)[2])
	equal(w, second.Situation, nil)
	w.nothing()
	// Whoever goes on from it sees that it was taken before.
	w.ok(w.Mailboxes.Release(w.ctx, second.Claim, true))
	_, mail := w.claim()
	equal(w, []any{len(mail), mail[0].ID, mail[0].Attempt}, []any{1, second.Mail.ID, 1})
}

// receiveLeaves: a conversation that is claimed, or in which something waits, is left to the worker that follows the hint.
func receiveLeaves(_ *testing.T, w *world) {
	got, first := w.sayTaking("a")
	_, none := w.sayTaking("b") // in the other's hands
	equal(w, none, nil)
	_, none = w.sayTaking("a") // known
	equal(w, none, nil)
	done, err := w.Mailboxes.SettleAll(w.ctx, first.Claim, assistant.Settling{Mails: []int64{first.Mail.ID}, Batch: batch(answer("x")), Last: true})
	w.ok(err)
	equal(w, done.Ready, true)
	_, none = w.sayTaking("c") // after what waits
	equal(w, none, nil)
	c, mail := w.claim()
	equal(w, []any{c.Conversation, len(mail)}, []any{got.Conversation, 2})
	equal(w, []any{mail[0].Message.Content, mail[0].Attempt, mail[1].Message.Content, mail[1].Attempt}, []any{"b", 0, "c", 0})
}

// receiveTakesWhatWentBefore: what had been said in the place is no mail, and does not keep anybody from taking the rest.
func receiveTakesWhatWentBefore(_ *testing.T, w *world) {
	in := w.slack("1.0")
	in.Text, in.Key, in.Before, in.Agent = "a", "k", "Bob: well", assistant.WebEngineer
	got, taken, err := w.Intake.ReceiveTaking(w.ctx, in, lease)
	w.ok(err)
	equal(w, []any{got.Seq, taken.Mail.Message.Content}, []any{int64(2), "a"})
	sit, err := w.Mailboxes.Situation(w.ctx, taken.Claim, taken.Mail.Message)
	w.ok(err)
	equal(w, sit.Conversation.Agent, assistant.WebEngineer)
	w.nothing()
	in = w.slack("2.0")
	in.Text, in.Key, in.Agent = "b", "l", assistant.WebEngineer
	_, taken, err = w.Intake.ReceiveTaking(w.ctx, in, lease)
	w.ok(err)
	equal(w, taken.Situation.Conversation.Agent, assistant.WebEngineer)
}
