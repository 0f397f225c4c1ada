package anthropic_test

import (
	"encoding/json"
	"errors"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/internal/vendors"
)

func TestAStreamCutAtAnyByteIsTruncated(t *testing.T) {
	recorder := httptest.NewRecorder()
	request := httptest.NewRequest(http.MethodPost, "/v1/messages", strings.NewReader(`{"model":"claude-sonnet-5-5","max_tokens":9,"stream":true,"thinking":{"type":"adaptive","display":"summarized"},`+
		`"tools":[{"name":"get_weather","input_schema":{"type":"object"}}],"messages":[{"role":"user","content":"hi"}]}`))
	request.Header.Set("X-Api-Key", key)
	request.Header.Set("Anthropic-Version", "2023-06-01")
	vendors.NewAnthropic(weather, key).ServeHTTP(recorder, request)
	whole := recorder.Body.String()
	end := strings.Index(whole, "event: message_stop")
	if end < 0 {
		t.Fatal(whole)
	}
	var upto int
	var abort bool
	model := at(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		_, _ = io.WriteString(w, whole[:upto])
		if abort {
			_ = http.NewResponseController(w).Flush()
			panic(http.ErrAbortHandler)
		}
	}), "claude-sonnet-5-5")
	for upto = range len(whole) + 1 {
		abort = upto%2 == 0
		_, reply, err := generate(t, model, ask(said("hi")))
		switch {
		case err == nil && upto < end:
			t.Fatalf("cut at %d (abort %t) is taken for whole: %+v", upto, abort, reply)
		case err == nil && len(reply.Calls()) != 2:
			t.Fatalf("cut at %d (abort %t) gives %+v", upto, abort, reply)
		case err != nil && !errors.Is(err, llm.ErrTruncated) && !errors.Is(err, llm.ErrOverloaded):
			t.Fatalf("cut at %d (abort %t): %v", upto, abort, err)
		case err != nil && upto == len(whole):
			t.Fatalf("whole: %v", err)
		}
	}
}

// failure is an answer that is no reply, and what it is taken for.
type failure struct {
	handler http.Handler
	want    error
	code    int
	wait    time.Duration
}

// toldFailures are those that the vendor tells, before a stream, in it or at its end.
func toldFailures() map[string]failure {
	status := func(code int, after, kind, words string) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Retry-After", after)
			w.WriteHeader(code)
			_, _ = io.WriteString(w, `{"type":"error","error":{"type":"`+kind+`","message":"`+words+` `+key+`"},"request_id":"req_1"}`)
		})
	}
	reason := func(r string) http.Handler {
		return replies(all(start, says(0, "a"), `{"type":"message_delta","delta":{"stop_reason":`+r+`},"usage":{"output_tokens":5}}`, stopped)...)
	}
	failed := func(kind string) http.Handler {
		return replies(all(start, `{"type":"error","error":{"type":"`+kind+`","message":"`+key+`"}}`)...)
	}
	return map[string]failure{
		"429":                             {status(429, "7", "rate_limit_error", "slow down"), llm.ErrOverloaded, 429, 7 * time.Second},
		"529":                             {status(529, "", "overloaded_error", "Overloaded"), llm.ErrOverloaded, 529, 0},
		"500":                             {status(500, "", "api_error", "Internal server error"), llm.ErrOverloaded, 500, 0},
		"401":                             {status(401, "", "authentication_error", "invalid x-api-key"), llm.ErrRefused, 401, 0},
		"404":                             {status(404, "", "not_found_error", "model: claude-none-1"), llm.ErrRefused, 404, 0},
		"413":                             {status(413, "", "request_too_large", "Request exceeds the maximum size"), llm.ErrRefused, 413, 0},
		"a refusal that names nothing":    {status(400, "", "invalid_request_error", "prompt is too long: 200251 tokens > 200000 maximum"), llm.ErrRefused, 400, 0},
		"overloaded in the stream":        {failed("overloaded_error"), llm.ErrOverloaded, 529, 0},
		"a fault in the stream":           {failed("api_error"), llm.ErrOverloaded, 500, 0},
		"refused in the stream":           {failed("invalid_request_error"), llm.ErrRefused, 400, 0},
		"an error of tomorrow":            {failed("tired_error"), llm.ErrOverloaded, 0, 0},
		"the length limit":                {reason(`"max_tokens"`), llm.ErrLength, 0, 0},
		"a refusal by safeguards":         {reason(`"refusal","stop_details":{"type":"refusal","category":"cyber","explanation":"no"}`), llm.ErrRefused, 400, 0},
		"a window that is full":           {reason(`"model_context_window_exceeded"`), llm.ErrRefused, 400, 0},
		"a pause":                         {reason(`"pause_turn"`), llm.ErrTruncated, 0, 0},
		"a reason of tomorrow":            {reason(`"tired"`), llm.ErrTruncated, 0, 0},
		"no reason":                       {reason(`null`), llm.ErrTruncated, 0, 0},
		"a stop without a reason's event": {replies(all(start, says(0, "a"), stopped)...), llm.ErrTruncated, 0, 0},
		"a block without its end":         {replies(all(start, says(0, "a")[:2], ended, stopped)...), llm.ErrTruncated, 0, 0},
		"no stop":                         {replies(all(start, says(0, "a"), ended)...), llm.ErrTruncated, 0, 0},
	}
}

