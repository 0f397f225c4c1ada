package anthropic_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/internal/vendors"
)

// TestWhatAModelRefusesByNameIsWrittenOtherwise: it is asked once more at once, and from then on in the form that it takes.
func TestWhatAModelRefusesByNameIsWrittenOtherwise(t *testing.T) {
	schema, err := jsonschema.For[llm.PlanReply](nil)
	if err != nil {
		t.Fatal(err)
	}
	output, err := json.Marshal(schema)
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		model string
		most  int
		asked int // for the first reply; every other takes one
	}{
		"of today":                           {"claude-sonnet-5-5", 9000, 1},
		"of today, more than it can":         {"claude-sonnet-5-5", 200_000, 2},
		"before it decided how to think":     {"claude-opus-4-5", 9000, 2},
		"before there was effort":            {"claude-haiku-4-5-20251001", 9000, 3},
		"before replies were held to a form": {"claude-sonnet-4-20250514", 100_000, 5},
	} {
		t.Run(name, func(t *testing.T) {
			server, model := strict(t, c.model, func(vendors.Asked) vendors.Said { return vendors.Said{Text: "{}"} })
			r := ask(said("hi"))
			r.Output, r.MaxOutput = output, c.most
			for i := range 2 {
				if text, _, err := generate(t, model, r); err != nil || text != "{}" || len(server.Received()) != c.asked+i {
					t.Fatalf("%q, %v after %d requests: %q", text, err, len(server.Received()), server.Refused())
				}
			}
		})
	}
}

// refusing refuses what it is told to in its words, and else answers.
type refusing struct {
	refuse func(body string) string
	asked  int
	last   string
}

func (f *refusing) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	raw, _ := io.ReadAll(r.Body)
	f.asked, f.last = f.asked+1, string(raw)
	if words := f.refuse(f.last); words != "" {
		w.WriteHeader(http.StatusBadRequest)
		_ = json.NewEncoder(w).Encode(map[string]any{"type": "error", "error": map[string]any{"type": "invalid_request_error", "message": words}})
		return
	}
	_, _ = io.WriteString(w, sse(all(start, says(0, "{}"), ended, stopped)...))
}

func TestRefusalsOfOtherServersAreLearntToo(t *testing.T) {
	has := func(part, words string) func(string) string {
		return func(body string) string {
			if strings.Contains(body, part) {
				return words
			}
			return ""
		}
	}
	for name, c := range map[string]struct {
		refuse func(string) string
		effort llm.Effort
		asked  int
	}{
		"thinking between tools": {has("between_tools", `thinking: Input tag 'between_tools' found using 'type' does not match any of the expected tags: 'adaptive', 'disabled'`), llm.EffortLow, 2},
		"to show thinking":       {has("summarized", "thinking.adaptive.display: Extra inputs are not permitted"), llm.EffortHigh, 2},
		"any thinking":           {has(`"thinking"`, "thinking: Extra inputs are not permitted"), llm.EffortHigh, 2},
		"all of the output":      {has("output_config", "output_config: Extra inputs are not permitted"), llm.EffortHigh, 2}, // anthropics/anthropic-sdk-csharp#132
		"this form":              {has("json_schema", "output_config.format.schema: Schema is too complex for compilation."), llm.EffortHigh, 2},
		"any form":               {has("json_schema", "output_config.format: structured outputs are not supported for this model"), llm.EffortHigh, 2},
		"everything, one by one": {func(body string) string {
			for _, w := range []string{"between_tools", "summarized", "json_schema", "effort", "adaptive"} {
				if strings.Contains(body, `"`+w+`"`) {
					return map[string]string{
						"between_tools": "between_tools is not supported", "summarized": "display is not supported for thinking", "json_schema": "format is not supported",
						"effort": "This model does not support the effort parameter.", "adaptive": "adaptive thinking is not supported on this model",
					}[w]
				}
			}
			return ""
		}, llm.EffortLow, 6},
	} {
		t.Run(name, func(t *testing.T) {
			server := &refusing{refuse: c.refuse}
			model := at(t, server, "claude-sonnet-5-5")
			r := ask(said("hi"))
			r.Effort, r.Output = c.effort, json.RawMessage(`{"type":"object","additionalProperties":false}`)
			for i := range 2 {
				if _, _, err := generate(t, model, r); err != nil || server.asked != c.asked+i {
					t.Fatalf("%v after %d requests, the last %s", err, server.asked, server.last)
				}
			}
			if told := strings.Contains(server.last, "matches this JSON Schema"); told == strings.Contains(server.last, `"json_schema"`) {
				t.Errorf("the form is told twice or not at all: %s", server.last)
			}
		})
	}
}

// TestAFormThatIsRefusedIsNoReasonToDoubtOthers: a model that takes no form this complex takes a simple one.
func TestAFormThatIsRefusedIsNoReasonToDoubtOthers(t *testing.T) {
	server := &refusing{refuse: func(body string) string {
		if strings.Contains(body, `"complex"`) && strings.Contains(body, "json_schema") {
			return "output_config.format.schema: Schema is too complex."
		}
		return ""
	}}
	model := at(t, server, "claude-sonnet-5-5")
	for i, title := range []string{"complex", "simple", "complex", "simple"} {
		r := ask(said("hi"))
		r.Output = json.RawMessage(fmt.Sprintf(`{"type":"object","title":%q}`, title))
		if _, _, err := generate(t, model, r); err != nil || strings.Contains(server.last, "json_schema") != (title == "simple") {
			t.Errorf("%d: %v, %s", i, err, server.last)
		}
	}
	if server.asked != 5 {
		t.Errorf("%d requests", server.asked)
	}
}

// TestARefusalThatNamesNothingIsTold: nothing is tried again that would be the same.
func TestARefusalThatNamesNothingIsTold(t *testing.T) {
	for name, words := range map[string]string{
		"too long":               "prompt is too long: 219898 tokens > 200000 maximum",
		"no credit":              "Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing to upgrade or purchase credits.",
		"a tool's schema":        "tools.0.custom.input_schema: JSON schema is invalid.",
		"always the same":        "max_tokens: 1000 > 500, which is the maximum allowed number of output tokens",
		"always about thinking":  "messages.1.content.0: Invalid `signature` in `thinking` block",
		"thinking is not taken":  "thinking is not supported",
		"too long with its most": "input length and `max_tokens` exceed context limit: 190000 + 16384 > 200000, decrease input length or `max_tokens` and try again",
	} {
		t.Run(name, func(t *testing.T) {
			server := &refusing{refuse: func(string) string { return words }}
			_, _, err := generate(t, at(t, server, "claude-sonnet-5-5"), ask(said("hi")))
			if most := map[string]int{"always the same": 2, "always about thinking": 2, "thinking is not taken": 2}[name]; !errors.Is(err, llm.ErrRefused) || server.asked > max(1, most) {
				t.Errorf("%v after %d requests", err, server.asked)
			}
		})
	}
}
