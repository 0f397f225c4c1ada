package receive

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/cenkalti/backoff/v5"
	"github.com/gorilla/websocket"

	"github.com/aisteam/aisteam/bots/discord/rest"
)

const (
	opening         = 15 * time.Second
	opensSoon       = 5 * time.Second // READY comes within a second; when it does not, a refusal is more likely
	identifyReserve = 5               // sessions of the day's that are left alone: a bot that uses up all of them loses its token
)

// whereabouts is where the gateway is, over how many connections it wants to be listened to, and how many sessions may
// still begin.
type whereabouts struct {
	URL    string `json:"url"`
	Shards int    `json:"shards"`
	Limit  struct {
		Total       int   `json:"total"`
		Remaining   int   `json:"remaining"`
		ResetAfter  int64 `json:"reset_after"` // milliseconds
		Concurrency int   `json:"max_concurrency"`
	} `json:"session_start_limit"`
}

// whereabouts asks where the gateway is until Discord says so. Its error is one that no further try mends.
func (b *Receiver) whereabouts(ctx context.Context) (whereabouts, error) {
	for wait := 500 * time.Millisecond; ; wait = min(2*wait, 30*time.Second) {
		at, err := b.askGateway(ctx)
		if err == nil {
			return at, nil
		}
		if final := forGood(err); final != nil {
			return at, final
		}
		if ctx.Err() == nil {
			b.Log.WarnContext(ctx, "discord does not say where its gateway is", slog.Any("err", err))
		}
		if rest.Pause(ctx, wait) != nil {
			return at, nil //nolint:nilerr // it is over
		}
	}
}

func (b *Receiver) askGateway(ctx context.Context) (whereabouts, error) {
	var at whereabouts
	if err := b.API.Patient(ctx, rest.RouteOf(http.MethodGet, "gateway/bot", ""), "gateway/bot", nil, &at); err != nil {
		return at, fmt.Errorf("ask for the gateway: %w", err)
	}
	return at, nil
}

// forGood is what an error means that no further try mends, nil for others.
func forGood(err error) error {
	if said, ok := errors.AsType[*rest.AnswerError](err); ok && said.Status == http.StatusUnauthorized {
		return fmt.Errorf("the bot's token is not valid: %w", err)
	}
	closed, ok := errors.AsType[*websocket.CloseError](err)
	if !ok {
		return nil
	}
	var why string
	switch closed.Code {
	case 4004:
		why = "the bot's token is not valid"
	case 4010:
		why = "there is no such shard"
	case 4011:
		why = "the bot is in so many servers that Discord wants more shards: start again, and as many are made"
	case 4012:
		why = "this version of the gateway is no longer served"
	case 4013:
		why = "the gateway knows not all of the intents"
	case 4014:
		why = "an intent is not allowed: switch the message content intent on at the application's page"
	default:
		return nil
	}
	return fmt.Errorf("discord closed the gateway for good: %s: %w", why, closed)
}

// turns keeps sessions from beginning faster than Discord takes them: one of a bucket at a time, with a pause after it.
type turns struct {
	every time.Duration
	among int // buckets: shards of different ones may begin together

	mu   sync.Mutex
	free map[int]chan time.Time // when a bucket's next session may begin; empty while one begins
}

// take waits for a shard's turn. done ends it.
func (t *turns) take(ctx context.Context, shard int) (done func(), err error) {
	t.mu.Lock()
	if t.free == nil {
		t.free = map[int]chan time.Time{}
	}
	turn := t.free[shard%t.among]
	if turn == nil {
		turn = make(chan time.Time, 1)
		turn <- time.Time{}
		t.free[shard%t.among] = turn
	}
	t.mu.Unlock()
	select {
	case free := <-turn:
		if err := rest.Pause(ctx, time.Until(free)); err != nil {
			turn <- free
			return nil, err
		}
	case <-ctx.Done():
		return nil, fmt.Errorf("wait for the turn to begin a session: %w", ctx.Err())
	}
	return func() { turn <- time.Now().Add(t.every) }, nil
}

// shard is one of the connections that share the servers out. Direct messages come over the first.
type shard struct {
	*gateway
	id, of  int
	longest time.Duration // that is waited before it connects again
	slow    int           // sessions in a row that did not begin in time

	mu    sync.Mutex
	until time.Time        // everything up to then has been heard
	alive func() time.Time // when the connection was last heard of; nil until one has caught up
	was   time.Time        // when the last one that had caught up was heard of last
}

// serves tells whether a server's events come over the shard; "" are direct messages.
func (s *shard) serves(guild string) bool {
	id, err := strconv.ParseUint(guild, 10, 64)
	if err != nil {
		return s.id == 0
	}
	return (id>>22)%uint64(s.of) == uint64(s.id) // neither is negative
}

// supervise connects again and again, with a session of its own for each connection.
func (s *shard) supervise(ctx context.Context) error {
	// Replicas that lose their connections together do not come back in one moment, of which Discord takes one: it is random.
	pace := backoff.NewExponentialBackOff()
	pace.Multiplier = 2
	for ctx.Err() == nil {
		start := time.Now()
		err := s.connect(ctx)
		if ctx.Err() != nil {
			return nil //nolint:nilerr // it is over
		}
		if final := forGood(err); final != nil {
			return final
		}
		s.Log.WarnContext(ctx, "discord gateway lost", slog.Int("shard", s.id), slog.Any("err", err))
		if time.Since(start) > time.Minute {
			pace.Reset()
		}
		pace.MaxInterval = s.longest
		if rest.Pause(ctx, pace.NextBackOff()) != nil {
			return nil //nolint:nilerr // it is over
		}
	}
	return nil
}

