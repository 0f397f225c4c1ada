package receive

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/gorilla/websocket"
	slackapi "github.com/slack-go/slack"
	"golang.org/x/sync/errgroup"

	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/slack/catchup"
	"github.com/aisteam/aisteam/bots/slack/install"
	"github.com/aisteam/aisteam/bots/slack/payload"
)

const (
	socketsOpen   = 2                // connections: while one is refreshed the other is there
	socketAtOnce  = 32               // envelopes of one connection in hand
	socketQuiet   = 90 * time.Second // Slack pings every few seconds; after this it has gone
	socketLinger  = 30 * time.Second // how long a connection that Slack takes away is still listened to
	socketPayload = 20 << 10         // Slack drops larger answers without a word
	socketSteady  = time.Minute      // a connection that lasted so long was no failure
	waitLeast     = 500 * time.Millisecond
	waitMost      = time.Minute
	waitRefused   = 5 * time.Minute // a token that opens nothing will not soon
)

// Sockets takes what Slack sends over sockets.
type Sockets struct {
	Events   *Events
	Clicks   *Clicks
	Commands *Commands
	Catchup  *catchup.Catchup
	Spaces   *install.Registry
	APIURL   string
	Acked    func(route bots.Route, outcome bots.Ack, took time.Duration)
	Log      *slog.Logger
	Now      func() time.Time
}

// Listen takes what Slack sends over sockets instead of HTTP, until ctx ends. What cannot be connected is tried again for
// as long as it takes: everything else of the service goes on without.
//
// Envelopes are read as they come. A library that parses events first cannot acknowledge those it does not know, and
// Slack would send them again and again; here the same functions as over HTTP decide, and whatever they have made durable,
// or never will, is acknowledged.
func (l *Sockets) Listen(ctx context.Context) error {
	g, ctx := errgroup.WithContext(ctx)
	for range socketsOpen {
		g.Go(func() error {
			l.keepSocket(ctx)
			return nil
		})
	}
	g.Go(func() error {
		l.Catchup.Hear(ctx)
		return nil
	})
	return g.Wait()
}

// keepSocket holds one connection after the other.
func (l *Sockets) keepSocket(ctx context.Context) {
	var open sync.WaitGroup // those that Slack takes away are listened to while the next one opens
	defer open.Wait()
	wait := waitLeast
	for ctx.Err() == nil {
		began := l.Now()
		conn, err := l.dial(ctx)
		if err == nil {
			s := &socket{from: l, conn: conn, room: make(chan struct{}, socketAtOnce), leaves: make(chan string, 1)}
			gone := l.Catchup.Connected()
			open.Go(func() {
				defer gone()
				s.serve(ctx)
			})
			reason := <-s.leaves
			steady := l.Now().Sub(began) > socketSteady
			wait = waitAfter(wait, reason, steady)
			if steady && reason != reasonMany {
				continue // as every few hours: the next one opens while this one is still there
			}
		}
		if ctx.Err() != nil {
			return
		}
		wait = l.rest(ctx, wait, err)
	}
}

// waitAfter is how long to wait once a connection has gone. Slack refreshes connections as a matter of course. Where there
// are too many another one is no help, and where the app's sockets were switched off, or nothing was said, each one that
// does not last makes the next wait longer.
func waitAfter(wait time.Duration, reason string, steady bool) time.Duration {
	switch {
	case reason == reasonMany:
		return max(wait, waitMost/4)
	case steady || reason == reasonWarning || reason == reasonRefresh:
		return waitLeast
	default:
		return wait
	}
}

// rest waits before the next try and returns how long to wait after that one.
func (l *Sockets) rest(ctx context.Context, wait time.Duration, err error) time.Duration {
	if limited, ok := errors.AsType[*slackapi.RateLimitedError](err); ok {
		wait = max(wait, limited.RetryAfter)
	}
	if void(err) {
		wait = waitRefused
	}
	if err != nil {
		l.Log.WarnContext(ctx, "slack socket not opened", slog.Duration("wait", wait), slog.Any("err", err))
	}
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-ctx.Done():
	case <-timer.C:
	}
	return min(2*wait, waitMost)
}

