package receive

import (
	"math/rand/v2"
	"testing"
)

// Whatever was read back of a channel and in which order, nothing is skipped that nobody has read, and what was read last is not
// read again.
func TestWhatWasNotReadIsNeverTakenForRead(t *testing.T) {
	const messages = 30
	r := rand.New(rand.NewPCG(27, 1))
	for range 2000 {
		spans, read := newReadSpans(), [messages + 1]bool{}
		for range 1 + r.IntN(8) {
			after := r.IntN(messages)
			upTo := after + r.IntN(messages-after+1)
			spans.keep("1", at(after), at(upTo))
			for i := after + 1; i <= upTo; i++ {
				read[i] = true
			}
			if got := spans.since("1", at(after)); upTo == messages && got != at(messages) {
				t.Fatalf("read up to the newest, and it is read again from %s", got)
			}
			for from := range messages {
				to := spans.since("1", at(from))
				for i := from + 1; i <= messages && at(i) <= to; i++ {
					if !read[i] {
						t.Fatalf("message %d was never read, and what is missed after %d is looked for after %s", i, from, to)
					}
				}
			}
		}
	}
	if got := newReadSpans().since("1", at(3)); got != at(3) {
		t.Errorf("of a channel that was never read: %s", got)
	}
}