// longestWait between two connections, as many of the day's sessions as there are left: a connection that is lost every
// few seconds costs some minutes of sessions an hour while there are plenty, and no more than the rest lasts for after that.
func (w whereabouts) longestWait() time.Duration {
	switch left := w.Limit.Remaining; {
	case 2*left > w.Limit.Total:
		return 4 * time.Second
	case 5*left > w.Limit.Total:
		return 30 * time.Second
	default:
		return 2 * time.Minute
	}
}

// allowed waits until a session may begin: the day's are counted, and when few are left it waits for the next day's.
func (s *shard) allowed(ctx context.Context) (whereabouts, error) {
	for {
		at, err := s.askGateway(ctx)
		if err == nil {
			s.longest = at.longestWait()
		}
		if err != nil || at.Limit.Remaining > identifyReserve {
			return at, err
		}
		wait := max(time.Second, time.Duration(at.Limit.ResetAfter)*time.Millisecond)
		s.Log.ErrorContext(ctx, "discord lets hardly any more sessions begin: waiting for the next day's",
			slog.Int("left", at.Limit.Remaining), slog.Duration("wait", wait), slog.Int("shard", s.id))
		if err := rest.Pause(ctx, wait); err != nil {
			return at, err
		}
	}
}

// connection is one session over one line.
type connection struct {
	*shard
	session *discordgo.Session
	line    *rawLine
	gone    chan struct{} // closed once it is lost
	once    sync.Once

	before  map[string]string // the newest message of each channel that had been told of when the session began
	awaited map[string]bool   // the servers that it has yet to tell of
	servers chan server
}

// connect holds one connection until it is lost.
func (s *shard) connect(ctx context.Context) error {
	session, err := discordgo.New("Bot " + s.Token)
	if err != nil {
		return fmt.Errorf("discord session: %w", err)
	}
	session.ShouldReconnectOnError, session.ShouldRetryOnRateLimit, session.StateEnabled, session.SyncEvents = false, false, false, true
	session.LogLevel = discordgo.LogWarning
	session.Identify.Intents = s.hears
	session.ShardID, session.ShardCount = s.id, s.of
	line := &rawLine{}
	c := &connection{shard: s, session: session, line: line, gone: make(chan struct{})}
	session.AddHandler(func(*discordgo.Session, *discordgo.Disconnect) { c.once.Do(func() { close(c.gone) }) })
	session.AddHandler(func(_ *discordgo.Session, e *discordgo.Event) { c.heardOf(ctx, e) })
	defer s.lost()
	name, err := s.open(ctx, session, line)
	if err != nil {
		return err
	}
	select {
	case <-c.gone:
		return cmp.Or(lastClose(name), errors.New("connection lost"))
	case <-ctx.Done():
		line.close()
		select {
		case <-c.gone: // the library lets go after a second
		case <-time.After(3 * time.Second):
		}
		return nil
	}
}

// await waits for the bot's next session to be this process's. Where that cannot be told, Discord tells: it refuses what
// comes too soon.
func (s *shard) await(ctx context.Context) error {
	if s.Turns == nil {
		return nil
	}
	every := s.IdentifyEvery + s.IdentifyEvery/10 // they do not all travel equally fast
	wait, err := s.Turns.TakeTurn(ctx, s.Tenant, "discord identify "+strconv.Itoa(s.id%s.turns.among), every)
	if err != nil {
		s.Log.WarnContext(ctx, "discord: when other processes begin sessions is not known", slog.Any("err", err))
		return nil
	}
	return rest.Pause(ctx, wait)
}

// open begins a session in its turn, and returns the name that the library logs the line by.
func (s *shard) open(ctx context.Context, session *discordgo.Session, line *rawLine) (string, error) {
	done, err := s.turns.take(ctx, s.id)
	if err != nil {
		return "", err
	}
	defer done()
	at, err := s.allowed(ctx)
	if err == nil {
		err = s.await(ctx)
	}
	if err != nil {
		return "", err
	}
	address := namedLine(at.URL, s.opened.Add(1))
	to := &relay{line: line, url: strings.TrimSuffix(at.URL, "/") + "/?v=10&encoding=json", log: s.Log}
	session.Dialer = &websocket.Dialer{HandshakeTimeout: opening, NetDialContext: to.dial}
	session.Client = &http.Client{Timeout: opening, Transport: address}
	listenToCloses()
	opened := make(chan error, 1)
	go func() { opened <- session.Open() }()
	late := time.NewTimer(min(opening, opensSoon<<min(s.slow, 2)))
	defer late.Stop()
	select {
	case err := <-opened:
		s.slow = 0
		if err != nil {
			_ = lastClose(string(address)) // the error says it
			return "", fmt.Errorf("open gateway: %w", err)
		}
		return string(address), nil
	case <-late.C: // an op 7 or 9 instead of READY: Open holds the session's lock for ever, and is left behind
		line.close()
		s.slow++
		return "", errors.New("discord gateway did not open in time")
	case <-ctx.Done():
		line.close()
		return "", fmt.Errorf("open gateway: %w", ctx.Err())
	}
}

// lost says that the connection is not listened to any more.
func (s *shard) lost() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.alive != nil {
		s.was = s.alive()
	}
	s.alive = nil
}
