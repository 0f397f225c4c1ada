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
	Own    OwnSpending // of the person who asks
	// Reserved is the most that calls under way may cost, in millionths of a dollar. A reservation whose call was never reported is
	// counted in Micros instead, since the call may have been made.
	Reserved int64
	Reserve  ReserveID // of the call that was asked about; "" where no bound of money holds, or it may not be made
	// Unpriced is the model just asked, if its price is unknown: its cost is not in Micros.
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

// Over tells whether nothing is left. What is under way when it is used up is finished, so a little more may be spent: of money, no more
// than was put aside for one call.
func (s Spending) Over() bool { return s.percent() >= 100 }

// Full tells whether no call may be begun: nothing is left, or all that is left is put aside for calls that are under way.
func (s Spending) Full() bool {
	return s.Over() || s.Bounds.DailyCents > 0 && s.Micros+s.Reserved >= s.Bounds.DailyCents*microsPerCent
}

// OwnSpending is what one person has spent today. Nobody may use more than half of the tenant's limit, so that one person cannot
// use up everybody's. An admin is exempt, since they may raise the limit.
type OwnSpending struct {
	Held             bool
	Tokens           int64
	Micros, Reserved int64
}

// ownShare is the part of a day's bound, in percent, that one person may use who is held to it.
const ownShare = 50

// OwnOver tells whether the person has used up their part.
func (s Spending) OwnOver() bool {
	return s.Own.Held && (s.Bounds.DailyTokens > 0 && s.Own.Tokens*100 >= s.Bounds.DailyTokens*ownShare ||
		s.Bounds.DailyCents > 0 && s.Own.Micros*100 >= s.Bounds.DailyCents*microsPerCent*ownShare)
}

// OwnFull tells whether the person may start no call: their part is used up or reserved for calls under way.
func (s Spending) OwnFull() bool {
	return s.OwnOver() || s.Own.Held && s.Bounds.DailyCents > 0 && (s.Own.Micros+s.Own.Reserved)*100 >= s.Bounds.DailyCents*microsPerCent*ownShare
}

// Today is what was spent, and of what, as people read it.
func (s Spending) Today() string {
	if s.Bounded() {
		return s.told()
	}
	return fmt.Sprintf("%s tokens, $%.2f by list price", Grouped(s.Tokens), float64(s.Micros)/1e6)
}

// Near tells whether little is left.
func (s Spending) Near() bool { return s.percent() >= nearlyUsed }

// Blind says in words for an admin that the price of models that serve is not known, and whether a bound of money holds nothing back
// for it; nothing where they cost something on paper.
func (s Spending) Blind(models []string) Sentence {
	switch names := strings.Join(models, ", "); {
	case len(models) == 0, s.Bounds.InputCents > 0 || s.Bounds.OutputCents > 0:
		return Sentence{}
	case s.Bounds.DailyCents > 0:
		return Say("The list price of %s is not known here, so its calls cost nothing on paper and the bound of $%s a day does not see them.", names, dollars(s.Bounds.DailyCents*microsPerCent))
	default:
		return Say("The list price of %s is not known here, so its calls cost nothing on paper.", names)
	}
}

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
	s.Own.Tokens += int64(c.Usage.Input + c.Usage.Output)
	s.Own.Micros += c.Micros
	if c.Unpriced {
		s.Unpriced = c.Model
	}
	return s
}

// Warning tells people that little is left, or nothing, before anybody is refused: what is so, and what can be done about it.
func (s Spending) Warning() Sentence {
	switch {
	case s.Over():
		return Say("Today's budget of this team for language models is used up: %s. I ask no model for now.", s.told()).Then(s.way())
	case s.Unheld() && !s.Near():
		return Say("Today's budget of this team for language models is $%s, but I do not know what %s costs, so nothing is counted and the budget holds nothing back.",
			dollars(s.Bounds.DailyCents*microsPerCent), s.Unpriced).
			Then(Say("An admin can set the price of a million tokens in the settings, or bound the tokens of a day."))
	default:
		return Say("This team has used %d %% of today's budget for language models: %s. When it is used up, I stop asking models.", int(math.Floor(s.percent())), s.told()).Then(s.way())
	}
}

// Refusal tells people that nothing is left.
func (s Spending) Refusal() *Trouble {
	if !s.Full() && s.OwnOver() {
		return &Trouble{Err: ErrTooMuch, Problem: Problem{
			Side:     SideContext,
			Message:  Say("You have used your half of what this team may spend on language models today, so I have asked no model for this. The other half is for the others."),
			Recovery: s.way(),
		}}
	}
	if !s.Over() && (s.Full() || s.OwnFull()) {
		return &Trouble{Err: ErrTooMuch, Problem: Problem{
			Side: SideContext,
			Message: Say("What is left of today's budget of this team for language models is put aside for what is under way: $%s / $%s are spent, and $%s may be. I have asked no model for this.",
				dollars(s.Micros), dollars(s.Bounds.DailyCents*microsPerCent), dollars(s.Reserved)),
			Recovery: Say("Please try again in a minute: what is not needed is free again then. An admin can raise the budget in the settings."),
		}}
	}
	return &Trouble{Err: ErrTooMuch, Problem: Problem{
		Side:     SideContext,
		Message:  Say("Today's budget of this team for language models is used up: %s. I have asked no model for this.", s.told()),
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

func (s Spending) way() Sentence {
	left := 24*time.Hour - s.Now.UTC().Sub(s.Now.UTC().Truncate(24*time.Hour))
	return Say("It starts anew at midnight UTC, in %d h at most. An admin can raise it in the settings.", int(math.Ceil(left.Hours())))
}

// Grouped is a number as people read it.
func Grouped(n int64) string {
	digits := strconv.FormatInt(n, 10)
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}
