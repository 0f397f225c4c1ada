package openai_test

// worded are habits of how text is written.
func worded() []habit {
	message := func(m, reason string) string {
		return `{"id":"c","object":"chat.completion.chunk","choices":[{"index":0,"message":` + m + `,"finish_reason":` + reason + `}]}`
	}
	return []habit{
		{name: "content as parts", source: "meilisearch/meilisearch#6327", body: stream(
			piece(`{"content":[{"type":"reference","reference_ids":[1]},{"type":"text","text":"21 "}]}`), piece(`{"content":[{"type":"text","text":"°C."}]}`), end("stop")), text: "21 °C."},
		{name: "content as parts, one of which thinks", source: "symfony/ai#2422", body: stream(
			piece(`{"content":[{"type":"thinking","thinking":[{"type":"text","text":"SECRET"}]}]}`), piece(`{"content":[{"type":"text","text":"21 °C."}]}`), end("stop")), text: "21 °C."},
		{
			name: "content as parts of a whole reply", source: "infiniflow/ragflow#14805",
			body: whole(`{"role":"assistant","content":[{"type":"thinking","thinking":[{"type":"text","text":"SECRET"}],"closed":true},{"type":"text","text":"21 °C."}]}`), text: "21 °C.",
		},
		{name: "a message in place of the delta", source: "Amm1rr/WebAI-to-API#55 (stream)", body: stream(message(`{"role":"assistant","content":"21 "}`, "null"), message(`{"content":"°C."}`, `"stop"`)), text: "21 °C."},
		{name: "all so far in a message beside each delta", source: "perplexityai/api-discussion#209 (message)", body: sse(
			`{"object":"chat.completion.chunk","choices":[{"index":0,"delta":{"content":"21 "},"message":{"role":"assistant","content":"21 "}}]}`,
			`{"object":"chat.completion.chunk","choices":[{"index":0,"delta":{"content":"°C."},"message":{"role":"assistant","content":"21 °C."},"finish_reason":"stop"}]}`), text: "21 °C."},
		{name: "the whole reply once more at the end of the stream", source: "edenai/edenai-apis#360", body: stream(words("21 "), words("°C."),
			`{"object":"chat.completion","choices":[{"index":0,"message":{"role":"assistant","content":"21 °C."},"finish_reason":"stop"}],"usage":{"total_tokens":7},"base_resp":{"status_code":0,"status_msg":""}}`), text: "21 °C."},
		{name: "the pieces of Ollama's own protocol", source: "ollama/ollama-python#478", body: `{"model":"m","message":{"role":"assistant","content":"21 "},"done":false}` + "\n" +
			`{"model":"m","message":{"role":"assistant","content":"°C."},"done":true,"done_reason":"stop"}` + "\n", text: "21 °C."},
		{name: "a refusal in place of content", source: "genkit-ai/genkit#6259 (refusal)", body: stream(piece(`{"refusal":"I cannot say that."}`), end("stop")), text: "I cannot say that."},
		{name: "the template's last mark in the text", source: "ollama/ollama#3759", body: stream(words("21 °C.<|eot"), words("_id|>"), end("stop")), text: "21 °C."},
		{name: "content null beside calls", source: "ggml-org/llama.cpp#14268", body: stream(
			piece(`{"role":"assistant","content":null,"refusal":null,"reasoning_content":null,"tool_calls":[{"index":0,"id":"a","function":{"name":"get_weather","arguments":"{\"city\":\"Kyiv\"}"}}]}`), end("tool_calls")), calls: kyiv},
	}
}

