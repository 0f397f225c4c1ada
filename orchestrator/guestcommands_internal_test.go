package orchestrator

import (
	"context"
	"crypto/rand"
	"strings"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// office keeps what commands are about, in memory, and what was changed in it.
type office struct {
	named   []assistant.Delegation
	changed []string
}

func (o *office) Ongoing(context.Context, assistant.TenantID, assistant.Place, int) ([]assistant.RunView, error) {
	return nil, nil
}

func (o *office) Pending(context.Context, assistant.TenantID) ([]assistant.Pending, error) {
	return nil, nil
}

func (o *office) Readers(context.Context, assistant.TenantID, assistant.ConversationID) (assistant.Readers, error) {
	return assistant.Readers{}, nil
}

func (o *office) DayDone(context.Context, assistant.TenantID, assistant.PersonID) (assistant.DayDone, error) {
	return assistant.DayDone{}, nil
}

func (o *office) Delegations(context.Context, assistant.TenantID) ([]assistant.Delegation, error) {
	return o.named, nil
}

func (o *office) Called(_ context.Context, _ assistant.TenantID, name string) (out []assistant.Person, err error) {
	for _, p := range []assistant.Person{{ID: "ben", Name: "Ben Ott"}, {ID: "benno", Name: "Ben Zahn"}, {ID: "cleo", Name: "Cleo"}} {
		if begins(p.Name, name) {
			out = append(out, p)
		}
	}
	return out, nil
}

func (o *office) Delegate(_ context.Context, _ assistant.TenantID, g assistant.Delegation) error {
	o.changed = append(o.changed, string(g.Person+" names "+g.Delegate))
	return nil
}

func (o *office) EndDelegation(_ context.Context, _ assistant.TenantID, by assistant.PersonID, id assistant.DelegationID) error {
	o.changed = append(o.changed, string(by)+" ends "+string(id))
	return nil
}

func (o *office) RuleChannel(_ context.Context, _ assistant.TenantID, by assistant.Actor, r assistant.ChannelRule) (assistant.Channel, error) {
	o.changed = append(o.changed, string(by.Person)+" rules the channel")
	return assistant.Channel{}, nil
}

// commandsOf are the commands over an office.
func commandsOf(o *office, now time.Time) *commands {
	return &commands{goings: o, channels: o, named: o, ids: assistant.NewIDs(func() time.Time { return now }, rand.Reader), now: func() time.Time { return now }}
}

// TestAGuestCommandsNothing: neither what a channel is about, nor what may start there, nor who decides for whom, and is told nothing of
// what is done or waits. Each of these is done for a member who says the same.
func TestAGuestCommandsNothing(t *testing.T) {
	now := time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)
	for _, words := range []string{
		"this channel is about the project Shop", "this channel is about no project", "what happens here may start tasks", "what happens here may not start tasks",
		"Cleo decides for me until tomorrow", "who decides for me?", "send me a digest", "what is waiting for me?",
	} {
		for role, want := range map[assistant.Role]bool{assistant.RoleMember: true, assistant.RoleGuest: false} {
			o := &office{}
			on := turnOn(t, assistant.Situation{Person: assistant.Person{ID: "anna", Role: role}, Projects: []assistant.Project{{ID: "p", Name: "Shop", Slug: "shop"}}},
				assistant.Message{ID: "m", Person: "anna", At: now, Body: assistant.Said{}})
			done, err := commandsOf(o, now).take(t.Context(), on, words)
			if err != nil || done != want || (endsWithWords(on) != "") != want || !want && len(o.changed) > 0 {
				t.Errorf("a %s says %q: done %v, %v, changed %q, answered %q", role, words, done, err, o.changed, endsWithWords(on))
			}
		}
	}
}

// TestAChannelIsToldWhatMayStartInItFromNowOn: that it may, or that it may not any more.
func TestAChannelIsToldWhatMayStartInItFromNowOn(t *testing.T) {
	now := time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)
	for words, says := range map[string]string{
		"what happens here may start tasks":     "All right: what happens in this channel may start background tasks",
		"what happens here may not start tasks": "All right: what happens in this channel starts no background tasks any more.",
	} {
		o := &office{}
		on := turnOn(t, assistant.Situation{Person: anna()}, assistant.Message{ID: "m", Person: "anna", At: now, Body: assistant.Said{}})
		if done, err := commandsOf(o, now).rulesChannel(t.Context(), on, words); err != nil || !done || !strings.HasPrefix(endsWithWords(on), says) {
			t.Errorf("%q: done %v, %v, answered %q", words, done, err, endsWithWords(on))
		}
	}
}

