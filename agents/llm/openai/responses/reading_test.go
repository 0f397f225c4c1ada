package responses_test

import (
	"errors"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/assistant"
)

func TestARepliesTextIsWhatWasStreamed(t *testing.T) {
	two := []string{spoke("msg_1", `"commentary"`, "I look."), spoke("msg_2", `"final_answer"`, "It is warm.")}
	refused := `{"type":"message","id":"msg_1","status":"completed","content":[{"type":"output_text","text":"Well. "},{"type":"refusal","refusal":"I cannot help with that."}]}`
	for name, c := range map[string]struct {
		events []string
		text   string
	}{
		"one message":                {[]string{created("resp_1"), delta(0, "He"), delta(0, "llo."), done(0, spoke("m", "null", "Hello.")), completed(spoke("m", "null", "Hello."))}, "Hello."},
		"two messages are two lines": {[]string{delta(0, "I look."), done(0, two[0]), delta(1, "It is "), delta(1, "warm."), done(1, two[1]), completed(two...)}, "I look.\n\nIt is warm."},
		"a refusal": {
			[]string{delta(0, "Well. "), `{"type":"response.refusal.delta","output_index":0,"content_index":1,"delta":"I cannot "}`, done(0, refused), completed(refused)},
			"Well. I cannot help with that.",
		},
		"nothing streamed":                   {[]string{completed(two...)}, "I look.\n\nIt is warm."},
		"an end that says nothing of it":     {[]string{delta(0, "Hel"), delta(0, "lo."), `{"type":"response.completed","response":{"status":"completed"}}`}, "Hello."},
		"an end with more than ended before": {[]string{done(0, two[0]), completed(two...)}, "I look.\n\nIt is warm."},
		"events of tomorrow": {[]string{
			`{"type":"response.telepathy.delta","delta":{"x":1}}`, `{"type":"response.reasoning_summary_text.delta","delta":"secret"}`, "[DONE]",
			`{"type":"response.in_progress"}`, delta(0, "Hello."), completed(spoke("m", "null", "Hello.")),
		}, "Hello."},
		"nothing": {[]string{completed()}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			_, model := serve(t, events(c.events...), nil)
			text, reply, err := generate(t, model, hello())
			if err != nil || text != c.text || reply.Text() != c.text {
				t.Errorf("streamed %q, reply %q, %v", text, reply.Text(), err)
			}
		})
	}
}

// TestMessagesGoBackAsTheyWereApart: what stands between them for whoever reads them is not the model's.
func TestMessagesGoBackAsTheyWereApart(t *testing.T) {
	two := []string{spoke("msg_1", `"commentary"`, "I look."), spoke("msg_2", `"final_answer"`, "It is warm.")}
	server, model := serve(t, events(completed(two...)), nil)
	r := hello()
	_, reply, err := generate(t, model, r)
	if err != nil {
		t.Fatal(err)
	}
	r.Messages = append(r.Messages, stored(t, reply.Message), llm.TextMessage(llm.RoleUser, "more"))
	if _, _, err := generate(t, model, r); err != nil {
		t.Fatal(err)
	}
	if got := sorted(t, input(t, server.sent()[1]), two); got[1] != two[0] || got[2] != two[1] {
		t.Errorf("%v", got)
	}
}

func TestWhatIsNoTextIsASignOfLife(t *testing.T) {
	_, model := serve(t, events(created("resp_1"), added(0, thought), done(0, thought), added(1, called("fc", "c", "")), done(1, called("fc", "c", "{}")), completed(thought, called("fc", "c", "{}"))), nil)
	alive := 0
	for event, err := range model.Generate(t.Context(), hello()) {
		if err != nil {
			t.Fatal(err)
		}
		if _, ok := event.(llm.Alive); ok {
			alive++
		}
	}
	if alive != 5 {
		t.Errorf("%d signs of life", alive)
	}
}

// TestWordsBesideAStructuredAnswerAreNotPartOfIt: they go back to the model, and to nobody else.
func TestWordsBesideAStructuredAnswerAreNotPartOfIt(t *testing.T) {
	items := []string{spoke("msg_1", `"commentary"`, `I think {"city":"Lviv"} is wrong.`), spoke("msg_2", `"final_answer"`, `{"city":"Kyiv"}`)}
	server, model := serve(t, events(delta(0, "I think"), done(0, items[0]), delta(1, `{"city"`), done(1, items[1]), completed(items...)), nil)
	r := hello()
	r.Output = []byte(closed)
	text, reply, err := generate(t, model, r)
	if err != nil || text != `{"city":"Kyiv"}` || reply.Text() != text {
		t.Fatalf("%q, %q, %v", text, reply.Text(), err)
	}
	r.Messages = append(r.Messages, stored(t, reply.Message), llm.TextMessage(llm.RoleUser, "again"))
	if _, _, err := generate(t, model, r); err != nil {
		t.Fatal(err)
	}
	if got := input(t, server.sent()[1]); len(got) != 4 || got[1] != items[0] {
		t.Errorf("%v", got)
	}
}

