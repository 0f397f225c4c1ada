package slack_test

import (
	"context"
	"slices"
	"sync"
	"testing"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/slack"
	"github.com/aisteam/aisteam/internal/fakeslack"
)

// leavers keeps how accounts stand, and who has left which channel.
type leavers struct {
	mu    sync.Mutex
	stand []assistant.Identity
	left  []string
}

func (k *leavers) KeepStanding(_ context.Context, _ assistant.TenantID, of assistant.Identity) (bool, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.stand = append(k.stand, of)
	return of.Standing != assistant.StandingMember, nil
}

func (k *leavers) Watched(context.Context, assistant.TenantID, assistant.Watch) (bool, error) {
	return false, nil
}

func (k *leavers) Happened(context.Context, assistant.Happening) (bool, error) { return false, nil }

func (k *leavers) Left(_ context.Context, _ assistant.TenantID, who assistant.Identity, c assistant.Channel) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.left = append(k.left, who.Space+"/"+who.External+" "+c.Space+"/"+c.ID)
	return nil
}

// TestSlackTellsWhoLeaves: user_change tells of who was deactivated, made a guest or a member again, team_join of who comes back, and
// member_left_channel of who leaves a channel (docs.slack.dev: user_change, team_join, member_left_channel).
func TestSlackTellsWhoLeaves(t *testing.T) {
	k := &leavers{}
	in := &inbox{keys: map[string]bool{}, known: map[assistant.Place]bool{}}
	fake, _ := fakeAndBot(t, func(c *slack.Config) {
		c.Inbox, c.Threads, c.Questions, c.Work, c.Standings, c.Happens = in, in, in, in, k, k
	})
	user := func(kind string, about map[string]any) map[string]any {
		about["id"] = "U1"
		if about["team_id"] == nil {
			about["team_id"] = "T1"
		}
		return map[string]any{"type": kind, "user": about, "event_ts": "1.1"}
	}
	for _, e := range []map[string]any{
		user("user_change", map[string]any{"deleted": true}), user("user_change", map[string]any{"is_restricted": true}),
		user("user_change", map[string]any{"team_id": "T9"}), user("user_change", map[string]any{}), user("team_join", map[string]any{}),
		user("user_change", map[string]any{"is_bot": true}),
		{"type": "member_left_channel", "user": "U1", "channel": "C1", "channel_type": "C", "team": "T1", "event_ts": "1.2"},
	} {
		if a, err := fake.Event(t.Context(), e); err != nil || !a.OK() {
			t.Fatalf("%v: %d %v", e, a.Status, err)
		}
	}
	var got []assistant.Standing
	for _, of := range k.stand {
		if of.Surface != assistant.SurfaceSlack || of.Space != "T1" || of.External != "U1" {
			t.Errorf("told of %+v", of)
		}
		got = append(got, of.Standing)
	}
	want := []assistant.Standing{assistant.StandingGone, assistant.StandingGuest, assistant.StandingGuest, assistant.StandingMember, assistant.StandingMember}
	if !slices.Equal(got, want) || !slices.Equal(k.left, []string{"T1/U1 T1/C1"}) {
		t.Errorf("%q, and %q", got, k.left)
	}
	if len(in.received) > 0 {
		t.Errorf("it was taken for words: %+v", in.received)
	}
}

// TestSlackIsAskedHowAnAccountStands: whom it does not know is there no more, and where it does not answer nothing is known.
func TestSlackIsAskedHowAnAccountStands(t *testing.T) {
	in := &inbox{keys: map[string]bool{}, known: map[assistant.Place]bool{}}
	fake, bot := fakeAndBot(t, func(c *slack.Config) { c.Inbox, c.Threads, c.Questions, c.Work = in, in, in, in })
	of := assistant.Identity{Surface: assistant.SurfaceSlack, Space: "T1", External: "U1"}
	for _, c := range []struct {
		whose fakeslack.Whose
		want  assistant.Standing
	}{
		{fakeslack.Whose{}, assistant.StandingMember},
		{fakeslack.Whose{Deleted: true}, assistant.StandingGone},
		{fakeslack.Whose{Unknown: true}, assistant.StandingGone},
		{fakeslack.Whose{Restricted: true}, assistant.StandingGuest},
		{fakeslack.Whose{Team: "T9"}, assistant.StandingGuest},
	} {
		fake.SetWhose("U1", c.whose)
		if got, err := bot.Standing(t.Context(), of); err != nil || got != c.want {
			t.Errorf("%+v: %s, %v", c.whose, got, err)
		}
	}
	fake.Fault("users.info", fakeslack.Fault{Status: 500}, fakeslack.Fault{Status: 500})
	if got, err := bot.Standing(t.Context(), of); err == nil || got != assistant.StandingUnknown {
		t.Errorf("away: %s, %v", got, err)
	}
}
