package fakeslack

import (
	"bytes"
	"cmp"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// target is where the fake sends what people do.
type target struct {
	socket  bool
	handler http.Handler
	base    string
	client  *http.Client
}

// Connect sends what people do to a handler.
func (s *Server) Connect(h http.Handler) { s.aim(target{handler: h}) }

// ConnectURL sends what people do to a server, by its base address.
func (s *Server) ConnectURL(base string, client *http.Client) {
	if client == nil {
		client = &http.Client{Timeout: 10 * time.Second, Transport: &http.Transport{MaxIdleConnsPerHost: 64}}
	}
	s.aim(target{base: base, client: client})
}

func (s *Server) aim(t target) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.target = t
}

// AddChannel makes a channel with the bot in it.
func (s *Server) AddChannel(ids ...string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, id := range ids {
		if s.channels[id] == nil {
			s.channels[id] = map[string]*Message{}
			s.apps.owners[id] = s.Team
		}
	}
}

// RemoveChannel makes a channel unknown to the bot.
func (s *Server) RemoveChannel(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.channels, id)
}

// AddUser makes a user's name known.
func (s *Server) AddUser(id, name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.names[id] = name
}

// SetZone says in which time zone a user is.
func (s *Server) SetZone(user, zone string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.zones[user] = zone
}

// SetLocale says what a user has set Slack to: "de-DE".
func (s *Server) SetLocale(user, locale string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.locales[user] = locale
}

// Whose says where somebody is from who is not one of the workspace's full members.
type Whose struct {
	Team            string // another workspace's; "" for this one
	Enterprise      string // the organisation of the workspace that they are from
	Restricted      bool   // a guest
	UltraRestricted bool   // a guest of one channel
	Deleted         bool   // deactivated
	Unknown         bool   // Slack no longer knows them
}

// SetWhose says where a user is from.
func (s *Server) SetWhose(user string, w Whose) {
	s.whoseMu.Lock()
	defer s.whoseMu.Unlock()
	s.whose[user] = w
}

// teamOf is the workspace that a user is of.
func (s *Server) teamOf(user string) string { return cmp.Or(s.whoseOf(user).Team, s.Team) }

// whoseOf may be asked with and without the lock: it has its own.
func (s *Server) whoseOf(user string) Whose {
	s.whoseMu.Lock()
	defer s.whoseMu.Unlock()
	return s.whose[user]
}

// SetGroup makes a user group of these users; without users, it removes the group.
func (s *Server) SetGroup(id string, users ...string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.groups[id] = users; len(users) == 0 {
		delete(s.groups, id)
	}
}

// Answer is what the product answered a request of ours.
type Answer struct {
	Status int
	Body   []byte
	Took   time.Duration
}

// OK tells whether it was acknowledged.
func (a Answer) OK() bool { return a.Status >= 200 && a.Status < 300 }

// Send posts a signed body to a path of the product.
func (s *Server) Send(ctx context.Context, path, contentType string, body []byte) (Answer, error) {
	s.mu.Lock()
	t := s.target
	s.mu.Unlock()
	if t.socket {
		return s.overSocket(ctx, path, body)
	}
	if t.handler == nil && t.client == nil {
		return Answer{}, errors.New("fake slack is not connected")
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, t.base+path, bytes.NewReader(body))
	if err != nil {
		return Answer{}, fmt.Errorf("make request: %w", err)
	}
	req.Header.Set("Content-Type", contentType)
	Sign(req.Header, s.SigningSecret, s.Now(), body)
	start := time.Now()
	if t.handler != nil {
		w := httptest.NewRecorder()
		t.handler.ServeHTTP(w, req)
		return Answer{Status: w.Code, Body: w.Body.Bytes(), Took: time.Since(start)}, nil
	}
	res, err := t.client.Do(req)
	if err != nil {
		return Answer{}, fmt.Errorf("send: %w", err)
	}
	defer res.Body.Close()
	out, err := io.ReadAll(res.Body)
	if err != nil {
		return Answer{}, fmt.Errorf("read answer: %w", err)
	}
	return Answer{Status: res.StatusCode, Body: out, Took: time.Since(start)}, nil
}

