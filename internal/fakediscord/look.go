package fakediscord

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// Messages returns a channel's messages in order, as they look now.
func (s *Server) Messages(channel string) []Message {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []Message
	if c := s.channels[channel]; c != nil {
		for _, m := range c.messages {
			out = append(out, *m)
		}
	}
	return out
}

// Posted returns what the bot has posted to a channel, in order, as it looks now.
func (s *Server) Posted(channel string) []Message {
	return slices.DeleteFunc(s.Messages(channel), func(m Message) bool { return m.Author.ID != s.Application })
}

// Forget lets the time pass for which Discord remembers nonces.
func (s *Server) Forget() {
	s.mu.Lock()
	defer s.mu.Unlock()
	clear(s.nonces)
	for _, c := range s.channels {
		for _, m := range c.messages {
			m.Nonce = ""
		}
	}
}

// Typing counts how often the bot has been shown as typing in a channel.
func (s *Server) Typing(channel string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.typing[channel]
}

// HasThread tells whether a channel or thread of that id is there.
func (s *Server) HasThread(id string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.channels[id] != nil
}

// Action returns the visible custom id of a message that has the prefix, or "".
func (m Message) Action(prefix string) string {
	var found string
	visit(m.Components, func(c map[string]any) {
		if id, _ := c["custom_id"].(string); found == "" && strings.HasPrefix(id, prefix) {
			found = id
		}
	})
	return found
}

// Actions lists the custom ids that a message shows now.
func (m Message) Actions() []string {
	var out []string
	visit(m.Components, func(c map[string]any) {
		if id, _ := c["custom_id"].(string); id != "" {
			out = append(out, id)
		}
	})
	return out
}

// Lines are the texts that a message shows, in order, buttons in brackets.
func (m Message) Lines() []string {
	var out []string
	if m.Content != "" {
		out = strings.Split(m.Content, "\n")
	}
	visit(m.Components, func(c map[string]any) {
		if t, _ := c["content"].(string); t != "" {
			out = append(out, strings.Split(t, "\n")...)
		}
		if l, _ := c["label"].(string); l != "" {
			out = append(out, "["+l+"]")
		}
	})
	return out
}

// Dump shows a channel as one could read it.
func (s *Server) Dump(channel string) string {
	var b strings.Builder
	for _, m := range s.Messages(channel) {
		fmt.Fprintf(&b, "%s:\n", m.Author.Username)
		for _, l := range m.Lines() {
			fmt.Fprintf(&b, "  %s\n", l)
		}
	}
	return b.String()
}

func visit(raw json.RawMessage, each func(map[string]any)) {
	var v any
	if json.Unmarshal(raw, &v) == nil {
		walk(v, each)
	}
}

func walk(v any, each func(map[string]any)) {
	switch v := v.(type) {
	case []any:
		for _, x := range v {
			walk(x, each)
		}
	case map[string]any:
		each(v)
		walk(v["components"], each)
		walk(v["component"], each)
		walk(v["accessory"], each)
	}
}

func find(raw json.RawMessage, customID string) (map[string]any, error) {
	var found map[string]any
	visit(raw, func(c map[string]any) {
		if c["custom_id"] == customID {
			found = c
		}
	})
	if found == nil {
		return nil, fmt.Errorf("the message shows no %q", customID)
	}
	return found, nil
}

// choose returns the value of a select's option by its label.
func choose(c map[string]any, label string) (any, error) {
	options, _ := c["options"].([]any)
	for _, o := range options {
		if option, _ := o.(map[string]any); option["label"] == label {
			return option["value"], nil
		}
	}
	return nil, fmt.Errorf("no option %q", label)
}
