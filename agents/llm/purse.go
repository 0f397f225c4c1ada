package llm

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/metrics"
)

// Account keeps what tenants spend.
type Account interface {
	// Spending is what a tenant has spent, and of it what a person has, where one is named.
	Spending(ctx context.Context, t assistant.TenantID, of assistant.PersonID) (assistant.Spending, error)
	// Spend counts a call that nobody records with a turn, and takes away what was put aside for it.
	Spend(ctx context.Context, t assistant.TenantID, c assistant.ModelCall) error
	// Reserve puts aside what a call may cost at most, where a bound of money holds and it may be made; see [assistant.Spending.Reserve].
	Reserve(ctx context.Context, t assistant.TenantID, of assistant.PersonID, id assistant.ReserveID, micros int64) (assistant.Spending, error)
	// TellSpending chooses the one answer of the day that says how little is left: true for the first message that asks.
	TellSpending(ctx context.Context, t assistant.TenantID, by assistant.MessageID) (bool, error)
}

// Gauge tells what a request may take at most; a [Client] does.
type Gauge interface{ Most(r Request) Bill }

// Purse holds tenants to their daily budget: it is looked into before each call of a model, so that what is under way stops
// asking, too, while what needs no model goes on. A nil *Purse bounds nothing, which is right where nothing is spent.
//
// A bound of money holds however many processes ask and die: before a call what it may cost at most is put aside, in the transaction
// that looks into the purse, and when it has ended, whole, stopped or broken off, what it did cost is counted in its place. So what is
// spent never passes the bound by more than was put aside for one call. Calls that are made at the same time may go a little beyond a
// bound of tokens.
type Purse struct {
	account Account
	gauge   Gauge
	ids     *assistant.IDs
	meter   *metrics.Metrics
	log     *slog.Logger
}

// NewPurse returns a purse over an account, for calls that a gauge knows the size of.
func NewPurse(a Account, g Gauge, ids *assistant.IDs, m *metrics.Metrics, log *slog.Logger) *Purse {
	return &Purse{account: a, gauge: g, ids: ids, meter: m, log: log}
}

// Look tells what has been spent, and what may be.
func (p *Purse) Look(ctx context.Context, t assistant.TenantID) (assistant.Spending, error) {
	if p == nil {
		return assistant.Spending{}, nil
	}
	return p.look(ctx, t, "")
}

func (p *Purse) look(ctx context.Context, t assistant.TenantID, of assistant.PersonID) (assistant.Spending, error) {
	s, err := p.account.Spending(ctx, t, of)
	if err != nil {
		return s, fmt.Errorf("look into the purse: %w", err)
	}
	return s, nil
}

// Open tells what is left before a call. When nothing is, the error is an [*assistant.Trouble] with the way on.
func (p *Purse) Open(ctx context.Context, t assistant.TenantID, person assistant.PersonID) (assistant.Spending, error) {
	if p == nil {
		return assistant.Spending{}, nil
	}
	s, err := p.look(ctx, t, person)
	if err != nil || !s.Over() && !s.OwnOver() {
		return s, err
	}
	return s, p.refuse(ctx, t, person, s)
}

func (p *Purse) refuse(ctx context.Context, t assistant.TenantID, person assistant.PersonID, s assistant.Spending) error {
	p.meter.Refused(metrics.RuleBudget)
	p.log.InfoContext(ctx, "refused", slog.String("tenant", string(t)), slog.String("person", string(person)), slog.String("rule", string(metrics.RuleBudget)))
	return s.Refusal()
}

