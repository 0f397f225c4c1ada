package vendors

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"sync/atomic"
)

// Chat is OpenAI's Chat Completions as of gpt-5.5 (platform.openai.com/docs/api-reference/chat), and what compatible servers make of
// them.
type Chat struct {
	Journal

	brain  Brain
	config ChatConfig
	calls  atomic.Int64
}

// ChatConfig is what kind of server it is.
type ChatConfig struct {
	Key     string // that requests have to bring
	Lenient bool   // it takes what OpenAI refuses, thinks aloud, and wants its thoughts back with calls, as DeepSeek does
}

// NewChat returns the server.
func NewChat(brain Brain, c ChatConfig) *Chat { return &Chat{brain: brain, config: c} }

type chatRequest struct {
	Model               string         `json:"model"`
	Messages            []chatMessage  `json:"messages"`
	Stream              bool           `json:"stream"`
	StreamOptions       *chatOptions   `json:"stream_options"`
	MaxTokens           *int           `json:"max_tokens"`
	MaxCompletionTokens *int           `json:"max_completion_tokens"`
	Temperature         *float64       `json:"temperature"`
	TopP                *float64       `json:"top_p"`
	ReasoningEffort     string         `json:"reasoning_effort"`
	ResponseFormat      *chatFormat    `json:"response_format"`
	Tools               []chatTool     `json:"tools"`
	ToolChoice          any            `json:"tool_choice"`
	ParallelToolCalls   *bool          `json:"parallel_tool_calls"`
	PromptCacheKey      string         `json:"prompt_cache_key"`
	Store               *bool          `json:"store"`
	User                string         `json:"user"`
	Metadata            map[string]any `json:"metadata"`
}

type chatOptions struct {
	IncludeUsage bool `json:"include_usage"`
}

type chatFormat struct {
	Type       string `json:"type"`
	JSONSchema *struct {
		Name        string          `json:"name"`
		Description string          `json:"description"`
		Strict      bool            `json:"strict"`
		Schema      json.RawMessage `json:"schema"`
	} `json:"json_schema"`
}

type chatTool struct {
	Type     string `json:"type"`
	Function struct {
		Name        string          `json:"name"`
		Description string          `json:"description"`
		Parameters  json.RawMessage `json:"parameters"`
		Strict      bool            `json:"strict"`
	} `json:"function"`
}

type chatMessage struct {
	Role             string          `json:"role"`
	Name             string          `json:"name,omitempty"`
	Content          json.RawMessage `json:"content,omitempty"`
	Refusal          *string         `json:"refusal,omitempty"`
	ReasoningContent *string         `json:"reasoning_content,omitempty"`
	ToolCalls        []chatCall      `json:"tool_calls,omitempty"`
	ToolCallID       string          `json:"tool_call_id,omitempty"`
}

type chatCall struct {
	ID       string `json:"id"`
	Type     string `json:"type"`
	Function struct {
		Name      string `json:"name"`
		Arguments string `json:"arguments"`
	} `json:"function"`
}

// chatWrong is why a request is refused; the zero value is why it is not.
type chatWrong struct {
	status               int
	message, param, code string
}

// ServeHTTP implements [http.Handler].
func (c *Chat) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if described(w, r) {
		return
	}
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	c.receive(Received{r.URL.Path, r.URL.RawQuery, r.Header, body})
	var in chatRequest
	wrong := c.enter(r, body, &in)
	if wrong.message == "" {
		wrong = c.check(in)
	}
	if wrong.message != "" {
		c.refuse(wrong.message)
		status := wrong.status
		if status == 0 {
			status = http.StatusBadRequest
		}
		answer(w, status, map[string]any{"error": map[string]any{
			"message": wrong.message, "type": "invalid_request_error", "param": orNull(wrong.param), "code": orNull(wrong.code),
		}})
		return
	}
	said := c.brain(in.asked())
	switch {
	case said.Refusal != nil:
		said.Refusal.write(w)
	case in.Stream:
		c.stream(w, in, said)
	default:
		c.whole(w, in, said)
	}
}

func orNull(s string) any {
	if s == "" {
		return nil
	}
	return s
}

