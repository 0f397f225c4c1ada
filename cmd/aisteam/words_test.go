package main

import (
	"context"
	"crypto/rand"
	"log/slog"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/storage"
)

// whileAway says something while the service is down: it has not read one word when the next one comes.
func whileAway(k *child, place assistant.Place, conversation assistant.ConversationID, texts ...string) assistant.ConversationID {
	k.tb.Helper()
	k.signal(syscall.SIGTERM)
	eventually(k.tb, patience, "the command ends", k.ended)
	ctx := context.WithoutCancel(k.tb.Context())
	ids := assistant.NewIDs(time.Now, rand.Reader)
	db, err := storage.Open(ctx, storage.Config{Dir: k.data, IDs: ids, Now: time.Now, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		k.tb.Fatal(err)
	}
	defer db.Close()
	tenant, owner, err := db.Tenants.Bootstrap(ctx, firstStart(ids))
	if err != nil {
		k.tb.Fatal(err)
	}
	for _, text := range texts {
		got, err := db.Intake.Receive(ctx, assistant.Inbound{
			Tenant: tenant.ID, Person: owner.ID, Place: place, Conversation: conversation, Text: text, Key: ids.New(),
		})
		if err != nil {
			k.tb.Fatal(err)
		}
		conversation = got.Conversation
	}
	if err := db.Close(); err != nil {
		k.tb.Fatal(err)
	}
	k.startReady()
	return conversation
}

// A yes that was said before there was a plan, or before the plan had been shown in the thread, approves nothing.
func TestAYesSaidBeforeThePlanStoodThereIsNoYes(t *testing.T) {
	t.Parallel()
	panel := assistant.Place{Surface: assistant.SurfaceWeb}
	thread := assistant.Place{Surface: assistant.SurfaceSlack, Space: "T1", Channel: "C1", Thread: "1.0"} // nobody delivers to it here
	k := newChild(t)
	k.startReady()
	a := api{t, k}
	for name, place := range map[string]assistant.Place{"panel": panel, "thread": thread} {
		c := whileAway(k, place, "", "Every day at 17:00 send me a digest", "go ahead")
		log := a.reads(string(c), "You wrote that before “")
		if strings.Contains(log, "run_started") || !strings.Contains(log, "plan_proposed") {
			t.Errorf("%s, the yes came first:\n%s", name, log)
		}
		whileAway(k, place, c, "go ahead")
		want, never := "run_started", ""
		if place == thread {
			want, never = "said: You wrote that before “", "run_started" // the plan has not been posted there
		}
		eventually(t, patience, "the second yes is handled", func() bool {
			log = a.log(string(c))
			return strings.Count(log, want) > strings.Count(want, "You wrote")
		})
		if never != "" && strings.Contains(log, never) {
			t.Errorf("%s, the plan had not been shown:\n%s", name, log)
		}
	}
}
