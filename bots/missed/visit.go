package missed

import (
	"context"
	"slices"

	"github.com/aisteam/aisteam/assistant"
)

// Known is a message that storage has, under the id that the platform gave it.
type Known struct {
	assistant.Inbound

	ID string
}

// Of selects, from what was heard in a channel, newest first, what may have been changed or deleted since: at most most, oldest
// first. id returns a message's platform id, or "" to skip it.
func Of(heard []assistant.Inbound, most int, id func(assistant.Inbound) string) []Known {
	var out []Known
	for _, in := range heard {
		if len(out) == most {
			break
		}
		if one := id(in); one != "" && in.Change != assistant.ChangeDeleted {
			out = append(out, Known{Inbound: in, ID: one})
		}
	}
	slices.Reverse(out)
	return out
}

// There is a message as a place holds it now.
type There[M any] struct {
	ID      string
	Message M
}

// Window is the part of a place that was read.
type Window struct {
	After string // the id behind which it begins
	Last  string // the newest id that was read, "" for none
	Whole bool   // there is no more behind Last
}

// Place is one channel or thread of a platform.
type Place[M any] interface {
	// Newer tells whether an id was given out after another.
	Newer(id, than string) bool
	// Before is the id just before a known message, so that what is read after it includes the message; "" where it need not be.
	Before(k Known) string
	// Read gives what the place holds behind an id, in any order. whole tells whether that is all.
	Read(ctx context.Context, after string) (ms []There[M], whole bool, err error)
	// Became is what became of a known message that is there: said is as it was known.
	Became(ctx context.Context, k Known, m M) (assistant.Change, error)
	// Missing returns what became of a known message that was not among those read, and how it reads if it was found elsewhere. It
	// is reported as said if nobody knows.
	Missing(ctx context.Context, k Known, read Window) (assistant.Change, M, error)
}

// Found is what a place was found to hold that is not known.
type Found[M any] struct {
	What    assistant.Change
	Message M
	Known   Known // what was edited or taken back
}

// Visit reads a place and compares it with what is known of it, oldest first. Changes and deletions come before what was said after
// the id, which comes in order. If the known messages leave no room for it, what is new is read separately. whole tells whether
// everything new was read.
func Visit[M any](ctx context.Context, p Place[M], after string, known []Known) (all []Found[M], whole bool, err error) {
	from := after
	for _, k := range known {
		if before := p.Before(k); before != "" && p.Newer(from, before) {
			from = before
		}
	}
	ms, whole, err := p.Read(ctx, from)
	if err != nil {
		return nil, false, err
	}
	if all, err = changed(ctx, p, Window{After: from, Last: last(p, ms), Whole: whole}, known, ms); err != nil {
		return nil, false, err
	}
	if !whole && p.Newer(after, from) {
		if ms, whole, err = p.Read(ctx, after); err != nil {
			return nil, false, err
		}
	}
	return append(all, fresh(p, after, known, ms)...), whole, nil
}

func last[M any](p Place[M], ms []There[M]) string {
	newest := ""
	for _, m := range ms {
		if newest == "" || p.Newer(m.ID, newest) {
			newest = m.ID
		}
	}
	return newest
}

// changed lists what became of the known messages.
func changed[M any](ctx context.Context, p Place[M], read Window, known []Known, ms []There[M]) ([]Found[M], error) {
	there := make(map[string]M, len(ms))
	for _, m := range ms {
		there[m.ID] = m.Message
	}
	var out []Found[M]
	for _, k := range known {
		var what assistant.Change
		var err error
		m, ok := there[k.ID]
		if ok {
			what, err = p.Became(ctx, k, m)
		} else {
			what, m, err = p.Missing(ctx, k, read)
		}
		if err != nil {
			return nil, err
		}
		if what != assistant.ChangeSaid {
			out = append(out, Found[M]{What: what, Message: m, Known: k})
		}
	}
	return out, nil
}

// fresh lists what was said after an id and is not known, in order: platforms give some messages whatever the bounds are.
func fresh[M any](p Place[M], after string, known []Known, ms []There[M]) []Found[M] {
	seen := make(map[string]bool, len(known))
	for _, k := range known {
		seen[k.ID] = true
	}
	slices.SortStableFunc(ms, func(x, y There[M]) int {
		switch {
		case p.Newer(y.ID, x.ID):
			return -1
		case p.Newer(x.ID, y.ID):
			return 1
		default:
			return 0
		}
	})
	var out []Found[M]
	for _, m := range ms {
		if p.Newer(m.ID, after) && !seen[m.ID] {
			seen[m.ID] = true
			out = append(out, Found[M]{What: assistant.ChangeSaid, Message: m.Message})
		}
	}
	return out
}
