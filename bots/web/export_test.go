package web

import (
	"maps"
	"slices"
	"testing"

	"github.com/aisteam/aisteam/bots/web/api"
	"github.com/aisteam/aisteam/bots/web/outside"
	"github.com/aisteam/aisteam/bots/web/pages"
)

// MarkdownHTML is how an agent's Markdown is shown.
func MarkdownHTML(text string) string { return string(pages.NewMarkdown().HTML(text)) }

// PanelRoutes are all that the panel answers to the owner, as its mux takes them.
func PanelRoutes(t *testing.T, c Config) []string {
	t.Helper()
	s, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	return s.rooms.of(c.Owner).pages
}

// APIRoutes are all that the API answers, as the mux takes them.
func APIRoutes(t *testing.T, c Config) []string {
	t.Helper()
	s, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	return append(slices.Collect(maps.Keys(s.rooms.of(c.Owner).programs.Routes())), api.EventsRoute, api.TaskEventsRoute, outside.Route)
}
