package main

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"log/slog"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/internal/servers"
	"github.com/aisteam/aisteam/storage"
)

// TestWordsDecideTheOneThatIsMeant: a finished text and a plan wait in one conversation, then an action that is for good. A
// bare yes decides none of them; words that name one decide that one.
func TestWordsDecideTheOneThatIsMeant(t *testing.T) {
	t.Parallel()
	t.Run("embedded", func(t *testing.T) { whichOne(t, "") })
	t.Run("postgres", func(t *testing.T) {
		whichOne(t, servers.EmptiedPostgres(t), ownRedis(t)...)
	})
}

func whichOne(t *testing.T, database string, env ...string) {
	t.Helper()
	if database != "" {
		env = append(env, "DATABASE_URL="+database)
	}
	k := newChild(t, env...)
	k.startReady()
	a := api{t, k}
	c := a.chat("", "Please create a new webpage called Services.").ConversationID
	a.chat(c, "English, for homeowners, found by water filters")
	a.chat(c, "1")
	a.chat(c, "yes, go ahead")
	a.reads(c, "Waiting for a person: Create the page")
	if plan := a.chat(c, "Every day at 17:00 send me a digest").text(); !strings.Contains(plan, "Plan:") {
		t.Fatalf("no second subject: %s", plan)
	}

	for _, bare := range []string{"yes", "go ahead", "no"} {
		said := a.chat(c, bare).text()
		for _, want := range []string{"2 things wait for a decision here", "“yes, the plan”", "“yes, Create the page"} {
			if !strings.Contains(said, want) {
				t.Errorf("%q to both is answered without %q: %s", bare, want, said)
			}
		}
	}
	log := a.log(c)
	if strings.Count(log, "run_started: ") != 1 || strings.Contains(log, "approval_decided") || published(t, k) {
		t.Fatalf("a bare word decided one of two:\n%s", log)
	}

	a.chat(c, "yes, the plan")
	log = a.reads(c, "run_finished")
	if strings.Count(log, "run_started: ") != 2 || strings.Contains(log, "approval_decided") || published(t, k) {
		t.Fatalf("naming the plan did not decide the plan alone:\n%s", log)
	}

	forGood(t, k, database, assistant.ConversationID(c))
	if said := a.chat(c, "yes").text(); !strings.Contains(said, "2 things wait for a decision here") {
		t.Errorf("a yes to a text and to what cannot be undone: %s", said)
	}
	a.chat(c, "yes, create the page")
	eventually(t, patience, "the page that was named is published", func() bool { return published(t, k) })
	log = a.reads(c, "1 step can be undone")
	if strings.Count(log, "approval_decided") != 1 {
		t.Fatalf("naming the page did not decide the page alone:\n%s", log)
	}

	if said := a.chat(c, "yes").text(); !strings.Contains(said, "This cannot be undone, so a yes alone does not decide it.") {
		t.Errorf("a bare yes to what cannot be undone: %s", said)
	}
	if log := a.log(c); strings.Count(log, "approval_decided") != 1 {
		t.Fatalf("a bare yes decided what cannot be undone:\n%s", log)
	}
	a.chat(c, "yes, delete the page Prices")
	a.readsAfter(c, len(log), "approval_decided")
}

// published tells whether visitors are shown the page.
func published(t *testing.T, k *child) bool {
	t.Helper()
	status, _, err := get(t.Context(), k.url("/sites/aquaverter/services"))
	return err == nil && status == 200
}

// forGood puts an action before people that cannot be undone, none of the tools has one, while the command is down.
func forGood(t *testing.T, k *child, database string, c assistant.ConversationID) {
	t.Helper()
	k.signal(syscall.SIGTERM)
	eventually(t, patience, "the command ends", k.ended)
	defer k.startReady()
	ctx := context.WithoutCancel(t.Context())
	ids := assistant.NewIDs(time.Now, rand.Reader)
	db, err := storage.Open(ctx, storage.Config{Dir: k.data, DatabaseURL: database, IDs: ids, Now: time.Now, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	tenant, owner, err := db.Tenants.Bootstrap(ctx, firstStart(ids))
	if err != nil {
		t.Fatal(err)
	}
	a := assistant.Approval{
		ID: assistant.NewID[assistant.ApprovalID](ids), Tool: "delete_page", Title: assistant.Say("Delete the page Prices"), Arguments: json.RawMessage(`{"slug":"prices"}`),
		Preview: assistant.Preview{Title: assistant.Say("Delete the page Prices"), State: "there"}, Irreversible: true, RequestedBy: owner.ID, ExpiresAt: time.Now().Add(time.Hour),
	}
	if a.Hash, err = assistant.ConsentHash(a.Tool, a.Arguments, a.Preview); err != nil {
		t.Fatal(err)
	}
	if _, err := db.Intake.Post(ctx, assistant.Message{
		Tenant: tenant.ID, Conversation: c, Author: assistant.AuthorAssistant, Agent: assistant.Chief, Kind: assistant.KindMessage, Content: a.Title.String(),
		Key: ids.New(), Body: assistant.ApprovalRequested{Approval: a},
	}); err != nil {
		t.Fatal(err)
	}
}
