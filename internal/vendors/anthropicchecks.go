package vendors

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
)

// checkLimits refuses what no model takes, or not this one, beside its messages.
func (q *anthropicRequest) checkLimits() error {
	marks := 0
	for _, t := range q.Tools {
		if t.Cache != nil {
			marks++
		}
	}
	for _, c := range append([]anthropicContent{q.System}, contents(q.Messages)...) {
		for _, b := range c {
			if b.Cache != nil {
				marks++
			}
		}
	}
	sampled := q.Temperature != nil && *q.Temperature != 1 || q.TopP != nil || q.TopK != nil
	switch {
	case q.MaxTokens == nil: // platform.claude.com, Create a Message: required
		return invalid("max_tokens: Field required")
	case *q.MaxTokens < 1:
		return invalid("max_tokens: must be greater than or equal to 1")
	case *q.MaxTokens > q.claude.most():
		return invalid("max_tokens: %d > %d, which is the maximum allowed number of output tokens for %s", *q.MaxTokens, q.claude.most(), q.Model)
	case marks > 4: // tghamm/Anthropic.SDK#50, continuedev/continue#6937
		return invalid("A maximum of 4 blocks with cache_control may be provided. Found %d.", marks)
	case sampled && !q.claude.samples(): // What's new in Claude Haiku 5.5, "Non-default sampling parameters return an error"
		return invalid("`temperature`, `top_p` and `top_k` are not supported for this model.")
	}
	return nil
}

func contents(turns []anthropicTurn) []anthropicContent {
	var out []anthropicContent
	for _, t := range turns {
		out = append(out, t.Content)
	}
	return out
}

// checkThinking refuses how the model is to think.
func (q *anthropicRequest) checkThinking() error {
	effort := ""
	if q.Output != nil {
		effort = q.Output.Effort
	}
	switch {
	case effort != "" && !slices.Contains([]string{"low", "medium", "high", "xhigh", "max"}, effort):
		return invalid("output_config.effort: Input should be 'low', 'medium', 'high', 'xhigh' or 'max'")
	case effort != "" && !q.claude.effort(): // TauricResearch/TradingAgents#831
		return invalid("This model does not support the effort parameter.")
	case q.Thinking == nil:
		return nil
	}
	t := q.Thinking
	hard := effort == "xhigh" || effort == "max"
	switch {
	case t.Type == "adaptive" && !q.claude.takes(t.Type): // platform.claude.com, Errors, "Adaptive thinking not supported"
		return invalid("adaptive thinking is not supported on this model")
	case t.Type == "disabled" && q.claude.takes("between_tools"): // Claude Sonnet 5.5 migration guide, "Turn off up-front thinking"
		return invalid(`To turn thinking off on this model, send "thinking": {"type": "between_tools"} instead of {"type": "disabled"}. ` +
			`The model does not think before responding. The short updates it writes between tool calls come back as thinking blocks.`)
	case !q.claude.takes(t.Type): // What's new in Claude Opus 5.5, "Thinking can't be disabled"; of between_tools the docs give no words
		return invalid(`"thinking.type.%s" is not supported for this model. Use "thinking.type.adaptive" and "output_config.effort" to control thinking behavior.`, t.Type)
	case t.Type == "enabled" && (t.Budget == nil || *t.Budget < 1024 || *t.Budget >= *q.MaxTokens): // platform.claude.com, Extended thinking
		return invalid("thinking.enabled.budget_tokens: Input should be greater than or equal to 1024 and less than max_tokens")
	case t.Type != "enabled" && t.Budget != nil:
		return invalid("thinking.%s.budget_tokens: Extra inputs are not permitted", t.Type)
	case t.Type == "between_tools" && t.Display != "": // What's new in Claude Sonnet 5.5: it takes no other field
		return invalid("thinking.between_tools.display: Extra inputs are not permitted")
	case t.Display != "" && t.Display != "summarized" && t.Display != "omitted": // anthropic-sdk-go, ThinkingConfigAdaptiveDisplay
		return invalid("thinking.%s.display: Input should be 'summarized' or 'omitted'", t.Type)
	case hard && (t.Type == "between_tools" || t.Type == "disabled" && q.claude.from(50, 100, 55, 0)): // What's new in Claude Sonnet 5.5; Thinking
		return invalid(`"thinking.type.%s" is not supported at effort %s.`, t.Type, effort)
	}
	return nil
}

