package responses_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/llm/openai/responses"
	"github.com/aisteam/aisteam/assistant"
)

const closed = `{"type":"object","properties":{"city":{"type":"string"}},"required":["city"],"additionalProperties":false}`

// stored is a message after it was written down and read back, as across a restart or an approval.
func stored(t *testing.T, m llm.Message) llm.Message {
	t.Helper()
	raw, err := json.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	var out llm.Message
	if err := json.Unmarshal(raw, &out); err != nil {
		t.Fatal(err)
	}
	return out
}

func results(calls []llm.ToolCall) llm.Message {
	m := llm.Message{Role: llm.RoleTool}
	for i, c := range calls {
		m.Parts = append(m.Parts, llm.Part{Result: &llm.ToolResult{ID: c.ID, Name: c.Name, Content: "21", Failed: i == 1}})
	}
	return m
}

// input are a request's items, each as compact JSON.
func input(t *testing.T, a asked) []string {
	t.Helper()
	var items []json.RawMessage
	if err := json.Unmarshal(a.fields["input"], &items); err != nil {
		t.Fatalf("%v: %s", err, a.body)
	}
	var out []string
	for _, i := range items {
		out = append(out, string(i))
	}
	return out
}

func TestARequestSaysWhatItHasToSayAndNothingElse(t *testing.T) {
	server, model := serve(t, events(completed(spoke("msg_1", `"final_answer"`, "{}"))), nil)
	r := llm.Request{
		Effort: llm.EffortHigh, Instructions: llm.Instructions{Stable: "You are <Hans>.", Varying: "It is Monday."},
		Messages: []llm.Message{{Role: llm.RoleUser, Parts: []llm.Part{{Text: "What is it?"}, {Image: &llm.Image{Type: "image/png", Data: []byte("png")}}}}},
		Tools:    []llm.Tool{{Name: "look", Description: "Looks.", Parameters: json.RawMessage(`{"type":"object"}`)}},
		NoCalls:  true, Output: json.RawMessage(closed), MaxOutput: 4000, Cache: llm.Cache{Key: "k"},
	}
	if _, _, err := generate(t, model, r); err != nil {
		t.Fatal(err)
	}
	got := server.sent()[0]
	const want = `{"model":"gpt-6.1-terra","tools":[{"type":"function","name":"look","description":"Looks.","parameters":{"properties":{},"type":"object"},"strict":false}],` +
		`"input":[{"type":"message","role":"developer","content":[{"type":"input_text","text":"You are <Hans>.","prompt_cache_breakpoint":{"mode":"explicit"}}]},` +
		`{"type":"message","role":"user","content":[{"type":"input_text","text":"What is it?"},{"type":"input_image","image_url":"data:image/png;base64,cG5n","detail":"auto"}]},` +
		`{"type":"message","role":"developer","content":[{"type":"input_text","text":"It is Monday."}]}],` +
		`"tool_choice":"none","text":{"format":{"type":"json_schema","name":"reply","schema":` + closed + `,"strict":true}},"reasoning":{"effort":"high"},` +
		`"max_output_tokens":4000,"include":["reasoning.encrypted_content"],"prompt_cache_key":"k","prompt_cache_options":{"mode":"explicit"},"store":false,"stream":true}`
	if d := cmp.Diff(want, string(got.body)); d != "" {
		t.Error(d)
	}
	if got.path != "/v1/responses" || got.header.Get("Authorization") != "Bearer "+key || got.header.Get("Api-Key") != "" {
		t.Errorf("asked %s with %v", got.path, got.header)
	}
}

