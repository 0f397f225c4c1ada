package main

import (
	"io"
	"net/http"
	"strings"
	"testing"
)

func readAll(r io.Reader) string {
	raw, _ := io.ReadAll(io.LimitReader(r, 1<<20))
	return string(raw)
}

// TestServicesPageThroughSlack: the whole road through signed Slack events against a fake Slack that holds every payload
// against Slack's schema.
func TestServicesPageThroughSlack(t *testing.T) {
	w := newSlackWorld(t)
	w.child.startReady()
	w.servicesFlow(func() {})

	status, page, err := get(t.Context(), w.child.url("/sites/aquaverter/services"))
	if err != nil || status != http.StatusOK || !strings.Contains(page, "<h1") {
		t.Errorf("the page answers %d, %v", status, err)
	}
	if v := w.slack.Violations(); len(v) > 0 {
		t.Errorf("Slack's rules were broken:\n%s", strings.Join(v, "\n"))
	}
	run := w.shows("the run card", func() {}, has("run_undo"))
	w.press(run, "run_undo", func() {})
	w.shows("what was taken back", func() {}, says("I have taken back"))
	if status, _, _ := get(t.Context(), w.child.url("/sites/aquaverter/services")); status != http.StatusNotFound {
		t.Errorf("after undo the page answers %d", status)
	}
	t.Logf("the thread:\n%s", w.slack.Dump(channel, w.root))
}
