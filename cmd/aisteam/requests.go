package main

import (
	"log/slog"
	"net"
	"net/http"
	"slices"
	"strings"
	"time"
)

// routeName is where a request went, for metrics and logs. The set is closed: what is asked of no route is the panel's.
type routeName string

// The routes, longest first where one begins like another.
const (
	routeChat       routeName = "api_chat"
	routeExecute    routeName = "api_execute"
	routeEvents     routeName = "api_events"
	routeHooks      routeName = "api_hooks"
	routeAPI        routeName = "api"
	routeSlack      routeName = "slack"
	routeDiscord    routeName = "discord"
	routeSites      routeName = "sites"
	routeAssets     routeName = "assets"
	routeOperations routeName = "operations"
	routePanel      routeName = "panel"
)

func routeNames() []routeName {
	return []routeName{
		routeChat, routeExecute, routeEvents, routeHooks, routeAPI, routeSlack, routeDiscord, routeSites, routeAssets, routeOperations, routePanel,
	}
}

// Known implements metrics.Word.
func (r routeName) Known() bool { return slices.Contains(routeNames(), r) }

// String implements fmt.Stringer.
func (r routeName) String() string { return string(r) }

func routeOf(path string) routeName {
	switch {
	case path == "/healthz", path == "/readyz", path == "/metrics":
		return routeOperations
	case path == "/api/assistant/chat":
		return routeChat
	case path == "/api/assistant/execute":
		return routeExecute
	case strings.HasPrefix(path, "/api/") && strings.HasSuffix(path, "/events"):
		return routeEvents
	}
	for prefix, route := range map[string]routeName{
		"/api/hooks/": routeHooks, "/slack/": routeSlack, "/discord/": routeDiscord, "/sites/": routeSites, "/assets/": routeAssets,
	} {
		if strings.HasPrefix(path, prefix) {
			return route
		}
	}
	if strings.HasPrefix(path, "/api/") {
		return routeAPI
	}
	return routePanel
}

// counted measures every request, and logs failures and requests refused because of the caller. A client that left before the
// answer is no failure.
func (s *server) counted(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		began := time.Now()
		answer := &statusOf{ResponseWriter: w}
		next.ServeHTTP(answer, r)
		route, took := routeOf(r.URL.Path), time.Since(began)
		status := answer.status
		if status == 0 && r.Context().Err() == nil {
			status = http.StatusOK // nothing was written: an empty answer
		}
		if status == 0 {
			return // they have left
		}
		s.meter.Requested(route, status, took)
		level := slog.LevelDebug
		switch {
		case r.Context().Err() != nil, route == routeOperations:
		case status == http.StatusUnauthorized:
			level = slog.LevelInfo
		case status >= http.StatusInternalServerError && !s.told(route):
			level = slog.LevelError
		}
		host, _, _ := net.SplitHostPort(r.RemoteAddr)
		s.log.LogAttrs(r.Context(), level, "request answered", slog.String("method", r.Method), slog.String("route", string(route)),
			slog.Int("status", status), slog.Duration("took", took), slog.String("from", host))
	})
}

// told tells whether a route logs its own failures, with what they were.
func (*server) told(route routeName) bool {
	return route != routeSites && route != routeSlack && route != routeDiscord
}

// statusOf sees the status of an answer.
type statusOf struct {
	http.ResponseWriter
	status int
}

// Unwrap is for [http.ResponseController].
func (s *statusOf) Unwrap() http.ResponseWriter { return s.ResponseWriter }

// WriteHeader implements http.ResponseWriter.
func (s *statusOf) WriteHeader(status int) {
	if s.status == 0 && status >= http.StatusOK {
		s.status = status
	}
	s.ResponseWriter.WriteHeader(status)
}

// Write implements http.ResponseWriter.
func (s *statusOf) Write(p []byte) (int, error) {
	if s.status == 0 {
		s.status = http.StatusOK
	}
	return s.ResponseWriter.Write(p)
}
