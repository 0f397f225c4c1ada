package slack_test

import (
	"context"
	"sync"
	"testing"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/slack"
	"github.com/aisteam/aisteam/internal/fakeslack"
)

// lookout is told of all that happens in channels.
type lookout struct {
	mu  sync.Mutex
	all []assistant.Happening
}

func (l *lookout) Watched(context.Context, assistant.TenantID, assistant.Watch) (bool, error) {
	return true, nil
}

func (l *lookout) Happened(_ context.Context, h assistant.Happening) (bool, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.all = append(l.all, h)
	return true, nil
}

func (l *lookout) Left(context.Context, assistant.TenantID, assistant.Identity, assistant.Channel) error {
	return nil
}

// TestAnEventSaysWhetherItIsAStrangers: of somebody of another workspace in a channel of Slack Connect, by the team beside it or by what
// Slack says of the user (team_id, is_stranger: docs.slack.dev/reference/objects/user-object), of a guest, and of whom Slack says nothing.
func TestAnEventSaysWhetherItIsAStrangers(t *testing.T) {
	l, in := &lookout{}, &inbox{keys: map[string]bool{}, known: map[assistant.Place]bool{}}
	fake, _ := fakeAndBot(t, func(c *slack.Config) {
		c.Inbox, c.Threads, c.Questions, c.Work, c.Happens = in, in, in, in, l
	})
	people(fake)
	fake.SetWhose("UGHOST", fakeslack.Whose{Unknown: true})
	for user, stranger := range map[string]bool{"U1": false, "UOTHER": true, "USISTER": true, "UGUEST": true, "UGHOST": true} {
		for kind, e := range map[string]map[string]any{
			"message":  {"type": "message", "channel": "C1", "channel_type": "channel", "user": user, "text": "it is broken", "ts": "1700000000.000100"},
			"reaction": {"type": "reaction_added", "user": user, "reaction": "ticket", "item_user": "U2", "event_ts": "1700000000.000300", "item": map[string]any{"type": "message", "channel": "C1", "ts": "1700000000.000200"}},
			"join":     {"type": "member_joined_channel", "user": user, "channel": "C1", "channel_type": "C", "event_ts": "1700000000.000400"},
		} {
			toldOf(t, fake, l, e, stranger, user+", "+kind)
		}
	}
	toldOf(t, fake, l, map[string]any{
		"type": "message", "channel": "C1", "channel_type": "channel", "user": "U1", "text": "hello", "ts": "1700000000.000500", "user_team": "T9", "source_team": "T9", "team": "T9",
	}, true, "a member, from elsewhere")
}

func toldOf(t *testing.T, fake *fakeslack.Server, l *lookout, e map[string]any, stranger bool, whose string) {
	t.Helper()
	before := len(l.all)
	if a, err := fake.Event(t.Context(), e); err != nil || !a.OK() {
		t.Fatal(a.Status, err)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.all) != before+1 || l.all[before].Payload["stranger"] != stranger {
		t.Errorf("%s: told of %+v", whose, l.all[before:])
	}
}