// reasoned are habits of where a model's reasoning stands. None of it is for people.
func reasoned() []habit {
	thought := func(text string) string {
		return stream(words(text[:len(text)/3]), words(text[len(text)/3:]), end("stop"))
	}
	return []habit{
		{name: "<think> in the text", source: "zed-industries/zed#58042", body: thought("<think>SECRET</think>\n\n21 °C."), text: "21 °C."},
		{name: "<thinking> in the text", source: "anthropics/claude-code#20081", body: thought("<thinking>\nSECRET\n</thinking>\n\n21 °C."), text: "21 °C."},
		{name: "<reasoning> in the text", source: "zed-industries/zed#58042 (comment)", body: thought("<reasoning>SECRET</reasoning>21 °C."), text: "21 °C."},
		{name: "<thought> in the text", source: "zed-industries/zed#58042 (thought)", body: thought("<thought>SECRET</thought>21 °C."), text: "21 °C."},
		{name: "<think> further on, on a line of its own", source: "sipeed/picoclaw#1233", body: thought("One moment.\n<think>SECRET</think>\n21 °C."), text: "One moment.\n21 °C."},
		{name: "<think> without its end", source: "QwenLM/qwen-code#8818", body: thought("21 °C.\n<think>SECRET and more of it"), text: "21 °C.\n"},
		{name: "</think> without its beginning", source: "deepseek-ai/DeepSeek-R1#352", body: thought("SECRET words of it\n</think>\n\n21 °C."), text: "21 °C."},
		{name: "</think> without its beginning, within a line", source: "vllm-project/vllm#13125", body: thought("SECRET words of it</think>21 °C."), text: "21 °C."},
		{name: "<|begin_of_thought|>", source: "Infinitix-LLC/gpt_markdown#42", body: thought("<|begin_of_thought|>SECRET<|end_of_thought|>21 °C."), text: "21 °C."},
		{name: "[THINK]", source: "waybarrios/vllm-mlx#599", body: thought("[THINK]SECRET[/THINK]21 °C."), text: "21 °C."},
		{name: "◁think▷", source: "MoonshotAI/Kimi-Dev#6", body: stream(words("◁think▷SECRET"), words("◁/think▷21 °C."), end("stop")), text: "21 °C."},
		{name: "<mm:think>", source: "vllm-project/vllm#46042", body: thought("<mm:think>SECRET</mm:think>21 °C."), text: "21 °C."},
		{name: "the channels of harmony", source: "egoist/chatwise-releases#967", body: thought("<|channel|>analysis<|message|>SECRET<|end|><|start|>assistant<|channel|>final<|message|>21 °C.<|return|>"), text: "21 °C."},
		{name: "the channels of harmony without their marks", source: "Augustas11/macprovider#743 (content)", body: thought("analysisWe need SECRET.assistantfinal21 °C."), text: "21 °C."},
		{name: "reasoning for reasoning_content", source: "vllm-project/vllm#27755", body: stream(piece(`{"reasoning":"SECRET"}`), words("21 °C."), end("stop")), text: "21 °C."},
		{name: "reasoning, reasoning_content and details of it at once", source: "nbonamy/multi-llm-ts#25", body: stream(
			piece(`{"reasoning":"SECRET","reasoning_content":"SECRET","reasoning_details":[{"type":"reasoning.text","text":"SECRET","index":0}]}`), words("21 °C."), end("stop")), text: "21 °C."},
	}
}