// enter lets a request in and reads it.
func (c *Chat) enter(r *http.Request, body []byte, in *chatRequest) chatWrong {
	switch {
	case r.Method != http.MethodPost || !strings.HasSuffix(r.URL.Path, "/chat/completions"):
		return chatWrong{status: http.StatusNotFound, message: "Invalid URL (" + r.Method + " " + r.URL.Path + ")"}
	case r.Header.Get("Authorization") != "Bearer "+c.config.Key: // platform.openai.com/docs/guides/error-codes: 401
		return chatWrong{status: http.StatusUnauthorized, message: "Incorrect API key provided. You can find your API key at https://platform.openai.com/account/api-keys.", code: "invalid_api_key"}
	case c.config.Lenient:
		if err := json.Unmarshal(body, in); err != nil {
			return chatWrong{message: err.Error()}
		}
		return chatWrong{}
	}
	if err := strictly(body, in); err != nil {
		if _, field, unknown := strings.Cut(err.Error(), "unknown field "); unknown {
			return chatWrong{message: "Unrecognized request argument supplied: " + strings.Trim(field, `"`)} // xlinx/sd-webui-decadetw-auto-prompt-llm#29, CherryHQ/cherry-studio#6155
		}
		return chatWrong{message: "We could not parse the JSON body of your request. " + err.Error()}
	}
	return chatWrong{}
}

// chatGeneration reads a model's name: gpt-<major>[.<minor>]. It is 0 of all others.
func chatGeneration(model string) (major, minor int) {
	found := regexp.MustCompile(`^gpt-(\d+)(?:\.(\d+))?(?:-|$)`).FindStringSubmatch(model)
	if found == nil {
		return 0, 0
	}
	major, _ = strconv.Atoi(found[1])
	minor, _ = strconv.Atoi(found[2])
	return major, minor
}

// check is why a request is refused.
func (c *Chat) check(in chatRequest) chatWrong {
	if len(in.Messages) == 0 {
		return chatWrong{message: "Invalid 'messages': empty array. Expected an array with minimum length 1, but got an empty array instead.", param: "messages", code: "empty_array"}
	}
	if wrong := c.checkMessages(in.Messages); wrong.message != "" || c.config.Lenient {
		return wrong
	}
	if wrong := in.checkReasoning(); wrong.message != "" {
		return wrong
	}
	switch {
	case in.StreamOptions != nil && !in.Stream: // the API's reference, stream_options: "Only set this when you set stream: true."
		return chatWrong{message: "The 'stream_options' parameter is only allowed when 'stream' is enabled.", param: "stream_options"}
	case in.ToolChoice != nil && len(in.Tools) == 0: // the API's reference, tool_choice: none is the default when no tools are present
		return chatWrong{message: "Invalid value for 'tool_choice': 'tool_choice' is only allowed when 'tools' are specified.", param: "tool_choice"}
	case in.MaxTokens != nil && in.MaxCompletionTokens != nil:
		return chatWrong{message: "Setting 'max_tokens' and 'max_completion_tokens' at the same time is not supported.", code: "invalid_parameter_combination"}
	}
	for i, t := range in.Tools {
		if wrong := t.check(i); wrong.message != "" {
			return wrong
		}
	}
	return in.ResponseFormat.check()
}

// checkReasoning keeps what models that reason take.
func (r chatRequest) checkReasoning() chatWrong {
	major, minor := chatGeneration(r.Model)
	reasons := major >= 5 || regexp.MustCompile(`^o\d`).MatchString(r.Model)
	switch {
	case !reasons && r.ReasoningEffort != "": // umputun/tg-spam#304, davidmigloz/langchain_dart#712
		return chatWrong{message: "Unrecognized request argument supplied: reasoning_effort"}
	case !reasons:
		return chatWrong{}
	case r.MaxTokens != nil: // seofernando25/ulauncher-gpt#7
		return chatWrong{
			message: "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.", param: "max_tokens", code: "unsupported_parameter",
		}
	case r.Temperature != nil && *r.Temperature != 1: // johny-b/llmcomp#69 (gpt-5.4), OpenHands/OpenHands#4131
		return chatWrong{
			message: fmt.Sprintf("Unsupported value: 'temperature' does not support %v with this model. Only the default (1) value is supported.", *r.Temperature),
			param:   "temperature", code: "unsupported_value",
		}
	case r.TopP != nil && *r.TopP != 1: // platform.openai.com/docs/guides/latest-model: temperature, top_p and logprobs of models that reason
		return chatWrong{message: "Unsupported parameter: 'top_p' is not supported with this model.", param: "top_p", code: "unsupported_parameter"}
	case len(r.Tools) > 0 && (major > 5 || major == 5 && minor >= 4) && (r.ReasoningEffort != "none" || strings.Contains(r.Model, "astra")):
		// BerriAI/litellm#34569 (also where no effort is sent), pipecat-ai/pipecat#4043 (gpt-5.4), bolna-ai/bolna#1019 (astra takes no none)
		return chatWrong{
			message: fmt.Sprintf("Function tools with reasoning_effort are not supported for %s in /v1/chat/completions. To use function tools, use /v1/responses or set reasoning_effort to 'none'.", r.Model),
			param:   "reasoning_effort",
		}
	default:
		return chatWrong{}
	}
}

