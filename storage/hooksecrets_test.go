package storage_test

import (
	"errors"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/storage"
)

const hooksKept = `select secret from hooks order by id`

// hookOf makes a background task of somebody's that begins with events signed by a secret.
func (l *ledger) hookOf(db *storage.DB, tenant assistant.TenantID, owner assistant.PersonID, n int, secret assistant.Secret) (assistant.BackgroundTask, error) {
	l.t.Helper()
	c, err := db.Conversations.StartConversation(l.t.Context(), tenant, assistant.Beginning{Person: owner})
	if err != nil {
		l.t.Fatal(err)
	}
	return background(db).MakeBackground(l.t.Context(), tenant, assistant.BackgroundOrder{Key: "hook" + strconv.Itoa(n), Task: assistant.BackgroundTask{
		Owner: owner, Conversation: c.ID, Kind: assistant.BackgroundEvent, Title: "Look", Prompt: "look", Zone: "UTC", Overlap: assistant.OverlapQueue,
	}, Hook: &assistant.HookOrder{Token: tokenOf(n), Secret: secret, Rules: assistant.HookRules{Scheme: assistant.HookGitHub, Minute: 60}}})
}

func tokenOf(n int) assistant.Secret {
	return assistant.Secret("a-token-that-nobody-guesses-" + strconv.Itoa(n))
}

const manyHooks = 110 // more than are looked for at once

func (l *ledger) saveHooks(db *storage.DB, tenant assistant.TenantID) {
	l.t.Helper()
	var owner assistant.Person
	for i := range manyHooks {
		if i%assistant.BackgroundsOfPerson == 0 {
			var err error
			if owner, err = db.People.PersonFor(l.t.Context(), tenant, assistant.Identity{
				Surface: assistant.SurfaceSlack, Space: "T1", External: "U" + strconv.Itoa(i), Name: "Uma", Standing: assistant.StandingMember,
			}); err != nil {
				l.t.Fatal(err)
			}
		}
		if _, err := l.hookOf(db, tenant, owner.ID, i, assistant.Secret("the secret of "+strconv.Itoa(i))); err != nil {
			l.t.Fatal(err)
		}
	}
}

func (l *ledger) readHooks(db *storage.DB, _ assistant.TenantID) {
	l.t.Helper()
	for i := range manyHooks {
		if _, secret, err := background(db).HookOfToken(l.t.Context(), tokenOf(i)); err != nil || string(secret) != "the secret of "+strconv.Itoa(i) {
			l.t.Errorf("hook %d: %q, %v", i, string(secret), err)
		}
	}
}

// The secrets of hooks go the way of all secrets: what was kept before there was a key is sealed at the next start, a new key in
// front takes over, and the old one is needed no more.
func TestTheSecretsOfHooksAreSealedWithTheFirstKey(t *testing.T) {
	onBoth(t, func(t *testing.T, l *ledger) {
		l.with(l.saveHooks)
		if kept := l.raw(hooksKept); len(kept) != manyHooks || !strings.HasPrefix(kept[0], "the secret of ") {
			t.Fatalf("%d are kept: %.80q", len(kept), kept)
		}
		l.with(l.readHooks, keyOf(1))
		first := l.raw(hooksKept)
		for _, s := range first {
			if !strings.HasPrefix(s, "sealed1:") {
				t.Fatalf("kept as %q", s)
			}
		}
		l.with(l.readHooks, keyOf(2), keyOf(1))
		l.with(l.readHooks, keyOf(2))
		second := l.raw(hooksKept)
		l.with(l.readHooks, keyOf(2), keyOf(3))
		if after := l.raw(hooksKept); strings.Join(after, "\n") != strings.Join(second, "\n") {
			t.Error("what the first key had sealed was sealed again")
		}
		for i := range first {
			if first[i] == second[i] {
				t.Errorf("%q is sealed by the old key still", second[i])
			}
		}
		l.cfg.SecretKeys = [][]byte{keyOf(3)}
		db, err := storage.Open(t.Context(), l.cfg)
		if err == nil {
			_ = db.Close()
			t.Fatal("with another key it opens")
		}
		if !strings.Contains(err.Error(), "AISTEAM_SECRET_KEY") || !strings.Contains(err.Error(), "hook") || strings.Contains(err.Error(), "the secret of ") {
			t.Error(err)
		}
		if after := l.raw(hooksKept); strings.Join(after, "\n") != strings.Join(second, "\n") {
			t.Error("a refused start changed secrets")
		}
	})
}

