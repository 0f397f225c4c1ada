package rest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
)

const (
	answerLimit = 8 << 20
	directWait  = 10 * time.Minute
	limitedMost = 24 * time.Hour // a longer wait is a slip of somebody's on the way
)

// UserAgent is the form that Discord asks for.
const UserAgent = "DiscordBot (https://github.com/aisteam/aisteam, 1)"

// Kept is how many things of a kind are remembered at most.
const Kept = 10_000

// Client asks Discord over REST, within its pace. It is safe for concurrent use.
type Client struct {
	Config
	pace     *pacer
	doubts   bots.Doubts
	channels *bots.Memory[string, Channel]
	directs  *bots.Memory[string, string] // the channel of direct messages of each user
	ownRoles *bots.Memory[string, ownRole]

	mu sync.RWMutex
	me string // the bot's own user
}

// Config configures a client. All fields but Requests and Failures are required.
type Config struct {
	Token         string
	ApplicationID string
	APIURL        string // base of the REST API, ending in "/"
	Tenant        assistant.TenantID
	HTTPClient    *http.Client
	Requests      rate.Limit    // a second, over everything but interactions; 45 by default
	Limited       func()        // a 429 by Discord
	Failures      bots.Failures // nil: what Discord refuses is in the log alone
	Log           *slog.Logger
	Now           func() time.Time
}

// New returns a client. It asks nothing yet.
func New(c Config) *Client {
	return &Client{
		Config: c, pace: newPacer(c.Requests, c.Now), me: c.ApplicationID,
		channels: bots.NewMemory[string, Channel](Kept), directs: bots.NewMemory[string, string](Kept),
		ownRoles: bots.NewMemory[string, ownRole](Kept),
	}
}

// Call asks Discord for something, within the pace. path is relative to the base, with the ids put in.
func (c *Client) Call(ctx context.Context, r Route, path string, in, out any) error {
	return c.call(ctx, r, path, in, out, longestTurn)
}

// CallIfFree is Call for requests that may be dropped: it does not queue.
func (c *Client) CallIfFree(ctx context.Context, r Route, path string, in, out any) error {
	return c.call(ctx, r, path, in, out, 0)
}

func (c *Client) call(ctx context.Context, r Route, path string, in, out any, patience time.Duration) error {
	wait, err := c.pace.take(r, patience)
	if err != nil {
		return err
	}
	if wait > 0 {
		if err := Pause(ctx, wait); err != nil {
			return fmt.Errorf("discord: wait for a turn: %w", err)
		}
		if err := c.pace.held(); err != nil {
			return err
		}
	}
	res, err := c.send(ctx, r.method, path, in)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	c.pace.learn(r, res.Header)
	return c.answered(ctx, r, res, out)
}

// CallUnpaced is a call that no bucket counts: interactions have their own, one for each of them.
func (c *Client) CallUnpaced(ctx context.Context, method, path string, in, out any) error {
	res, err := c.send(ctx, method, path, in)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	return c.answered(ctx, Route{}, res, out)
}

func (c *Client) send(ctx context.Context, method, path string, in any) (*http.Response, error) {
	var body io.Reader
	kind := ""
	if in != nil {
		raw, k, err := encode(in)
		if err != nil {
			return nil, err
		}
		body, kind = bytes.NewReader(raw), k
	}
	req, err := http.NewRequestWithContext(ctx, method, c.APIURL+path, body)
	if err != nil {
		return nil, fmt.Errorf("discord: make request: %w", err)
	}
	req.Header.Set("Authorization", "Bot "+c.Token)
	req.Header.Set("User-Agent", UserAgent)
	if in != nil {
		req.Header.Set("Content-Type", kind)
	}
	res, err := c.HTTPClient.Do(req)
	if err != nil {
		return nil, &bots.SilentError{Err: fmt.Errorf("discord %s: %w", method, err)}
	}
	return res, nil
}

