package discord

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/aisteam/aisteam/bots"
)

const (
	answerLimit = 8 << 20
	directWait  = 10 * time.Minute
	limitedMost = 24 * time.Hour // a longer wait is a slip of somebody's on the way
)

// userAgent is the form that Discord asks for.
const userAgent = "DiscordBot (https://github.com/aisteam/aisteam, 1)"

// codes of refusals that matter here.
const (
	codeThreadExists   = 160004
	codeUnknownMessage = 10008

	codeMissingAccess      = 50001
	codeMissingPermissions = 50013
	codeArchived           = 50083
	codeDirectClosed       = 50007 // the person takes no direct messages from the bot
	codeDirectFast         = 40003 // direct messages are opened too fast
	codeTooLarge           = 40005 // the files are
	codeOldEdits           = 30046 // too many edits to a message older than an hour
)

// refusal is what Discord says when it does not do what it was asked.
type refusal struct {
	Status     int     `json:"-"`
	Code       int     `json:"code"`
	Message    string  `json:"message"`
	RetryAfter float64 `json:"retry_after"`
	Global     bool    `json:"global"`
}

// Error implements error.
func (r *refusal) Error() string {
	return fmt.Sprintf("discord %d: %s (%d)", r.Status, r.Message, r.Code)
}

// call asks Discord for something, within the pace. path is relative to the base, with the ids put in.
func (b *Bot) call(ctx context.Context, r route, path string, in, out any) error {
	if err := b.pace.take(r); err != nil {
		return err
	}
	res, err := b.send(ctx, r.method, path, in)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	b.pace.learn(r, res.Header)
	return b.answered(ctx, r, res, out)
}

// direct is a call that no bucket counts: interactions have their own, one for each of them.
func (b *Bot) direct(ctx context.Context, method, path string, in, out any) error {
	res, err := b.send(ctx, method, path, in)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	return b.answered(ctx, route{}, res, out)
}

func (b *Bot) send(ctx context.Context, method, path string, in any) (*http.Response, error) {
	var body io.Reader
	kind := ""
	if in != nil {
		raw, k, err := encode(in)
		if err != nil {
			return nil, err
		}
		body, kind = bytes.NewReader(raw), k
	}
	req, err := http.NewRequestWithContext(ctx, method, b.APIURL+path, body)
	if err != nil {
		return nil, fmt.Errorf("discord: make request: %w", err)
	}
	req.Header.Set("Authorization", "Bot "+b.Token)
	req.Header.Set("User-Agent", userAgent)
	if in != nil {
		req.Header.Set("Content-Type", kind)
	}
	res, err := b.HTTPClient.Do(req)
	if err != nil {
		return nil, &bots.SilentError{Err: fmt.Errorf("discord %s: %w", method, err)}
	}
	return res, nil
}

// answered sorts what Discord said into what the courier knows: done, later, never, or unknown.
func (b *Bot) answered(ctx context.Context, r route, res *http.Response, out any) error {
	raw, err := io.ReadAll(io.LimitReader(res.Body, answerLimit))
	if err != nil {
		return fmt.Errorf("discord: read answer: %w", err)
	}
	if res.StatusCode >= 200 && res.StatusCode < 300 {
		if r != (route{}) {
			b.doubts.Clear("")
		}
		if out == nil || len(raw) == 0 {
			return nil
		}
		if err := json.Unmarshal(raw, out); err != nil {
			return fmt.Errorf("discord: decode answer: %w", err)
		}
		return nil
	}
	said := &refusal{}
	unread := json.Unmarshal(raw, said) // a proxy in between answers HTML: then the status alone counts
	said.Status, said.Message = res.StatusCode, bots.Clip(bots.OneLine(said.Message), 300)
	switch {
	case res.StatusCode == http.StatusTooManyRequests:
		return b.limited(r, res.Header, said)
	case res.StatusCode == http.StatusGatewayTimeout:
		return &bots.SilentError{Err: said}
	case res.StatusCode >= http.StatusInternalServerError:
		return fmt.Errorf("%w", said) // it may have been done
	case unread != nil && encoded(res.Header):
		return fmt.Errorf("discord: decode refusal: %w", unread) // cut off: what it refuses, and whether for good, is not known
	case res.StatusCode == http.StatusUnauthorized && said.Code == 0 && r != (route{}) && r.path != "gateway/bot":
		return b.doubted(ctx, r, said)
	case said.Code == codeDirectFast:
		b.pace.putOff(r, directWait, false)
		return &bots.LaterError{After: directWait, Err: said}
	case said.Code == codeDirectClosed:
		return &bots.RefusedError{Reason: "direct messages are closed to the bot", Closed: true, Err: said}
	case said.Code == codeOldEdits:
		b.pace.putOff(r, time.Minute, false)
		return &bots.LaterError{After: time.Minute, Err: said}
	default:
		reason := said.Message
		if said.Code != 0 {
			reason = fmt.Sprintf("%d %s", said.Code, said.Message)
		}
		if reason == "" {
			reason = res.Status
		}
		return &bots.RefusedError{Reason: reason, Closed: closing(said), Err: said}
	}
}

// encoded tells whether an answer is Discord's own and not a proxy's.
func encoded(h http.Header) bool { return strings.HasPrefix(h.Get("Content-Type"), "application/json") }

// limited keeps to a 429, in whichever of its shapes it comes: with a body, with headers alone, global or from a proxy.
func (b *Bot) limited(r route, h http.Header, said *refusal) error {
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
	b.Limited()
	if r != (route{}) {
		b.pace.putOff(r, after, said.Global || h.Get("X-RateLimit-Global") != "" || !encoded(h))
	}
	return &bots.LaterError{After: after, Err: said}
}

// patient makes a call again while Discord only puts it off and ctx leaves the time.
func (b *Bot) patient(ctx context.Context, r route, path string, in, out any) error {
	for {
		err := b.call(ctx, r, path, in, out)
		later, ok := errors.AsType[*bots.LaterError](err)
		if !ok {
			return err
		}
		if end, ok := ctx.Deadline(); ok && b.Now().Add(later.After).After(end) {
			return err
		}
		if err := rest(ctx, later.After); err != nil {
			return err
		}
	}
}

// rest waits, or ends with ctx.
func rest(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err() //nolint:wrapcheck // it says it all
	}
}

// refusedWith tells whether Discord refused with a code.
func refusedWith(err error, code int) bool {
	said, ok := errors.AsType[*refusal](err)
	return ok && said.Code == code
}

// refused tells whether Discord will never do what it was asked.
func refused(err error) bool {
	_, ok := errors.AsType[*bots.RefusedError](err)
	return ok
}
