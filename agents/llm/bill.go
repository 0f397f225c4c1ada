package llm

import (
	"errors"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// Bill is what a request took, with all attempts at it: what was stopped and what broke off is paid for as well.
type Bill struct {
	Usage    assistant.Usage `json:"usage"`
	Micros   int64           `json:"micros,omitempty"`   // by list price, in millionths of a dollar
	Unpriced bool            `json:"unpriced,omitempty"` // of the model nobody knows the price
	Took     time.Duration   `json:"took,omitempty"`     // the attempts, without what was waited between them
}

// plus is the bill with one more attempt on it.
func (b Bill) plus(o Bill) Bill {
	b.Usage = b.Usage.Plus(o.Usage)
	b.Micros += o.Micros
	b.Took += o.Took
	b.Unpriced = b.Unpriced || o.Unpriced
	return b
}

// Paid tells whether anything has to be paid for at all.
func (b Bill) Paid() bool { return b.Usage != (assistant.Usage{}) }

// Charge notes in a call what the request for it cost: by list price, or by the price that the tenant has set for models without
// one. Where there is neither, the call says so.
func (r Reply) Charge(c *assistant.ModelCall, by assistant.Settings) {
	bill := r.Bill
	if !bill.Paid() {
		bill = Bill{Usage: r.Usage, Unpriced: true}
	}
	c.Usage = bill.Usage
	switch {
	case r.Info.Rehearsal:
		c.Free = true
	case bill.Unpriced:
		micros, set := by.Micros(bill.Usage)
		c.Micros, c.Unpriced = micros, !set
	default:
		c.Micros = bill.Micros
	}
}

// Cost is what the reply took, as a session counts it: by list price, as far as that is known.
func (r Reply) Cost() assistant.SessionCost {
	used := r.Bill.Usage
	if !r.Bill.Paid() {
		used = r.Usage
	}
	return assistant.SessionCost{Input: used.Input, Output: used.Output, Micros: r.Bill.Micros, Took: r.Bill.Took}
}

// Settle notes in a call what became of it: what its bill says, also where it failed; a failed call that nobody has to pay for is free.
func (r Reply) Settle(c *assistant.ModelCall, by assistant.Settings, failed error) {
	if failed != nil && !r.Bill.Paid() {
		c.Free = true
		return
	}
	r.Charge(c, by)
}

const (
	bytesOfToken  = 3     // by which what a provider does not tell is estimated: between prose, which has four, and numbers, with one or two
	tokensOfImage = 5_000 // no vendor reads a picture of any size as more
	tokensOfFrame = 2_000 // what a provider puts around a request, and its own words about tools
	tokensOfPiece = 16    // around a message, and around a tool
	paidAttempts  = 2     // of a request: one that broke off and another one
)

// Most is what a request may take at most with all attempts at it that are paid for, before it is sent. No tokenizer makes more tokens
// than a text has bytes.
func (c *Client) Most(r Request) Bill {
	if c.Info().Rehearsal {
		return Bill{}
	}
	setDefault(&r.MaxOutput, c.config.MaxOutput)
	r = c.filled(r)
	used := assistant.Usage{Input: r.size() + tokensOfFrame + tokensOfPiece*(len(r.Messages)+len(r.Tools)), Output: r.MaxOutput}
	for _, m := range r.Messages {
		for _, p := range m.Parts {
			if p.Image != nil {
				used.Input += tokensOfImage
			}
		}
	}
	one := Bill{Usage: used}
	for _, pair := range c.pairs { // whichever provider answers
		price, known := c.config.Prices.Find(pair.of(r.Tier).Info().Model, c.config.Now())
		one.Micros, one.Unpriced = max(one.Micros, price.Most(used.Input, used.Output)), one.Unpriced || !known
	}
	most := Bill{}
	for range paidAttempts {
		most = most.plus(one)
	}
	return most
}

// billed is what an attempt has to be paid for. What the provider reported counts; of a reply that was stopped or broke off, what it
// reported up to then and, where that is nothing, an estimate of what was asked and of what came. What was refused costs nothing, nor
// what never began to be answered.
func (c *Client) billed(i Info, a *attempt, reply Reply, err error) Bill {
	used := reply.Usage
	if err != nil {
		used = a.taken(err)
	}
	if i.Rehearsal || used == (assistant.Usage{}) {
		return Bill{Usage: used}
	}
	micros, known := c.config.Prices.Cost(i.Model, used, c.config.Now())
	return Bill{Usage: used, Micros: micros, Unpriced: !known}
}

// taken is what an attempt took that failed.
func (a *attempt) taken(err error) assistant.Usage {
	if !a.began && !errors.Is(err, errStopped) {
		return assistant.Usage{}
	}
	used := a.used
	if used.Input == 0 {
		used.Input = estimate(a.request.size())
	}
	used.Output = max(used.Output, estimate(a.size))
	return used
}

func estimate(bytes int) int { return (bytes + bytesOfToken - 1) / bytesOfToken }
