package pages

import (
	"strings"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/view"
	"github.com/aisteam/aisteam/wording"
)

const (
	aCent    = 10_000    // millionths of a dollar
	aDollar  = 1_000_000 // likewise
	aTenth   = 100 * time.Millisecond
	byTenth  = 10 * time.Second
	bySecond = time.Minute
)

// Took is how long something took, as people say it; see [Lasted] for what is longer than a minute.
func Took(in wording.Words, d time.Duration) string {
	switch {
	case d < aTenth:
		return in.Say("under 0.1 s")
	case d < byTenth:
		return in.Say("%.1f s", d.Seconds())
	case d < bySecond:
		return in.Say("%d s", int(d.Seconds()))
	default:
		return Lasted(in, d)
	}
}

// Money is millionths of a dollar, as people of a language write it.
func Money(in wording.Words, micros int64) string {
	if micros > 0 && micros < aCent {
		return in.Say("under 1 ¢")
	}
	return in.Say("$%.2f", float64(micros)/aDollar)
}

// costOf is what an executor has cost so far: tokens, money by list price where it is known, and time; "" where it has asked no model.
func costOf(d view.Dialogue) string {
	if d.Cost.Tokens() == 0 {
		return ""
	}
	out := []string{d.In.Say("%s tokens", assistant.Grouped(int64(d.Cost.Tokens())))}
	if d.Cost.Micros > 0 {
		out = append(out, Money(d.In, d.Cost.Micros))
	}
	return strings.Join(append(out, Took(d.In, d.Cost.Took)), ", ")
}

// Cost is what calls cost, and that of some of them nobody knows it.
func Cost(in wording.Words, micros int64, unpriced int) string {
	switch {
	case unpriced == 0:
		return Money(in, micros)
	case micros == 0:
		return in.Say("price not known")
	default:
		return Money(in, micros) + ", " + in.Say("calls whose price is not known: %d", unpriced)
	}
}
