package backends

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/assistant"
)

const triedWithin = 15 * time.Second // whoever tries a key waits for it

// Keeper keeps the models that tenants set. Only an admin changes them; storage asks who it is.
type Keeper interface {
	ModelSettings(ctx context.Context, t assistant.TenantID) (assistant.ModelSettings, error)
	SetModel(ctx context.Context, t assistant.TenantID, by assistant.PersonID, s assistant.ModelSettings) error
	DropModel(ctx context.Context, t assistant.TenantID, by assistant.PersonID) error
}

// Desk is where admins set the model that answers their tenant. All of its fields are required.
type Desk struct {
	Kept   Keeper
	Source *Source
	// Once makes a way to a model that asks once and does not ask again.
	Once  func(assistant.TenantID, assistant.ModelSettings) (*llm.Client, error)
	Seals bool // there is a key that secrets are sealed with
	Now   func() time.Time
}

// Model is what is set, and what may be.
func (d *Desk) Model(ctx context.Context, t assistant.TenantID) (assistant.ModelChoice, error) {
	set, err := d.Kept.ModelSettings(ctx, t)
	if err != nil {
		return assistant.ModelChoice{}, err
	}
	out := assistant.ModelChoice{Set: set, KeyEnd: set.KeyEnd(), Unsealed: !d.Seals}
	for _, o := range offers() {
		out.Offers = append(out.Offers, assistant.ModelOffer{Key: o.key, Label: o.label, Page: o.page, Chosen: offerOf(set) == o.key, Form: o.form(set, d.Now())})
	}
	out.Set.Key = ""
	return out, nil
}

// TryModel asks what was filled in a short question, on the tenant's budget, and keeps nothing. What cannot be is a [*assistant.FieldError],
// what the provider has against it an [*assistant.Trouble].
func (d *Desk) TryModel(ctx context.Context, t assistant.TenantID, g assistant.ModelGiven) (assistant.Sentence, error) {
	set, err := d.read(ctx, t, g)
	if err != nil {
		return assistant.Sentence{}, err
	}
	return d.try(ctx, t, set)
}

// KeepModel keeps what was filled in once it has answered, and it is in force from the next turn on: here at once, on other replicas with
// their next look.
func (d *Desk) KeepModel(ctx context.Context, t assistant.TenantID, by assistant.PersonID, g assistant.ModelGiven) error {
	set, err := d.read(ctx, t, g)
	if err != nil {
		return err
	}
	if set.Key != "" && !d.Seals {
		return assistant.BadInput(assistant.Say("This installation has nothing to seal a key with, so none is kept."), assistant.Say("Whoever runs it sets AISTEAM_SECRET_KEY, made with openssl rand -base64 32, and starts it again."))
	}
	if !g.Anyway {
		if _, err := d.try(ctx, t, set); err != nil {
			return err
		}
	}
	if err := d.Kept.SetModel(ctx, t, by, set); err != nil {
		return err
	}
	_ = d.Source.Refresh(ctx) // else the next look takes it
	return nil
}

// DropModel takes the model away: from the next turn on the rehearsal answers. One that is gone already is no error.
func (d *Desk) DropModel(ctx context.Context, t assistant.TenantID, by assistant.PersonID) error {
	if err := d.Kept.DropModel(ctx, t, by); err != nil && !errors.Is(err, assistant.ErrNotFound) {
		return err
	}
	_ = d.Source.Refresh(ctx) // as above
	return nil
}

func (d *Desk) read(ctx context.Context, t assistant.TenantID, g assistant.ModelGiven) (assistant.ModelSettings, error) {
	kept, err := d.Kept.ModelSettings(ctx, t)
	if err != nil {
		return kept, err
	}
	return settings(g, kept)
}

// try asks both models of a choice.
func (d *Desk) try(ctx context.Context, t assistant.TenantID, set assistant.ModelSettings) (assistant.Sentence, error) {
	client, err := d.Once(t, set)
	if err != nil {
		return assistant.Sentence{}, fmt.Errorf("open a model to be tried: %w", err)
	}
	ctx, cancel := context.WithTimeout(ctx, triedWithin)
	defer cancel()
	said, err := d.ask(ctx, t, client, llm.TierStrong)
	if err != nil || client.Fast() == client.Info() {
		return said, err
	}
	also, err := d.ask(ctx, t, client, llm.TierFast)
	return said.Then(also), err
}

func (d *Desk) ask(ctx context.Context, t assistant.TenantID, client *llm.Client, tier llm.Tier) (assistant.Sentence, error) {
	began, asked := d.Now(), client.Info()
	if tier == llm.TierFast {
		asked = client.Fast()
	}
	reply, err := d.Source.Backend(client).Within(t, llm.Of{}).Ask(ctx, llm.Probe(tier), nil)
	if err == nil {
		return assistant.Say("%s answered in %s s: it took %d tokens.", asked.Model, strconv.FormatFloat(d.Now().Sub(began).Seconds(), 'f', 1, 64), reply.Usage.Input+reply.Usage.Output), nil
	}
	if errors.Is(err, context.DeadlineExceeded) && !errors.Is(err, assistant.ErrTooMuch) {
		return assistant.Sentence{}, &assistant.Trouble{Err: err, Problem: assistant.Problem{
			Side: assistant.SideInput, Message: assistant.Say("%s did not answer within %d seconds.", asked.Model, int(triedWithin.Seconds())), Recovery: assistant.Say("Try again in a minute."),
		}}
	}
	if p, told := llm.Tried(err, asked.Model, triedWithin); told {
		return assistant.Sentence{}, &assistant.Trouble{Err: err, Problem: p}
	}
	return assistant.Sentence{}, err
}