// writtenOut are calls that arrive as words, where a server's parser is not switched on or does not know the model.
func writtenOut() []habit {
	const parser = "--enable-auto-tool-choice --tool-call-parser"
	as := func(name, source, text string, mend ...string) habit {
		return habit{
			name: name, source: source, body: stream(words("I have created the page. "+"\n"), words(text[:len(text)/2]), words(text[len(text)/2:]), end("stop")),
			sentence: asWords, mend: append([]string{parser}, mend...),
		}
	}
	return []habit{
		as("a call as words: <tool_call>", "lmstudio-ai/lmstudio-bug-tracker#2115", "<tool_call>\n{\"name\":\"get_weather\",\"arguments\":{\"city\":\"Kyiv\"}}\n</tool_call>", "hermes"),
		as("a call as words: <function=", "lmstudio-ai/lmstudio-bug-tracker#1071", "<function=get_weather>\n<parameter=city>\nKyiv\n</parameter>\n</function>", "qwen3_coder"),
		as("a call as words: [TOOL_CALLS]", "vllm-project/vllm#37081", "[TOOL_CALLS]get_weather{\"city\": \"Kyiv\"}", "mistral"),
		as("a call as words: <|python_tag|>", "waybarrios/vllm-mlx#580", "<|python_tag|>{\"name\": \"get_weather\", \"parameters\": {\"city\": \"Kyiv\"}}", "llama3_json"),
		as("a call as words: <|python_start|>", "vllm-project/vllm#16214", "<|python_start|>{\"name\": \"get_weather\", \"parameters\": {\"city\": \"Kyiv\"}}<|python_end|>"),
		as("a call as words: JSON alone", "raullenchai/Rapid-MLX#700", "{\"name\": \"get_weather\", \"parameters\": {\"city\": \"Kyiv\"}}", "llama3_json"),
		as("a call as words: JSON of a function", "vllm-project/vllm#11786", "{\"type\": \"function\", \"function\": {\"name\": \"get_weather\", \"parameters\": {\"city\": \"Kyiv\"}}}"),
		as("a call as words: JSON in a fence", "ollama/ollama#13519", "```json\n{\"name\": \"get_weather\", \"parameters\": {\"city\": \"Kyiv\"}}\n```"),
		as("a call as words: <function_call> in a fence", "vllm-project/vllm#17821", "```xml\n<function_call>\n  {\"name\": \"get_weather\", \"arguments\": {\"city\": \"Kyiv\"}}\n</function_call>\n```"),
		as("a call as words: ```tool_call", "langchain-ai/langchain-google#725", "```tool_call\npython(default_api.get_weather(city = \"Kyiv\"))\n```"),
		as("a call as words: ```tool_code", "Gitlawb/openclaude#1212", "```tool_code\nprint(default_api.get_weather(city='Kyiv'))\n```"),
		as("a call as words: <|tool_call> of Gemma", "NousResearch/hermes-agent#38376", "<|tool_call>call:get_weather{city:Kyiv}<tool_call|>", "gemma4"),
		as("a call as words: <invoke name=", "anthropics/claude-code#77061", "<invoke name=\"get_weather\">\n<parameter name=\"city\">Kyiv</parameter>\n</invoke>"),
		as("a call as words: <minimax:tool_call>", "XNet-NGO/aiope#117", "<minimax:tool_call>\n<invoke name=\"get_weather\">\n<parameter name=\"city\">Kyiv</parameter>\n</invoke>\n</minimax:tool_call>", "minimax_m2"),
		as("a call as words: <tool_calls>", "MiniMax-AI/MiniMax-M2#14", "<tool_calls>\n{\"name\": \"get_weather\"}\n</tool_calls>"),
		as("a call as words: ]<]minimax[>[", "github/app#2128", "]<]minimax[>[<get_weather>Kyiv]<]minimax[>[</tool_call>"),
		as("a call as words: DeepSeek's marks", "vllm-project/vllm#48020", "<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>get_weather<｜tool▁sep｜>{}", "deepseek_v3"),
		as("a call as words: <｜DSML｜", "vllm-project/vllm#48931", "<｜DSML｜invoke name=\"get_weather\">", "deepseek_v32"),
		as("a call as words: Kimi's marks", "NousResearch/hermes-agent#24534", "<|tool_calls_section_begin|><|tool_call_begin|>functions.get_weather:0<|tool_call_argument_begin|>{}", "kimi_k2"),
		as("a call as words: harmony's commentary", "raullenchai/Rapid-MLX#438", "<|channel|>commentary to=functions.get_weather <|constrain|>json<|message|>{\"city\":\"Kyiv\"}", "openai"),
		as("a call as words: harmony without its marks", "raullenchai/Rapid-MLX#480", "commentary to=functions.get_weather json{\"city\":\"Paris\"}"),
	}
}
