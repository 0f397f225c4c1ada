package bots

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// peopleCache remembers people for a while: a card that shows a person is drawn far more often than anybody is renamed.
type peopleCache struct {
	dir Directory
	now func() time.Time

	known *Memory[assistant.PersonID, knownPerson]
}

type knownPerson struct {
	assistant.Person
	until time.Time
}

const (
	personKept  = 10 * time.Minute
	personLimit = 4096
)

func newPeopleCache(d Directory, now func() time.Time) *peopleCache {
	return &peopleCache{dir: d, now: now, known: NewMemory[assistant.PersonID, knownPerson](personLimit)}
}

// person resolves one. One that is not there any more goes unnamed.
func (p *peopleCache) person(ctx context.Context, t assistant.TenantID, id assistant.PersonID) (assistant.Person, error) {
	now := p.now()
	if k, ok := p.known.Of(id); ok && now.Before(k.until) {
		return k.Person, nil
	}
	person, err := p.dir.Person(ctx, t, id)
	if err != nil && !errors.Is(err, assistant.ErrNotFound) {
		return assistant.Person{}, fmt.Errorf("name person %s: %w", id, err)
	}
	p.known.Keep(id, knownPerson{Person: person, until: now.Add(personKept)})
	return person, nil
}

// names resolves everybody whom the cards of the batch may show, and reads by which settings they decide.
func (b *batch) names(ctx context.Context, u assistant.Undelivered) (Names, error) {
	names := Names{Language: b.claim.Language, Agents: b.agents(b.claim.Tenant), People: map[assistant.PersonID]assistant.Person{}}
	decided := false
	var asked []assistant.Message
	for _, s := range u.Slots {
		if b.People == nil || strings.HasPrefix(string(s.Slot), "said:") {
			continue // what is said carries its agent; a person's own words are not shown here
		}
		if decidable(s.Slot) {
			decided, asked = true, append(asked, messagesOf(s)...)
		}
		for _, id := range People(messagesOf(s)) {
			person, err := b.people.person(ctx, b.claim.Tenant, id)
			if err != nil {
				return Names{}, err
			}
			names.People[id] = person
		}
	}
	if !decided {
		return names, nil
	}
	set, err := b.People.Settings(ctx, b.claim.Tenant)
	if err != nil {
		return Names{}, fmt.Errorf("read who decides: %w", err)
	}
	names.Settings = set
	if names.Present, err = PresentFor(ctx, b.Team, b.claim.Tenant, asked, b.Now()); err != nil {
		return Names{}, err
	}
	return names, nil
}

// decidable tells whether the slot's card names the people who may decide.
func decidable(s assistant.Slot) bool {
	kind, _, _ := strings.Cut(string(s), ":")
	return kind == "plan" || kind == "approval" || kind == "reminder"
}

// missCount makes the waits of a place longer while its platform does not answer.
type missCount struct {
	n *Memory[assistant.PlaceID, int]
}

const missLimit = 10_000 // places

func newMissCount() *missCount { return &missCount{NewMemory[assistant.PlaceID, int](missLimit)} }

// next returns how long to wait after one more miss: 1 s, 2 s, 4 s … a minute.
func (m *missCount) next(p assistant.PlaceID) time.Duration {
	n := m.n.Change(p, func(was int, _ bool) int { return min(was+1, 7) })
	return min(time.Second<<(n-1), time.Minute)
}

func (m *missCount) clear(p assistant.PlaceID) { m.n.Forget(p) }
