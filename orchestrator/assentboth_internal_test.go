package orchestrator

import (
	"fmt"
	"testing"
	"time"

	"github.com/aisteam/aisteam/agents"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/internal/assent"
	"github.com/aisteam/aisteam/internal/ledgerkit"
	"github.com/aisteam/aisteam/internal/packkit"
	"github.com/aisteam/aisteam/internal/sampled"
	"github.com/aisteam/aisteam/internal/servers"
	"github.com/aisteam/aisteam/storage"
)

// room is a conversation on a real database in which a card waits.
type room struct {
	*ledgerkit.Ledger

	t     *testing.T
	of    assent.Card
	claim assistant.Claim
	anna  assistant.PersonID
	said  int
	place assistant.Place
}

func newRoom(t *testing.T, db *ledgerkit.Ledger, c assent.Card) *room {
	t.Helper()
	r := &room{Ledger: db, t: t, of: c, place: assistant.Place{Surface: assistant.SurfaceWeb, Space: "T1", Channel: "C1", Thread: c.Name}}
	got, _ := r.hears("thanks")
	r.anna = got.Person
	var ok bool
	var err error
	if r.claim, _, ok, err = db.Mailboxes.Claim(t.Context(), db.Tenant, time.Hour); err != nil || !ok || r.claim.Conversation != got.Conversation {
		t.Fatalf("claim %s: %t, %v", got.Conversation, ok, err)
	}
	r.puts()
	return r
}

// hears keeps words as a surface would.
func (r *room) hears(text string) (assistant.Received, assistant.Message) {
	r.t.Helper()
	r.said++
	got, err := r.Intake.Receive(r.t.Context(), assistant.Inbound{
		Tenant: r.Tenant, From: assistant.Identity{Surface: assistant.SurfaceSlack, Space: "T1", External: "UANNA", Name: "Anna"},
		Text: text, Key: fmt.Sprint(r.of.Name, r.said), Place: r.place,
	})
	if err != nil {
		r.t.Fatal(err)
	}
	return got, assistant.Message{
		ID: got.Message, Tenant: r.Tenant, Conversation: got.Conversation, Seq: got.Seq, Author: assistant.AuthorUser, Person: got.Person,
		Kind: assistant.KindMessage, Content: text, Body: assistant.Said{},
	}
}

// puts puts the card there.
func (r *room) puts() {
	r.t.Helper()
	post := func(b assistant.Body) {
		r.t.Helper()
		if _, err := r.Intake.Post(r.t.Context(), assistant.Message{
			Tenant: r.Tenant, Conversation: r.claim.Conversation, Author: assistant.AuthorAssistant, Kind: assistant.KindStatus, Body: b,
		}); err != nil {
			r.t.Fatal(err)
		}
	}
	until := time.Now().Add(24 * time.Hour).UTC().Truncate(time.Microsecond)
	if r.of.Plan != nil {
		plan := *r.of.Plan
		plan.ID, plan.Version, plan.RequestedBy, plan.ExpiresAt = assistant.NewID[assistant.PlanID](r.IDs), 1, r.anna, until
		plan.Hash = string(plan.ID)
		post(assistant.PlanProposed{Plan: plan})
	}
	run := assistant.Run{ID: assistant.NewID[assistant.RunID](r.IDs), Title: "Tickets", Status: assistant.RunRunning, RequestedBy: r.anna}
	if len(r.of.Approvals) > 0 && r.of.Approvals[0].Number > 0 {
		post(assistant.RunStarted{Run: run})
	}
	for _, a := range r.of.Approvals {
		a.ID, a.RequestedBy, a.ExpiresAt = assistant.NewID[assistant.ApprovalID](r.IDs), r.anna, until
		if a.Number > 0 {
			a.Run = run.ID
		}
		post(assistant.ApprovalRequested{Approval: a})
	}
}

// rules is what the rule makes of words there, of the situation as the database gives it.
func (r *room) rules(v agents.Vocabulary, text string) ruling {
	r.t.Helper()
	_, words := r.hears(text)
	sit, err := r.Mailboxes.Situation(r.t.Context(), r.claim, words)
	if err != nil {
		r.t.Fatal(err)
	}
	if open := sit.Subjects(); len(open) != max(1, len(r.of.Approvals)) {
		r.t.Fatalf("%s: %d are open", r.of.Name, len(open))
	}
	return rule(v, sit, words)
}

// TestNoAsideIsAYesOnEitherDatabase puts the product to the rule in situations that the databases give: of it a part, or all of fifty
// thousand; and a yes after it, which is one.
func TestNoAsideIsAYesOnEitherDatabase(t *testing.T) {
	v, asides, cards := packkit.Vocabulary(t), assent.Asides(), assent.Cards()
	each := sampled.Number(6, 50_000/len(cards)+1)
	for name, on := range map[string]func() storage.Config{
		"SQLite":   func() storage.Config { return storage.Config{Dir: servers.Embedded(t)} },
		"Postgres": func() storage.Config { return storage.Config{DatabaseURL: servers.Postgres(t)} },
	} {
		t.Run(name, func(t *testing.T) {
			db, tried := ledgerkit.Open(t, on()), 0
			for i, c := range cards {
				r := newRoom(t, db, c)
				for k := range each {
					w := asides[(i*each+k)%len(asides)]
					if agrees(r.rules(v, w.Text)) {
						t.Errorf("%s, %s, %s: %q is a yes", w.Language, w.Kind, c.Name, w.Text)
					}
					tried++
				}
				yes := "yes, go ahead"
				if n := len(c.Approvals); n > 1 && c.Approvals[0].Number > 0 {
					yes = "yes to the first"
				}
				if said := r.rules(v, yes); said.ruled == ruledWords {
					t.Errorf("%s: %q is none", c.Name, yes)
				}
			}
			t.Logf("%d asides to %d cards", tried, len(cards))
		})
	}
}
