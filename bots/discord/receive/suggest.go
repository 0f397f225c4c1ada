package receive

import (
	"context"
	"log/slog"
	"strings"
	"time"

	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/discord/components"
)

const (
	noteNoRun      = "I know no run of yours by that name."
	suggestWithin  = time.Second // what is not found by then is not suggested
	suggestedFrom  = 15          // the newest conversations are looked at
	suggestedLimit = 25
)

// choice is one possible value of an option.
type choice struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

type suggestions struct {
	Choices []choice `json:"choices"`
}

// suggest lists what the option that is being typed may be: the person's own runs, the agents people can see. Where that
// cannot be read in time, nothing is suggested, and what was typed counts.
func (s *slash) suggest(ctx context.Context, r request) reply {
	out := suggestions{Choices: []choice{}}
	add := func(name, value, typed string) {
		like := strings.Contains(strings.ToLower(name), strings.ToLower(typed))
		if like && value != "" && bots.Width(value) <= 100 && len(out.Choices) < suggestedLimit {
			out.Choices = append(out.Choices, choice{components.Label(name, components.LimitOption), value})
		}
	}
	switch r.focused {
	case optionAgent:
		for _, a := range s.Roster.Of(s.Tenant) {
			if a.Visible {
				add(a.Called(), string(a.ID), r.agent)
			}
		}
	case optionRun:
		quick, cancel := context.WithTimeout(ctx, suggestWithin)
		defer cancel()
		runs, err := s.runs.own(quick, r)
		if err != nil {
			s.Log.WarnContext(ctx, "discord suggestions not read", slog.Any("err", err))
		}
		for _, v := range runs {
			if r.command != commandStop || !v.Run.Status.Ended() {
				add(bots.Clip(bots.OneLine(v.Run.Title), 70)+" · "+string(v.Run.Status), string(v.Run.ID), r.run)
			}
		}
	}
	return reply{response: response{answerChoices, out}, outcome: bots.AckTaken}
}
