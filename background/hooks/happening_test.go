package hooks_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/background/hooks"
	"github.com/aisteam/aisteam/internal/ledgerkit"
	"github.com/aisteam/aisteam/storage"
)

// watch is a ledger with a task that a channel's events start, and the gate that they come by.
type watch struct {
	*testing.T
	*ledgerkit.Ledger
	gate    *hooks.Gate
	channel assistant.Channel
	task    assistant.BackgroundTask
	at      time.Time
}

func watching(t *testing.T, rules assistant.HookRules) *watch {
	t.Helper()
	w := &watch{T: t, Ledger: ledgerkit.Open(t, storage.Config{}), channel: assistant.Channel{Surface: assistant.SurfaceSlack, Space: "T1", ID: "C1", Name: "support"}, at: time.Now()}
	w.gate = hooks.NewGate(w.Verbs, nil, func() time.Time { return w.at })
	_, err := w.Backgrounds.RuleChannel(t.Context(), w.Tenant, assistant.Actor{Person: w.Owner.ID}, assistant.ChannelRule{Channel: w.channel, Allowed: true})
	w.ok(err)
	c, err := w.Conversations.StartConversation(t.Context(), w.Tenant, assistant.Beginning{Person: w.Owner.ID})
	w.ok(err)
	rules.Scheme, rules.Watch = assistant.HookPlatform, assistant.Watch{Kind: assistant.HappenedMessage, Channel: w.channel}
	w.task, err = w.Backgrounds.MakeBackground(t.Context(), w.Tenant, assistant.BackgroundOrder{
		Key: "a", Task: assistant.BackgroundTask{Owner: w.Owner.ID, Conversation: c.ID, Kind: assistant.BackgroundEvent, Title: "look", Prompt: "look", Overlap: assistant.OverlapQueue},
		Hook: &assistant.HookOrder{Rules: rules},
	})
	w.ok(err)
	return w
}

func (w *watch) ok(err error) {
	w.Helper()
	if err != nil {
		w.Fatal(err)
	}
}

// happens tells of a message, and whether somebody was told of it.
func (w *watch) happens(key, text string) bool {
	w.Helper()
	return w.happenedAt(time.Time{}, key, text)
}

// happenedAt is happens at a time that the platform tells.
func (w *watch) happenedAt(at time.Time, key, text string) bool {
	w.Helper()
	taken, err := w.gate.Happened(w.Context(), assistant.Happening{
		Tenant: w.Tenant, Watch: assistant.Watch{Kind: assistant.HappenedMessage, Channel: assistant.Channel{Surface: w.channel.Surface, Space: w.channel.Space, ID: w.channel.ID}},
		At: at, Key: key, Payload: map[string]any{"text": text},
	})
	w.ok(err)
	return taken
}

// told is what became of what happened, the newest first.
func (w *watch) told() string {
	w.Helper()
	events, err := w.Backgrounds.HookEvents(w.Context(), w.Tenant, w.task.ID, 50)
	w.ok(err)
	var out []string
	for _, e := range events {
		out = append(out, string(e.Outcome))
	}
	return strings.Join(out, " ")
}

func TestWhatHappensInAChannelIsToldOnce(t *testing.T) {
	w := watching(t, assistant.HookRules{Filter: `payload.text.contains("broken")`, Minute: 600})
	for range 2 {
		if !w.happens("m1", "it is broken") {
			t.Error("it was not taken")
		}
	}
	if w.happens("m2", "hello") {
		t.Error("what the filter does not let through was taken")
	}
	if got := w.told(); strings.Count(got, "accepted") != 1 || strings.Count(got, "filtered") != 1 || strings.Contains(got, "replayed") {
		t.Errorf("%s", got)
	}
}

// TestWhatHappenedBeforeATaskWasMadeDoesNotBeginIt: what is read back since nobody listened may be older than the task.
func TestWhatHappenedBeforeATaskWasMadeDoesNotBeginIt(t *testing.T) {
	w := watching(t, assistant.HookRules{Minute: 600})
	if w.happenedAt(w.at.Add(-2*time.Minute), "old", "it was broken") {
		t.Error("it was taken")
	}
	if !w.happenedAt(w.at.Add(-time.Second), "new", "it is broken") { // by a clock that is behind ours
		t.Error("it was not taken")
	}
	if got := w.told(); got != "accepted" {
		t.Errorf("%s", got)
	}
}

