package fakeslack

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"slices"
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
	Title   string // of the plan that its tasks are shown in
	Tasks   []StreamTask

	below []json.RawMessage // blocks that it was sent
}

// StreamTask is a task of a stream, as its newest chunk tells it.
type StreamTask struct {
	ID      string `json:"id"`
	Title   string `json:"title"`
	Status  string `json:"status"`
	Details string `json:"details"`
	Output  string `json:"output"`
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
	m := &Message{
		Channel: v.Get("channel"), Thread: v.Get("thread_ts"), User: s.BotUser, Bot: "B" + s.BotUser,
		Text: v.Get("markdown_text"), Stream: &Stream{Begun: s.Now()},
	}
	if err := take(m, v.Get("chunks")); err != nil {
		s.breach("chat.startStream: %v", err)
		return refusal("invalid_chunks")
	}
	m = s.add(m)
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

// take applies chunks to a stream: a task that it has is told anew under its id, and another one comes behind. What they look like is held
// against the schema where it is at hand.
func take(m *Message, chunks string) error {
	if chunks == "" {
		return nil
	}
	var all []struct {
		StreamTask

		Type   string            `json:"type"`
		Text   string            `json:"text"`
		Blocks []json.RawMessage `json:"blocks"`
	}
	if err := json.Unmarshal([]byte(chunks), &all); err != nil {
		return fmt.Errorf("chunks %q: %w", chunks, err)
	}
	if len(all) == 0 {
		return errors.New("no chunk")
	}
	for _, c := range all {
		switch c.Type {
		case "markdown_text":
			m.Text += c.Text
		case "plan_update":
			m.Stream.Title = c.Title
		case "task_update":
			if c.ID == "" || c.Title == "" || !slices.Contains([]string{"pending", "in_progress", "complete", "error"}, c.Status) {
				return fmt.Errorf("a task without id, title or status: %+v", c.StreamTask)
			}
			if i := slices.IndexFunc(m.Stream.Tasks, func(t StreamTask) bool { return t.ID == c.ID }); i >= 0 {
				m.Stream.Tasks[i] = c.StreamTask
			} else {
				m.Stream.Tasks = append(m.Stream.Tasks, c.StreamTask)
			}
		case "blocks":
			m.Stream.below = append(m.Stream.below, c.Blocks...)
		default:
			return fmt.Errorf("a chunk of type %q", c.Type)
		}
	}
	return draw(m)
}

// draw makes the message's blocks of what its stream was sent.
func draw(m *Message) error {
	var tasks []reply
	for _, t := range m.Stream.Tasks {
		tasks = append(tasks, reply{"type": "task_card", "task_id": t.ID, "title": t.Title, "status": t.Status})
	}
	blocks := []any{}
	if len(tasks) > 0 {
		blocks = append(blocks, reply{"type": "plan", "title": m.Stream.Title, "tasks": tasks})
	}
	for _, b := range m.Stream.below {
		blocks = append(blocks, b)
	}
	var err error
	m.Blocks, err = json.Marshal(blocks)
	return err
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
	if v.Get("markdown_text") == "" && v.Get("chunks") == "" || !s.streamable("chat.appendStream", v) {
		return refusal("no_text")
	}
	if err := take(m, v.Get("chunks")); err != nil {
		s.breach("chat.appendStream: %v", err)
		return refusal("invalid_chunks")
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
