package fakeslack

import (
	"net/url"
	"regexp"
	"strings"
)

// RefuseDirect makes Slack refuse what the bot posts to somebody directly: with messages_tab_disabled, channel_not_found or
// another of chat.postMessage's errors; "" ends it.
func (s *Server) RefuseDirect(user, code string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed[user] = code
}

// Direct is the channel of direct messages that the bot has opened with somebody by posting to their id.
func (s *Server) Direct(user string) string { return "D0" + strings.TrimLeft(user, "UW") }

var userID = regexp.MustCompile(`^[UW][A-Z0-9]+$`)

// direct turns a post to a user's id into one to the channel of direct messages with them, as Slack does with chat:write. It
// returns the error code, if any. The caller holds the lock.
func (s *Server) direct(v url.Values) string {
	user := v.Get("channel")
	if !userID.MatchString(user) {
		return ""
	}
	_, known := s.names[user]
	switch {
	case s.closed[user] != "":
		return s.closed[user]
	case user == s.BotUser:
		return "cannot_dm_bot"
	case !known:
		return "channel_not_found"
	}
	v.Set("channel", s.Direct(user))
	if at := v.Get("channel"); s.channels[at] == nil {
		s.channels[at] = map[string]*Message{}
		s.apps.owners[at], s.withs[at] = s.Team, user
	}
	return ""
}

// permalink is the address of a message. The caller holds the lock.
func (s *Server) permalink(v url.Values) reply {
	in := s.channels[v.Get("channel")]
	switch ts := v.Get("message_ts"); {
	case in == nil:
		return refusal("channel_not_found")
	case in[ts] == nil:
		return refusal("message_not_found")
	default:
		return reply{
			"ok": true, "channel": v.Get("channel"),
			"permalink": "https://" + strings.ToLower(s.Team) + ".slack.com/archives/" + v.Get("channel") + "/p" + strings.ReplaceAll(ts, ".", ""),
		}
	}
}
