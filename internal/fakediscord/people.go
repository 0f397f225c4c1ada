package fakediscord

import (
	"bytes"
	"cmp"
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// target is where interactions go: over HTTP when one of both is set, else over the gateway.
type target struct {
	handler http.Handler
	base    string
	client  *http.Client
}

// Connect sends interactions to a handler.
func (s *Server) Connect(h http.Handler) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.target = target{handler: h}
}

// ConnectURL sends interactions to an address.
func (s *Server) ConnectURL(base string, client *http.Client) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.target = target{base: base, client: client}
}

// asked is an interaction and how it was answered.
type asked struct {
	user     string
	channel  string
	answers  int
	answer   Answer
	original string
	done     chan struct{}
}

// Answer is how an interaction was answered.
type Answer struct {
	Status int             // of HTTP; 0 over the gateway
	Type   int             `json:"type"`
	Data   json.RawMessage `json:"data"`
	Token  string          `json:"-"`
}

// Note is what the person alone reads, "" when there is nothing.
func (a Answer) Note() string {
	var d struct {
		Content string `json:"content"`
		Flags   int    `json:"flags"`
	}
	if a.Type != 4 || json.Unmarshal(a.Data, &d) != nil {
		return ""
	}
	return d.Content
}

// Write makes a person write in a channel without telling the product.
func (s *Server) Write(channel, user, text string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.add(channel, s.words(user, text)).ID
}

func (s *Server) words(user, text string) *Message {
	m := &Message{Author: s.users[user], Content: text}
	for id, u := range s.users {
		if strings.Contains(text, "<@"+id+">") {
			m.Mentions = append(m.Mentions, u)
		}
	}
	for _, ref := range regexp.MustCompile(`<@&(\d+)>`).FindAllStringSubmatch(text, -1) {
		m.Roles = append(m.Roles, ref[1])
	}
	return m
}

// Say makes a person write in a channel and tells the gateway's clients.
func (s *Server) Say(channel, user, text string) string { return s.SayTo(channel, user, text, "") }

// SayTo is Say as a reply to a message.
func (s *Server) SayTo(channel, user, text, to string) string {
	s.mu.Lock()
	m := s.words(user, text)
	if to != "" {
		m.Type, m.ReplyTo = 19, s.find(channel, to)
	}
	s.add(channel, m)
	e := s.event(m)
	s.mu.Unlock()
	s.Dispatch("MESSAGE_CREATE", e)
	return m.ID
}

// Mention is Say with the bot mentioned.
func (s *Server) Mention(channel, user, text string) string {
	return s.Say(channel, user, "<@"+s.Application+"> "+text)
}

// event is a message as the gateway tells of it. The caller holds the lock.
func (s *Server) event(m *Message) map[string]any {
	raw, _ := json.Marshal(m)
	var e map[string]any
	_ = json.Unmarshal(raw, &e)
	if g := s.channels[m.Channel].guild; g != "" {
		e["guild_id"] = g
		e["member"] = s.memberOf(m.Author.ID)
	}
	return e
}

// Change makes a person edit what they wrote.
func (s *Server) Change(channel, id, text string) {
	s.mu.Lock()
	m := s.find(channel, id)
	at := s.Now().UTC().Format(time.RFC3339Nano)
	m.Content, m.Edited, m.Mentions = text, &at, s.words(m.Author.ID, text).Mentions
	e := s.event(m)
	s.mu.Unlock()
	s.Dispatch("MESSAGE_UPDATE", e)
}

// Delete makes a person take back what they wrote.
func (s *Server) Delete(channel, id string) {
	s.mu.Lock()
	c := s.channels[channel]
	c.messages = slices.DeleteFunc(c.messages, func(m *Message) bool { return m.ID == id })
	e := map[string]any{"id": id, "channel_id": channel}
	if c.guild != "" {
		e["guild_id"] = c.guild
	}
	s.mu.Unlock()
	s.Dispatch("MESSAGE_DELETE", e)
}

