package hooks

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"github.com/aisteam/aisteam/assistant"
)

// Ledger keeps hooks and what they are told of.
type Ledger interface {
	// HookOfToken gives the hook of a token, or [assistant.ErrNotFound].
	HookOfToken(ctx context.Context, token assistant.Secret) (assistant.Hook, assistant.Secret, error)
	// TakeEvents stores each event of a hook once, or says why not; [assistant.ErrFenced] where the hook was changed meanwhile.
	TakeEvents(ctx context.Context, t assistant.TenantID, hook assistant.HookID, es []assistant.HookEvent, revision int) ([]assistant.HookEvent, error)
	// NoteEvent notes one that is not taken.
	NoteEvent(ctx context.Context, t assistant.TenantID, e assistant.HookEvent) error
	// Watching gives the hooks that are told of what happens in a channel.
	Watching(ctx context.Context, t assistant.TenantID, w assistant.Watch) ([]assistant.Hook, error)
	// LeftChannel pauses what somebody, a person or an account, lets a channel's events start: they are in it no more.
	LeftChannel(ctx context.Context, t assistant.TenantID, who assistant.Actor, c assistant.Channel) error
}

const (
	knownFor  = 2 * time.Second // a hook that was read
	mostKept  = 512             // hooks that are known at the same time
	missedFor = time.Minute     // a token that nobody has: those that are made later are others
	mostMiss  = 8192            // such tokens that are known at the same time
)

// Gate lets events in, or says why not.
type Gate struct {
	ledger Ledger
	now    func() time.Time

	mu     sync.Mutex
	known  map[assistant.Secret]*Hook
	missed map[[sha256.Size]byte]time.Time // until when a token is known to be nobody's, by its hash
	unseen chan struct{}                   // one at a time looks up a token that was never right: the engine has few connections
	paces  map[assistant.HookID]pace       // of hooks that watch a channel
	in     map[insider]seenIn              // who was in which channel a moment ago

	insiders Insiders
}

// NewGate makes a gate; it starts nothing. Without insiders nobody's channels are asked about, which is for where there are none.
func NewGate(l Ledger, in Insiders, now func() time.Time) *Gate {
	return &Gate{
		ledger: l, insiders: in, now: now, known: map[assistant.Secret]*Hook{}, missed: map[[sha256.Size]byte]time.Time{}, unseen: make(chan struct{}, 1),
		paces: map[assistant.HookID]pace{}, in: map[insider]seenIn{},
	}
}

// Hook is a hook that an event may be told to.
type Hook struct {
	gate   *Gate
	token  assistant.Secret
	hook   assistant.Hook
	secret assistant.Secret
	rules  *Rules
	until  time.Time // when it has to be read again
	rate   *rate.Limiter
	line   line
}

// Seen tells what is known of a token without looking it up: that it was right, or that nobody has it.
func (g *Gate) Seen(token assistant.Secret) (right, nobodys bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.known[token] != nil, g.now().Before(g.missed[sha256.Sum256([]byte(token))])
}

// miss remembers that nobody has a token.
func (g *Gate) miss(token assistant.Secret) {
	g.mu.Lock()
	defer g.mu.Unlock()
	delete(g.known, token)
	if len(g.missed) >= mostMiss {
		clear(g.missed)
	}
	g.missed[sha256.Sum256([]byte(token))] = g.now().Add(missedFor)
}

// Find gives the hook of a token, or [assistant.ErrNotFound].
func (g *Gate) Find(ctx context.Context, token assistant.Secret) (*Hook, error) {
	if _, nobodys := g.Seen(token); nobodys {
		return nil, fmt.Errorf("find hook: %w", assistant.ErrNotFound)
	}
	g.mu.Lock()
	before := g.known[token]
	g.mu.Unlock()
	if before != nil && g.now().Before(before.until) {
		return before, nil
	}
	if before == nil {
		select {
		case g.unseen <- struct{}{}:
			defer func() { <-g.unseen }()
		case <-ctx.Done():
			return nil, fmt.Errorf("find hook: %w", ctx.Err())
		}
	}
	h := &Hook{gate: g, token: token, until: g.now().Add(knownFor)}
	var err error
	if h.hook, h.secret, err = g.ledger.HookOfToken(ctx, token); err != nil {
		if g.forget(token); errors.Is(err, assistant.ErrNotFound) {
			g.miss(token)
		}
		return nil, fmt.Errorf("find hook: %w", err)
	}
	if h.rules, err = Compile(h.hook.Rules); err != nil {
		return nil, err
	}
	h.rate = paced(h.hook.Rules.Minute)
	g.mu.Lock()
	defer g.mu.Unlock()
	if before != nil && before.hook.Rules.Minute == h.hook.Rules.Minute {
		h.rate = before.rate
	}
	if len(g.known) >= mostKept {
		clear(g.known)
	}
	g.known[token] = h
	return h, nil
}

// paced lets so many events in a minute, and some at once.
func paced(minute int) *rate.Limiter {
	minute = max(1, minute)
	return rate.NewLimiter(rate.Limit(float64(minute)/60), max(20, minute/6))
}

func (g *Gate) forget(token assistant.Secret) {
	g.mu.Lock()
	defer g.mu.Unlock()
	delete(g.known, token)
}