func TestARequestFitsTheModel(t *testing.T) {
	r := hello()
	r.Instructions.Stable, r.Cache.Again, r.MaxOutput = "Be short.", true, 3
	server, model := serve(t, events(completed()), func(c *responses.Config) {
		c.Breakpoints, c.Provider, c.BaseURL = false, "azure_openai", strings.TrimSuffix(c.BaseURL, "/v1")+"/openai/v1/"
	})
	if _, reply, err := generate(t, model, r); err != nil || reply.Info.Provider != "azure_openai" {
		t.Fatal(reply.Info, err)
	}
	got := server.sent()[0]
	if string(got.fields["instructions"]) != `"Be short."` || got.has("prompt_cache_options") || strings.Contains(string(got.body), "breakpoint") || string(got.fields["max_output_tokens"]) != "16" {
		t.Errorf("%s", got.body)
	}
	if got.path != "/openai/v1/responses" || got.header.Get("Api-Key") != key || got.header.Get("Authorization") != "" {
		t.Errorf("asked %s with %v", got.path, got.header)
	}
	r.Output = json.RawMessage(`{"type":"object","properties":{"city":{"type":"string","pattern":"K.*"}}}`)
	server, model = serve(t, events(completed()), func(c *responses.Config) { c.APIKey = "" })
	if _, _, err := generate(t, model, r); err != nil {
		t.Fatal(err)
	}
	if got := server.sent()[0]; got.header.Get("Authorization") != "" || got.has("prompt_cache_options") || !strings.Contains(string(got.fields["text"]), `"strict":false`) {
		t.Errorf("with %v: %s", got.header, got.body)
	}
}

func TestWhatAModelReasonedGoesBackAsItCameAndWhereItStood(t *testing.T) {
	first := []string{thought, spoke("msg_1", `"commentary"`, "I look."), called("fc_1", "call_a", `{"city":"Kyiv"}`), called("fc_2", "call_b", `{"city":"Lviv"}`)}
	turn := 0
	server, model := serve(t, func(w http.ResponseWriter, _ asked) {
		if turn++; turn > 1 {
			stream(w, completed(spoke("msg_2", `"final_answer"`, "21.")))
			return
		}
		stream(w, created("resp_1"), done(0, first[0]), delta(1, "I "), delta(1, "look."), done(1, first[1]), done(2, first[2]), done(3, first[3]), completed(first...))
	}, nil)
	user := llm.TextMessage(llm.RoleUser, "How warm?")
	text, reply, err := generate(t, model, llm.Request{Messages: []llm.Message{user}})
	if err != nil || text != "I look." || reply.Text() != "I look." || reply.Served != "gpt-6.1-terra-2026-10-26" {
		t.Fatal(text, reply, err)
	}
	if d := cmp.Diff([]llm.ToolCall{
		{ID: "call_a", Name: "get_weather", Arguments: json.RawMessage(`{"city":"Kyiv"}`)}, {ID: "call_b", Name: "get_weather", Arguments: json.RawMessage(`{"city":"Lviv"}`)},
	}, reply.Calls()); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff(assistant.Usage{Input: 100, Cached: 60, CacheWritten: 30, Output: 48, Thought: 41}, reply.Usage); d != "" {
		t.Error(d)
	}
	again := []llm.Message{stored(t, user), stored(t, reply.Message), stored(t, results(reply.Calls()))}
	if _, _, err := generate(t, model, llm.Request{Messages: again}); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff([]string{
		`{"type":"message","role":"user","content":[{"type":"input_text","text":"How warm?"}]}`, thought, first[1], first[2], first[3],
		`{"type":"function_call_output","call_id":"call_a","output":"21"}`, `{"type":"function_call_output","call_id":"call_b","output":"Error: 21"}`,
	}, sorted(t, input(t, server.sent()[1]), first)); d != "" {
		t.Error(d)
	}
	for name, change := range map[string]func(*responses.Config){
		"another model":    func(c *responses.Config) { c.Model = "gpt-6.2-sol" },
		"another endpoint": nil,
		"another provider": func(c *responses.Config) { c.Provider = "azure_openai" },
	} {
		other, foreign := serve(t, events(completed(spoke("m", "null", "ok"))), change)
		if _, _, err := generate(t, foreign, llm.Request{Messages: again}); err != nil {
			t.Fatal(name, err)
		}
		if sent := string(other.sent()[0].body); strings.Contains(sent, "gAAAA") || strings.Contains(sent, "function_call") || strings.Contains(sent, "msg_1") || !strings.Contains(sent, "what the tool get_weather gave") {
			t.Errorf("%s is told %s", name, sent)
		}
	}
}

// sorted are items that say the same as some that are wanted, in the form of those: an item made anew has another order of fields.
func sorted(t *testing.T, items, wanted []string) []string {
	t.Helper()
	read := func(s string) any {
		var v any
		if err := json.Unmarshal([]byte(s), &v); err != nil {
			t.Fatal(err)
		}
		return v
	}
	for i, item := range items {
		for _, w := range wanted {
			if item != w && cmp.Equal(read(item), read(w)) {
				items[i] = w
			}
		}
	}
	return items
}

