package chat_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/agents/llm"
)

// inPieces streams a text a few bytes at a time, whole characters at least.
func inPieces(text string, size int) []string {
	var out []string
	for rest := []rune(text); len(rest) > 0; {
		n := min(size, len(rest))
		raw, _ := json.Marshal(string(rest[:n]))
		out = append(out, chunk(`{"content":`+string(raw)+`}`))
		rest = rest[n:]
	}
	return append(out, finish("stop"))
}

// TestWordsAboutMarksAreWords: who asks how a model writes its calls is answered.
func TestWordsAboutMarksAreWords(t *testing.T) {
	for name, text := range map[string]string{
		"in backticks":                 "Qwen writes `<tool_call>` and `</think>`, and Mistral `[TOOL_CALLS]`.",
		"in a fence":                   "So it looks:\n```xml\n<tool_call>\n{\"name\":\"fly\"}\n</tool_call>\n<think>so</think>\n```\nThat is all.",
		"in quotes":                    `The mark is "<tool_call>", or '<function='.`,
		"a mark in a line":             "First <think>, then act.",
		"JSON that is no call":         `{"name": "Kyiv", "temperature": 21}`,
		"JSON of a tool that is none":  `{"name": "fly", "arguments": {}}`,
		"a fence of JSON":              "```json\n{\"city\": \"Kyiv\"}\n```\nThat is the format.",
		"JSON and words":               "{\"name\": \"get_weather\", \"arguments\": {}} is how a call looks.",
		"a list":                       "[1] One\n[2] Two\n[TODO] Three",
		"code":                         "```\nif a < b {\n\treturn\n}\n```\nand `a<b`",
		"tags of a page":               "<h1>Hello</h1>\n<function>\n</s><b>there</b>",
		"the beginning of a mark":      "<",
		"the beginning of a fence":     "``",
		"a word that thinking is like": "analysisWe can do that.",
		"empty lines":                  "\n\nHello\n\n\nthere\n",
	} {
		t.Run(name, func(t *testing.T) {
			for _, size := range []int{1, 5, 1000} {
				_, model := serve(t, replies(inPieces(text, size)...), nil)
				streamed, reply, err := generate(t, model, ask(llm.TextMessage(llm.RoleUser, "hi")))
				if err != nil || streamed != text || reply.Text() != text {
					t.Errorf("by %d: streamed %q, reply %q, %v", size, streamed, reply.Text(), err)
				}
			}
		})
	}
}

// TestACallAsWordsIsNeitherShownNorMade however it is cut into pieces, and whatever was said before.
func TestACallAsWordsIsNeitherShownNorMade(t *testing.T) {
	for _, text := range []string{
		"<tool_call>{\"name\":\"get_weather\"}</tool_call>", "I have done it. <tool_call>\n{}", "I have done it.\n[TOOL_CALLS]get_weather{}", "  {\"name\": \"functions.get_weather\", \"parameters\": {}}",
		"Done:\n```json\n[{\"name\": \"get_weather\", \"arguments\": {}}]\n```", "<think>hm</think><tool_call>{}", "<|channel|>analysis<|message|>hm<|end|><|start|>assistant<|channel|>commentary to=functions.get_weather<|message|>{}",
	} {
		for _, size := range []int{1, 7, 1000} {
			_, model := serve(t, replies(inPieces(text, size)...), nil)
			shown, _, err := generate(t, model, ask(llm.TextMessage(llm.RoleUser, "hi")))
			if err == nil || shown != "" {
				t.Fatalf("%q by %d: shown %q, %v", text, size, shown, err)
			}
			if found := strings.Contains(llm.Explain(err).Message.String(), "wanted to use a tool"); !found {
				t.Errorf("%q: %v", text, err)
			}
		}
	}
}

// TestAnEndpointThatBeginsWithinReasoningIsHeldBack from its second reply on: of the first some was shown, and taken back.
func TestAnEndpointThatBeginsWithinReasoningIsHeldBack(t *testing.T) {
	says := "hm, so it is</think>\n\nHello."
	_, model := serve(t, func(w http.ResponseWriter, r request) { replies(inPieces(says, 4)...)(w, r) }, nil)
	ever := func() string {
		var out strings.Builder
		r := ask(llm.TextMessage(llm.RoleUser, "hi"))
		r.MaxOutput = 100
		for event, err := range model.Generate(t.Context(), r) {
			if err != nil {
				t.Fatal(err)
			}
			if delta, ok := event.(llm.TextDelta); ok {
				out.WriteString(delta.Text)
			}
		}
		return out.String()
	}
	if got := ever(); !strings.HasPrefix(got, "hm") || !strings.HasSuffix(got, "Hello.") {
		t.Errorf("at first %q", got)
	}
	if got := ever(); got != "Hello." {
		t.Errorf("then %q", got)
	}
	says = "No thought about it."
	if got := ever(); got != says {
		t.Errorf("without any %q", got)
	}
	if got := ever(); got != says {
		t.Errorf("and again %q", got)
	}
}

// TestAnAnswerInJSONMayHoldMarks: its texts are the model's.
func TestAnAnswerInJSONMayHoldMarks(t *testing.T) {
	const text = `{"words":"Say <tool_call> now, [TOOL_CALLS] then"}`
	_, model := serve(t, replies(inPieces(text, 3)...), nil)
	r := ask(llm.TextMessage(llm.RoleUser, "hi"))
	r.Output = json.RawMessage(`{"type":"object"}`)
	if streamed, reply, err := generate(t, model, r); err != nil || streamed != text || reply.Text() != text {
		t.Errorf("streamed %q, reply %q, %v", streamed, reply.Text(), err)
	}
}

// TestEveryEndIsRead of those that no case of a server's habits has.
func TestEveryEndIsRead(t *testing.T) {
	for _, reason := range []string{"FUNCTION_CALL", "tool_use", "tool-calls", "function_call", "Stop", "stop_sequence"} {
		_, model := serve(t, replies(chunk(`{"tool_calls":[{"index":0,"id":"a","function":{"name":"get_weather","arguments":"{}"}}]}`), finish(reason)), nil)
		if _, reply, err := generate(t, model, ask(llm.TextMessage(llm.RoleUser, "hi"))); err != nil || len(reply.Calls()) != 1 || reply.Served != "" {
			t.Errorf("%s: %+v, %v", reason, reply, err)
		}
	}
}