// TestAGuestsWordsAreCountedOnceAndHaveATurnOfTheirOwn: beside another turn nothing is done of them, whatever they say.
func TestAGuestsWordsAreCountedOnceAndHaveATurnOfTheirOwn(t *testing.T) {
	now := time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)
	for role, want := range map[assistant.Role]bool{assistant.RoleMember: true, assistant.RoleGuest: false} {
		rates := newRates(1)
		s := &Supervisor{
			commands: commandsOf(&office{}, now), bounds: &bounds{rates: rates, now: func() time.Time { return now }},
		}
		on := turnOn(t, assistant.Situation{Person: assistant.Person{ID: "anna", Role: role}}, assistant.Message{ID: "m", Person: "anna", Content: "what is waiting for me?", At: now, Body: assistant.Said{}})
		done, err := s.command(t.Context(), on)
		if counted := !rates.allow("anna", now); err != nil || done != want || counted != want {
			t.Errorf("of a %s: done %v, %v, counted %v", role, done, err, counted)
		}
	}
}

// TestNobodyDecidesForWhomNobodyKnows: who has no account here has nobody to name and nothing to end.
func TestNobodyDecidesForWhomNobodyKnows(t *testing.T) {
	now := time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)
	for _, words := range []string{"Cleo decides for me until tomorrow", "who decides for me?"} {
		o := &office{}
		on := turnOn(t, assistant.Situation{Person: assistant.Person{Role: assistant.RoleMember}}, assistant.Message{ID: "m", At: now, Body: assistant.Said{}})
		if done, err := commandsOf(o, now).delegates(t.Context(), on, words); err != nil || done || len(o.changed) > 0 || endsWithWords(on) != "" {
			t.Errorf("%q: done %v, %v, changed %q, answered %q", words, done, err, o.changed, endsWithWords(on))
		}
	}
}

// TestOnePersonAloneIsNamedToDecide: where several are called so, or nobody, nothing is changed; and a name ends what was named, or
// nothing of anybody else.
func TestOnePersonAloneIsNamedToDecide(t *testing.T) {
	now := time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)
	mine := assistant.Delegation{ID: "d", Person: "anna", Delegate: "cleo", Called: "Cleo", Until: now.Add(time.Hour)}
	hers := assistant.Delegation{ID: "e", Person: "olga", Delegate: "anna", Called: "Anna", Name: "Olga", Until: now.Add(time.Hour)}
	for words, c := range map[string]struct {
		named   []assistant.Delegation
		changed string
		says    string
	}{
		"Cleo decides for me until tomorrow":      {nil, "anna names cleo", "Cleo decides for you until"},
		"Ben decides for me until tomorrow":       {nil, "", "Several people here are called that: Ben Ott, Ben Zahn."},
		"Zacharias decides for me until tomorrow": {nil, "", "I know nobody here who is called “Zacharias”."},
		"Cleo no longer decides for me":           {[]assistant.Delegation{mine, hers}, "anna ends d", "Cleo no longer decides for you."},
		"Ben no longer decides for me":            {[]assistant.Delegation{mine}, "", "Cleo decides for you until"},
		"Anna no longer decides for me":           {[]assistant.Delegation{hers}, "", "Nobody decides for you."},
		"who decides for me?":                     {[]assistant.Delegation{hers}, "", "You decide for Olga until"},
	} {
		o := &office{named: c.named}
		on := turnOn(t, assistant.Situation{Person: anna()}, assistant.Message{ID: "m", Person: "anna", At: now, Body: assistant.Said{}})
		done, err := commandsOf(o, now).delegates(t.Context(), on, words)
		if err != nil || !done || strings.Join(o.changed, "; ") != c.changed || !strings.Contains(endsWithWords(on), c.says) {
			t.Errorf("%q: done %v, %v, changed %q, answered %q", words, done, err, o.changed, endsWithWords(on))
		}
	}
}
