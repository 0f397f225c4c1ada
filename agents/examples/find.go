package examples

import (
	"github.com/aisteam/aisteam/assistant"
)

// Finding is a clause of a request that an example is like.
type Finding struct {
	Tool            assistant.TaskType
	Answers, Direct bool
	Example         Example

	Filled   map[string][]string // what the clause says of the slots
	Points   map[string]bool     // slots that are filled with what was said before: "about this"
	Language assistant.Language  // of the words; "" where no words but the example's own reader has found it

	ThatCalled string // what stands for [That] in texts; "the page" when empty
}

// Find reads a request as examples, a finding for each of its clauses, in their order. There is none where anything of the request is
// like no example; a sentence beside those that are is passed over.
func (b *Book) Find(request string) []Finding {
	found, _ := b.Read(request)
	return found
}

// Read is [Book.Find] with the sentences that it passes over.
func (b *Book) Read(request string) (found []Finding, beside []string) {
	for _, e := range b.entries() {
		if e.example.Reads == nil {
			continue
		}
		if filled, ok := e.example.Reads(request); ok {
			f := Finding{Tool: e.Tool, Answers: e.Answers, Direct: e.Direct, Example: e.example, Filled: map[string][]string{}}
			for name, value := range filled {
				f.Filled[name] = []string{value}
			}
			return []Finding{f}, nil
		}
	}
	var best cutting
	said := spoken(request)
	for _, l := range assistant.Languages() {
		if c := newClauses(b, request, l, said[l]).best(); len(c.found) > 0 && (len(best.found) == 0 || c.better(best)) {
			best = c
		}
	}
	return best.found, best.beside
}

// cutting is a way to cut a request into clauses.
type cutting struct {
	found  []Finding
	beside []string // sentences that are passed over
	passed int      // words of them
	cost   int
}

// better prefers what passes over least, then what finds more, then what costs less.
func (c cutting) better(than cutting) bool {
	switch {
	case c.passed != than.passed:
		return c.passed < than.passed
	case len(c.found) != len(than.found):
		return len(c.found) > len(than.found)
	default:
		return c.cost < than.cost
	}
}
