package storagetest

import (
	"testing"

	"github.com/aisteam/aisteam/assistant"
)

// language: a conversation stores its language: what a person certainly writes, or what their account says if nothing is known yet.
// A place gets it with the claim.
func language(_ *testing.T, w *world) {
	said := func(text string, heard, account assistant.Language) assistant.Conversation {
		w.t.Helper()
		in := w.slack("1.0")
		in.Text, in.Key, in.Language, in.From.Language = text, text, heard, account
		r, err := w.Intake.Receive(w.ctx, in)
		w.ok(err)
		c, err := w.Conversations.Conversation(w.ctx, w.tenant, r.Conversation)
		w.ok(err)
		return c
	}
	equal(w, said("1", "", assistant.French).Language, assistant.French)
	equal(w, said("ok", "", assistant.Spanish).Language, assistant.French)
	equal(w, said("Was kannst du?", assistant.German, assistant.French).Language, assistant.German)
	c := said("ok?", "", "")
	equal(w, c.Language, assistant.German)

	w.note(c.ID, "b")
	place, ok := w.claimPlace()
	equal(w, []any{ok, place.Language}, []any{true, assistant.German})
	claim, mail := w.claim()
	sit, err := w.Mailboxes.Situation(w.ctx, claim, mail[0].Message)
	w.ok(err)
	equal(w, sit.Conversation.Language, assistant.German)
}

// languageTaken: so it is where receiving takes the conversation in hand, and where settling takes the place.
func languageTaken(_ *testing.T, w *world) {
	in := w.slack("1.0")
	in.Text, in.Key, in.Language = "hola", "k", assistant.Spanish
	_, taken, err := w.Intake.ReceiveTaking(w.ctx, in, lease)
	w.ok(err)
	equal(w, taken.Situation.Conversation.Language, assistant.Spanish)
	done, err := w.Mailboxes.SettleAll(w.ctx, taken.Claim, assistant.Settling{
		Mails: []int64{taken.Mail.ID}, Batch: batch(answer("b")), Last: true, Shows: []assistant.Surface{assistant.SurfaceSlack}, Lease: lease,
	})
	w.ok(err)
	equal(w, []any{len(done.Places), done.Places[0].Language}, []any{1, assistant.Spanish})
}

// languageChosen: what a person has chosen counts where their words do not say, before what a platform or a browser says. It goes with
// their sessions.
func languageChosen(_ *testing.T, w *world) {
	begins := func(thread string, heard, account assistant.Language) assistant.Language {
		w.t.Helper()
		in := w.slack(thread)
		in.Key, in.Language, in.From.Language = thread, heard, account
		r, err := w.Intake.Receive(w.ctx, in)
		w.ok(err)
		c, err := w.Conversations.Conversation(w.ctx, w.tenant, r.Conversation)
		w.ok(err)
		return c.Language
	}
	equal(w, begins("1.0", "", assistant.French), assistant.French)
	uma, err := w.People.PersonFor(w.ctx, w.tenant, w.slack("1.0").From)
	w.ok(err)
	s, err := w.Sessions.StartSession(w.ctx, w.tenant, uma.ID, "a secret that is long enough for it", assistant.Browser{})
	w.ok(err)
	equal(w, s.Language, assistant.Language(""))
	w.ok(w.People.SetHearing(w.ctx, w.tenant, uma.ID, assistant.Hearing{Language: assistant.German}))
	equal(w, begins("2.0", "", assistant.French), assistant.German)
	equal(w, begins("3.0", assistant.Spanish, assistant.French), assistant.Spanish)
	s, err = w.Sessions.Session(w.ctx, w.tenant, "a secret that is long enough for it")
	w.ok(err)
	equal(w, s.Language, assistant.German)
	if w.People.SetHearing(w.ctx, w.tenant, uma.ID, assistant.Hearing{Language: "xx"}) == nil {
		w.t.Error("a language that is none was taken")
	}
}

// backgroundSpeaks: what a task is told to speak counts in a conversation that was begun for it, and changes no other.
func backgroundSpeaks(_ *testing.T, w *world) {
	o := w.order(w.ids.New())
	o.Language = assistant.German
	b, err := w.Backgrounds.MakeBackground(w.ctx, w.tenant, o)
	w.ok(err)
	c, err := w.Conversations.Conversation(w.ctx, w.tenant, b.Conversation)
	w.ok(err)
	equal(w, c.Language, assistant.German)

	in := w.slack("1.0")
	in.Text, in.Key = "ok", "k"
	r, err := w.Intake.Receive(w.ctx, in)
	w.ok(err)
	o.Key, o.Task.Conversation = w.ids.New(), r.Conversation
	_, err = w.Backgrounds.MakeBackground(w.ctx, w.tenant, o)
	w.ok(err)
	c, err = w.Conversations.Conversation(w.ctx, w.tenant, r.Conversation)
	w.ok(err)
	equal(w, c.Language, assistant.Language(""))
}
