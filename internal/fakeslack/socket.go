package fakeslack

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/gorilla/websocket"
)

// ConnectSocket sends what people do over the connections that the product opens (Socket Mode).
func (s *Server) ConnectSocket() { s.aim(target{socket: true}) }

// link is one connection of the product's.
type link struct {
	conn  *websocket.Conn
	write sync.Mutex
}

func (l *link) send(v any) error {
	l.write.Lock()
	defer l.write.Unlock()
	if err := l.conn.WriteJSON(v); err != nil {
		return fmt.Errorf("write to socket: %w", err)
	}
	return nil
}

// AckWithin is how long the fake waits for an acknowledgement before it sends an envelope again: live Slack's 3 s would
// make tests of lost ones long.
const AckWithin = 400 * time.Millisecond

// openSocket answers apps.connections.open. The caller holds the lock.
func (s *Server) openSocket(v url.Values, bearer string) reply {
	if v.Get("token") != s.AppToken && bearer != "Bearer "+s.AppToken {
		return refusal("invalid_auth")
	}
	ticket := "ticket-" + s.stamp()
	s.tickets[ticket] = true
	return reply{"ok": true, "url": "ws://" + s.listen.Addr().String() + "/link?ticket=" + ticket}
}

// serveSocket is the other end of a connection.
func (s *Server) serveSocket(w http.ResponseWriter, r *http.Request) {
	ticket := r.URL.Query().Get("ticket")
	s.mu.Lock()
	fresh := s.tickets[ticket]
	delete(s.tickets, ticket)
	s.mu.Unlock()
	if !fresh {
		http.Error(w, "ticket", http.StatusForbidden)
		return
	}
	up := websocket.Upgrader{}
	conn, err := up.Upgrade(w, r, nil)
	if err != nil {
		return
	}
	defer conn.Close()
	l := &link{conn: conn}
	if l.send(reply{"type": "hello", "num_connections": 1, "debug_info": reply{"approximate_connection_time": 18060}}) != nil {
		return
	}
	s.mu.Lock()
	s.links = append(s.links, l)
	s.mu.Unlock()
	s.wake()
	defer s.unlink(l)
	for {
		var ack struct {
			ID      string          `json:"envelope_id"`
			Payload json.RawMessage `json:"payload"`
		}
		if err := conn.ReadJSON(&ack); err != nil {
			return
		}
		s.mu.Lock()
		waits := s.unacked[ack.ID]
		if waits == nil && !s.acked[ack.ID] {
			s.breach("socket: acknowledged %q, which was never sent", ack.ID)
		}
		s.acked[ack.ID] = true
		delete(s.unacked, ack.ID)
		s.mu.Unlock()
		if waits != nil {
			waits <- ack.Payload
		}
	}
}

func (s *Server) unlink(l *link) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i, x := range s.links {
		if x == l {
			s.links = append(s.links[:i:i], s.links[i+1:]...)
			return
		}
	}
}

// Links counts the connections.
func (s *Server) Links() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.links)
}

// Disconnect tells every connection that it will be taken away, and takes those away that are not only warned.
func (s *Server) Disconnect(reason string) {
	s.mu.Lock()
	links := append([]*link(nil), s.links...)
	s.mu.Unlock()
	s.takeAway(reason, links)
}

func (s *Server) takeAway(reason string, links []*link) {
	for _, l := range links {
		_ = l.send(reply{"type": "disconnect", "reason": reason, "debug_info": reply{"host": "fake"}})
		if reason != "warning" {
			_ = l.conn.Close()
		}
		s.unlink(l)
	}
	s.wake()
}

// Cut breaks every connection without a word.
func (s *Server) Cut() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, l := range s.links {
		_ = l.conn.Close()
	}
	s.links = nil
}

// Envelope sends a payload over one of the connections, and over another when it is not acknowledged in time. It returns
// the acknowledgement's payload; an envelope that nobody acknowledges after three tries is answered with 503.
func (s *Server) Envelope(ctx context.Context, kind string, payload json.RawMessage) (Answer, error) {
	start := time.Now()
	for try := range 4 {
		l, err := s.anyLink(ctx, try)
		if err != nil {
			return Answer{}, err
		}
		s.mu.Lock()
		id, acked := "env-"+s.stamp(), make(chan json.RawMessage, 1)
		s.unacked[id] = acked
		s.mu.Unlock()
		if l.send(reply{
			"type": kind, "envelope_id": id, "payload": payload, "accepts_response_payload": kind != "events_api",
			"retry_attempt": try, "retry_reason": "",
		}) != nil {
			s.unlink(l)
			continue
		}
		select {
		case raw := <-acked:
			return Answer{Status: http.StatusOK, Body: raw, Took: time.Since(start)}, nil
		case <-time.After(AckWithin):
		case <-ctx.Done():
			return Answer{}, fmt.Errorf("wait for acknowledgement: %w", ctx.Err())
		}
	}
	return Answer{Status: http.StatusServiceUnavailable, Took: time.Since(start)}, nil
}

// anyLink gives a connection, each time another one.
func (s *Server) anyLink(ctx context.Context, try int) (*link, error) {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	var l *link
	err := s.Wait(ctx, func() bool {
		s.mu.Lock()
		defer s.mu.Unlock()
		if n := len(s.links); n > 0 {
			s.turn++
			l = s.links[(s.turn+try)%n]
		}
		return l != nil
	})
	return l, err
}

// overSocket sends what would be an HTTP request as an envelope.
func (s *Server) overSocket(ctx context.Context, path string, body []byte) (Answer, error) {
	if path == "/slack/events" {
		return s.Envelope(ctx, "events_api", body)
	}
	form, err := url.ParseQuery(string(body))
	if err != nil {
		return Answer{}, fmt.Errorf("read form: %w", err)
	}
	if path == "/slack/interactions" {
		return s.Envelope(ctx, "interactive", json.RawMessage(form.Get("payload")))
	}
	if !strings.HasPrefix(path, "/slack/commands") {
		return Answer{}, errors.New("a socket does not carry " + path)
	}
	fields := map[string]string{}
	for k := range form {
		fields[k] = form.Get(k)
	}
	raw, err := json.Marshal(fields)
	if err != nil {
		return Answer{}, fmt.Errorf("encode command: %w", err)
	}
	return s.Envelope(ctx, "slash_commands", raw)
}
