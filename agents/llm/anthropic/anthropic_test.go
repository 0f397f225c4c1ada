package anthropic_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/llm/anthropic"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/internal/vendors"
)

func TestAToolRoundTripSurvivesBeingStored(t *testing.T) {
	for _, name := range []string{"claude-sonnet-5-5", "claude-haiku-5-5", "claude-opus-5-5", "claude-fable-5-1", "claude-opus-4-8", "claude-sonnet-4-6"} {
		t.Run(name, func(t *testing.T) {
			server, model := strict(t, name, weather)
			user := said("How warm is it in Kyiv and Lviv?")
			first := ask(user)
			first.Instructions.Varying = "Speak Ukrainian."
			text, reply, err := generate(t, model, first)
			if err != nil {
				t.Fatal(err)
			}
			calls := reply.Calls()
			if len(calls) != 2 || string(calls[0].Arguments) != `{"city":"Kyiv"}` || string(calls[1].Arguments) != `{"city":"Lviv"}` || text != "One moment. " {
				t.Fatalf("%q, %+v", text, calls)
			}
			if diff := cmp.Diff(assistant.Usage{Input: 100, Cached: 60, CacheWritten: 30, Output: 48, Thought: 41}, reply.Usage); diff != "" {
				t.Error(diff)
			}
			second := ask(stored(t, user), stored(t, reply.Message), stored(t, results(calls)))
			second.Instructions.Varying = "Another thing."
			text, last, err := generate(t, model, second)
			if err != nil {
				t.Fatal(err)
			}
			if text != "It is 21 °C." || last.Text() != text || last.Served != name {
				t.Errorf("streamed %q, reply %q of %s", text, last.Text(), last.Served)
			}
			if got := server.Refused(); len(got) > 0 {
				t.Errorf("refused: %q", got)
			}
			if body := string(server.Received()[1].Body); !strings.Contains(body, `"signature"`) || !strings.Contains(body, "Speak Ukrainian.") {
				t.Errorf("the thinking did not come back: %s", body)
			}
			if raw, _ := json.Marshal(last); strings.Contains(string(raw), "So it") {
				t.Errorf("reasoning that nobody needs is kept: %s", raw)
			}
		})
	}
}

// TestAConversationOfManyStepsKeepsItsThinking: every step says something else at its end, and results come days later.
func TestAConversationOfManyStepsKeepsItsThinking(t *testing.T) {
	n := 0
	server, model := strict(t, "claude-sonnet-5-5", func(vendors.Asked) vendors.Said {
		if n++; n%4 == 0 {
			return vendors.Said{Thought: "Enough.", Text: fmt.Sprintf("Answer %d.", n)}
		}
		return vendors.Said{Thought: fmt.Sprintf("Step %d.", n), Calls: []vendors.Call{{Name: "get_weather", Arguments: `{"city":"Kyiv","n":1.0}`}}}
	})
	history := []llm.Message{said("Begin.")}
	for i := range 20 {
		r := ask(history...)
		r.Cache.Again = true
		r.Instructions.Varying = fmt.Sprintf("Left in this turn: %d steps.", 20-i)
		_, reply, err := generate(t, model, r)
		if err != nil {
			t.Fatalf("step %d: %v", i, err)
		}
		history = append(history, stored(t, reply.Message))
		if calls := reply.Calls(); len(calls) > 0 {
			history = append(history, stored(t, results(calls)))
		} else {
			history = append(history, said("And now?"))
		}
	}
	received := server.Received()
	if got := strings.Count(string(received[len(received)-1].Body), `"signature"`); len(server.Refused()) > 0 || got != 15 {
		t.Errorf("%d blocks of thinking came back; refused: %q", got, server.Refused())
	}
}

