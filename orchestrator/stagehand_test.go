package orchestrator_test

import (
	"context"
	"encoding/json"
	mrand "math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
	"github.com/aisteam/aisteam/executor"
	"github.com/aisteam/aisteam/executor/connect/sitefolder"
	"github.com/aisteam/aisteam/executor/packs/own"
	"github.com/aisteam/aisteam/internal/ledgerkit"
	"github.com/aisteam/aisteam/internal/packkit"
	"github.com/aisteam/aisteam/orchestrator"
	"github.com/aisteam/aisteam/orchestrator/queue"
	"github.com/aisteam/aisteam/planning"
	"github.com/aisteam/aisteam/storage"
)

// mute is a language model that is switched off: everything is told by code. It remembers what it was asked.
type mute struct {
	mu    sync.Mutex
	asked []llm.Request
	takes string // what it takes words for, where it is asked that: then it does answer
	reads string // what it reads words to change of what is at work, as it replies; "" for no answer
	says  string // what it answers otherwise; "" for nothing
}

func (m *mute) Ask(_ context.Context, r llm.Request, _ func(string)) (llm.Reply, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.asked = append(m.asked, r)
	if r.Purpose == llm.PurposeClassify && m.takes != "" {
		return llm.Reply{Message: llm.TextMessage(llm.RoleAssistant, `{"kind":"`+m.takes+`","reason":"r"}`)}, nil
	}
	if r.Purpose == llm.PurposeChangeRun && m.reads != "" {
		return llm.Reply{Message: llm.TextMessage(llm.RoleAssistant, m.reads)}, nil
	}
	if m.says != "" {
		return llm.Reply{Message: llm.TextMessage(llm.RoleAssistant, m.says)}, nil
	}
	return llm.Reply{}, llm.ErrDisabled
}

// answers gives it something to answer.
func (h *house) answers(words string) {
	h.model.mu.Lock()
	defer h.model.mu.Unlock()
	h.model.says = words
}

// forget returns what was asked since it was called last.
func (m *mute) forget() []llm.Request {
	m.mu.Lock()
	defer m.mu.Unlock()
	asked := m.asked
	m.asked = nil
	return asked
}

// house is a whole orchestrator at work, over a site that can be looked at before it is published.
type house struct {
	*door

	project assistant.ProjectID
	tasks   *orchestrator.Execution
	wiring  orchestrator.Config
	model   *mute
	crowd   *crowd // what an agent at work does; nil where none is at work

	mu      sync.Mutex
	state   string            // of the page, "" for none
	staged  map[string]string // what can be looked at, by its key
	away    error             // of Unstage
	written int               // drafts so far
	fails   int               // writes that find no site
	staging chan struct{}     // tells that something is being put up, and waits until it may be; nil for at once
}

func newHouse(t *testing.T) *house {
	t.Helper()
	return newHouseOf(t, nil)
}

// newHouseOf is newHouse with an agent at work.
func newHouseOf(t *testing.T, c *crowd) *house {
	t.Helper()
	return newHouseOn(t, c, storage.Config{})
}

