package main

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/aisteam/aisteam/internal/fakeslack"
)

const (
	channel = "C1"
	asker   = "UANNA"
	secret  = "a-signing-secret"
)

// slackWorld is a fake Slack with a person in it, and a command that it talks to.
type slackWorld struct {
	tb    testing.TB
	slack *fakeslack.Server
	child *child
	root  string // the thread

	repeat func() // presses once more what was pressed last, where the person was asked to; nil where nothing was pressed
	told   int    // how often the person has been asked to so far
}

// newSlackWorld starts the fake; the child is prepared, not started.
func newSlackWorld(tb testing.TB, env ...string) *slackWorld {
	tb.Helper()
	return newSlackWorldAt(tb, time.Now, env...)
}

// newSlackWorldAt is newSlackWorld by another clock.
func newSlackWorldAt(tb testing.TB, now func() time.Time, env ...string) *slackWorld {
	tb.Helper()
	schema := fakeslack.FindSchema()
	slack, err := fakeslack.New(tb.Context(), fakeslack.Config{SigningSecret: secret, Token: "xoxb-fake", Schema: schema, Now: now})
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { _ = slack.Close() })
	slack.AddChannel(channel)
	slack.AddUser(asker, "Anna")
	k := newChild(tb, append([]string{"SLACK_SIGNING_SECRET=" + secret, "SLACK_BOT_TOKEN=xoxb-fake", "SLACK_API_URL=" + slack.APIURL()}, env...)...)
	slack.ConnectURL("http://"+k.addr, &http.Client{Timeout: patience, Transport: &http.Transport{DisableKeepAlives: true}})
	return &slackWorld{tb: tb, slack: slack, child: k}
}

// deliver sends something as Slack does: again and again until it is acknowledged. Between tries alive may bring a dead
// command back.
func (w *slackWorld) deliver(what string, alive func(), send func(context.Context) (fakeslack.Answer, error)) {
	w.tb.Helper()
	eventually(w.tb, patience, what+" is acknowledged", func() bool {
		alive()
		a, err := send(w.tb.Context())
		return err == nil && a.OK()
	})
}

// say makes Anna write in the thread; the first message mentions the bot and starts it.
func (w *slackWorld) say(text string, alive func()) {
	w.tb.Helper()
	event := map[string]any{"type": "message", "channel": channel, "user": asker, "team": "T1", "channel_type": "channel"}
	if w.root == "" {
		text = "<@UBOT> " + text
		event["type"] = "app_mention"
	} else {
		event["thread_ts"] = w.root
	}
	ts := w.slack.Write(channel, w.root, asker, text)
	event["text"], event["ts"], event["event_ts"] = text, ts, ts
	if w.root == "" {
		w.root = ts
	}
	w.deliver("the message", alive, func(ctx context.Context) (fakeslack.Answer, error) { return w.slack.Event(ctx, event) })
}

// shows waits for a message of the bot that satisfies the wish, and returns it.
func (w *slackWorld) shows(what string, alive func(), wish func(fakeslack.Message) bool) fakeslack.Message {
	w.tb.Helper()
	var found fakeslack.Message
	ok := until(w.tb.Context(), patience, func() bool {
		alive()
		if w.repeat != nil {
			w.repeat()
		}
		for _, m := range w.slack.Posted(channel, w.root) {
			if wish(m) {
				found = m
				return true
			}
		}
		return false
	})
	if ok != nil {
		w.tb.Fatalf("Slack never showed %s; the thread:\n%s", what, w.slack.Dump(channel, w.root))
	}
	return found
}

// press clicks a button of a message. A person who is asked to press again, because Slack has not said in time who they are, does so
// while the test waits for what comes of it.
func (w *slackWorld) press(m fakeslack.Message, action string, alive func()) {
	w.tb.Helper()
	w.told = w.askedToRepeat()
	w.pressOnce(m, action, alive)
	w.repeat = func() {
		w.tb.Helper()
		if n := w.askedToRepeat(); n > w.told {
			w.told = n
			w.pressOnce(m, action, alive)
		}
	}
}

