package lifecycle

import (
	"sync"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/assistant"
)

// Sights remembers what became of models that were asked for, until somebody looks. It implements [llm.Sights].
type Sights struct {
	mu    sync.Mutex
	fresh map[llm.Info][]assistant.ModelFact
	known map[llm.Info]string // what was seen of it last
	news  chan struct{}
}

// NewSights returns an empty memory.
func NewSights() *Sights {
	return &Sights{fresh: map[llm.Info][]assistant.ModelFact{}, known: map[llm.Info]string{}, news: make(chan struct{}, 1)}
}

// ModelAnswered implements [llm.Sights].
func (s *Sights) ModelAnswered(asked llm.Info, another string) {
	if another == "" {
		s.see(asked, assistant.ModelFact{What: assistant.ModelAnswered})
		return
	}
	s.see(asked, assistant.ModelFact{What: assistant.ModelRerouted, Detail: another})
}

// ModelMissing implements [llm.Sights].
func (s *Sights) ModelMissing(asked llm.Info) {
	s.see(asked, assistant.ModelFact{What: assistant.ModelGone})
}

// see keeps what differs from what was seen last.
func (s *Sights) see(asked llm.Info, f assistant.ModelFact) {
	s.mu.Lock()
	defer s.mu.Unlock()
	seen := string(f.What) + " " + f.Detail
	if s.known[asked] == seen {
		return
	}
	s.known[asked] = seen
	f.Provider, f.Model = asked.Provider, asked.Model
	s.fresh[asked] = append(s.fresh[asked], f)
	select {
	case s.news <- struct{}{}:
	default:
	}
}

// take gives what is new, and forgets it.
func (s *Sights) take() map[llm.Info][]assistant.ModelFact {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := s.fresh
	s.fresh = map[llm.Info][]assistant.ModelFact{}
	return out
}

// again puts back what could not be kept.
func (s *Sights) again(asked llm.Info) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.known, asked)
}
