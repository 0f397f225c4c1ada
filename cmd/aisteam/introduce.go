package main

import (
	"context"
	"log/slog"
	"net/url"
	"strings"
)

// introduceItself logs what an operator asks first of a process that has just started. Addresses come without who logs in there.
func (s *server) introduceItself(ctx context.Context) {
	model := s.models.Client(s.tenant.ID).Info()
	surfaces := []string{"web"}
	if s.slack.Now() != nil {
		surfaces = append(surfaces, "slack")
	}
	if s.discord.Now() != nil {
		surfaces = append(surfaces, "discord")
	}
	watched := s.listener.Addr().String()
	if s.apart != nil {
		watched = s.apart.Addr().String()
	}
	s.log.InfoContext(ctx, "serving", slog.String("version", version()), slog.String("replica", s.agreed.replica),
		slog.String("address", s.listener.Addr().String()), slog.String("metrics", watched), slog.String("public", s.reached.Now().URL),
		slog.String("database", place(s.config.DatabaseURL)), slog.String("redis", place(s.config.RedisURL)), slog.String("data", s.config.Data),
		slog.String("surfaces", strings.Join(surfaces, " ")), slog.String("provider", model.Provider), slog.String("model", model.Model))
}

// place is where an address leads.
func place(address string) string {
	if address == "" {
		return "embedded"
	}
	u, err := url.Parse(address)
	if err != nil || u.Host+u.Path == "" {
		return "configured"
	}
	if u.Host == "" {
		return u.Query().Get("host") + u.Path
	}
	return u.Host + u.Path
}