func TestAChannelThatSaysTooMuchIsHeldBack(t *testing.T) {
	w := watching(t, assistant.HookRules{Window: time.Minute, Minute: 60})
	for i := range 25 {
		w.happens(strings.Repeat("m", i+1), "again")
	}
	if got := w.told(); strings.Count(got, "limited") != 1 || strings.Count(got, "accepted")+strings.Count(got, "coalesced") != 20 {
		t.Errorf("%s", got)
	}
	w.at = w.at.Add(2 * time.Second)
	if !w.happens("later", "again") {
		t.Error("it is held back for ever")
	}
}

func TestRulesThatWereChangedMeanwhileHold(t *testing.T) {
	w := watching(t, assistant.HookRules{Filter: `payload.text == "a"`, Minute: 600})
	w.gate = hooks.NewGate(&changing{Verbs: w.Verbs, w: w}, nil, time.Now)
	if w.happens("m1", "a") {
		t.Error("it was told by rules that do not hold any more")
	}
	if got := w.told(); got != "filtered" {
		t.Errorf("%s", got)
	}
}

// changing is a ledger in which the rules are changed right after they were read first.
type changing struct {
	ledgerkit.Verbs

	w    *watch
	done bool
}

func (c *changing) Watching(ctx context.Context, t assistant.TenantID, of assistant.Watch) ([]assistant.Hook, error) {
	out, err := c.Verbs.Watching(ctx, t, of)
	if !c.done && err == nil {
		c.done = true
		_, err = c.ChangeHook(ctx, t, c.w.Owner.ID, c.w.task.ID, assistant.HookRules{Filter: `payload.text == "b"`, Minute: 600}, nil)
	}
	return out, err
}

// rooms says who is in the channel.
type rooms struct {
	of    *watch
	in    bool
	away  error
	asked int
}

func (r *rooms) FindChannel(_ context.Context, _ assistant.TenantID, _ assistant.PersonID, name string) (assistant.Channel, error) {
	r.asked++
	switch {
	case r.away != nil:
		return assistant.Channel{}, r.away
	case !r.in || name != r.of.channel.ID:
		return assistant.Channel{}, assistant.ErrChannelUnknown
	}
	return r.of.channel, nil
}

// TestAWatchEndsWithItsOwnersPlaceInTheChannel: who is not in a channel any more is told nothing of it, minutes later at most; while the
// platform does not answer, what it said last holds for half an hour, and what it never said lets nothing through.
func TestAWatchEndsWithItsOwnersPlaceInTheChannel(t *testing.T) {
	w := watching(t, assistant.HookRules{Minute: 600})
	in := &rooms{of: w, in: true}
	w.gate = hooks.NewGate(w.Verbs, in, func() time.Time { return w.at })
	if !w.happens("m1", "a") || !w.happens("m2", "b") || in.asked != 1 {
		t.Errorf("told %s, asked %d times", w.told(), in.asked)
	}
	w.at, in.away = w.at.Add(10*time.Minute), errors.New("slack is away")
	if !w.happens("m3", "c") {
		t.Error("what was known is forgotten while the platform is away")
	}
	w.at = w.at.Add(30 * time.Minute)
	_, err := w.gate.Happened(t.Context(), assistant.Happening{Tenant: w.Tenant, Watch: assistant.Watch{Kind: assistant.HappenedMessage, Channel: w.channel}, Key: "m4", Payload: map[string]any{}})
	if err == nil {
		t.Error("nobody knows who is in the channel, and it is told, or lost")
	}
	in.away, in.in = nil, false
	if w.happens("m4", "secret") {
		t.Errorf("who has left is told: %s", w.told())
	}
	b, err := w.Backgrounds.Background(t.Context(), w.Tenant, w.task.ID)
	w.ok(err)
	if b.Status != assistant.BackgroundPaused || b.Reason != assistant.WhyOutside {
		t.Errorf("the task is %s: %s", b.Status, b.Reason)
	}
}

// TestALeaveEventIsBelievedAtOnce: what was remembered of a channel is forgotten with it.
func TestALeaveEventIsBelievedAtOnce(t *testing.T) {
	w := watching(t, assistant.HookRules{Minute: 600})
	in := &rooms{of: w, in: true}
	w.gate = hooks.NewGate(w.Verbs, in, func() time.Time { return w.at })
	if !w.happens("m1", "a") {
		t.Fatal("it is not told")
	}
	in.in = false
	w.ok(w.gate.Left(t.Context(), w.Tenant, assistant.Identity{Surface: assistant.SurfaceSlack, Space: "T1", External: "UNOBODY"}, w.channel))
	if w.happens("m2", "b") {
		t.Error("it is told to who has left")
	}
}