// answered sorts what Discord said into what the courier knows: done, later, never, or unknown.
func (c *Client) answered(ctx context.Context, r Route, res *http.Response, out any) error {
	raw, err := io.ReadAll(io.LimitReader(res.Body, answerLimit))
	if err != nil {
		return fmt.Errorf("discord: read answer: %w", err)
	}
	if res.StatusCode >= 200 && res.StatusCode < 300 {
		if r != (Route{}) {
			c.doubts.Clear("")
		}
		if out == nil || len(raw) == 0 {
			return nil
		}
		if err := json.Unmarshal(raw, out); err != nil {
			return fmt.Errorf("discord: decode answer: %w", err)
		}
		return nil
	}
	said := &AnswerError{}
	unread := json.Unmarshal(raw, said) // a proxy in between answers HTML: then the status alone counts
	said.Status, said.Message = res.StatusCode, bots.Clip(bots.OneLine(said.Message), 300)
	switch {
	case res.StatusCode == http.StatusTooManyRequests:
		return c.limited(r, res.Header, said)
	case res.StatusCode == http.StatusGatewayTimeout:
		return &bots.SilentError{Err: said}
	case res.StatusCode >= http.StatusInternalServerError:
		return fmt.Errorf("%w", said) // it may have been done
	case unread != nil && encoded(res.Header):
		return fmt.Errorf("discord: decode refusal: %w", unread) // cut off: what it refuses, and whether for good, is not known
	case res.StatusCode == http.StatusUnauthorized && said.Code == 0 && r != (Route{}) && r.path != "gateway/bot":
		return c.doubted(ctx, r, said)
	case said.Code == codeDirectFast:
		c.pace.putOff(r, directWait, false)
		return &bots.LaterError{After: directWait, Err: said}
	case said.Code == codeDirectClosed:
		return &bots.RefusedError{Reason: "direct messages are closed to the bot", Closed: true, Opens: true, Err: said}
	case said.Code == CodeOldEdits:
		c.pace.putOff(r, time.Minute, false)
		return &bots.LaterError{After: time.Minute, Err: said}
	default:
		reason := said.Message
		if said.Code != 0 {
			reason = fmt.Sprintf("%d %s", said.Code, said.Message)
		}
		if reason == "" {
			reason = res.Status
		}
		return &bots.RefusedError{Reason: reason, Closed: closing(said), Opens: opens(said.Code), Err: said}
	}
}

// encoded tells whether an answer is Discord's own and not a proxy's.
func encoded(h http.Header) bool { return strings.HasPrefix(h.Get("Content-Type"), "application/json") }

// limited keeps to a 429, in whichever of its shapes it comes: with a body, with headers alone, global or from a proxy.
func (c *Client) limited(r Route, h http.Header, said *AnswerError) error {
	after, ok := time.Duration(min(said.RetryAfter, limitedMost.Seconds())*float64(time.Second)), said.RetryAfter > 0
	if !ok {
		after, ok = seconds(h.Get("Retry-After"))
	}
	if !ok {
		after, ok = seconds(h.Get("X-RateLimit-Reset-After"))
	}
	if !ok {
		after = 5 * time.Second
	}
	after = max(after, 50*time.Millisecond)
	c.Limited()
	if r != (Route{}) {
		c.pace.putOff(r, after, said.Global || h.Get("X-RateLimit-Global") != "" || !encoded(h))
	}
	return &bots.LaterError{After: after, Err: said}
}

// Patient makes a call again while Discord only puts it off and ctx leaves the time.
func (c *Client) Patient(ctx context.Context, r Route, path string, in, out any) error {
	for {
		err := c.Call(ctx, r, path, in, out)
		later, ok := errors.AsType[*bots.LaterError](err)
		if !ok {
			return err
		}
		if end, ok := ctx.Deadline(); ok && c.Now().Add(later.After).After(end) {
			return err
		}
		if err := Pause(ctx, later.After); err != nil {
			return err
		}
	}
}

// Pause waits, or ends with ctx.
func Pause(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// doubted postpones a call whose token Discord rejected, since that may pass. If it lasts, the operator is told. Discord locks out
// clients that keep asking, so all calls wait.
func (c *Client) doubted(ctx context.Context, r Route, said *AnswerError) error {
	after, tell := c.doubts.Again("", c.Now())
	c.pace.putOff(r, after, true)
	if tell {
		c.Log.ErrorContext(ctx, "discord does not accept the token, again and again", slog.String("reason", said.Message))
		bots.NoteFailure(ctx, c.Failures, c.Log, c.Tenant, assistant.Failure{
			Place: assistant.Place{Surface: assistant.SurfaceDiscord}, What: "token", Code: "401", Outcome: string(bots.OutcomeLater),
		})
	}
	return &bots.LaterError{After: after, Err: said}
}

// Me is the bot's own user. Until Discord has said it, the application's id is taken, which is the same for every
// application made since 2016.
func (c *Client) Me() string {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return c.me
}

// Learn keeps who the bot is, once Discord has said it.
func (c *Client) Learn(user string) {
	if user == "" {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.me = user
}

// Identify asks Discord who the bot is and keeps it.
func (c *Client) Identify(ctx context.Context) error {
	var me User
	if err := c.Patient(ctx, Route{http.MethodGet, "users/@me", ""}, "users/@me", nil, &me); err != nil {
		return fmt.Errorf("discord users/@me: %w", err)
	}
	c.Learn(me.ID)
	return nil
}
