package hooks

import (
	"context"
	"errors"
	"fmt"
	"time"

	"golang.org/x/time/rate"

	"github.com/aisteam/aisteam/assistant"
)

// pace is how many events of a channel a hook takes.
type pace struct {
	minute int
	rate   *rate.Limiter
}

// clocksDiffer is by how much a platform's clock may be behind ours. What was said before a task was made, and is read back since
// nobody listened, does not begin it.
const clocksDiffer = time.Minute

// mostChanged is how often rules that are changed while an event comes are asked again.
const mostChanged = 3

// Happened tells every hook that watches a channel of what has happened there, by the rules by which it is told of other events, and
// stores it before it returns. A task whose owner is in the channel no more is paused instead. taken is whether a task is told of it, or was before. The platform may tell of it again where there is
// an error: each hook takes it once.
func (g *Gate) Happened(ctx context.Context, h assistant.Happening) (taken bool, err error) {
	hooks, err := g.ledger.Watching(ctx, h.Tenant, h.Watch)
	if err != nil {
		return false, fmt.Errorf("find who watches a channel: %w", err)
	}
	for _, hook := range hooks {
		if !h.At.IsZero() && h.At.Before(hook.Made.Add(-clocksDiffer)) {
			continue
		}
		in, err := g.inside(ctx, hook)
		if err == nil && !in {
			err = g.ledger.LeftChannel(ctx, hook.Tenant, assistant.Actor{Person: hook.Owner}, hook.Rules.Watch.Channel)
		}
		if err != nil {
			return false, fmt.Errorf("tell a task of a channel: %w", err)
		}
		if !in {
			continue
		}
		got, err := g.tell(ctx, hook, h)
		if err != nil {
			return false, err
		}
		taken = taken || got.Outcome.Stored() || got.Outcome == assistant.HookReplayed
	}
	return taken, nil
}

// tell tells one hook, once more by its new rules where they are changed meanwhile.
func (g *Gate) tell(ctx context.Context, hook assistant.Hook, about assistant.Happening) (assistant.HookEvent, error) {
	for try := 1; ; try++ {
		got, err := g.watching(hook).take(ctx, about)
		if !errors.Is(err, assistant.ErrFenced) || try == mostChanged {
			return got, err
		}
		again, err := g.ledger.Watching(ctx, about.Tenant, about.Watch)
		if err != nil {
			return got, fmt.Errorf("find who watches a channel: %w", err)
		}
		found := false
		for _, h := range again {
			if h.ID == hook.ID {
				hook, found = h, true
			}
		}
		if !found {
			return assistant.HookEvent{Hook: hook.ID, Outcome: assistant.HookOver}, nil
		}
	}
}

// watching is a hook that watches a channel, at the pace that it has had.
func (g *Gate) watching(h assistant.Hook) *Hook {
	g.mu.Lock()
	defer g.mu.Unlock()
	p, known := g.paces[h.ID]
	if !known || p.minute != h.Rules.Minute {
		if len(g.paces) >= mostKept {
			clear(g.paces)
		}
		p = pace{h.Rules.Minute, paced(h.Rules.Minute)}
		g.paces[h.ID] = p
	}
	return &Hook{gate: g, hook: h, rate: p.rate}
}

// take takes what has happened, or says by its outcome why not.
func (h *Hook) take(ctx context.Context, about assistant.Happening) (assistant.HookEvent, error) {
	var err error
	if h.rules, err = Compile(h.hook.Rules); err != nil {
		return assistant.HookEvent{}, err
	}
	payload := any(about.Payload)
	e := assistant.HookEvent{
		Hook: h.hook.ID, Key: cut(plainText(about.Key), assistant.HookKeyLimit), Kind: string(about.Watch.Kind), Payload: kept(payload),
	}
	e.Size = int64(len(e.Payload))
	if !h.rate.AllowN(h.gate.now(), 1) {
		return h.refuse(ctx, e, assistant.HookLimited, fmt.Sprintf("More than %d events came in a minute.", h.hook.Rules.Minute))
	}
	if !h.judge(ctx, &e, payload, nil) {
		return h.refuse(ctx, e, assistant.HookFiltered, e.Note)
	}
	got, err := h.gate.ledger.TakeEvents(ctx, h.hook.Tenant, h.hook.ID, []assistant.HookEvent{e}, h.hook.Revision)
	if err != nil {
		return e, fmt.Errorf("take what happened: %w", err)
	}
	if out := got[0]; !out.Outcome.Stored() && out.Outcome != assistant.HookReplayed { // platforms tell twice as a matter of course
		return h.refuse(ctx, out, out.Outcome, out.Note)
	}
	return got[0], nil
}

// Watched tells whether somebody looks at what happens in a channel.
func (g *Gate) Watched(ctx context.Context, t assistant.TenantID, w assistant.Watch) (bool, error) {
	hooks, err := g.ledger.Watching(ctx, t, w)
	if err != nil {
		return false, fmt.Errorf("find who watches a channel: %w", err)
	}
	return len(hooks) > 0, nil
}
