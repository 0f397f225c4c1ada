package orchestrator_test

import (
	"bytes"
	"context"
	"log/slog"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/team"
	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/internal/servers"
	"github.com/aisteam/aisteam/storage"
)

// greenhouse is what is defined beside what is compiled in: Zelda, and the notice board at the end of a connection.
type greenhouse struct {
	mu     sync.Mutex
	stamp  int
	agents []assistant.AgentDefinition
	tools  []tools.Tool
}

// set defines something else from now on; a replica knows once it looks.
func (g *greenhouse) set(change func()) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.stamp++
	change()
}

func (g *greenhouse) now() string {
	g.mu.Lock()
	defer g.mu.Unlock()
	return strconv.Itoa(g.stamp)
}

// DefinitionsStamp implements [team.Definitions].
func (g *greenhouse) DefinitionsStamp(context.Context) (string, error) { return g.now(), nil }

// AgentDefinitions implements [team.Definitions].
func (g *greenhouse) AgentDefinitions(context.Context) ([]assistant.AgentDefinition, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.agents, nil
}

// ToolsStamp implements [team.Tools].
func (g *greenhouse) ToolsStamp(context.Context) (string, error) { return g.now(), nil }

// Tools implements [team.Tools].
func (g *greenhouse) Tools(context.Context) ([]team.Connected, error) {
	return []team.Connected{{Pack: g.pack()}}, nil
}

func (g *greenhouse) pack() tools.Pack {
	g.mu.Lock()
	defer g.mu.Unlock()
	p := tools.Pack{Kind: "mcp", Name: "board"}
	for _, t := range g.tools {
		t.Raw, t.Name = t.Name, ""
		p.Tools = append(p.Tools, t)
	}
	return p
}

// source is a replica's.
func (g *greenhouse) source(t *testing.T) *team.Source {
	t.Helper()
	s, err := team.NewSource(team.Config{Agents: team.Roster(), Definitions: g, Tools: []team.Tools{g}, Log: slog.New(slog.DiscardHandler)})
	if err == nil {
		err = s.Refresh(t.Context())
	}
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// overheard is a log that a test reads.
type overheard struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (o *overheard) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.Write(p)
}

func (o *overheard) holds(line string) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return strings.Contains(o.text.String(), line)
}

// TestWorkGoesOnWithTheTeamThatIsThere: what is begun keeps which team began it. While it waits for people, the team changes on the replica
// that does tasks, then on the other one: a tool that was changed asks again, what is gone is said with a way on, nothing is done that nobody
// has approved as it is, and log and timeline name the team that goes on.
func TestWorkGoesOnWithTheTeamThatIsThere(t *testing.T) {
	t.Run("sqlite", func(t *testing.T) { goesOnWithTheTeam(t, storage.Config{Dir: servers.Embedded(t)}) })
	t.Run("postgres", func(t *testing.T) { goesOnWithTheTeam(t, storage.Config{DatabaseURL: servers.Postgres(t)}) })
}

func goesOnWithTheTeam(t *testing.T, on storage.Config) {
	heard := &overheard{}
	c := &crowd{log: slog.New(slog.NewTextHandler(heard, nil))}
	zelda := assistant.AgentDefinition{Agent: assistant.Agent{ID: "florist", Name: "Zelda", Title: "Florist", Category: assistant.CategoryLead}}
	g := &greenhouse{agents: []assistant.AgentDefinition{zelda}, tools: c.tools()}
	pin := g.pack().Sourced()[1].Name
	c.play = func(_ context.Context, _ int, r llm.Request) (llm.Reply, error) {
		if len(results(r)) == 0 {
			return wants("pin", pin, "tulips", pin, "roses"), nil
		}
		return words("That is how it went."), nil
	}
	turns, tasks := g.source(t), g.source(t)
	c.teams = []*team.Source{turns, tasks}
	h := newHouseOn(t, c, on)
	first := turns.Of(h.tenant).Hash()

	h.say("ask", "Zelda, pin a note about the opening hours")
	tulips, roses := h.asksFor("tulips"), h.asksFor("roses")
	run := h.run()
	for _, task := range run.Tasks {
		if task.Team != first || task.Owner != "florist" {
			t.Errorf("a task is %s's of team %q, not of %q", task.Owner, task.Team, first)
		}
	}
	if s := h.session(run.Run); s.Team != first {
		t.Errorf("the session is of team %q, not of %q", s.Team, first)
	}

	g.set(func() { g.tools[1].Description = "Pins, and mails it to everybody." })
	h.ok(tasks.Refresh(t.Context()))
	second := tasks.Of(h.tenant).Hash()
	h.decide(tulips, assistant.VerdictApproved, "")
	again := awaits(h, func(b assistant.ApprovalRequested) bool {
		return b.Approval.Task == tulips.Task && b.Approval.ID != tulips.ID
	}).Approval
	if !strings.HasPrefix(again.Why.String(), "The tool for this was changed since you approved it.") || len(c.board()) != 0 {
		t.Errorf("it asks again because of %q, with %q on the board", again.Why, c.board())
	}
	awaits(h, func(b assistant.TaskStarted) bool { return b.Task == tulips.Task && b.Team == second })
	h.decide(again, assistant.VerdictApproved, "")
	awaits(h, func(b assistant.TaskFinished) bool {
		return b.Task == tulips.Task && b.Status == assistant.TaskCompleted
	})

	g.set(func() { g.agents[0].Left, g.tools = true, g.tools[:1] })
	h.ok(tasks.Refresh(t.Context()))
	h.ok(turns.Refresh(t.Context()))
	third := turns.Of(h.tenant).Hash()
	h.decide(roses, assistant.VerdictApproved, "")
	gone := awaits(h, func(b assistant.TaskFinished) bool { return b.Task == roses.Task })
	if p := gone.Problem; p == nil || !strings.Contains(p.Message.String(), "the tool for it is not here any more") || p.Recovery.IsZero() || !p.Retry {
		t.Errorf("without its tool it came to %+v", gone)
	}
	h.says("Florist Zelda is not on the team any more, so Hans goes on with this.")
	h.says("The team has changed since this was begun. It goes on with the agents and tools that are here now.")
	awaits(h, func(b assistant.Thought) bool { return b.Team == third })
	awaits(h, anyOf[assistant.RunFinished])
	if s := h.session(run.Run); s.Team != third {
		t.Errorf("the session is of team %q, not of %q", s.Team, third)
	}
	for _, line := range []string{"another team does a task", "another team goes on with a session", "then=" + first, "now=" + second, "now=" + third} {
		if !heard.holds(line) {
			t.Errorf("the log does not tell %q", line)
		}
	}
	if board := c.board(); len(board) != 1 || board[0] != "tulips" {
		t.Errorf("on the board stands %q", board)
	}
}

