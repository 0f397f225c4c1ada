package chat_test

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/llm/openai/chat"
)

// refusing answers what it takes, and refuses the rest in the words of real endpoints.
type refusing struct {
	refuse func(r request) string // "" for what it takes
	asked  atomic.Int32
}

func (f *refusing) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	f.asked.Add(1)
	var req request
	if err := json.NewDecoder(r.Body).Decode(&req); err != nil {
		refuse(w, 400, err.Error())
		return
	}
	if words := f.refuse(req); words != "" {
		refuse(w, 400, words)
		return
	}
	if req.Stream {
		streams(w, req)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = io.WriteString(w, `{"id":"c1","object":"chat.completion","choices":[{"index":0,"finish_reason":"tool_calls","message":{"role":"assistant","content":"One moment.",`+
		`"reasoning_content":"hm","tool_calls":[{"id":"call_a","type":"function","function":{"name":"get_weather","arguments":"{\"city\":\"Kyiv\"}"}}]}}],`+
		`"usage":{"prompt_tokens":100,"completion_tokens":48,"total_tokens":148}}`)
}

// TestWhatAnEndpointRefusesByNameIsWrittenOtherwise: it is asked once more at once, and from then on in the form that it takes.
func TestWhatAnEndpointRefusesByNameIsWrittenOtherwise(t *testing.T) {
	schema, err := jsonschema.For[struct {
		Goal string `json:"goal"`
	}](nil)
	if err != nil {
		t.Fatal(err)
	}
	output, err := json.Marshal(schema)
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		refuse func(r request) string
		asked  int32 // for the first reply; every other takes one
	}{
		"max_tokens, as reasoning models do": {func(r request) string {
			if r.MaxTokens > 0 {
				return "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead."
			}
			return ""
		}, 2},
		"as many tokens": {func(r request) string {
			if r.MaxTokens > 4096 {
				return "max_tokens is too large: 9000. This model supports at most 4096 completion tokens, whereas you provided 9000."
			}
			return ""
		}, 2},
		"schemas that it should hold the model to": {func(r request) string {
			if strings.Contains(string(r.ResponseFormat), `"strict":true`) {
				return "Invalid schema for response_format 'reply'"
			}
			return ""
		}, 2},
		"any schema": {func(r request) string {
			if strings.Contains(string(r.ResponseFormat), "json_schema") {
				return "response_format type json_schema is not supported"
			}
			return ""
		}, 3},
		"any format": {func(r request) string {
			if len(r.ResponseFormat) > 0 {
				return "unknown field: response_format"
			}
			return ""
		}, 4},
		"to tell what a stream used": {func(r request) string {
			if len(r.StreamOptions) > 0 {
				return "Extra inputs are not permitted: stream_options"
			}
			return ""
		}, 2},
		"to stream": {func(r request) string {
			if r.Stream {
				return "Your organization must be verified to stream this model."
			}
			return ""
		}, 2},
	} {
		t.Run(name, func(t *testing.T) {
			server := &refusing{refuse: c.refuse}
			_, model := serve(t, nil, func(o *chat.Config) { o.BaseURL = at(t, server) })
			r := ask(llm.TextMessage(llm.RoleUser, "hi"))
			r.Output, r.MaxOutput = output, 9000
			_, reply, err := generate(t, model, r)
			if err != nil || server.asked.Load() != c.asked {
				t.Fatalf("%v after %d requests", err, server.asked.Load())
			}
			if calls := reply.Calls(); len(calls) == 0 || calls[0].ID != "call_a" || string(calls[0].Arguments) != `{"city":"Kyiv"}` || reply.Usage.Input != 100 {
				t.Errorf("%+v", reply)
			}
			if _, _, err := generate(t, model, r); err != nil || server.asked.Load() != c.asked+1 {
				t.Errorf("the next one: %v after %d requests", err, server.asked.Load())
			}
		})
	}
}

// TestARefusalThatNamesNothingIsTold: nothing is tried again that would be the same.
func TestARefusalThatNamesNothingIsTold(t *testing.T) {
	for name, words := range map[string]string{
		"a filter":         "the prompt was filtered",
		"always the same":  "Unsupported parameter: 'max_tokens', use max_completion_tokens; max_completion_tokens is not supported",
		"no tools, aloud":  "this model does not support tools",
		"nothing to learn": "stream of consciousness",
	} {
		t.Run(name, func(t *testing.T) {
			server := &refusing{refuse: func(request) string { return words }}
			_, model := serve(t, nil, func(o *chat.Config) { o.BaseURL = at(t, server) })
			_, _, err := generate(t, model, ask(llm.TextMessage(llm.RoleUser, "hi")))
			if !errors.Is(err, llm.ErrRefused) || server.asked.Load() > 8 {
				t.Errorf("%v after %d requests", err, server.asked.Load())
			}
		})
	}
}

// TestAnEndpointIsAskedToStreamAgainAfterAWhile: who could not stream may have been allowed to.
func TestAnEndpointIsAskedToStreamAgainAfterAWhile(t *testing.T) {
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	streamed := 0
	server := &refusing{refuse: func(r request) string {
		if r.Stream {
			streamed++
			return "stream is not supported"
		}
		return ""
	}}
	_, model := serve(t, nil, func(o *chat.Config) { o.BaseURL, o.Now = at(t, server), func() time.Time { return now } })
	for _, step := range []struct {
		after time.Duration
		want  int
	}{{0, 1}, {59 * time.Minute, 1}, {2 * time.Minute, 2}} {
		now = now.Add(step.after)
		text, _, err := generate(t, model, ask(llm.TextMessage(llm.RoleUser, "hi")))
		if err != nil || text != "One moment." || streamed != step.want {
			t.Errorf("after %s: %q, %v, asked to stream %d times", step.after, text, err, streamed)
		}
	}
}
