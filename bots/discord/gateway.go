package discord

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"
	"golang.org/x/sync/errgroup"

	"github.com/aisteam/aisteam/assistant"
)

// Backlog tells what was heard before this process began, so that what people said while nobody listened is read back.
type Backlog interface {
	// NewestHeard returns the newest message known of each of the surface's places, the newest first: the place and the
	// platform's id of the message.
	NewestHeard(ctx context.Context, t assistant.TenantID, s assistant.Surface, limit int) ([]assistant.Inbound, error)
}

const (
	lanes      = 8   // events of one channel stay in order, those of others overtake them
	laneLength = 256 // a full lane holds up the connection, and nothing is lost
	clicks     = 64  // interactions at a time
	opening    = 15 * time.Second
	fillLimit  = 100 // channels read back after a connection was lost
)

// intents are what the gateway is to tell: servers, messages there and in private, and their words.
const intents = discordgo.IntentsGuilds | discordgo.IntentsGuildMessages | discordgo.IntentsDirectMessages | discordgo.IntentMessageContent

// gateway is one run of the connection.
type gateway struct {
	*Bot
	lanes  [lanes]chan *discordgo.Event
	clicks chan struct{}
	work   *errgroup.Group

	recalled atomic.Bool
}

// Run listens to the gateway until ctx ends. Its error is one that no further try mends: the token is void, or an intent
// is not allowed.
func (b *Bot) Run(ctx context.Context) error {
	work, ctx := errgroup.WithContext(ctx)
	g := &gateway{Bot: b, clicks: make(chan struct{}, clicks), work: work}
	for i := range g.lanes {
		g.lanes[i] = make(chan *discordgo.Event, laneLength)
		work.Go(func() error {
			g.follow(ctx, g.lanes[i])
			return nil
		})
	}
	work.Go(func() error { return g.supervise(ctx) })
	if err := work.Wait(); err != nil && !errors.Is(err, context.Canceled) {
		return err //nolint:wrapcheck // it says what it is
	}
	return nil
}

// follow takes the events of a lane in order.
func (g *gateway) follow(ctx context.Context, events <-chan *discordgo.Event) {
	for {
		select {
		case e := <-events:
			start := g.Now()
			g.Acked("gateway", g.takeEvent(ctx, e.Type, e.RawData), g.Now().Sub(start))
		case <-ctx.Done():
			return
		}
	}
}

// supervise connects again and again, with a session of its own for each connection.
func (g *gateway) supervise(ctx context.Context) error {
	wait := 500 * time.Millisecond
	for ctx.Err() == nil {
		start := time.Now()
		err := g.connect(ctx)
		if ctx.Err() != nil {
			return nil //nolint:nilerr // it is over
		}
		if closed, ok := errors.AsType[*websocket.CloseError](err); ok && fatal(closed.Code) {
			return fmt.Errorf("discord closed the gateway for good: %w", closed)
		}
		g.Log.WarnContext(ctx, "discord gateway lost", slog.Any("err", err))
		if time.Since(start) > time.Minute {
			wait = 500 * time.Millisecond
		}
		if rest(ctx, wait) != nil {
			return nil //nolint:nilerr // it is over
		}
		wait = min(2*wait, 30*time.Second)
	}
	return nil
}

// fatal tells whether connecting again is of no use: authentication, shards, version, intents.
func fatal(code int) bool { return code == 4004 || code >= 4010 && code <= 4014 }