// Sign puts Slack's signature of the body on a request.
func Sign(h http.Header, secret string, at time.Time, body []byte) {
	ts := strconv.FormatInt(at.Unix(), 10)
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte("v0:" + ts + ":"))
	mac.Write(body)
	h.Set("X-Slack-Request-Timestamp", ts)
	h.Set("X-Slack-Signature", "v0="+hex.EncodeToString(mac.Sum(nil)))
}

// Event sends an event, in the envelope that Slack puts around it.
func (s *Server) Event(ctx context.Context, event map[string]any) (Answer, error) {
	s.mu.Lock()
	auth := s.authorization()
	s.mu.Unlock()
	return s.eventFor(ctx, auth, event)
}

// eventFor sends an event to the install that it is for.
func (s *Server) eventFor(ctx context.Context, auth, event map[string]any) (Answer, error) {
	s.mu.Lock()
	id := s.stamp()
	s.mu.Unlock()
	var enterprise any
	if s.Enterprise != "" {
		enterprise = s.Enterprise
	}
	body, err := json.Marshal(map[string]any{
		"token": "old", "team_id": s.Team, "enterprise_id": enterprise, "api_app_id": s.AppID, "type": "event_callback", "event_id": "Ev" + id,
		"event_time": s.Now().Unix(), "event": event,
		"authorizations": []any{auth},
	})
	if err != nil {
		return Answer{}, fmt.Errorf("encode event: %w", err)
	}
	return s.Send(ctx, "/slack/events", "application/json", body)
}

// Write makes a person write in a channel (thread "" starts one) without telling the product. It returns the ts.
func (s *Server) Write(channel, thread, user, text string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.channels[channel] == nil {
		s.channels[channel] = map[string]*Message{}
		s.apps.owners[channel] = s.Team
	}
	return s.add(&Message{Channel: channel, Thread: thread, User: user, Text: text}).TS
}

// Say makes a person write in a channel and sends the `message` event. A channel whose id begins with D is a DM.
func (s *Server) Say(ctx context.Context, channel, thread, user, text string) (string, Answer, error) {
	ts := s.Write(channel, thread, user, text)
	a, err := s.Event(ctx, s.said("message", channel, thread, user, text, ts))
	return ts, a, err
}

// Mention is Say with the bot mentioned: as on Slack, `message` and `app_mention` both arrive.
func (s *Server) Mention(ctx context.Context, channel, thread, user, text string) (string, Answer, error) {
	text = "<@" + s.BotUser + "> " + text
	ts := s.Write(channel, thread, user, text)
	if a, err := s.Event(ctx, s.said("message", channel, thread, user, text, ts)); err != nil || !a.OK() {
		return ts, a, err
	}
	a, err := s.Event(ctx, s.said("app_mention", channel, thread, user, text, ts))
	return ts, a, err
}

// MentionOnce is Mention with the `app_mention` event alone, as an app gets it that did not subscribe to messages.
func (s *Server) MentionOnce(ctx context.Context, channel, thread, user, text string) (string, Answer, error) {
	text = "<@" + s.BotUser + "> " + text
	ts := s.Write(channel, thread, user, text)
	a, err := s.Event(ctx, s.said("app_mention", channel, thread, user, text, ts))
	return ts, a, err
}

func (s *Server) said(typ, channel, thread, user, text, ts string) map[string]any {
	e := map[string]any{"type": typ, "channel": channel, "user": user, "text": text, "ts": ts, "event_ts": ts, "team": s.teamOf(user)}
	if team := s.teamOf(user); team != s.Team {
		e["user_team"], e["source_team"] = team, team
	}
	if thread != "" {
		e["thread_ts"] = thread
	}
	if typ == "message" {
		e["channel_type"] = "channel"
		if channel[0] == 'D' {
			e["channel_type"] = "im"
		}
	}
	return e
}

