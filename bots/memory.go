package bots

import (
	"maps"
	"sync"
)

// Memory remembers a number of things by key for as long as the process lives. When it is full it forgets the half that
// was kept first, so it holds only what may be asked, said or done once more. It is safe for concurrent use.
type Memory[K comparable, V any] struct {
	half int

	mu       sync.Mutex
	now, old map[K]V
}

// NewMemory returns a memory of so many things at most, two or more.
func NewMemory[K comparable, V any](most int) *Memory[K, V] {
	return &Memory[K, V]{half: max(1, most/2), now: map[K]V{}}
}

// Of returns what is remembered under a key, and whether anything is.
func (m *Memory[K, V]) Of(key K) (V, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.of(key)
}

// Keep remembers v under a key, in the place of what was.
func (m *Memory[K, V]) Keep(key K, v V) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.keep(key, v)
}

// Change remembers what becomes of what was, with nobody else in between, and returns it. becomes must not call the memory.
func (m *Memory[K, V]) Change(key K, becomes func(was V, known bool) V) V {
	m.mu.Lock()
	defer m.mu.Unlock()
	v := becomes(m.of(key))
	m.keep(key, v)
	return v
}

// Forget drops what is remembered under a key.
func (m *Memory[K, V]) Forget(key K) {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.now, key)
	delete(m.old, key)
}

// ForgetWhere drops what is over.
func (m *Memory[K, V]) ForgetWhere(over func(K, V) bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	maps.DeleteFunc(m.now, over)
	maps.DeleteFunc(m.old, over)
}

// All lists what is remembered.
func (m *Memory[K, V]) All() map[K]V {
	m.mu.Lock()
	defer m.mu.Unlock()
	out := make(map[K]V, len(m.now)+len(m.old))
	maps.Copy(out, m.old)
	maps.Copy(out, m.now)
	return out
}

func (m *Memory[K, V]) of(key K) (V, bool) {
	v, ok := m.now[key]
	if !ok {
		v, ok = m.old[key]
	}
	return v, ok
}

func (m *Memory[K, V]) keep(key K, v V) {
	if _, known := m.now[key]; !known && len(m.now) >= m.half {
		m.old, m.now = m.now, map[K]V{}
	}
	delete(m.old, key)
	m.now[key] = v
}
