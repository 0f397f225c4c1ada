package orchestrator

import (
	"context"
	"strings"

	"github.com/aisteam/aisteam/agents"
	"github.com/aisteam/aisteam/assistant"
)

// People change and take back what they have said. What becomes of it is decided by what was done with the old words:
//
//	question open, asked for that request ──nothing done──▶ dropped, and begun anew with the new words
//	                                      └──done────────▶ said, the question stands
//	a text was sent back with them ──▶ it is written once more with the new ones
//	plan or approvals of theirs open ──▶ said, they stand as they are
//	otherwise ──▶ noted among the thinking

// revised takes words that a person has changed or taken back. Nothing is done twice.
func (s *Supervisor) revised(ctx context.Context, t *turn, b assistant.Revised) error {
	if handled, err := s.requestRevised(ctx, t, b); handled || err != nil {
		return err
	}
	if again, err := s.editedWish(ctx, t, b); again || err != nil {
		return err
	}
	who := t.cause().Person
	if p := t.sit.Plan; p != nil && who != "" && who == p.RequestedBy {
		words := t.words().Say("You changed a message after I had read it. The plan “%s” is as it was; say what should be different and I change it.", firstLine(p.Title))
		if b.Deleted {
			words = t.words().Say("You deleted a message that I had read. The plan “%s” still stands; say no to drop it.", firstLine(p.Title))
		}
		t.reply(words, false)
		return nil
	}
	if a := theirs(t.sit.Approvals, who); a != nil {
		words := t.words().Say("You changed a message after I had read it. “%s” waits for a decision as it was; say no, and what it should be instead.", firstLine(t.words().Tell(a.Title)))
		if b.Deleted {
			words = t.words().Say("You deleted a message that I had read. “%s” still waits for a decision; say no to drop it.", firstLine(t.words().Tell(a.Title)))
		}
		t.reply(words, false)
		return nil
	}
	words := t.words().Say("Hans noted that a message was edited. What was already done with it stands; say what should be different.")
	if b.Deleted {
		words = t.words().Say("Hans noted that a message was deleted and will not use it any more.")
	}
	return t.Think(ctx, assistant.Chief, assistant.PhaseRouting, words)
}

// theirs is what waits for a decision that somebody has asked for; nil where nothing does.
func theirs(all []assistant.ApprovalRecord, who assistant.PersonID) *assistant.ApprovalRecord {
	for i := range all {
		if who != "" && all[i].RequestedBy == who {
			return &all[i]
		}
	}
	return nil
}

// requestRevised takes other words of a request about which a question is open. Nothing was done with the old ones yet, as a rule:
// the question falls, and what is asked for now is begun. false where it is another message, or no question is open.
func (s *Supervisor) requestRevised(ctx context.Context, t *turn, b assistant.Revised) (bool, error) {
	q := t.sit.Question
	if q == nil || t.cause().Person == "" || t.guest() {
		return false, nil
	}
	asks, err := s.staff.whoAsked(ctx, t, *q)
	switch {
	case err != nil:
		return true, err
	case asks != nil && !asks.begunBy(b.Message), asks == nil && (t.sit.Brief == nil || t.sit.Brief.Message != b.Message):
		return false, nil
	case asks != nil && asks.Records.Acted():
		t.reply(t.words().Say("You changed your request after something was done with it. What was done stands; answer my question, or say what should be different."), false)
		return true, nil
	}
	t.say("withdrawn", withdrawal(t, *q))
	if asks != nil {
		asks.Session.Status = assistant.SessionDone
		asks.Stands(asks)
	}
	text := t.cause().Content
	if b.Deleted || strings.TrimSpace(text) == "" || t.team.ReadReply(text).Intent == agents.ReplyNo || t.team.ReadReply(text).Intent == agents.ReplyStop {
		return true, s.plans.dropBrief(t, t.words().Say("All right, I have dropped it. Nothing was changed."))
	}
	if err := s.plans.dropBrief(t, t.words().Say("You changed your request while my question was open, so I start again with the new words.")); err != nil {
		return true, err
	}
	t.sit.Question, t.sit.Brief = nil, nil
	return true, s.fresh(ctx, t, text)
}

// begunBy tells whether a session was begun by a message, in its first words or in what they were changed into since.
func (a *acting) begunBy(said assistant.MessageID) bool {
	return a.Session.Cause == said || a.Edited == said
}
