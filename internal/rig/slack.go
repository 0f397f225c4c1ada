package rig

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/aisteam/aisteam/internal/fakeslack"
)

const (
	slackSecret = "rig-secret" // it guards nothing
	slackToken  = "xoxb-rig"
	slackTeam   = "T1"
	slackBot    = "UBOT"
)

// Post is a message that the bot has posted or edited.
type Post struct {
	Method, Channel, Thread, Text string
	Answer                        bool      // an agent's words, not what it is doing
	At                            time.Time // when its request had arrived
}

// Slack is a stopwatch in Slack's clothes: it takes every post, checks nothing and keeps nothing, so that what is measured
// is the product. Package fakeslack is the strict one.
type Slack struct {
	server *http.Server
	listen net.Listener
	client *http.Client

	mu      sync.Mutex
	tick    int64
	waiting map[string]func(Post) // by channel and thread
	posts   map[string]int        // by channel, without edits
}

// StartSlack listens on a port that the system picks.
func StartSlack(ctx context.Context) (*Slack, error) {
	listen, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("listen as slack: %w", err)
	}
	s := &Slack{
		listen: listen, waiting: make(map[string]func(Post)), posts: make(map[string]int),
		client: &http.Client{Timeout: 30 * time.Second, Transport: &http.Transport{MaxIdleConnsPerHost: 256}},
	}
	s.server = &http.Server{Handler: s, ReadHeaderTimeout: 10 * time.Second}
	go func() { _ = s.server.Serve(listen) }()
	return s, nil
}

// URL is the base of its Web API.
func (s *Slack) URL() string { return "http://" + s.listen.Addr().String() + "/api/" }

// Environment is the replica's configuration for it.
func (s *Slack) Environment() []string {
	return []string{"SLACK_SIGNING_SECRET=" + slackSecret, "SLACK_BOT_TOKEN=" + slackToken, "SLACK_API_URL=" + s.URL()}
}

// Close ends it.
func (s *Slack) Close() { _ = s.server.Close() }

// ServeHTTP implements [http.Handler].
func (s *Slack) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	at, method := time.Now(), strings.TrimPrefix(r.URL.Path, "/api/")
	_ = r.ParseForm()
	w.Header().Set("Content-Type", "application/json")
	switch method {
	case "chat.postMessage", "chat.update":
		p := Post{Method: method, Channel: r.Form.Get("channel"), Thread: r.Form.Get("thread_ts"), Text: r.Form.Get("text"), At: at}
		p.Answer = strings.Contains(r.Form.Get("blocks"), "no language model was asked")
		ts := r.Form.Get("ts")
		s.mu.Lock()
		if ts == "" {
			ts = s.stamp()
			s.posts[p.Channel]++
		}
		told := s.waiting[p.Channel+"/"+p.Thread]
		s.mu.Unlock()
		_, _ = fmt.Fprintf(w, `{"ok":true,"channel":%q,"ts":%q}`, p.Channel, ts)
		if told != nil {
			told(p)
		}
	case "auth.test":
		_, _ = fmt.Fprintf(w, `{"ok":true,"team_id":%q,"user_id":%q,"bot_id":"B1"}`, slackTeam, slackBot)
	case "users.info":
		_, _ = fmt.Fprintf(w, `{"ok":true,"user":{"id":%q,"name":"someone"}}`, r.Form.Get("user"))
	default:
		_, _ = io.WriteString(w, `{"ok":true,"messages":[],"has_more":false}`)
	}
}

// stamp makes a timestamp that was not there before. The caller holds the lock.
func (s *Slack) stamp() string {
	s.tick = max(s.tick+1, time.Now().UnixMicro())
	return fmt.Sprintf("%d.%06d", s.tick/1e6, s.tick%1e6)
}

// Thread is where somebody talks with the bot.
type Thread struct{ Channel, User, Root string }

// NewThread makes one in a channel, and tells of every post to it.
func (s *Slack) NewThread(channel, user string, told func(Post)) Thread {
	s.mu.Lock()
	defer s.mu.Unlock()
	t := Thread{Channel: channel, User: user, Root: s.stamp()}
	s.waiting[t.Channel+"/"+t.Root] = told
	return t
}

// Forget stops telling of a thread's posts.
func (s *Slack) Forget(t Thread) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.waiting, t.Channel+"/"+t.Root)
}

// Posts is how many messages the bot has posted to a channel.
func (s *Slack) Posts(channel string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.posts[channel]
}

// Say sends a person's direct message, or in a channel whose name begins with C a mention, as a signed event and returns how
// long the ack took. The first message of a thread is its root.
func (s *Slack) Say(ctx context.Context, base string, t Thread, text string, first bool) (time.Duration, error) {
	s.mu.Lock()
	ts := s.stamp()
	s.mu.Unlock()
	event := map[string]any{
		"type": "message", "channel": t.Channel, "channel_type": "im", "user": t.User, "text": text, "ts": ts, "thread_ts": t.Root,
	}
	if first {
		event["ts"] = t.Root
		delete(event, "thread_ts")
	}
	if strings.HasPrefix(t.Channel, "C") {
		event["type"], event["channel_type"], event["text"] = "app_mention", "channel", "<@"+slackBot+"> "+text
	}
	body, err := json.Marshal(map[string]any{
		"type": "event_callback", "team_id": slackTeam, "event_id": "Ev" + ts, "event": event,
		"authorizations": []any{map[string]any{"user_id": slackBot, "is_bot": true}},
	})
	if err != nil {
		return 0, fmt.Errorf("encode event: %w", err)
	}
	return s.send(ctx, base+"/slack/events", "application/json", body)
}

// Click sends a person's click on a button as a signed interaction and returns how long the ack took.
func (s *Slack) Click(ctx context.Context, base string, t Thread, action, value string) (time.Duration, error) {
	s.mu.Lock()
	at := s.stamp()
	s.mu.Unlock()
	payload, err := json.Marshal(map[string]any{
		"type": "block_actions", "team": map[string]any{"id": slackTeam}, "user": map[string]any{"id": t.User, "team_id": slackTeam},
		"channel": map[string]any{"id": t.Channel}, "message": map[string]any{"ts": at, "thread_ts": t.Root},
		"actions": []any{map[string]any{"type": "button", "action_id": action, "value": value, "action_ts": at}},
	})
	if err != nil {
		return 0, fmt.Errorf("encode click: %w", err)
	}
	form := url.Values{"payload": {string(payload)}}
	return s.send(ctx, base+"/slack/interactions", "application/x-www-form-urlencoded", []byte(form.Encode()))
}

// send signs and sends.
func (s *Slack) send(ctx context.Context, to, kind string, body []byte) (time.Duration, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, to, bytes.NewReader(body))
	if err != nil {
		return 0, fmt.Errorf("make request: %w", err)
	}
	r.Header.Set("Content-Type", kind)
	began := time.Now()
	fakeslack.Sign(r.Header, slackSecret, began, body)
	res, err := s.client.Do(r)
	if err != nil {
		return 0, fmt.Errorf("send event: %w", err)
	}
	_, _ = io.Copy(io.Discard, res.Body)
	_ = res.Body.Close()
	took := time.Since(began)
	if res.StatusCode != http.StatusOK {
		return took, fmt.Errorf("it was answered with %s", res.Status)
	}
	return took, nil
}
