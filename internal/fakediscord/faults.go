package fakediscord

import (
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"github.com/gorilla/websocket"

	"github.com/aisteam/aisteam/internal/mishap"
)

// Storm lets every request meet mishaps from now on, Discord's own among them; a rate of 0 ends it.
func (s *Server) Storm(w mishap.Weather) *mishap.Storm {
	limited := func(header http.Header, body string) mishap.Answer {
		header.Set("Content-Type", "application/json")
		return mishap.Answer{Status: http.StatusTooManyRequests, Header: header, Body: []byte(body)}
	}
	set := func(pairs ...string) http.Header {
		h := http.Header{}
		for i := 0; i+1 < len(pairs); i += 2 {
			h.Set(pairs[i], pairs[i+1])
		}
		return h
	}
	storm := mishap.NewStorm(w,
		mishap.Refuse("429 of the route", 8, limited(set("Retry-After", "1", "X-RateLimit-Limit", "5", "X-RateLimit-Remaining", "0",
			"X-RateLimit-Reset-After", "0.400", "X-RateLimit-Bucket", "abcd1234", "X-RateLimit-Scope", "user"),
			`{"message":"You are being rate limited.","retry_after":0.4,"global":false}`)),
		mishap.Refuse("429 shared by everybody", 3, limited(set("Retry-After", "1", "X-RateLimit-Scope", "shared"),
			`{"message":"The resource is being rate limited.","retry_after":0.336,"global":false,"code":20016}`)),
		mishap.Refuse("429 global, without Reset-After", 2, limited(set("Retry-After", "1", "X-RateLimit-Global", "true", "X-RateLimit-Scope", "global"),
			`{"message":"You are being rate limited.","retry_after":0.5,"global":true}`)),
		mishap.Refuse("429 of Cloudflare (1015, HTML)", 2, mishap.Answer{
			Status: http.StatusTooManyRequests, Header: set("Retry-After", "1", "Content-Type", "text/html; charset=UTF-8"),
			Body: []byte("<!DOCTYPE html><title>Access denied | discord.com used Cloudflare to restrict access</title><h1>Error 1015</h1>"),
		}),
		mishap.Refuse("503 in JSON, not done", 4, mishap.Answer{
			Status: http.StatusServiceUnavailable, Header: set("Content-Type", "application/json"), Body: []byte(`{"message":"503: Service Unavailable","code":0}`),
		}),
	)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.storm = storm
	return storm
}

// weather is the storm that rages, nil where it is calm.
func (s *Server) weather() *mishap.Storm {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.storm
}

// encoded is an answer as it goes out.
func (s *Server) encoded(route string, out any, failed *failure) mishap.Answer {
	s.mu.Lock()
	defer s.mu.Unlock()
	a := mishap.Answer{Status: http.StatusOK, Header: http.Header{"Content-Type": {"application/json"}}}
	counted := s.Limits && (route == "POST channels/messages" || route == "PATCH channels/messages/id")
	if route != "POST callback" && !counted {
		a.Header.Set("X-RateLimit-Bucket", fmt.Sprintf("%x", len(route)))
		a.Header.Set("X-RateLimit-Limit", "1000000")
		a.Header.Set("X-RateLimit-Remaining", "999999")
		a.Header.Set("X-RateLimit-Reset-After", "1.000")
	}
	switch {
	case failed != nil:
		a.Status = failed.status
		a.Body, _ = json.Marshal(failed)
	case out == nil:
		a.Status = http.StatusNoContent
	default:
		a.Body, _ = json.Marshal(out)
	}
	return a
}

// Sessions counts the gateway's sessions that are open.
func (s *Server) Sessions() int { return len(s.all()) }

func (s *Server) one(n int) *client {
	cs := s.all()
	if len(cs) == 0 {
		return nil
	}
	return cs[n%len(cs)]
}

// OpOne sends one session an opcode: 7 asks it to connect again, 9 ends it, for good or so that it could be resumed.
func (s *Server) OpOne(n, op int, resumable bool) {
	if c := s.one(n); c != nil {
		c.send(op, "", resumable)
	}
}

// HangOne closes one session with a code, or without a word when it is 0.
func (s *Server) HangOne(n, code int) {
	c := s.one(n)
	if c == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if code != 0 {
		_ = c.conn.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(code, ""), time.Now().Add(time.Second))
		return
	}
	_ = c.conn.Close()
}

// Deafen lets one session's heartbeats go unanswered from now on. It is told of nothing any more, as a connection that
// has died without a word.
func (s *Server) Deafen(n int) {
	if c := s.one(n); c != nil {
		c.mu.Lock()
		c.deaf = true
		c.mu.Unlock()
	}
}

// Event is a message as the gateway tells of it, to be told again.
func (s *Server) Event(channel, id string) (map[string]any, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	m := s.find(channel, id)
	if m == nil {
		return nil, false
	}
	return s.event(m), true
}

// Revoke makes the token worth nothing: every session is closed with 4004, and so is each that would begin.
func (s *Server) Revoke() {
	s.gate.mu.Lock()
	s.gate.revoked = true
	s.gate.mu.Unlock()
	s.Hang(4004)
}
