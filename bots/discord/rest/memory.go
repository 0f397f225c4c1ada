package rest

import (
	"maps"
	"sync"
)

// Memory remembers a bounded number of things by id, and forgets the oldest half when it is full.
type Memory[T any] struct {
	mu       sync.Mutex
	now, old map[string]T
}

const memoryLimit = 10_000

// NewMemory returns one with nothing in it.
func NewMemory[T any]() *Memory[T] { return &Memory[T]{now: map[string]T{}} }

// Of gives what is remembered, and whether anything is.
func (m *Memory[T]) Of(id string) (T, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	v, ok := m.now[id]
	if !ok {
		v, ok = m.old[id]
	}
	return v, ok
}

// Keep remembers something, in the place of what was.
func (m *Memory[T]) Keep(id string, v T) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.now) >= memoryLimit/2 {
		m.old, m.now = m.now, map[string]T{}
	}
	m.now[id] = v
}

// All lists what is remembered.
func (m *Memory[T]) All() map[string]T {
	m.mu.Lock()
	defer m.mu.Unlock()
	out := make(map[string]T, len(m.now)+len(m.old))
	maps.Copy(out, m.old)
	maps.Copy(out, m.now)
	return out
}
