package main

import (
	"bytes"
	"context"
	"io"
	"math/rand/v2"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/aisteam/aisteam/internal/rig"
)

// front stands before the replicas as a load balancer with Slack's patience behind it: what is not answered within three
// seconds, or is answered with a 5xx, is sent again to another replica.
type front struct {
	client  *http.Client
	retried atomic.Int64

	mu       sync.Mutex
	replicas map[int]*rig.Replica
}

func newFront() *front {
	return &front{
		client:   &http.Client{Timeout: 3 * time.Second, Transport: &http.Transport{MaxIdleConnsPerHost: 64}},
		replicas: make(map[int]*rig.Replica),
	}
}

func (f *front) set(i int, r *rig.Replica) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.replicas[i] = r
}

func (f *front) get(i int) *rig.Replica {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.replicas[i]
}

// ServeHTTP implements [http.Handler].
func (f *front) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), time.Minute)
	defer cancel()
	for ctx.Err() == nil {
		status, said, err := f.forward(ctx, r, body)
		if err == nil && status < http.StatusInternalServerError {
			w.WriteHeader(status)
			_, _ = w.Write(said)
			return
		}
		f.retried.Add(1)
		select {
		case <-time.After(200 * time.Millisecond):
		case <-ctx.Done():
		}
	}
	w.WriteHeader(http.StatusGatewayTimeout)
}

func (f *front) forward(ctx context.Context, r *http.Request, body []byte) (int, []byte, error) {
	to := f.any()
	if to == nil {
		return http.StatusServiceUnavailable, nil, nil
	}
	out, err := http.NewRequestWithContext(ctx, r.Method, to.Base+r.URL.Path, bytes.NewReader(body))
	if err != nil {
		return 0, nil, err
	}
	out.Header = r.Header.Clone()
	res, err := f.client.Do(out)
	if err != nil {
		return 0, nil, err
	}
	defer func() { _ = res.Body.Close() }()
	said, err := io.ReadAll(res.Body)
	return res.StatusCode, said, err
}

func (f *front) any() *rig.Replica {
	f.mu.Lock()
	defer f.mu.Unlock()
	var up []*rig.Replica
	for _, r := range f.replicas {
		if r != nil {
			up = append(up, r)
		}
	}
	if len(up) == 0 {
		return nil
	}
	return up[rand.IntN(len(up))]
}