// checkTools refuses tools, and how they are chosen.
func (q *anthropicRequest) checkTools() error {
	seen := map[string]bool{}
	for i, t := range q.Tools {
		var schema struct{ Type string }
		switch {
		case !regexp.MustCompile(`^[a-zA-Z0-9_-]{1,64}$`).MatchString(t.Name): // platform.claude.com, Define tools
			return invalid("tools.%d.custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,64}$'", i)
		case seen[t.Name]:
			return invalid("tools: Tool names must be unique.")
		case json.Unmarshal(t.InputSchema, &schema) != nil || schema.Type == "":
			return invalid("tools.%d.custom.input_schema.type: Field required", i)
		case schema.Type != "object":
			return invalid("tools.%d.custom.input_schema.type: Input should be 'object'", i)
		}
		seen[t.Name] = true
	}
	if q.ToolChoice == nil {
		return nil
	}
	forced := q.ToolChoice.Type == "any" || q.ToolChoice.Type == "tool"
	switch {
	case !forced && q.ToolChoice.Type != "auto" && q.ToolChoice.Type != "none":
		return invalid("tool_choice: Input tag '%s' does not match any of the expected tags: 'auto', 'any', 'tool', 'none'", q.ToolChoice.Type)
	case len(q.Tools) == 0:
		return invalid("tool_choice may only be specified while providing tools.")
	case forced && !q.claude.forced(): // What's new in Claude Sonnet 5.5, "Forced tool use is not supported"
		return invalid(`tool_choice: type "tool" and "any" are not supported for this model.`)
	case forced && q.Thinking != nil && q.Thinking.Type == "enabled": // platform.claude.com, Thinking in tool and multi-turn workflows
		return invalid("Thinking may not be enabled when tool_choice forces tool use.")
	}
	return nil
}

// checkOutput refuses schemas of replies (platform.claude.com, Structured outputs, "JSON Schema limitations").
func (q *anthropicRequest) checkOutput() error {
	if q.Output == nil || q.Output.Format == nil {
		return nil
	}
	var schema any
	switch {
	case !q.claude.formats(): // laurent22/joplin#15801: older models refuse it
		return invalid("output_config.format: This model does not support structured outputs.")
	case q.Output.Format.Type != "json_schema":
		return invalid("output_config.format.type: Input should be 'json_schema'")
	case json.Unmarshal(q.Output.Format.Schema, &schema) != nil:
		return invalid("output_config.format.schema: Field required")
	}
	if why := unheld(schema); why != "" {
		return invalid("output_config.format.schema: %s", why)
	}
	return nil
}

// unheld tells what of a schema no reply is held to.
func unheld(schema any) string {
	s, ok := schema.(map[string]any)
	if !ok {
		return ""
	}
	if s["type"] == "object" && s["additionalProperties"] != false {
		return "For 'object' type, 'additionalProperties' must be explicitly set to false"
	}
	for word, under := range s {
		if slices.Contains([]string{"minimum", "maximum", "multipleOf", "minLength", "maxLength", "maxItems"}, word) {
			return "For this type, property '" + word + "' is not supported"
		}
		all := []any{under}
		switch inner := under.(type) {
		case map[string]any:
			if word == "properties" || word == "$defs" {
				all = all[:0]
				for _, v := range inner {
					all = append(all, v)
				}
			}
		case []any:
			all = inner
		}
		for _, one := range all {
			if why := unheld(one); why != "" {
				return why
			}
		}
	}
	return ""
}

// checkTurns refuses messages by themselves.
func (q *anthropicRequest) checkTurns() error {
	switch {
	case len(q.Messages) == 0:
		return invalid("messages: at least one message is required")
	case q.Messages[0].Role != "user":
		return invalid(`messages: first message must use the "user" role`)
	case q.Messages[len(q.Messages)-1].Role != "user" && !q.claude.prefills(): // platform.claude.com, Errors, "Prefill not supported"
		return invalid("This model does not support assistant message prefill. The conversation must end with a user message.")
	}
	for i, t := range q.Messages {
		if t.Role != "user" && t.Role != "assistant" {
			return invalid("messages.%d.role: Input should be 'user' or 'assistant'", i)
		}
		if len(t.Content) == 0 {
			return invalid("messages.%d: all messages must have non-empty content except for the optional final assistant message", i)
		}
		for j, b := range t.Content {
			if err := b.check(t.Role, i, j); err != nil {
				return err
			}
		}
	}
	for _, b := range q.System {
		if b.Type != "text" || b.Text == nil || strings.TrimSpace(*b.Text) == "" {
			return invalid("system: text content blocks must be non-empty")
		}
	}
	return nil
}

const maxImage = 10 << 20 // of base64: platform.claude.com, Vision, "Request limits"