// Click presses the button of a custom id, or chooses from the select of that id the option with the label.
func (s *Server) Click(ctx context.Context, m Message, user, customID, choice string) (Answer, error) {
	c, err := find(m.Components, customID)
	if err != nil {
		return Answer{}, err
	}
	if disabled, _ := c["disabled"].(bool); disabled {
		return Answer{}, fmt.Errorf("the button %q cannot be pressed", customID)
	}
	data := map[string]any{"custom_id": customID, "component_type": c["type"]}
	if choice != "" {
		value, err := choose(c, choice)
		if err != nil {
			return Answer{}, err
		}
		data["values"] = []any{value}
	}
	return s.Interact(ctx, 3, m.Channel, user, data, map[string]any{"message": map[string]any{"id": m.ID}})
}

// Submit sends the form of an answer with the values by input: a text, or the label of an option.
func (s *Server) Submit(ctx context.Context, form Answer, channel, user string, values map[string]string) (Answer, error) {
	var d struct {
		CustomID   string           `json:"custom_id"`
		Components []map[string]any `json:"components"`
	}
	if form.Type != 9 {
		return Answer{}, fmt.Errorf("answer of type %d is no form", form.Type)
	}
	if err := json.Unmarshal(form.Data, &d); err != nil {
		return Answer{}, fmt.Errorf("read form: %w", err)
	}
	var parts []any
	for _, l := range d.Components {
		if l["type"] == float64(10) { // a text takes nothing
			parts = append(parts, map[string]any{"type": 10, "id": 1})
			continue
		}
		input, _ := l["component"].(map[string]any)
		id, _ := input["custom_id"].(string)
		filled := map[string]any{"type": input["type"], "custom_id": id}
		value, given := values[id]
		delete(values, id)
		switch {
		case input["type"] == float64(4):
			filled["value"] = value
		case given:
			chosen, err := choose(input, value)
			if err != nil {
				return Answer{}, err
			}
			filled["values"] = []any{chosen}
		default:
			filled["values"] = []any{}
		}
		parts = append(parts, map[string]any{"type": 18, "component": filled})
	}
	if len(values) > 0 {
		return Answer{}, fmt.Errorf("the form has no inputs %v", values)
	}
	return s.Interact(ctx, 5, channel, user, map[string]any{"custom_id": d.CustomID, "components": parts}, nil)
}

// Command uses a command; the options come in pairs of name and text.
func (s *Server) Command(ctx context.Context, channel, user, name string, options ...string) (Answer, error) {
	var given []any
	for i := 0; i+1 < len(options); i += 2 {
		given = append(given, map[string]any{"type": 3, "name": options[i], "value": options[i+1]})
	}
	return s.Interact(ctx, 2, channel, user, map[string]any{"id": "1", "name": name, "type": 1, "options": given}, nil)
}

// Suggest types into an option of a command and returns what is suggested, by name and value.
func (s *Server) Suggest(ctx context.Context, channel, user, name, option, typed string) ([][2]string, error) {
	given := []any{map[string]any{"type": 3, "name": option, "value": typed, "focused": true}}
	a, err := s.Interact(ctx, 4, channel, user, map[string]any{"id": "1", "name": name, "type": 1, "options": given}, nil)
	if err != nil {
		return nil, err
	}
	var d struct {
		Choices []struct{ Name, Value string }
	}
	if err := json.Unmarshal(a.Data, &d); err != nil || a.Type != 8 || len(d.Choices) > 25 {
		return nil, fmt.Errorf("answer of type %d with %d choices: %s: %w", a.Type, len(d.Choices), a.Data, err)
	}
	var out [][2]string
	for _, c := range d.Choices {
		out = append(out, [2]string{c.Name, c.Value})
	}
	return out, nil
}

// About uses a message command.
func (s *Server) About(ctx context.Context, channel, message, user, name string) (Answer, error) {
	return s.Interact(ctx, 2, channel, user, map[string]any{"id": "1", "name": name, "type": 3, "target_id": message}, nil)
}

