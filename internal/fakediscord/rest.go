package fakediscord

import (
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/aisteam/aisteam/internal/mishap"
)

// failure is what Discord answers when it does not do what it was asked.
type failure struct {
	status  int
	Code    int    `json:"code"`
	Message string `json:"message"`
}

func fail(status, code int, message string) *failure { return &failure{status, code, message} }

// request is one call of the API.
type request struct {
	route string
	ids   []string
	query url.Values
	body  []byte
	files map[string][]byte // by name
}

// serve answers a request of the API.
func (s *Server) serve(w http.ResponseWriter, r *http.Request) {
	path := strings.TrimPrefix(strings.TrimPrefix(r.URL.Path, "/api/v10/"), "/api/v9/")
	if path == "/ws/" || r.URL.Path == "/ws/" {
		s.serveGateway(w, r)
		return
	}
	if strings.HasPrefix(r.URL.Path, attachmentsPath) {
		s.serveAttachment(w, r)
		return
	}
	body, files, err := readBody(r)
	if err != nil {
		s.mu.Lock()
		s.breach("%s: %v", r.URL.Path, err)
		s.mu.Unlock()
		http.Error(w, "read", http.StatusBadRequest)
		return
	}
	route, ids := routeOf(r.Method, strings.Split(strings.Trim(path, "/"), "/"))
	fault := s.called(route)
	if fault.Status != 0 {
		maps.Copy(w.Header(), fault.Headers)
		w.WriteHeader(fault.Status)
		_, _ = io.WriteString(w, fault.Body)
		return
	}
	in := request{route, ids, r.URL.Query(), body, files}
	if !s.inTime(w, in) {
		return
	}
	if storm := s.weather(); storm != nil && !fault.Cut {
		storm.Serve(w, r, route, func() mishap.Answer {
			out, failed := s.do(in, r.Header.Get("Authorization"))
			s.tell()
			s.wake()
			return s.encoded(route, out, failed)
		})
		return
	}
	out, failed := s.do(in, r.Header.Get("Authorization"))
	s.tell()
	s.wake()
	if fault.Cut {
		if conn, _, err := http.NewResponseController(w).Hijack(); err == nil {
			_ = conn.Close()
		}
		return
	}
	s.encoded(route, out, failed).Write(w)
}

// routeOf names a request by its path without the ids.
func routeOf(method string, p []string) (route string, ids []string) {
	at := func(pattern string) bool {
		parts := strings.Split(pattern, "/")
		if len(parts) != len(p) {
			return false
		}
		ids = nil
		for i, x := range parts {
			switch {
			case x == "*":
				ids = append(ids, p[i])
			case x != p[i]:
				return false
			}
		}
		return true
	}
	for pattern, name := range map[string]string{
		"users/@me": "users/@me", "applications/@me": "applications/@me", "users/@me/channels": "users/@me/channels", "gateway": "gateway", "gateway/bot": "gateway/bot", "channels/*": "channels", "channels/*/messages": "channels/messages",
		"channels/*/messages/*": "channels/messages/id", "channels/*/messages/*/threads": "channels/messages/threads",
		"channels/*/typing": "channels/typing", "interactions/*/*/callback": "callback", "webhooks/*/*/messages/@original": "@original",
		"applications/*/commands": "applications/commands", "guilds/*/members/*": "guilds/members", "guilds/*/roles": "guilds/roles",
		"guilds/*": "guilds", "guilds/*/channels": "guilds/channels",
	} {
		if at(pattern) {
			return method + " " + name, ids
		}
	}
	return method + " " + strings.Join(p, "/"), nil
}

// called counts a request and takes the fault that awaits it.
func (s *Server) called(route string) Fault {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.calls[route]++
	fs := s.faults[route]
	if len(fs) == 0 {
		return Fault{}
	}
	s.faults[route] = fs[1:]
	return fs[0]
}