// checkMessages keeps that each call is answered, right after it, and nothing else is.
func (c *Chat) checkMessages(all []chatMessage) chatWrong {
	open := map[string]bool{}
	for i, m := range all {
		var missing []string
		for id := range open {
			missing = append(missing, id)
		}
		switch {
		case m.Role == "tool" && !open[m.ToolCallID]: // smarter-sh/smarter#264, miurla/morphic#136
			//nolint:misspell // OpenAI's own word
			return chatWrong{message: "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.", param: fmt.Sprintf("messages.[%d].role", i)}
		case m.Role == "tool":
			delete(open, m.ToolCallID)
			continue
		case len(open) > 0: // microsoft/promptflow#3130
			return chatWrong{
				message: "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: " +
					strings.Join(missing, ", "), param: fmt.Sprintf("messages.[%d].role", i),
			}
		case m.Role != "system" && m.Role != "developer" && m.Role != "user" && m.Role != "assistant":
			return chatWrong{message: fmt.Sprintf("Invalid value: '%s'. Supported values are: 'system', 'assistant', 'user', 'function', 'tool', and 'developer'.", m.Role), param: fmt.Sprintf("messages[%d].role", i)}
		case (len(m.Content) == 0 || string(m.Content) == "null") && len(m.ToolCalls) == 0: // vercel/ai#14950
			return chatWrong{message: "Invalid value for 'content': expected a string, got null.", param: fmt.Sprintf("messages.[%d].content", i)}
		case m.ReasoningContent != nil && !c.config.Lenient: // OpenAI's messages have no such property; OpenMinis/OpenMinis#87 of another strict one
			return chatWrong{message: fmt.Sprintf("Additional properties are not allowed ('reasoning_content' was unexpected) - 'messages.%d'", i)}
		case len(m.ToolCalls) > 0 && m.ReasoningContent == nil && c.config.Lenient: // DEEIX-AI/DEEIX-Chat#59 (DeepSeek)
			return chatWrong{message: "The reasoning_content in the thinking mode must be passed back to the API."}
		}
		for _, call := range m.ToolCalls {
			if call.Type != "function" || call.ID == "" || open[call.ID] {
				return chatWrong{message: "Invalid value for 'tool_calls': each has a type and an id of its own.", param: fmt.Sprintf("messages.[%d].tool_calls", i)}
			}
			open[call.ID] = true
		}
	}
	if len(open) > 0 {
		return chatWrong{message: "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'.", param: "messages"}
	}
	return chatWrong{}
}

func (t chatTool) check(i int) chatWrong {
	place := fmt.Sprintf("tools[%d]", i)
	var schema map[string]any
	switch {
	case t.Type != "function":
		return chatWrong{message: "Invalid value: '" + t.Type + "'. Supported values are: 'function' and 'custom'.", param: place + ".type"}
	case !regexp.MustCompile(`^[a-zA-Z0-9_-]{1,64}$`).MatchString(t.Function.Name): // the API's reference, tools.function.name
		return chatWrong{message: "Invalid '" + place + ".function.name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.", param: place + ".function.name", code: "invalid_value"}
	case json.Unmarshal(t.Function.Parameters, &schema) != nil || schema["type"] != "object":
		return chatWrong{message: "Invalid schema for function '" + t.Function.Name + "': schema must be a JSON Schema of 'type: \"object\"'.", param: place + ".function.parameters", code: "invalid_function_parameters"}
	case schema["properties"] == nil: // tailcallhq/forgecode#1359, spring-projects/spring-ai#4776
		return chatWrong{message: "Invalid schema for function '" + t.Function.Name + "': In context=(), object schema missing properties.", param: place + ".parameters", code: "invalid_function_parameters"}
	case t.Function.Strict:
		if wrong := unstrict(schema, "()"); wrong != "" {
			return chatWrong{message: "Invalid schema for function '" + t.Function.Name + "': " + wrong, param: place + ".parameters", code: "invalid_function_parameters"}
		}
	}
	return chatWrong{}
}

func (f *chatFormat) check() chatWrong {
	if f == nil || f.Type != "json_schema" || f.JSONSchema == nil || !f.JSONSchema.Strict {
		return chatWrong{}
	}
	var schema map[string]any
	if json.Unmarshal(f.JSONSchema.Schema, &schema) != nil {
		return chatWrong{message: "Invalid schema for response_format '" + f.JSONSchema.Name + "': it is no object.", param: "response_format"}
	}
	if wrong := unstrict(schema, "()"); wrong != "" {
		return chatWrong{message: "Invalid schema for response_format '" + f.JSONSchema.Name + "': " + wrong, param: "response_format"}
	}
	return chatWrong{}
}
