package assistant

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// Spending is what a tenant has spent on language models today, and what it may.
type Spending struct {
	Tokens int64     // of input and output
	Micros int64     // millionths of a dollar by list price, of the calls whose price is known
	ToldBy MessageID // in whose answer people were told that it is nearly used up; "" while nobody was
	Bounds Settings
	// Unpriced is the model that was asked just now, where nobody knows its price: what it costs is not in Micros.
	Unpriced string
	Now      time.Time // by the clock that decides; the day is UTC's
}

// nearlyUsed is the part of the budget, in percent, from which on people are told.
const nearlyUsed = 80

// Bounded tells whether there is a budget at all.
func (s Spending) Bounded() bool { return s.Bounds.DailyTokens > 0 || s.Bounds.DailyCents > 0 }

// percent is how much of the budget is used up, by tokens or by money, whichever is more.
func (s Spending) percent() float64 {
	used := 0.0
	if s.Bounds.DailyTokens > 0 {
		used = max(used, 100*float64(s.Tokens)/float64(s.Bounds.DailyTokens))
	}
	if s.Bounds.DailyCents > 0 {
		used = max(used, float64(s.Micros)/float64(s.Bounds.DailyCents)/100)
	}
	return used
}

// Over tells whether nothing is left. What is under way when it is used up is finished, so a little more may be spent.
func (s Spending) Over() bool { return s.percent() >= 100 }

// Today is what was spent, and of what, as people read it.
func (s Spending) Today() string {
	if s.Bounded() {
		return s.told()
	}
	return fmt.Sprintf("%s tokens, $%.2f by list price", Grouped(s.Tokens), float64(s.Micros)/1e6)
}

// Near tells whether little is left.
func (s Spending) Near() bool { return s.percent() >= nearlyUsed }

// Unheld tells whether the only bound is one of money, and what was asked has no price: it bounds nothing then.
func (s Spending) Unheld() bool {
	return s.Unpriced != "" && s.Bounds.DailyCents > 0 && s.Bounds.DailyTokens <= 0
}

// Plus is the spending with one more call.
func (s Spending) Plus(c ModelCall) Spending {
	if c.Free {
		return s
	}
	s.Tokens += int64(c.Usage.Input + c.Usage.Output)
	s.Micros += c.Micros
	if c.Unpriced {
		s.Unpriced = c.Model
	}
	return s
}

// Warning tells people that little is left, or nothing, before anybody is refused: what is so, and what can be done about it.
func (s Spending) Warning() string {
	switch {
	case s.Over():
		return fmt.Sprintf("Today's budget of this team for language models is used up: %s. I ask no model for now.", s.told()) + " " + s.way()
	case s.Unheld() && !s.Near():
		return fmt.Sprintf("Today's budget of this team for language models is $%s, but I do not know what %s costs, so nothing is counted and the budget holds nothing back.",
			dollars(s.Bounds.DailyCents*microsPerCent), s.Unpriced) + " " +
			"An admin can set the price of a million tokens in the settings, or bound the tokens of a day."
	default:
		return fmt.Sprintf("This team has used %d %% of today's budget for language models: %s. When it is used up, I stop asking models.", int(math.Floor(s.percent())), s.told()) + " " + s.way()
	}
}

// Refusal tells people that nothing is left.
func (s Spending) Refusal() *Trouble {
	return &Trouble{Err: ErrTooMuch, Problem: Problem{
		Side:     SideContext,
		Message:  fmt.Sprintf("Today's budget of this team for language models is used up: %s. I have asked no model for this.", s.told()),
		Recovery: s.way(),
	}}
}

const microsPerCent = 10_000

func dollars(micros int64) string { return strconv.FormatFloat(float64(micros)/1e6, 'f', 2, 64) }

// told is what was spent and what may be, without words of any language but tokens.
func (s Spending) told() string {
	var parts []string
	if s.Bounds.DailyTokens > 0 {
		parts = append(parts, Grouped(s.Tokens)+" / "+Grouped(s.Bounds.DailyTokens)+" tokens")
	}
	if s.Bounds.DailyCents > 0 {
		parts = append(parts, "$"+dollars(s.Micros)+" / $"+dollars(s.Bounds.DailyCents*microsPerCent))
	}
	return strings.Join(parts, ", ")
}

func (s Spending) way() string {
	left := 24*time.Hour - s.Now.UTC().Sub(s.Now.UTC().Truncate(24*time.Hour))
	return fmt.Sprintf("It starts anew at midnight UTC, in %d h at most. An admin can raise it in the settings.", int(math.Ceil(left.Hours())))
}

// Grouped is a number as people read it.
func Grouped(n int64) string {
	digits := strconv.FormatInt(n, 10)
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}
