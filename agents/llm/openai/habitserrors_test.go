package openai_test

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"

	"github.com/aisteam/aisteam/agents/llm"
)

// failed are errors that are told with status 200.
func failed() []habit {
	within := func(name, source, raw, sentence string, attempts int32, mend ...string) habit {
		return habit{name: name, source: source, body: sse(words("21"), raw), sentence: sentence, attempts: attempts, mend: append([]string{"an error within"}, mend...)}
	}
	return []habit{
		{
			name: "an error in place of the first piece", source: "ggml-org/llama.cpp#14566", body: sse(`{"error":{"code":400,"message":"the request exceeds the available context size","type":"exceed_context_size_error"}}`),
			sentence: unreadable, mend: []string{"exceeds the available context size"},
		},
		{name: "an error as one JSON", source: "nashsu/llm_wiki#619", body: `{"error":{"message":"model is loading","code":503}}`, sentence: atFault, mend: []string{"model is loading"}, attempts: 2},
		{
			name: "an error in a list", source: "coreply/coreply#20", body: `[{"error":{"code":429,"message":"Resource has been exhausted","status":"RESOURCE_EXHAUSTED"}}]`, sentence: tooMany,
			mend: []string{"Resource has been exhausted"}, attempts: 2,
		},
		within("an error in mid-stream", "damianvtran/local-operator#223",
			`{"id":"c","object":"chat.completion.chunk","error":{"code":502,"message":"provider disconnected"},"choices":[{"index":0,"delta":{"content":""},"finish_reason":"error"}]}`, atFault, 2, "provider disconnected"),
		within("an error in mid-stream, of the rate", "diegosouzapw/OmniRoute#8210", `{"error":{"message":"Worker local total request limit reached (33/32)","type":"rate_limit_error"},"choices":[]}`, tooMany, 2, "33/32"),
		within("an error in mid-stream, of the key", "open-octo/octo-agent#910", `{"error":{"message":"No auth credentials found","code":401}}`, notLetIn, 1, "No auth credentials"),
		within("an error that is words", "aliasrobotics/cai#76", `{"error":"CUDA out of memory"}`, atFault, 2, "CUDA out of memory"),
		within("an error as detail", "FastAPI docs: tutorial/handling-errors", `{"detail":"Internal error"}`, atFault, 2, "Internal error"),
		within("an error as detail in a list", "FastAPI docs: tutorial/handling-errors (validation)", `{"detail":[{"loc":["body"],"msg":"field required","type":"value_error.missing"}]}`, unreadable, 1, "field required"),
		within("an error as object and message", "editor-code-assistant/eca#233", `{"object":"error","message":"Service unavailable.","type":"internal_server_error","param":null,"code":"3000"}`, atFault, 2, "Service unavailable"),
		within("an error of code and message", "alibaba/spring-ai-alibaba#2691", `{"code":"InvalidParameter","message":"Required parameter is missing","request_id":"r"}`, unreadable, 1, "Required parameter"),
		within("an error of success and errors", "cloudflare/cloudflare-docs#15116", `{"result":null,"success":false,"errors":[{"code":7009,"message":"Upstream service unavailable"}],"messages":[]}`, atFault, 2, "Upstream service unavailable"),
		within("an error in base_resp", "adrianlyjak/obsidian-aloud-tts#114", `{"id":"c","choices":null,"base_resp":{"status_code":1008,"status_msg":"insufficient balance"}}`, usedUp, 1, "insufficient balance"),
		within("an error in the choice", "nodetool-ai/nodetool#5755", `{"choices":[{"index":0,"delta":{},"error":{"code":429,"message":"upstream is busy"},"finish_reason":"error"}]}`, tooMany, 2, "upstream is busy"),
		{
			name: "event: error", source: "karthink/gptel#1512", body: sse(words("21")) + "event: error\n" + sse(`{"type":"error","error":{"details":null,"type":"overloaded_error","message":"Overloaded"}}`),
			sentence: atFault, mend: []string{"Overloaded"}, attempts: 2,
		},
		{name: "event: error with words", source: "SamSaffron/term-llm#487", body: sse(words("21")) + "event:error\ndata: upstream failed\n\n", sentence: atFault, mend: []string{"upstream failed"}, attempts: 2},
	}
}

// refused are what a server refuses of what it said itself, or of what others take.
func refused() []habit {
	answer := stream(words("21 °C."), end("stop"))
	history := func(state string) func(*llm.Request, string) {
		return func(r *llm.Request, base string) {
			origin := llm.Origin{Provider: "openai", Model: "qwen3:8b", Endpoint: base}
			call := llm.ToolCall{ID: "a", Name: "get_weather", Arguments: json.RawMessage(`{"city":"Kyiv"}`)}
			r.Messages = append(r.Messages,
				llm.Message{Role: llm.RoleAssistant, Parts: []llm.Part{{Thought: true, State: origin.State(json.RawMessage(state))}, {Call: &call, State: origin.State(json.RawMessage(`{}`))}}},
				llm.Message{Role: llm.RoleTool, Parts: []llm.Part{{Result: &llm.ToolResult{ID: "a", Name: "get_weather", Content: "21"}}}})
		}
	}
	unless := func(takes func(body string) bool, words string) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			body, _ := io.ReadAll(r.Body)
			if !takes(string(body)) {
				w.WriteHeader(http.StatusBadRequest)
				_ = json.NewEncoder(w).Encode(map[string]any{"error": map[string]any{"message": words}})
				return
			}
			sends("text/event-stream", answer)(w, r)
		}
	}
	without := func(field string) func(string) bool {
		return func(body string) bool { return !strings.Contains(body, `"`+field+`"`) }
	}
	with := func(field string) func(string) bool {
		return func(body string) bool { return strings.Contains(body, field) }
	}
	return []habit{
		{
			name: "reasoning_content is refused in a history", source: "janhq/jan#8136", asked: history(`{"reasoning_content":"hm"}`), text: "21 °C.", attempts: 2,
			serve: unless(without("reasoning_content"), "'messages.1' : for 'role:assistant' the following must be satisfied[('messages.1' : property 'reasoning_content' is unsupported)]"),
		},
		{
			name: "reasoning_content is missed in a history", source: "DEEIX-AI/DEEIX-Chat#59", asked: history(`{"reasoning_content":""}`), text: "21 °C.",
			serve: unless(with(`"reasoning_content":""`), "The reasoning_content in the thinking mode must be passed back to the API."),
		},
		{
			name: "reasoning_details are missed in a history", source: "microsoft/agent-framework#2947", asked: history(`{"reasoning_details":[{"type":"reasoning.encrypted","data":"x","index":0}]}`), text: "21 °C.",
			serve: unless(with(`"reasoning_details":[{"data":"x"`), "Gemini models require OpenRouter reasoning details to be preserved in each request."),
		},
		{
			name: "a message without content is refused", source: "abetlen/llama-cpp-python#1805", asked: history(`{}`), text: "21 °C.", attempts: 2,
			serve: unless(with(`"role":"assistant","content":""`), "[{'loc': ('body', 'messages', 2, 'content'), 'msg': 'Field required'}]"),
		},
		{
			name: "more than one system message is refused", source: "can1357/oh-my-pi#954", text: "21 °C.",
			asked: func(r *llm.Request, _ string) {
				r.Instructions = llm.Instructions{Stable: "Be short.", Varying: "It is Monday."}
			},
			serve: unless(func(body string) bool { return strings.Count(body, `"role":"system"`) == 1 }, "invalid params, invalid chat setting (2013)"),
		},
	}
}
