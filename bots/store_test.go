package bots_test

import (
	"context"
	"strconv"
	"strings"
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
	loseAt     string              // the verb that loses its claim once
	turning    assistant.MessageID // the message whose turn is not over
	failures   []assistant.Failure // that were noted
	free       time.Time           // when the channel's next slot is
	paced      int
	gathered   []assistant.Gathered // what stands in the place's one message
	with       assistant.PlaceID    // in whose message the place is shown
	closed     bool
}

func (s *store) NoteFailure(_ context.Context, _ assistant.TenantID, f assistant.Failure) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.failures = append(s.failures, f)
	return nil
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
	if s.ready = true; s.closed {
		s.notBefore = s.now()
	}
}

func (s *store) ClaimDelivery(_ context.Context, t assistant.TenantID, _ []assistant.Surface, lease time.Duration) (assistant.DeliveryClaim, bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.ready || s.now().Before(s.notBefore) || s.token != "" && s.now().Before(s.until) {
		return assistant.DeliveryClaim{}, false, nil
	}
	s.claims++
	s.token, s.until = assistant.ClaimToken(strconv.Itoa(s.claims)), s.now().Add(lease)
	return assistant.DeliveryClaim{Tenant: t, PlaceID: "place", Place: s.place, Shown: s.shown, Token: s.token, Paced: s.paced, Closed: s.closed, Gathers: s.gathered != nil, With: s.with}, true, nil
}

func (s *store) ClaimDraft(_ context.Context, d assistant.Draft, _ assistant.Surface, lease time.Duration) (assistant.DeliveryClaim, assistant.Delivery, bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	shown := assistant.Delivery{Slot: d.Slot()}
	if s.turning != d.Cause || s.ready && !s.now().Before(s.notBefore) || s.token != "" && s.now().Before(s.until) {
		return assistant.DeliveryClaim{}, shown, false, nil
	}
	if known, ok := s.deliveries[d.Slot()]; ok {
		shown = known
	}
	s.claims++
	s.token, s.until = assistant.ClaimToken(strconv.Itoa(s.claims)), s.now().Add(lease)
	return assistant.DeliveryClaim{Tenant: d.Tenant, PlaceID: "place", Place: s.place, Shown: s.shown, Token: s.token}, shown, true, nil
}

func (s *store) ReleaseDraft(_ context.Context, c assistant.DeliveryClaim, shown assistant.Delivery) (bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.alive("release draft", c); err != nil {
		return false, err
	}
	s.note([]assistant.Delivery{shown})
	s.token = ""
	return s.ready, nil
}

// drafts are those whose turn is over. The caller holds the lock.
func (s *store) drafts() []assistant.Delivery {
	var out []assistant.Delivery
	for slot, d := range s.deliveries {
		if strings.HasPrefix(string(slot), "draft:") && slot != assistant.DraftSlot(s.turning) {
			out = append(out, d)
		}
	}
	return out
}

// note keeps deliveries; those of nothing are forgotten. The caller holds the lock.
func (s *store) note(ds []assistant.Delivery) {
	for _, d := range ds {
		if s.deliveries[d.Slot] = d; d == (assistant.Delivery{Slot: d.Slot}) {
			delete(s.deliveries, d.Slot)
		}
	}
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
	u := assistant.Undelivered{Upto: int64(len(s.log)), Drafts: s.drafts()}
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
	if own := assistant.Slot(s.place.Thread); s.gathered != nil {
		u.Slots = []assistant.SlotWork{{Slot: own, Delivery: s.deliveries[own], Messages: s.gathered[0].Messages, Gathered: s.gathered}}
	}
	return u, nil
}

func (s *store) Intend(_ context.Context, c assistant.DeliveryClaim, ds []assistant.Delivery, p assistant.Pace) (time.Duration, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.alive("intend", c); err != nil {
		return 0, err
	}
	if s.free.Before(s.now()) {
		s.free = s.now()
	}
	s.free = s.free.Add(time.Duration(p.Posts) * p.Every)
	wait := max(0, s.free.Add(-p.Span()).Sub(s.now()))
	if p.Thing == "" || wait == 0 {
		s.note(ds)
		return 0, nil
	}
	return wait, nil
}

func (s *store) ReleaseDelivery(_ context.Context, c assistant.DeliveryClaim, shown []assistant.Delivery, upto int64, wait time.Duration) (bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.alive("release", c); err != nil {
		return false, err
	}
	s.note(shown)
	s.shown, s.token, s.paced, s.closed = upto, "", c.Paced, c.Closes
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