func TestEveryFailureHasItsClass(t *testing.T) {
	body := func(kind, s string) func(http.ResponseWriter, asked) {
		return func(w http.ResponseWriter, _ asked) {
			w.Header().Set("Content-Type", kind)
			_, _ = io.WriteString(w, s)
		}
	}
	status := func(code int) func(http.ResponseWriter, asked) {
		return func(w http.ResponseWriter, _ asked) {
			w.Header().Set("Retry-After", "7")
			refuse(w, code, "words with "+key, "")
		}
	}
	failed := func(code, words string) func(http.ResponseWriter, asked) {
		return events(created("resp_1"), `{"type":"response.failed","response":{"id":"resp_1","status":"failed","error":{"code":"`+code+`","message":"`+words+`"}}}`)
	}
	call := called("fc_1", "call_a", `{}`)
	for name, c := range map[string]struct {
		say  func(http.ResponseWriter, asked)
		want error
		code int
		wait time.Duration
	}{
		"429":                             {status(429), llm.ErrOverloaded, 429, 7 * time.Second},
		"503":                             {status(503), llm.ErrOverloaded, 503, 7 * time.Second},
		"401":                             {status(401), llm.ErrRefused, 401, 7 * time.Second},
		"failed by a fault":               {failed("server_error", "words with "+key), llm.ErrOverloaded, 500, 0},
		"failed by a limit":               {failed("rate_limit_exceeded", "Please try again in 1.5s."), llm.ErrOverloaded, 429, 1500 * time.Millisecond},
		"failed by load":                  {failed("server_is_overloaded", "try again in 250 ms"), llm.ErrOverloaded, 503, 250 * time.Millisecond},
		"failed by load, by another name": {failed("overloaded_error", "no"), llm.ErrOverloaded, 503, 0},
		"failed by a fault, likewise":     {failed("internal_server_error", "no"), llm.ErrOverloaded, 500, 0},
		"failed by the prompt":            {failed("invalid_prompt", "no"), llm.ErrRefused, 400, 0},
		"failed by a policy of tomorrow":  {failed("dream_policy", "no"), llm.ErrRefused, 400, 0},
		"failed without a word":           {events(`{"type":"response.failed","response":{"status":"failed"}}`), llm.ErrOverloaded, 500, 0},
		"an error":                        {events(created("resp_1"), `{"type":"error","code":"slow_down","message":"slow"}`), llm.ErrOverloaded, 503, 0},
		"an error within":                 {events(`{"type":"error","error":{"type":"x","code":"insufficient_quota","message":"quota"}}`), llm.ErrOverloaded, 429, 0},
		"an error without a type":         {events(`{"error":{"code":null,"message":"oh"}}`), llm.ErrOverloaded, 500, 0},
		"the length limit":                {events(delta(0, "a"), ends("incomplete", `{"reason":"max_output_tokens"}`, spoke("m", "null", "a"))), llm.ErrLength, 0, 0},
		"a call at the length limit":      {events(done(0, call), ends("incomplete", `{"reason":"max_output_tokens"}`, call)), llm.ErrLength, 0, 0},
		"a filter":                        {events(ends("incomplete", `{"reason":"content_filter"}`)), llm.ErrRefused, 400, 0},
		"a reason of tomorrow":            {events(ends("incomplete", `{"reason":"tired"}`)), llm.ErrTruncated, 0, 0},
		"incomplete in a piece":           {body("application/json", whole("in_progress", "null", call)), llm.ErrTruncated, 0, 0},
		"no end":                          {events(created("resp_1"), done(0, call)), llm.ErrTruncated, 0, 0},
		"done without an end":             {events(done(0, call), "[DONE]"), llm.ErrTruncated, 0, 0},
		"an item without an end":          {events(added(0, call), added(1, call), done(1, call), `{"type":"response.completed","response":{"status":"completed"}}`), llm.ErrTruncated, 0, 0},
		"a call that is not whole":        {events(completed(strings.Replace(call, `"completed"`, `"in_progress"`, 1))), llm.ErrTruncated, 0, 0},
		"the end of another":              {events(created("resp_7"), done(0, call), completed(call)), llm.ErrGarbage, 0, 0},
		"other words than it said":        {events(delta(0, "I do nothing."), completed(spoke("m", "null", "I deleted it."))), llm.ErrGarbage, 0, 0},
		"words in another order":          {events(delta(1, "b"), delta(0, "a"), completed(spoke("m", "null", "a"), spoke("n", "null", "b"))), llm.ErrGarbage, 0, 0},
		"an empty body":                   {body("text/event-stream", ""), llm.ErrTruncated, 0, 0},
		"HTML":                            {body("text/html", "<html>hello</html>"), llm.ErrRefused, 200, 0},
		"HTML as JSON":                    {body("application/json", "<html>hello</html>"), llm.ErrGarbage, 0, 0},
		"a list":                          {events("[1]"), llm.ErrGarbage, 0, 0},
		"a place that is none":            {events(done(-1, call), completed()), llm.ErrGarbage, 0, 0},
		"an item that is none":            {events(done(0, "7"), completed()), llm.ErrGarbage, 0, 0},
		"an item without a type":          {events(done(0, "{}"), completed()), llm.ErrGarbage, 0, 0},
		"text that is none":               {events(`{"type":"response.output_text.delta","delta":{"a":1}}`), llm.ErrGarbage, 0, 0},
		"an event that is none":           {events(`{}`), llm.ErrGarbage, 0, 0},
		"a reply without end":             {events(slices.Repeat([]string{delta(0, strings.Repeat("a", 1<<16))}, 64)...), llm.ErrGarbage, 0, 0},
		"calls without end": {func(w http.ResponseWriter, _ asked) {
			for i := range 100 {
				stream(w, done(i, called("fc", strconv.Itoa(i), "{}")))
			}
			stream(w, completed())
		}, llm.ErrGarbage, 0, 0},
	} {
		t.Run(name, func(t *testing.T) {
			server, model := serve(t, c.say, nil)
			_, reply, err := generate(t, model, hello())
			if !errors.Is(err, c.want) || len(reply.Calls()) > 0 {
				t.Fatalf("error = %v, want %v", err, c.want)
			}
			if told, ok := errors.AsType[*llm.StatusError](err); ok && (told.RetryAfter != c.wait || told.Code != c.code) || !ok && c.code > 0 {
				t.Errorf("%#v, want %d, %s", err, c.code, c.wait)
			}
			if strings.Contains(err.Error(), key) || len(err.Error()) > 1000 {
				t.Errorf("the error shows the key or does not end: %.200s", err)
			}
			if len(server.sent()) != 1 {
				t.Errorf("%d requests; only the client may try again", len(server.sent()))
			}
		})
	}
}

