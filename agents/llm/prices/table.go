package prices

import (
	"cmp"
	_ "embed"
	"slices"
	"strings"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

//go:embed prices.csv
var listed []byte

// Listed is the table that the service comes with.
func Listed() (*Table, error) { return Read("prices.csv", listed) }

// Table is what models cost, and since when. A nil one knows nothing. It never changes.
type Table struct {
	prices []Price // of one name from the newest on
}

// Price is what the models of a name cost from a moment on.
type Price struct {
	Model    string // a name, or with a * at its end what names begin with
	Provider string
	From     time.Time // zero where it is not known
	Rate     Rate
	Above    int  // tokens of input; a request with more costs Long in all. 0 where length does not matter
	Long     Rate // of such a request
	Source   string
}

// Rate is in millionths of a dollar for a million tokens.
type Rate struct{ Input, Cached, Written, Output int64 }

// Prices lists the table.
func (t *Table) Prices() []Price {
	if t == nil {
		return nil
	}
	return slices.Clone(t.prices)
}

// Under is the table with another over it: a name that the other has is as the other says, in all of its dates.
func (t *Table) Under(other *Table) *Table {
	above := other.Prices()
	return arranged(append(above, slices.DeleteFunc(t.Prices(), func(p Price) bool {
		return slices.ContainsFunc(above, func(o Price) bool { return o.Model == p.Model })
	})...))
}

func arranged(prices []Price) *Table {
	slices.SortStableFunc(prices, func(a, b Price) int {
		return cmp.Or(cmp.Compare(a.Model, b.Model), b.From.Compare(a.From))
	})
	return &Table{prices: prices}
}

// Find is the price of a model at a moment: of the longest name that fits, the newest that holds already. Before its first date the
// first holds, so that a clock that is behind makes no budget blind.
func (t *Table) Find(model string, at time.Time) (found Price, known bool) {
	if t == nil {
		return Price{}, false
	}
	model = strings.ToLower(model)
	for _, p := range t.prices {
		nearer := p.nearness() - found.nearness()
		if p.names(model) && (!known || nearer > 0 || nearer == 0 && found.From.After(at)) {
			found, known = p, true
		}
	}
	return found, known
}

// Cost is what a call of a model at a moment cost, in millionths of a dollar; false where its price is not known.
func (t *Table) Cost(model string, used assistant.Usage, at time.Time) (micros int64, known bool) {
	p, known := t.Find(model, at)
	if !known {
		return 0, false
	}
	return p.Cost(used), true
}

// mostTokens bounds what a provider may claim to have read or written in one call, so that no sum overflows.
const mostTokens = 1_000_000_000

const million = 1_000_000

// Cost is what a call cost at this price, in millionths of a dollar, rounded up. What was read from a cache and what was written to
// one is part of the input, and never more than all of it.
func (p Price) Cost(used assistant.Usage) int64 {
	input, output := tokens(used.Input), tokens(used.Output)
	cached := min(tokens(used.Cached), input)
	written := min(tokens(used.CacheWritten), input-cached)
	rate := p.Rate
	if p.Above > 0 && input > int64(p.Above) {
		rate = p.Long
	}
	sum := (input-cached-written)*rate.Input + cached*rate.Cached + written*rate.Written + output*rate.Output
	return (sum + million - 1) / million
}

// Most is what a call that reads so many tokens and writes so many costs at most at this price, whatever becomes of the cache.
func (p Price) Most(input, output int) int64 {
	return max(
		p.Cost(assistant.Usage{Input: input, Output: output}),
		p.Cost(assistant.Usage{Input: input, Cached: input, Output: output}),
		p.Cost(assistant.Usage{Input: input, CacheWritten: input, Output: output}),
	)
}

func tokens(n int) int64 { return min(max(int64(n), 0), mostTokens) }

// nearness is how much of a model's name is told: the length of the name, and of two as long the one that is whole before the beginning.
func (p Price) nearness() int {
	begin, family := strings.CutSuffix(p.Model, "*")
	if family {
		return 2 * len(begin)
	}
	return 2*len(begin) + 1
}

// names tells whether the price is that of a model of this name. A name that goes on in words is another model: one of a family that is
// not listed has no price rather than that of its sibling, which may cost a tenth.
func (p Price) names(model string) bool {
	if begin, family := strings.CutSuffix(p.Model, "*"); family {
		return strings.HasPrefix(model, begin)
	}
	rest, fits := strings.CutPrefix(model, p.Model)
	if !fits {
		return false
	}
	if rest == "" {
		return true
	}
	for _, word := range strings.FieldsFunc(rest, func(r rune) bool { return r == '-' || r == '@' }) {
		if word != "latest" && word != "preview" && strings.Trim(word, "0123456789") != "" {
			return false
		}
	}
	return rest[0] == '-' || rest[0] == '@'
}
