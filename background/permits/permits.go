// Package permits tells what somebody may let a background task do without asking. Which tool their words mean is found by the words
// that tools declare of themselves, in every language that people are answered in; what is not clear is not guessed at.
//
//	words ── background.ReadAllow ──▶ what, limit, end ── find ──▶ one tool ── may ──▶ a standing yes of whoever says it
//	                                                       └── none, several, or words left over: refused with a way on
package permits

import (
	"context"
	"fmt"
	"time"

	"github.com/aisteam/aisteam/approvals"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/background"
)

// Tool is what people may name: what it says of itself.
type Tool struct {
	Name         assistant.TaskType
	Definition   string // where a connection defines it
	Label        string
	Nouns, Verbs []string
	Effect       assistant.Effect
	Standing     bool // what it makes works on without anybody asking again
}

// Rules tell who decides.
type Rules interface {
	Policies(ctx context.Context, t assistant.TenantID) ([]assistant.Policy, error)
	Settings(ctx context.Context, t assistant.TenantID) (assistant.Settings, error)
	Person(ctx context.Context, t assistant.TenantID, id assistant.PersonID) (assistant.Person, error)
}

// Permits implements [background.Permits].
type Permits struct {
	rules Rules
	tools func(assistant.TenantID) []Tool
	now   func() time.Time
}

// New makes permits for the tools that a tenant has when it is asked.
func New(rules Rules, tools func(assistant.TenantID) []Tool, now func() time.Time) *Permits {
	return &Permits{rules: rules, tools: tools, now: now}
}

// known are the tenant's tools that change something, with the words for them.
func (p *Permits) known(t assistant.TenantID) []known {
	var out []known
	for _, one := range p.tools(t) {
		if one.Effect != assistant.EffectNone {
			out = append(out, knownAs(one))
		}
	}
	return out
}

// mostAllowed bounds what one sentence, or one form, allows.
const mostAllowed = 5

// Permit implements [background.Permits].
func (p *Permits) Permit(ctx context.Context, t assistant.TenantID, by assistant.PersonID, b assistant.BackgroundTask, said []background.Allow) ([]background.Allow, error) {
	if len(said) > mostAllowed {
		return nil, assistant.BadInput(assistant.Say("An automation can be allowed %d things at once.", mostAllowed), assistant.Say("Say the others in another sentence."))
	}
	if b.Kind == assistant.BackgroundOnce {
		return nil, assistant.BadInput(assistant.Say("What comes once asks before it changes something: nothing is saved by allowing it before."), assistant.Say("Leave it out, or let the task come again, like “every Monday at 9”."))
	}
	out, all := make([]background.Allow, len(said)), p.known(t)
	for i, a := range said {
		tool, err := find(all, a)
		if err == nil {
			err = p.kept(a, b, tool)
		}
		if err == nil && by != "" {
			err = p.may(ctx, t, by, b, tool)
		}
		if err != nil {
			return nil, err
		}
		a.Tool, a.Definition, a.Label = tool.Name, tool.Definition, tool.Label
		out[i] = a
	}
	return out, nil
}

// kept refuses what nobody can allow.
func (p *Permits) kept(a background.Allow, b assistant.BackgroundTask, tool Tool) error {
	most := p.now().AddDate(0, 0, assistant.StandingDays+1)
	switch {
	case tool.Effect != assistant.EffectReversible:
		return assistant.BadInput(assistant.Say("“%s” cannot be undone, so it is asked for each time.", tool.Label), assistant.Say("Allow something that can be taken back, or leave it out."))
	case tool.Standing:
		return assistant.ErrBackgroundNested
	case b.Kind == assistant.BackgroundEvent && !background.Names(a.Target):
		return assistant.BadInput(assistant.Say("Others send the events that begin this automation, so it has to be said what it may change."), assistant.Say("Name it in quotes, like “it may update the page ‘Contact’ without asking”; or use “Always approve” on its first card."))
	case a.Most < 1 || a.Most > assistant.StandingUses || !a.Until.After(p.now()) || a.Until.After(most):
		return background.ErrAllowBounds
	case a.Target != "" && !background.Names(a.Target) || len([]rune(a.Target)) > 120:
		return assistant.BadInput(assistant.Say("I cannot tell what that may be done to."), assistant.Say("Name it as it is called, in quotes."))
	}
	return nil
}

// may refuses what somebody could not approve by themself.
func (p *Permits) may(ctx context.Context, t assistant.TenantID, by assistant.PersonID, b assistant.BackgroundTask, tool Tool) error {
	who, err := p.rules.Person(ctx, t, by)
	if err != nil {
		return fmt.Errorf("read who allows something: %w", err)
	}
	set, err := p.rules.Settings(ctx, t)
	if err != nil {
		return fmt.Errorf("read who may approve: %w", err)
	}
	all, err := p.rules.Policies(ctx, t)
	if err != nil {
		return fmt.Errorf("read who approves: %w", err)
	}
	on := approvals.On{Rule: approvals.For(all, b.Project, tool.Name), Settings: set, RequestedBy: b.Owner, Now: p.now()}
	switch {
	case !approvals.MayStand(on.Rule, tool.Effect):
		return assistant.BadInput(assistant.Say("Several people have to approve “%s” each time, so nobody can allow it before.", tool.Label), assistant.Say("Leave it out: the task asks them."))
	case !approvals.May(approvals.Who{Person: who}, on):
		return assistant.BadInput(assistant.Say("You cannot allow “%s” before it is asked for, since you may not approve it.", tool.Label), assistant.Say("Ask somebody who may approve it, or leave it out: the task asks them."))
	}
	return nil
}
