package team_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aisteam/aisteam/agents/team"
	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/internal/packkit"
)

// defined are definitions that a test changes, and how often they were read.
type defined struct {
	mu    sync.Mutex
	all   []assistant.AgentDefinition
	stamp int
	read  int
	away  error
}

func (d *defined) set(all ...assistant.AgentDefinition) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.all, d.stamp = all, d.stamp+1
}

func (d *defined) DefinitionsStamp(context.Context) (string, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return strconv.Itoa(d.stamp), d.away
}

func (d *defined) AgentDefinitions(context.Context) ([]assistant.AgentDefinition, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.read++
	return d.all, nil
}

func source(t *testing.T, d *defined) (*team.Source, *bytes.Buffer) {
	t.Helper()
	var said bytes.Buffer
	s, err := team.NewSource(team.Config{Agents: team.Roster(), Definitions: d, Log: slog.New(slog.NewTextHandler(&said, nil))})
	if err != nil {
		t.Fatal(err)
	}
	return s, &said
}

func florist(t assistant.TenantID, name string) assistant.AgentDefinition {
	return assistant.AgentDefinition{Tenant: t, Agent: assistant.Agent{ID: "florist", Name: name, Title: "Florist", Category: assistant.CategoryExecution, Lead: assistant.DeliveryLead, Visible: true}}
}

// TestATenantsTeamIsWhatIsCompiledInAndDefined: for all, for one tenant, in the place of somebody, until it is taken away.
func TestATenantsTeamIsWhatIsCompiledInAndDefined(t *testing.T) {
	d := &defined{}
	s, _ := source(t, d)
	calls := func(of assistant.TenantID, want string) {
		t.Helper()
		if err := s.Refresh(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := s.Of(of).Name("florist") + ", " + s.Of(of).Name(assistant.GrowthLead); got != want {
			t.Errorf("tenant %s has %s, want %s", of, got, want)
		}
	}
	calls("a", "florist, Dana")
	d.set(florist("", "Fay"))
	calls("a", "Fay, Dana")
	dana := assistant.AgentDefinition{Tenant: "a", Agent: assistant.Agent{ID: assistant.GrowthLead, Name: "Dora", Title: "Growth Lead", Category: assistant.CategoryLead}}
	d.set(florist("", "Fay"), florist("a", "Zelda"), dana)
	calls("a", "Zelda, Dora")
	calls("b", "Fay, Dana")
	if w := s.Of("a").Words().Names; !strings.Contains(w, "zelda") || strings.Contains(w, "dana") || strings.Contains(s.Of("b").Words().Names, "zelda") {
		t.Errorf("they are heard as %q", w)
	}
	was := s.Of("a")
	d.set()
	calls("a", "florist, Dana")
	if was.Name("florist") != "Zelda" {
		t.Error("a team changed under whoever has it")
	}
	if s.Of("a") != s.Compiled() {
		t.Error("who has defined nobody has not the team that is compiled in")
	}
}

// TestADefinitionThatIsNotWholeIsSetAsideAlone, said in the log; the others are taken.
func TestADefinitionThatIsNotWholeIsSetAsideAlone(t *testing.T) {
	agent := func(change func(*assistant.Agent)) assistant.AgentDefinition {
		d := florist("a", "Zelda")
		change(&d.Agent)
		return d
	}
	for why, wrong := range map[string]assistant.AgentDefinition{
		"has an id and a name":    agent(func(a *assistant.Agent) { a.Name = "" }),
		"only chief supervises":   agent(func(a *assistant.Agent) { a.Category = assistant.CategorySupervisor }),
		"nobody is of the catego": agent(func(a *assistant.Agent) { a.Category = "wizard" }),
		"who is to carry out":     agent(func(a *assistant.Agent) { a.Lead = "nobody" }),
		"signs in it":             agent(func(a *assistant.Agent) { a.Name = "<!channel>" }),
		"cannot be read":          {Tenant: "a", Agent: florist("a", "Zelda").Agent, Wrong: "its config cannot be read"},
		"is longer than":          agent(func(a *assistant.Agent) { a.Role = strings.Repeat("x", 10_000) }),
	} {
		d := &defined{}
		s, said := source(t, d)
		fine := florist("a", "Flora")
		fine.Agent.ID = "flora"
		d.set(wrong, fine)
		if err := s.Refresh(t.Context()); err != nil {
			t.Fatal(err)
		}
		if _, taken := s.Of("a").Find("florist"); taken || s.Of("a").Name("flora") != "Flora" || !strings.Contains(said.String(), why) {
			t.Errorf("%s: taken %t, %s", why, taken, said)
		}
	}
}

// TestAChangeReachesWhoeverAsksWithinTwoSeconds, nothing is read where nothing has changed, and a database that is away changes nothing.
func TestAChangeReachesWhoeverAsksWithinTwoSeconds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := &defined{}
		s, said := source(t, d)
		ctx, end := context.WithCancel(t.Context())
		go func() { _ = s.Run(ctx) }()
		time.Sleep(time.Minute)
		if d.read != 1 {
			t.Errorf("definitions were read %d times", d.read)
		}
		d.set(florist("a", "Zelda"))
		time.Sleep(2 * time.Second)
		if s.Of("a").Name("florist") != "Zelda" || d.read != 2 {
			t.Errorf("she is %s, after %d reads", s.Of("a").Name("florist"), d.read)
		}
		d.mu.Lock()
		d.away = errors.New("no database")
		d.mu.Unlock()
		d.set()
		time.Sleep(5 * time.Second)
		if s.Of("a").Name("florist") != "Zelda" || !strings.Contains(said.String(), "no database") {
			t.Errorf("she is %s; %s", s.Of("a").Name("florist"), said)
		}
		end()
		synctest.Wait()
	})
}

