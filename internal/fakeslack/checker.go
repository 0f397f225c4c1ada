package fakeslack

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"unicode/utf8"
)

// Checker holds payloads against Slack's limits and, where its file is at hand, the schema, without a server.
type Checker struct{ s *schemas }

// NewChecker reads the schema once; without a file only the documented rules are checked.
func NewChecker(file string) (*Checker, error) {
	if file == "" {
		return &Checker{}, nil
	}
	s, err := loadSchemas(file)
	if err != nil {
		return nil, err
	}
	return &Checker{s}, nil
}

// The limits of a message's text: what is longer is cut when it is posted, and refused when it is edited.
const (
	postLimit = 40_000
	editLimit = 4000
)

// Message holds a message, as it is posted and edited, against the limits.
func (c *Checker) Message(text string, blocks []byte) error {
	switch n := utf8.RuneCountInString(text); {
	case n == 0:
		return errors.New("no text for screen readers")
	case n > editLimit:
		return fmt.Errorf("text of %d characters", n)
	}
	if err := CheckBlocks(blocks); err != nil {
		return err
	}
	if c.s == nil {
		return nil
	}
	return c.s.blocks.check(blocks)
}

// View holds a form or a home against the limits.
func (c *Checker) View(raw []byte) error {
	if err := checkView(raw); err != nil {
		return err
	}
	if c.s == nil {
		return nil
	}
	return c.s.view.check(raw)
}

// checkView applies what the documents say of views and the schema does not.
func checkView(raw []byte) error {
	var v struct {
		Private  string            `json:"private_metadata"`
		Callback string            `json:"callback_id"`
		Blocks   []json.RawMessage `json:"blocks"`
	}
	if err := json.Unmarshal(raw, &v); err != nil {
		return fmt.Errorf("view: %w", err)
	}
	switch {
	case utf8.RuneCountInString(v.Private) > 3000:
		return fmt.Errorf("view: %d characters of private metadata", utf8.RuneCountInString(v.Private))
	case len(v.Callback) > 255, len(raw) > 250_000:
		return fmt.Errorf("view: %d bytes, callback id of %d", len(raw), len(v.Callback))
	case len(v.Blocks) == 0 || len(v.Blocks) > 100:
		return fmt.Errorf("view: %d blocks", len(v.Blocks))
	}
	return nil
}

// checkCall holds a call's arguments against the schema of its method, where it has one, and against the limits in the
// documents. The caller holds the lock.
func (s *Server) checkCall(method string, v url.Values) string {
	args := map[string]any{}
	for k := range v {
		var value any = v.Get(k)
		if k == "prompts" || k == "loading_messages" || k == "chunks" {
			if err := json.Unmarshal([]byte(v.Get(k)), &value); err != nil {
				s.breach("%s: %s is not JSON: %v", method, k, err)
				return "invalid_arguments"
			}
		}
		if k != "token" {
			args[k] = value
		}
	}
	prompts, _ := args["prompts"].([]any)
	if method == "assistant.threads.setSuggestedPrompts" && (len(prompts) == 0 || len(prompts) > 4) {
		s.breach("%s: %d prompts", method, len(prompts))
		return "invalid_arguments"
	}
	if title := v.Get("title"); utf8.RuneCountInString(title) > 200 {
		s.breach("%s: title of %d characters", method, utf8.RuneCountInString(title))
		return "invalid_arguments"
	}
	if s.schema == nil || s.schema.calls[method] == nil {
		return ""
	}
	raw, err := json.Marshal(args)
	if err == nil {
		err = checker{s.schema.calls[method]}.check(raw)
	}
	if err != nil {
		s.breach("%s: %v", method, err)
		return "invalid_arguments"
	}
	return ""
}

// calls are the entry points of methods that take no blocks.
func calls() map[string]string {
	return map[string]string{
		"assistant.threads.setStatus": "SetStatus", "assistant.threads.setSuggestedPrompts": "SetSuggestedPrompts", "agents.sessions.setStatus": "AgentSetStatus",
		"chat.startStream": "StartStream", "chat.appendStream": "AppendStream", "chat.stopStream": "StopStream",
	}
}