// TestThinkingThatIsNotWhereItWasIsLeftOut: the vendor refuses it where anything before it is not as it was.
func TestThinkingThatIsNotWhereItWasIsLeftOut(t *testing.T) {
	for name, change := range map[string]func(r *llm.Request){
		"other instructions": func(r *llm.Request) { r.Instructions.Stable = "Be long." },
		"another tool": func(r *llm.Request) {
			r.Tools = append(r.Tools, llm.Tool{Name: "more", Parameters: json.RawMessage(`{"type":"object"}`)})
		},
		"no tools":                func(r *llm.Request) { r.Tools = nil },
		"an edited message":       func(r *llm.Request) { r.Messages[0] = said("How cold is it?") },
		"a beginning that is cut": func(r *llm.Request) { r.Messages = r.Messages[1:] },
		"a call without a result": func(r *llm.Request) { r.Messages[2].Parts = r.Messages[2].Parts[:1] },
		"signed by somebody else": func(r *llm.Request) {
			s := *r.Messages[1].Parts[0].State
			s.Model = "claude-opus-5"
			r.Messages[1].Parts[0].State = &s
		},
	} {
		t.Run(name, func(t *testing.T) {
			server, model := strict(t, "claude-sonnet-5-5", weather)
			_, reply, err := generate(t, model, ask(said("How warm is it?")))
			if err != nil {
				t.Fatal(err)
			}
			r := ask(said("How warm is it?"), reply.Message, results(reply.Calls()))
			change(&r)
			if _, _, err := generate(t, model, r); err != nil || len(server.Refused()) > 0 || len(server.Dropped()) > 0 {
				t.Errorf("%v; refused %q, dropped %q", err, server.Refused(), server.Dropped())
			}
			if body := string(server.Received()[1].Body); strings.Contains(body, "signature") {
				t.Errorf("sent: %s", body)
			}
		})
	}
}

// TestARefusalOfThinkingIsAskedAgainWithoutIt: what is stored may have been changed by somebody, and then no request would get through.
func TestARefusalOfThinkingIsAskedAgainWithoutIt(t *testing.T) {
	server, model := strict(t, "claude-sonnet-5-5", weather)
	_, reply, err := generate(t, model, ask(said("How warm is it?")))
	if err != nil {
		t.Fatal(err)
	}
	state := reply.Message.Parts[0].State
	state.Data = json.RawMessage(strings.Replace(string(state.Data), "I look", "I saw", 1))
	text, _, err := generate(t, model, ask(said("How warm is it?"), reply.Message, results(reply.Calls())))
	if err != nil || text != "It is 21 °C." || len(server.Refused()) != 1 || len(server.Received()) != 3 {
		t.Errorf("%q, %v; refused %q", text, err, server.Refused())
	}
}

func TestAHistoryMadeElsewhereIsAcceptedAsText(t *testing.T) {
	server, model := strict(t, "claude-sonnet-5-5", weather)
	elsewhere := llm.Origin{Provider: "gemini", Model: "gemini-3.8-flash", Endpoint: "https://g"}
	call := llm.ToolCall{ID: "fc 1", Name: "get_weather", Arguments: json.RawMessage(`{"city":"Kyiv"}`)}
	_, _, err := generate(t, model, ask(
		llm.Message{Role: llm.RoleAssistant, Parts: []llm.Part{{Text: "Hello, I am Hans."}}},
		said("How warm?"), said(" \n"),
		llm.Message{Role: llm.RoleAssistant, Parts: []llm.Part{
			{Thought: true, State: elsewhere.State(json.RawMessage(`{"block":{"type":"thinking"}}`))},
			{Text: "\n"},
			{Call: &call, State: elsewhere.State(json.RawMessage(`{}`))},
		}},
		results([]llm.ToolCall{call}), said("Well?"), llm.Message{Role: llm.RoleAssistant, Parts: []llm.Part{{Text: "Well."}}}))
	if err != nil || len(server.Refused()) > 0 {
		t.Fatalf("%v: %q", err, server.Refused())
	}
	body := string(server.Received()[0].Body)
	if strings.Contains(body, "tool_use") || strings.Contains(body, "thinking\":\"") || !strings.Contains(body, "[used the tool get_weather") {
		t.Error(body)
	}
}

