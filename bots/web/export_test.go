package web

import (
	"maps"
	"slices"
	"testing"
)

// MarkdownHTML is how an agent's Markdown is shown.
func MarkdownHTML(text string) string { return string(newMarkdown().html(text)) }

// APIRoutes are all that the API answers, as the mux takes them.
func APIRoutes(t *testing.T, c Config) []string {
	t.Helper()
	s, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	return append(slices.Collect(maps.Keys(s.routes())), eventsRoute)
}
