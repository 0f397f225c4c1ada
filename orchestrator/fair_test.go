package orchestrator_test

import (
	"context"
	"crypto/rand"
	"log/slog"
	mrand "math/rand/v2"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/llm/prices"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/internal/ledgerkit"
	"github.com/aisteam/aisteam/internal/sampled"
	"github.com/aisteam/aisteam/internal/servers"
	"github.com/aisteam/aisteam/orchestrator"
	"github.com/aisteam/aisteam/orchestrator/queue"
	"github.com/aisteam/aisteam/storage"
)

// thinker is a model that takes its time about every answer, by the words it is asked with.
type thinker struct {
	slow, quick time.Duration
	used        assistant.Usage // by each answer
	name        string
	instead     string // the provider in whose stead it answers
	fails       error  // each answer breaks off with it
	searches    bool   // it looks for tools before it answers
	asked, busy atomic.Int64
}

// Ask implements [llm.Asker].
func (m *thinker) Ask(ctx context.Context, r llm.Request, _ func(string)) (llm.Reply, error) {
	m.asked.Add(1)
	m.busy.Add(1)
	defer m.busy.Add(-1)
	takes := m.quick
	for _, said := range r.Messages {
		for _, p := range said.Parts {
			if strings.Contains(p.Text, slowly) {
				takes = m.slow
			}
		}
	}
	select {
	case <-time.After(takes):
	case <-ctx.Done():
		return llm.Reply{Bill: m.bill(), Info: llm.Info{Provider: "openai", Model: m.name}}, ctx.Err()
	}
	if m.fails != nil {
		return llm.Reply{Bill: m.bill(), Info: llm.Info{Provider: "openai", Model: m.name}}, m.fails
	}
	said := llm.TextMessage(llm.RoleAssistant, "Much, and gladly.")
	if m.searches && r.Messages[len(r.Messages)-1].Role == llm.RoleUser {
		said = calls("find", "find_tools", `{"words":"page"}`).Message
	}
	return llm.Reply{Message: said, Usage: m.used, Bill: m.bill(), Info: llm.Info{Provider: "openai", Model: m.name}, Instead: m.instead}, nil
}

// bill is what each answer costs by list price.
func (m *thinker) bill() llm.Bill {
	table, err := prices.Listed()
	micros, known := table.Cost(m.name, m.used, time.Now())
	return llm.Bill{Usage: m.used, Micros: micros, Unpriced: !known || err != nil}
}

// Most implements [llm.Gauge].
func (m *thinker) Most(llm.Request) llm.Bill { return m.bill() }

const slowly = "slowly"

// replica is a whole engine on a test's clock, with a store, a Redis inside the process and a model.
type replica struct {
	*orchestrator.Orchestrator

	t       *testing.T
	db      *ledgerkit.DB
	home    assistant.TenantID
	owner   assistant.PersonID
	model   *thinker
	ahead   atomic.Int64 // of the bubble's clock: nothing has to happen for as long
	parties sync.WaitGroup
	end     context.CancelFunc
}

func (r *replica) now() time.Time { return time.Now().Add(time.Duration(r.ahead.Load())) }

