package orchestrator

import (
	"context"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// theirsAlone keeps what people chose for themselves, and how often anybody has looked there or changed something.
type theirsAlone struct {
	standings

	touched int
}

func (k *theirsAlone) StandingYeses(context.Context, assistant.TenantID) ([]assistant.StandingYes, error) {
	k.touched++
	return nil, nil
}

// saying is a turn of words of somebody, in a conversation.
func saying(who assistant.Person, text string) *turn {
	return &turn{
		team:   teamOf(),
		mail:   assistant.Mail{Message: assistant.Message{ID: "m", Author: assistant.AuthorUser, Person: who.ID, Content: text, At: time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC), Body: assistant.Said{}}},
		claim:  assistant.Claim{Tenant: "t", Conversation: "c"},
		sit:    assistant.Situation{Person: who, Conversation: assistant.Conversation{ID: "c", Tenant: "t"}},
		labels: map[string]int{}, doing: &indicator{show: func(assistant.Activity) {}}, decided: map[assistant.ApprovalID]assistant.ApprovalDecided{},
	}
}

// heardFrom are the texts of what the turn ends with.
func (t *turn) heardFrom() (out []string) {
	for _, m := range t.final.Messages {
		out = append(out, m.Content)
	}
	return out
}

// TestNoGuestAndNobodyCommands: of words that are a member's to say, a guest's and those of whom nobody knows are left to others, and
// nothing is looked up for them.
func TestNoGuestAndNobodyCommands(t *testing.T) {
	for who, p := range map[string]assistant.Person{
		"a member": {ID: "anna", Role: assistant.RoleMember}, "a guest": {ID: "anna", Role: assistant.RoleGuest}, "nobody": {Role: assistant.RoleMember},
	} {
		for _, text := range []string{"what is always allowed?", "stop always allowing 1"} {
			kept := &theirsAlone{}
			done, err := (&commands{kept}).take(t.Context(), saying(p, text), text)
			if err != nil {
				t.Fatal(err)
			}
			if may := who == "a member"; done != may || kept.touched > 0 != may {
				t.Errorf("%q of %s is done: %t, and %d times something was looked up or changed", text, who, done, kept.touched)
			}
		}
	}
}

// TestOtherWordsAreNoCommand: nothing is looked up for them.
func TestOtherWordsAreNoCommand(t *testing.T) {
	for _, text := range []string{"thanks", "what did the audit find?", "run the audit task now", "this channel is about the shop", "what is waiting?"} {
		kept := &theirsAlone{}
		if done, err := (&commands{kept}).take(t.Context(), saying(assistant.Person{ID: "anna", Role: assistant.RoleMember}, text), text); done || err != nil || kept.touched != 0 {
			t.Errorf("%q is a command: %t, %v, after %d looks", text, done, err, kept.touched)
		}
	}
}
