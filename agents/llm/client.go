package llm

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"github.com/cenkalti/backoff/v5"

	"github.com/aisteam/aisteam/agents/llm/prices"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/lanes"
	"github.com/aisteam/aisteam/metrics"
)

// MaxReply bounds a reply: its text, its tool calls and what the provider wants back with it, in bytes.
const MaxReply = 1 << 20

// Anew is what whoever is told of a text is told where it broke off and is asked for once more: what they were told before is void.
const Anew = ""

// Asker asks a model. [Client] is one; whoever records calls wraps one.
type Asker interface {
	// Ask returns a whole reply. onText is told the text as it comes and may be nil; [Anew] where the text begins again.
	Ask(ctx context.Context, r Request, onText func(string)) (Reply, error)
}

// Meter is told of every attempt to call a model.
type Meter interface {
	// ModelInstead counts a reply of one provider that another was asked for first and did not give.
	ModelInstead(provider, away string)
	// ModelCalled counts a call for a tenant, by the word of its [Purpose] and its [Outcome], and what it cost in millionths of a dollar.
	ModelCalled(t assistant.TenantID, provider, model string, purpose, outcome metrics.Word, used assistant.Usage, micros int64, took time.Duration)
}

// Config is what a Client is made of. Model, Log and Now are required.
type Config struct {
	Model Model
	Fast  Model // of [TierFast]; nil means Model
	// Second and SecondFast are another provider's models, which are asked while the first cannot be had; nil where there is none.
	// They are told nothing of the first one's state.
	Second, SecondFast Model
	Needs              []Need        // of the purposes that packs bring, beside [Needs]
	Prices             *prices.Table // by which calls are billed at the moment in which they are made; nil knows none
	Disabled           bool          // nothing is sent to any model
	Meter              Meter         // may be nil
	Sights             Sights        // may be nil
	Log                *slog.Logger
	Now                func() time.Time

	Attempts    int           // how often a request is tried at most; 0 means 4
	Timeout     time.Duration // for a request with all its attempts; 0 means as the purpose's [Need] says
	IdleTimeout time.Duration // without any event a call is given up; 0 means as the purpose's [Need] says
	FirstWait   time.Duration // before the second attempt, doubling from there, with jitter; 0 means 500 ms
	MaxOutput   int           // tokens, thinking included, where a request does not say; 0 means 16384
	MaxInput    int           // bytes of a request; 0 means 1 MiB
	AtOnce      int           // requests that are on their way at the same time; 0 means 1,024
}

// Client asks models under one policy of retries, time-outs and bounds. It is safe for concurrent use.
//
//	attempt ──Done──▶ reply
//	   ├──overloaded, cut off, silent, garbled──▶ wait (Retry-After, or doubling with jitter) ──▶ attempt
//	   ├──it cannot be had, and there is a second provider──▶ attempt there, at once
//	   ├──the same, and text was passed on already──▶ Anew ──▶ one attempt more: who reads along sees it begin again once, not for ever
//	   ├──a habit of the server ([HabitError])──▶ one attempt more, if it may be something else──▶ error
//	   └──refused, out of attempts or of time, two of them paid for──▶ error
//
// One client asks one provider with one key. No more requests are on their way at the same time than Config.AtOnce; the others
// wait, in order of arrival, and between tenants whoever has the fewest goes first.
type Client struct {
	config Config
	pairs  []pair // the second is asked in place of the first
	away   away
	needs  map[Purpose]Need
	lanes  *lanes.Lanes
}

// NewClient returns a Client. It starts nothing.
func NewClient(c Config) (*Client, error) {
	if c.Model == nil || c.Log == nil || c.Now == nil {
		return nil, errors.New("llm client: a model, a log and a clock are needed")
	}
	c.Fast = cmp.Or(c.Fast, c.Model)
	pairs := []pair{{c.Model, c.Fast}}
	if c.Second != nil {
		pairs = append(pairs, pair{c.Second, cmp.Or(c.SecondFast, c.Second)})
	}
	setDefault(&c.Attempts, 4)
	setDefault(&c.FirstWait, 500*time.Millisecond)
	setDefault(&c.MaxOutput, 16384)
	setDefault(&c.MaxInput, 1<<20)
	setDefault(&c.AtOnce, 1024)
	needs := map[Purpose]Need{}
	for _, n := range slices.Concat(Needs(), c.Needs) {
		if _, twice := needs[n.Purpose]; twice || n.Purpose == "" || n.Whole <= 0 || n.Silent <= 0 {
			return nil, fmt.Errorf("llm client: the purpose %q is declared twice, or without its patience", n.Purpose)
		}
		needs[n.Purpose] = n
	}
	return &Client{config: c, pairs: pairs, needs: needs, lanes: lanes.New(c.AtOnce)}, nil
}