// Change makes a person edit what they wrote.
func (s *Server) Change(ctx context.Context, channel, ts, text string) (Answer, error) {
	s.mu.Lock()
	m := s.channels[channel][ts]
	if m == nil {
		s.mu.Unlock()
		return Answer{}, fmt.Errorf("no message %s in %s", ts, channel)
	}
	before := *m
	at := s.rewrite(m, text).TS
	s.mu.Unlock()
	now := s.said("message", channel, before.Thread, before.User, text, ts)
	now["edited"] = map[string]any{"user": before.User, "ts": at}
	a, err := s.Event(ctx, map[string]any{
		"type": "message", "subtype": "message_changed", "hidden": true, "channel": channel, "ts": at, "message": now,
		"previous_message": s.said("message", channel, before.Thread, before.User, before.Text, ts),
	})
	if err != nil || !a.OK() || text == before.Text {
		return a, err
	}
	return s.mentionedBy(ctx, channel, before, text, at)
}

// ChangeUnheard is Change for an app that did not subscribe to messages: it is told of mentions alone.
func (s *Server) ChangeUnheard(ctx context.Context, channel, ts, text string) (Answer, error) {
	s.mu.Lock()
	m := s.channels[channel][ts]
	before := *m
	at := s.rewrite(m, text).TS
	s.mu.Unlock()
	return s.mentionedBy(ctx, channel, before, text, at)
}

// mentionedBy sends the `app_mention` of an edit, where its words mention the bot: Slack sends one whether they did before or not.
func (s *Server) mentionedBy(ctx context.Context, channel string, before Message, text, at string) (Answer, error) {
	if channel[0] == 'D' || !strings.Contains(text, "<@"+s.BotUser+">") {
		return Answer{Status: http.StatusOK}, nil
	}
	now := s.said("app_mention", channel, before.Thread, before.User, text, before.TS)
	now["edited"] = map[string]any{"user": before.User, "ts": at}
	return s.Event(ctx, now)
}

// Delete makes a person take back what they wrote.
func (s *Server) Delete(ctx context.Context, channel, ts string) (Answer, error) {
	s.mu.Lock()
	m := s.channels[channel][ts]
	if m == nil {
		s.mu.Unlock()
		return Answer{}, fmt.Errorf("no message %s in %s", ts, channel)
	}
	delete(s.channels[channel], ts)
	at := s.stamp()
	s.mu.Unlock()
	return s.Event(ctx, map[string]any{
		"type": "message", "subtype": "message_deleted", "hidden": true, "channel": channel, "ts": at, "deleted_ts": ts,
		"previous_message": s.said("message", channel, m.Thread, m.User, m.Text, ts),
	})
}

// Click presses a button, or picks the option (by its label) of a select, that a message shows now.
func (s *Server) Click(ctx context.Context, channel, ts, user, action, option string) (Answer, error) {
	s.mu.Lock()
	m := s.channels[channel][ts]
	if m == nil {
		s.mu.Unlock()
		return Answer{}, fmt.Errorf("no message %s in %s", ts, channel)
	}
	shown := *m
	s.mu.Unlock()
	act, err := find(shown.Blocks, action, option)
	if err != nil {
		return Answer{}, err
	}
	return s.Press(ctx, shown, user, act)
}

// Press sends an action as it was found on a message, however old that look is.
func (s *Server) Press(ctx context.Context, m Message, user string, action map[string]any) (Answer, error) {
	s.mu.Lock()
	action["action_ts"] = s.stamp()
	trigger := "trigger-" + s.stamp()
	s.triggers[trigger] = user
	s.mu.Unlock()
	return s.Interact(ctx, map[string]any{
		"type": "block_actions", "team": s.place(), "enterprise": s.organisation(), "is_enterprise_install": s.served(), "trigger_id": trigger,
		"user": map[string]any{"id": user, "username": s.nameOf(user), "team_id": s.teamOf(user)}, "channel": map[string]any{"id": m.Channel},
		"container": map[string]any{"type": "message", "message_ts": m.TS, "channel_id": m.Channel, "thread_ts": m.Thread},
		"message":   m, "actions": []any{action},
	})
}

func (s *Server) nameOf(user string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.names[user]
}

