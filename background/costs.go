package background

import (
	"strconv"

	"github.com/aisteam/aisteam/assistant"
)

// CostFields say what a task may cost each time, by what like ones have cost lately, and what all background work may take in a day.
func CostFields(c assistant.BackgroundCosts) []assistant.Field {
	var out []assistant.Field
	add := func(name string, said assistant.Sentence) { out = append(out, assistant.Shown(name, said)) }
	switch {
	case c.Times == 0:
		add("May cost", assistant.Say("not known yet: no task like it has run"))
	case c.Micros > 0:
		add("May cost", assistant.Say("about %d tokens a time, $%s by list price", c.Tokens, strconv.FormatFloat(float64(c.Micros)/1e6, 'f', 4, 64)))
	default:
		add("May cost", assistant.Say("about %d tokens a time, at a price that is not known", c.Tokens))
	}
	switch {
	case c.Times > 0 && c.Same:
		add("At most so far", assistant.Say("%d tokens, of what the same request has cost lately", c.Most))
	case c.Times > 0:
		add("At most so far", assistant.Say("%d tokens, of what other tasks have cost lately", c.Most))
	}
	if c.Day.DailyTokens > 0 {
		add("All automations", assistant.Say("at most %d tokens a day", c.Day.DailyTokens))
	}
	if c.Day.DailyCents > 0 {
		add("All automations", assistant.Say("at most $%s a day", strconv.FormatFloat(float64(c.Day.DailyCents)/100, 'f', 2, 64)))
	}
	return out
}