// newHouseOn is newHouseOf on a database.
func newHouseOn(t *testing.T, c *crowd, on storage.Config) *house {
	t.Helper()
	h := &house{staged: map[string]string{}, model: &mute{}, crowd: c}
	db := ledgerkit.Open(t, on, assistant.Project{Name: "Aquaverter", Slug: "aquaverter", Connections: []assistant.Connection{site.Folder()}})
	ids, log := db.IDs, db.Log
	client, stop, err := queue.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	projects, err := db.Projects.Projects(t.Context(), db.Tenant)
	if err != nil || len(projects) != 1 {
		t.Fatalf("projects %+v, %v", projects, err)
	}
	h.project = projects[0].ID
	theirs, err := own.Tools(own.Config{Settings: db.Verbs, Tasks: db.Verbs, Deputies: db.Verbs, Going: db.Verbs, Channels: db.Verbs, IDs: ids, Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	of := packkit.TeamOf(t, tools.Pack{Name: "own", Tools: theirs}, tools.Pack{Name: "test", Tools: append(c.tools(), h.draft(), h.page())})
	if c != nil && c.of != nil {
		of = c.of
	}
	exec, err := executor.New(executor.Config{Team: of, Ledger: db.Verbs, Own: db.Verbs, Audience: db.Verbs, IDs: ids, Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	planner, err := planning.New(planning.Config{Connections: []assistant.ConnectionForm{sitefolder.Form().ConnectionForm}, IDs: ids, Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	wiring := orchestrator.Config{
		Store: db.Verbs, Queue: queue.New(client, queue.Config{Consumer: "test", Log: log, Now: time.Now}), Backends: llm.Backend{Model: h.model}, Planner: planner, Doer: exec,
		Teams: of, IDs: ids, Now: time.Now, Random: mrand.New(mrand.NewPCG(1, 2)), Log: log, Records: true,
	}
	if c != nil {
		c.furnish(&wiring)
	}
	o := orchestrator.New(orchestrator.NewInbox(wiring), wiring)
	ctx, cancel := context.WithCancel(context.Background())
	var g errgroup.Group
	for _, run := range []func(context.Context) error{o.Worker.Run, c.elsewhere(wiring, o).Tasks.Run, o.Sweeper.Run} {
		g.Go(func() error { return run(ctx) })
	}
	t.Cleanup(func() {
		cancel()
		if err := g.Wait(); err != nil {
			t.Error(err)
		}
		if c == nil || c.teams == nil && c.loses == nil { // no single team says again what several have said, and nobody what was never kept
			saysTheSameAgain(t, wiring, db.Verbs, db.Tenant)
		}
		stop()
	})
	h.door = &door{Inbox: o.Inbox, t: t, ids: ids, db: db.DB, tenant: db.Tenant, owner: db.Owner.ID}
	h.tasks, h.wiring = o.Execution, wiring
	h.moveIn()
	return h
}

// moveIn starts Anna's conversation.
func (h *house) moveIn() {
	h.t.Helper()
	got, err := h.Receive(h.t.Context(), assistant.Inbound{
		Tenant: h.tenant, From: account("UANNA"), Text: "thanks", Key: "first",
		Place: assistant.Place{Surface: assistant.SurfaceWeb, Space: "T1", Channel: "C1", Thread: "1"},
	})
	h.ok(err)
	h.conversation, h.anna = got.Conversation, got.Person
}

// drafting is what a draft is written by.
type drafting struct {
	Title   string `json:"title"`
	Request string `json:"request,omitempty"`
	Before  string `json:"before,omitempty"`
	Changes string `json:"changes,omitempty"`
}

func (h *house) draft() tools.Tool {
	return tools.Tool{
		Name: "draft_content", Label: "Draft a page", Description: "Writes.", Class: assistant.ClassQuery, Effect: assistant.EffectNone, Idempotent: true,
		Owners: []assistant.AgentID{assistant.CreativeLead}, Arguments: tools.Arguments[drafting](), Told: "request",
		Rewrite: tools.Rewrite{Before: "before", Field: "html", Words: "changes"},
		Run: func(_ context.Context, c tools.Call) (assistant.Receipt, error) {
			h.mu.Lock()
			defer h.mu.Unlock()
			h.written++
			var d drafting
			if err := json.Unmarshal(c.Arguments, &d); err != nil {
				return assistant.Receipt{}, err
			}
			words := "We build pools that nobody has read of."
			if d.Changes != "" {
				words = d.Before + "\nAs wanted: " + d.Changes
			}
			return assistant.Receipt{Result: assistant.Result{Summary: assistant.Verbatim("Drafted"), Fields: assistant.ValuesOf(map[string]string{"html": words})}}, nil
		},
	}
}

func (h *house) page() tools.Tool {
	preview := func(context.Context, tools.Call) (assistant.Preview, error) {
		h.mu.Lock()
		defer h.mu.Unlock()
		return assistant.Preview{Title: assistant.Say("Create the page"), Target: "https://x.example/services", State: "page:" + h.state}, nil
	}
	return tools.Tool{
		Name: "create_page", Label: "Create a page", Description: "Creates.", Class: assistant.ClassAction, Effect: assistant.EffectReversible,
		Owners: []assistant.AgentID{assistant.WebEngineer}, Arguments: tools.Arguments[struct {
			Slug string `json:"slug"`
			HTML string `json:"html"`
		}](),
		Preview: preview,
		Stage: func(_ context.Context, c tools.Call) (string, error) {
			if h.staging != nil {
				h.staging <- struct{}{}
				<-h.staging
			}
			h.mu.Lock()
			defer h.mu.Unlock()
			h.staged[c.Key] = string(c.Arguments)
			return "https://x.example/preview/" + c.Key, nil
		},
		Unstage: func(_ context.Context, c tools.Call) error {
			h.mu.Lock()
			defer h.mu.Unlock()
			if h.away == nil {
				delete(h.staged, c.Key)
			}
			return h.away
		},
		Run: func(_ context.Context, c tools.Call) (assistant.Receipt, error) {
			h.mu.Lock()
			defer h.mu.Unlock()
			if h.fails > 0 {
				h.fails--
				return assistant.Receipt{}, &assistant.Trouble{Problem: assistant.Problem{Message: assistant.Say("No site."), Recovery: assistant.Say("Try again."), Retry: true}}
			}
			old := h.state
			h.state = string(c.Arguments)
			undo, err := json.Marshal(old)
			return assistant.Receipt{Undo: undo, Result: assistant.Result{Summary: assistant.Verbatim("Created the page")}}, err
		},
		Recover: func(context.Context, tools.Call) (assistant.Receipt, bool, error) {
			return assistant.Receipt{}, false, nil
		},
		Undo: func(_ context.Context, _ tools.Call, r assistant.Receipt) error {
			h.mu.Lock()
			defer h.mu.Unlock()
			return json.Unmarshal(r.Undo, &h.state)
		},
	}
}

func (h *house) live() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.state
}

func (h *house) lookable() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.staged)
}

// propose shows a plan: a draft, a page of it, and what more there is.
func (h *house) propose(more ...assistant.Step) assistant.Plan {
	h.t.Helper()
	p := assistant.Plan{
		ID: assistant.NewID[assistant.PlanID](h.ids), Version: 1, Project: h.project, Title: "Services page", RequestedBy: h.anna,
		ExpiresAt: time.Now().Add(time.Hour).UTC().Truncate(time.Microsecond), Steps: []assistant.Step{
			{
				Key: "draft", Group: "A", Owner: assistant.CreativeLead, Type: "draft_content", Summary: "Draft it", Effect: assistant.EffectNone,
				Parameters: json.RawMessage(`{"title":"Services"}`),
			},
			{
				Key: "page", Group: "B", Owner: assistant.WebEngineer, Type: "create_page", Summary: "Create the Services page", Effect: assistant.EffectReversible,
				Parameters: json.RawMessage(`{"slug":"services","html":{"$from":"draft","field":"html"}}`), Preview: &assistant.Preview{Title: assistant.Say("Create the page"), State: "page:"},
			},
		},
	}
	p.Steps = append(p.Steps, more...)
	var err error
	if p.Hash, err = assistant.PlanHash(p); err != nil {
		h.t.Fatal(err)
	}
	h.post(assistant.PlanProposed{Plan: p})
	return p
}

func (h *house) log() []assistant.Message {
	h.t.Helper()
	ms, err := h.db.Conversations.MessagesAfter(h.t.Context(), h.tenant, h.conversation, 0, 1000)
	h.ok(err)
	return ms
}

// awaits waits until the log has a body that holds what is looked for, and returns the last of them.
func awaits[B assistant.Body](h *house, want func(B) bool) B {
	h.t.Helper()
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(5 * time.Millisecond) {
		ms := h.log()
		for _, m := range slices.Backward(ms) {
			if b, ok := m.Body.(B); ok && want(b) {
				return b
			}
		}
		if time.Now().After(deadline) {
			var lines []string
			for _, m := range ms {
				lines = append(lines, m.Body.Type()+": "+m.Content)
			}
			h.t.Fatalf("nobody said it:\n%s", strings.Join(lines, "\n"))
		}
	}
}

func anyOf[B assistant.Body](B) bool { return true }

func (h *house) says(text string) {
	h.t.Helper()
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(5 * time.Millisecond) {
		var all strings.Builder
		for _, m := range h.log() {
			all.WriteString(m.Content + "\n")
		}
		if strings.Contains(all.String(), text) {
			return
		}
		if time.Now().After(deadline) {
			h.t.Fatalf("nobody said %q:\n%s", text, all.String())
		}
	}
}

// act does something in Anna's name and returns what she reads where it did not take effect.
func (h *house) act(b assistant.Body) string {
	h.t.Helper()
	out, err := h.Act(h.t.Context(), assistant.Act{Tenant: h.tenant, From: account("UANNA"), Body: b})
	h.ok(err)
	if out.Done {
		return ""
	}
	return out.Note
}

func (h *house) run() assistant.RunView {
	h.t.Helper()
	v, err := h.db.Runs.Run(h.t.Context(), h.tenant, awaits(h, anyOf[assistant.RunStarted]).Run.ID)
	h.ok(err)
	return v
}

// asks waits until the model was asked about the words, and returns all that it was given with them.
func (h *house) asks(words string) string {
	h.t.Helper()
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(5 * time.Millisecond) {
		for _, r := range h.model.forget() {
			raw, err := json.Marshal(r)
			h.ok(err)
			if strings.Contains(string(raw), words) {
				return string(raw)
			}
		}
		if time.Now().After(deadline) {
			h.t.Fatalf("no model was asked %q", words)
		}
	}
}