// Take takes an event, or says by its outcome why not. Forged ones use up nothing that good ones need.
func (h *Hook) Take(ctx context.Context, header http.Header, body []byte) (assistant.HookEvent, error) {
	e := assistant.HookEvent{Hook: h.hook.ID, Size: int64(len(body))}
	proof, err := verify(h.hook.Rules.Scheme, h.secret, header, body, h.gate.now())
	if err != nil {
		return h.refuse(ctx, e, assistant.HookForged, err.Error())
	}
	if !h.rate.AllowN(h.gate.now(), 1) {
		return h.refuse(ctx, e, assistant.HookLimited, fmt.Sprintf("More than %d events came in a minute.", h.hook.Rules.Minute))
	}
	payload, err := read(header, body)
	if err != nil {
		return h.refuse(ctx, e, assistant.HookUnreadable, err.Error())
	}
	e.Key, e.Kind = keyOf(h.hook.Rules.Scheme, proof.key, payload), cut(plainText(kindOf(proof.kind, payload)), assistant.HookKindLimit)
	if e.Payload = kept(payload); proof.bare {
		if e.Within = h.hook.Rules.Repeat; e.Within == 0 {
			e.Key = ""
		}
	}
	if !h.judge(ctx, &e, payload, told(header)) {
		return h.refuse(ctx, e, assistant.HookFiltered, e.Note)
	}
	return h.store(ctx, e, func(again *Hook) (assistant.HookEvent, error) { return again.Take(ctx, header, body) })
}

// judge asks the rules of an event, and tells whether it passes.
func (h *Hook) judge(ctx context.Context, e *assistant.HookEvent, payload any, headers map[string]string) bool {
	v := h.rules.Judge(ctx, Event{Payload: payload, Kind: e.Kind, Headers: headers})
	e.Group, e.Last, e.Note = plainText(v.Group), v.Last, v.Note
	return v.Passes
}

// store stores an event that passed. Where the hook was changed meanwhile, again asks it again.
func (h *Hook) store(ctx context.Context, e assistant.HookEvent, again func(*Hook) (assistant.HookEvent, error)) (assistant.HookEvent, error) {
	got, err := h.line.take(ctx, e, func(ctx context.Context, es []assistant.HookEvent) ([]assistant.HookEvent, error) {
		return h.gate.ledger.TakeEvents(ctx, h.hook.Tenant, h.hook.ID, es, h.hook.Revision)
	})
	if errors.Is(err, assistant.ErrFenced) {
		h.gate.forget(h.token)
		changed, err := h.gate.Find(ctx, h.token)
		if err != nil {
			return e, err
		}
		if changed.hook.Revision == h.hook.Revision {
			return e, fmt.Errorf("take event: %w", assistant.ErrFenced)
		}
		return again(changed)
	}
	if err != nil {
		return e, fmt.Errorf("take event: %w", err)
	}
	if !got.Outcome.Stored() {
		return h.refuse(ctx, got, got.Outcome, got.Note)
	}
	return got, nil
}

// Refuse notes an event that nobody has read.
func (h *Hook) Refuse(ctx context.Context, size int64, o assistant.HookOutcome) (assistant.HookEvent, error) {
	return h.refuse(ctx, assistant.HookEvent{Hook: h.hook.ID, Size: max(0, size)}, o, "")
}

func (h *Hook) refuse(ctx context.Context, e assistant.HookEvent, o assistant.HookOutcome, note string) (assistant.HookEvent, error) {
	e.Outcome, e.Note = o, note
	if err := h.gate.ledger.NoteEvent(ctx, h.hook.Tenant, e); err != nil {
		return e, fmt.Errorf("note event: %w", err)
	}
	return e, nil
}

// Wait is after how long a sender who sent too much may send again.
func (h *Hook) Wait() time.Duration {
	return max(time.Second, time.Minute/time.Duration(max(1, h.hook.Rules.Minute)))
}

// keyOf is by what one event is known. Stripe and Slack sign anew when they send an event again, and name it in what they sign.
func keyOf(scheme assistant.HookScheme, key string, payload any) string {
	fields, _ := payload.(map[string]any)
	name := map[assistant.HookScheme]string{assistant.HookStripe: "id", assistant.HookSlack: "event_id"}[scheme]
	if id, ok := fields[name].(string); ok && id != "" {
		key = name + ":" + id
	}
	return cut(plainText(key), assistant.HookKeyLimit)
}

// kindOf is what the sender calls an event.
func kindOf(kind string, payload any) string {
	if kind != "" {
		return kind
	}
	fields, _ := payload.(map[string]any)
	for _, name := range []string{"type", "event", "event_type", "action"} {
		if text, ok := fields[name].(string); ok {
			return text
		}
	}
	return ""
}

// told are the headers that expressions may look at: none that opens anything.
func told(header http.Header) map[string]string {
	out := map[string]string{}
	for name, values := range header {
		small := strings.ToLower(name)
		if strings.HasPrefix(small, "x-") && !secrets().MatchString(small) && !strings.Contains(small, "signature") || small == "user-agent" || small == "content-type" {
			out[small] = values[0]
		}
	}
	return out
}

// plainText is a text of one line that can be stored.
func plainText(text string) string {
	return strings.Join(strings.Fields(strings.ReplaceAll(strings.ToValidUTF8(text, ""), "\x00", "")), " ")
}
