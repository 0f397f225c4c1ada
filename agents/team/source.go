package team

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
)

// Definitions are the agents that are defined while the product runs, of all tenants.
type Definitions interface {
	// DefinitionsStamp is another one where they stand otherwise.
	DefinitionsStamp(ctx context.Context) (string, error)
	AgentDefinitions(ctx context.Context) ([]assistant.AgentDefinition, error)
}

// Config is what a source makes teams of.
type Config struct {
	Agents      []assistant.Agent // compiled in
	Packs       []tools.Pack
	Definitions Definitions   // nil for none
	Every       time.Duration // how often they are looked at; a second when zero
	Log         *slog.Logger
}

// Source gives each tenant's team as it stands. It holds all definitions, so that whoever asks for a team waits for nothing; a change
// reaches it by [Source.Run].
type Source struct {
	config   Config
	compiled *Team

	mu    sync.RWMutex
	stamp string
	read  bool
	own   map[assistant.TenantID]*Team // of tenants that have definitions of their own
	rest  *Team                        // of all others
}

// NewSource returns a source of what is compiled in, until its definitions are read. A tool that is not whole, or is called like one before it,
// is set aside alone, and logged: the others serve. Its error names what is wrong with the agents.
func NewSource(c Config) (*Source, error) {
	if c.Every <= 0 {
		c.Every = time.Second
	}
	compiled, err := New(c.Agents, sound(c.Packs, c.Log))
	if err != nil {
		return nil, err
	}
	return &Source{config: c, compiled: compiled, rest: compiled}, nil
}

// sound are the packs without the tools that no team takes.
func sound(packs []tools.Pack, said *slog.Logger) []tools.Pack {
	packs, taken := slices.Clone(packs), map[string]bool{}
	for i, p := range packs {
		packs[i].Tools = slices.DeleteFunc(slices.Clone(p.Tools), func(t tools.Tool) bool {
			err := t.Whole()
			if taken[t.Name] {
				err = errors.Join(err, errors.New("there is one of that name before it"))
			}
			if err != nil {
				said.Error("a tool is not taken", slog.String("pack", p.Name), slog.String("tool", t.Name), slog.Any("err", err))
			}
			taken[t.Name] = taken[t.Name] || err == nil
			return err != nil
		})
	}
	return packs
}

// Compiled is the team that every tenant has who has defined nobody.
func (s *Source) Compiled() *Team { return s.compiled }

// Of is the team of the tenant as it stands.
func (s *Source) Of(t assistant.TenantID) *Team {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if own, ok := s.own[t]; ok {
		return own
	}
	return s.rest
}

// Run looks whether agents are defined anew, until the context ends. What cannot be read is logged, and the teams stay as they are.
func (s *Source) Run(ctx context.Context) error {
	if s.config.Definitions == nil {
		<-ctx.Done()
		return ctx.Err()
	}
	tick := time.NewTicker(s.config.Every)
	defer tick.Stop()
	for {
		if err := s.Refresh(ctx); err != nil && ctx.Err() == nil {
			s.config.Log.WarnContext(ctx, "look whether agents are defined anew", slog.Any("err", err))
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-tick.C:
		}
	}
}

// Refresh reads the definitions where they stand otherwise than they did, and makes the teams of them.
func (s *Source) Refresh(ctx context.Context) error {
	if s.config.Definitions == nil {
		return nil
	}
	stamp, err := s.config.Definitions.DefinitionsStamp(ctx)
	if err != nil {
		return err
	}
	s.mu.RLock()
	known := s.read && s.stamp == stamp
	s.mu.RUnlock()
	if known {
		return nil
	}
	all, err := s.config.Definitions.AgentDefinitions(ctx)
	if err != nil {
		return err
	}
	own, rest := s.made(ctx, all)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.stamp, s.read, s.own, s.rest = stamp, true, own, rest
	return nil
}

// made are the teams of the definitions.
func (s *Source) made(ctx context.Context, all []assistant.AgentDefinition) (own map[assistant.TenantID]*Team, rest *Team) {
	of := map[assistant.TenantID][]assistant.AgentDefinition{}
	for _, d := range all {
		of[d.Tenant] = append(of[d.Tenant], d)
	}
	own, rest = map[assistant.TenantID]*Team{}, s.compiled
	if len(of[""]) > 0 {
		rest = s.of(s.with(ctx, s.compiled.agents, of[""]))
	}
	for t, defined := range of {
		if t != "" {
			own[t] = s.of(s.with(ctx, rest.agents, defined))
		}
	}
	return own, rest
}

// of is the team of what is compiled in with other agents, who are whole.
func (s *Source) of(agents []assistant.Agent) *Team {
	t := *s.compiled
	t.agents, t.words = agents, s.compiled.words.calling(agents)
	return &t
}

// with are agents with those that are defined in place of them or beside them, the leads before those who draft for them. One that is not
// whole is set aside alone, and logged.
func (s *Source) with(ctx context.Context, agents []assistant.Agent, defined []assistant.AgentDefinition) []assistant.Agent {
	drafts := func(d assistant.AgentDefinition) int { return min(len(d.Agent.Lead), 1) }
	slices.SortStableFunc(defined, func(a, b assistant.AgentDefinition) int { return drafts(a) - drafts(b) })
	for _, one := range defined {
		d := one.Agent
		next := slices.Clone(agents)
		if i := slices.IndexFunc(next, func(a assistant.Agent) bool { return a.ID == d.ID }); i >= 0 {
			next[i] = d
		} else {
			next = append(next, d)
		}
		if err := errors.Join(defines(one), ruled(next)); err != nil {
			s.config.Log.WarnContext(ctx, "an agent is not taken", slog.String("tenant", string(one.Tenant)), slog.String("agent", string(d.ID)), slog.Any("err", err))
			continue
		}
		agents = next
	}
	return agents
}

// How long what people read of an agent may be, in bytes.
const (
	mostName = 80
	mostText = 600
)

// defines tells what is wrong with a definition by itself.
func defines(d assistant.AgentDefinition) error {
	a := d.Agent
	if d.Wrong != "" {
		return fmt.Errorf("agent %q: %s", a.ID, d.Wrong)
	}
	switch a.Category {
	case assistant.CategorySupervisor:
		if a.ID != assistant.Chief {
			return fmt.Errorf("agent %q: only %s supervises", a.ID, assistant.Chief)
		}
	case assistant.CategoryLead, assistant.CategoryExecution, assistant.CategoryUtility:
	default:
		return fmt.Errorf("agent %q: nobody is of the category %q", a.ID, a.Category)
	}
	for what, text := range map[string]string{"id": string(a.ID), "name": a.Name, "title": a.Title, "role": a.Role} {
		if len(text) > mostText || len(text) > mostName && what != "role" {
			return fmt.Errorf("agent %.60q: its %s is longer than anybody reads", a.ID, what)
		}
		if strings.ContainsFunc(text, func(r rune) bool {
			return !plain(r) && (what != "role" || unicode.IsControl(r) || r == '<' || r == '>')
		}) {
			return fmt.Errorf("agent %.60q: its %s has signs in it that nobody is called by", a.ID, what)
		}
	}
	return nil
}

// plain tells whether a sign may stand in what somebody is called: no surface takes it for a sign of its own.
func plain(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsDigit(r) || strings.ContainsRune(" .-'’&/", r)
}