func setDefault[N int | time.Duration](v *N, otherwise N) {
	if *v <= 0 {
		*v = otherwise
	}
}

// Info describes the main model.
func (c *Client) Info() Info { return c.config.Model.Info() }

// Fast describes the model of [TierFast]; it may be the main one.
func (c *Client) Fast() Info { return c.config.Fast.Info() }

// Models describes all that may be asked, the main one first.
func (c *Client) Models() []Info {
	var out []Info
	for _, p := range c.pairs {
		for _, m := range []Model{p.strong, p.fast} {
			if info := m.Info(); !slices.Contains(out, info) {
				out = append(out, info)
			}
		}
	}
	return out
}

// Priced tells whether the list price of a model is known now.
func (c *Client) Priced(model string) bool {
	_, known := c.config.Prices.Find(model, c.config.Now())
	return known
}

// Ask implements [Asker]. A text that broke off after some of it was passed on is asked for once more. When ctx ends,
// the error is ctx's cause. With an error comes a reply without words that has the bill of what was paid for all the same.
func (c *Client) Ask(ctx context.Context, r Request, onText func(string)) (Reply, error) {
	if c.config.Disabled {
		return Reply{}, fmt.Errorf("ask model to %s: %w", r.Purpose, ErrDisabled)
	}
	if n := r.size(); n > c.config.MaxInput {
		return Reply{}, fmt.Errorf("ask model to %s: %w: %d bytes are more than %d", r.Purpose, ErrRefused, n, c.config.MaxInput)
	}
	setDefault(&r.MaxOutput, c.config.MaxOutput)
	r = c.filled(r)
	if !c.lanes.Wait(ctx, r.Tenant, 1) {
		return Reply{}, fmt.Errorf("ask model to %s: %w", r.Purpose, context.Cause(ctx))
	}
	defer c.lanes.Leave(r.Tenant, 1)
	whole, _ := c.patience(r.Purpose)
	inner, cancel := context.WithTimeoutCause(ctx, whole, &StatusError{Provider: c.Info().Provider, Message: "no whole reply within " + whole.String(), Err: errLate})
	defer cancel()
	reply, bill, err := c.retry(inner, r, onText)
	reply.Bill = bill
	switch {
	case err == nil:
		return reply, nil
	case ctx.Err() != nil:
		err = context.Cause(ctx)
	case inner.Err() != nil:
		err = context.Cause(inner)
	}
	return reply, fmt.Errorf("ask model to %s: %w", r.Purpose, err)
}

// filled is a request that says all that an adapter wants to know.
func (c *Client) filled(r Request) Request {
	need := c.need(r.Purpose)
	r.Tier, r.Effort = cmp.Or(r.Tier, need.Tier), cmp.Or(r.Effort, need.Effort)
	if r.Cache.Key == "" {
		sum := sha256.Sum256([]byte(string(r.Tenant) + "\n" + r.Instructions.Stable))
		r.Cache.Key = hex.EncodeToString(sum[:16])
	}
	return r
}

// patience is how long a request may take with all its attempts, and how long a model may be silent.
func (c *Client) patience(p Purpose) (whole, silent time.Duration) {
	need := c.need(p)
	whole, silent = need.Whole, need.Silent
	if c.config.Timeout > 0 {
		whole, silent = c.config.Timeout, min(silent, c.config.Timeout)
	}
	if c.config.IdleTimeout > 0 {
		silent = c.config.IdleTimeout
	}
	return whole, silent
}

func (c *Client) retry(ctx context.Context, r Request, onText func(string)) (reply Reply, bill Bill, err error) {
	whole, silent := c.patience(r.Purpose)
	pace := &pace{doubling: backoff.NewExponentialBackOff()}
	pace.doubling.InitialInterval, pace.doubling.Multiplier = c.config.FirstWait, 2
	pace.doubling.MaxInterval = 20 * time.Second
	var last Info
	try, broken, paid, at := 0, 0, 0, c.first()
	reply, err = backoff.Retry(ctx, func() (Reply, error) {
		try++
		a := attempt{model: c.pairs[at].of(r.Tier), request: r, onText: onText, idle: silent}
		last = a.model.Info()
		reply, one, err := c.attempt(ctx, &a, at, try)
		bill = bill.plus(one)
		if err == nil {
			return reply, nil
		}
		again := pace.after(err, try)
		if len(c.pairs) > 1 && isAway(err) {
			pace.now = at == 0
			again = again || pace.now
			at = 1 - at
		}
		if a.passedOn {
			broken++
		}
		if one.Paid() {
			paid++
		}
		switch {
		case broken > 1 || paid >= paidAttempts || !again || ctx.Err() != nil:
			err = backoff.Permanent(err)
		case a.passedOn:
			onText(Anew)
		}
		return Reply{}, err
	}, backoff.WithBackOff(pace), backoff.WithMaxTries(uint(c.config.Attempts)), backoff.WithMaxElapsedTime(whole))
	if err != nil {
		reply = Reply{Info: last}
	}
	return reply, bill, err
}

