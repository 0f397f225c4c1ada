package chat

import (
	"encoding/json"
	"errors"
	"strconv"
	"strings"
)

// chunk is a piece of a reply, or all of it. Nothing in it fails to be read because of how it is written: what is not what it should
// be is not there.
type chunk struct {
	Object  words        `json:"object"`
	Model   words        `json:"model"`
	Choices list[choice] `json:"choices"`
	Usage   *usage       `json:"usage"`
	Groq    *groq        `json:"x_groq"`  // where Groq has the usage of a stream
	Message *delta       `json:"message"` // of Ollama's own protocol, which proxies pass on
	Done    words        `json:"done_reason"`
}

type groq struct {
	Usage *usage `json:"usage"`
}

type choice struct {
	Index   number  `json:"index"`
	Delta   *delta  `json:"delta"`
	Message *delta  `json:"message"` // all at once, where the endpoint does not stream; or in place of the delta
	Text    content `json:"text"`    // of the older completions
	Finish  words   `json:"finish_reason"`
	Usage   *usage  `json:"usage"` // where Moonshot has it
}

type delta struct {
	Content   content         `json:"content"`
	Refusal   content         `json:"refusal"`
	Reasoning *content        `json:"reasoning_content"`
	Reasoned  *content        `json:"reasoning"` // the same, elsewhere
	Details   list[detail]    `json:"reasoning_details"`
	Calls     list[callPiece] `json:"tool_calls"`
	Call      *function       `json:"function_call"` // as it was before tools
}

type callPiece struct {
	Index     *number         `json:"index"`
	ID        words           `json:"id"`
	Function  *function       `json:"function"`
	Name      words           `json:"name"`      // where the function stands in the call itself
	Arguments arguments       `json:"arguments"` // likewise
	Extra     json.RawMessage `json:"extra_content"`
}

type function struct {
	Name       words     `json:"name"`
	Arguments  arguments `json:"arguments"`
	Parameters arguments `json:"parameters"` // as open models call them
}

type usage struct {
	Prompt     number  `json:"prompt_tokens"`
	Input      number  `json:"input_tokens"`
	Completion number  `json:"completion_tokens"`
	Output     number  `json:"output_tokens"`
	Cached     number  `json:"cached_tokens"`           // Moonshot
	Hit        number  `json:"prompt_cache_hit_tokens"` // DeepSeek
	Reasoning  number  `json:"reasoning_tokens"`        // Perplexity and xAI, in older versions
	In         details `json:"prompt_tokens_details"`
	Out        details `json:"completion_tokens_details"`
}

type details struct {
	Cached    number `json:"cached_tokens"`
	Written   number `json:"cache_write_tokens"`
	Reasoning number `json:"reasoning_tokens"`
}

// read reads JSON, and leaves out what is of another type than it should be. It tells whether it is JSON at all.
func read(raw []byte, into any) bool {
	err := json.Unmarshal(raw, into)
	_, mistyped := errors.AsType[*json.UnmarshalTypeError](err)
	return err == nil || mistyped
}

// list is a list, or its only entry.
type list[T any] []T

// UnmarshalJSON implements [json.Unmarshaler].
func (l *list[T]) UnmarshalJSON(raw []byte) error {
	var many []json.RawMessage
	if json.Unmarshal(raw, &many) != nil {
		many = []json.RawMessage{raw}
	}
	for _, one := range many {
		var v T
		if strings.HasPrefix(string(one), "{") && read(one, &v) {
			*l = append(*l, v)
		}
	}
	return nil
}

// words are text, or a number that stands for it.
type words string

// UnmarshalJSON implements [json.Unmarshaler].
func (w *words) UnmarshalJSON(raw []byte) error {
	var s string
	switch {
	case json.Unmarshal(raw, &s) == nil:
		*w = words(s)
	case len(raw) > 0 && (raw[0] == '-' || raw[0] >= '0' && raw[0] <= '9'):
		*w = words(raw)
	}
	return nil
}

// number is a count, perhaps written as text.
type number int64

// UnmarshalJSON implements [json.Unmarshaler].
func (n *number) UnmarshalJSON(raw []byte) error {
	f, err := strconv.ParseFloat(strings.Trim(string(raw), `"`), 64)
	if err == nil && f > -1e12 && f < 1e12 {
		*n = number(f)
	}
	return nil
}

// arguments are JSON in a text, as they should be, or that JSON itself.
type arguments string

// UnmarshalJSON implements [json.Unmarshaler].
func (a *arguments) UnmarshalJSON(raw []byte) error {
	var s string
	switch {
	case json.Unmarshal(raw, &s) == nil: // null leaves it empty
		*a = arguments(s)
	default:
		*a = arguments(raw)
	}
	return nil
}