// newReplica starts an engine. It is to be closed within the test's bubble.
func newReplica(t *testing.T, dir string, model *thinker, set ...func(*orchestrator.Config)) *replica {
	t.Helper()
	r := &replica{t: t, model: model}
	ids, log := assistant.NewIDs(r.now, rand.Reader), slog.New(slog.DiscardHandler)
	db, err := ledgerkit.Bare(t.Context(), storage.Config{Dir: dir, IDs: ids, Now: r.now, Log: log})
	if err != nil {
		t.Fatal(err)
	}
	home, owner, err := db.Tenants.Bootstrap(t.Context(), assistant.Seed{Owner: assistant.Person{Name: "Olga"}})
	if err != nil {
		t.Fatal(err)
	}
	client, stop, err := queue.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	c := orchestrator.Config{
		Store: db.Verbs, Queue: queue.New(client, queue.Config{Consumer: "one", Log: log, Now: time.Now}), Teams: toolless(), IDs: ids, Now: r.now, Log: log,
		Random: mrand.New(mrand.NewPCG(1, 1)), // jitter
	}
	c.Backends = llm.Backend{Model: model, Purse: llm.NewPurse(db.Spending, model, ids, nil, log)}
	for _, f := range set {
		f(&c)
	}
	o := orchestrator.New(orchestrator.NewInbox(c), c)
	ctx, end := context.WithCancel(t.Context())
	r.Orchestrator, r.db, r.home, r.owner = o, db, home.ID, owner.ID
	r.end = func() {
		end()
		r.parties.Wait()
		stop()
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	}
	for _, run := range []func(context.Context) error{o.Worker.Run, o.Tasks.Run, o.Sweeper.Run} {
		r.parties.Go(func() {
			if err := run(ctx); err != nil {
				t.Error(err)
			}
		})
	}
	return r
}

// another makes one more tenant.
func (r *replica) another(team string) assistant.TenantID {
	r.t.Helper()
	in, err := r.db.Installs.SaveInstall(r.t.Context(), assistant.Install{App: "A1", Team: team, Name: team, BotUser: "UBOT", Tokens: assistant.Tokens{Access: "xoxb-1"}})
	if err != nil {
		r.t.Fatal(err)
	}
	return in.Tenant
}

// ask says something in a conversation of its own.
func (r *replica) ask(t assistant.TenantID, thread, text string, files ...assistant.File) assistant.ConversationID {
	r.t.Helper()
	got, err := r.Inbox.Receive(r.t.Context(), assistant.Inbound{
		Tenant: t, From: assistant.Identity{Surface: assistant.SurfaceSlack, Space: string(t), External: "U", Name: "Somebody"}, Text: text, Key: thread, Files: files,
		Place: assistant.Place{Surface: assistant.SurfaceSlack, Space: string(t), Channel: "C", Thread: thread},
	})
	if err != nil {
		r.t.Fatal(err)
	}
	return got.Conversation
}

// answered waits for an agent's words in the conversation and tells how long that took.
func (r *replica) answered(t assistant.TenantID, c assistant.ConversationID) time.Duration {
	r.t.Helper()
	began := time.Now()
	r.words(t, c)
	return time.Since(began)
}

// words waits for an agent's words in the conversation, or for a problem told there.
func (r *replica) words(t assistant.TenantID, c assistant.ConversationID) string {
	r.t.Helper()
	began := time.Now()
	for time.Since(began) < time.Hour {
		ms, err := r.db.Conversations.MessagesAfter(r.t.Context(), t, c, 0, 100)
		if err != nil {
			r.t.Fatal(err)
		}
		for _, m := range ms {
			switch m.Body.(type) { //nolint:gochecksumtype // the rest is on the way
			case assistant.Said, assistant.Failed:
				if m.Author == assistant.AuthorAssistant {
					return m.Content
				}
			}
		}
		time.Sleep(5 * time.Millisecond) // the bubble's clock
	}
	r.t.Fatal("no answer within an hour")
	return ""
}

// count counts the messages of a conversation with those words in them.
func (r *replica) count(t assistant.TenantID, c assistant.ConversationID, words string) int {
	r.t.Helper()
	ms, err := r.db.Conversations.MessagesAfter(r.t.Context(), t, c, 0, 100)
	if err != nil {
		r.t.Fatal(err)
	}
	n := 0
	for _, m := range ms {
		if strings.Contains(m.Content, words) {
			n++
		}
	}
	return n
}

