package responses_test

import (
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/llm/openai/responses"
)

// clock stands still until it is moved.
type clock struct{ at time.Time }

func (c *clock) now() time.Time { return c.at }

// full is a request that says all that one can say.
func full() llm.Request {
	r := hello()
	r.Effort, r.Instructions, r.Cache = llm.EffortLow, llm.Instructions{Stable: "Be short.", Varying: "It is Monday."}, llm.Cache{Key: "k"}
	r.Tools = []llm.Tool{{Name: "look", Parameters: []byte(closed)}}
	r.Output, r.NoCalls, r.MaxOutput = []byte(closed), true, 9000
	return r
}

// refusing refuses what it does not take, and answers the rest.
func refusing(code int, words, param string, takes func(asked) bool) func(http.ResponseWriter, asked) {
	return func(w http.ResponseWriter, a asked) {
		switch {
		case !takes(a):
			refuse(w, code, words, param)
		case string(a.fields["stream"]) == "true":
			stream(w, completed(thought, spoke("m", "null", `{"city":"Kyiv"}`)))
		default:
			w.Header().Set("Content-Type", "application/json")
			_, _ = io.WriteString(w, whole("completed", "null", thought, spoke("m", "null", `{"city":"Kyiv"}`)))
		}
	}
}

// TestWhatAnEndpointRefusesByNameIsWrittenOtherwise: it is asked once more at once, and from then on in the form that it takes.
func TestWhatAnEndpointRefusesByNameIsWrittenOtherwise(t *testing.T) {
	without := func(words string) func(asked) bool {
		return func(a asked) bool { return !strings.Contains(string(a.body), words) }
	}
	for name, c := range map[string]struct {
		code         int
		words, param string
		takes        func(asked) bool
		asked        int // for the first reply; every other takes one
	}{
		"an effort (BoundaryML/baml#2708)":              {400, "Unsupported parameter: 'reasoning.effort' is not supported with this model.", "reasoning.effort", without(`"reasoning":`), 2},
		"that effort, named beside the words":           {400, "Unsupported value: 'low' is not supported with this model. Supported values are: 'high'.", "reasoning.effort", without(`"reasoning":`), 2},
		"what it reasoned (pydantic/pydantic-ai#2865)":  {400, "Encrypted content is not supported with this model.", "include", without(`"include"`), 2},
		"a key of the cache":                            {400, "Unknown parameter: 'prompt_cache_key'.", "prompt_cache_key", without(`prompt_cache_key`), 2},
		"marks of the cache (Kilo-Org/kilocode#13052)":  {400, "prompt_cache_breakpoint is not supported on this model", "", without(`prompt_cache_breakpoint`), 2},
		"options of the cache":                          {400, "Unsupported parameter: 'prompt_cache_options' is not supported with this model.", "", without(`prompt_cache_options`), 2},
		"marks within (ENTERPILOT/GoModel#861's place)": {400, "Unknown parameter: 'input[0].content[0].prompt_cache_breakpoint'.", "", without(`prompt_cache_breakpoint`), 2},
		"schemas that it should hold the model to":      {400, "Invalid schema for response_format 'reply': In context=(), 'pattern' is not permitted.", "text.format.schema", without(`"type":"json_schema","name":"reply","schema":` + closed + `,"strict":true`), 2},
		"any schema":     {400, "Unknown parameter: 'text.format'.", "", without(`"text":{`), 3},
		"as many tokens": {400, "Invalid 'max_output_tokens': integer above maximum value. Expected a value <= 4096, but got 9000 instead.", "", without(`9000`), 2},
		"a limit of tokens (Wei-Shaw/sub2api#3954)":        {400, "Unsupported parameter: max_output_tokens", "", without(`max_output_tokens`), 2},
		"that no tool may be called":                       {400, "Unknown parameter: 'tool_choice'.", "", without(`tool_choice`), 2},
		"developers":                                       {422, "Invalid value: 'developer'. Supported values are: 'system', 'assistant', 'user'.", "input[0].role", without(`"developer"`), 2},
		"to stream (continuedev/continue#8209)":            {400, "Your organization must be verified to stream this model.", "stream", without(`"stream":true`), 2},
		"to stream, where nothing else is known by a name": {501, "streaming is not supported", "", without(`"stream":true`), 2},
	} {
		t.Run(name, func(t *testing.T) {
			server, model := serve(t, refusing(c.code, c.words, c.param, c.takes), nil)
			for n := range 2 {
				_, reply, err := generate(t, model, full())
				if err != nil || reply.Text() != `{"city":"Kyiv"}` || len(server.sent()) != c.asked+n {
					t.Fatalf("%v after %d requests", err, len(server.sent()))
				}
				if last := server.sent()[len(server.sent())-1]; last.has("tools") && !last.has("tool_choice") {
					t.Error("a tool could be called")
				}
			}
		})
	}
}