// void tells whether Slack says that the token is worth nothing.
func void(err error) bool {
	said, ok := errors.AsType[slackapi.SlackErrorResponse](err)
	if !ok {
		return false
	}
	switch said.Err {
	case "invalid_auth", "account_inactive", "not_authed", "token_revoked", "not_allowed_token_type":
		return true
	default:
		return false
	}
}

// dial asks Slack for an address and connects to it.
func (l *Sockets) dial(ctx context.Context) (*websocket.Conn, error) {
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	_, address, err := l.Spaces.Own.Client.StartSocketModeContext(ctx)
	if err != nil {
		return nil, fmt.Errorf("slack apps.connections.open: %w", err)
	}
	if strings.HasPrefix(l.APIURL, "https:") && !strings.HasPrefix(address, "wss:") {
		return nil, errors.New("slack gave a socket address that is not encrypted")
	}
	d := websocket.Dialer{Proxy: http.ProxyFromEnvironment, HandshakeTimeout: 10 * time.Second}
	conn, res, err := d.DialContext(ctx, address, nil)
	if res != nil && res.Body != nil {
		_ = res.Body.Close()
	}
	if err != nil {
		// The address carries a ticket, and the error may carry the address.
		return nil, errors.New("connect to slack's socket: " + strings.ReplaceAll(err.Error(), address, "(address)"))
	}
	conn.SetReadLimit(2 * bodyLimit)
	return conn, nil
}

// socket is one connection.
type socket struct {
	from   *Sockets
	conn   *websocket.Conn
	room   chan struct{}
	leaves chan string // why Slack takes the connection away, "" when it just ended; given once

	write   sync.Mutex
	pending sync.WaitGroup
	leaving bool
}

// Parcel is what comes over a socket.
type Parcel struct {
	Type    string          `json:"type"`
	ID      string          `json:"envelope_id"`
	Reason  string          `json:"reason"`
	Payload json.RawMessage `json:"payload"`
	Answers bool            `json:"accepts_response_payload"`
}

// Wants tells whether Slack waits for an acknowledgement, by an id that one can carry.
func (p Parcel) Wants() bool { return p.ID != "" && len(p.ID) <= 1000 }

// The reasons that Slack takes a connection away for.
const (
	reasonWarning = "warning"
	reasonRefresh = "refresh_requested"
	reasonMany    = "too_many_websockets"
)

// serve reads until the connection ends or ctx does. What is in hand then is finished and acknowledged first.
func (s *socket) serve(ctx context.Context) {
	defer s.leave("")
	stop := context.AfterFunc(ctx, func() { _ = s.conn.SetReadDeadline(time.Now()) })
	defer stop()
	s.alive(ctx)
	pong := s.conn.PingHandler()
	s.conn.SetPingHandler(func(data string) error {
		s.alive(ctx)
		return pong(data)
	})
	for {
		_, raw, err := s.conn.ReadMessage()
		if err != nil {
			break
		}
		s.alive(ctx)
		s.take(ctx, raw)
	}
	s.pending.Wait()
	s.write.Lock()
	defer s.write.Unlock()
	_ = s.conn.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(websocket.CloseNormalClosure, ""), time.Now().Add(time.Second))
	_ = s.conn.Close()
}

// alive gives the connection time until it must be heard from again, unless it is leaving or all of us are.
func (s *socket) alive(ctx context.Context) {
	if !s.leaving {
		_ = s.conn.SetReadDeadline(time.Now().Add(socketQuiet))
	}
	if ctx.Err() != nil {
		_ = s.conn.SetReadDeadline(time.Now())
	}
}

// leave says, the first time, that another connection is needed.
func (s *socket) leave(reason string) {
	select {
	case s.leaves <- reason:
	default:
	}
}