// TestATenantThatFillsAReplicaLeavesRoomForOthers: while a tenant has 200 turns of 30 s, 500 at night, and memory for two in five of
// them, another's question is answered within one and a half times what it takes alone; and all of them are answered, as many at the
// same time as there is memory for.
func TestATenantThatFillsAReplicaLeavesRoomForOthers(t *testing.T) {
	dir := servers.Embedded(t)
	synctest.Test(t, func(t *testing.T) {
		model := &thinker{slow: 30 * time.Second, quick: 300 * time.Millisecond}
		turns := sampled.Number(200, 500)
		heldConversation := turns * 2 / 5
		r := newReplica(t, dir, model, func(c *orchestrator.Config) { c.Limits.Memory = 2 * heldConversation * 32 << 10 })
		defer r.end()
		noisy, quiet := r.home, r.another("T2")
		alone := r.answered(quiet, r.ask(quiet, "alone", "What can you do for me?"))

		began := time.Now()
		var flood []assistant.ConversationID
		for i := range turns {
			flood = append(flood, r.ask(noisy, strconv.Itoa(i), "What can you do for me, "+slowly+"?"))
		}
		var most int64
		for i := range 10 {
			time.Sleep(7 * time.Second) // also when its turns begin anew
			most = max(most, model.busy.Load())
			if beside := r.answered(quiet, r.ask(quiet, "beside "+strconv.Itoa(i), "What can you do for me?")); beside > alone*3/2 {
				t.Errorf("question %d took %v beside the others, and %v alone", i, beside, alone)
			}
		}
		for _, c := range flood {
			r.answered(noisy, c)
		}
		least := time.Duration((turns+heldConversation-1)/heldConversation) * model.slow
		if took := time.Since(began); most > int64(heldConversation) || most < int64(heldConversation*9/10) || took > least*5/4 {
			t.Errorf("at most %d of %d turns were in hand at a time, and all took %v, which could be %v", most, heldConversation, took, least)
		}
	})
}

// TestWaitingCostsNothingButARowAndAGoroutine: 300 people, 1,000 at night, ask at once, of one tenant and of a model that takes 10 s, and nobody
// waits for anybody; while they do, no worker, no token and no renewal of its own is held for any of them.
func TestWaitingCostsNothingButARowAndAGoroutine(t *testing.T) {
	dir := servers.Embedded(t)
	synctest.Test(t, func(t *testing.T) {
		turns := sampled.Number(300, 1000)
		model := &thinker{slow: 10 * time.Second}
		renewed := &renewals{}
		r := newReplica(t, dir, model, func(c *orchestrator.Config) {
			c.Limits.Workers = 4
			renewed.Store = c.Store
			c.Store = renewed
		})
		defer r.end()
		began := time.Now()
		var all []assistant.ConversationID
		for i := range turns {
			all = append(all, r.ask(r.home, strconv.Itoa(i), "What can you do for me, "+slowly+"?"))
		}
		time.Sleep(model.slow * 9 / 10)
		if busy := model.busy.Load(); busy != int64(turns) {
			t.Errorf("%d of %d wait for the model", busy, turns)
		}
		if renewed.calls.Load() == 0 || renewed.calls.Load() > 3 || renewed.claims.Load() < int64(turns) {
			t.Errorf("%d claims were renewed by %d calls within %v", renewed.claims.Load(), renewed.calls.Load(), time.Since(began))
		}
		for _, c := range all {
			r.answered(r.home, c)
		}
		if took := time.Since(began); took > model.slow*11/10 {
			t.Errorf("all took %v, which could be %v", took, model.slow)
		}
	})
}

// renewals counts how claims are renewed.
type renewals struct {
	orchestrator.Store

	calls, claims atomic.Int64
}

// RenewAll implements part of [orchestrator.Store].
func (r *renewals) RenewAll(ctx context.Context, held []assistant.Claim, lease time.Duration) ([]assistant.Claim, error) {
	r.calls.Add(1)
	r.claims.Add(int64(len(held)))
	return r.Store.RenewAll(ctx, held, lease)
}
