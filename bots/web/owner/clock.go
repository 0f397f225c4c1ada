package owner

import (
	"context"
	"sync"
	"time"
)

// clock remembers where the signed-in person's clock stands: a page has a hundred cards, and people travel slowly.
type clock struct {
	mu    sync.Mutex
	where *time.Location
	until time.Time
}

const zoneKept = time.Minute

// Zone is where the person's clock stands; the page's script moves times to the browser's.
func (o *Owner) Zone(ctx context.Context) *time.Location {
	o.clock.mu.Lock()
	defer o.clock.mu.Unlock()
	now := o.now()
	if o.clock.where != nil && now.Before(o.clock.until) {
		return o.clock.where
	}
	name := o.Person.Zone
	if o.people != nil {
		if p, err := o.people.Person(ctx, o.Tenant.ID, o.Person.ID); err == nil {
			name = p.Zone
		}
	}
	where, err := time.LoadLocation(name)
	if err != nil {
		where = time.UTC
	}
	o.clock.where, o.clock.until = where, now.Add(zoneKept)
	return where
}
