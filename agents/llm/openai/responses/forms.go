package responses

import "encoding/json"

// request is a request as the API takes it. What stays the same from turn to turn stands first.
type request struct {
	Model        string        `json:"model"`
	Tools        []tool        `json:"tools,omitempty"`
	Instructions string        `json:"instructions,omitempty"`
	Input        []any         `json:"input"`
	ToolChoice   string        `json:"tool_choice,omitempty"`
	Text         *text         `json:"text,omitempty"`
	Reasoning    *reasoning    `json:"reasoning,omitempty"`
	MaxOutput    int           `json:"max_output_tokens,omitempty"`
	Include      []string      `json:"include,omitempty"`
	CacheKey     string        `json:"prompt_cache_key,omitempty"`
	CacheOptions *cacheOptions `json:"prompt_cache_options,omitempty"`
	Store        bool          `json:"store"`
	Stream       bool          `json:"stream,omitempty"`
}

type tool struct {
	Type        string          `json:"type"`
	Name        string          `json:"name"`
	Description string          `json:"description,omitempty"`
	Parameters  json.RawMessage `json:"parameters"`
	Strict      bool            `json:"strict"` // left out it means true here, and then all that is optional is asked for
}

type text struct {
	Format format `json:"format"`
}

type format struct {
	Type   string          `json:"type"`
	Name   string          `json:"name"`
	Schema json.RawMessage `json:"schema"`
	Strict bool            `json:"strict"`
}

type reasoning struct {
	Effort string `json:"effort"`
}

type cacheOptions struct {
	Mode string `json:"mode"`
}

// message is one that was not made here, or is none of the model's. Content is a text or a list of [content].
type message struct {
	Type    string `json:"type"`
	ID      string `json:"id,omitempty"`
	Role    string `json:"role"`
	Content any    `json:"content"`
	Phase   string `json:"phase,omitempty"`
	Status  string `json:"status,omitempty"`
}

type content struct {
	Type        string      `json:"type"`
	Text        *string     `json:"text,omitempty"`
	ImageURL    string      `json:"image_url,omitempty"`
	Detail      string      `json:"detail,omitempty"`
	Annotations *[]struct{} `json:"annotations,omitempty"`
	Breakpoint  *breakpoint `json:"prompt_cache_breakpoint,omitempty"`
}

type breakpoint struct {
	Mode string `json:"mode"`
}

type functionCall struct {
	Type      string `json:"type"`
	ID        string `json:"id,omitempty"`
	CallID    string `json:"call_id"`
	Name      string `json:"name"`
	Arguments string `json:"arguments"`
	Status    string `json:"status,omitempty"`
}

type functionCallOutput struct {
	Type   string `json:"type"`
	CallID string `json:"call_id"`
	Output string `json:"output"`
}

// event is a frame of a stream, as far as it is read.
type event struct {
	Type     string          `json:"type"`
	Response json.RawMessage `json:"response"`
	Item     json.RawMessage `json:"item"`
	Place    int             `json:"output_index"`
	Delta    json.RawMessage `json:"delta"`
	Error    *refusal        `json:"error"`
	refusal
}

// refusal says why there is no reply: in an event of its own, in its error, or in that of a response.
type refusal struct {
	Code    any    `json:"code"`
	Message string `json:"message"`
}

// response is a reply in one piece, and what a stream ends with.
type response struct {
	ID         string            `json:"id"`
	Model      string            `json:"model"`
	Status     string            `json:"status"`
	Output     []json.RawMessage `json:"output"`
	Usage      json.RawMessage   `json:"usage"`
	Error      *refusal          `json:"error"`
	Incomplete *struct {
		Reason string `json:"reason"`
	} `json:"incomplete_details"`
}

// item is one of a reply's, as far as it is read.
type item struct {
	Type      string          `json:"type"`
	ID        string          `json:"id"`
	Status    string          `json:"status"`
	Phase     string          `json:"phase"`
	CallID    string          `json:"call_id"`
	Name      string          `json:"name"`
	Arguments json.RawMessage `json:"arguments"`
	Content   []struct {
		Text    string `json:"text"`
		Refusal string `json:"refusal"`
	} `json:"content"`
}
