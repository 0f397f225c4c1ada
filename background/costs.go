package background

import (
	"fmt"
	"strings"

	"github.com/aisteam/aisteam/assistant"
)

// CostUnknown is what is said of what a task may cost where nobody knows.
const CostUnknown = "not known yet: no task like it has run"

// CostWords say what a task may cost each time, by what like ones have cost, and what all background work may take in a day.
func CostWords(c assistant.BackgroundCosts) string {
	if c.Times == 0 && c.Day.DailyTokens <= 0 && c.Day.DailyCents <= 0 {
		return CostUnknown
	}
	parts := []string{CostUnknown}
	if c.Times > 0 {
		parts[0] = fmt.Sprintf("about %d tokens a time", c.Tokens)
		if c.Micros > 0 {
			parts[0] += fmt.Sprintf(", $%.4f by list price", float64(c.Micros)/1e6)
		} else {
			parts[0] += ", at a price that is not known"
		}
		of := "of other tasks"
		if c.Same {
			of = "of the same request"
		}
		parts = append(parts, fmt.Sprintf("%d at most in the last %d times %s", c.Most, c.Times, of))
	}
	if c.Day.DailyTokens > 0 {
		parts = append(parts, fmt.Sprintf("all background work together takes %d tokens a day at most", c.Day.DailyTokens))
	}
	if c.Day.DailyCents > 0 {
		parts = append(parts, fmt.Sprintf("all background work together takes $%.2f a day at most", float64(c.Day.DailyCents)/100))
	}
	return strings.Join(parts, "; ")
}