// Interact sends an interaction and returns how it was answered.
func (s *Server) Interact(ctx context.Context, kind int, channel, user string, data any, more map[string]any) (Answer, error) {
	s.mu.Lock()
	c, t := s.channels[channel], s.target
	if c == nil {
		s.mu.Unlock()
		return Answer{}, fmt.Errorf("no channel %s", channel)
	}
	id := s.snowflake()
	a := &asked{user: user, channel: channel, done: make(chan struct{})}
	a.answer.Token = "token-" + id
	s.asked[a.answer.Token] = a
	i := map[string]any{
		"id": id, "application_id": s.Application, "type": kind, "token": a.answer.Token, "version": 1, "channel_id": channel,
		"channel": map[string]any{"id": channel, "type": c.kind}, "data": data, "locale": cmp.Or(s.locales[user], "en-GB"), "entitlements": []any{},
	}
	if c.guild != "" {
		i["guild_id"] = c.guild
		m := s.memberOf(user)
		m["user"], m["permissions"] = s.users[user], "0"
		i["member"] = m
	} else {
		i["user"] = s.users[user]
	}
	if t.handler != nil || t.client != nil {
		a.answers++ // it goes out before what is done after it
	}
	s.mu.Unlock()
	maps.Copy(i, more)
	if t.handler == nil && t.client == nil {
		s.Dispatch("INTERACTION_CREATE", i)
		select {
		case <-a.done:
			s.mu.Lock()
			defer s.mu.Unlock()
			return a.answer, nil
		case <-ctx.Done():
			return Answer{}, fmt.Errorf("the interaction was not answered: %w", ctx.Err())
		}
	}
	body, err := json.Marshal(i)
	if err != nil {
		return Answer{}, fmt.Errorf("encode interaction: %w", err)
	}
	status, raw, err := s.Send(ctx, body)
	if err != nil || status != http.StatusOK {
		return Answer{Status: status}, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.check.Check("POST callback", raw); err != nil {
		s.breach("answer over HTTP: %v\n%s", err, raw)
	}
	a.answer.Status = status
	if err := json.Unmarshal(raw, &a.answer); err != nil {
		return a.answer, fmt.Errorf("read answer: %w", err)
	}
	return a.answer, nil
}

// Send posts a signed body to the product.
func (s *Server) Send(ctx context.Context, body []byte) (int, []byte, error) {
	s.mu.Lock()
	t := s.target
	s.mu.Unlock()
	if t.handler == nil && t.client == nil {
		return 0, nil, errors.New("fake discord is not connected")
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, t.base+"/discord/interactions", bytes.NewReader(body))
	if err != nil {
		return 0, nil, fmt.Errorf("make request: %w", err)
	}
	req.Header.Set("Content-Type", "application/json")
	s.Sign(req.Header, s.Now(), body)
	if t.handler != nil {
		w := httptest.NewRecorder()
		t.handler.ServeHTTP(w, req)
		return w.Code, w.Body.Bytes(), nil
	}
	res, err := t.client.Do(req)
	if err != nil {
		return 0, nil, fmt.Errorf("send: %w", err)
	}
	defer res.Body.Close()
	raw, err := io.ReadAll(res.Body)
	if err != nil {
		return 0, nil, fmt.Errorf("read answer: %w", err)
	}
	return res.StatusCode, raw, nil
}

// Sign puts Discord's signature of the body on a request.
func (s *Server) Sign(h http.Header, at time.Time, body []byte) {
	ts := strconv.FormatInt(at.Unix(), 10)
	h.Set("X-Signature-Timestamp", ts)
	h.Set("X-Signature-Ed25519", hex.EncodeToString(ed25519.Sign(s.key, append([]byte(ts), body...))))
}

// callback takes the answer to an interaction that went over the gateway. The caller holds the lock.
func (s *Server) callback(r request) (any, *failure) {
	a := s.asked[r.ids[1]]
	if a == nil {
		return nil, fail(http.StatusNotFound, 10062, "Unknown interaction")
	}
	if a.answers++; a.answers > 1 {
		return nil, fail(http.StatusBadRequest, 40060, "Interaction has already been acknowledged.")
	}
	token := a.answer.Token
	_ = json.Unmarshal(r.body, &a.answer)
	a.answer.Token = token
	close(a.done)
	return nil, nil
}

// original takes the edit of an answer.
func (s *Server) original(r request) (any, *failure) {
	a := s.asked[r.ids[1]]
	if a == nil || r.ids[0] != s.Application {
		return nil, fail(http.StatusNotFound, 10015, "Unknown Webhook")
	}
	if a.answers == 0 {
		return nil, fail(http.StatusNotFound, 10008, "Unknown Message")
	}
	var in struct {
		Content string `json:"content"`
	}
	_ = json.Unmarshal(r.body, &in)
	a.original = in.Content
	return map[string]string{"id": "1"}, nil
}

// Original is what an answer was edited to, "" until it was.
func (s *Server) Original(a Answer) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if x := s.asked[a.Token]; x != nil {
		return x.original
	}
	return ""
}
