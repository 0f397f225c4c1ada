package budget_test

import (
	"context"
	"encoding/json"
	mrand "math/rand/v2"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/redis/go-redis/v9"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/team"
	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/executor"
	"github.com/aisteam/aisteam/internal/budget"
	"github.com/aisteam/aisteam/internal/ledgerkit"
	"github.com/aisteam/aisteam/internal/packkit"
	"github.com/aisteam/aisteam/orchestrator"
	"github.com/aisteam/aisteam/orchestrator/queue"
	"github.com/aisteam/aisteam/planning"
	"github.com/aisteam/aisteam/storage"
)

// glib answers at once; where a page is wished for it has it planned, and where a ticket is it looks at the tickets first, then proposes
// one, then answers.
type glib struct{}

func (glib) Ask(_ context.Context, r llm.Request, _ func(string)) (llm.Reply, error) {
	said := llm.TextMessage(llm.RoleAssistant, "Few words and one clear wish.")
	if next := next(r); next != nil {
		said = llm.Message{Role: llm.RoleAssistant, Parts: []llm.Part{{Call: next}}}
	}
	return llm.Reply{Message: said, Info: llm.Info{Provider: "openai", Model: "glib"}, Usage: assistant.Usage{Input: 100, Output: 10}}, nil
}

// next is the call that follows in a talk; nil if there is nothing to call for.
func next(r llm.Request) *llm.ToolCall {
	wished, calls := false, 0
	for _, m := range r.Messages {
		said := llm.Reply{Message: m}.Text()
		if m.Role == llm.RoleUser && strings.Contains(said, pageWish) {
			return &llm.ToolCall{ID: "plan", Name: "propose_plan", Arguments: json.RawMessage(`{"reason":"It takes a plan."}`)}
		}
		wished = wished || m.Role == llm.RoleUser && strings.Contains(said, ticketWish)
		if m.Role == llm.RoleAssistant {
			calls++
		}
	}
	steps := []llm.ToolCall{
		{ID: "look", Name: "list_tickets", Arguments: json.RawMessage(`{"text":""}`)},
		{ID: "make", Name: "create_ticket", Arguments: json.RawMessage(`{"text":"The contact form"}`)},
	}
	if !wished || len(r.Callable()) == 0 || calls >= len(steps) {
		return nil
	}
	return &steps[calls]
}

// wall is a platform on which everything that is posted stands at once.
type wall struct {
	mu      sync.Mutex
	posts   []bots.Card
	answers map[string]chan struct{} // closed when something is answered in the channel
}

func newWall() *wall { return &wall{answers: map[string]chan struct{}{}} }

func (*wall) Hash(_ context.Context, _ assistant.Place, c bots.Card) string {
	if _, said := c.(bots.UserCard); said {
		return ""
	}
	raw, err := json.Marshal(c)
	if err != nil {
		return err.Error()
	}
	return string(raw)
}

func (w *wall) Post(_ context.Context, p assistant.Place, c bots.Card, _ string) (string, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.posts = append(w.posts, c)
	if a, ok := c.(bots.AnswerCard); ok && !a.Status && w.answers[p.Channel] != nil {
		close(w.answers[p.Channel])
		delete(w.answers, p.Channel)
	}
	return strconv.Itoa(len(w.posts)), nil
}

func (*wall) Edit(context.Context, assistant.Place, string, bots.Card) error { return nil }

func (*wall) Find(context.Context, assistant.Place, string) (string, bool, error) {
	return "", false, nil
}

// answered is closed when something is answered in the channel.
func (w *wall) answered(channel string) <-chan struct{} {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.answers[channel] = make(chan struct{})
	return w.answers[channel]
}

func (w *wall) shown() []bots.Card {
	w.mu.Lock()
	defer w.mu.Unlock()
	return append([]bots.Card(nil), w.posts...)
}

// scribe proposes one step, which changes a page.
type scribe struct {
	ids     *assistant.IDs
	project assistant.ProjectID
}

func (s scribe) Begin(_ context.Context, _ planning.Desk, _ assistant.Situation, request assistant.Message) (planning.Move, error) {
	p := assistant.Plan{
		ID: assistant.NewID[assistant.PlanID](s.ids), Version: 1, Project: s.project, Title: "A page", RequestedBy: request.Person,
		ExpiresAt: time.Now().Add(time.Hour).UTC().Truncate(time.Microsecond),
		Steps: []assistant.Step{{
			Key: "page", Group: "A", Owner: assistant.WebEngineer, Type: "create_page", Summary: "create it", Parameters: json.RawMessage(`{"text":"Hello"}`),
			Effect: assistant.EffectReversible, Preview: &assistant.Preview{Title: assistant.Say("Create the page"), Target: "page", State: "nothing", Wanted: "Hello"},
		}},
	}
	var err error
	p.Hash, err = assistant.PlanHash(p)
	return planning.Move{Plan: &p}, err
}