func TestTheRequestIsAsTheVendorTakesIt(t *testing.T) {
	schema := json.RawMessage(`{"type":"object","properties":{"a":{"type":["null","array"],"items":{"type":"string"}}},"required":["a"],"additionalProperties":false}`)
	for name, c := range map[string]struct {
		model string
		ask   func(r *llm.Request)
		want  map[string]any // nil for what must not be there
	}{
		"as it is":              {"claude-sonnet-5-5", func(*llm.Request) {}, map[string]any{"model": "claude-sonnet-5-5", "max_tokens": 9.0, "stream": true, "thinking": map[string]any{"type": "adaptive", "display": "summarized"}, "output_config": map[string]any{"effort": "medium"}, "tool_choice": nil, "temperature": nil, "top_p": nil}},
		"little effort":         {"claude-sonnet-5-5", func(r *llm.Request) { r.Effort = llm.EffortLow }, map[string]any{"thinking": map[string]any{"type": "between_tools"}, "output_config": map[string]any{"effort": "low"}}},
		"little, of another":    {"claude-haiku-5-5", func(r *llm.Request) { r.Effort = llm.EffortLow }, map[string]any{"thinking": map[string]any{"type": "adaptive", "display": "summarized"}, "output_config": map[string]any{"effort": "low"}}},
		"much effort":           {"claude-opus-5-5", func(r *llm.Request) { r.Effort = llm.EffortHigh }, map[string]any{"output_config": map[string]any{"effort": "high"}}},
		"no effort is named":    {"claude-opus-5-5", func(r *llm.Request) { r.Effort = "" }, map[string]any{"output_config": nil}},
		"no calls":              {"claude-sonnet-5-5", func(r *llm.Request) { r.NoCalls = true }, map[string]any{"tool_choice": map[string]any{"type": "none"}}},
		"no calls and no tools": {"claude-sonnet-5-5", func(r *llm.Request) { r.NoCalls, r.Tools = true, nil }, map[string]any{"tool_choice": nil, "tools": nil}},
		"a form": {"claude-sonnet-5-5", func(r *llm.Request) { r.Output, r.Effort = schema, llm.EffortHigh }, map[string]any{"tool_choice": nil, "output_config": map[string]any{
			"effort": "high", "format": map[string]any{"type": "json_schema", "schema": decoded(t, schema)},
		}}},
		"no instructions": {"claude-sonnet-5-5", func(r *llm.Request) { r.Instructions.Stable = " " }, map[string]any{"system": nil}},
	} {
		t.Run(name, func(t *testing.T) {
			server, model := strict(t, c.model, weather)
			r := ask(said("hi"))
			r.MaxOutput = 9
			c.ask(&r)
			if _, _, err := generate(t, model, r); err != nil {
				t.Fatal(err)
			}
			got := server.Received()[0]
			if got.Path != "/v1/messages" || got.Header.Get("X-Api-Key") != key || got.Header.Get("Anthropic-Version") != "2023-06-01" || got.Header.Get("Anthropic-Beta") != "" || got.Header.Get("Authorization") != "" {
				t.Errorf("%s %v", got.Path, got.Header)
			}
			body := sent(t, got)
			for field, want := range c.want {
				if diff := cmp.Diff(want, body[field]); diff != "" {
					t.Errorf("%s: %s", field, diff)
				}
			}
		})
	}
}

func decoded(t *testing.T, raw json.RawMessage) any {
	t.Helper()
	var v any
	if err := json.Unmarshal(raw, &v); err != nil {
		t.Fatal(err)
	}
	return v
}

