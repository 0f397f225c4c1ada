package anthropic_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/llm/anthropic"
	"github.com/aisteam/aisteam/internal/vendors"
)

const mark = `,"cache_control":{"type":"ephemeral"}`

// TestWhatStandsBeforeTheFirstBreakpointIsTheSameFromTurnToTurn, and so is what stood before the last one of the turn before, but for
// the marks themselves: else the cache would be written and never read.
func TestWhatStandsBeforeTheFirstBreakpointIsTheSameFromTurnToTurn(t *testing.T) {
	server, model := strict(t, "claude-sonnet-5-5", func(a vendors.Asked) vendors.Said {
		if len(a.Messages)%4 == 1 {
			return vendors.Said{Thought: "Both.", Text: "One moment.", Calls: []vendors.Call{{Name: "tool_3", Arguments: `{"b":1,"a":"<x>"}`}, {Name: "tool_4", Arguments: `{}`}}}
		}
		return vendors.Said{Thought: "So.", Text: "It is so."}
	})
	r := llm.Request{Instructions: llm.Instructions{Stable: "You are kind & short."}, Effort: llm.EffortMedium, Cache: llm.Cache{Again: true}}
	for i := range 20 {
		r.Tools = append(r.Tools, llm.Tool{Name: fmt.Sprint("tool_", i), Description: "Looks up <things>.", Parameters: json.RawMessage(`{"type":"object","properties":{"b":{"type":"integer"},"a":{"type":"string"}}}`)})
	}
	r.Messages = []llm.Message{said("Begin.")}
	for i := 0; len(r.Messages) < 41; i++ {
		r.Instructions.Varying = fmt.Sprintf("It is %d o'clock.", i)
		_, reply, err := generate(t, model, r)
		if err != nil {
			t.Fatal(err)
		}
		r.Messages = append(r.Messages, stored(t, reply.Message))
		if calls := reply.Calls(); len(calls) > 0 {
			r.Messages = append(r.Messages, results(calls))
		} else {
			r.Messages = append(r.Messages, said(fmt.Sprintf("Question %d.", i)))
		}
	}
	received := server.Received()
	if len(server.Refused()) > 0 || len(received) != 20 {
		t.Fatalf("%d requests; refused %q", len(received), server.Refused())
	}
	for i, one := range received[1:] {
		before := received[i].Body
		first := bytes.Index(before, []byte(mark))
		if first < 1000 || !bytes.HasPrefix(one.Body, before[:first+len(mark)]) {
			t.Fatalf("request %d begins otherwise:\n%.3000s\n%.3000s", i+1, before, one.Body)
		}
		kept := before[:bytes.LastIndex(before, []byte(mark))]
		if !bytes.HasPrefix(unmarked(one.Body), unmarked(kept)) {
			t.Errorf("request %d does not go on from what the one before it had the cache keep:\n%s\n%s", i+1, kept, one.Body)
		}
		if bytes.Contains(kept, []byte(fmt.Sprintf("It is %d o'clock.", i))) {
			t.Errorf("request %d has the cache keep what is of it alone", i)
		}
		if marks := bytes.Count(one.Body, []byte(mark)); marks != 3 {
			t.Errorf("request %d has %d marks", i+1, marks)
		}
	}
}

func unmarked(b []byte) []byte { return bytes.ReplaceAll(b, []byte(mark), nil) }

func TestWhatIsSentOnceIsNotKept(t *testing.T) {
	for name, c := range map[string]struct {
		ask  func(r *llm.Request)
		want string // what carries a mark
	}{
		"instructions that stay": {func(*llm.Request) {}, `{"type":"text","text":"Be short."` + mark},
		"else the tools":         {func(r *llm.Request) { r.Instructions.Stable = "" }, `"input_schema":{"type":"object","properties":{"city":{"type":"string"}}}` + mark},
		"else nothing":           {func(r *llm.Request) { r.Instructions.Stable, r.Tools = "", nil }, ""},
	} {
		t.Run(name, func(t *testing.T) {
			server, model := strict(t, "claude-sonnet-5-5", weather)
			r := ask(said("hi"))
			r.Instructions.Varying = "Speak German."
			c.ask(&r)
			if _, _, err := generate(t, model, r); err != nil {
				t.Fatal(err)
			}
			body := string(server.Received()[0].Body)
			if got := strings.Count(body, mark); c.want == "" && got > 0 || c.want != "" && (got != 1 || !strings.Contains(body, c.want)) {
				t.Error(body)
			}
		})
	}
}

// Many wait for a model at the same time. What writing a request needs on the stack is given back before the wait.
func TestWhoWaitsForAModelKeepsASmallStack(t *testing.T) {
	const waiting, most = 200, 40 << 10 // bytes each, with what the client and this server need for a connection
	var asked sync.WaitGroup
	asked.Add(waiting)
	over := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		asked.Done()
		<-over
	}))
	defer server.Close()
	m, err := anthropic.New(anthropic.Config{APIKey: key, Model: "m", BaseURL: server.URL, Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	request := llm.Request{Instructions: llm.Instructions{Stable: strings.Repeat("You are kind. ", 100)}, MaxOutput: 100}
	for range 10 {
		request.Messages = append(request.Messages, said("Hello"))
		request.Tools = append(request.Tools, llm.Tool{Name: "t", Parameters: []byte(`{"type":"object","properties":{"a":{"type":"string"}}}`)})
	}
	var before, during runtime.MemStats
	runtime.ReadMemStats(&before)
	var all sync.WaitGroup
	for range waiting {
		all.Go(func() {
			for range m.Generate(t.Context(), request) {
			}
		})
	}
	asked.Wait()
	runtime.ReadMemStats(&during)
	close(over)
	all.Wait()
	if each := (during.StackInuse - before.StackInuse) / waiting; each > most {
		t.Errorf("who waits has %d bytes of stack", each)
	}
}

// TestInstructionsOfOneRequestStandAtItsEnd, after the results of a step and not before them.
func TestInstructionsOfOneRequestStandAtItsEnd(t *testing.T) {
	server, model := strict(t, "claude-sonnet-5-5", weather)
	_, reply, err := generate(t, model, ask(said("How warm is it?")))
	if err != nil {
		t.Fatal(err)
	}
	r := ask(said("How warm is it?"), reply.Message, results(reply.Calls()), said("And quickly."))
	r.Instructions.Varying = "No more tools now."
	if _, _, err := generate(t, model, r); err != nil || len(server.Refused()) > 0 {
		t.Fatalf("%v: %q", err, server.Refused())
	}
	const want = `"is_error":true},{"type":"text","text":"And quickly."},{"type":"text","text":"«instructions, not from anybody here»\\nNo more tools now.\\n«end»"}]}]`
	if body := string(server.Received()[1].Body); !regexp.MustCompile(regexp.QuoteMeta(strings.ReplaceAll(want, `\\n`, `\n`))).MatchString(body) {
		t.Error(body)
	}
}
