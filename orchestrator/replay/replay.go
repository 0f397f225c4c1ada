// Package replay makes turns and tasks again from what was recorded of them, and compares what they say with the log: the same, or
// the first difference by its step, its field and both values. Nothing is asked, called or written for it.
//
//	records ──▶ is each step as it was written? ──▶ the same code over the tape ──▶ what it says against the log ──▶ Outcome
package replay

import (
	"context"
	"errors"
	"fmt"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/orchestrator/tape"
)

// Records is where records stand, and the log that they are compared with.
type Records interface {
	Recording(ctx context.Context, t assistant.TenantID, of assistant.Recorded) ([]assistant.Recording, error)
	Followed(ctx context.Context, t assistant.TenantID, of assistant.Recorded, keys []string) ([]assistant.Message, error)
}

// Player makes recorded work again.
type Player interface {
	Turn(ctx context.Context, on *tape.Tape) ([]assistant.Message, error)
	Task(ctx context.Context, on *tape.Tape) ([]assistant.Message, error)
}

// Outcome is what came of making a turn or a task again.
type Outcome struct {
	Steps    int         // that were recorded
	Messages int         // that were compared
	Differs  *Difference // the first; nil where all is the same
}

// Difference is where what is said now is not what was said then.
type Difference struct {
	At    string // the step, or the message
	Field string
	Then  string
	Now   string
}

// attempt is one try at the work: one that was cut short by a crash goes as far as it came.
type attempt struct {
	steps []tape.Step
	ends  bool
	tape  *tape.Tape
	said  []assistant.Message
	err   error
}

// One makes one turn or task again. One that is at work meanwhile is made again as far as it has come.
func One(ctx context.Context, t assistant.TenantID, of assistant.Recorded, r Records, p Player) (Outcome, error) {
	for {
		parts, err := r.Recording(ctx, t, of)
		if err != nil {
			return Outcome{}, fmt.Errorf("read the record: %w", err)
		}
		out, err := again(ctx, t, of, parts, r, p)
		if err != nil || out.Differs == nil {
			return out, err
		}
		now, err := r.Recording(ctx, t, of)
		if err != nil || len(now) == len(parts) {
			return out, err
		}
	}
}

// again makes it again from the parts of its record.
func again(ctx context.Context, t assistant.TenantID, of assistant.Recorded, parts []assistant.Recording, r Records, p Player) (Outcome, error) {
	out := Outcome{}
	tries, differs := attempts(parts)
	if differs != nil {
		out.Differs = differs
		return out, nil
	}
	for _, a := range tries {
		out.Steps += len(a.steps)
		if step, sum, changed := tape.Changed(a.steps); changed && out.Differs == nil {
			out.Differs = &Difference{At: step.Name(), Field: "the record itself", Then: step.Sum, Now: sum}
		}
		a.tape = tape.Play(a.steps)
		if of.Task != "" {
			a.said, a.err = p.Task(ctx, a.tape)
		} else {
			a.said, a.err = p.Turn(ctx, a.tape)
		}
		if gone, ok := errors.AsType[*tape.TeamError](a.err); ok && out.Differs == nil {
			out.Differs = &Difference{At: "the beginning", Field: "the team", Then: gone.Then, Now: gone.Error()}
		}
	}
	log, err := r.Followed(ctx, t, of, keys(tries))
	if err != nil {
		return out, fmt.Errorf("read the log: %w", err)
	}
	found, compared := compare(of, tries, log)
	out.Messages = compared
	if out.Differs == nil {
		out.Differs = found
	}
	return out, nil
}

