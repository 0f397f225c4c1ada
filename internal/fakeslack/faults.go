package fakeslack

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"

	"github.com/aisteam/aisteam/internal/mishap"
)

// Storm lets every call of the Web API meet mishaps from now on, Slack's own among them; a rate of 0 ends it.
func (s *Server) Storm(w mishap.Weather) *mishap.Storm {
	said := func(code string) mishap.Answer {
		return mishap.Answer{
			Status: http.StatusOK, Header: http.Header{"Content-Type": {"application/json"}}, Body: []byte(`{"ok":false,"error":"` + code + `"}`),
		}
	}
	storm := mishap.NewStorm(w,
		mishap.Refuse("429 with Retry-After", 6, mishap.Answer{Status: http.StatusTooManyRequests, Header: http.Header{"Retry-After": {"1"}}, Body: []byte(`{"ok":false,"error":"ratelimited"}`)}),
		mishap.Refuse("429 of a proxy, without Retry-After", 2, mishap.HTML(http.StatusTooManyRequests, nil)),
		mishap.Refuse("429 with Retry-After as a date", 2, mishap.HTML(http.StatusTooManyRequests, http.Header{"Retry-After": {"Wed, 21 Oct 2026 07:28:00 GMT"}})),
		mishap.Refuse("ok:false ratelimited", 3, said("ratelimited")),
		mishap.Belie("ok:false internal_error, but done", 4, said("internal_error")),
		mishap.Refuse("ok:false fatal_error, not done", 3, said("fatal_error")),
		mishap.Refuse("ok:false service_unavailable, not done", 3, said("service_unavailable")),
		mishap.Belie("ok:false request_timeout, but done", 2, said("request_timeout")),
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
func (s *Server) encoded(v reply) mishap.Answer {
	s.mu.Lock()
	defer s.mu.Unlock()
	raw, err := json.Marshal(v)
	if err != nil {
		return mishap.HTML(http.StatusInternalServerError, nil)
	}
	return mishap.Answer{Status: http.StatusOK, Header: http.Header{"Content-Type": {"application/json"}}, Body: raw}
}

// Envelop puts Slack's envelope around an event. What is delivered again keeps it, with its event_id.
func (s *Server) Envelop(event map[string]any) ([]byte, error) {
	s.mu.Lock()
	id := s.stamp()
	s.mu.Unlock()
	body, err := json.Marshal(map[string]any{
		"token": "old", "team_id": s.Team, "api_app_id": "A1", "type": "event_callback", "event_id": "Ev" + id,
		"event_time": s.Now().Unix(), "event": event,
		"authorizations": []any{map[string]any{"team_id": s.Team, "user_id": s.BotUser, "is_bot": true}},
	})
	if err != nil {
		return nil, fmt.Errorf("encode event: %w", err)
	}
	return body, nil
}

// Said is the event of a person's message: a `message` or an `app_mention`.
func (s *Server) Said(kind string, m Message) map[string]any {
	return s.said(kind, m.Channel, m.Thread, m.User, m.Text, m.TS)
}

// Written makes a person write without telling the product, and returns the message.
func (s *Server) Written(channel, thread, user, text string) Message {
	return Message{Channel: channel, Thread: thread, User: user, Text: text, TS: s.Write(channel, thread, user, text)}
}

// Edited makes a person edit what they wrote, and returns the event that tells of it.
func (s *Server) Edited(m Message, text string) map[string]any {
	s.mu.Lock()
	there := s.channels[m.Channel][m.TS]
	if there == nil {
		there = &Message{User: m.User}
	}
	at := s.rewrite(there, text).TS
	s.mu.Unlock()
	was := s.said("message", m.Channel, m.Thread, m.User, m.Text, m.TS)
	m.Text = text
	now := s.said("message", m.Channel, m.Thread, m.User, m.Text, m.TS)
	now["edited"] = map[string]any{"user": m.User, "ts": at}
	return map[string]any{
		"type": "message", "subtype": "message_changed", "hidden": true, "channel": m.Channel, "ts": at, "message": now, "previous_message": was,
	}
}

// Deliver brings an envelope to the product over HTTP, the try-th time: from the second on it says why, as Slack does.
func (s *Server) Deliver(ctx context.Context, body []byte, try int, reason string) (Answer, error) {
	s.mu.Lock()
	t := s.target
	s.mu.Unlock()
	if t.handler == nil && t.client == nil {
		return Answer{}, errors.New("fake slack is not connected")
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, t.base+"/slack/events", bytes.NewReader(body))
	if err != nil {
		return Answer{}, fmt.Errorf("make request: %w", err)
	}
	req.Header.Set("Content-Type", "application/json")
	if try > 0 {
		req.Header.Set("X-Slack-Retry-Num", strconv.Itoa(min(try, 3)))
		req.Header.Set("X-Slack-Retry-Reason", reason)
	}
	Sign(req.Header, s.SigningSecret, s.Now(), body)
	if t.handler != nil {
		w := httptest.NewRecorder()
		t.handler.ServeHTTP(w, req)
		return Answer{Status: w.Code, Body: w.Body.Bytes()}, nil
	}
	res, err := t.client.Do(req)
	if err != nil {
		return Answer{}, fmt.Errorf("send: %w", err)
	}
	defer res.Body.Close()
	out, err := io.ReadAll(res.Body)
	if err != nil {
		return Answer{}, fmt.Errorf("read answer: %w", err)
	}
	return Answer{Status: res.StatusCode, Body: out}, nil
}

// CutOne breaks one connection without a word, in the middle of whatever it carries.
func (s *Server) CutOne(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.links) > 0 {
		_ = s.links[n%len(s.links)].conn.Close()
	}
}

// DisconnectOne takes one connection away as [Server.Disconnect] does with all.
func (s *Server) DisconnectOne(n int, reason string) {
	s.mu.Lock()
	var links []*link
	if len(s.links) > 0 {
		links = append(links, s.links[n%len(s.links)])
	}
	s.mu.Unlock()
	s.takeAway(reason, links)
}
