package fakeslack

import (
	"net/url"
	"strings"
	"time"
	"unicode/utf8"
)

// Stream is a message that Slack lets grow by itself. Slack ends one after about five minutes without saying so; what is
// left can only be updated.
type Stream struct {
	Begun   time.Time
	Stopped bool
	Appends int
}

const streamLives = 5 * time.Minute

func (s *Stream) live(now time.Time) bool {
	return s != nil && !s.Stopped && now.Sub(s.Begun) < streamLives
}

const streamText = 12_000

func (s *Server) startStream(v url.Values) reply {
	in := s.channels[v.Get("channel")]
	root := in[v.Get("thread_ts")]
	switch {
	case in == nil:
		return refusal("channel_not_found")
	case root == nil || root.Thread != "" && root.Thread != root.TS:
		s.breach("chat.startStream: thread_ts %q is not the root of a thread", v.Get("thread_ts"))
		return refusal("invalid_arguments")
	case !strings.HasPrefix(v.Get("channel"), "D") && (v.Get("recipient_team_id") == "" || v.Get("recipient_user_id") == ""):
		s.breach("chat.startStream: no recipient outside of a direct message")
		return refusal("missing_recipient_team_id")
	case !s.streamable("chat.startStream", v):
		return refusal("invalid_arguments")
	}
	m := s.add(&Message{
		Channel: v.Get("channel"), Thread: v.Get("thread_ts"), User: s.BotUser, Bot: "B" + s.BotUser,
		Text: v.Get("markdown_text"), Stream: &Stream{Begun: s.Now()},
	})
	return reply{"ok": true, "channel": m.Channel, "ts": m.TS}
}

// streamable checks the text. The caller holds the lock.
func (s *Server) streamable(method string, v url.Values) bool {
	text := v.Get("markdown_text")
	if v.Has("text") || v.Has("blocks") || utf8.RuneCountInString(text) > streamText {
		s.breach("%s: %d characters, text %q, blocks %q", method, utf8.RuneCountInString(text), v.Get("text"), v.Get("blocks"))
		return false
	}
	return true
}

// streaming finds the stream that a call is about. The caller holds the lock.
func (s *Server) streaming(v url.Values) (*Message, reply) {
	m := s.channels[v.Get("channel")][v.Get("ts")]
	switch {
	case m == nil:
		return nil, refusal("message_not_found")
	case m.User != s.BotUser:
		return nil, refusal("message_not_owned_by_app")
	case !m.Stream.live(s.Now()):
		return nil, refusal("message_not_in_streaming_state")
	}
	return m, nil
}

func (s *Server) appendStream(v url.Values) reply {
	m, no := s.streaming(v)
	if no != nil {
		return no
	}
	if v.Get("markdown_text") == "" || !s.streamable("chat.appendStream", v) {
		return refusal("no_text")
	}
	m.Text += v.Get("markdown_text")
	m.Stream.Appends++
	return reply{"ok": true, "channel": m.Channel, "ts": m.TS}
}

func (s *Server) stopStream(v url.Values) reply {
	m, no := s.streaming(v)
	if no != nil {
		return no
	}
	if !s.streamable("chat.stopStream", v) {
		return refusal("invalid_arguments")
	}
	m.Text += v.Get("markdown_text")
	m.Stream.Stopped = true
	return reply{"ok": true, "channel": m.Channel, "ts": m.TS, "message": m}
}