// connect holds one connection until it is lost.
func (g *gateway) connect(ctx context.Context) error {
	s, err := discordgo.New("Bot " + g.Token)
	if err != nil {
		return fmt.Errorf("discord session: %w", err)
	}
	s.ShouldReconnectOnError, s.ShouldRetryOnRateLimit, s.StateEnabled, s.SyncEvents = false, false, false, true
	s.LogLevel = discordgo.LogWarning
	s.Identify.Intents = intents
	base, err := url.Parse(g.APIURL)
	if err != nil {
		return fmt.Errorf("read the api's address: %w", err)
	}
	s.Client = &http.Client{Timeout: opening, Transport: toBase{base, g.HTTPClient.Transport}}
	line := &rawLine{}
	s.Dialer = &websocket.Dialer{HandshakeTimeout: opening, Proxy: http.ProxyFromEnvironment, NetDialContext: line.dial}
	gone := make(chan struct{})
	var once sync.Once
	s.AddHandler(func(*discordgo.Session, *discordgo.Disconnect) { once.Do(func() { close(gone) }) })
	s.AddHandler(func(_ *discordgo.Session, e *discordgo.Event) { g.event(ctx, e) })
	name, err := g.address(ctx)
	if err != nil {
		return err
	}
	listenToCloses()
	opened := make(chan error, 1)
	go func() { opened <- s.Open() }()
	late := time.NewTimer(opening)
	defer late.Stop()
	select {
	case err := <-opened:
		if err != nil {
			return fmt.Errorf("open gateway: %w", err)
		}
	case <-late.C: // an op 7 or 9 instead of READY: Open holds the session's lock for ever, and is left behind
		line.close()
		return errors.New("discord gateway did not open in time")
	case <-ctx.Done():
		line.close()
		return nil
	}
	select {
	case <-gone:
		return cmp.Or(lastClose(name), errors.New("connection lost"))
	case <-ctx.Done():
		line.close()
		select {
		case <-gone: // the library lets go after a second
		case <-time.After(3 * time.Second):
		}
		return nil
	}
}

// address asks where the gateway is, the way the library will name it in what it logs.
func (g *gateway) address(ctx context.Context) (string, error) {
	var at struct {
		URL string `json:"url"`
	}
	if err := g.patient(ctx, route{http.MethodGet, "gateway", ""}, "gateway", nil, &at); err != nil {
		return "", fmt.Errorf("ask for the gateway: %w", err)
	}
	return strings.TrimSuffix(at.URL, "/") + "/", nil
}

// toBase sends the library's requests to the configured API.
type toBase struct {
	base *url.URL
	next http.RoundTripper
}

// RoundTrip implements [http.RoundTripper].
func (t toBase) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	_, path, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/api/v"), "/")
	r.URL.Scheme, r.URL.Host, r.Host = t.base.Scheme, t.base.Host, t.base.Host
	r.URL.Path = strings.TrimSuffix(t.base.Path, "/") + "/" + path
	next := t.next
	if next == nil {
		next = http.DefaultTransport
	}
	return next.RoundTrip(r) //nolint:wrapcheck // a transport hands through
}

// rawLine keeps the connection under a websocket, to cut it when nothing else helps.
type rawLine struct {
	mu   sync.Mutex
	conn net.Conn
	cut  bool
}

func (l *rawLine) dial(ctx context.Context, network, addr string) (net.Conn, error) {
	conn, err := (&net.Dialer{Timeout: 10 * time.Second}).DialContext(ctx, network, addr)
	if err != nil {
		return nil, fmt.Errorf("dial: %w", err)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.cut {
		_ = conn.Close()
		return nil, net.ErrClosed
	}
	l.conn = conn
	return conn, nil
}

func (l *rawLine) close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.cut = true
	if l.conn != nil {
		_ = l.conn.Close()
	}
}

// closes keeps why gateways closed: the library tells that to its process-wide logger alone.
//
//nolint:gochecknoglobals // see above
var closes struct {
	once sync.Once
	mu   sync.Mutex
	why  map[string]error
}

func listenToCloses() {
	closes.once.Do(func() {
		closes.why = map[string]error{}
		discordgo.Logger = func(_, _ int, _ string, args ...any) {
			if len(args) != 2 {
				return
			}
			name, named := args[0].(string)
			err, ok := args[1].(error)
			if named && ok {
				closes.mu.Lock()
				defer closes.mu.Unlock()
				closes.why[name] = err
			}
		}
	})
}

func lastClose(name string) error {
	closes.mu.Lock()
	defer closes.mu.Unlock()
	err := closes.why[name]
	delete(closes.why, name)
	return err
}

// event sorts an event. Nothing is decoded here but what says where it goes.
func (g *gateway) event(ctx context.Context, e *discordgo.Event) {
	if ctx.Err() != nil {
		return
	}
	switch e.Type {
	case "READY":
		var ready struct {
			User user `json:"user"`
		}
		if json.Unmarshal(e.RawData, &ready) == nil {
			g.learn(ready.User.ID)
		}
		g.Log.InfoContext(ctx, "discord gateway is up")
		g.work.Go(func() error {
			g.fill(ctx)
			return nil
		})
	case eventSaid, eventEdited, eventDeleted:
		g.queue(ctx, e)
	case "INTERACTION_CREATE":
		if g.PublicKey != nil {
			return // they come over HTTP
		}
		select {
		case g.clicks <- struct{}{}:
		case <-ctx.Done():
			return
		}
		g.work.Go(func() error {
			defer func() { <-g.clicks }()
			g.clicked(ctx, e.RawData)
			return nil
		})
	}
}