// brokenStreams are no replies at all.
func brokenStreams() map[string]failure {
	body := func(s string) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, s) })
	}
	thinks := begins(0, `{"type":"thinking","thinking":"","signature":""}`)
	long := strings.Repeat("a", 1<<16)
	return map[string]failure{
		"an empty body":            {body(""), llm.ErrTruncated, 0, 0},
		"HTML":                     {body("<html>hello</html>"), llm.ErrRefused, 200, 0},
		"a message in one piece":   {body(`{"type":"message","content":[{"type":"text","text":"hi"}],"stop_reason":"end_turn"}`), llm.ErrTruncated, 0, 0},
		"a list":                   {replies("[1]"), llm.ErrGarbage, 0, 0},
		"half an event":            {replies(`{"type":"message_start","mess`), llm.ErrGarbage, 0, 0},
		"a block that is a number": {replies(start, begins(0, "7")), llm.ErrGarbage, 0, 0},
		"a call that is a list":    {replies(all(start, begins(0, `{"type":"tool_use","id":[]}`), ends(0), called, stopped)...), llm.ErrGarbage, 0, 0},
		"a call without an id":     {replies(all(start, begins(0, `{"type":"tool_use","name":"a","input":{}}`), ends(0), called, stopped)...), llm.ErrGarbage, 0, 0},
		"no start":                 {replies(all(says(0, "a"), ended, stopped)...), llm.ErrGarbage, 0, 0},
		"two starts":               {replies(start, start), llm.ErrGarbage, 0, 0},
		"a stop first":             {replies(stopped), llm.ErrGarbage, 0, 0},
		"more of nothing":          {replies(all(start, says(0, "a")[1])...), llm.ErrGarbage, 0, 0},
		"the end of nothing":       {replies(start, ends(0)), llm.ErrGarbage, 0, 0},
		"more after the end":       {replies(all(start, says(0, "a"), says(0, "a")[1])...), llm.ErrGarbage, 0, 0},
		"a block twice":            {replies(all(start, says(0, "a"), says(0, "b"))...), llm.ErrGarbage, 0, 0},
		"a block after the reason": {replies(all(start, says(0, "a"), ended, says(1, "b"))...), llm.ErrGarbage, 0, 0},
		"text of thinking":         {replies(all(start, thinks, says(0, "a")[1])...), llm.ErrGarbage, 0, 0},
		"arguments of text":        {replies(all(start, says(0, "a")[0], adds(0, `{"type":"input_json_delta","partial_json":"{}"}`))...), llm.ErrGarbage, 0, 0},
		"usage that is words":      {replies(`{"type":"message_start","message":{"usage":{"input_tokens":"many"}}}`), llm.ErrGarbage, 0, 0},
		"a reply without end": {
			replies(all(start, says(0, "")[0], strings.Split(strings.Repeat(adds(0, `{"type":"text_delta","text":"`+long+`"}`)+"\n", 20), "\n")[:20])...),
			llm.ErrGarbage, 0, 0,
		},
		"a line of 17 MB":     {body("data: " + strings.Repeat("a", 17<<20) + "\n\n"), llm.ErrTruncated, 0, 0},
		"a line of 15 MB":     {replies(all(start, says(0, strings.Repeat("a", 15<<20)))...), llm.ErrGarbage, 0, 0},
		"blocks side by side": {replies(all(start, says(0, "a")[0], says(1, "b")[0])...), llm.ErrGarbage, 0, 0},
		"calls without end":   {replies(append([]string{start}, many(100, `{"type":"tool_use","id":"a","name":"b","input":{}}`)...)...), llm.ErrGarbage, 0, 0},
		"blocks without end":  {replies(append([]string{start}, many(600, `{"type":"text","text":""}`)...)...), llm.ErrGarbage, 0, 0},
	}
}