// Interact sends an interaction.
func (s *Server) Interact(ctx context.Context, payload map[string]any) (Answer, error) {
	raw, err := json.Marshal(payload)
	if err != nil {
		return Answer{}, fmt.Errorf("encode interaction: %w", err)
	}
	body := url.Values{"payload": {string(raw)}}.Encode()
	return s.Send(ctx, "/slack/interactions", "application/x-www-form-urlencoded", []byte(body))
}

// Submit sends a form with the values by block: a text, or the label of an option.
func (s *Server) Submit(ctx context.Context, v View, values map[string]string) (Answer, error) {
	var view struct {
		Callback string `json:"callback_id"`
		Private  string `json:"private_metadata"`
		Blocks   []struct {
			Type    string         `json:"type"`
			ID      string         `json:"block_id"`
			Element map[string]any `json:"element"`
		} `json:"blocks"`
	}
	if err := json.Unmarshal(v.JSON, &view); err != nil {
		return Answer{}, fmt.Errorf("read view: %w", err)
	}
	state := map[string]any{}
	for _, b := range view.Blocks {
		if b.Type != "input" {
			continue
		}
		id, _ := b.Element["action_id"].(string)
		input, err := filled(b.Element, values[b.ID])
		if err != nil {
			return Answer{}, fmt.Errorf("input %s: %w", b.ID, err)
		}
		state[b.ID] = map[string]any{id: input}
	}
	for id := range values {
		if state[id] == nil {
			return Answer{}, fmt.Errorf("the form has no input %q", id)
		}
	}
	return s.Interact(ctx, map[string]any{
		"type": "view_submission", "team": s.place(), "enterprise": s.organisation(), "is_enterprise_install": s.served(),
		"user": map[string]any{"id": v.User, "username": s.nameOf(v.User), "team_id": s.teamOf(v.User)},
		"view": map[string]any{
			"id": v.ID, "type": "modal", "callback_id": view.Callback, "private_metadata": view.Private,
			"state": map[string]any{"values": state},
		},
	})
}

// Command sends `/aisteam` with the text. What the product answers is held against Slack's rules.
func (s *Server) Command(ctx context.Context, channel, user, text string) (Answer, error) {
	body := url.Values{
		"command": {"/aisteam"}, "text": {text}, "team_id": {s.Team}, "enterprise_id": {s.Enterprise},
		"is_enterprise_install": {strconv.FormatBool(s.served())}, "channel_id": {channel}, "user_id": {user},
		"user_name": {s.nameOf(user)}, "trigger_id": {s.trigger(user)},
	}.Encode()
	a, err := s.Send(ctx, "/slack/commands", "application/x-www-form-urlencoded", []byte(body))
	if err != nil || len(a.Body) == 0 {
		return a, err
	}
	var said struct {
		Text   string          `json:"text"`
		Blocks json.RawMessage `json:"blocks"`
	}
	if err := json.Unmarshal(a.Body, &said); err != nil {
		return a, fmt.Errorf("read the command's answer: %w", err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.check("the command's answer", url.Values{"text": {said.Text}, "blocks": {string(said.Blocks)}}, postLimit)
	return a, nil
}

// trigger is a fresh trigger id of somebody's.
func (s *Server) trigger(user string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	id := "trigger-" + s.stamp()
	s.triggers[id] = user
	return id
}

// Shortcut uses a message shortcut on a message.
func (s *Server) Shortcut(ctx context.Context, channel, ts, user, callback string) (Answer, error) {
	s.mu.Lock()
	m := s.channels[channel][ts]
	s.mu.Unlock()
	if m == nil {
		return Answer{}, fmt.Errorf("no message %s in %s", ts, channel)
	}
	return s.Interact(ctx, map[string]any{
		"type": "message_action", "callback_id": callback, "team": s.place(), "enterprise": s.organisation(), "is_enterprise_install": s.served(), "trigger_id": s.trigger(user),
		"user": map[string]any{"id": user, "name": s.nameOf(user), "team_id": s.teamOf(user)}, "channel": map[string]any{"id": channel},
		"message_ts": ts, "message": m, "response_url": "https://hooks.example/none",
	})
}
