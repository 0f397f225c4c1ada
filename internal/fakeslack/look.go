package fakeslack

import (
	"encoding/json"
	"fmt"
	"slices"
	"sort"
	"strings"
)

// Thread returns a thread's messages in order, the root first.
func (s *Server) Thread(channel, root string) []Message {
	return s.pick(channel, func(m *Message) bool { return m.TS == root || m.Thread == root })
}

// Messages returns a channel's messages in order.
func (s *Server) Messages(channel string) []Message {
	return s.pick(channel, func(*Message) bool { return true })
}

// Posted returns what the bot has posted to a thread, in order, as it looks now.
func (s *Server) Posted(channel, root string) []Message {
	return s.pick(channel, func(m *Message) bool { return m.Thread == root && m.User == s.BotUser })
}

func (s *Server) pick(channel string, want func(*Message) bool) []Message {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []Message
	for _, ts := range s.order[channel] {
		if m := s.channels[channel][ts]; m != nil && want(m) {
			out = append(out, *m)
		}
	}
	return out
}

// Calls counts the calls of a method, those that went wrong too.
func (s *Server) Calls(method string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.calls[method]
}

// Violations lists the rules that were broken.
func (s *Server) Violations() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.violations)
}

// Whispers lists what was said to single persons.
func (s *Server) Whispers() []Whisper {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.whispers)
}

// Views lists the forms that were opened.
func (s *Server) Views() []View {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.views)
}

// Status is what a thread's status chip says.
func (s *Server) Status(channel, thread string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.statuses[channel+"/"+thread]
}

// Home returns a user's home tab.
func (s *Server) Home(user string) json.RawMessage {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.homes[s.Team+"/"+user]
}

// Prompts are what a thread (or, without one, a channel) suggests.
func (s *Server) Prompts(channel, thread string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return string(s.prompts[channel+"/"+thread])
}

// Session is a thread's title and the state of its agent session.
func (s *Server) Session(channel, thread string) (title, status string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.titles[channel+"/"+thread], s.sessions[channel+"/"+thread]
}

// HasAction tells whether a message shows a button or a select of that action now.
func (m Message) HasAction(action string) bool {
	_, err := find(m.Blocks, action, "")
	return err == nil
}

// Action returns an action as a click on it would send it.
func (m Message) Action(action string) (map[string]any, error) { return find(m.Blocks, action, "") }

// find looks an action up in blocks. option is the label of a select's option.
func find(raw json.RawMessage, action, option string) (map[string]any, error) {
	var blocks []struct {
		Type     string           `json:"type"`
		ID       string           `json:"block_id"`
		Elements []map[string]any `json:"elements"`
	}
	if err := json.Unmarshal(raw, &blocks); err != nil {
		return nil, fmt.Errorf("the message has no blocks: %w", err)
	}
	for _, b := range blocks {
		if b.Type != "actions" && b.Type != "context_actions" {
			continue
		}
		for _, e := range b.Elements {
			if e["action_id"] != action {
				continue
			}
			out := map[string]any{"type": e["type"], "action_id": action, "block_id": b.ID}
			if e["type"] == "button" {
				out["value"] = e["value"]
				return out, nil
			}
			if option == "" {
				return out, nil
			}
			if e["type"] == "feedback_buttons" {
				value, err := thumb(e, option)
				out["value"] = value
				return out, err
			}
			chosen, err := choose(e, option)
			out["selected_option"] = chosen
			return out, err
		}
	}
	return nil, fmt.Errorf("the message shows no action %q", action)
}

// thumb is the value of the one of two feedback buttons with that label.
func thumb(element map[string]any, label string) (any, error) {
	for _, side := range []string{"positive_button", "negative_button"} {
		b, _ := element[side].(map[string]any)
		text, _ := b["text"].(map[string]any)
		if text["text"] == label {
			return b["value"], nil
		}
	}
	return nil, fmt.Errorf("no feedback button %q", label)
}

// choose returns a select's option by its label.
func choose(element map[string]any, label string) (any, error) {
	options, _ := element["options"].([]any)
	for _, o := range options {
		option, _ := o.(map[string]any)
		text, _ := option["text"].(map[string]any)
		if text["text"] == label {
			return option, nil
		}
	}
	return nil, fmt.Errorf("no option %q", label)
}

// filled is the state of an input with a value in it.
func filled(element map[string]any, value string) (map[string]any, error) {
	out := map[string]any{"type": element["type"]}
	switch {
	case value == "":
		return out, nil
	case element["type"] == "plain_text_input":
		out["value"] = value
		return out, nil
	case element["type"] == "users_select":
		out["selected_user"] = value
		return out, nil
	default:
		chosen, err := choose(element, value)
		out["selected_option"] = chosen
		return out, err
	}
}

// Dump shows a thread as one could read it: who, and every text that the blocks show.
func (s *Server) Dump(channel, root string) string {
	var b strings.Builder
	for _, m := range s.Thread(channel, root) {
		fmt.Fprintf(&b, "%s:", m.User)
		if m.User != s.BotUser || len(m.Blocks) == 0 {
			fmt.Fprintf(&b, " %s\n", m.Text)
			continue
		}
		b.WriteString("\n")
		for _, l := range Lines(m.Blocks) {
			fmt.Fprintf(&b, "  %s\n", l)
		}
	}
	return b.String()
}

// Lines are the texts that blocks show, in order, buttons in brackets.
func Lines(raw json.RawMessage) []string {
	var v any
	if err := json.Unmarshal(raw, &v); err != nil {
		return []string{string(raw)}
	}
	var out []string
	walk(v, &out)
	return out
}

func walk(v any, out *[]string) {
	switch v := v.(type) {
	case []any:
		for _, x := range v {
			walk(x, out)
		}
	case map[string]any:
		if v["type"] == "button" {
			text, _ := v["text"].(map[string]any)
			*out = append(*out, fmt.Sprintf("[%v]", text["text"]))
			return
		}
		if t, ok := v["title"].(string); ok {
			status, _ := v["status"].(string)
			*out = append(*out, strings.TrimSpace(t+" "+status))
		}
		if t, ok := v["text"].(string); ok {
			*out = append(*out, strings.Split(t, "\n")...)
		}
		keys := make([]string, 0, len(v))
		for k := range v {
			keys = append(keys, k)
		}
		sort.Strings(keys)
		for _, k := range append([]string{"title", "subtitle", "text"}, keys...) {
			if k == "confirm" || k == "accessory" {
				continue
			}
			switch k {
			case "title", "subtitle", "text":
				if x, ok := v[k].(map[string]any); ok {
					walk(x, out)
					delete(v, k)
				}
			default:
				walk(v[k], out)
			}
		}
	}
}
