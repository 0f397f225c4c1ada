package orchestrator

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/assistant"
)

// oneSummons knows what one timer reminds of.
type oneSummons struct {
	calls
	intake

	of assistant.Summons
}

func (s oneSummons) Summons(context.Context, assistant.Timer) (assistant.Summons, error) {
	return s.of, nil
}

func (oneSummons) Settings(context.Context, assistant.TenantID) (assistant.Settings, error) {
	return assistant.DefaultSettings(), nil
}

// heardReminders keeps what was said, and appends none of it.
type heardReminders struct {
	ledger

	said []assistant.Message
}

var errKept = errors.New("kept, and not appended")

func (l *heardReminders) Remind(_ context.Context, _ assistant.Timer, ms ...assistant.Message) ([]assistant.Message, error) {
	l.said = ms
	return nil, errKept
}

// TestThoseAreRemindedWhoMayDecideAndHaveNot: each by a reminder of their own, that says how many have approved; at most five of
// them, and nobody in particular where nobody is known.
func TestThoseAreRemindedWhoMayDecideAndHaveNot(t *testing.T) {
	at := time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)
	person := func(id assistant.PersonID, r assistant.Role) assistant.Person {
		return assistant.Person{ID: id, Role: r}
	}
	team := []assistant.Person{
		person("anna", assistant.RoleMember), person("ben", assistant.RoleApprover), person("cleo", assistant.RoleApprover), person("olga", assistant.RoleAdmin),
	}
	crowd := append([]assistant.Person(nil), team...)
	for _, id := range []assistant.PersonID{"p", "q", "r", "s"} {
		crowd = append(crowd, person(id, assistant.RoleApprover))
	}
	two := &assistant.ApprovalRule{Needed: 2, NotRequester: true}
	for what, c := range map[string]struct {
		rule  *assistant.ApprovalRule
		of    []assistant.Person
		yeses []assistant.Yes
		want  []assistant.PersonID
		says  string
	}{
		"no rule":            {nil, nil, nil, []assistant.PersonID{"anna"}, "Publish it (until"},
		"two others":         {two, team, nil, []assistant.PersonID{"ben", "cleo", "olga"}, "(0 of 2 approvals)"},
		"one of them has":    {two, team, []assistant.Yes{{Person: "ben"}}, []assistant.PersonID{"cleo", "olga"}, "(1 of 2 approvals)"},
		"too many to call":   {two, crowd, nil, []assistant.PersonID{"ben", "cleo", "olga", "p", "q"}, "(0 of 2 approvals)"},
		"a group, and it is": {&assistant.ApprovalRule{Groups: []assistant.GroupRef{{Surface: assistant.SurfaceSlack, Group: "S"}}}, team, nil, []assistant.PersonID{""}, "Publish it (until"},
	} {
		heard := &heardReminders{}
		s := oneSummons{of: assistant.Summons{
			Reminded: assistant.Reminded{Approval: "a", Person: "anna", Title: "Publish it", ExpiresAt: at.Add(time.Hour)},
			Rule:     c.rule, Yeses: c.yeses, Deciders: c.of,
		}}
		clock := timers{ledger: heard, store: s, calls: s, now: func() time.Time { return at }}
		if err := clock.remind(t.Context(), assistant.Timer{Kind: assistant.TimerApproval.Reminder(), Ref: "a"}); !errors.Is(err, errKept) {
			t.Fatal(err)
		}
		var who []assistant.PersonID
		keys, slots := map[string]bool{}, map[assistant.Slot]bool{}
		for _, m := range heard.said {
			b, _ := m.Body.(assistant.Reminded)
			who = append(who, b.Person)
			keys[m.Key], slots[assistant.SlotOf(m)] = true, true
			if !strings.Contains(m.Content, c.says) {
				t.Errorf("%s: it says %q", what, m.Content)
			}
		}
		if diff := cmp.Diff(c.want, who); diff != "" || len(keys) != len(who) || len(slots) != len(who) {
			t.Errorf("%s: %s %v %v", what, diff, keys, slots)
		}
	}
}

// TestWhoDecidesInSomebodysSteadIsRemindedToo where no rule says who: of an action, and not of a question, while whoever has named them
// may decide.
func TestWhoDecidesInSomebodysSteadIsRemindedToo(t *testing.T) {
	at := time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)
	named := assistant.Delegation{Person: "anna", Role: assistant.RoleMember, Delegate: "ben", Until: at.Add(time.Hour)}
	over, left, other := named, named, named
	over.Until, left.Role, other.Person = at, assistant.RoleGuest, "cleo"
	for what, c := range map[string]struct {
		named assistant.Delegation
		kind  assistant.TimerKind
		want  []assistant.PersonID
	}{
		"an action":               {named, assistant.TimerApproval, []assistant.PersonID{"anna", "ben"}},
		"a question":              {named, assistant.TimerClarification, []assistant.PersonID{"anna"}},
		"once it is over":         {over, assistant.TimerApproval, []assistant.PersonID{"anna"}},
		"for who has left":        {left, assistant.TimerApproval, []assistant.PersonID{"anna"}},
		"for who was never asked": {other, assistant.TimerApproval, []assistant.PersonID{"anna"}},
	} {
		heard := &heardReminders{}
		s := oneSummons{of: assistant.Summons{
			Reminded: assistant.Reminded{Approval: "a", Person: "anna", Title: "Publish it", ExpiresAt: at.Add(time.Hour)}, Delegations: []assistant.Delegation{c.named},
		}}
		clock := timers{ledger: heard, store: s, calls: s, now: func() time.Time { return at }}
		if err := clock.remind(t.Context(), assistant.Timer{Kind: c.kind.Reminder(), Ref: "a"}); !errors.Is(err, errKept) {
			t.Fatal(err)
		}
		var who []assistant.PersonID
		slots := map[assistant.Slot]bool{}
		for _, m := range heard.said {
			b, _ := m.Body.(assistant.Reminded)
			who, slots[assistant.SlotOf(m)] = append(who, b.Person), true
		}
		if diff := cmp.Diff(c.want, who); diff != "" || len(slots) != len(who) {
			t.Errorf("%s: %s %v", what, diff, slots)
		}
	}
}
