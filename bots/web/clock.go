package web

import (
	"context"
	"sync"
	"time"
)

// ownClock remembers where the signed-in person's clock stands: a page has a hundred cards, and people travel slowly.
type ownClock struct {
	mu    sync.Mutex
	where *time.Location
	until time.Time
}

const zoneKept = time.Minute

// zone is where the person's clock stands; the page's script moves times to the browser's.
func (s *Surface) zone(ctx context.Context) *time.Location {
	s.clock.mu.Lock()
	defer s.clock.mu.Unlock()
	now := s.Now()
	if s.clock.where != nil && now.Before(s.clock.until) {
		return s.clock.where
	}
	name := s.Owner.Zone
	if s.People != nil {
		if p, err := s.People.Person(ctx, s.Tenant.ID, s.Owner.ID); err == nil {
			name = p.Zone
		}
	}
	where, err := time.LoadLocation(name)
	if err != nil {
		where = time.UTC
	}
	s.clock.where, s.clock.until = where, now.Add(zoneKept)
	return where
}