// Begin puts aside what a call may cost, and tells what is left before it. Whoever begins a call that has a [assistant.Spending.Reserve]
// ends it with [Purse.End]. When nothing is left, the error is an [*assistant.Trouble] with the way on. set are the tenant's settings as
// far as the caller knows them: where they have no bound of money, nothing is put aside, and the purse is only looked into.
func (p *Purse) Begin(ctx context.Context, t assistant.TenantID, person assistant.PersonID, r Request, set assistant.Settings) (assistant.Spending, error) {
	if p == nil {
		return assistant.Spending{}, nil
	}
	if set.DailyCents <= 0 {
		s, err := p.Open(ctx, t, person)
		if err != nil || s.Bounds.DailyCents <= 0 {
			return s, err
		}
		set = s.Bounds
	}
	s, err := p.account.Reserve(ctx, t, person, assistant.NewID[assistant.ReserveID](p.ids), p.most(r, set))
	switch {
	case err != nil:
		return s, fmt.Errorf("look into the purse: %w", err)
	case s.Over(), s.OwnOver(), s.Reserve == "" && (s.Full() || s.OwnFull()):
		return s, p.refuse(ctx, t, person, s)
	}
	return s, nil
}

// most is what a request may cost at most.
func (p *Purse) most(r Request, set assistant.Settings) int64 {
	most := p.gauge.Most(r)
	if most.Unpriced {
		micros, _ := set.Micros(most.Usage)
		return micros
	}
	return most.Micros
}

// End counts a call that was begun with a reserve, in its place. It outlives whoever stopped the call, and tells whether it is counted.
func (p *Purse) End(ctx context.Context, t assistant.TenantID, c assistant.ModelCall) bool {
	if c.Conversation == "" {
		c.Key = p.ids.New() // it is counted however often the same is asked
	}
	if err := p.account.Spend(context.WithoutCancel(ctx), t, c); err != nil {
		// What was paid for is used all the same; the reserve stands for it.
		p.log.WarnContext(ctx, "count a model call", slog.String("tenant", string(t)), slog.Any("err", err))
		return false
	}
	return true
}

// Warn is what the answer to a message is to say once a call has left little, and nothing where that is not for it to say.
func (p *Purse) Warn(ctx context.Context, t assistant.TenantID, by assistant.MessageID, s assistant.Spending) (assistant.Sentence, error) {
	if p == nil || !s.Near() && !s.Unheld() || s.ToldBy != "" && s.ToldBy != by {
		return assistant.Sentence{}, nil
	}
	chosen, err := p.account.TellSpending(ctx, t, by)
	if err != nil || !chosen {
		return assistant.Sentence{}, err
	}
	return s.Warning(), nil
}

// Of is what a call is recorded as part of, where no turn records it.
type Of struct {
	Conversation assistant.ConversationID // "" where there is none; then the call is counted and not recorded
	Run          assistant.RunID
	Person       assistant.PersonID // who asked for it; "" for nobody
}

// Within asks a model on a tenant's budget, and counts and records what that takes.
func (p *Purse) Within(t assistant.TenantID, of Of, model Asker) Asker {
	if p == nil {
		return model
	}
	return &paid{purse: p, tenant: t, of: of, model: model}
}

type paid struct {
	purse  *Purse
	tenant assistant.TenantID
	of     Of
	model  Asker
}

// Ask implements [Asker].
func (a *paid) Ask(ctx context.Context, r Request, onText func(string)) (Reply, error) {
	left, err := a.purse.Begin(ctx, a.tenant, a.of.Person, r, assistant.Settings{})
	if err != nil {
		return Reply{}, err
	}
	r.Tenant = a.tenant
	hash, err := r.Hash()
	if err != nil {
		return Reply{}, err
	}
	reply, failed := a.model.Ask(ctx, r, onText)
	if failed != nil && !reply.Bill.Paid() && left.Reserve == "" {
		return reply, failed
	}
	call := assistant.ModelCall{
		Key: "beside/" + a.purse.ids.New(), Request: hash, Conversation: a.of.Conversation, Run: a.of.Run, Person: a.of.Person, Purpose: string(r.Purpose),
		Provider: reply.Info.Provider, Model: reply.Info.Model, Reserve: left.Reserve, Took: reply.Bill.Took,
	}
	if call.Response, err = json.Marshal(reply.Message); err != nil {
		return reply, fmt.Errorf("encode model reply: %w", err)
	}
	reply.Settle(&call, left.Bounds, failed)
	a.purse.End(ctx, a.tenant, call)
	return reply, failed
}
