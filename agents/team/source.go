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
	Packs       []tools.Pack      // likewise
	Definitions Definitions       // nil for none
	Tools       []Tools           // further tools, from outside
	Every       time.Duration     // how often they are looked at; a second when zero
	Log         *slog.Logger
}

// Source gives each tenant's team as it stands. It holds all that is defined, so that whoever asks for a team waits for nothing; a change
// reaches it by [Source.Run].
type Source struct {
	config   Config
	compiled *Team

	looking sync.Mutex // one looks at a time
	agents  feed[assistant.AgentDefinition]
	tools   []feed[Connected] // of each of the config's tools

	mu   sync.RWMutex
	own  map[assistant.TenantID]*Team // of tenants that have something of their own
	rest *Team                        // of all others
}

// NewSource returns a source of what is compiled in, until what is defined is read. A tool that is not whole, or is called like one before
// it, is set aside alone, and logged: the others serve. Its error names what is wrong with the agents.
func NewSource(c Config) (*Source, error) {
	if c.Every <= 0 {
		c.Every = time.Second
	}
	compiled, err := New(c.Agents, sound(c.Log, "", nil, c.Packs))
	if err != nil {
		return nil, err
	}
	return &Source{config: c, compiled: compiled, rest: compiled, tools: make([]feed[Connected], len(c.Tools))}, nil
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

// Run looks whether anything is defined anew, until the context ends. What cannot be read is logged, and stays as it was.
func (s *Source) Run(ctx context.Context) error {
	tick := time.NewTicker(s.config.Every)
	defer tick.Stop()
	for {
		if err := s.Refresh(ctx); err != nil && ctx.Err() == nil {
			s.config.Log.WarnContext(ctx, "look whether agents or tools are defined anew", slog.Any("err", err))
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-tick.C:
		}
	}
}

// Refresh reads what is defined where it stands otherwise than it did, and makes the teams of it. What cannot be read keeps nothing else
// from being taken.
func (s *Source) Refresh(ctx context.Context) error {
	s.looking.Lock()
	defer s.looking.Unlock()
	var changed bool
	var wrong []error
	if d := s.config.Definitions; d != nil {
		is, err := s.agents.look(ctx, d.DefinitionsStamp, d.AgentDefinitions)
		changed, wrong = is, append(wrong, err)
	}
	for i, t := range s.config.Tools {
		is, err := s.tools[i].look(ctx, t.ToolsStamp, t.Tools)
		changed, wrong = changed || is, append(wrong, err)
	}
	if changed {
		own, rest := s.made(ctx)
		s.mu.Lock()
		s.own, s.rest = own, rest
		s.mu.Unlock()
	}
	return errors.Join(wrong...)
}

// feed is what was read last of something that is defined elsewhere.
type feed[T any] struct {
	stamp string
	read  bool
	all   []T
}

// look reads it where its stamp is another one, and tells whether it was.
func (f *feed[T]) look(ctx context.Context, stamp func(context.Context) (string, error), read func(context.Context) ([]T, error)) (bool, error) {
	now, err := stamp(ctx)
	if err != nil || f.read && f.stamp == now {
		return false, err
	}
	all, err := read(ctx)
	if err != nil {
		return false, err
	}
	f.stamp, f.read, f.all = now, true, all
	return true, nil
}

// made are the teams of what is defined.
func (s *Source) made(ctx context.Context) (own map[assistant.TenantID]*Team, rest *Team) {
	defined, connected := map[assistant.TenantID][]assistant.AgentDefinition{}, map[assistant.TenantID][]tools.Pack{}
	for _, d := range s.agents.all {
		defined[d.Tenant] = append(defined[d.Tenant], d)
	}
	for i := range s.tools {
		for _, c := range s.tools[i].all {
			if c.Pack.Kind == "" {
				s.config.Log.ErrorContext(ctx, "tools are not taken", slog.String("tenant", string(c.Tenant)), slog.String("pack", c.Pack.Name), slog.String("err", "they do not say what kind of connection leads to them"))
				continue
			}
			connected[c.Tenant] = append(connected[c.Tenant], c.Pack)
		}
	}
	rest = s.extended(ctx, s.compiled, "", defined[""], connected[""])
	own = map[assistant.TenantID]*Team{}
	for t := range defined {
		own[t] = nil
	}
	for t := range connected {
		own[t] = nil
	}
	delete(own, "")
	for t := range own {
		own[t] = s.extended(ctx, rest, t, defined[t], connected[t])
	}
	return own, rest
}

// extended is a team with what is defined beside it, for a tenant or, where that is "", for all.
func (s *Source) extended(ctx context.Context, base *Team, t assistant.TenantID, defined []assistant.AgentDefinition, connected []tools.Pack) *Team {
	agents := base.agents
	if len(defined) > 0 {
		agents = s.with(ctx, agents, defined)
	}
	if len(connected) == 0 {
		if len(defined) == 0 {
			return base
		}
		out := base.with(agents)
		out.left = leftOf(base, defined)
		return out
	}
	out, err := New(agents, sound(s.config.Log, t, base.packs, connected))
	if err != nil {
		s.config.Log.ErrorContext(ctx, "a team is left as it is", slog.String("tenant", string(t)), slog.Any("err", err))
		return base
	}
	out.release, out.left = base.release, leftOf(base, defined)
	return out.with(agents)
}

// leftOf are those who are not on a team any more, with those of further definitions before them.
func leftOf(base *Team, defined []assistant.AgentDefinition) []assistant.Agent {
	var out []assistant.Agent
	for _, d := range defined {
		if d.Left && defines(d) == nil {
			d.Agent.Left = true
			out = append(out, d.Agent)
		}
	}
	return append(out, base.left...)
}

// with are agents with those that are defined in place of them or beside them, the leads before those who draft for them. One that is not
// whole is set aside alone, and logged.
func (s *Source) with(ctx context.Context, agents []assistant.Agent, defined []assistant.AgentDefinition) []assistant.Agent {
	drafts := func(d assistant.AgentDefinition) int { return min(len(d.Agent.Lead), 1) }
	slices.SortStableFunc(defined, func(a, b assistant.AgentDefinition) int { return drafts(a) - drafts(b) })
	for _, one := range defined {
		if one.Left {
			continue
		}
		d := one.Agent
		d.Trades = slices.Clone(d.Trades)
		for i := range d.Trades {
			d.Trades[i].Defined = true
		}
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