func (s scribe) Answer(context.Context, planning.Desk, assistant.Situation, assistant.Brief, map[string]string, string) (planning.Move, error) {
	return planning.Move{Say: "Nothing was asked."}, nil
}

func (s scribe) Revise(_ context.Context, _ planning.Desk, _ assistant.Situation, p assistant.Plan, _ string) (planning.Move, error) {
	return planning.Move{Plan: &p}, nil
}

// Redirect implements the orchestrator's planner: no plan of it is changed while it is at work.
func (scribe) Redirect(context.Context, planning.Desk, assistant.Situation, planning.Redirected, string) (planning.Move, error) {
	return planning.Move{}, nil
}

// ReadRunChange implements the orchestrator's planner: words are never about what is at work.
func (scribe) ReadRunChange(context.Context, planning.Desk, []assistant.RunView, string) (planning.RunChange, error) {
	return planning.RunChange{Kind: llm.RunChangeNone}, nil
}

// Rework implements the orchestrator's planner: the step is put before people once more, as it was.
func (s scribe) Rework(_ context.Context, _ planning.Desk, _ []assistant.Task, of assistant.Task, _ string) ([]assistant.Rewritten, error) {
	return []assistant.Rewritten{{Task: of.ID, Parameters: of.Parameters}}, nil
}

func page() tools.Tool {
	return tools.Tool{
		Name: "create_page", Label: "Create a page", Description: "Creates.", Class: assistant.ClassAction, Effect: assistant.EffectReversible, Nouns: []string{"page"},
		Owners: []assistant.AgentID{assistant.WebEngineer}, Arguments: tools.Arguments[struct {
			Text string `json:"text"`
		}](),
		Preview: func(context.Context, tools.Call) (assistant.Preview, error) {
			return assistant.Preview{Title: assistant.Say("Create the page"), Target: "page", State: "nothing", Wanted: "Hello"}, nil
		},
		Run: func(context.Context, tools.Call) (assistant.Receipt, error) {
			return assistant.Receipt{Undo: json.RawMessage(`{}`), Result: assistant.Result{Summary: assistant.Verbatim("Created the page")}}, nil
		},
		Recover: func(context.Context, tools.Call) (assistant.Receipt, bool, error) {
			return assistant.Receipt{}, false, nil
		},
		Undo: func(context.Context, tools.Call, assistant.Receipt) error { return nil },
	}
}

// ticket is a page by another name: an action that a loop proposes.
func ticket() tools.Tool {
	t := page()
	t.Direct = true
	t.Nouns = []string{"ticket"}
	t.Name, t.Label, t.Owners = "create_ticket", "Create a ticket", []assistant.AgentID{assistant.Chief}
	return t
}

// ticketList is a query.
func ticketList() tools.Tool {
	t := ticket()
	return tools.Tool{
		Name: "list_tickets", Label: "List tickets", Description: "Lists.", Class: assistant.ClassQuery, Effect: assistant.EffectNone, Owners: t.Owners, Arguments: t.Arguments,
		Run: func(context.Context, tools.Call) (assistant.Receipt, error) {
			return assistant.Receipt{Result: assistant.Result{Summary: assistant.Verbatim("No tickets")}}, nil
		},
	}
}

// shop is the product at work, with somebody who counts.
type shop struct {
	*orchestrator.Orchestrator

	t      testing.TB
	ledger *ledgerkit.Ledger
	db     *ledgerkit.DB
	tenant assistant.TenantID
	queue  *queue.Redis
	wall   *wall
	redis  *budget.Commands
	said   int

	mu    sync.Mutex
	trips []storage.Trip
}

