// Package backends gives each tenant the model that answers there: the one that the environment sets for everybody or, where it sets none,
// the one that an admin of the tenant has set while the product runs (decision 0058).
package backends

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/metrics"
)

// Settings are the models that tenants have set.
type Settings interface {
	// ModelRevision is another number where any of them stands otherwise.
	ModelRevision(ctx context.Context) (int64, error)
	ModelRevisions(ctx context.Context) (map[assistant.TenantID]int64, error)
	ModelSettings(ctx context.Context, t assistant.TenantID) (assistant.ModelSettings, error)
}

// Config is what a Source is made of. Default, IDs and Log are required; Account is, too, where anything is spent.
type Config struct {
	Default  *llm.Client // of tenants that have set none
	Settings Settings    // nil where tenants set none
	// Make makes the way to what a tenant has set.
	Make    func(assistant.TenantID, assistant.ModelSettings) (*llm.Client, error)
	Account llm.Account
	IDs     *assistant.IDs
	Meter   *metrics.Metrics
	Log     *slog.Logger
	Every   time.Duration // how often it is looked whether any is set anew; a second when zero
}

// Source gives each tenant's backend as it stands. It holds all of them, so that whoever begins a turn waits for nothing; a change reaches
// it by [Source.Run].
type Source struct {
	config Config
	rest   served

	looking sync.Mutex // one looks at a time
	sum     int64      // by the last look
	read    map[assistant.TenantID]int64

	mu  sync.RWMutex
	own map[assistant.TenantID]served
}

// served is a client, and what a turn takes of it.
type served struct {
	client  *llm.Client
	backend llm.Backend
}

// New returns a Source that serves the default to everybody until what is set has been read. It starts nothing.
func New(c Config) *Source {
	if c.Every <= 0 {
		c.Every = time.Second
	}
	s := &Source{config: c, read: map[assistant.TenantID]int64{}, own: map[assistant.TenantID]served{}}
	s.rest = served{c.Default, s.Backend(c.Default)}
	return s
}

// Backend is what answers where a client is asked. The rehearsal spends nothing, so it has no purse.
func (s *Source) Backend(c *llm.Client) llm.Backend {
	b := llm.Backend{Model: c, Rehearsal: c.Info().Rehearsal}
	if !b.Rehearsal {
		b.Purse = llm.NewPurse(s.config.Account, c, s.config.IDs, s.config.Meter, s.config.Log)
	}
	return b
}

// Of is the backend of the tenant as it stands.
func (s *Source) Of(t assistant.TenantID) llm.Backend { return s.of(t).backend }

// Client is the tenant's way to models as it stands.
func (s *Source) Client(t assistant.TenantID) *llm.Client { return s.of(t).client }

// Rehearses tells whether nothing but the offline rehearsal answers the tenant.
func (s *Source) Rehearses(t assistant.TenantID) bool { return s.of(t).backend.Rehearsal }

func (s *Source) of(t assistant.TenantID) served {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if own, ok := s.own[t]; ok {
		return own
	}
	return s.rest
}

// Run looks whether any model is set anew, until the context ends. What cannot be read is logged, and stays as it was.
func (s *Source) Run(ctx context.Context) error {
	if s.config.Settings == nil {
		return nil
	}
	tick := time.NewTicker(s.config.Every)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
		if err := s.Refresh(ctx); err != nil && ctx.Err() == nil {
			s.config.Log.WarnContext(ctx, "look whether models are set anew", slog.Any("err", err))
		}
	}
}

// Refresh takes what is set otherwise than it was. What cannot be read for one tenant keeps nobody else's from being taken, and is tried
// again at the next look.
func (s *Source) Refresh(ctx context.Context) error {
	if s.config.Settings == nil {
		return nil
	}
	s.looking.Lock()
	defer s.looking.Unlock()
	sum, err := s.config.Settings.ModelRevision(ctx)
	if err != nil || sum == s.sum {
		return err
	}
	all, err := s.config.Settings.ModelRevisions(ctx)
	if err != nil {
		return err
	}
	var wrong []error
	for t, revision := range all {
		if s.read[t] == revision {
			continue
		}
		if err := s.take(ctx, t); err != nil {
			wrong = append(wrong, fmt.Errorf("take the model of tenant %s: %w", t, err))
			continue
		}
		s.read[t] = revision
	}
	if len(wrong) == 0 {
		s.sum = sum
	}
	return errors.Join(wrong...)
}

// take takes what a tenant has set. What no client can be made of is logged, and the default serves.
func (s *Source) take(ctx context.Context, t assistant.TenantID) error {
	set, err := s.config.Settings.ModelSettings(ctx, t)
	if err != nil {
		return err
	}
	client, err := s.made(t, set)
	if err != nil {
		s.config.Log.ErrorContext(ctx, "the model that is set is not taken", slog.String("tenant", string(t)), slog.String("provider", set.Provider), slog.Any("err", err))
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if client == nil {
		delete(s.own, t)
		return nil
	}
	s.own[t] = served{client, s.Backend(client)}
	return nil
}

// made is the way to what is set, nil where nothing is.
func (s *Source) made(t assistant.TenantID, set assistant.ModelSettings) (*llm.Client, error) {
	if !set.Set() {
		return nil, nil // the default serves
	}
	return s.config.Make(t, set)
}
