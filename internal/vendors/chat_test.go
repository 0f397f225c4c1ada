package vendors_test

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/internal/vendors"
)

// TestChatRefusesWhatOpenAIRefuses, and a lenient one what DeepSeek does.
func TestChatRefusesWhatOpenAIRefuses(t *testing.T) {
	const hi = `"messages":[{"role":"user","content":"hi"}]`
	const tools = `"tools":[{"type":"function","function":{"name":"look","parameters":{"type":"object","properties":{}}}}]`
	const call = `{"role":"assistant","content":null,"tool_calls":[{"id":"a","type":"function","function":{"name":"look","arguments":"{}"}}]}`
	strictly := func(schema string) string {
		return `{"model":"gpt-5.2",` + hi + `,"response_format":{"type":"json_schema","json_schema":{"name":"reply","strict":true,"schema":` + schema + `}}}`
	}
	for name, c := range map[string]struct {
		body    string
		lenient bool
		says    string // "" where it is accepted
	}{
		"a question":                       {`{"model":"gpt-5.2",` + hi + `}`, false, ""},
		"an unknown field":                 {`{"model":"gpt-5.2",` + hi + `,"top_k":3}`, false, "Unrecognized request argument supplied: top_k"},
		"no JSON":                          {`{`, false, "could not parse"},
		"no messages":                      {`{"model":"gpt-5.2","messages":[]}`, false, "empty array"},
		"max_tokens":                       {`{"model":"gpt-5.2","max_tokens":9,` + hi + `}`, false, "Use 'max_completion_tokens' instead."},
		"max_tokens of an older model":     {`{"model":"gpt-4.1","max_tokens":9,` + hi + `}`, false, ""},
		"both limits":                      {`{"model":"gpt-4.1","max_tokens":9,"max_completion_tokens":9,` + hi + `}`, false, "at the same time"},
		"temperature":                      {`{"model":"gpt-5.2","temperature":0.2,` + hi + `}`, false, "'temperature' does not support 0.2"},
		"top_p":                            {`{"model":"o3","top_p":0.2,` + hi + `}`, false, "'top_p' is not supported"},
		"effort of one that does not":      {`{"model":"gpt-4o","reasoning_effort":"low",` + hi + `}`, false, "reasoning_effort"},
		"tools of gpt-5.2":                 {`{"model":"gpt-5.2",` + tools + `,` + hi + `}`, false, ""},
		"tools of gpt-5.4":                 {`{"model":"gpt-5.4",` + tools + `,` + hi + `}`, false, "use /v1/responses or set reasoning_effort to 'none'"},
		"tools of gpt-5.5 without":         {`{"model":"gpt-5.5-mini","reasoning_effort":"none",` + tools + `,` + hi + `}`, false, ""},
		"tools of gpt-6-astra without":     {`{"model":"gpt-6-astra","reasoning_effort":"none",` + tools + `,` + hi + `}`, false, "use /v1/responses"},
		"a result of nothing":              {`{"model":"gpt-5.2","messages":[{"role":"tool","tool_call_id":"a","content":"1"}]}`, false, "must be a response to a"},
		"a call without its result":        {`{"model":"gpt-5.2","messages":[` + call + `,{"role":"user","content":"well?"}]}`, false, "did not have response messages: a"},
		"a call at the end":                {`{"model":"gpt-5.2","messages":[` + call + `]}`, false, "must be followed by tool messages"},
		"a call and its result":            {`{"model":"gpt-5.2","messages":[` + call + `,{"role":"tool","tool_call_id":"a","content":"1"}]}`, false, ""},
		"content null":                     {`{"model":"gpt-5.2","messages":[{"role":"assistant","content":null}]}`, false, "expected a string, got null"},
		"an unknown role":                  {`{"model":"gpt-5.2","messages":[{"role":"model","content":"hi"}]}`, false, "Supported values are"},
		"reasoning_content":                {`{"model":"gpt-5.2","messages":[{"role":"assistant","content":"hi","reasoning_content":"hm"}]}`, false, "'reasoning_content' was unexpected"},
		"stream_options without stream":    {`{"model":"gpt-5.2","stream_options":{"include_usage":true},` + hi + `}`, false, "only allowed when 'stream' is enabled"},
		"tool_choice without tools":        {`{"model":"gpt-5.2","tool_choice":"none",` + hi + `}`, false, "only allowed when 'tools' are specified"},
		"a tool with a dot":                {`{"model":"gpt-5.2",` + strings.Replace(tools, "look", "a.b", 1) + `,` + hi + `}`, false, "does not match pattern"},
		"a tool without properties":        {`{"model":"gpt-5.2",` + strings.Replace(tools, `,"properties":{}`, "", 1) + `,` + hi + `}`, false, "object schema missing properties"},
		"an open schema":                   {strictly(`{"type":"object","properties":{}}`), false, "'additionalProperties' is required"},
		"an optional property":             {strictly(`{"type":"object","properties":{"a":{"type":"string"}},"required":[],"additionalProperties":false}`), false, "Missing 'a'"},
		"an open schema within":            {strictly(`{"type":"object","properties":{"a":{"type":"array","items":{"type":"object"}}},"required":["a"],"additionalProperties":false}`), false, "'additionalProperties' is required"},
		"a closed schema":                  {strictly(`{"type":"object","properties":{"a":{"type":"string"}},"required":["a"],"additionalProperties":false}`), false, ""},
		"leniently, an unknown field":      {`{"model":"m","top_k":3,"max_tokens":9,"temperature":0.2,` + tools + `,` + hi + `}`, true, ""},
		"leniently, no thoughts of a call": {`{"model":"m","messages":[` + call + `,{"role":"tool","tool_call_id":"a","content":"1"}]}`, true, "must be passed back"},
	} {
		t.Run(name, func(t *testing.T) {
			server := vendors.NewChat(inWords, vendors.ChatConfig{Key: key, Lenient: c.lenient})
			r := httptest.NewRequest(http.MethodPost, "/v1/chat/completions", bytes.NewReader([]byte(c.body)))
			r.Header.Set("Authorization", "Bearer "+key)
			w := httptest.NewRecorder()
			server.ServeHTTP(w, r)
			refused := server.Refused()
			if accepted := c.says == ""; accepted != (w.Code == http.StatusOK) || accepted != (len(refused) == 0) || !strings.Contains(w.Body.String(), c.says) {
				t.Errorf("%d %s, refused %q", w.Code, w.Body, refused)
			}
		})
	}
	w := httptest.NewRecorder()
	vendors.NewChat(inWords, vendors.ChatConfig{Key: key}).ServeHTTP(w, httptest.NewRequest(http.MethodPost, "/v1/chat/completions", strings.NewReader(`{}`)))
	if w.Code != http.StatusUnauthorized {
		t.Errorf("without a key it is %d", w.Code)
	}
}