func TestEveryFailureHasItsClass(t *testing.T) {
	failures := toldFailures()
	maps.Copy(failures, brokenStreams())
	for name, c := range failures {
		t.Run(name, func(t *testing.T) {
			asked := 0
			model := at(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				asked++
				c.handler.ServeHTTP(w, r)
			}), "claude-sonnet-5-5")
			_, _, err := generate(t, model, ask(said("hi")))
			if !errors.Is(err, c.want) {
				t.Fatalf("error = %v, want %v", err, c.want)
			}
			if status, ok := errors.AsType[*llm.StatusError](err); ok && (status.RetryAfter != c.wait || status.Code != c.code) {
				t.Errorf("%d, wait %s, want %d, %s", status.Code, status.RetryAfter, c.code, c.wait)
			}
			if strings.Contains(err.Error(), key) || len(err.Error()) > 1000 {
				t.Errorf("the error shows the key or does not end: %.200s", err)
			}
			if asked != 1 {
				t.Errorf("%d requests; only the client may try again", asked)
			}
		})
	}
}

func many(n int, block string) []string {
	var out []string
	for i := range n {
		out = append(out, begins(i, block))
	}
	return out
}

func TestEventsAreReadWhereverTheyHaveOneMeaning(t *testing.T) {
	call := func(start, arguments string) []string {
		return all(begins(0, start), adds(0, `{"type":"input_json_delta","partial_json":`+arguments+`}`), ends(0))
	}
	for name, c := range map[string]struct {
		events []string
		text   string
		call   *llm.ToolCall
	}{
		"text in the beginning of a block": {all(start, begins(0, `{"type":"text","text":"hel"}`), says(0, "lo")[1:], ended, stopped), "hello", nil},
		"what is not known":                {all(start, `{"type":"weather_report"}`, begins(0, `{"type":"fallback"}`), adds(0, `{"type":"text_delta","text":"x"}`), ends(0), says(1, "a"), ended, stopped), "a", nil},
		"a mark of a source":               {all(start, says(0, "a")[:2], adds(0, `{"type":"citations_delta","citation":{}}`), ends(0), ended, stopped), "a", nil},
		"pings everywhere":                 {all(`{"type":"ping"}`, start, `{"type":"ping"}`, says(0, "a"), `{"type":"ping"}`, ended, `{"type":"ping"}`, stopped), "a", nil},
		"a stop at a word":                 {all(start, says(0, "a"), `{"type":"message_delta","delta":{"stop_reason":"stop_sequence"}}`, stopped), "a", nil},
		"what comes after the end":         {all(start, says(0, "a"), ended, stopped, start, "[1]"), "a", nil},
		"a call that was not offered":      {all(start, call(`{"type":"tool_use","id":"t1","name":"rm","input":{}}`, `"{\"a\":1}"`), called, stopped), "", &llm.ToolCall{ID: "t1", Name: "rm", Arguments: json.RawMessage(`{"a":1}`)}},
		"arguments that are no JSON":       {all(start, call(`{"type":"tool_use","id":"t1","name":"a","input":{}}`, `"{\"city\":"`), called, stopped), "", &llm.ToolCall{ID: "t1", Name: "a", Arguments: json.RawMessage(`"{\"city\":"`)}},
		"arguments at once":                {all(start, begins(0, `{"type":"tool_use","id":"t1","name":"a","input":{"b":1}}`), ends(0), called, stopped), "", &llm.ToolCall{ID: "t1", Name: "a", Arguments: json.RawMessage(`{"b":1}`)}},
		"no arguments":                     {all(start, begins(0, `{"type":"tool_use","id":"t1","name":"a"}`), ends(0), called, stopped), "", &llm.ToolCall{ID: "t1", Name: "a", Arguments: json.RawMessage(`{}`)}},
	} {
		t.Run(name, func(t *testing.T) {
			text, reply, err := generate(t, at(t, replies(c.events...), "claude-sonnet-5-5"), ask(said("hi")))
			if err != nil || text != c.text || reply.Text() != text {
				t.Fatalf("%q, %q, %v", text, reply.Text(), err)
			}
			if c.call == nil {
				return
			}
			if diff := cmp.Diff([]llm.ToolCall{*c.call}, reply.Calls()); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestArgumentsThatAreNoObjectGoBackAsOne: the vendor takes nothing else, and the model is told by the result what was wrong.
func TestArgumentsThatAreNoObjectGoBackAsOne(t *testing.T) {
	first := at(t, replies(all(start, begins(0, `{"type":"tool_use","id":"t1","name":"get_weather","input":{}}`), adds(0, `{"type":"input_json_delta","partial_json":"[1"}`), ends(0), called, stopped)...), "claude-sonnet-5-5")
	_, reply, err := generate(t, first, ask(said("hi")))
	if err != nil {
		t.Fatal(err)
	}
	server, model := strict(t, "claude-sonnet-5-5", weather)
	for i, p := range reply.Message.Parts { // as if the server had made it
		s := *p.State
		s.Endpoint = endpoint(t, model)
		reply.Message.Parts[i].State = &s
	}
	_, _, err = generate(t, model, ask(said("hi"), reply.Message, results(reply.Calls())))
	if err != nil || len(server.Refused()) > 0 || !strings.Contains(string(server.Received()[1].Body), `"input":{"arguments":"[1"}`) {
		t.Errorf("%v; refused %q: %s", err, server.Refused(), server.Received()[1].Body)
	}
}

// endpoint is where a model's replies are made.
func endpoint(t *testing.T, m llm.Model) string {
	t.Helper()
	_, reply, err := generate(t, m, ask(said("hi")))
	if err != nil {
		t.Fatal(err)
	}
	return reply.Message.Parts[0].State.Endpoint
}

func TestUsageIsTheLastAndNeverNonsense(t *testing.T) {
	for name, c := range map[string]struct {
		first, last string
		want        assistant.Usage
	}{
		"all so far":      {`{"input_tokens":10,"cache_read_input_tokens":3,"cache_creation_input_tokens":2,"output_tokens":1}`, `{"output_tokens":7}`, assistant.Usage{Input: 15, Cached: 3, CacheWritten: 2, Output: 7}},
		"told anew":       {`{"input_tokens":10,"output_tokens":1}`, `{"input_tokens":20,"cache_read_input_tokens":5,"cache_creation_input_tokens":null,"output_tokens":7,"output_tokens_details":{"thinking_tokens":4}}`, assistant.Usage{Input: 25, Cached: 5, Output: 7, Thought: 4}},
		"negative":        {`{"input_tokens":-10,"cache_read_input_tokens":-3,"output_tokens":-1}`, `{"output_tokens":-7}`, assistant.Usage{}},
		"beyond all":      {`{"input_tokens":1e300}`, `{"output_tokens":5,"output_tokens_details":{"thinking_tokens":9}}`, assistant.Usage{Input: 100_000_000, Output: 5, Thought: 5}},
		"nothing told":    {`{}`, `{}`, assistant.Usage{}},
		"in halves":       {`{"input_tokens":1.5}`, `{"output_tokens":2}`, assistant.Usage{Input: 1, Output: 2}},
		"usage that is 0": {`{"input_tokens":0}`, `{"output_tokens":0}`, assistant.Usage{}},
	} {
		t.Run(name, func(t *testing.T) {
			model := at(t, replies(all(`{"type":"message_start","message":{"model":"claude-sonnet-5","usage":`+c.first+`}}`, says(0, "a"),
				`{"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":`+c.last+`}`, stopped)...), "claude-sonnet-5-5")
			_, reply, err := generate(t, model, ask(said("hi")))
			if err != nil || reply.Served != "claude-sonnet-5" {
				t.Fatalf("%q, %v", reply.Served, err)
			}
			if diff := cmp.Diff(c.want, reply.Usage); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestThinkingThatIsHiddenComesBack: what the vendor hides even from its signature's owner is data, and goes back where it was.
func TestThinkingThatIsHiddenComesBack(t *testing.T) {
	var bodies []string
	n := 0
	model := at(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		raw, _ := io.ReadAll(r.Body)
		bodies = append(bodies, string(raw))
		n++
		_, _ = io.WriteString(w, sse(all(start, begins(0, `{"type":"redacted_thinking","data":"`+strconv.Itoa(n)+`+/="}`), ends(0),
			begins(1, `{"type":"thinking","thinking":"","signature":"s"}`), ends(1), says(2, "so"), begins(3, `{"type":"thinking","thinking":"a","signature":""}`), adds(3, `{"type":"signature_delta","signature":"z"}`), ends(3),
			begins(4, `{"type":"tool_use","id":"t`+strconv.Itoa(n)+`","name":"get_weather","input":{}}`), ends(4), called, stopped)...))
	}), "claude-sonnet-5-5")
	_, reply, err := generate(t, model, ask(said("hi")))
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := generate(t, model, ask(said("hi"), stored(t, reply.Message), results(reply.Calls()))); err != nil {
		t.Fatal(err)
	}
	const want = `{"role":"assistant","content":[{"data":"1+/=","type":"redacted_thinking"},{"signature":"s","thinking":"","type":"thinking"},{"type":"text","text":"so"},` +
		`{"signature":"z","thinking":"a","type":"thinking"},{"type":"tool_use","id":"t1","name":"get_weather","input":{}}]}`
	if !strings.Contains(bodies[1], want) {
		t.Error(bodies[1])
	}
}

// TestAStreamThatBreaksOffHasSaidWhatItTook: the input is told at the beginning, and paid for.
func TestAStreamThatBreaksOffHasSaidWhatItTook(t *testing.T) {
	var used assistant.Usage
	model := at(t, replies(`{"type":"message_start","message":{"usage":{"input_tokens":10,"cache_read_input_tokens":30,"cache_creation_input_tokens":4,"output_tokens":1}}}`), "claude-sonnet-5-5")
	for event, err := range model.Generate(t.Context(), ask(said("hi"))) {
		if alive, ok := event.(llm.Alive); ok && alive.Used != (assistant.Usage{}) {
			used = alive.Used
		}
		if err != nil && !errors.Is(err, llm.ErrTruncated) {
			t.Fatal(err)
		}
	}
	if want := (assistant.Usage{Input: 44, Cached: 30, CacheWritten: 4, Output: 1}); used != want {
		t.Errorf("%+v were told, not %+v", used, want)
	}
}
