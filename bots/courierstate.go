package bots

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// peopleCache remembers names for a while: a card that shows a person is drawn far more often than anybody is renamed.
type peopleCache struct {
	dir Directory
	now func() time.Time

	mu    sync.Mutex
	names map[assistant.PersonID]knownName
}

type knownName struct {
	name  string
	until time.Time
}

const (
	nameKept  = 10 * time.Minute
	nameLimit = 4096
)

func newPeopleCache(d Directory, now func() time.Time) *peopleCache {
	return &peopleCache{dir: d, now: now, names: map[assistant.PersonID]knownName{}}
}

// name resolves one person. One that is not there any more goes unnamed.
func (p *peopleCache) name(ctx context.Context, t assistant.TenantID, id assistant.PersonID) (string, error) {
	now := p.now()
	p.mu.Lock()
	k, ok := p.names[id]
	p.mu.Unlock()
	if ok && now.Before(k.until) {
		return k.name, nil
	}
	person, err := p.dir.Person(ctx, t, id)
	if err != nil && !errors.Is(err, assistant.ErrNotFound) {
		return "", fmt.Errorf("name person %s: %w", id, err)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.names) >= nameLimit {
		clear(p.names)
	}
	p.names[id] = knownName{name: person.Name, until: now.Add(nameKept)}
	return person.Name, nil
}

// names resolves everybody whom the cards of the batch may show.
func (b *batch) names(ctx context.Context, u assistant.Undelivered) (Names, error) {
	people := map[assistant.PersonID]string{}
	for _, s := range u.Slots {
		if b.People == nil || strings.HasPrefix(string(s.Slot), "said:") {
			continue // what is said carries its agent; a person's own words are not shown here
		}
		for _, id := range People(s.Messages) {
			name, err := b.people.name(ctx, b.claim.Tenant, id)
			if err != nil {
				return Names{}, err
			}
			people[id] = name
		}
	}
	return Names{Agents: b.roster, People: people}, nil
}

// missCount makes the waits of a place longer while its platform does not answer.
type missCount struct {
	mu sync.Mutex
	n  map[assistant.PlaceID]int
}

func newMissCount() *missCount { return &missCount{n: map[assistant.PlaceID]int{}} }

// next returns how long to wait after one more miss: 1 s, 2 s, 4 s … a minute.
func (m *missCount) next(p assistant.PlaceID) time.Duration {
	m.mu.Lock()
	defer m.mu.Unlock()
	n := m.n[p]
	m.n[p] = min(n+1, 6)
	return min(time.Second<<n, time.Minute)
}

func (m *missCount) clear(p assistant.PlaceID) {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.n, p)
}
