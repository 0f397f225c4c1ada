package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

const (
	standingsEvery  = time.Hour // how often accounts are looked for that were not checked for a day
	standingsAtOnce = 100
	servedAtMost    = 2000
)

// standing asks a platform how an account stands.
type standing interface {
	Standing(ctx context.Context, of assistant.Identity) (assistant.Standing, error)
}

// accountsToAsk lists accounts that their platform was not asked about for a day.
type accountsToAsk interface {
	AccountsToAsk(ctx context.Context, t assistant.TenantID, on assistant.Surface, limit int) ([]assistant.Identity, error)
}

// asksStandings asks the platforms once a day, for each account with rights, whether it still exists and whose it is, so that
// people who leave silently keep nothing.
func (s *server) asksStandings(ctx context.Context) error {
	tick := time.NewTicker(standingsEvery)
	defer tick.Stop()
	for {
		if err := s.askStandings(ctx); err != nil && ctx.Err() == nil {
			s.log.WarnContext(ctx, "platforms do not say who is there", slog.Any("err", err))
		}
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
	}
}

// askStandings asks about those that are due.
func (s *server) askStandings(ctx context.Context) error {
	var errs []error
	tenants := []assistant.TenantID{s.tenant.ID}
	slack, discord := s.slack.Now(), s.discord.Now()
	if slack != nil && s.config.SlackClientID != "" {
		served, err := s.db.Served(ctx, servedAtMost)
		errs = append(errs, err)
		seen := map[assistant.TenantID]bool{s.tenant.ID: true}
		for _, one := range served {
			if !seen[one.Tenant] {
				seen[one.Tenant], tenants = true, append(tenants, one.Tenant)
			}
		}
	}
	for _, t := range tenants {
		if slack != nil {
			errs = append(errs, s.askStandingsOn(ctx, t, assistant.SurfaceSlack, slack))
		}
		if discord != nil && t == s.tenant.ID {
			errs = append(errs, s.askStandingsOn(ctx, t, assistant.SurfaceDiscord, discord))
		}
	}
	return errors.Join(errs...)
}

func (s *server) askStandingsOn(ctx context.Context, t assistant.TenantID, on assistant.Surface, platform standing) error {
	accounts, err := s.db.AccountsToAsk(ctx, t, on, standingsAtOnce)
	if err != nil {
		return fmt.Errorf("list accounts of %s: %w", on, err)
	}
	for _, a := range accounts {
		if a.Standing, err = platform.Standing(ctx, a); err != nil {
			return fmt.Errorf("ask %s about an account: %w", on, err) // the others are asked when it answers
		}
		ended, err := s.db.KeepStanding(ctx, t, a)
		if err != nil {
			return fmt.Errorf("keep how an account of %s stands: %w", on, err)
		}
		if ended {
			s.log.InfoContext(ctx, "rights ended with an account", slog.String("tenant", string(t)), slog.String("surface", string(on)), slog.String("person", a.External), slog.String("rule", string(a.Standing)))
		}
	}
	return nil
}
