package main

import (
	"crypto/rand"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/internal/servers"
	"github.com/aisteam/aisteam/storage"
)

// TestAnAgentFromARowWorksOnBothReplicasAndLeaves: while both serve, an agent is defined in the database. It is on the team, is asked by its
// name, drafts what its lead carries out, and is gone again once it is taken away, while what it had begun goes on to its end.
func TestAnAgentFromARowWorksOnBothReplicasAndLeaves(t *testing.T) {
	t.Parallel()
	database, cache := servers.Postgres(t), servers.Redis(t)
	env := []string{"DATABASE_URL=" + database, "REDIS_URL=" + cache}
	first := newChild(t, env...)
	second := newChild(t, append(first.env, env...)...)
	second.env = append(second.env, "AISTEAM_ADDR="+second.addr, "AISTEAM_DATA="+first.data)
	first.startReady()
	second.startReady()
	db, err := storage.Open(t.Context(), storage.Config{DatabaseURL: database, IDs: assistant.NewIDs(time.Now, rand.Reader), Now: time.Now, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	home, err := db.Tenants.FirstTenant(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	both := []api{{t, first}, {t, second}}
	there := func(want bool) {
		t.Helper()
		for i, a := range both {
			eventually(t, patience, "the team is another one", func() bool {
				var all struct{ Agents []assistant.Agent }
				a.call(http.MethodGet, "/api/agents", nil, &all)
				found := false
				for _, one := range all.Agents {
					found = found || one.ID == "florist"
				}
				return found == want
			})
			t.Logf("replica %d knows", i+1)
		}
	}
	if err := db.Definitions.DefineAgent(t.Context(), home.ID, assistant.Agent{
		ID: "florist", Name: "Zelda", Title: "Florist", Role: "Knows flowers.", Category: assistant.CategoryExecution, Avatar: "🌷", Visible: true, Ordering: 20, Lead: assistant.DeliveryLead,
	}); err != nil {
		t.Fatal(err)
	}
	there(true)
	var open []said
	for _, a := range both {
		if got := a.chat("", "Zelda, which flowers last longest?"); !strings.Contains(a.reads(got.ConversationID, "said: "), "Florist Zelda") {
			t.Errorf("she does not answer:\n%s", a.log(got.ConversationID))
		}
		got := a.chat("", "Ask Zelda to create a ticket about the tulips")
		a.reads(got.ConversationID, "Florist Zelda has drafted this; Delivery Lead Lena is asking before anything is changed, and carries it out")
		a.reads(got.ConversationID, "approval_requested")
		open = append(open, got)
	}
	if err := db.Definitions.DropAgent(t.Context(), home.ID, "florist"); err != nil {
		t.Fatal(err)
	}
	there(false)
	for i, a := range both {
		other := both[1-i]
		other.chat(open[i].ConversationID, "yes")
		a.reads(open[i].ConversationID, "Created the ticket #")
		a.reads(open[i].ConversationID, "Florist Zelda is not on the team any more, so Hans goes on with this.")
		if got := a.chat(open[i].ConversationID, "Zelda, are you still there?"); strings.Contains(got.text(), "Florist") {
			t.Errorf("she is still there: %s", got.text())
		}
	}
}