// queue puts an event into its channel's lane.
func (g *gateway) queue(ctx context.Context, e *discordgo.Event) {
	var at struct {
		Channel string `json:"channel_id"`
	}
	_ = json.Unmarshal(e.RawData, &at) // what cannot be read is refused when it is taken
	h := fnv.New32a()
	_, _ = h.Write([]byte(at.Channel))
	select {
	case g.lanes[h.Sum32()%lanes] <- e:
	case <-ctx.Done():
	}
}

// clicked answers an interaction that came over the gateway.
func (g *gateway) clicked(ctx context.Context, raw []byte) {
	start := g.Now()
	r, err := readInteraction(raw)
	if err != nil {
		g.Log.WarnContext(ctx, "discord interaction not understood", slog.Any("err", err))
		g.Acked("interactions", "malformed", g.Now().Sub(start))
		return
	}
	soon, cancel := context.WithTimeout(ctx, ackWithin)
	defer cancel()
	answer := g.interact(soon, r)
	err = g.direct(soon, http.MethodPost, "interactions/"+r.id+"/"+r.token+"/callback", answer.response, nil)
	g.Acked("interactions", answer.outcome, g.Now().Sub(start))
	if err != nil {
		g.Log.WarnContext(ctx, "discord interaction not answered", slog.Any("err", err))
		if refused(err) {
			return // too late, or answered by another replica
		}
	}
	if answer.then != nil {
		long, stop := context.WithTimeout(ctx, thenTime)
		defer stop()
		answer.then(long)
	}
}

// fill reads back what was said while the connection was down, where people talk with the bot.
func (g *gateway) fill(ctx context.Context) {
	g.recall(ctx)
	type spot struct {
		channel string
		last
	}
	var spots []spot
	for channel, l := range g.heard.all() {
		spots = append(spots, spot{channel, l})
	}
	slices.SortFunc(spots, func(x, y spot) int {
		return cmp.Or(cmp.Compare(len(y.message), len(x.message)), cmp.Compare(y.message, x.message))
	})
	for _, s := range spots[:min(len(spots), fillLimit)] {
		if err := g.fillChannel(ctx, s.channel, s.last); err != nil {
			g.Log.WarnContext(ctx, "discord channel not read back", slog.Any("err", err))
		}
	}
}

// recall learns once what was heard before this process began.
func (g *gateway) recall(ctx context.Context) {
	if g.Backlog == nil || !g.recalled.CompareAndSwap(false, true) {
		return
	}
	heard, err := g.Backlog.NewestHeard(ctx, g.Tenant, assistant.SurfaceDiscord, fillLimit)
	if err != nil {
		g.recalled.Store(false)
		g.Log.WarnContext(ctx, "discord places not recalled", slog.Any("err", err))
	}
	for _, h := range heard {
		if _, known := g.heard.get(h.Place.Channel); !known && snowflake(h.ExternalID) && snowflake(h.Place.Channel) {
			g.heard.put(h.Place.Channel, last{h.Place.Space, h.ExternalID})
		}
	}
}

func (g *gateway) fillChannel(ctx context.Context, channel string, from last) error {
	const pages = 10
	for range pages {
		var page []json.RawMessage
		err := g.patient(ctx, readRoute(channel), "channels/"+channel+"/messages?limit=100&after="+from.message, nil, &page)
		if err != nil {
			return fmt.Errorf("read channel: %w", err)
		}
		slices.Reverse(page) // the newest comes first
		for _, raw := range page {
			var m map[string]json.RawMessage
			var id string
			if json.Unmarshal(raw, &m) != nil || json.Unmarshal(m["id"], &id) != nil {
				continue
			}
			if from.guild != "" {
				m["guild_id"] = json.RawMessage(`"` + from.guild + `"`) // REST leaves it out
			}
			full, err := json.Marshal(m)
			if err != nil {
				continue
			}
			if newer(id, from.message) {
				from.message = id
			}
			g.queue(ctx, &discordgo.Event{Type: eventSaid, RawData: full})
		}
		if len(page) < 100 {
			return nil
		}
	}
	return nil
}
