package openai_test

import (
	"cmp"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/llm/openai"
	"github.com/aisteam/aisteam/assistant"
)

var update = flag.Bool("update", false, "write the table of habits anew")

// recorded is the table of habits.
const recorded = "../../../docs/recorded/habits.txt"

// atMost bounds the requests that a habit may cost.
const atMost = 2

// habit is a way in which a server that says it speaks chat completions does not quite.
type habit struct {
	name   string
	source string // where it is known from: an issue or a pull request, or the page of a vendor

	body  string           // what it answers with status 200, however it is asked
	serve http.HandlerFunc // instead of it
	asked func(r *llm.Request, base string)

	text  string          // what is read of it
	calls string          // likewise, "name {arguments}" of each with "; " between them
	used  assistant.Usage // likewise

	sentence string   // what people are told instead, its beginning
	mend     []string // what whoever runs the service is told, parts of it
	attempts int32    // 0 means 1
}

// The beginnings of sentences for people.
const (
	unreadable  = "The language model's server answered in a form that I cannot rely on"
	asWords     = "The language model wanted to use a tool, but its server passed that on as plain words"
	atFault     = "The language model's provider has a fault at the moment"
	tooMany     = "The language model has too many requests at the moment"
	usedUp      = "What may be spent with the language model's provider is used up"
	notLetIn    = "The language model does not let us in"
	notAccepted = "The language model did not accept the request"
	cutOff      = "The language model's answer was cut off"
	brokeOff    = "The connection to the language model broke off before its answer was whole"
	notThere    = "There is no language model at the address that is set here"
)

// hidden must never be seen by people: what a model reasons stands in the cases as this.
const hidden = "SECRET"