func (s *Server) do(r request, authorization string) (any, *failure) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if authorization != "Bot "+s.Token {
		return nil, fail(http.StatusUnauthorized, 0, "401: Unauthorized")
	}
	if len(r.body) > 0 {
		if err := s.check.Check(r.route, r.body); err != nil {
			s.breach("%s: %v\n%s", r.route, err, r.body)
			return nil, fail(http.StatusBadRequest, 50035, "Invalid Form Body")
		}
		if err := s.attached(r); err != nil {
			s.breach("%s: %v\n%s", r.route, err, r.body)
			return nil, fail(http.StatusBadRequest, 50035, "Invalid Form Body")
		}
	}
	switch r.route {
	case "GET users/@me":
		return s.users[s.Application], nil
	case "GET applications/@me":
		flags := 1 << 18 // it may read what is said
		if s.Members {
			flags |= 1 << 14
		}
		return map[string]any{"id": s.Application, "name": "aisteam", "flags": flags, "verify_key": s.PublicKey()}, nil
	case "GET gateway":
		return map[string]string{"url": "ws://" + s.listen.Addr().String() + "/ws"}, nil
	case "GET gateway/bot":
		return s.gatewayBot(), nil
	case "GET applications/commands":
		return s.commands, nil
	case "PUT applications/commands":
		s.commands = r.body
		s.registered++
		return s.commands, nil
	case "GET guilds/roles":
		return roles(r.ids[0], s.Application), nil
	case "GET guilds", "GET guilds/channels":
		if !slices.Contains(s.guilds, r.ids[0]) {
			return nil, fail(http.StatusNotFound, 10004, "Unknown Guild")
		}
		if r.route == "GET guilds" {
			return map[string]any{"id": r.ids[0], "name": "a server", "owner_id": "1", "roles": roles(r.ids[0], s.Application)}, nil
		}
		return s.channelsOf(r.ids[0]), nil
	case "GET guilds/members":
		if !slices.Contains(s.guilds, r.ids[0]) {
			return nil, fail(http.StatusNotFound, 10004, "Unknown Guild")
		}
		if _, known := s.users[r.ids[1]]; !known || s.outside[r.ids[1]] {
			return nil, fail(http.StatusNotFound, 10007, "Unknown Member")
		}
		m := s.memberOf(r.ids[1])
		m["user"] = s.users[r.ids[1]]
		return m, nil
	case "POST users/@me/channels":
		return s.openDirect(r)
	case "POST callback":
		return s.callback(r)
	case "PATCH @original":
		return s.original(r)
	}
	if !strings.Contains(r.route, " channels") || len(r.ids) == 0 {
		s.breach("unknown route %s", r.route)
		return nil, fail(http.StatusNotFound, 0, "404: Not Found")
	}
	c := s.channels[r.ids[0]]
	if c == nil {
		return nil, fail(http.StatusNotFound, 10003, "Unknown Channel")
	}
	if failed := s.mayDo(r, c); failed != nil {
		return nil, failed
	}
	return s.inChannel(r, c)
}

func (s *Server) inChannel(r request, c *channel) (any, *failure) {
	switch r.route {
	case "GET channels":
		return s.shown(r.ids[0], c), nil
	case "PATCH channels":
		return s.reopen(r, c)
	case "POST channels/typing":
		s.typing[r.ids[0]]++
		return nil, nil
	case "GET channels/messages":
		return page(c.messages, r.query), nil
	case "POST channels/messages":
		return s.post(r, c)
	}
	i := slices.IndexFunc(c.messages, func(m *Message) bool { return len(r.ids) > 1 && m.ID == r.ids[1] })
	if i < 0 {
		return nil, fail(http.StatusNotFound, 10008, "Unknown Message")
	}
	switch r.route {
	case "GET channels/messages/id":
		return c.messages[i], nil
	case "PATCH channels/messages/id":
		return s.patch(r, c.messages[i])
	case "POST channels/messages/threads":
		return s.thread(r, c)
	default:
		s.breach("unknown route %s", r.route)
		return nil, fail(http.StatusMethodNotAllowed, 0, "405: Method Not Allowed")
	}
}

// page gives messages as Discord does: the newest first.
func page(ms []*Message, q url.Values) []*Message {
	limit, err := strconv.Atoi(q.Get("limit"))
	if err != nil {
		limit = 50
	}
	out := []*Message{}
	before, after := q.Get("before"), q.Get("after")
	for _, m := range ms {
		if (before == "" || older(m.ID, before)) && (after == "" || older(after, m.ID)) {
			out = append(out, m)
		}
	}
	if after != "" {
		out = out[:min(limit, len(out))]
	} else {
		out = out[max(0, len(out)-limit):]
	}
	slices.Reverse(out)
	return out
}

