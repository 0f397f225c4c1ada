package main

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"time"
)

const (
	bellSecret = "what the bell signs with"
	bellEvery  = 1500 * time.Millisecond
)

// bell is another system that tells a task of events while things break, each of them until it is taken, and some twice.
type bell struct {
	chaos    *chaos
	task     string
	path     string
	taken    []string // keys of events that were acknowledged
	problems []string
}

func (c *chaos) newBell(ctx context.Context) (*bell, error) {
	body := `{"prompt":"What can you do for me?","event":{"sender":"generic","secret":"` + bellSecret + `","window":"1s"}}`
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.front.any().Base+"/api/tasks", strings.NewReader(body))
	if err != nil {
		return nil, fmt.Errorf("make a task: %w", err)
	}
	req.Header.Set("Authorization", "Bearer rig-token-rig-token")
	req.Header.Set("Content-Type", "application/json")
	res, err := c.front.client.Do(req)
	if err != nil {
		return nil, fmt.Errorf("make a task: %w", err)
	}
	defer func() { _ = res.Body.Close() }()
	var made struct {
		ID   string
		Hook struct{ URL string }
	}
	if err := json.NewDecoder(res.Body).Decode(&made); err != nil || made.Hook.URL == "" {
		return nil, fmt.Errorf("make a task: answered %d: %w", res.StatusCode, err)
	}
	_, token, _ := strings.Cut(made.Hook.URL, "/api/hooks/")
	return &bell{chaos: c, task: made.ID, path: "/api/hooks/" + token}, nil
}

// run rings until the time is over. The front sends again what nobody answered, as senders do.
func (b *bell) run(ctx context.Context, until time.Time) {
	for n := 1; time.Now().Before(until) && ctx.Err() == nil; n++ {
		body := `{"n":` + strconv.Itoa(n) + `}`
		h := hmac.New(sha256.New, []byte(bellSecret))
		_, _ = h.Write([]byte(body))
		key := hex.EncodeToString(h.Sum(nil))
		for again := range 1 + n%3/2 {
			req := httptest.NewRequestWithContext(ctx, http.MethodPost, b.path, bytes.NewReader([]byte(body)))
			req.Header.Set("Content-Type", "application/json")
			req.Header.Set("X-Signature", key)
			rec := httptest.NewRecorder()
			b.chaos.front.ServeHTTP(rec, req)
			switch {
			case rec.Code/100 != 2 && rec.Code != http.StatusConflict:
				b.problems = append(b.problems, fmt.Sprintf("event %d was answered with %d: %s", n, rec.Code, rec.Body))
			case again == 0:
				b.taken = append(b.taken, key)
			}
		}
		select {
		case <-time.After(bellEvery):
		case <-ctx.Done():
		}
	}
}

// verdict: every event that was acknowledged is told once, and every start is answered once.
func (b *bell) verdict(ctx context.Context) ([]string, error) {
	found := slices.Clone(b.problems)
	const of = ` from hooks h join hook_events e on e.hook_id = h.id left join hook_bursts k on k.id = e.burst_id where h.task_id = $1::uuid and e.key like 'e:%' `
	keys, err := b.chaos.strings(ctx, `select substr(e.key, 3)`+of+`and e.outcome in ('accepted', 'coalesced') order by e.received_at, e.id`, b.task)
	if err != nil {
		return found, fmt.Errorf("look at events: %w", err)
	}
	for _, k := range b.taken {
		if n := len(slices.DeleteFunc(slices.Clone(keys), func(s string) bool { return s != k })); n != 1 {
			found = append(found, fmt.Sprintf("an event that was acknowledged is kept %d times", n))
		}
	}
	untold, err := b.chaos.strings(ctx, `select 'an event was never told: ' || e.note`+of+`and (k.fired_at is null or k.message_id is null)`, b.task)
	if err != nil {
		return found, fmt.Errorf("look at events: %w", err)
	}
	wrong, err := b.chaos.strings(ctx, `select 'a start by events has ' || count(a.id) || ' answers' from hooks h join hook_bursts k on k.hook_id = h.id
		left join assistant_messages a on a.cause = k.message_id and a.author = 'assistant' and a.kind = 'message' and a.body_type in ('said', 'failed')
		where h.task_id = $1::uuid and k.message_id is not null group by k.id having count(a.id) <> 1`, b.task)
	if err != nil {
		return found, fmt.Errorf("look at starts: %w", err)
	}
	fmt.Printf("events: %d acknowledged, %d kept\n", len(b.taken), len(keys))
	return append(append(found, untold...), wrong...), nil
}