// session is the agent's of a run.
func (h *house) session(r assistant.Run) assistant.AgentSession {
	h.t.Helper()
	s, found, err := h.db.Calls.AgentSession(h.t.Context(), h.tenant, r.Session)
	h.ok(err)
	if !found {
		h.t.Fatalf("run %s has no session", r.ID)
	}
	return s
}

// TestEveryTaskKeepsTheTeamThatMadeIt, whether a plan, an agent at work or a program wants it, and the same team says nothing about itself.
func TestEveryTaskKeepsTheTeamThatMadeIt(t *testing.T) {
	h := newHouseOf(t, boardStory())
	team := h.wiring.Teams.Of(h.tenant).Hash()
	h.tell()
	if note := h.act(approved(h.propose())); note != "" {
		t.Fatal(note)
	}
	awaits(h, func(b assistant.ApprovalRequested) bool { return b.Approval.Tool == "create_page" })
	_, err := h.executes(h.owner, "create_page", `{"slug":"other","html":"<p>Pools</p>"}`)
	h.ok(err)
	made := 0
	for _, c := range h.everything() {
		for _, task := range c.Tasks {
			if made++; task.Team != team {
				t.Errorf("%s is of team %q, not of %q", task.Summary, task.Team, team)
			}
		}
		if c.Run.Session != "" && h.session(c.Run).Team != team {
			t.Errorf("the session of %q is of another team", c.Run.Title)
		}
	}
	if made != 5 {
		t.Errorf("there are %d tasks", made)
	}
	for _, m := range h.log() {
		if b, ok := m.Body.(assistant.TaskStarted); ok && b.Team != "" {
			t.Errorf("a task names the team that made it: %+v", b)
		}
	}
}

// TestAPlanWhoseToolIsGoneDoesNotBegin: nothing of it is done, and it is there again, to be approved or changed.
func TestAPlanWhoseToolIsGoneDoesNotBegin(t *testing.T) {
	h := newHouse(t)
	plan := h.propose(assistant.Step{Key: "mail", Group: "C", Owner: assistant.WebEngineer, Type: "mail_page_of_before", Summary: "Mail it to everybody", Parameters: []byte(`{}`)})
	if note := h.act(approved(plan)); note != "" {
		t.Fatal(note)
	}
	h.says("I did not start this plan, because the tool for one of its steps is not here any more: Mail it to everybody. Nothing was changed.")
	if next := awaits(h, func(b assistant.PlanProposed) bool { return b.Plan.Version == 2 }).Plan; len(next.Steps) != 3 || h.written > 0 || len(h.everything()) > 0 {
		t.Errorf("it was begun, or is not there again: %+v", next)
	}
}

// everything are the runs of all conversations.
func (h *house) everything() (out []assistant.RunView) {
	h.t.Helper()
	all, err := h.db.Conversations.Conversations(h.t.Context(), h.tenant, 10)
	h.ok(err)
	for _, c := range all {
		runs, err := h.db.Runs.Runs(h.t.Context(), h.tenant, c.ID)
		h.ok(err)
		out = append(out, runs...)
	}
	return out
}