// TestARefusalWithinAStreamIsLearnedFromToo: some say that all is well before they say what is not.
func TestARefusalWithinAStreamIsLearnedFromToo(t *testing.T) {
	server, model := serve(t, func(w http.ResponseWriter, a asked) {
		if a.has("reasoning") {
			stream(w, `{"type":"error","code":"unsupported_parameter","message":"Unsupported parameter: 'reasoning.effort' is not supported with this model."}`)
			return
		}
		stream(w, completed(spoke("m", "null", "ok")))
	}, nil)
	r := hello()
	r.Effort = llm.EffortLow
	if text, _, err := generate(t, model, r); err != nil || text != "ok" || len(server.sent()) != 2 {
		t.Errorf("%q, %v after %d requests", text, err, len(server.sent()))
	}
}

// TestARefusalThatNamesNothingIsTold: nothing is tried again that would be the same.
func TestARefusalThatNamesNothingIsTold(t *testing.T) {
	for name, words := range map[string]string{
		"a filter":        "the prompt was filtered",
		"always the same": "Unsupported parameters: 'reasoning', 'include', prompt_cache_key, prompt_cache_options, max_output_tokens, tool_choice, 'phase', 'developer', text.format, stream",
		"its own, always": "The encrypted content for item rs_1 could not be verified.",
		"no model":        "The model `gpt-9` does not exist or you do not have access to it.",
	} {
		t.Run(name, func(t *testing.T) {
			server, model := serve(t, refusing(400, words, "", func(asked) bool { return false }), nil)
			if _, _, err := generate(t, model, full()); !errors.Is(err, llm.ErrRefused) || len(server.sent()) > 9 || strings.HasPrefix(name, "its own") && len(server.sent()) != 2 {
				t.Errorf("%v after %d requests", err, len(server.sent()))
			}
		})
	}
}

// TestAnEndpointThatDoesNotKnowItsOwnIsAskedWithoutIt: its keys have changed, or another of its machines answers. The next request is
// sent as always.
func TestAnEndpointThatDoesNotKnowItsOwnIsAskedWithoutIt(t *testing.T) {
	for name, words := range map[string]string{
		"changed keys":        "The encrypted content for item rs_1 could not be verified.",
		"broken":              "The encrypted content gAAA...DQ== could not be verified. Reason: Encrypted content could not be decrypted or parsed.",
		"lost":                "Item with id 'rs_1' not found. Items are not persisted when `store` is set to false. Try again with `store` set to true, or remove this item from your input.",
		"out of its place":    "Item 'fc_1' of type 'function_call' was provided without its required 'reasoning' item: 'rs_1'.",
		"nothing follows":     "Item 'rs_1' of type 'reasoning' was provided without its required following item.",
		"a field of its item": "Unknown parameter: 'input[1].of_tomorrow'.",
	} {
		t.Run(name, func(t *testing.T) {
			known := true
			server, model := serve(t, func(w http.ResponseWriter, a asked) {
				if strings.Contains(string(a.body), "rs_1") && !known {
					refuse(w, 400, words, "input")
					return
				}
				stream(w, completed(thought, called("fc_1", "call_a", "{}")))
			}, nil)
			user := llm.TextMessage(llm.RoleUser, "hi")
			_, reply, err := generate(t, model, llm.Request{Messages: []llm.Message{user}, Effort: llm.EffortLow})
			if err != nil {
				t.Fatal(err)
			}
			known = false
			history := llm.Request{Messages: []llm.Message{user, reply.Message, results(reply.Calls())}, Effort: llm.EffortLow}
			if _, _, err := generate(t, model, history); err != nil || len(server.sent()) != 3 {
				t.Fatalf("%v after %d requests", err, len(server.sent()))
			}
			bare := server.sent()[2]
			if body := string(bare.body); strings.Contains(body, "fc_1") || !strings.Contains(body, `"call_id":"call_a"`) || !strings.Contains(body, "function_call_output") || !bare.has("reasoning") || !bare.has("include") {
				t.Errorf("%s", body)
			}
			known = true
			if _, _, err := generate(t, model, history); err != nil || len(server.sent()) != 4 || !strings.Contains(string(server.sent()[3].body), "rs_1") {
				t.Errorf("the next one: %v after %d requests", err, len(server.sent()))
			}
		})
	}
}

