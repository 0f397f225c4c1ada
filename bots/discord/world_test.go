package discord_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/discord"
)

// inbox is the way in, with everything it was told. It also answers what the surface reads.
type inbox struct {
	mu       sync.Mutex
	received []assistant.Inbound
	acts     []assistant.Act
	keys     map[string]bool
	places   map[assistant.Place]bool
	said     map[string]assistant.Place // by the platform's id of the message
	fail     int                        // so many verbs go wrong first
	never    string                     // words that cannot be stored
	notNow   string                     // words that cannot be stored now
	note     string
	runs     []assistant.RunView
	question assistant.Clarification
	closed   bool
	log      []assistant.Message
	ongoing  []assistant.RunView
	waits    []assistant.Pending
	member   string   // an account of somebody who decides for herself alone
	spaces   []string // that are bound
	away     error
	spoken   assistant.Language
	until    time.Time // up to when it was heard
	marks    int       // how often that was noted
	began    bool      // it was noted where listening began
	noting   func() error
}

func newInbox() *inbox {
	return &inbox{keys: map[string]bool{}, places: map[assistant.Place]bool{}, said: map[string]assistant.Place{}}
}

func (i *inbox) use(c *discord.Config) { c.Inbox, c.Threads, c.Questions, c.Work = i, i, i, i }

func (i *inbox) Receive(_ context.Context, in assistant.Inbound) (assistant.Received, error) {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.fail > 0 {
		i.fail--
		return assistant.Received{}, context.DeadlineExceeded
	}
	if i.notNow != "" && strings.Contains(in.Text, i.notNow) {
		return assistant.Received{}, context.DeadlineExceeded
	}
	if i.never != "" && strings.Contains(in.Text, i.never) {
		return assistant.Received{}, fmt.Errorf("receive: %w: SQLSTATE 22021", assistant.ErrUnstorable)
	}
	if i.keys[in.Key] {
		return assistant.Received{Known: true}, nil
	}
	if in.Change != assistant.ChangeSaid && i.said[in.ExternalID] != in.Place {
		return assistant.Received{}, assistant.ErrNotFound
	}
	i.keys[in.Key], i.places[in.Place] = true, true
	i.said[in.ExternalID] = in.Place
	i.received = append(i.received, in)
	return assistant.Received{}, nil
}

// refuse lets nothing with some words in it be stored, until other words are named or none.
func (i *inbox) refuse(words string) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.notNow = words
}

func (i *inbox) Act(_ context.Context, a assistant.Act) (assistant.Outcome, error) {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.fail > 0 {
		i.fail--
		return assistant.Outcome{}, context.DeadlineExceeded
	}
	i.acts = append(i.acts, a)
	return assistant.Outcome{Done: i.note == "", Note: i.note}, nil
}

func (i *inbox) Known(_ context.Context, _ assistant.TenantID, p assistant.Place) (bool, error) {
	i.mu.Lock()
	defer i.mu.Unlock()
	return i.places[p], nil
}

func (i *inbox) ConversationAt(_ context.Context, _ assistant.TenantID, p assistant.Place) (assistant.ConversationID, error) {
	i.mu.Lock()
	defer i.mu.Unlock()
	if !i.places[p] {
		return "", assistant.ErrNotFound
	}
	return "conversation", nil
}

func (i *inbox) Clarification(_ context.Context, _ assistant.TenantID, id assistant.ClarificationID) (assistant.Clarification, assistant.ConversationID, assistant.PersonID, bool, error) {
	if id != i.question.ID {
		return assistant.Clarification{}, "", "", false, assistant.ErrNotFound
	}
	return i.question, "conversation", "", !i.closed, nil
}

func (i *inbox) Conversation(context.Context, assistant.TenantID, assistant.ConversationID) (assistant.Conversation, error) {
	return assistant.Conversation{Language: i.spoken}, nil
}

func (i *inbox) Runs(context.Context, assistant.TenantID, assistant.ConversationID) ([]assistant.RunView, error) {
	return i.runs, nil
}

func (*inbox) Conversations(context.Context, assistant.TenantID, int) ([]assistant.Conversation, error) {
	return []assistant.Conversation{{ID: "conversation"}}, nil
}

func (i *inbox) Ongoing(context.Context, assistant.TenantID, assistant.Place, int) ([]assistant.RunView, error) {
	return i.ongoing, nil
}

func (i *inbox) Spaces(context.Context, assistant.TenantID, assistant.Surface) ([]string, error) {
	if i.away != nil {
		return nil, i.away
	}
	return i.spaces, nil
}

func (i *inbox) Pending(context.Context, assistant.TenantID) ([]assistant.Pending, error) {
	return i.waits, nil
}

func (i *inbox) PersonFor(_ context.Context, _ assistant.TenantID, from assistant.Identity) (assistant.Person, error) {
	if from.External == i.member {
		return assistant.Person{ID: "mia", Name: "Mia", Role: assistant.RoleMember}, nil
	}
	return assistant.Person{ID: "anna", Name: "Anna", Role: assistant.RoleApprover}, nil
}

func (i *inbox) SlotMessages(_ context.Context, _ assistant.TenantID, _ assistant.ConversationID, s assistant.Slot) ([]assistant.Message, error) {
	return slices.DeleteFunc(slices.Clone(i.log), func(m assistant.Message) bool { return m.Slot != s }), nil
}

func (i *inbox) all() []assistant.Inbound {
	i.mu.Lock()
	defer i.mu.Unlock()
	return append([]assistant.Inbound(nil), i.received...)
}

// breaks makes so many verbs go wrong, and words that cannot be stored.
func (i *inbox) breaks(times int, never string) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.fail, i.never = times, never
}

func (i *inbox) lastAct(t *testing.T) assistant.Act {
	t.Helper()
	i.mu.Lock()
	defer i.mu.Unlock()
	if len(i.acts) == 0 {
		t.Fatal("nothing was done")
	}
	return i.acts[len(i.acts)-1]
}

// eventually looks until it is so, and fails the test when it is not in time.
func eventually(t *testing.T, what string, so func() bool) {
	t.Helper()
	deadline := time.NewTimer(15 * time.Second)
	defer deadline.Stop()
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for !so() {
		select {
		case <-deadline.C:
			t.Fatalf("never: %s", what)
		case <-tick.C:
		}
	}
}
