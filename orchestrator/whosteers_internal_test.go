package orchestrator

import (
	"context"
	"errors"
	"log/slog"
	"testing"
	"time"

	"github.com/aisteam/aisteam/agents/loop"
	"github.com/aisteam/aisteam/assistant"
)

// said are words of somebody's.
func saidBy(who assistant.PersonID, text string) assistant.Message {
	return assistant.Message{ID: assistant.MessageID(text), Tenant: "t", Author: assistant.AuthorUser, Person: who, Content: text, Body: assistant.Said{}}
}

// TestATurnMakesWayForWhoeverItIsAbout: where it is set so, their words end it, and another's do not.
// What is a command is done beside it, and what a decision or a task has brought about is not given up.
func TestATurnMakesWayForWhoeverItIsAbout(t *testing.T) {
	asked := saidBy("anna", "Pin a note about the opening hours")
	decided, ours := asked, asked
	decided.Body = assistant.ApprovalDecided{}
	ours.Author = assistant.AuthorAssistant
	for name, c := range map[string]struct {
		cause assistant.Message
		set   assistant.Steering
		words assistant.Message
		want  bool
	}{
		"their own words":              {asked, assistant.SteeringInterrupt, saidBy("anna", "who are you?"), true},
		"another's":                    {asked, assistant.SteeringInterrupt, saidBy("ben", "who are you?"), false},
		"their own where they wait":    {asked, assistant.SteeringQueue, saidBy("anna", "who are you?"), false},
		"a command of theirs":          {asked, assistant.SteeringInterrupt, saidBy("anna", "what is always allowed?"), false},
		"while a decision is heard of": {decided, assistant.SteeringInterrupt, saidBy("anna", "who are you?"), false},
		"while we speak of ourselves":  {ours, assistant.SteeringInterrupt, saidBy("anna", "who are you?"), false},
	} {
		turn := saying(assistant.Person{ID: "anna", Role: assistant.RoleMember}, "")
		turn.mail.Message, turn.sit.Settings.Steering = c.cause, c.set
		if got := turn.interruptedBy(c.words); got != c.want {
			t.Errorf("%s: %t", name, got)
		}
	}
}

// earsOf hears what was said, of people with these roles.
type earsOf struct {
	lookups
	stoppable

	mails []assistant.Mail
	roles map[assistant.PersonID]assistant.Role
}

func (e earsOf) Newer(context.Context, assistant.Claim, int64) ([]assistant.Mail, error) {
	return e.mails, nil
}

func (e earsOf) Person(_ context.Context, _ assistant.TenantID, id assistant.PersonID) (assistant.Person, error) {
	role, known := e.roles[id]
	if !known {
		return assistant.Person{}, errors.New("it cannot be read who this is")
	}
	return assistant.Person{ID: id, Name: string(id), Role: role}, nil
}

func (earsOf) GoingOn(context.Context, assistant.TenantID, assistant.ConversationID) ([]assistant.RunView, error) {
	return nil, nil
}

// TestNobodysWorkIsEndedByAGuest, nor by somebody of whom it cannot be read who they are.
func TestNobodysWorkIsEndedByAGuest(t *testing.T) {
	e := earsOf{roles: map[assistant.PersonID]assistant.Role{"anna": assistant.RoleMember, "gus": assistant.RoleGuest}}
	for who, ends := range map[assistant.PersonID]bool{"anna": true, "gus": false, "unknown": false} {
		turn := saying(assistant.Person{ID: "anna", Role: assistant.RoleMember}, "Pin a note about the opening hours")
		by := live{e, e, e}.firstInterruption(t.Context(), turn, []assistant.Mail{{ID: 2, Message: saidBy(who, "stop")}})
		if (by != nil) != ends {
			t.Errorf("a stop of %s ends it: %+v", who, by)
		}
	}
}

// TestAnAgentAtWorkIsToldWhatMembersSayWithinTheirBounds: a guest's words, and those that are too much, have a turn of their own.
func TestAnAgentAtWorkIsToldWhatMembersSayWithinTheirBounds(t *testing.T) {
	for name, c := range map[string]struct {
		who   assistant.PersonID
		often int // they have asked before, within a minute
		told  bool
	}{
		"a member":            {"anna", 0, true},
		"who asks too much":   {"anna", 1, false},
		"another who has not": {"ben", 0, true},
		"a guest":             {"gus", 0, false},
	} {
		e := earsOf{mails: []assistant.Mail{{ID: 2, Message: saidBy(c.who, "I mean those of the shop in Bern")}}, roles: map[assistant.PersonID]assistant.Role{
			"anna": assistant.RoleMember, "ben": assistant.RoleMember, "gus": assistant.RoleGuest,
		}}
		at := time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)
		turn := saying(assistant.Person{ID: "anna", Role: assistant.RoleMember}, "Pin a note about the opening hours")
		turn.mails, turn.timer = []int64{1}, time.NewTimer(time.Hour)
		held := &bounds{rates: newRates(1), now: func() time.Time { return at }, log: slog.New(slog.DiscardHandler)}
		for range c.often {
			if held.refuse(t.Context(), "t", c.who) != nil {
				t.Fatal("the first is too much")
			}
		}
		a := &acting{
			staff: &staff{models: &models{newMail: e, lookups: e, ongoing: e}, bounds: held},
			turn:  turn, Loop: &loop.Loop{Agent: teamOf().Agent(assistant.Chief)},
		}
		if err := a.steer(t.Context()); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if told := len(a.Records) == 1; told != c.told || len(turn.mails) == 2 != c.told {
			t.Errorf("%s: %d are told, and the turn answers %v", name, len(a.Records), turn.mails)
		}
	}
}
