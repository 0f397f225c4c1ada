package setup

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/aisteam/aisteam/assistant"
)

// Settings are what admins have set.
type Settings interface {
	PartRevisions(ctx context.Context, t assistant.TenantID) (map[assistant.SetupKey]int64, error)
	PartSettings(ctx context.Context, t assistant.TenantID, part assistant.SetupKey) (assistant.PartSettings, error)
}

// Serving is a part that serves by settings, and by others when it takes them.
type Serving interface {
	Key() assistant.SetupKey
	Take(set assistant.PartSettings) error
	Run(ctx context.Context) error
}

// Config is what a Source is made of. Tenant, Settings and Log are required.
type Config struct {
	Tenant   assistant.TenantID // whose installation it is
	Settings Settings
	Given    []assistant.PartSettings // what the environment sets: it holds, whatever admins have set
	Parts    []Serving
	Log      *slog.Logger
	Every    time.Duration // how often it is looked whether any is set anew; a second when zero
}

// Source lets parts serve by what is set: what the environment sets, or what an admin has set while the product runs.
type Source struct {
	config Config

	looking sync.Mutex // one looks at a time
	read    map[assistant.SetupKey]int64
}

// NewSource returns a Source. It reads nothing and starts nothing.
func NewSource(c Config) *Source {
	if c.Every <= 0 {
		c.Every = time.Second
	}
	return &Source{config: c, read: map[assistant.SetupKey]int64{}}
}

// Open lets the parts serve by what is set, before anybody asks them for anything.
func (s *Source) Open(ctx context.Context) error {
	for _, part := range s.config.Parts {
		if set, given := s.given(part.Key()); given {
			if err := part.Take(set); err != nil {
				return fmt.Errorf("open %s: %w", part.Key(), err)
			}
		}
	}
	return s.Refresh(ctx)
}

// Locked tells whether the environment sets a part.
func (s *Source) Locked(part assistant.SetupKey) bool {
	_, given := s.given(part)
	return given
}

func (s *Source) given(part assistant.SetupKey) (assistant.PartSettings, bool) {
	for _, set := range s.config.Given {
		if set.Part == part {
			return set, true
		}
	}
	return assistant.PartSettings{}, false
}

// Run lets the parts run, and looks whether any is set anew, until the context ends. What cannot be read is logged, and stays as it was.
func (s *Source) Run(ctx context.Context) error {
	g, ctx := errgroup.WithContext(ctx)
	for _, part := range s.config.Parts {
		g.Go(func() error { return part.Run(ctx) })
	}
	g.Go(func() error { return s.look(ctx) })
	return g.Wait()
}

func (s *Source) look(ctx context.Context) error {
	tick := time.NewTicker(s.config.Every)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
		if err := s.Refresh(ctx); err != nil && ctx.Err() == nil {
			s.config.Log.WarnContext(ctx, "look whether parts are set anew", slog.Any("err", err))
		}
	}
}

// Refresh takes what is set otherwise than it was. What cannot be read of one part keeps no other from being taken, and is tried again at the
// next look; what nothing can be made of is logged, and serves nobody.
func (s *Source) Refresh(ctx context.Context) error {
	s.looking.Lock()
	defer s.looking.Unlock()
	all, err := s.config.Settings.PartRevisions(ctx, s.config.Tenant)
	if err != nil {
		return err
	}
	var wrong []error
	for _, part := range s.config.Parts {
		key := part.Key()
		if s.Locked(key) || s.read[key] == all[key] {
			continue
		}
		set, err := s.config.Settings.PartSettings(ctx, s.config.Tenant, key)
		if err != nil {
			wrong = append(wrong, fmt.Errorf("take %s: %w", key, err))
			continue
		}
		if err := part.Take(set); err != nil {
			s.config.Log.ErrorContext(ctx, "what is set is not taken", slog.String("setting", string(key)), slog.Any("err", err))
		}
		s.read[key] = all[key]
	}
	return errors.Join(wrong...)
}
