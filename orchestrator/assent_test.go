package orchestrator_test

import (
	"context"
	"fmt"
	mrand "math/rand/v2"
	"strconv"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/executor"
	"github.com/aisteam/aisteam/internal/assent"
	"github.com/aisteam/aisteam/internal/ledgerkit"
	"github.com/aisteam/aisteam/internal/packkit"
	"github.com/aisteam/aisteam/internal/sampled"
	"github.com/aisteam/aisteam/internal/servers"
	"github.com/aisteam/aisteam/orchestrator"
	"github.com/aisteam/aisteam/orchestrator/queue"
	"github.com/aisteam/aisteam/planning"
	"github.com/aisteam/aisteam/storage"
)

// parlour is a whole orchestrator over real storage in which cards wait and people say things; the model is switched off.
type parlour struct {
	*door

	ledger *ledgerkit.Ledger
	said   int
}

func newParlour(t *testing.T, on storage.Config) *parlour {
	t.Helper()
	db := ledgerkit.Open(t, on, assistant.Project{Name: "Aquaverter", Slug: "aquaverter"})
	client, stop, err := queue.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	of := packkit.Team(t)
	exec, err := executor.New(executor.Config{Team: of, Ledger: db.Verbs, IDs: db.IDs, Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	planner, err := planning.New(planning.Config{IDs: db.IDs, Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	wiring := orchestrator.Config{
		Store: db.Verbs, Queue: queue.New(client, queue.Config{Consumer: "test", Log: db.Log, Now: time.Now}), Backends: llm.Backend{Model: &mute{}}, Planner: planner, Doer: exec,
		Teams: of, IDs: db.IDs, Now: time.Now, Random: mrand.New(mrand.NewPCG(1, 2)), Log: db.Log,
	}
	o := orchestrator.New(orchestrator.NewInbox(wiring), wiring)
	ctx, cancel := context.WithCancel(context.Background())
	var g errgroup.Group
	for _, run := range []func(context.Context) error{o.Worker.Run, o.Sweeper.Run} {
		g.Go(func() error { return run(ctx) })
	}
	t.Cleanup(func() {
		cancel()
		if err := g.Wait(); err != nil {
			t.Error(err)
		}
		stop()
	})
	return &parlour{door: &door{Inbox: o.Inbox, t: t, ids: db.IDs, db: db.DB, tenant: db.Tenant, owner: db.Owner.ID}, ledger: db}
}

// hears says words in a thread and returns its conversation.
func (p *parlour) hears(thread, text string) assistant.ConversationID {
	p.t.Helper()
	p.said++
	got, err := p.Receive(p.t.Context(), assistant.Inbound{
		Tenant: p.tenant, From: account("UANNA"), Text: text, Key: strconv.Itoa(p.said),
		Place: assistant.Place{Surface: assistant.SurfaceWeb, Space: "T1", Channel: "C1", Thread: thread},
	})
	if err != nil {
		p.t.Fatal(err)
	}
	p.anna = got.Person
	return got.Conversation
}

// log waits until each of n words of a conversation came to something, and gives its log.
func (p *parlour) log(in assistant.ConversationID, n int) []assistant.Message {
	p.t.Helper()
	for deadline := time.Now().Add(10 * time.Minute); ; time.Sleep(10 * time.Millisecond) {
		ms, err := p.db.Conversations.MessagesAfter(p.t.Context(), p.tenant, in, 0, 1000)
		if err != nil {
			p.t.Fatal(err)
		}
		said, came := 0, map[assistant.MessageID]bool{}
		for _, m := range ms {
			if _, ok := m.Body.(assistant.Said); ok && m.Author == assistant.AuthorUser {
				said++
			} else if m.Cause != "" {
				came[m.Cause] = true
			}
		}
		switch {
		case said == n && len(came) >= n:
			return ms
		case said > n, time.Now().After(deadline):
			p.t.Fatalf("of %d words %d were kept, and %d came to something", n, said, len(came))
		}
	}
}

// puts puts a card before people.
func (p *parlour) puts(in assistant.ConversationID, c assent.Card) {
	p.t.Helper()
	p.conversation = in
	until := time.Now().Add(24 * time.Hour).UTC().Truncate(time.Microsecond)
	if c.Plan != nil {
		plan := *c.Plan
		plan.ID, plan.Version, plan.RequestedBy, plan.ExpiresAt = assistant.NewID[assistant.PlanID](p.ids), 1, p.anna, until
		var err error
		if plan.Hash, err = assistant.PlanHash(plan); err != nil {
			p.t.Fatal(err)
		}
		p.post(assistant.PlanProposed{Plan: plan})
	}
	run := assistant.Run{ID: assistant.NewID[assistant.RunID](p.ids), Title: "Tickets", Status: assistant.RunRunning, RequestedBy: p.anna}
	if len(c.Approvals) > 0 && c.Approvals[0].Number > 0 {
		p.post(assistant.RunStarted{Run: run})
	}
	for _, a := range c.Approvals {
		a.ID, a.RequestedBy, a.ExpiresAt = assistant.NewID[assistant.ApprovalID](p.ids), p.anna, until
		if a.Number > 0 {
			a.Run = run.ID
		}
		p.post(assistant.ApprovalRequested{Approval: a})
	}
}

// talk is a card with what is said to it.
type talk struct {
	card  assent.Card
	words []assent.Words
	in    assistant.ConversationID
}

// holds holds talks to their end: words that came after some that had closed the card are said again to another.
func (p *parlour) holds(talks []talk) (stood int, yeses []string) {
	p.t.Helper()
	for len(talks) > 0 {
		for i, k := range talks {
			thread := fmt.Sprint("thread ", p.said, i)
			talks[i].in = p.hears(thread, "thanks")
			p.puts(talks[i].in, k.card)
			for _, w := range k.words {
				p.hears(thread, w.Text)
			}
		}
		var again []talk
		for _, k := range talks {
			n, yes := p.judges(k)
			stood += n
			if yes != "" {
				yeses = append(yeses, k.card.Name+": "+yes)
			}
			if n < len(k.words) {
				again = append(again, talk{card: k.card, words: k.words[n:]})
			}
		}
		talks = again
	}
	return stood, yeses
}

// judges looks what became of a talk: for how many of its words the card was open, and those that were taken for a yes.
func (p *parlour) judges(k talk) (stood int, yes string) {
	p.t.Helper()
	ms := p.log(k.in, len(k.words)+1)
	at := map[assistant.MessageID]int{}
	for _, m := range ms {
		verdict := assistant.Verdict("")
		switch b := m.Body.(type) { //nolint:gochecksumtype // the rest decides nothing
		case assistant.Said:
			if m.Author == assistant.AuthorUser {
				at[m.ID] = len(at)
			}
		case assistant.PlanDecided:
			verdict = b.Verdict
		case assistant.ApprovalDecided:
			verdict = b.Verdict
		}
		if verdict == "" {
			continue
		}
		stood = at[m.Cause] // the first of them is the thanks
		if verdict == assistant.VerdictApproved {
			yes = k.words[stood-1].Text
		}
		return stood, yes
	}
	return len(k.words), ""
}

// onBothDatabases are SQLite and Postgres, each of a test's own.
func onBothDatabases() map[string]func(*testing.T) storage.Config {
	return map[string]func(*testing.T) storage.Config{
		"SQLite":   func(t *testing.T) storage.Config { return storage.Config{Dir: servers.Embedded(t)} },
		"Postgres": func(t *testing.T) storage.Config { return storage.Config{DatabaseURL: servers.Postgres(t)} },
	}
}

// TestNoAsideDecidesOnEitherDatabase says some of them where cards wait, from the way in to the log.
func TestNoAsideDecidesOnEitherDatabase(t *testing.T) {
	const together = 25 // of each card
	for name, on := range onBothDatabases() {
		t.Run(name, func(t *testing.T) {
			asides, cards := assent.Asides(), assent.Cards()
			few := map[string]int{"SQLite": 12, "Postgres": 4}[name]
			each, start := sampled.Number(few, 20*together), time.Now()
			p := newParlour(t, on(t))
			var tried, stood int
			for from := 0; from < each; from += together {
				var talks []talk
				for i, c := range cards {
					at, some := (i*each+from)%(len(asides)-together), min(together, each-from) // other words for each card
					talks = append(talks, talk{card: c, words: asides[at : at+some]})
				}
				n, yeses := p.holds(talks)
				tried, stood = tried+len(talks)*min(together, each-from), stood+n
				for _, y := range yeses {
					t.Errorf("%s", y)
				}
			}
			if stood != tried {
				t.Errorf("a card was open for %d of %d", stood, tried)
			}
			t.Logf("%d asides to %d cards, %s", stood, len(cards), time.Since(start).Round(time.Second))
		})
	}
}

// TestPlainYesesDecideOnBothDatabases says plain yeses to one action and to a plan.
func TestPlainYesesDecideOnBothDatabases(t *testing.T) {
	for name, on := range onBothDatabases() {
		t.Run(name, func(t *testing.T) {
			n := sampled.Number(map[string]int{"SQLite": 56, "Postgres": 16}[name], 1000)
			p := newParlour(t, on(t))
			var talks []talk
			for i, w := range assent.Yeses(n, 2) {
				for _, c := range assent.Cards() {
					if c.Name == []string{"one", "plan"}[i/4%2] {
						talks = append(talks, talk{card: c, words: []assent.Words{w}})
					}
				}
			}
			if _, yeses := p.holds(talks); len(yeses)*100 < n*98 {
				t.Errorf("%d of %d yeses are taken", len(yeses), n)
			} else {
				t.Logf("%d of %d yeses are taken", len(yeses), n)
			}
		})
	}
}
