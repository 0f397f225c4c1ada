package orchestrator_test

import (
	"errors"
	"testing"

	"github.com/aisteam/aisteam/assistant"
)

// TestWhatAnAnswerOffersIsSaidOnceInTheNameOfWhoPresses: the words are those that stand in the answer, whatever was sent.
func TestWhatAnAnswerOffersIsSaidOnceInTheNameOfWhoPresses(t *testing.T) {
	d := newDoor(t)
	ctx := t.Context()
	answer, err := d.db.Intake.Post(ctx, assistant.Message{
		Tenant: d.tenant, Conversation: d.conversation, Author: assistant.AuthorAssistant, Kind: assistant.KindMessage, Content: "Hello.",
		Body: assistant.Said{Next: []string{"What is waiting?", "Audit the home page"}},
	})
	d.ok(err)
	press := func(from assistant.Identity, id assistant.MessageID, number int) (assistant.Outcome, error) {
		return d.Act(ctx, assistant.Act{Tenant: d.tenant, From: from, Body: assistant.Said{Pressed: &assistant.Pressed{Message: id, Number: number}}})
	}
	first, err := press(account("UANNA"), answer.ID, 1)
	d.ok(err)
	page, err := d.db.Conversations.Messages(ctx, d.tenant, d.conversation, 0, 10)
	d.ok(err)
	last := page.Messages[len(page.Messages)-1]
	if said, ok := last.Body.(assistant.Said); !first.Done || !ok || said.Pressed == nil || last.Content != "Audit the home page" || last.Person != d.anna || last.Kind != assistant.KindMessage {
		t.Fatalf("it says %+v after %+v", last, first)
	}
	again, err := press(account("UANNA"), answer.ID, 1)
	d.ok(err)
	bob := account("UBOB")
	bob.Language = assistant.German // but the conversation is in English
	other, err := press(bob, answer.ID, 1)
	d.ok(err)
	if again.Message != first.Message || other.Done || other.Note != "Somebody has asked for that already; the answer is in the conversation." {
		t.Errorf("pressed again it is %+v, by somebody else %+v", again, other)
	}
	for what, id := range map[string]assistant.MessageID{"no such request": answer.ID, "a person's words": last.ID, "nothing": assistant.NewID[assistant.MessageID](d.ids)} {
		if out, err := press(account("UANNA"), id, 2); !errors.Is(err, assistant.ErrNotFound) || out.Done {
			t.Errorf("%s: %+v, %v", what, out, err)
		}
	}
	if _, err := d.Act(ctx, assistant.Act{Tenant: d.tenant, From: account("UANNA"), Body: assistant.Said{}}); !errors.Is(err, assistant.ErrNotFound) {
		t.Errorf("words of nobody: %v", err)
	}
	elsewhere := assistant.Act{
		Tenant: d.tenant, From: account("UANNA"), Conversation: assistant.NewID[assistant.ConversationID](d.ids),
		Body: assistant.Said{Pressed: &assistant.Pressed{Message: answer.ID}},
	}
	if _, err := d.Act(ctx, elsewhere); !errors.Is(err, assistant.ErrNotFound) {
		t.Errorf("an answer of another conversation: %v", err)
	}
	guest := account("UGUEST")
	guest.Standing = assistant.StandingGuest
	if out, err := press(guest, answer.ID, 0); err != nil || out.Done || out.Note == "" {
		t.Errorf("a guest: %+v, %v", out, err)
	}
}

// TestARequestIsPressedWhereItStands: an answer is found in its own conversation, and what a person has said offers nothing, whatever
// came with it.
func TestARequestIsPressedWhereItStands(t *testing.T) {
	d := newDoor(t)
	says := func(by assistant.Author, who assistant.PersonID) assistant.Message {
		m, err := d.db.Intake.Post(t.Context(), assistant.Message{
			Tenant: d.tenant, Conversation: d.conversation, Author: by, Person: who, Kind: assistant.KindMessage, Content: "Hello.",
			Body: assistant.Said{Next: []string{"What is waiting?", "Audit the home page"}},
		})
		d.ok(err)
		return m
	}
	ours, theirs := says(assistant.AuthorAssistant, ""), says(assistant.AuthorUser, d.anna)
	press := func(in assistant.ConversationID, of assistant.MessageID) (assistant.Outcome, error) {
		return d.Act(t.Context(), assistant.Act{Tenant: d.tenant, From: account("UANNA"), Conversation: in, Body: assistant.Said{Pressed: &assistant.Pressed{Message: of}}})
	}
	if out, err := press(d.conversation, ours.ID); err != nil || !out.Done {
		t.Errorf("an answer, pressed in its conversation: %+v, %v", out, err)
	}
	for _, in := range []assistant.ConversationID{"", d.conversation} {
		if out, err := press(in, theirs.ID); !errors.Is(err, assistant.ErrNotFound) || out.Done {
			t.Errorf("a person's own words, in %q: %+v, %v", in, out, err)
		}
	}
}
