package main

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"time"
)

const (
	token   = "flood-token-flood-token" // it guards nothing
	senders = 64
	tenth   = 10 // every so manieth is forged, and another one replayed
)

// flood is what is sent, and how it is answered.
type flood struct {
	settings

	base   string
	client *http.Client
	doors  []door

	mu     sync.Mutex
	taken  []event // that can be sent again
	result result
}

// door is a hook and the secret that its sender signs with.
type door struct{ url, secret string }

// event is one of a hook.
type event struct {
	door int
	body string
}

func newFlood(base string, s settings) *flood {
	return &flood{settings: s, base: base, client: &http.Client{Timeout: 30 * time.Second, Transport: &http.Transport{MaxIdleConnsPerHost: senders, MaxConnsPerHost: senders}}}
}

// prepare makes the hooks.
func (f *flood) prepare(ctx context.Context) error {
	for range f.hooks {
		raw, err := json.Marshal(map[string]any{"prompt": "Tell me how many came", "event": map[string]any{
			"sender": "github", "filter": `payload.wanted`, "groupBy": "payload.group", "window": f.window.String(), "perMinute": 120_000,
		}})
		if err != nil {
			return fmt.Errorf("write a task: %w", err)
		}
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, f.base+"/api/tasks", bytes.NewReader(raw))
		if err != nil {
			return fmt.Errorf("make a task: %w", err)
		}
		req.Header.Set("Authorization", "Bearer "+token)
		res, err := f.client.Do(req)
		if err != nil {
			return fmt.Errorf("make a task: %w", err)
		}
		var made struct{ Hook struct{ URL, Secret string } }
		err = json.NewDecoder(res.Body).Decode(&made)
		_ = res.Body.Close()
		if err != nil || made.Hook.URL == "" {
			return fmt.Errorf("make a task: answered %d: %w", res.StatusCode, err)
		}
		f.doors = append(f.doors, door{made.Hook.URL, made.Hook.Secret})
	}
	return nil
}

// pour sends events at the rate, for as long as it is to last.
func (f *flood) pour(ctx context.Context) result {
	next := make(chan int)
	var all sync.WaitGroup
	for range senders {
		all.Go(func() {
			for n := range next {
				f.send(ctx, n)
			}
		})
	}
	began := time.Now()
	for n := range int(f.lasting.Seconds() * float64(f.rate)) {
		time.Sleep(time.Until(began.Add(time.Duration(n) * time.Second / time.Duration(f.rate))))
		next <- n
	}
	close(next)
	all.Wait()
	f.result.took = time.Since(began)
	return f.result
}

// send sends the n-th event: a good one, a forged one, or one that was taken before.
func (f *flood) send(ctx context.Context, n int) {
	e := event{n % len(f.doors), `{"wanted":true,"group":"g` + strconv.Itoa(n%3) + `","n":` + strconv.Itoa(n) + `}`}
	secret, kind := f.doors[e.door].secret, good
	switch n % tenth {
	case 3:
		secret, kind = "somebody else's", forged
	case 7:
		if again, ok := f.again(n); ok {
			e, kind = again, replayed
			secret = f.doors[e.door].secret
		}
	}
	h := hmac.New(sha256.New, []byte(secret))
	_, _ = io.WriteString(h, e.body)
	began := time.Now()
	status := 0
	if req, err := http.NewRequestWithContext(ctx, http.MethodPost, f.doors[e.door].url, bytes.NewReader([]byte(e.body))); err == nil {
		req.Header.Set("Content-Type", "application/json")
		req.Header.Set("X-Hub-Signature-256", "sha256="+hex.EncodeToString(h.Sum(nil)))
		if res, err := f.client.Do(req); err == nil {
			status = res.StatusCode
			_, _ = io.Copy(io.Discard, res.Body)
			_ = res.Body.Close()
		}
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.result.note(kind, status, time.Since(began))
	if kind == good && status == http.StatusAccepted {
		f.taken = append(f.taken, e)
	}
}

// again is an event that was taken before.
func (f *flood) again(n int) (event, bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.taken) == 0 {
		return event{}, false
	}
	return f.taken[n*7919%len(f.taken)], true
}

// quantile is the value below which a part of them lies.
func quantile(all []time.Duration, part float64) time.Duration {
	if len(all) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(all))
	return sorted[min(len(sorted)-1, int(part*float64(len(sorted))))]
}