// TestWithoutItsOwnAnEndpointIsLearnedFromAllTheSame: one refusal does not bring back what another took out.
func TestWithoutItsOwnAnEndpointIsLearnedFromAllTheSame(t *testing.T) {
	turn := 0
	server, model := serve(t, func(w http.ResponseWriter, a asked) {
		switch turn++; {
		case turn > 1 && strings.Contains(string(a.body), "rs_1"):
			refuse(w, 400, "The encrypted content for item rs_1 could not be verified.", "")
		case turn > 1 && a.has("reasoning"):
			refuse(w, 400, "Unsupported parameter: 'reasoning.effort' is not supported with this model.", "reasoning.effort")
		default:
			stream(w, completed(thought, called("fc_1", "call_a", "{}")))
		}
	}, nil)
	r := hello()
	r.Effort = llm.EffortLow
	_, reply, err := generate(t, model, r)
	if err != nil {
		t.Fatal(err)
	}
	r.Messages = append(r.Messages, reply.Message, results(reply.Calls()))
	if _, _, err := generate(t, model, r); err != nil || len(server.sent()) != 4 {
		t.Errorf("%v after %d requests", err, len(server.sent()))
	}
}

// TestAPhaseThatIsNotTakenIsLeftOut: it is learned from a history that has one.
func TestAPhaseThatIsNotTakenIsLeftOut(t *testing.T) {
	server, model := serve(t, func(w http.ResponseWriter, a asked) {
		if strings.Contains(string(a.body), `"phase"`) {
			refuse(w, 400, "Unknown parameter: 'input[1].phase'.", "input[1].phase")
			return
		}
		stream(w, completed(spoke("msg_1", `"final_answer"`, "ok")))
	}, nil)
	r := hello()
	_, reply, err := generate(t, model, r)
	if err != nil {
		t.Fatal(err)
	}
	r.Messages = append(r.Messages, reply.Message, llm.TextMessage(llm.RoleUser, "more"))
	for range 2 {
		if _, _, err := generate(t, model, r); err != nil {
			t.Fatal(err)
		}
	}
	if sent := server.sent(); len(sent) != 4 || !strings.Contains(string(sent[3].body), "msg_1") {
		t.Errorf("%d requests", len(sent))
	}
}

// TestAnEndpointIsAskedToStreamAgainAfterAWhile: who could not stream may have been allowed to.
func TestAnEndpointIsAskedToStreamAgainAfterAWhile(t *testing.T) {
	c := &clock{at: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)}
	streamed := 0
	_, model := serve(t, refusing(400, "stream is not supported", "", func(a asked) bool {
		if string(a.fields["stream"]) == "true" {
			streamed++
			return false
		}
		return true
	}), func(o *responses.Config) { o.Now = c.now })
	for _, step := range []struct {
		after time.Duration
		want  int
	}{{0, 1}, {59 * time.Minute, 1}, {2 * time.Minute, 2}} {
		c.at = c.at.Add(step.after)
		if text, _, err := generate(t, model, hello()); err != nil || text != `{"city":"Kyiv"}` || streamed != step.want {
			t.Errorf("after %s: %q, %v, asked to stream %d times", step.after, text, err, streamed)
		}
	}
}
