package store_test

import (
	"crypto/rand"
	"log/slog"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/background/store"
	"github.com/aisteam/aisteam/internal/ledgerkit"
	"github.com/aisteam/aisteam/internal/servers"
	"github.com/aisteam/aisteam/internal/tablekit"
	"github.com/aisteam/aisteam/storage"
	"github.com/aisteam/aisteam/storage/storagetest"
)

// What background tasks and their hooks promise is about what the ledger makes of their words, too: a turn, a run, a place.
func TestPostgresKeepsEveryPromise(t *testing.T) {
	storagetest.Background(t, func(t *testing.T) *storage.DB {
		t.Helper()
		return opened(t, storage.Config{DatabaseURL: servers.EmptiedPostgres(t)})
	})
}

func TestSQLiteKeepsEveryPromise(t *testing.T) {
	storagetest.Background(t, func(t *testing.T) *storage.DB {
		t.Helper()
		return opened(t, storage.Config{Dir: servers.Embedded(t)})
	})
}

func opened(t *testing.T, c storage.Config) *storage.DB {
	t.Helper()
	c.IDs, c.Now, c.Log = assistant.NewIDs(time.Now, rand.Reader), time.Now, slog.New(slog.DiscardHandler)
	db, err := ledgerkit.Bare(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return db.DB
}

// Background tasks and their hooks are kept on both databases, and nobody gets at those of another tenant.
func TestBackgroundTasksAreKept(t *testing.T) {
	tablekit.Try(t, tablekit.Part{
		Pack: store.Pack(), Store: store.Tasks{}, Landed: os.DirFS("testdata"), Reads: left,
		Adopted: []string{"background_tasks", "background_runs", "hooks", "hook_bursts", "hook_events", "channel_events"},
		Laws: map[string]func(*testing.T, *tablekit.World){
			"who joins two accounts has the tasks of both": joined,
		},
		Fixture: kept,
	})
}

// shelf is what a tenant has, of which nothing fails.
type shelf struct {
	store.Tasks

	t *testing.T
	w *tablekit.World
}

func shelfOf(t *testing.T, w *tablekit.World) shelf { return shelf{store.New(w.DB), t, w} }

func (s shelf) ok(err error) {
	s.t.Helper()
	if err != nil {
		s.t.Fatal(err)
	}
}

// conversation begins one.
func (s shelf) conversation(of tablekit.Who) assistant.ConversationID {
	s.t.Helper()
	c, err := s.w.Ledger.Conversations.StartConversation(s.t.Context(), of.Tenant, assistant.Beginning{Person: of.Person})
	s.ok(err)
	return c.ID
}

// made makes a task of somebody's that is due by the clock.
func (s shelf) made(of tablekit.Who, key string) assistant.BackgroundTask {
	s.t.Helper()
	b, err := s.MakeBackground(s.t.Context(), of.Tenant, s.order(of, key))
	s.ok(err)
	return b
}

func (s shelf) order(of tablekit.Who, key string) assistant.BackgroundOrder {
	return assistant.BackgroundOrder{Key: key, Task: assistant.BackgroundTask{
		Owner: of.Person, Conversation: s.conversation(of), Kind: assistant.BackgroundRecurring, Title: "Look " + key, Prompt: "look at " + key,
		Schedule: "every day at 09:00", Zone: "UTC", Overlap: assistant.OverlapSkip, Due: time.Now().Add(-time.Minute).UTC().Truncate(time.Microsecond),
	}}
}

const token = assistant.Secret("a-token-that-nobody-guesses-at-all")

func channel() assistant.Channel {
	return assistant.Channel{Surface: assistant.SurfaceSlack, Space: "T1", ID: "C1", Name: "support"}
}

// hooked makes a task of the person's that begins with events of a channel, or of a sender where the watch is zero.
func (s shelf) hooked(key string, watch assistant.Watch) assistant.Hook {
	s.t.Helper()
	o := s.order(s.w.Who, key)
	o.Task.Kind, o.Task.Schedule, o.Task.Due, o.Task.Overlap = assistant.BackgroundEvent, "", time.Time{}, assistant.OverlapQueue
	o.Hook = &assistant.HookOrder{Secret: "the secret", Rules: assistant.HookRules{Scheme: assistant.HookGitHub, Minute: 60, Watch: watch}}
	if watch.Kind == "" {
		o.Hook.Token = token + assistant.Secret(s.w.Tenant)[:20]
	}
	b, err := s.MakeBackground(s.t.Context(), s.w.Tenant, o)
	s.ok(err)
	h, err := s.Hook(s.t.Context(), s.w.Tenant, b.ID)
	s.ok(err)
	return h
}

// due is the timer of a task or of its events.
func (s shelf) due(kind assistant.TimerKind, c assistant.ConversationID) assistant.Timer {
	s.t.Helper()
	all, err := s.w.Ledger.Timers.DueTimers(s.t.Context(), 1000)
	s.ok(err)
	at := slices.IndexFunc(all, func(d assistant.Timer) bool { return d.Kind == kind && d.Conversation == c })
	if at < 0 {
		s.t.Fatalf("nothing of kind %s is due", kind)
	}
	return all[at]
}

// left: what a version of before has left is read as it was.
func left(t *testing.T, w *tablekit.World) {
	s := shelfOf(t, w)
	b, found, err := s.BackgroundByKey(t.Context(), w.Tenant, "left")
	s.ok(err)
	if !found || b.Owner != w.Person || b.Title != "Prices" || b.Prompt != "look at the prices" || b.Kind != assistant.BackgroundEvent || b.Status != assistant.BackgroundPaused || b.Reason != assistant.WhyFailed || b.Failures != 3 {
		t.Errorf("%v, %+v", found, b)
	}
	runs, err := s.BackgroundRuns(t.Context(), w.Tenant, b.ID, 10)
	s.ok(err)
	if len(runs) != 1 || runs[0].Outcome != assistant.BackgroundFailed {
		t.Errorf("%+v", runs)
	}
	h, err := s.Hook(t.Context(), w.Tenant, b.ID)
	s.ok(err)
	if h.Rules.Scheme != assistant.HookGitHub || h.Rules.Filter != `payload.action == "opened"` || h.Rules.Window != time.Minute || !h.Signed {
		t.Errorf("%+v", h)
	}
	all, err := s.HookEvents(t.Context(), w.Tenant, b.ID, 10)
	s.ok(err)
	if len(all) != 1 || all[0].Kind != "issues" || all[0].Outcome != assistant.HookAccepted {
		t.Errorf("%+v", all)
	}
}

// joined: what the one owned is the other's from then on, and either may change it.
func joined(t *testing.T, w *tablekit.World) {
	s := shelfOf(t, w)
	b := s.made(w.Colleague, "theirs")
	w.Linked(t)
	if got, err := s.Background(t.Context(), w.Tenant, b.ID); err != nil || got.Owner != w.Person {
		t.Errorf("%+v: %v", got, err)
	}
	if _, err := s.ChangeBackground(t.Context(), w.Tenant, w.Person, b.ID, assistant.BackgroundPause, time.Time{}); err != nil {
		t.Error(err)
	}
}
