package owner

import (
	"context"
	"sync"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
)

// People knows who is who.
type People interface {
	bots.Directory
	// PeopleNamed gives those of the persons that are known, by the ids that they are asked for with.
	PeopleNamed(ctx context.Context, t assistant.TenantID, ids []assistant.PersonID) (map[assistant.PersonID]assistant.Person, error)
}

const (
	knownFor  = 10 * time.Second // a name on a card may be so old
	knownMost = 2_000
	zoneKept  = time.Minute // people travel slowly
)

// known remembers what pages ask for again and again: how the people of cards are called, and where the signed-in person's clock
// stands. Nothing is decided by it.
type known struct {
	mu     sync.Mutex
	people map[assistant.PersonID]seen
	where  *time.Location
	until  time.Time // of where
}

type seen struct {
	person assistant.Person
	found  bool
	until  time.Time
}

// named gives the people of some ids as they are, or were seconds ago. Those who are not remembered are read at once, and with
// them the one who looks, where their clock is to be looked at again.
func (o *Owner) named(ctx context.Context, ids []assistant.PersonID) map[assistant.PersonID]assistant.Person {
	out := map[assistant.PersonID]assistant.Person{}
	if o.people == nil {
		return out
	}
	o.known.mu.Lock()
	defer o.known.mu.Unlock()
	var ask []assistant.PersonID
	now := o.now()
	for _, id := range ids {
		one, ok := o.known.people[id]
		if !ok || !now.Before(one.until) {
			if id != o.Person.ID {
				ask = append(ask, id)
			}
		} else if one.found {
			out[id] = one.person
		}
	}
	if !now.Before(o.known.until) {
		ask = append(ask, o.Person.ID)
	}
	if len(ask) == 0 {
		return out
	}
	got, err := o.people.PeopleNamed(ctx, o.Tenant.ID, ask)
	if err != nil {
		return out // who they are is asked again with the next page
	}
	if o.known.people == nil || len(o.known.people)+len(ask) > knownMost {
		o.known.people = map[assistant.PersonID]seen{}
	}
	for _, id := range ask {
		p, found := got[id]
		o.known.people[id] = seen{p, found, now.Add(knownFor)}
		if found {
			out[id] = p
		}
		if id == o.Person.ID {
			o.known.clock(p.Zone, now)
		}
	}
	return out
}

// clock remembers where a clock stands; one that cannot be read shows the time of Greenwich.
func (k *known) clock(zone string, now time.Time) {
	where, err := time.LoadLocation(zone)
	if err != nil {
		where = time.UTC
	}
	k.where, k.until = where, now.Add(zoneKept)
}

// Zone is where the person's clock stands; the page's script moves times to the browser's.
func (o *Owner) Zone(ctx context.Context) *time.Location {
	o.named(ctx, nil)
	o.known.mu.Lock()
	defer o.known.mu.Unlock()
	if o.known.where == nil || !o.now().Before(o.known.until) {
		o.known.clock(o.Person.Zone, o.now())
	}
	return o.known.where
}