// TestABrokenToolIsSetAsideAlone, with its reason in the log; whatever else there is serves.
func TestABrokenToolIsSetAsideAlone(t *testing.T) {
	var said bytes.Buffer
	pin, broken := packkit.Whole(tools.Tool{Name: "pin", Class: assistant.ClassAction}), packkit.Whole(tools.Tool{Name: "burst", Class: assistant.ClassAction})
	broken.Run = nil
	s, err := team.NewSource(team.Config{
		Agents: team.Roster(), Packs: []tools.Pack{{Name: "board", Tools: []tools.Tool{pin, broken}}, {Name: "other", Tools: []tools.Tool{pin}}}, Log: slog.New(slog.NewTextHandler(&said, nil)),
	})
	if err != nil {
		t.Fatal(err)
	}
	if all := s.Of("a").Tools().All(); len(all) != 1 || all[0].Name != "pin" {
		t.Errorf("it has %d tools", len(all))
	}
	for _, why := range []string{"tool=burst", "it cannot be run", "there is one of that name before it"} {
		if !strings.Contains(said.String(), why) {
			t.Errorf("the log does not say %q: %s", why, said.String())
		}
	}
}

// offered is a source of tools that a test holds.
type offered struct {
	mu    sync.Mutex
	stamp int
	all   []team.Connected
	away  error
}

func (o *offered) ToolsStamp(context.Context) (string, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return strconv.Itoa(o.stamp), o.away
}

func (o *offered) Tools(context.Context) ([]team.Connected, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.all, nil
}

func (o *offered) set(all ...team.Connected) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.stamp, o.all = o.stamp+1, all
}

func connected(t assistant.TenantID, kind, id string, raw ...string) team.Connected {
	c := team.Connected{Tenant: t, Pack: tools.Pack{Kind: kind, Name: id}}
	for _, r := range raw {
		one := packkit.Whole(tools.Tool{Raw: r, Label: r, Class: assistant.ClassQuery, Nouns: []string{"tulips"}})
		c.Pack.Tools = append(c.Pack.Tools, one)
	}
	return c
}

// TestToolsComeAndGoByTenant: each tenant has its own beside those of all; whoever has a team keeps it as it is; one that is broken, and
// what does not say where it comes from, is set aside alone; a source that is away takes nothing from anybody.
func TestToolsComeAndGoByTenant(t *testing.T) {
	var log bytes.Buffer
	o, far := &offered{}, &offered{away: errors.New("no connection")}
	pin := packkit.Whole(tools.Tool{Name: "pin", Class: assistant.ClassAction})
	s, err := team.NewSource(team.Config{
		Agents: team.Roster(), Packs: []tools.Pack{{Name: "board", Tools: []tools.Tool{pin}}}, Tools: []team.Tools{far, o}, Log: slog.New(slog.NewTextHandler(&log, nil)),
	})
	if err != nil {
		t.Fatal(err)
	}
	is := func(of assistant.TenantID, want ...string) {
		t.Helper()
		var got []string
		for _, one := range s.Of(of).Tools().All() {
			got = append(got, one.Raw)
		}
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("%s has %v, wanted %v", of, got, want)
		}
	}
	refresh := func() {
		t.Helper()
		if err := s.Refresh(t.Context()); err == nil || !strings.Contains(err.Error(), "no connection") {
			t.Errorf("the one that is away: %v", err)
		}
	}
	o.set(connected("", "mcp", "all", "water"), connected("a", "mcp", "c1", "plant", "pin"), connected("a", "mcp", "c2", "plant"), connected("b", "", "board", "smuggled"))
	refresh()
	is("a", "pin", "pin", "plant", "plant", "water")
	is("b", "pin", "water")
	if s.Of("a").Hash() == s.Of("b").Hash() || !strings.Contains(log.String(), "what kind of connection") {
		t.Errorf("their teams are one, or nothing is said of what is smuggled in: %s", log.String())
	}
	was := s.Of("a")
	broken := connected("a", "mcp", "c1", "plant", "prune", "")
	broken.Pack.Tools[1].Run = nil
	o.set(broken)
	refresh()
	is("a", "pin", "plant")
	is("b", "pin")
	if len(was.Tools().All()) != 5 || s.Of("b") != s.Compiled() || !strings.Contains(log.String(), "tool=prune") || !strings.Contains(log.String(), "no name where it comes from") {
		t.Errorf("a team changed under whoever has it, or nothing is said of what is broken: %s", log.String())
	}
}

