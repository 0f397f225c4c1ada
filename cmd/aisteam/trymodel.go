package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strconv"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/llm/lifecycle"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/wording"
)

// tryModel asks the models in use one short question each, or the successor of one of them, on the tenant's budget.
func (s setups) tryModel(ctx context.Context, t assistant.TenantID, successor string) (assistant.Sentence, error) {
	if successor != "" {
		of, err := s.successorOf(ctx, successor)
		if err != nil {
			return assistant.Sentence{}, err
		}
		client, err := s.successor(ctx, t, of.Model.Provider, successor)
		if err != nil {
			return assistant.Sentence{}, err
		}
		said, err := s.answers(ctx, t, client, llm.TierStrong)
		if err != nil {
			return assistant.Sentence{}, err
		}
		if variable := s.lifecycle.Variable(of.Model); variable != "" {
			return said.Then(assistant.Say("To switch to it, set %s=%s and start AISTEAM again.", variable, successor)), nil
		}
		return said.Then(assistant.Say("To switch to it, enter it as the model and press “Save”.")), nil
	}
	client := s.models.Client(t)
	said, err := s.answers(ctx, t, client, llm.TierStrong)
	if err != nil || client.Fast() == client.Info() {
		return said, err
	}
	also, err := s.answers(ctx, t, client, llm.TierFast)
	if err != nil {
		return assistant.Sentence{}, err
	}
	return said.Then(also), nil
}

// successorOf is the model in use that has the successor. Nobody tries any other name.
func (s setups) successorOf(ctx context.Context, successor string) (lifecycle.Standing, error) {
	all, err := s.lifecycle.Standings(ctx)
	if err != nil {
		return lifecycle.Standing{}, fmt.Errorf("find the successor: %w", err)
	}
	for _, one := range all {
		if next, ok := offered(one); ok && next == successor {
			return one, nil
		}
	}
	return lifecycle.Standing{}, assistant.ErrNotFound
}

// offered is the model that is offered in a model's place.
func offered(s lifecycle.Standing) (string, bool) {
	switch {
	case s.Ending.Successor != "":
		return s.Ending.Successor, true
	case s.Instead != "":
		return s.Instead, true
	}
	return "", false
}

// answers tries a model.
func (s setups) answers(ctx context.Context, t assistant.TenantID, client *llm.Client, tier llm.Tier) (assistant.Sentence, error) {
	began := s.now()
	asked := client.Info()
	if tier == llm.TierFast {
		asked = client.Fast()
	}
	reply, err := s.models.Backend(client).Within(t, llm.Of{}).Ask(ctx, llm.Probe(tier), nil)
	took := strconv.FormatFloat(s.now().Sub(began).Seconds(), 'f', 1, 64)
	if !errors.Is(err, assistant.ErrTooMuch) {
		if kept := s.lifecycle.Tested(context.WithoutCancel(ctx), asked, llm.OutcomeOf(err)); kept != nil {
			s.log.WarnContext(ctx, "how the model was tried is not kept", slog.Any("err", kept))
		}
	}
	switch {
	case err == nil && llm.Strayed(asked, reply.Served):
		return assistant.Say("%s answered in %s s, where %s was asked: it took %d tokens.", llm.ModelName(reply.Served), took, asked.Model, reply.Usage.Input+reply.Usage.Output), nil
	case err == nil:
		return assistant.Say("%s answered in %s s: it took %d tokens.", reply.Info.Model, took, reply.Usage.Input+reply.Usage.Output), nil
	case errors.Is(err, context.DeadlineExceeded):
		return assistant.Sentence{}, &assistant.Trouble{Err: err, Problem: assistant.Problem{Side: assistant.SideExecution, Message: assistant.Say("The model said nothing within %d seconds.", int(triedWithin.Seconds())), Recovery: assistant.Say("Try again in a minute; a model that reasons for long may be well all the same.")}}
	}
	p := llm.Explain(err)
	if !p.Mend.IsZero() {
		p.Recovery = p.Mend
	}
	return assistant.Sentence{}, &assistant.Trouble{Err: err, Problem: p}
}

// modelSetups are the models in use, as the settings page tells of them.
func (s setups) modelSetups(ctx context.Context, t assistant.TenantID) ([]assistant.ModelSetup, error) {
	all, err := s.lifecycle.Standings(ctx)
	if err != nil {
		return nil, fmt.Errorf("tell how the models stand: %w", err)
	}
	client := s.models.Client(t)
	var out []assistant.ModelSetup
	for _, one := range all {
		m := assistant.ModelSetup{
			Provider: llm.ProviderName(one.Model.Provider), Name: one.Model.Model, Fast: one.Model == client.Fast() && one.Model != client.Info(),
			Instead: one.Model.Provider != client.Info().Provider, Priced: client.Priced(one.Model.Model), Ends: one.Ending.Day,
			State: one.Here(wording.Words{}, s.lifecycle.Variable(one.Model), s.now()), Pressing: one.Pressing(s.now()), Tested: one.Tested.At,
		}
		if next, ok := offered(one); ok {
			m.Successor = next
		}
		if how := one.Tested.Detail; how != llm.OutcomeOK.String() {
			m.Failed = how
		}
		out = append(out, m)
	}
	return out, nil
}
