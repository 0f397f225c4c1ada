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
	t.Parallel()
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

// TestServicesPageThroughSockets is the same road in Socket Mode, with the connections taken away on the way.
func TestServicesPageThroughSockets(t *testing.T) {
	t.Parallel()
	w := newSlackWorld(t, "SLACK_SIGNING_SECRET=", "SLACK_APP_TOKEN=xapp-fake")
	w.slack.ConnectSocket()
	w.child.startReady()
	steps := 0
	w.servicesFlow(func() {
		if steps++; steps%2 == 0 && steps < 7 {
			w.slack.Disconnect("refresh_requested")
		}
	})
	if v := w.slack.Violations(); len(v) > 0 {
		t.Errorf("Slack's rules were broken:\n%s", strings.Join(v, "\n"))
	}
}

// TestOnePersonCannotUseUpTheModels: beyond the rate people get a plain sentence and a way on, and stop still works.
func TestOnePersonCannotUseUpTheModels(t *testing.T) {
	t.Parallel()
	w := newSlackWorld(t, "RATE_LIMIT_AI_REQUESTS_PER_MINUTE=2")
	w.child.startReady()
	var threads []string
	for range 6 { // of which the slowest machine does not answer all before there is room for them again
		w.root = ""
		w.say("How does undo work?", calm)
		threads = append(threads, w.root)
	}
	answered, bound := 0, 0
	eventually(t, patience, "some are answered, and some reach the bound", func() bool {
		answered, bound = 0, 0
		for _, thread := range threads {
			said := w.slack.Posted(channel, thread)
			answered += min(1, count(said, says("Whatever a run has changed can be taken back")))
			bound += min(1, count(said, says("too many things within a minute")))
		}
		return answered > 0 && bound > 0
	})
}

func TestSlackNeedsATokenAndAWayIn(t *testing.T) {
	fine := Config{SlackAPIURL: "https://slack.com/api/", DiscordAPIURL: "https://discord.com/api/v10/", RatePerMinute: 1, AIAtOnce: 1, DatabaseConnections: 16}
	for _, c := range []struct{ secret, bot, app, names string }{
		{"", "", "", ""},
		{"s", "xoxb-1", "", ""},
		{"", "xoxb-1", "xapp-1", ""},
		{"s", "xoxb-1", "xapp-1", ""},
		{"s", "", "", "SLACK_BOT_TOKEN"},
		{"", "", "xapp-1", "SLACK_BOT_TOKEN"},
		{"", "xoxb-1", "", "SLACK_SIGNING_SECRET"},
		{"", "xoxb-1", "xoxb-2", "SLACK_APP_TOKEN"},
	} {
		config := fine
		config.SlackSigningSecret, config.SlackBotToken, config.SlackAppToken = c.secret, c.bot, c.app
		if err := config.check(); (err == nil) != (c.names == "") || err != nil && !strings.Contains(err.Error(), c.names) {
			t.Errorf("%+v: %v", c, err)
		}
	}
}