func (s *Server) post(r request, c *channel) (any, *failure) {
	var in struct {
		Content    string          `json:"content"`
		Nonce      string          `json:"nonce"`
		Enforce    bool            `json:"enforce_nonce"`
		Flags      int             `json:"flags"`
		Components json.RawMessage `json:"components"`
		Reference  *struct {
			Message string `json:"message_id"`
		} `json:"message_reference"`
	}
	if err := json.Unmarshal(r.body, &in); err != nil {
		return nil, fail(http.StatusBadRequest, 50109, "The request body contains invalid JSON.")
	}
	key := r.ids[0] + "/" + in.Nonce
	if m := s.nonces[key]; m != nil && in.Enforce && in.Nonce != "" {
		return m, nil
	}
	if failed := s.closedTo(c); failed != nil {
		return nil, failed
	}
	if c.kind == Forum {
		return nil, fail(http.StatusBadRequest, 50008, "Cannot send messages in a non-text channel")
	}
	m := &Message{
		Content: in.Content, Nonce: in.Nonce, Flags: in.Flags, Components: in.Components, Author: s.users[s.Application],
		Mentions: s.paged(r.body),
	}
	if in.Reference != nil {
		m.Type, m.ReplyTo = 19, s.find(r.ids[0], in.Reference.Message)
	}
	s.add(r.ids[0], m)
	s.keep(r, m)
	if in.Nonce != "" {
		s.nonces[key] = m
	}
	s.note("MESSAGE_CREATE", s.event(m))
	return m, nil
}

// add appends a message to a channel. The caller holds the lock.
func (s *Server) add(channel string, m *Message) *Message { return s.put(channel, s.snowflake(), m) }

func (s *Server) put(channel, id string, m *Message) *Message {
	m.ID, m.Channel, m.Timestamp = id, channel, s.Now().UTC().Format(time.RFC3339Nano)
	if m.Mentions == nil {
		m.Mentions = []User{}
	}
	s.channels[channel].messages = append(s.channels[channel].messages, m)
	return m
}

func (s *Server) find(channel, id string) *Message {
	c := s.channels[channel]
	if c == nil {
		return nil
	}
	for _, m := range c.messages {
		if m.ID == id {
			return m
		}
	}
	return nil
}

func (s *Server) patch(r request, m *Message) (any, *failure) {
	if m.Author.ID != s.Application {
		return nil, fail(http.StatusForbidden, 50005, "Cannot edit a message authored by another user")
	}
	if s.tooOld(m) {
		return nil, fail(http.StatusBadRequest, 30046, "Maximum number of edits to messages older than 1 hour reached. Try again later")
	}
	var in struct {
		Components json.RawMessage `json:"components"`
		Flags      int             `json:"flags"`
	}
	if err := json.Unmarshal(r.body, &in); err != nil {
		return nil, fail(http.StatusBadRequest, 50109, "The request body contains invalid JSON.")
	}
	if in.Flags&(1<<12) != 0 {
		s.breach("%s: an edit cannot suppress notifications", r.route)
	}
	at := s.Now().UTC().Format(time.RFC3339Nano)
	m.Components, m.Edited = in.Components, &at
	s.keep(r, m)
	m.Edits++
	s.note("MESSAGE_UPDATE", s.event(m))
	return m, nil
}

// thread starts a thread from a message. The message it begins with stays in its channel.
func (s *Server) thread(r request, c *channel) (any, *failure) {
	if c.kind != Text && c.kind != Announcement {
		return nil, fail(http.StatusBadRequest, 50024, "Cannot execute action on this channel type")
	}
	if s.channels[r.ids[1]] != nil {
		return nil, fail(http.StatusBadRequest, 160004, "A thread has already been created for this message")
	}
	var in struct {
		Name string `json:"name"`
	}
	_ = json.Unmarshal(r.body, &in)
	thread := s.shown(r.ids[1], s.begin(r.ids[0], r.ids[1], in.Name, s.Application))
	s.note("THREAD_CREATE", thread)
	return thread, nil
}