// attempts puts the parts of a record together.
func attempts(parts []assistant.Recording) ([]*attempt, *Difference) {
	var out []*attempt
	next := 0
	for _, r := range parts {
		at := fmt.Sprintf("part %d of attempt %d", r.Part+1, r.Attempt+1)
		if r.Part == 0 {
			out, next = append(out, &attempt{}), 0
		}
		if r.Part != next {
			return nil, &Difference{At: at, Field: "the record itself", Then: fmt.Sprintf("part %d", next+1), Now: fmt.Sprintf("part %d", r.Part+1)}
		}
		next++
		part, err := tape.ReadPart(r.Body)
		a := out[len(out)-1]
		a.steps, a.ends = append(a.steps, part.Steps...), a.ends || part.Ends
		if err == nil && part.Ends != r.Ends {
			err = tape.ErrChanged
		}
		if err != nil {
			return nil, touched(at, a.steps, err)
		}
	}
	if len(out) == 0 {
		return nil, &Difference{At: "the record", Field: "the record itself", Then: "kept", Now: "not there"}
	}
	return out, nil
}

// touched names the step that was changed in a part that is not as it was written, where one can be told.
func touched(at string, steps []tape.Step, err error) *Difference {
	if step, sum, changed := tape.Changed(steps); changed {
		return &Difference{At: step.Name(), Field: "the record itself", Then: step.Sum, Now: sum}
	}
	return &Difference{At: at, Field: "the record itself", Then: "as it was written", Now: err.Error()}
}

func keys(tries []*attempt) []string {
	var out []string
	seen := map[string]bool{}
	for _, a := range tries {
		for _, m := range a.said {
			if m.Key != "" && !seen[m.Key] {
				seen[m.Key], out = true, append(out, m.Key)
			}
		}
	}
	return out
}

// compare gives the first difference between what was said and what is said now, and how many messages were compared.
func compare(of assistant.Recorded, tries []*attempt, log []assistant.Message) (first *Difference, compared int) {
	stands := map[string]assistant.Message{}
	for n, then := range log {
		stands[then.Key] = then
		if !saidBy(of, then) {
			continue // it stood there before, and was not said again
		}
		compared++
		if d := against(n, then, tries); d != nil && first == nil {
			first = d
		}
	}
	for _, a := range tries {
		for n, now := range a.said {
			if _, ok := stands[now.Key]; !ok && a.ends && first == nil {
				first = &Difference{At: fmt.Sprintf("message %d (%s)", n+1, now.Key), Field: "the message", Then: "not said", Now: clipped(now.Content)}
			}
		}
		if first == nil {
			first = a.strays()
		}
	}
	return first, compared
}

// saidBy tells whether a message of the log was said by the work itself.
func saidBy(of assistant.Recorded, m assistant.Message) bool {
	return of.Task != "" || m.Cause == of.Cause
}

// against compares a message with what any attempt says under its key: the one that came to write it first.
func against(n int, then assistant.Message, tries []*attempt) *Difference {
	at := fmt.Sprintf("message %d (%s)", n+1, then.Key)
	last := &Difference{At: at, Field: "the message", Then: clipped(then.Content), Now: "not said"}
	for _, a := range tries {
		for _, now := range a.said {
			if now.Key != then.Key {
				continue
			}
			d := messages(at, then, now)
			if d == nil {
				return nil
			}
			last = d
		}
	}
	return last
}

// strays is where the attempt went another way than it did then, though that changed nothing that was said.
func (a *attempt) strays() *Difference {
	if asked := a.tape.Asked(); asked != nil {
		return &Difference{At: fmt.Sprintf("%s: %s of %s", asked.Step.Kind, asked.Step.What, asked.Step.Of), Field: "what is asked", Then: asked.Then, Now: asked.Now}
	}
	if m := a.tape.Missing(); m != nil && (a.ends || !m.Ends) {
		return &Difference{At: fmt.Sprintf("%s: %s", m.Step.Kind, m.Step.What), Field: "what is asked", Then: "nothing", Now: m.Error()}
	}
	if step, ok := a.tape.Unasked(); ok && a.ends {
		return &Difference{At: step.Name(), Field: "what is asked", Then: "this", Now: "nothing"}
	}
	if missing := (*tape.MissingError)(nil); a.err != nil && a.ends && !errors.As(a.err, &missing) {
		return &Difference{At: "the end", Field: "how it ends", Then: "whole", Now: a.err.Error()}
	}
	return nil
}
