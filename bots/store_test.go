package bots_test

import (
	"context"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// store keeps one place's deliveries in memory, with the same fences as the real one.
type store struct {
	mu         sync.Mutex
	now        func() time.Time
	place      assistant.Place
	log        []assistant.Message
	deliveries map[assistant.Slot]assistant.Delivery
	shown      int64
	ready      bool
	notBefore  time.Time
	token      assistant.ClaimToken
	until      time.Time
	claims     int
	renewals   int
	loseAt     string // the verb that loses its claim once
}

func newStore(now func() time.Time, p assistant.Place) *store {
	return &store{now: now, place: p, deliveries: map[assistant.Slot]assistant.Delivery{}}
}

// say appends to the log.
func (s *store) say(ms ...assistant.Message) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, m := range ms {
		m.Seq = int64(len(s.log) + 1)
		if m.ID == "" {
			m.ID = assistant.MessageID("m" + strconv.Itoa(len(s.log)+1))
		}
		if m.Kind == "" {
			m.Kind = assistant.KindMessage
		}
		if m.Author == "" {
			m.Author = assistant.AuthorAssistant
		}
		m.Slot = assistant.SlotOf(m)
		s.log = append(s.log, m)
	}
	s.ready = true
}

func (s *store) ClaimDelivery(_ context.Context, t assistant.TenantID, _ []assistant.Surface, lease time.Duration) (assistant.DeliveryClaim, bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.ready || s.now().Before(s.notBefore) || s.token != "" && s.now().Before(s.until) {
		return assistant.DeliveryClaim{}, false, nil
	}
	s.claims++
	s.token, s.until = assistant.ClaimToken(strconv.Itoa(s.claims)), s.now().Add(lease)
	return assistant.DeliveryClaim{Tenant: t, PlaceID: "place", Place: s.place, Shown: s.shown, Token: s.token}, true, nil
}

// alive is the fence. The caller holds the lock.
func (s *store) alive(verb string, c assistant.DeliveryClaim) error {
	if s.loseAt == verb {
		s.loseAt, s.token = "", ""
	}
	if c.Token != s.token || !s.now().Before(s.until) {
		return assistant.ErrFenced
	}
	return nil
}

func (s *store) RenewDelivery(_ context.Context, c assistant.DeliveryClaim, lease time.Duration) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.alive("renew", c); err != nil {
		return err
	}
	s.renewals++
	s.until = s.now().Add(lease)
	return nil
}

func (s *store) Undelivered(_ context.Context, c assistant.DeliveryClaim) (assistant.Undelivered, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	u := assistant.Undelivered{Upto: int64(len(s.log))}
	seen := map[assistant.Slot]bool{"": true}
	for _, m := range s.log {
		if m.Seq <= c.Shown || seen[m.Slot] {
			continue
		}
		seen[m.Slot] = true
		work := assistant.SlotWork{Slot: m.Slot, Delivery: s.deliveries[m.Slot]}
		for _, other := range s.log {
			if other.Slot == m.Slot {
				work.Messages = append(work.Messages, other)
			}
		}
		u.Slots = append(u.Slots, work)
	}
	return u, nil
}

func (s *store) Intend(_ context.Context, c assistant.DeliveryClaim, ds []assistant.Delivery) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.alive("intend", c); err != nil {
		return err
	}
	for _, d := range ds {
		s.deliveries[d.Slot] = d
	}
	return nil
}

func (s *store) ReleaseDelivery(_ context.Context, c assistant.DeliveryClaim, shown []assistant.Delivery, upto int64, wait time.Duration) (bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.alive("release", c); err != nil {
		return false, err
	}
	for _, d := range shown {
		s.deliveries[d.Slot] = d
	}
	s.shown, s.token = upto, ""
	s.ready = wait > 0 || upto < int64(len(s.log))
	s.notBefore = s.now().Add(wait)
	return s.ready && wait == 0, nil
}

// intended tells how many posts are intended and not known to have been made.
func (s *store) intended() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := 0
	for _, d := range s.deliveries {
		if d.Nonce != "" && d.Ref == "" {
			n++
		}
	}
	return n
}

// clock is a clock that moves when told.
type clock struct {
	mu sync.Mutex
	at time.Time
}

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at
}

func (c *clock) pass(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = c.at.Add(d)
}

func newClock(t *testing.T) *clock {
	t.Helper()
	return &clock{at: start}
}
