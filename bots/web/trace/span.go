package trace

import "time"

const (
	wholeSpan = 1000 // units of the drawing's width
	leastSpan = 4    // of what took no time that can be seen
)

// span is when a row happened within the run, and how long it took, in units of a drawing's width.
type span struct{ From, Wide int64 }

// spans are those of rows, from the beginning of the first to the end of the last.
func spans(rows []Row) []span {
	var from, to time.Time
	for _, r := range rows {
		if from.IsZero() || r.At.Before(from) {
			from = r.At
		}
		if end := r.end(); end.After(to) {
			to = end
		}
	}
	out := make([]span, len(rows))
	whole := max(to.Sub(from), time.Millisecond)
	for i, r := range rows {
		begins := min(int64(r.At.Sub(from)*wholeSpan/whole), wholeSpan-leastSpan)
		out[i] = span{begins, max(int64(r.end().Sub(r.At)*wholeSpan/whole), leastSpan)}
	}
	return out
}

func (r Row) end() time.Time { return r.At.Add(time.Duration(r.TookMS) * time.Millisecond) }

// lasted is the time from the beginning of the first row to the end of the last.
func lasted(rows []Row) time.Duration {
	if len(rows) == 0 {
		return 0
	}
	end := rows[0].At
	for _, r := range rows {
		if r.end().After(end) {
			end = r.end()
		}
	}
	return end.Sub(rows[0].At)
}