func TestReasoningGoesBackOnlyWithWhatItLedTo(t *testing.T) {
	server, model := serve(t, events(completed(`{"type":"reasoning","id":"rs_1","summary":[],"encrypted_content":"gAAAA","status":"completed"}`, called("fc_1", "call_a", `{}`))), nil)
	user := llm.TextMessage(llm.RoleUser, "How warm?")
	_, reply, err := generate(t, model, llm.Request{Messages: []llm.Message{user}})
	if err != nil {
		t.Fatal(err)
	}
	alone := llm.Message{Role: llm.RoleAssistant, Parts: reply.Message.Parts[:1]}
	for name, c := range map[string]struct {
		history []llm.Message
		goes    bool
	}{
		"the call was answered":       {[]llm.Message{user, reply.Message, results(reply.Calls())}, true},
		"the call was never answered": {[]llm.Message{user, reply.Message, user}, false},
		"nothing followed":            {[]llm.Message{user, alone, user}, false},
	} {
		if _, _, err := generate(t, model, llm.Request{Messages: c.history}); err != nil {
			t.Fatal(name, err)
		}
		sent := server.sent()
		body := string(sent[len(sent)-1].body)
		if strings.Contains(body, `"rs_1"`) != c.goes {
			t.Errorf("%s: %s", name, body)
		}
		if items := input(t, sent[len(sent)-1]); c.goes && (!strings.Contains(items[1], `"rs_1"`) || strings.Contains(items[1], "status")) {
			t.Errorf("the status of a thought goes back: %s", items[1])
		}
	}
}

// TestTheBeginningOfARequestStaysTheSame: what stands before the first mark is kept by the provider from turn to turn.
func TestTheBeginningOfARequestStaysTheSame(t *testing.T) {
	server, model := serve(t, events(completed(spoke("m", "null", "ok"))), nil)
	r := llm.Request{Instructions: llm.Instructions{Stable: strings.Repeat("You are kind. ", 300)}, Cache: llm.Cache{Again: true, Key: "k"}}
	for range 20 {
		r.Tools = append(r.Tools, llm.Tool{Name: "t", Parameters: json.RawMessage(`{"type":"object","required":["b","a"]}`)})
	}
	for i := range 40 {
		r.Messages = append(r.Messages, llm.TextMessage([]llm.Role{llm.RoleUser, llm.RoleAssistant}[i%2], "words"))
	}
	for turn, varying := range []string{"It is Monday.", "It is Tuesday.", ""} {
		r.Instructions.Varying, r.NoCalls, r.Effort = varying, turn == 1, []llm.Effort{llm.EffortLow, llm.EffortHigh, ""}[turn]
		r.Messages = append(r.Messages, llm.TextMessage(llm.RoleUser, varying+"more"))
		if _, _, err := generate(t, model, r); err != nil {
			t.Fatal(err)
		}
	}
	var before []string
	for _, a := range server.sent() {
		begin, _, marked := strings.Cut(string(a.body), `"prompt_cache_breakpoint"`)
		if before = append(before, begin); !marked || len(begin) < 4000 || begin != before[0] {
			t.Errorf("it begins with %d bytes: %.100s", len(begin), begin)
		}
	}
	conversation := func(a asked) string {
		items := input(t, a)
		return strings.Join(items[:42], "\n")
	}
	sent := server.sent()
	if conversation(sent[0]) != conversation(sent[1]) || conversation(sent[1]) != conversation(sent[2]) {
		t.Error("the conversation so far is not written the same way again")
	}
}

func TestAnEndpointThatIsNoAddressIsRefused(t *testing.T) {
	for _, base := range []string{"api.openai.com", "ftp://x/v1", "::"} {
		if _, err := responses.New(responses.Config{Model: "m", BaseURL: base, Now: (&clock{}).now}); err == nil {
			t.Errorf("%q is taken", base)
		}
	}
	if _, err := responses.New(responses.Config{Model: "m"}); err == nil {
		t.Error("no clock is taken")
	}
}
