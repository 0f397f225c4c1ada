package fakediscord

import (
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"time"
)

const (
	bucketSize   = 5
	bucketWindow = 5 * time.Second
	oldAge       = time.Hour
	oldSize      = 3
	oldWindow    = 20 * time.Second
)

// inTime takes a request's turn in its bucket. Where there is none left it answers 429.
func (s *Server) inTime(w http.ResponseWriter, r request) bool {
	if !s.Limits || len(r.ids) == 0 || r.route != "POST channels/messages" && r.route != "PATCH channels/messages/id" {
		return true
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	left, after := s.turn(r.route+r.ids[0], bucketSize, bucketWindow)
	reset := strconv.FormatFloat(after.Seconds(), 'f', 3, 64)
	h := w.Header()
	h.Set("X-RateLimit-Bucket", fmt.Sprintf("%x", len(r.route)))
	h.Set("X-RateLimit-Limit", strconv.Itoa(bucketSize))
	h.Set("X-RateLimit-Remaining", strconv.Itoa(max(0, left)))
	h.Set("X-RateLimit-Reset-After", reset)
	if left >= 0 {
		return true
	}
	s.refused[http.StatusTooManyRequests]++
	h.Set("Content-Type", "application/json")
	h.Set("Retry-After", strconv.Itoa(int(after.Seconds())+1))
	w.WriteHeader(http.StatusTooManyRequests)
	_, _ = io.WriteString(w, `{"message":"You are being rate limited.","retry_after":`+reset+`,"global":false}`)
	return false
}

// turn takes a turn; it returns how many are left, less than none when it was not to be had, and when all are there
// again. The caller holds the lock.
func (s *Server) turn(bucket string, size int, window time.Duration) (left int, after time.Duration) {
	now := s.Now()
	past := slices.DeleteFunc(s.turns[bucket], func(t time.Time) bool { return now.Sub(t) >= window })
	if len(past) < size {
		past = append(past, now)
		left = size - len(past)
	} else {
		left = -1
	}
	s.turns[bucket] = past
	return left, past[0].Add(window).Sub(now)
}

// tooOld tells whether a message has been edited too often for its age. The caller holds the lock.
func (s *Server) tooOld(m *Message) bool {
	made, err := time.Parse(time.RFC3339Nano, m.Timestamp)
	if !s.Limits || err != nil || s.Now().Sub(made) < oldAge {
		return false
	}
	left, _ := s.turn("old"+m.Channel, oldSize, oldWindow)
	if left < 0 {
		s.refused[30046]++
	}
	return left < 0
}

// Refused counts what was refused because of a limit: 429, or 30046 for edits of what is old.
func (s *Server) Refused(code int) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.refused[code]
}
