package metrics

import (
	"fmt"
	"slices"
	"sync"

	"github.com/aisteam/aisteam/assistant"
)

const other = "other"

// Word is a label from a closed set. The set is defined where the word is used, so that this package need not know it.
type Word interface {
	fmt.Stringer
	// Known tells whether the word is in its set.
	Known() bool
}

// known returns the word where its set has it, else "other".
func known(w Word) string {
	if w == nil || !w.Known() {
		return other
	}
	return w.String()
}

// oneOf returns the word where the set has it, else "other".
func oneOf[W ~string](word W, set ...W) string {
	if slices.Contains(set, word) {
		return string(word)
	}
	return other
}

// surfaceLabel is "none" of what the team itself says: it comes from no surface, and is shown on all that look.
func surfaceLabel(s assistant.Surface) string {
	if s == "" {
		return "none"
	}
	return oneOf(s, assistant.SurfaceSlack, assistant.SurfaceDiscord, assistant.SurfaceWeb, assistant.SurfacePush, assistant.SurfaceMail)
}

func kindLabel(k assistant.Kind) string {
	return oneOf(k, assistant.KindMessage, assistant.KindStatus, assistant.KindThinking, assistant.KindSystem)
}

func providerLabel(p string) string {
	return oneOf(p, assistant.Providers()...)
}

// names is a set that configuration closes: the first so many different words, then "other". Models and tools are named
// in settings, so there are few; the bound keeps a mistake from growing without end.
type names struct {
	most int

	mu   sync.Mutex
	seen map[string]bool
}

func newNames(most int) *names { return &names{most: most, seen: make(map[string]bool)} }

func (n *names) label(word string) string {
	n.mu.Lock()
	defer n.mu.Unlock()
	switch {
	case word == "" || len(word) > 100:
		return other
	case n.seen[word]:
		return word
	case len(n.seen) >= n.most:
		return other
	}
	n.seen[word] = true
	return word
}