func TestAPictureGoesAlong(t *testing.T) {
	server, model := strict(t, "claude-sonnet-5-5", func(a vendors.Asked) vendors.Said {
		return vendors.Said{Text: fmt.Sprint(a.Last().Images, " ", a.Last().Text)}
	})
	m := said("What is it?")
	m.Parts = append(m.Parts, llm.Part{Image: &llm.Image{Type: "image/png", Data: []byte("png")}})
	text, _, err := generate(t, model, ask(m))
	if err != nil || text != "1 What is it?" {
		t.Errorf("%q, %v", text, err)
	}
	if body := string(server.Received()[0].Body); !strings.Contains(body, `{"type":"base64","media_type":"image/png","data":"cG5n"}`) {
		t.Error(body)
	}
}

// TestAStreamIsNeverSilentWhileTheModelWorks: what it writes between calls comes as thinking, which is a sign of life and no text.
func TestAStreamIsNeverSilentWhileTheModelWorks(t *testing.T) {
	model := at(t, replies(all(start, `{"type":"ping"}`, begins(0, `{"type":"thinking","thinking":"","signature":""}`), adds(0, `{"type":"thinking_delta","thinking":"I look it up."}`),
		adds(0, `{"type":"signature_delta","signature":"c2ln"}`), ends(0), begins(1, `{"type":"tool_use","id":"toolu_1","name":"look","input":{}}`),
		adds(1, `{"type":"input_json_delta","partial_json":"{}"}`), ends(1), called, stopped)...), "claude-sonnet-5-5")
	alive := 0
	for event, err := range model.Generate(t.Context(), ask(said("hi"))) {
		if err != nil {
			t.Fatal(err)
		}
		switch e := event.(type) {
		case llm.Alive:
			alive++
		case llm.TextDelta:
			t.Errorf("%q is shown", e.Text)
		case llm.Voided:
			t.Error("something is taken back")
		case llm.Done:
			if p := e.Reply.Message.Parts[0]; !p.Thought || p.Text != "" || !strings.Contains(string(p.State.Data), `{"signature":"c2ln","thinking":"I look it up.","type":"thinking"}`) {
				t.Errorf("%+v", p)
			}
		}
	}
	if alive != 11 {
		t.Errorf("%d signs of life", alive)
	}
}

func TestAnEndpointThatIsNoAddressIsRefused(t *testing.T) {
	for _, base := range []string{"api.anthropic.com", "ftp://x/v1", "::"} {
		if _, err := anthropic.New(anthropic.Config{APIKey: key, Model: "m", BaseURL: base, Now: time.Now}); err == nil {
			t.Errorf("%q is taken", base)
		}
	}
	if _, err := anthropic.New(anthropic.Config{Model: "m", Now: time.Now}); err == nil {
		t.Error("a model without a key is taken")
	}
}

// TestASchemaThatDoesNotSayItIsAnObjectsIsTaken: the API wants to be told.
func TestASchemaThatDoesNotSayItIsAnObjectsIsTaken(t *testing.T) {
	for given, want := range map[string]string{
		`true`: `{"type":"object"}`, `null`: `{"type":"object"}`, `{"properties":{}}`: `{"properties":{},"type":"object"}`, `{"type":"object","x":1}`: `{"type":"object","x":1}`,
	} {
		server, model := strict(t, "claude-sonnet-5-5", weather)
		r := ask(said("hi"))
		r.Tools[0].Parameters = json.RawMessage(given)
		if _, _, err := generate(t, model, r); err != nil || !strings.Contains(string(server.Received()[0].Body), `"input_schema":`+want) {
			t.Errorf("%s: %v", given, err)
		}
	}
	_, model := strict(t, "claude-sonnet-5-5", weather)
	r := ask(said("hi"))
	r.Tools[0].Parameters = json.RawMessage(`{`)
	if _, _, err := generate(t, model, r); !errors.Is(err, llm.ErrRefused) {
		t.Errorf("a schema that is no JSON: %v", err)
	}
}