// What only looks sealed would keep the service from starting with the first key that it is given.
func TestASecretOfAHookThatLooksSealedIsNotTaken(t *testing.T) {
	onBoth(t, func(t *testing.T, l *ledger) {
		const looks = assistant.Secret("sealed1:looks so")
		l.with(func(db *storage.DB, tenant assistant.TenantID) {
			if _, err := l.hookOf(db, tenant, l.by.Person, 1, looks); !errors.Is(err, assistant.ErrUnstorable) {
				t.Errorf("without a key: %v", err)
			}
			b, err := l.hookOf(db, tenant, l.by.Person, 2, "a good secret")
			if err != nil {
				t.Fatal(err)
			}
			given := looks
			if _, err := background(db).ChangeHook(t.Context(), tenant, l.by.Person, b.ID, assistant.HookRules{Scheme: assistant.HookGitHub, Minute: 60}, &given); !errors.Is(err, assistant.ErrUnstorable) {
				t.Errorf("changed without a key: %v", err)
			}
		})
		l.with(func(db *storage.DB, tenant assistant.TenantID) {
			if _, err := l.hookOf(db, tenant, l.by.Person, 3, looks); err != nil {
				t.Errorf("with one: %v", err)
			}
			if _, got, err := background(db).HookOfToken(t.Context(), tokenOf(3)); err != nil || got != looks {
				t.Errorf("read back %q: %v", string(got), err)
			}
		}, keyOf(1))
	})
}

// A hook forgets events after 14 days: nobody may send them again by then, and a table that only grows is read ever slower. What
// waits, and what is younger, stays.
func TestAHookForgetsWhatIsOld(t *testing.T) {
	onBoth(t, func(t *testing.T, l *ledger) {
		l.with(func(db *storage.DB, tenant assistant.TenantID) {
			b, err := l.hookOf(db, tenant, l.by.Person, 1, "a good secret")
			if err != nil {
				t.Fatal(err)
			}
			h, err := background(db).Hook(t.Context(), tenant, b.ID)
			if err != nil {
				t.Fatal(err)
			}
			take := func(key string) assistant.HookOutcome {
				t.Helper()
				e, err := background(db).TakeEvent(t.Context(), tenant, assistant.HookEvent{Hook: h.ID, Key: key, Payload: "{}"}, h.Revision)
				if err != nil {
					t.Fatal(err)
				}
				return e.Outcome
			}
			fire := func() {
				t.Helper()
				due, err := db.Timers.DueTimers(t.Context(), 10)
				if err != nil || len(due) != 1 {
					t.Fatalf("%d are due: %v", len(due), err)
				}
				if _, err := background(db).FireHook(t.Context(), due[0]); err != nil {
					t.Fatal(err)
				}
			}
			for _, key := range []string{"old", "nearly", "new"} {
				if got := take(key); got != assistant.HookAccepted {
					t.Fatalf("%s is %s", key, got)
				}
				if key == "new" {
					l.older("old", assistant.HookEventsKept+time.Hour)
					l.older("nearly", assistant.HookEventsKept-time.Hour)
				}
				fire() // the last one prunes
			}
			if err := background(db).NoteEvent(t.Context(), tenant, assistant.HookEvent{Hook: h.ID, Outcome: assistant.HookForged}); err != nil {
				t.Fatal(err)
			}
			if left := l.raw(`select key from hook_events where outcome = 'accepted' order by key`); strings.Join(left, " ") != "e:nearly e:new" {
				t.Errorf("%q are kept", left)
			}
			if left := l.raw(`select name from hook_bursts`); len(left) != 2 {
				t.Errorf("%d starts are kept", len(left))
			}
			if again, fresh := take("nearly"), take("old"); again != assistant.HookReplayed || fresh != assistant.HookAccepted {
				t.Errorf("sent again: %s and %s", again, fresh)
			}
		})
	})
}

