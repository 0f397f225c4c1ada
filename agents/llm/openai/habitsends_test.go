package openai_test

import "github.com/aisteam/aisteam/assistant"

// ended are habits of how a reply ends, and of how what it used is told.
func ended() []habit {
	call := calls(`{"index":0,"id":"a","type":"function","function":{"name":"get_weather","arguments":"{\"city\":\"Kyiv\"}"}}`)
	usage := `{"prompt_tokens":100,"completion_tokens":48,"total_tokens":148,"prompt_tokens_details":{"cached_tokens":3},"completion_tokens_details":{"reasoning_tokens":41}}`
	used := assistant.Usage{Input: 100, Cached: 3, Output: 48, Thought: 41}
	tail := func(fields string) string { return `{"id":"c","object":"chat.completion.chunk",` + fields + `}` }
	return []habit{
		{name: "no finish_reason at all", source: "openai/openai-node#1292", body: stream(words("21 °C.")), text: "21 °C."},
		{name: "finish_reason null to the end, with calls", source: "vllm-project/vllm#27572", body: stream(call), calls: kyiv},
		{name: "finish_reason empty to the end", source: "ollama/ollama#4357", body: stream(tail(`"choices":[{"index":0,"delta":{"content":"21 °C."},"finish_reason":""}]`)), text: "21 °C."},
		{name: "no key finish_reason", source: "BerriAI/liteLLM-proxy#19", body: stream(tail(`"choices":[{"index":0,"delta":{"content":"21 °C."}}]`)), text: "21 °C."},
		{name: "eos_token", source: "huggingface/text-generation-inference#2344", body: sse(words("21 °C."), end("eos_token")), text: "21 °C."},
		{name: "end_turn", source: "aws-samples/bedrock-access-gateway#11", body: sse(words("21 °C."), end("end_turn")), text: "21 °C."},
		{name: "endturn, a word of its own", source: "zeitlings/ayai-gpt-nexus#2", body: stream(words("21 °C."), end("endturn")), text: "21 °C."},
		{name: "STOP", source: "mozilla-ai/any-llm#1202", body: sse(words("21 °C."), end("STOP")), text: "21 °C."},
		{name: "COMPLETE", source: "BerriAI/litellm#28223", body: sse(words("21 °C."), end("COMPLETE")), text: "21 °C."},
		{name: "UNKNOWN", source: "ROCm/FastFlowLM#500", body: stream(words("21 °C."), end("UNKNOWN")), text: "21 °C."},
		{name: "TOOL_CALL", source: "mozilla-ai/any-llm#1301", body: sse(call, end("TOOL_CALL")), calls: kyiv},
		{name: "end_turn after calls", source: "BerriAI/litellm#12481", body: sse(call, end("end_turn")), calls: kyiv},
		{name: "stop after calls", source: "ranxianglei/billion-context#131", body: stream(words("One moment."), call, end("stop")), text: "One moment.", calls: kyiv},
		{name: "a finish reason before the end of the text", source: "BerriAI/litellm#376", body: stream(end("stop"), words("21 °C.")), text: "21 °C."},
		{name: "two pieces with a finish reason", source: "skye-harris/hass_local_openai_llm#92", body: stream(call, end("tool_calls"), end("tool_calls")), calls: kyiv},
		{name: "no delta in the last piece", source: "smallmain/vscode-unify-chat-provider#29", body: stream(words("21 °C."), tail(`"choices":[{"index":0,"finish_reason":"stop"}]`)), text: "21 °C."},
		{name: "MAX_TOKENS", source: "BerriAI/litellm#28223 (Cohere)", body: stream(words("21"), end("MAX_TOKENS")), sentence: cutOff},
		{name: "model_context_window_exceeded", source: "mozilla-ai/any-llm#1200", body: stream(words("21"), end("model_context_window_exceeded")), sentence: cutOff},
		{name: "sensitive, for a filter", source: "promptfoo/promptfoo#9905", body: stream(words("21"), end("sensitive")), sentence: notAccepted},
		{name: "network_error as a finish reason", source: "genkit-ai/genkit#6259", body: stream(words("21"), end("network_error")), sentence: atFault, mend: []string{"network_error"}, attempts: 2},
		{
			name: "insufficient_system_resource as a finish reason", source: "genkit-ai/genkit#6259 (DeepSeek)", body: stream(words("21"), end("insufficient_system_resource")),
			sentence: atFault, mend: []string{"insufficient_system_resource"}, attempts: 2,
		},
		{name: "error as a finish reason", source: "gethouston/houston#1211", body: stream(words("21"), end("error")), sentence: atFault, mend: []string{"gave up"}, attempts: 2},
		{
			name: "malformed_function_call as a finish reason", source: "NousResearch/hermes-agent#83882", body: stream(end("malformed_function_call")), sentence: asWords,
			mend: []string{"malformed_function_call", "model"}, attempts: 2,
		},
		{
			name: "tool_calls without any", source: "vllm-project/vllm#53255", body: stream(words("I will look."), end("tool_calls")), sentence: asWords,
			mend: []string{"passed on no call", "--enable-auto-tool-choice"},
		},
		{
			name: "an end without any word that it is one", source: "ranxianglei/billion-context-omp#105", body: sse(words("21")), sentence: brokeOff,
			mend: []string{"without saying that it is whole", "finish_reason"}, attempts: 2,
		},
		{name: "usage in a piece of its own without choices", source: "Lambdua/openai4j#60", body: stream(words("21 °C."), end("stop"), tail(`"choices":[],"usage":`+usage)), text: "21 °C.", used: used},
		{name: "usage in a piece without the key choices", source: "ROCm/ATOM#1711", body: stream(words("21 °C."), end("stop"), tail(`"usage":`+usage)), text: "21 °C.", used: used},
		{name: "usage in each piece, so far", source: "pydantic/pydantic-ai#4056", body: stream(tail(`"choices":[{"index":0,"delta":{"content":"21"}}],"usage":{"prompt_tokens":100,"completion_tokens":1}`),
			tail(`"choices":[{"index":0,"delta":{"content":" °C."},"finish_reason":"stop"}],"usage":`+usage)), text: "21 °C.", used: used},
		{name: "usage null in each piece but one", source: "vllm-project/vllm#34887", body: stream(tail(`"choices":[{"index":0,"delta":{"content":"21 °C."},"finish_reason":"stop"}],"usage":null`),
			tail(`"choices":[],"usage":`+usage)), text: "21 °C.", used: used},
		{name: "usage in the choice", source: "earendil-works/pi#2017", body: stream(words("21 °C."), tail(`"choices":[{"index":0,"delta":{},"finish_reason":"stop","usage":`+usage+`}]`)), text: "21 °C.", used: used},
		{name: "usage in x_groq", source: "vercel/ai#1651", body: stream(words("21 °C."), tail(`"choices":[{"index":0,"delta":{},"finish_reason":"stop"}],"x_groq":{"usage":`+usage+`}`)), text: "21 °C.", used: used},
		{name: "usage of zeros, and a role that is empty", source: "MiniMax-AI/MiniMax-M2.5#2", body: stream(
			tail(`"choices":[{"index":0,"delta":{"role":"","content":"21 °C."}}],"usage":{"total_tokens":0,"total_characters":0}`), end("stop")), text: "21 °C."},
		{name: "a first piece without choices", source: "AbanteAI/archive-old-cli-mentat#430", body: stream(tail(`"choices":[],"prompt_filter_results":[]`), words("21 °C."), end("stop")), text: "21 °C."},
	}
}
