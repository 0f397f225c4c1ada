package main

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
)

// newBadModel is a language model that speaks OpenAI's protocol and misbehaves in one way, always. What it is to plan it has planned.
func newBadModel(kind string) *httptest.Server {
	return httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked, _ := io.ReadAll(r.Body)
		if plans := kind == "garbage" || kind == "unknown-task"; plans && bytes.Contains(asked, []byte(`"propose_plan"`)) {
			stream(w, true, `"tool_calls":[{"index":0,"id":"call_1","type":"function","function":{"name":"propose_plan","arguments":"{\"reason\":\"It takes a plan.\"}"}}]`)
			return
		}
		switch kind {
		case "garbage":
			stream(w, true, `"content":"As an AI I would rather sing: la la la {\"steps\": [ }"`)
		case "half":
			stream(w, false, `"content":"{\"goal\":\"Create a pa"`)
		case "strange-tool":
			stream(w, true, `"tool_calls":[{"index":0,"id":"call_1","type":"function","function":{"name":"launch_rocket","arguments":"{\"to\":\"moon\"}"}}]`)
		case "wrong-arguments":
			stream(w, true, `"tool_calls":[{"index":0,"id":"call_1","type":"function","function":{"name":"create_page","arguments":"{\"title\":42}"}}]`)
		case "unknown-task":
			stream(w, true, `"content":"{\"goal\":\"g\",\"title\":\"t\",\"steps\":[{\"key\":\"a\",\"group\":\"A\",\"owner\":\"webEngineer\",\"type\":\"format_disk\",\"summary\":\"s\",\"parameters\":[]}]}"`)
		case "overloaded":
			w.Header().Set("Retry-After", "0")
			http.Error(w, `{"error":{"message":"slow down","type":"rate_limit_error"}}`, http.StatusTooManyRequests)
		case "refused":
			http.Error(w, `{"error":{"message":"Incorrect API key provided: sk-secret-of-the-test","type":"invalid_request_error"}}`, http.StatusUnauthorized)
		case "html":
			w.Header().Set("Content-Type", "text/html")
			_, _ = w.Write([]byte("<html><body>It works!</body></html>"))
		default:
			http.Error(w, "no such way to misbehave: "+kind, http.StatusTeapot)
		}
	}))
}

// stream answers like a chat completion, with one delta; without an end it stops in mid-stream.
func stream(w http.ResponseWriter, ends bool, delta string) {
	w.Header().Set("Content-Type", "text/event-stream")
	chunk := func(delta, finish string) {
		_, _ = fmt.Fprintf(w, "data: {\"id\":\"c\",\"object\":\"chat.completion.chunk\",\"created\":1,\"model\":\"m\",\"choices\":[{\"index\":0,\"delta\":{%s},\"finish_reason\":%s}]}\n\n", delta, finish)
	}
	chunk(`"role":"assistant",`+delta, "null")
	if !ends {
		return
	}
	reason := `"stop"`
	if strings.Contains(delta, "tool_calls") {
		reason = `"tool_calls"`
	}
	chunk("", reason)
	_, _ = fmt.Fprint(w, "data: [DONE]\n\n")
}