func (s *socket) take(ctx context.Context, raw []byte) {
	var p Parcel
	if err := json.Unmarshal(raw, &p); err != nil {
		s.from.Log.WarnContext(ctx, "slack sent something unreadable over a socket", slog.Any("err", err))
		return
	}
	if p.Type == "disconnect" {
		s.from.Log.DebugContext(ctx, "slack takes a socket away", slog.String("reason", p.Reason))
		s.leaving = true
		if p.Reason == reasonWarning {
			_ = s.conn.SetReadDeadline(time.Now().Add(socketLinger))
		} else {
			_ = s.conn.SetReadDeadline(time.Now().Add(time.Second))
		}
		s.leave(cmp.Or(p.Reason, "unknown"))
		return
	}
	if !p.Wants() {
		return // hello, and what else wants no acknowledgement
	}
	s.room <- struct{}{}
	s.pending.Go(func() {
		defer func() { <-s.room }()
		s.handle(context.WithoutCancel(ctx), p)
	})
}

// handle does what HTTP's routes do, with what was sent and with the answer.
func (s *socket) handle(ctx context.Context, p Parcel) {
	l := s.from
	start := l.Now()
	within, cancel := context.WithTimeout(ctx, payload.AckWithin)
	defer cancel()
	name, a, ack, err := l.Take(within, p)
	if a.Status == http.StatusBadRequest {
		// It reads no better the next time, so it is taken as it is.
		l.Log.WarnContext(ctx, "slack sent something malformed over a socket", slog.String("kind", p.Type))
	}
	if a.IsUnavailable() { // not acknowledged, Slack sends it again
		l.Catchup.Missed()
	} else if err = errors.Join(err, s.acknowledge(ack)); err != nil {
		l.Log.WarnContext(ctx, "slack acknowledgement not sent", slog.Any("err", err))
	}
	l.Acked(name, a.Outcome, l.Now().Sub(start))
	a.Finish(ctx)
}

// Take serves what came in a parcel, and gives what acknowledges it.
func (l *Sockets) Take(ctx context.Context, p Parcel) (name bots.Route, a payload.Answer, ack []byte, err error) {
	name, a = l.unpack(ctx, p)
	ack, err = acknowledgement(p, a)
	return name, a, ack, err
}

// unpack serves what came in a parcel as HTTP's route for it does, and names that route.
func (l *Sockets) unpack(ctx context.Context, p Parcel) (bots.Route, payload.Answer) {
	switch p.Type {
	case "events_api":
		return bots.RouteEvents, l.Events.event(ctx, p.Payload)
	case "interactive":
		return bots.RouteInteractions, l.Clicks.interaction(ctx, p.Payload)
	case "slash_commands":
		return bots.RouteCommands, l.Commands.command(ctx, p.Payload)
	default:
		l.Log.DebugContext(ctx, "slack socket message ignored", slog.String("kind", p.Type))
		return bots.RouteUnknown, payload.Answer{Outcome: bots.AckIgnored}
	}
}

func (s *socket) acknowledge(raw []byte) error {
	if raw == nil {
		return nil // it could not be encoded, which is said
	}
	s.write.Lock()
	defer s.write.Unlock()
	_ = s.conn.SetWriteDeadline(time.Now().Add(10 * time.Second))
	if err := s.conn.WriteMessage(websocket.TextMessage, raw); err != nil {
		return fmt.Errorf("write: %w", err)
	}
	return nil
}

// acknowledgement returns what acknowledges a parcel: with the answer if the parcel takes one and it is not larger than Slack
// accepts.
func acknowledgement(p Parcel, a payload.Answer) ([]byte, error) {
	ack := map[string]any{"envelope_id": p.ID}
	if p.Answers && a.Payload != nil {
		ack["payload"] = a.Payload
	}
	raw, err := json.Marshal(ack)
	if err == nil && len(raw) >= socketPayload {
		raw, err = json.Marshal(map[string]any{"envelope_id": p.ID})
	}
	if err != nil {
		return nil, fmt.Errorf("encode acknowledgement: %w", err)
	}
	return raw, nil
}