func (b anthropicBlock) check(role string, i, j int) error {
	switch b.Type {
	case "text":
		switch {
		case b.Text == nil:
			return invalid("messages.%d.content.%d.text.text: Field required", i, j)
		case *b.Text == "" && b.Cache != nil: // askalf/dario#1066
			return invalid("messages.%d.content.%d.text: cache_control cannot be set for empty text blocks", i, j)
		case *b.Text == "": // aliasrobotics/cai#182
			return invalid("messages: text content blocks must be non-empty")
		case strings.TrimSpace(*b.Text) == "":
			return invalid("messages: text content blocks must contain non-whitespace text")
		}
	case "image":
		types := []string{"image/jpeg", "image/png", "image/gif", "image/webp"} // platform.claude.com, Vision
		switch {
		case role != "user" || b.Source == nil || b.Source.Type != "base64":
			return invalid("messages.%d.content.%d: an image is not allowed here", i, j)
		case !slices.Contains(types, b.Source.MediaType):
			return invalid("messages.%d.content.%d.image.source.base64.media_type: Input should be 'image/jpeg', 'image/png', 'image/gif' or 'image/webp'", i, j)
		case len(b.Source.Data) > maxImage:
			return invalid("messages.%d.content.%d.image.source.base64: image exceeds 10 MB maximum: %d bytes > %d bytes", i, j, len(b.Source.Data), maxImage)
		}
	case "tool_use":
		var input map[string]any
		switch {
		case role != "assistant":
			return invalid("messages.%d: `tool_use` blocks can only be in `assistant` messages", i)
		case !regexp.MustCompile(`^[a-zA-Z0-9_-]+$`).MatchString(b.ID):
			return invalid("messages.%d.content.%d.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'", i, j)
		case json.Unmarshal(b.Input, &input) != nil || input == nil:
			return invalid("messages.%d.content.%d.tool_use.input: Input should be a valid dictionary", i, j)
		}
	case "tool_result":
		if role != "user" {
			return invalid("messages.%d: `tool_result` blocks can only be in `user` messages", i)
		}
	case "thinking", "redacted_thinking":
		switch {
		case role != "assistant":
			return invalid("messages.%d: `%s` blocks can only be in `assistant` messages", i, b.Type)
		case b.Cache != nil: // platform.claude.com, Prompt caching, "What cannot be cached"
			return invalid("messages.%d.content.%d.%s.cache_control: Extra inputs are not permitted", i, j, b.Type)
		}
	default:
		return invalid("messages.%d.content.%d: Input tag '%s' does not match any of the expected tags", i, j, b.Type)
	}
	return nil
}

// checkCalls refuses calls without their results, and results without their calls. Turns of one side in a row are one
// (platform.claude.com, Create a Message).
func (q *anthropicRequest) checkCalls() error {
	turns := joined(q.Messages)
	for _, t := range turns {
		for _, b := range t.Content {
			if len(q.Tools) == 0 && (b.Type == "tool_use" || b.Type == "tool_result") { // no page says so; public clients quote these words
				return invalid("Requests which include `tool_use` or `tool_result` blocks must define tools.")
			}
		}
	}
	seen := map[string]bool{}
	var open []string
	for i, t := range turns {
		answered := 0
		for j, b := range t.Content {
			switch {
			case b.Type == "tool_result" && slices.Contains(open, b.ToolUseID) && answered == j: // results come first: platform.claude.com, Handle tool calls
				open = slices.DeleteFunc(open, func(id string) bool { return id == b.ToolUseID })
				answered++
			case b.Type == "tool_result" && !slices.Contains(open, b.ToolUseID): // anthropics/claude-code#18947
				return invalid("messages.%d.content.%d: unexpected `tool_use_id` found in `tool_result` blocks: %s. Each `tool_result` block must have a corresponding `tool_use` block in the previous message.", i, j, b.ToolUseID)
			}
		}
		if len(open) > 0 { // anthropics/claude-code#8210
			return invalid("messages.%d: `tool_use` ids were found without `tool_result` blocks immediately after: %s. Each `tool_use` block must have a corresponding `tool_result` block in the next message.", i-1, strings.Join(open, ", "))
		}
		for _, b := range t.Content {
			if b.Type != "tool_use" {
				continue
			}
			if seen[b.ID] {
				return invalid("messages.%d: `tool_use` ids must be unique", i)
			}
			seen[b.ID] = true
			open = append(open, b.ID)
		}
	}
	if len(open) > 0 {
		return invalid("messages.%d: `tool_use` ids were found without `tool_result` blocks immediately after: %s.", len(turns)-1, strings.Join(open, ", "))
	}
	return nil
}

func joined(turns []anthropicTurn) []anthropicTurn {
	var out []anthropicTurn
	for _, t := range turns {
		if n := len(out); n > 0 && out[n-1].Role == t.Role {
			out[n-1].Content = append(slices.Clip(out[n-1].Content), t.Content...)
			continue
		}
		out = append(out, t)
	}
	return out
}