// TestWhoDraftsForALeadThatIsDefinedTooIsTaken, in whatever order they are read.
func TestWhoDraftsForALeadThatIsDefinedTooIsTaken(t *testing.T) {
	d := &defined{}
	s, said := source(t, d)
	zelda := florist("a", "Zelda")
	zelda.Agent.Lead = "gardens"
	d.set(zelda, assistant.AgentDefinition{Tenant: "a", Agent: assistant.Agent{ID: "gardens", Name: "Gil", Title: "Garden Lead", Category: assistant.CategoryLead}})
	if err := s.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	of := s.Of("a")
	if by := of.Carries(of.Agent("florist")); by.Name != "Gil" {
		t.Errorf("%s carries it out: %s", by.Name, said)
	}
}

// TestWhatADefinedAgentAnswersForIsAnAdminsWords: the row says what a trade is about, whatever words of ours it happens to be.
func TestWhatADefinedAgentAnswersForIsAnAdminsWords(t *testing.T) {
	d := &defined{}
	s, _ := source(t, d)
	row := florist("a", "Zelda")
	row.Agent.Trades = []assistant.Trade{{Order: 1, About: "files", Words: "flowers"}}
	d.set(row)
	if err := s.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	if a, ok := s.Of("a").Find("florist"); !ok || !a.Trades[0].Defined || row.Agent.Trades[0].Defined {
		t.Errorf("the trades are %+v, those of the row %+v", a.Trades, row.Agent.Trades)
	}
}

// TestWhatAnotherTeamBeganIsNotMadeAgain: what an earlier release began is, since the code that it was made with says the rest.
func TestWhatAnotherTeamBeganIsNotMadeAgain(t *testing.T) {
	d := &defined{}
	s, _ := source(t, d)
	d.set(florist("a", "Zelda"))
	if err := s.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	own, all := s.Of("a"), s.Of("b")
	for hash, want := range map[string][2]bool{
		"":                               {true, true}, // of before there were hashes
		own.Hash():                       {true, false},
		all.Hash():                       {false, true},
		"an earlier release":             {false, true},
		"an earlier release-with others": {false, false},
	} {
		if got := [2]bool{own.Rebuilds(hash), all.Rebuilds(hash)}; got != want {
			t.Errorf("what %q began: %v", hash, got)
		}
	}
	d.set()
	if err := s.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	if s.Of("a").Hash() != all.Hash() {
		t.Error("who has nobody any more has another team than the others")
	}
}

// TestWhoHasLeftIsCalledByName, by nobody but whoever reads what they have done: they are not on the team.
func TestWhoHasLeftIsCalledByName(t *testing.T) {
	d := &defined{}
	s, _ := source(t, d)
	gone, unsafe := florist("a", "Zelda"), florist("a", "<!channel>")
	gone.Left, unsafe.Left, unsafe.Agent.ID = true, true, "unsafe"
	d.set(gone, unsafe)
	if err := s.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	of := s.Of("a")
	if _, on := of.Find("florist"); on || len(of.Agents()) != len(s.Compiled().Agents()) || of.Hash() != s.Compiled().Hash() {
		t.Error("she is on the team")
	}
	last := of.Ever()[len(of.Agents()):]
	if len(last) != 1 || last[0].Name != "Zelda" || !last[0].Left {
		t.Errorf("who was on it: %+v", last)
	}
	if len(s.Of("b").Ever()) != len(s.Of("b").Agents()) {
		t.Error("she was on another tenant's team")
	}
	d.set(florist("a", "Zelda"))
	if err := s.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	if back := s.Of("a"); back.Name("florist") != "Zelda" || len(back.Ever()) != len(back.Agents()) {
		t.Error("she has not come back")
	}
}
