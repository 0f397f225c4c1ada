package fakeslack

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

type reply = map[string]any

func refusal(code string) reply { return reply{"ok": false, "error": code} }

// do performs a call.
func (s *Server) do(method string, v url.Values, bearer string) reply {
	if method == "apps.connections.open" {
		s.mu.Lock()
		defer s.mu.Unlock()
		return s.openSocket(v, bearer)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if method == "oauth.v2.access" {
		return s.access(v)
	}
	token := cmp.Or(v.Get("token"), strings.TrimPrefix(bearer, "Bearer "))
	at, code := s.opens(token, v)
	if code != "" {
		return refusal(code)
	}
	if method == "auth.revoke" {
		return s.revoke(token)
	}
	for _, scope := range scopesOf(method, v) {
		if s.withheld[scope] {
			return reply{"ok": false, "error": "missing_scope", "needed": scope, "provided": "chat:write"}
		}
	}
	if method == "users.conversations" && v.Get("team_id") == "" && s.organisations(token) {
		s.breach("users.conversations: an organisation's token needs team_id")
		return refusal("missing_argument")
	}
	return at.perform(method, v)
}

// perform does a call in the workspace that its token is good for. The caller holds the lock.
func (s *Server) perform(method string, v url.Values) reply {
	if code := s.checkCall(method, v); code != "" {
		return refusal(code)
	}
	switch method {
	case "auth.test":
		if s.Enterprise != "" {
			return reply{"ok": true, "team_id": s.Team, "enterprise_id": s.Enterprise, "user_id": s.BotUser, "bot_id": "B" + s.BotUser, "team": "Fake", "user": "aisteam"}
		}
		return reply{"ok": true, "team_id": s.Team, "user_id": s.BotUser, "bot_id": "B" + s.BotUser, "team": "Fake", "user": "aisteam"}
	case "chat.postMessage":
		return s.post(v)
	case "chat.update":
		return s.update(v)
	case "chat.getPermalink":
		return s.permalink(v)
	case "chat.startStream":
		return s.startStream(v)
	case "chat.appendStream":
		return s.appendStream(v)
	case "chat.stopStream":
		return s.stopStream(v)
	case "chat.postEphemeral":
		return s.ephemeral(v)
	case "chat.delete":
		return s.remove(v)
	case "conversations.replies":
		return s.replies(v)
	case "conversations.history":
		return s.history(v)
	case "users.conversations":
		return s.conversations(v)
	case "views.open":
		return s.openView(v)
	case "views.update":
		return s.updateView(v)
	case "users.info":
		name, from := s.names[v.Get("user")], s.whoseOf(v.Get("user"))
		if from.Unknown {
			return reply{"ok": false, "error": "user_not_found"}
		}
		user := reply{
			"id": v.Get("user"), "team_id": cmp.Or(from.Team, s.Team), "deleted": from.Deleted, "is_restricted": from.Restricted || from.UltraRestricted,
			"is_ultra_restricted": from.UltraRestricted, "tz": s.zones[v.Get("user")], "locale": s.locales[v.Get("user")], "name": name, "real_name": name, "profile": reply{"display_name": name},
		}
		if from.Team == "" {
			from.Enterprise = s.Enterprise
		}
		if from.Enterprise != "" {
			user["enterprise_user"] = reply{"id": "W" + v.Get("user"), "enterprise_id": from.Enterprise, "teams": []string{cmp.Or(from.Team, s.Team)}}
		}
		return reply{"ok": true, "user": user}
	case "files.getUploadURLExternal":
		return s.uploadURL(v)
	case "files.completeUploadExternal":
		return s.completeUpload(v)
	case "usergroups.list":
		return s.listGroups(v)
	case "views.publish":
		return s.publish(v)
	case "assistant.threads.setSuggestedPrompts":
		s.prompts[v.Get("channel_id")+"/"+v.Get("thread_ts")] = raw(v.Get("prompts"))
		return reply{"ok": true}
	case "assistant.threads.setTitle":
		s.titles[v.Get("channel_id")+"/"+v.Get("thread_ts")] = v.Get("title")
		return reply{"ok": true}
	case "agents.sessions.setStatus":
		return s.session(v)
	case "assistant.threads.setStatus":
		s.statuses[v.Get("channel_id")+"/"+v.Get("thread_ts")] = v.Get("status")
		return reply{"ok": true}
	default:
		s.breach("%s: the fake does not know this method", method)
		return refusal("unknown_method")
	}
}

// breach records a broken rule. The caller holds the lock.
func (s *Server) breach(format string, args ...any) {
	s.violations = append(s.violations, fmt.Sprintf(format, args...))
}

func (s *Server) post(v url.Values) reply {
	if code := s.direct(v); code != "" {
		return refusal(code)
	}
	in := s.channels[v.Get("channel")]
	if code := s.readable(v.Get("channel")); code != "" {
		return refusal(code)
	}
	if s.rooms[v.Get("channel")].archived {
		return refusal("is_archived")
	}
	if code := s.check("chat.postMessage", v, postLimit); code != "" {
		return refusal(code)
	}
	for _, flag := range []string{"unfurl_links", "unfurl_media"} {
		if v.Get(flag) != "false" {
			s.breach("chat.postMessage: %s is not false", flag)
		}
	}
	thread := v.Get("thread_ts")
	if root := in[thread]; thread != "" && (root == nil || root.Thread != "" && root.Thread != root.TS) {
		s.breach("chat.postMessage: thread_ts %s is not the root of a thread", thread)
	}
	m := s.add(&Message{
		Channel: v.Get("channel"), Thread: thread, User: s.BotUser, Bot: "B" + s.BotUser, Text: v.Get("text"),
		Blocks: raw(v.Get("blocks")), Metadata: raw(v.Get("metadata")),
	})
	return reply{"ok": true, "channel": m.Channel, "ts": m.TS, "message": m}
}

func raw(text string) json.RawMessage {
	if text == "" {
		return nil
	}
	return json.RawMessage(text)
}

// add puts a message into its channel. The caller holds the lock.
func (s *Server) add(m *Message) *Message {
	m.TS, m.Type = s.stamp(), "message"
	s.channels[m.Channel][m.TS] = m
	s.order[m.Channel] = append(s.order[m.Channel], m.TS)
	return m
}

func (s *Server) update(v url.Values) reply {
	in := s.channels[v.Get("channel")]
	if in == nil {
		return refusal("channel_not_found")
	}
	m := in[v.Get("ts")]
	switch {
	case m == nil:
		return refusal("message_not_found")
	case m.User != s.BotUser:
		return refusal("cant_update_message")
	case m.Stream.live(s.Now()):
		return refusal("streaming_state_conflict")
	}
	if code := s.check("chat.update", v, editLimit); code != "" {
		return refusal(code)
	}
	before, after := blockIDs(m.Blocks), blockIDs(raw(v.Get("blocks")))
	same := bytes.Equal(m.Blocks, raw(v.Get("blocks"))) // the same edit sent again changes nothing
	for id := range after {
		if before[id] && !same {
			s.breach("chat.update: block_id %q was kept over an edit", id)
		}
	}
	m.Text, m.Blocks = v.Get("text"), raw(v.Get("blocks"))
	if v.Has("metadata") {
		m.Metadata = raw(v.Get("metadata"))
	}
	m.Edits++
	return reply{"ok": true, "channel": m.Channel, "ts": m.TS, "text": m.Text}
}

func (s *Server) remove(v url.Values) reply {
	in := s.channels[v.Get("channel")]
	switch m := in[v.Get("ts")]; {
	case m == nil:
		return refusal("message_not_found")
	case m.User != s.BotUser:
		return refusal("cant_delete_message")
	}
	delete(in, v.Get("ts"))
	return reply{"ok": true}
}

func (s *Server) ephemeral(v url.Values) reply {
	if s.channels[v.Get("channel")] == nil {
		return refusal("channel_not_found")
	}
	if code := s.check("chat.postEphemeral", v, postLimit); code != "" {
		return refusal(code)
	}
	s.whispers = append(s.whispers, Whisper{Channel: v.Get("channel"), Thread: v.Get("thread_ts"), User: v.Get("user"), Text: v.Get("text")})
	return reply{"ok": true, "message_ts": s.stamp()}
}

func (s *Server) replies(v url.Values) reply {
	channel, thread := v.Get("channel"), v.Get("ts")
	in := s.channels[channel]
	if code := s.readable(channel); code != "" {
		return refusal(code)
	}
	if in[thread] == nil {
		return refusal("thread_not_found")
	}
	limit, _ := strconv.Atoi(v.Get("limit"))
	if limit <= 0 {
		limit = 1000
	}
	from, _ := strconv.Atoi(v.Get("cursor"))
	var all []Message
	for _, ts := range s.order[channel] {
		m := in[ts]
		if m == nil || m.TS != thread && m.Thread != thread {
			continue
		}
		if last := v.Get("latest"); last != "" && ts != thread && (ts > last || ts == last && v.Get("inclusive") != "1") {
			continue
		}
		if first := v.Get("oldest"); first != "" && ts != thread && ts <= first {
			continue
		}
		c := *m
		if on := v.Get("include_all_metadata"); on != "1" && on != "true" {
			c.Metadata = nil
		}
		all = append(all, c)
	}
	if len(all) > 0 && all[0].TS == thread {
		all[0].Replies = s.repliesTo(channel, thread)
	}
	end := min(from+limit, len(all))
	out := reply{"ok": true, "messages": all[min(from, end):end], "has_more": end < len(all)}
	if end < len(all) {
		out["response_metadata"] = reply{"next_cursor": strconv.Itoa(end)}
	}
	return out
}

// listGroups answers usergroups.list. The caller holds the lock.
func (s *Server) listGroups(v url.Values) reply {
	out := []any{}
	for _, id := range slices.Sorted(maps.Keys(s.groups)) {
		g := reply{"id": id, "team_id": s.Team, "is_usergroup": true, "handle": strings.ToLower(id), "date_delete": 0}
		if v.Get("include_users") == "true" {
			g["users"] = s.groups[id]
		}
		out = append(out, g)
	}
	return reply{"ok": true, "usergroups": out}
}

// repliesTo counts the replies to a message. The caller holds the lock.
func (s *Server) repliesTo(channel, ts string) (n int) {
	for _, m := range s.channels[channel] {
		if m.Thread == ts && m.TS != ts {
			n++
		}
	}
	return n
}

// history gives a channel's own messages, newest first; replies stay in their threads.
func (s *Server) history(v url.Values) reply {
	in := s.channels[v.Get("channel")]
	if code := s.readable(v.Get("channel")); code != "" {
		return refusal(code)
	}
	limit, _ := strconv.Atoi(v.Get("limit"))
	if limit <= 0 {
		limit = 100
	}
	from, _ := strconv.Atoi(v.Get("cursor"))
	all := []Message{}
	for _, ts := range slices.Backward(s.order[v.Get("channel")]) {
		if m := in[ts]; m != nil && (m.Thread == "" || m.Thread == ts) && between(ts, v) {
			c := *m
			if on := v.Get("include_all_metadata"); on != "1" && on != "true" {
				c.Metadata = nil
			}
			c.Replies = s.repliesTo(v.Get("channel"), ts)
			all = append(all, c)
		}
	}
	end := min(from+limit, len(all))
	out := reply{"ok": true, "messages": all[min(from, end):end], "has_more": end < len(all)}
	if end < len(all) {
		out["response_metadata"] = reply{"next_cursor": strconv.Itoa(end)}
	}
	return out
}

// between tells whether a message is within the bounds of a call.
func between(ts string, v url.Values) bool {
	first, last, inclusive := v.Get("oldest"), v.Get("latest"), v.Get("inclusive") == "1"
	return (ts > first || inclusive && ts == first) && (last == "" || ts < last || inclusive && ts == last)
}

func (s *Server) openView(v url.Values) reply {
	user, ok := s.triggers[v.Get("trigger_id")]
	if !ok {
		return refusal("expired_trigger_id")
	}
	delete(s.triggers, v.Get("trigger_id"))
	view := raw(v.Get("view"))
	if err := (&Checker{s.schema}).View(view); err != nil {
		s.breach("views.open: %v", err)
		return refusal("invalid_arguments")
	}
	id := "V" + strings.ReplaceAll(s.stamp(), ".", "")
	s.views = append(s.views, View{ID: id, User: user, JSON: view})
	return reply{"ok": true, "view": reply{"id": id, "type": "modal"}}
}

// updateView replaces a window that is open.
func (s *Server) updateView(v url.Values) reply {
	view := raw(v.Get("view"))
	if err := (&Checker{s.schema}).View(view); err != nil {
		s.breach("views.update: %v", err)
		return refusal("invalid_arguments")
	}
	for i := range s.views {
		if s.views[i].ID == v.Get("view_id") {
			s.views[i].JSON = view
			return reply{"ok": true, "view": reply{"id": s.views[i].ID, "type": "modal"}}
		}
	}
	return refusal("not_found")
}

func (s *Server) publish(v url.Values) reply {
	view := raw(v.Get("view"))
	if err := (&Checker{s.schema}).View(view); err != nil {
		s.breach("views.publish: %v", err)
		return refusal("invalid_arguments")
	}
	s.homes[s.Team+"/"+v.Get("user_id")] = view
	return reply{"ok": true, "view": reply{"id": "VHOME", "type": "home"}}
}

func (s *Server) session(v url.Values) reply {
	switch v.Get("status") {
	case "active", "processing", "suspended", "closed":
	default:
		s.breach("agents.sessions.setStatus: status %q", v.Get("status"))
		return refusal("invalid_arguments")
	}
	at := v.Get("channel_id") + "/" + v.Get("thread_ts")
	s.sessions[at] = v.Get("status")
	if title := v.Get("title"); title != "" {
		s.titles[at] = title
	}
	return reply{"ok": true, "status": v.Get("status")}
}
