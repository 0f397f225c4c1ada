package llm

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// Describer is a model whose provider can be asked what it says of it. Not every one can.
type Describer interface {
	// Described asks. That there is no such model is an error, as it is where the model is asked to answer.
	Described(ctx context.Context) (Description, error)
}

// Description is what a provider says of a model.
type Description struct {
	Model string    // as the provider calls it
	Ends  time.Time // the day on which it is shut down; zero where the provider says of none
}

// ErrNotDescribed: nobody can be asked what there is to say of a model.
var ErrNotDescribed = errors.New("its provider does not describe it")

// Describe asks the provider of one of the client's models what it says of it; [ErrNotDescribed] where it cannot be asked.
func (c *Client) Describe(ctx context.Context, i Info) (Description, error) {
	for _, p := range c.pairs {
		for _, m := range []Model{p.strong, p.fast} {
			if d, ok := m.(Describer); ok && m.Info() == i && !c.config.Disabled {
				out, err := d.Described(ctx)
				if err != nil {
					return out, fmt.Errorf("ask what %s is: %w", i.Model, err)
				}
				return out, nil
			}
		}
	}
	return Description{}, ErrNotDescribed
}

// OutcomeOf is how a call ended that gave this error, or none.
func OutcomeOf(err error) Outcome { return outcome(err) }