// What says the same again is a repetition for a while only, where its sender gives neither an id nor a time; a delivery with an id is
// one long after what it said is forgotten.
func TestTheSameAgainIsARepetitionForAWhileAndADeliveryForLong(t *testing.T) {
	onBoth(t, func(t *testing.T, l *ledger) {
		l.with(func(db *storage.DB, tenant assistant.TenantID) { l.repeats(t, db, tenant) })
	})
}

func (l *ledger) repeats(t *testing.T, db *storage.DB, tenant assistant.TenantID) {
	t.Helper()
	b, err := l.hookOf(db, tenant, l.by.Person, 1, "a good secret")
	if err != nil {
		t.Fatal(err)
	}
	h, err := background(db).Hook(t.Context(), tenant, b.ID)
	if err != nil {
		t.Fatal(err)
	}
	take := func(e assistant.HookEvent) assistant.HookOutcome {
		t.Helper()
		e, err := background(db).TakeEvent(t.Context(), tenant, e, h.Revision)
		if err != nil {
			t.Fatal(err)
		}
		return e.Outcome
	}
	bare := assistant.HookEvent{Hook: h.ID, Key: "bare", Within: 5 * time.Minute, Payload: "{}"}
	signed := assistant.HookEvent{Hook: h.ID, Key: assistant.DeliveryKey + "1", Payload: `{"secret":"words"}`}
	for i, step := range []struct {
		e    assistant.HookEvent
		want assistant.HookOutcome
		then func()
	}{
		{bare, assistant.HookAccepted, nil},
		{bare, assistant.HookReplayed, func() { l.older("bare", 4*time.Minute) }},
		{bare, assistant.HookReplayed, func() { l.older("bare", 2*time.Minute) }},
		{bare, assistant.HookAccepted, nil},
		{bare, assistant.HookReplayed, nil},
		{signed, assistant.HookAccepted, func() { l.older(assistant.DeliveryKey+"1", assistant.HookEventsKept+time.Hour) }},
	} {
		if got := take(step.e); got != step.want {
			t.Errorf("step %d: %s, not %s", i, got, step.want)
		}
		if step.then != nil {
			step.then()
		}
	}
	note := func() {
		t.Helper()
		if err := background(db).NoteEvent(t.Context(), tenant, assistant.HookEvent{Hook: h.ID, Outcome: assistant.HookReplayed}); err != nil {
			t.Fatal(err)
		}
	}
	note() // it prunes
	if got := take(signed); got != assistant.HookReplayed {
		t.Errorf("a captured delivery is good again after two weeks: %s", got)
	}
	if left := l.raw(`select payload from hook_events where key = 'e:d:1'`); len(left) != 1 || left[0] != "" {
		t.Errorf("what it said is kept: %q", left)
	}
	note()
	if h, err := background(db).Hook(t.Context(), tenant, b.ID); err != nil || h.Replayed != 2 {
		t.Errorf("%d were dropped as replays, %v", h.Replayed, err)
	}
	l.older(assistant.DeliveryKey+"1", assistant.HookIDsKept)
	note()
	if left := l.raw(`select key from hook_events where key = 'e:d:1'`); len(left) != 0 {
		t.Errorf("keys are kept for ever: %q", left)
	}
}

// older lets time pass for an event and its start.
func (l *ledger) older(key string, by time.Duration) {
	l.t.Helper()
	passed := strconv.FormatInt(by.Microseconds(), 10)
	if l.cfg.DatabaseURL != "" {
		passed = "interval '" + passed + " microseconds'"
	}
	of := `(select burst_id from hook_events where key = 'e:` + key + `')`
	l.raw(`update hook_bursts set fired_at = fired_at - ` + passed + `, created_at = created_at - ` + passed + ` where id in ` + of + ` returning name`)
	l.raw(`update hook_events set received_at = received_at - ` + passed + ` where key = 'e:` + key + `' returning key`)
}