// open opens a shop. Where things are counted no sweeper walks through it: all that is asked for is asked by the work.
func open(tb testing.TB, c storage.Config, swept bool) *shop {
	tb.Helper()
	s := &shop{t: tb, wall: newWall(), redis: &budget.Commands{}}
	c.Trips = func(trip storage.Trip) {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.trips = append(s.trips, trip)
	}
	db := ledgerkit.Open(tb, c, assistant.Project{Name: "Shop", Slug: "shop", Connections: []assistant.Connection{site.Folder()}})
	ids, log := db.IDs, db.Log
	s.ledger, s.db, s.tenant = db, db.DB, db.Tenant
	projects, err := db.Projects.Projects(tb.Context(), db.Tenant)
	if err != nil {
		tb.Fatal(err)
	}
	of := packkit.TeamOf(tb, tools.Pack{Name: "shop", Tools: []tools.Tool{page(), ticket(), ticketList()}})
	exec, err := executor.New(executor.Config{Team: of, Ledger: db.Verbs, IDs: ids, Now: time.Now})
	if err != nil {
		tb.Fatal(err)
	}
	client, stop, err := queue.Embedded()
	if err != nil {
		tb.Fatal(err)
	}
	plain, _ := client.(*redis.Client)
	watched := s.redis.Watch(plain)
	courier := bots.New(bots.Config{Kind: assistant.SurfaceSlack, Surface: s.wall, Store: db.Deliveries, Roster: bots.Always(team.Roster()), Log: log})
	s.queue = queue.New(watched, queue.Config{Consumer: "shop", Log: log, Now: time.Now, Block: time.Hour, Mend: time.Hour})
	wiring := orchestrator.Config{
		Store: db.Verbs, Queue: s.queue,
		Backends: llm.Backend{Model: glib{}, Purse: llm.NewPurse(db.Spending, glib{}, ids, nil, log)}, Planner: scribe{ids, projects[0].ID}, Doer: exec, Teams: of,
		Surfaces: orchestrator.Fixed{courier}, IDs: ids, Now: time.Now, Log: log,
		Random: mrand.New(mrand.NewPCG(1, 2)), Records: true,
	}
	s.Orchestrator = orchestrator.New(orchestrator.NewInbox(wiring), wiring)
	ctx, cancel := context.WithCancel(context.Background())
	var g errgroup.Group
	parts := []func(context.Context) error{s.Worker.Run, s.Tasks.Run, s.Couriers.Run}
	if swept {
		parts = append(parts, s.Sweeper.Run)
	}
	for _, run := range parts {
		g.Go(func() error { return run(ctx) })
	}
	tb.Cleanup(func() {
		cancel()
		if err := g.Wait(); err != nil {
			tb.Error(err)
		}
		_ = watched.Close()
		stop()
	})
	return s
}

// say says something in a new thread of a channel of its own.
func (s *shop) say(text string) assistant.Received {
	s.t.Helper()
	s.said++
	n := strconv.Itoa(s.said)
	got, err := s.Inbox.Receive(s.t.Context(), assistant.Inbound{
		Tenant: s.tenant, Key: "m" + n, ExternalID: "m" + n, Text: text,
		Place: assistant.Place{Surface: assistant.SurfaceSlack, Space: "T1", Channel: "C" + n, Thread: n},
		From: assistant.Identity{
			Surface: assistant.SurfaceSlack, Space: "T1", External: "UANNA", Name: "Anna", Standing: assistant.StandingMember,
		},
	})
	if err != nil {
		s.t.Fatal(err)
	}
	return got
}

// spentOn is what was asked for until something has come of it. Where a busy machine paused so long on the way that it seemed to be
// over, the sum is not known: it is one that is in no budget, so that it is tried again.
func (s *shop) spentOn(what string, came func() bool) spent {
	s.t.Helper()
	out := s.spent()
	for patience := time.Now(); !came(); out = (spent{statements: 1e6, trips: 1e6, transactions: 1e6, flushes: 1e6, commands: 1e6}) {
		if s.spent(); time.Since(patience) > time.Minute {
			s.t.Fatalf("%s has not come", what)
		}
	}
	s.spent() // what looking for it has asked for
	return out
}

// spent waits until nobody asks for anything any more, and gives what was asked for since it was last called.
func (s *shop) spent() spent {
	s.t.Helper()
	const still = 300 * time.Millisecond
	var trips []storage.Trip
	var commands []string
	for quiet := time.Now(); time.Since(quiet) < still; {
		select {
		case <-s.t.Context().Done():
			s.t.Fatal("still at work")
		case <-time.After(20 * time.Millisecond):
		}
		s.mu.Lock()
		more, sent := s.trips, s.redis.Take()
		s.trips = nil
		s.mu.Unlock()
		if len(more) > 0 || len(sent) > 0 {
			quiet = time.Now()
		}
		trips, commands = append(trips, more...), append(commands, sent...)
	}
	return tally(trips, commands)
}

// Most implements [llm.Gauge].
func (glib) Most(llm.Request) llm.Bill { return llm.Bill{} }