// TestEveryHabitIsReadRightOrSaidRight asks each server through the client, as the service does, and counts what it was asked.
func TestEveryHabitIsReadRightOrSaidRight(t *testing.T) {
	all := habits()
	rows := make([]string, len(all))
	read, said, names := 0, 0, map[string]bool{}
	for i, h := range all {
		if names[h.name] || h.source == "" || h.sentence != "" && len(h.mend) == 0 && h.sentence != cutOff && h.sentence != notAccepted {
			t.Errorf("%q stands twice, or without its source, or tells nobody what to do", h.name)
		}
		names[h.name] = true
		t.Run(h.name, func(t *testing.T) {
			requests := h.try(t)
			verdict := "read right"
			if read++; h.sentence != "" {
				verdict, read, said = "said right", read-1, said+1
			}
			rows[i] = fmt.Sprintf("%-11s  %d  %-72s  %s", verdict, requests, h.name, h.source)
		})
	}
	if len(all) < 90 {
		t.Errorf("%d habits, of at least 90", len(all))
	}
	if t.Failed() {
		return
	}
	slices.Sort(rows)
	table := fmt.Sprintf("Habits of servers that speak chat completions, each played by a server of its own to the client as the service has it\n"+
		"(agents/llm/openai, TestEveryHabitIsReadRightOrSaidRight; -update writes this anew): what became of it, how many requests it took, where\n"+
		"it is known from. Said right is a sentence for people and another for whoever runs the service, with what to switch on.\n\n"+
		"%d habits: %d read right, %d said right, 0 others; none took more than %d requests\n\n%s\n", len(all), read, said, atMost, strings.Join(rows, "\n"))
	if *update {
		if err := os.WriteFile(filepath.FromSlash(recorded), []byte(table), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	kept, err := os.ReadFile(filepath.FromSlash(recorded))
	if err != nil || string(kept) != table {
		t.Errorf("docs/recorded/habits.txt is another table than this; -update writes it: %v", err)
	}
}

// try asks the server, checks what became of it, and returns how many requests it got.
func (h habit) try(t *testing.T) int32 {
	t.Helper()
	var requests atomic.Int32
	serve := h.serve
	if serve == nil {
		serve = sends("text/event-stream", h.body)
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		requests.Add(1)
		serve(w, r)
	}))
	defer server.Close()
	model, err := openai.New(openai.Config{Model: "qwen3:8b", APIKey: "key-under-test", BaseURL: server.URL + "/v1", Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	client, err := llm.NewClient(llm.Config{Model: model, Log: slog.New(slog.DiscardHandler), Now: time.Now, FirstWait: time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	request := llm.Request{
		Purpose: llm.PurposeAnswer, Messages: []llm.Message{llm.TextMessage(llm.RoleUser, "How warm is it in Kyiv?")},
		Tools: []llm.Tool{
			{Name: "get_weather", Parameters: json.RawMessage(`{"type":"object","properties":{"city":{"type":"string"}}}`)},
			{Name: "list_tickets", Parameters: json.RawMessage(`{"type":"object","properties":{}}`)},
		},
	}
	if h.asked != nil {
		h.asked(&request, server.URL+"/v1")
	}
	shown := ""
	reply, err := client.Ask(t.Context(), request, func(text string) {
		if shown += text; text == llm.Anew {
			shown = ""
		}
	})
	h.judge(t, shown, reply, err, strings.TrimPrefix(server.URL, "http://"))
	if n := requests.Load(); n != cmp.Or(h.attempts, 1) || n > atMost {
		t.Errorf("%d requests, want %d", n, cmp.Or(h.attempts, 1))
	}
	return requests.Load()
}

func (h habit) judge(t *testing.T, shown string, reply llm.Reply, err error, server string) {
	t.Helper()
	if strings.Contains(shown+reply.Text(), hidden) || strings.Contains(shown, "get_weather") {
		t.Errorf("shown: %q", shown)
	}
	if h.sentence == "" {
		if err != nil {
			t.Fatal(err)
		}
		calls := []string{}
		ids := map[string]bool{}
		for _, c := range reply.Calls() {
			calls = append(calls, c.Name+" "+string(c.Arguments))
			if ids[c.ID] || c.ID == "" {
				t.Errorf("the id %q is not its own", c.ID)
			}
			ids[c.ID] = true
		}
		if got := strings.Join(calls, "; "); shown != h.text || reply.Text() != h.text || got != h.calls {
			t.Errorf("shown %q, read %q with calls %s", shown, reply.Text(), got)
		}
		if h.used != (assistant.Usage{}) && reply.Usage != h.used {
			t.Errorf("used %+v", reply.Usage)
		}
		return
	}
	if err == nil {
		t.Fatalf("read as %q with calls %v", reply.Text(), reply.Calls())
	}
	told := llm.Explain(err)
	if shown != "" && !errors.Is(err, llm.ErrTruncated) && !errors.Is(err, llm.ErrOverloaded) && !errors.Is(err, llm.ErrRefused) {
		t.Errorf("%q is still shown", shown)
	}
	if !strings.HasPrefix(told.Message.String(), h.sentence) || told.Recovery.String() == "" || strings.Contains(told.Message.String()+told.Mend.String()+err.Error(), "key-under-test") {
		t.Errorf("told %+v for %v", told, err)
	}
	if habit, ok := errors.AsType[*llm.HabitError](err); ok && (!strings.Contains(told.Mend.String(), server) || habit.Did == "") {
		t.Errorf("the operator is not told who did what: %q", told.Mend)
	}
	for _, part := range h.mend {
		if !strings.Contains(told.Mend.String(), part) {
			t.Errorf("the operator is told %q without %q", told.Mend, part)
		}
	}
}

// sends gives everybody the same.
func sends(kind, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", kind)
		_, _ = io.WriteString(w, body)
	}
}

// habits are all of them.
func habits() []habit {
	return slices.Concat(framed(), ended(), called(), argued(), worded(), reasoned(), writtenOut(), failed(), refused())
}

// sse writes frames as the standard says, without the last that ends a stream.
func sse(frames ...string) string {
	return "data: " + strings.Join(frames, "\n\ndata: ") + "\n\n"
}

// stream writes them with it.
func stream(frames ...string) string { return sse(append(frames, "[DONE]")...) }

// piece is a piece of a reply.
func piece(delta string) string {
	return `{"id":"c","object":"chat.completion.chunk","model":"m","choices":[{"index":0,"delta":` + delta + `,"finish_reason":null}]}`
}

// words is a piece of text.
func words(text string) string {
	raw, err := json.Marshal(text)
	if err != nil {
		panic(err) // a case is written wrong
	}
	return piece(`{"content":` + string(raw) + `}`)
}

// calls is a piece with calls.
func calls(pieces string) string { return piece(`{"tool_calls":[` + pieces + `]}`) }

func end(reason string) string {
	return `{"id":"c","object":"chat.completion.chunk","choices":[{"index":0,"delta":{},"finish_reason":"` + reason + `"}]}`
}

// whole is a reply in one piece.
func whole(message string) string {
	return `{"id":"c","object":"chat.completion","model":"m","choices":[{"index":0,"message":` + message + `,"finish_reason":"stop"}],` +
		`"usage":{"prompt_tokens":10,"completion_tokens":4,"total_tokens":14}}`
}

// kyiv is the call that most cases are about.
const kyiv = `get_weather {"city":"Kyiv"}`