// first is the provider that a request begins with.
func (c *Client) first() int {
	if len(c.pairs) > 1 && !c.away.first(c.config.Now()) {
		return 1
	}
	return 0
}

// attempt asks one provider once, notes what came of it and what it has to be paid for, and says in the reply in whose stead it was given.
func (c *Client) attempt(ctx context.Context, a *attempt, at, try int) (Reply, Bill, error) {
	began := c.config.Now()
	reply, err := a.run(ctx)
	now := c.config.Now()
	one := c.billed(a.model.Info(), a, reply, err)
	one.Took = now.Sub(began)
	c.note(ctx, a.model.Info(), a.request, one, try, err)
	c.sighted(a.model.Info(), reply, err)
	if at == 0 && len(c.pairs) > 1 && ctx.Err() == nil {
		c.away.told(now, isAway(err))
	}
	if at == 1 && err == nil {
		reply.Instead = c.Info().Provider
		if c.config.Meter != nil {
			c.config.Meter.ModelInstead(reply.Info.Provider, reply.Instead)
		}
	}
	return reply, one, err
}

func (c *Client) note(ctx context.Context, i Info, r Request, b Bill, try int, err error) {
	result := outcome(err)
	if c.config.Meter != nil {
		c.config.Meter.ModelCalled(r.Tenant, i.Provider, i.Model, c.word(r.Purpose), result, b.Usage, b.Micros, b.Took)
	}
	attrs := []slog.Attr{
		slog.String("provider", i.Provider), slog.String("model", i.Model), slog.String("purpose", string(r.Purpose)),
		slog.String("outcome", string(result)), slog.Int("attempt", try), slog.Duration("took", b.Took),
		slog.Int("input_tokens", b.Usage.Input), slog.Int("output_tokens", b.Usage.Output),
	}
	if err == nil {
		c.config.Log.LogAttrs(ctx, slog.LevelDebug, "model called", attrs...)
		return
	}
	c.config.Log.LogAttrs(ctx, slog.LevelWarn, "model call failed", append(attrs, slog.Any("error", err))...)
}

// pace waits as long as the provider asks, plus a doubling random time, so that callers turned away together do not come
// back together.
type pace struct {
	doubling *backoff.ExponentialBackOff
	asked    time.Duration
	now      bool // another provider is asked, which has turned nobody away
}

// after notes what a failure asks to wait, and tells whether the same may work later.
func (p *pace) after(err error, attempts int) (again bool) {
	p.asked, p.now = 0, false
	if status, ok := errors.AsType[*StatusError](err); ok {
		p.asked = status.RetryAfter
	}
	again = errors.Is(err, ErrOverloaded) || errors.Is(err, ErrTruncated) || errors.Is(err, ErrGarbage)
	return again && !errors.Is(err, ErrLength) && worthAnother(err, attempts)
}

// NextBackOff implements [backoff.BackOff].
func (p *pace) NextBackOff() time.Duration {
	if p.now {
		return 0
	}
	return p.asked + p.doubling.NextBackOff()
}

func (p *pace) Reset() { p.doubling.Reset() }

func (r Request) size() int {
	n := len(r.Instructions.Stable) + len(r.Instructions.Varying) + len(r.Output)
	for _, t := range r.Tools {
		n += len(t.Name) + len(t.Description) + len(t.Parameters)
	}
	for _, m := range r.Messages {
		n += m.size()
	}
	return n
}

func (m Message) size() int {
	n := 0
	for _, p := range m.Parts {
		n += len(p.Text)
		if p.Call != nil {
			n += len(p.Call.ID) + len(p.Call.Name) + len(p.Call.Arguments)
		}
		if p.Result != nil {
			n += len(p.Result.Content)
		}
		if p.State != nil {
			n += len(p.State.Data)
		}
	}
	return n
}
