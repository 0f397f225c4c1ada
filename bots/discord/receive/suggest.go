package receive

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/discord/components"
)

const (
	noteNoRun      = "I know no run of yours by that name."
	suggestWithin  = time.Second // what is not found by then is not suggested
	suggestedFrom  = 15          // the newest conversations are looked at
	suggestedLimit = 25
)

// choice is what an option may be.
type choice struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

type suggestions struct {
	Choices []choice `json:"choices"`
}

// suggest lists what the option that is being typed may be: the person's own runs, the agents people can see. Where that
// cannot be read in time, nothing is suggested, and what was typed counts.
func (i *interactions) suggest(ctx context.Context, r request) reply {
	out := suggestions{Choices: []choice{}}
	add := func(name, value, typed string) {
		like := strings.Contains(strings.ToLower(name), strings.ToLower(typed))
		if like && value != "" && bots.Width(value) <= 100 && len(out.Choices) < suggestedLimit {
			out.Choices = append(out.Choices, choice{components.Label(name, components.LimitOption), value})
		}
	}
	switch r.focused {
	case optionAgent:
		for _, a := range i.Roster {
			if a.Visible {
				add(a.Called(), string(a.ID), r.agent)
			}
		}
	case optionRun:
		quick, cancel := context.WithTimeout(ctx, suggestWithin)
		defer cancel()
		runs, err := i.own(quick, r)
		if err != nil {
			i.Log.WarnContext(ctx, "discord suggestions not read", slog.Any("err", err))
		}
		for _, v := range runs {
			if r.command != commandStop || !v.Run.Status.Ended() {
				add(bots.Clip(bots.OneLine(v.Run.Title), 70)+" · "+string(v.Run.Status), string(v.Run.ID), r.run)
			}
		}
	}
	return reply{response: response{answerChoices, out}, outcome: bots.AckTaken}
}

// own lists the runs that the person has asked for, the newest first, in the newest conversations.
func (i *interactions) own(ctx context.Context, r request) ([]assistant.RunView, error) {
	p, err := i.Work.PersonFor(ctx, i.Tenant, r.from.identity())
	if err != nil {
		return nil, fmt.Errorf("find person: %w", err)
	}
	newest, err := i.Work.Conversations(ctx, i.Tenant, suggestedFrom)
	if err != nil {
		return nil, fmt.Errorf("read conversations: %w", err)
	}
	var out []assistant.RunView
	for _, c := range newest {
		runs, err := i.Work.Runs(ctx, i.Tenant, c.ID)
		if err != nil {
			return out, fmt.Errorf("read runs: %w", err)
		}
		for i := range runs {
			if v := runs[len(runs)-1-i]; v.Run.RequestedBy != "" && v.Run.RequestedBy == p.ID {
				out = append(out, v)
			}
		}
	}
	return out, nil
}

// runsMeant lists the runs that a command is about: the one that was named, of the person's own, else those of the
// conversation that it is used in.
func (i *interactions) runsMeant(ctx context.Context, r request) ([]assistant.RunView, error) {
	if r.run == "" {
		return i.runsAt(ctx, r)
	}
	runs, err := i.own(ctx, r)
	if err != nil {
		return nil, err
	}
	for _, v := range runs {
		if string(v.Run.ID) == r.run || strings.EqualFold(bots.OneLine(v.Run.Title), bots.OneLine(r.run)) {
			return []assistant.RunView{v}, nil
		}
	}
	return nil, nil
}

// statusOf says how the run that was named stands.
func (i *interactions) statusOf(ctx context.Context, r request) (string, error) {
	runs, err := i.runsMeant(ctx, r)
	if err != nil || len(runs) == 0 {
		return noteNoRun, err
	}
	return stands(runs[0]), nil
}

// agentMeant is the agent that was named, of those people can see; "" leaves it to the team.
func (i *interactions) agentMeant(named string) assistant.AgentID {
	for _, a := range i.Roster {
		if a.Visible && named != "" && (string(a.ID) == named || strings.EqualFold(a.Called(), named) || strings.EqualFold(a.Name, named)) {
			return a.ID
		}
	}
	return ""
}
