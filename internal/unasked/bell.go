package unasked

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
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

const (
	bellSecret = "what the bell signs with"
	bellEvery  = 1500 * time.Millisecond
)

// Bell is another system that tells a task of events while things break, each of them until it is taken, and some twice.
type Bell struct {
	front    http.Handler
	sql      *pgxpool.Pool
	task     string
	path     string
	taken    []string // keys of events that were acknowledged
	problems []string
}

// NewBell makes a task that begins with events, by the API of the rig's replica at base; events go to the front.
func NewBell(ctx context.Context, base string, front http.Handler, sql *pgxpool.Pool) (*Bell, error) {
	body := `{"prompt":"What can you do for me?","event":{"sender":"generic","secret":"` + bellSecret + `","window":"1s"}}`
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, base+"/api/tasks", strings.NewReader(body))
	if err != nil {
		return nil, fmt.Errorf("make a task: %w", err)
	}
	req.Header.Set("Authorization", "Bearer rig-token-rig-token")
	req.Header.Set("Content-Type", "application/json")
	res, err := http.DefaultClient.Do(req)
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
	return &Bell{front: front, sql: sql, task: made.ID, path: "/api/hooks/" + token}, nil
}

// Ring rings for as long as it should. The front resends what was not answered, as senders do.
func (b *Bell) Ring(ctx context.Context, goesOn func() bool) {
	for n := 1; goesOn() && ctx.Err() == nil; n++ {
		body := `{"n":` + strconv.Itoa(n) + `}`
		h := hmac.New(sha256.New, []byte(bellSecret))
		_, _ = h.Write([]byte(body))
		key := hex.EncodeToString(h.Sum(nil))
		for again := range 1 + n%3/2 {
			req := httptest.NewRequestWithContext(ctx, http.MethodPost, b.path, bytes.NewReader([]byte(body)))
			req.Header.Set("Content-Type", "application/json")
			req.Header.Set("X-Signature", key)
			rec := httptest.NewRecorder()
			b.front.ServeHTTP(rec, req)
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

// Verdict says what is wrong: every event that was acknowledged is told once, and every start is answered once.
func (b *Bell) Verdict(ctx context.Context) (f Found, err error) {
	f.Lost = append(f.Lost, b.problems...)
	const of = ` from hooks h join hook_events e on e.hook_id = h.id left join hook_bursts k on k.id = e.burst_id where h.task_id = $1::uuid and e.key like 'e:%' `
	keys, err := b.strings(ctx, `select substr(e.key, 3)`+of+`and e.outcome in ('accepted', 'coalesced') order by e.received_at, e.id`)
	if err != nil {
		return f, fmt.Errorf("look at events: %w", err)
	}
	kept := map[string]int{}
	for _, k := range keys {
		kept[k]++
	}
	for _, k := range b.taken {
		switch n := kept[k]; {
		case n == 0:
			f.Lost = append(f.Lost, "an event that was acknowledged is kept 0 times")
		case n > 1:
			f.Doubled = append(f.Doubled, fmt.Sprintf("an event that was acknowledged is kept %d times", n))
		}
	}
	untold, err := b.strings(ctx, `select 'an event was never told: ' || e.note`+of+`and (k.fired_at is null or k.message_id is null)`)
	if err != nil {
		return f, fmt.Errorf("look at events: %w", err)
	}
	f.Lost = append(f.Lost, untold...)
	const starts = `select 'a start by events has ' || count(a.id) || ' answers' from hooks h join hook_bursts k on k.hook_id = h.id
		left join assistant_messages a on a.cause = k.message_id and a.author = 'assistant' and a.kind = 'message' and a.body_type in ('said', 'failed')
		where h.task_id = $1::uuid and k.message_id is not null group by k.id having count(a.id) `
	unanswered, err := b.strings(ctx, starts+`= 0`)
	if err != nil {
		return f, fmt.Errorf("look at starts: %w", err)
	}
	twice, err := b.strings(ctx, starts+`> 1`)
	if err != nil {
		return f, fmt.Errorf("look at starts: %w", err)
	}
	f.Lost, f.Doubled = append(f.Lost, unanswered...), append(f.Doubled, twice...)
	fmt.Printf("events: %d acknowledged, %d kept\n", len(b.taken), len(keys))
	return f, nil
}

func (b *Bell) strings(ctx context.Context, sql string) ([]string, error) {
	rows, err := b.sql.Query(ctx, sql, b.task)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[string])
}