func (w *slackWorld) pressOnce(m fakeslack.Message, action string, alive func()) {
	w.tb.Helper()
	act, err := m.Action(action)
	if err != nil {
		w.tb.Fatalf("%v; the thread:\n%s", err, w.slack.Dump(channel, w.root))
	}
	w.deliver("the click", alive, func(ctx context.Context) (fakeslack.Answer, error) { return w.slack.Press(ctx, m, asker, act) })
}

// askedToRepeat is how often the person has been asked to press something again.
func (w *slackWorld) askedToRepeat() (n int) {
	for _, one := range w.slack.Whispers() {
		if one.User == asker && strings.Contains(one.Text, triesAgain) {
			n++
		}
	}
	return n
}

// triesAgain is what a person reads whose standing is unknown right now.
const triesAgain = "I could not find out just now whether you belong to this workspace"

// says makes Anna write and waits for what comes of it. Where the command died after a card was posted and before that was kept, her
// words count as written before it, and she is asked to say them again: so she does.
func (w *slackWorld) says(text, what string, alive func(), wish func(fakeslack.Message) bool) {
	w.tb.Helper()
	asked := map[string]bool{}
	again := func(m fakeslack.Message) bool { return says(saidTooEarly)(m) && !asked[m.TS] }
	for {
		w.say(text, alive)
		m := w.shows(what, alive, func(m fakeslack.Message) bool { return wish(m) || again(m) })
		if wish(m) {
			return
		}
		asked[m.TS] = true
	}
}

// saidTooEarly is what a person reads who wrote before a card was shown.
const saidTooEarly = "so I have not taken it as a decision. Please look at it first, then say it again"

func says(text string) func(fakeslack.Message) bool {
	return func(m fakeslack.Message) bool {
		return strings.Contains(asRead(m.Text), text) || strings.Contains(asRead(strings.Join(fakeslack.Lines(m.Blocks), "\n")), text)
	}
}

// asRead is text without the invisible breaks that keep names of files and hosts from becoming links.
func asRead(text string) string { return strings.ReplaceAll(text, "\u200b", "") }

// servicesFlow is the conversation that makes the Services page, from the request to Hans's summary. alive is called
// wherever somebody waits.
func (w *slackWorld) servicesFlow(alive func()) { w.tb.Helper(); w.servicesFlowWith(alive, func() {}) }

// servicesFlowLessAudit is that where somebody leaves a step out while the plan waits for its page to be approved.
func (w *slackWorld) servicesFlowLessAudit(alive func()) {
	w.tb.Helper()
	w.servicesFlowWith(alive, func() {
		w.tb.Helper()
		w.says("Actually, leave out the audit at the end", "that it is left out", alive, says("I have left out step 4 (Audit the new page"))
	})
}

// servicesFlowWith is that with something in between, while the finished text waits.
func (w *slackWorld) servicesFlowWith(alive, between func()) {
	w.tb.Helper()
	w.say("Please create a new webpage called Services.", alive)
	w.shows("the questions", alive, says("Which language"))
	w.say("English, for homeowners, found by water filters", alive)
	fork := w.shows("the forks", alive, says("One simple page"))
	w.press(fork, "clarify_opt:0", alive)
	plan := w.shows("the plan", alive, has("plan_approve"))
	w.press(plan, "plan_approve", alive)
	text := w.shows("the finished text", alive, has("approval_approve"))
	between()
	w.press(text, "approval_approve", alive)
	w.shows("the finished run", alive, has("run_undo"))
	w.shows("the summary", alive, says("1 step can be undone"))
}

// get fetches a page as anybody may.
func get(ctx context.Context, url string) (int, string, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return 0, "", err
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return 0, "", err
	}
	defer res.Body.Close()
	return res.StatusCode, readAll(res.Body), nil
}

func has(action string) func(fakeslack.Message) bool {
	return func(m fakeslack.Message) bool { return m.HasAction(action) }
}
