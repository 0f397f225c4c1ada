package llm

import (
	"context"
	"fmt"
	"log/slog"
	"math"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/metrics"
)

// Account keeps what tenants spend.
type Account interface {
	Spending(ctx context.Context, t assistant.TenantID) (assistant.Spending, error)
	// Spend counts a call that nobody records with a turn.
	Spend(ctx context.Context, t assistant.TenantID, c assistant.ModelCall) error
	// TellSpending chooses the one answer of the day that says how little is left: true for the first message that asks.
	TellSpending(ctx context.Context, t assistant.TenantID, by assistant.MessageID) (bool, error)
}

// Purse holds tenants to their daily budget: it is looked into before each call of a model, so that what is under way stops
// asking, too, while what needs no model goes on. Calls that are made at the same time may go a little beyond it. A nil
// *Purse bounds nothing, which is right where nothing is spent.
type Purse struct {
	account Account
	ids     *assistant.IDs
	meter   *metrics.Metrics
	log     *slog.Logger
}

// NewPurse returns a purse over an account.
func NewPurse(a Account, ids *assistant.IDs, m *metrics.Metrics, log *slog.Logger) *Purse {
	return &Purse{account: a, ids: ids, meter: m, log: log}
}

// Look tells what has been spent, and what may be.
func (p *Purse) Look(ctx context.Context, t assistant.TenantID) (assistant.Spending, error) {
	if p == nil {
		return assistant.Spending{}, nil
	}
	s, err := p.account.Spending(ctx, t)
	if err != nil {
		return s, fmt.Errorf("look into the purse: %w", err)
	}
	return s, nil
}

// Open tells what is left before a call. When nothing is, the error is an [*assistant.Trouble] with the way on.
func (p *Purse) Open(ctx context.Context, t assistant.TenantID, person assistant.PersonID) (assistant.Spending, error) {
	s, err := p.Look(ctx, t)
	if err != nil || !s.Over() {
		return s, err
	}
	p.meter.Refused(metrics.RuleBudget)
	p.log.InfoContext(ctx, "refused", slog.String("tenant", string(t)), slog.String("person", string(person)), slog.String("rule", string(metrics.RuleBudget)))
	return s, s.Refusal()
}

// Warn is what the answer to a message is to say once a call has left little, and "" where that is not for it to say.
func (p *Purse) Warn(ctx context.Context, t assistant.TenantID, by assistant.MessageID, s assistant.Spending) (string, error) {
	if p == nil || !s.Near() && !s.Unheld() || s.ToldBy != "" && s.ToldBy != by {
		return "", nil
	}
	chosen, err := p.account.TellSpending(ctx, t, by)
	if err != nil || !chosen {
		return "", err //nolint:wrapcheck // it says what was done
	}
	return s.Warning(), nil
}

// Within asks a model on a tenant's budget, and counts what that takes.
func (p *Purse) Within(t assistant.TenantID, model Asker) Asker {
	if p == nil {
		return model
	}
	return &paid{purse: p, tenant: t, model: model}
}

// Charge notes in a call what the reply to it cost: by list price, or by the price that the tenant has set for models without
// one. Where there is neither, the call says so.
func (r Reply) Charge(c *assistant.ModelCall, by assistant.Settings) {
	switch {
	case r.Info.Rehearsal:
		c.Free = true
	case metrics.Priced(r.Info.Model):
		c.Micros = int64(math.Round(1e6 * metrics.Cost(r.Info.Model, r.Usage)))
	default:
		micros, set := by.Micros(r.Usage)
		c.Micros, c.Unpriced = micros, !set
	}
}

type paid struct {
	purse  *Purse
	tenant assistant.TenantID
	model  Asker
}

// Ask implements [Asker].
func (a *paid) Ask(ctx context.Context, r Request, onText func(string)) (Reply, error) {
	left, err := a.purse.Open(ctx, a.tenant, "")
	if err != nil {
		return Reply{}, err
	}
	r.Tenant = a.tenant
	reply, err := a.model.Ask(ctx, r, onText)
	if err != nil {
		return reply, err //nolint:wrapcheck // it says what was asked
	}
	call := assistant.ModelCall{Key: a.purse.ids.New(), Usage: reply.Usage}
	reply.Charge(&call, left.Bounds)
	if err := a.purse.account.Spend(context.WithoutCancel(ctx), a.tenant, call); err != nil {
		// What was paid for is used all the same.
		a.purse.log.WarnContext(ctx, "count a model call", slog.String("tenant", string(a.tenant)), slog.Any("err", err))
	}
	return reply, nil
}