func TestArgumentsThatAreNoJSONAreKeptAndRefusedLater(t *testing.T) {
	odd := `{"type":"function_call","id":"fc_9","name":"get_weather","arguments":{"city":"Lviv"}}` // and without an id of its own
	server, model := serve(t, events(completed(called("fc_1", "a", `{"city":`), called("fc_2", "b", ""), odd)), nil)
	user := llm.TextMessage(llm.RoleUser, "hi")
	_, reply, err := generate(t, model, llm.Request{Messages: []llm.Message{user}})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{`a "{\"city\":"`, `b {}`, `call-3 {"city":"Lviv"}`} {
		if c := reply.Calls()[i]; c.ID+" "+string(c.Arguments) != want {
			t.Errorf("%s %s, want %s", c.ID, c.Arguments, want)
		}
	}
	if _, _, err := generate(t, model, llm.Request{Messages: []llm.Message{user, reply.Message, results(reply.Calls())}}); err != nil {
		t.Fatal(err)
	}
	if sent := string(server.sent()[1].body); !strings.Contains(sent, `"arguments":"{\"city\":"`) || !strings.Contains(sent, `"arguments":"{\"city\":\"Lviv\"}"`) {
		t.Error(sent)
	}
}

func TestUsageThatCannotBeIsBounded(t *testing.T) {
	for name, c := range map[string]struct {
		usage string
		want  assistant.Usage
	}{
		"negative":     {`{"input_tokens":-5,"output_tokens":-1,"output_tokens_details":{"reasoning_tokens":-9}}`, assistant.Usage{}},
		"a word":       {`{"input_tokens":"many","output_tokens":4}`, assistant.Usage{Output: 4}},
		"beyond count": {`{"input_tokens":1e300,"output_tokens":1e999}`, assistant.Usage{Input: 1 << 40}},
		"nothing":      {`null`, assistant.Usage{}},
		"a list":       {`[1]`, assistant.Usage{}},
	} {
		_, model := serve(t, events(`{"type":"response.completed","response":{"status":"completed","usage":`+c.usage+`}}`), nil)
		if _, reply, err := generate(t, model, hello()); err != nil || reply.Usage != c.want {
			t.Errorf("%s: %+v, %v", name, reply.Usage, err)
		}
	}
}
