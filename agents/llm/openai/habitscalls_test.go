package openai_test

// called are habits of how calls are named and numbered.
func called() []habit {
	const two = `get_weather {"city":"Kyiv"}; get_weather {"city":"Lviv"}`
	one := func(head, city string) string {
		return calls(`{` + head + `"type":"function","function":{"name":"get_weather","arguments":"{\"city\":\"` + city + `\"}"}}`)
	}
	named := func(name string) string {
		return stream(calls(`{"index":0,"id":"a","type":"function","function":{"name":"`+name+`","arguments":"{\"city\":\"Kyiv\"}"}}`), end("tool_calls"))
	}
	first, second := `"arguments":"{\"city\":"}`, `"arguments":"\"Kyiv\"}"}`
	return []habit{
		{name: "ids that are numbers", source: "anomalyco/opencode#25786", body: stream(one(`"index":0,"id":1,`, "Kyiv"), one(`"index":1,"id":2,`, "Lviv"), end("tool_calls")), calls: two},
		{name: "ids that are all the same", source: "HKUDS/nanobot#3943", body: stream(one(`"index":0,"id":"call",`, "Kyiv"), one(`"index":1,"id":"call",`, "Lviv"), end("tool_calls")), calls: two},
		{
			name: "the tool's name for an id", source: "microsoft/agent-framework#6788",
			body: stream(one(`"index":0,"id":"get_weather",`, "Kyiv"), one(`"index":1,"id":"get_weather",`, "Lviv"), end("tool_calls")), calls: two,
		},
		{name: "no ids", source: "BerriAI/litellm#33223", body: stream(one(`"index":0,"id":"",`, "Kyiv"), one(`"index":1,`, "Lviv"), end("tool_calls")), calls: two},
		{name: "another id in the later pieces", source: "poolsideai/pool#9", body: stream(calls(`{"index":0,"id":"a","function":{"name":"get_weather","arguments":""}}`),
			calls(`{"index":0,"id":"b","function":{`+first+`}`), calls(`{"index":0,"id":"b","function":{`+second+`}`), end("tool_calls")), calls: kyiv},
		{name: "a new id in each piece", source: "BerriAI/litellm#28223 (OCI)", body: stream(calls(`{"index":0,"id":"a","function":{"name":"get_weather",`+first+`}`),
			calls(`{"index":0,"id":"b","function":{`+second+`}`), end("tool_calls")), calls: kyiv},
		{name: "the id once more in each piece", source: "langchain4j/langchain4j#4544", body: stream(calls(`{"index":0,"id":"a","function":{"name":"get_weather",`+first+`}`),
			calls(`{"index":0,"id":"a","function":{`+second+`}`), end("tool_calls")), calls: kyiv},
		{name: "an empty id in the later pieces", source: "vllm-project/vllm#34887 (id null)", body: stream(calls(`{"index":0,"id":"a","function":{"name":"get_weather",`+first+`}`),
			calls(`{"index":0,"id":null,"type":"function","function":{`+second+`}`), end("tool_calls")), calls: kyiv},
		{name: "one index and one id for several calls", source: "skye-harris/hass_local_openai_llm#92 (review)", body: stream(one(`"index":0,"id":"a",`, "Kyiv"), one(`"index":0,"id":"a",`, "Lviv"), end("tool_calls")), calls: two},
		{name: "index always 0", source: "su-kaka/gcli2api#406", body: stream(one(`"index":0,"id":"a",`, "Kyiv"), one(`"index":0,"id":"b",`, "Lviv"), end("tool_calls")), calls: two},
		{name: "index always 0, and no ids", source: "NousResearch/hermes-agent#12930", body: stream(one(`"index":0,`, "Kyiv"), one(`"index":0,`, "Lviv"), end("tool_calls")), calls: two},
		{name: "index always 0, of different tools", source: "ai-dynamo/dynamo#4723", body: stream(one(`"index":0,"id":"a",`, "Kyiv"),
			calls(`{"index":0,"id":"b","function":{"name":"list_tickets","arguments":"{}"}}`), end("tool_calls")), calls: kyiv + "; list_tickets {}"},
		{name: "no index", source: "openai/openai-python#2806", body: stream(one(`"id":"a",`, "Kyiv"), one(`"id":"b",`, "Lviv"), end("tool_calls")), calls: two},
		{name: "no index, in pieces, and a signature alone", source: "open-webui/computer#224", body: stream(calls(`{"id":"a","function":{"name":"get_weather",`+first+`}`), calls(`{"function":{`+second+`}`),
			calls(`{"extra_content":{"google":{"thought_signature":"s"}}}`), end("stop")), calls: kyiv},
		{name: "neither index nor ids", source: "omnigent-ai/omnigent#28", body: stream(one("", "Kyiv"), one("", "Lviv"), end("tool_calls")), calls: two},
		{name: "index from 1", source: "BerriAI/litellm#11407", body: stream(calls(`{"index":1,"id":"a","function":{"name":"get_weather","arguments":""}}`),
			calls(`{"index":1,"function":{`+first+`}`), calls(`{"index":1,"function":{`+second+`}`), end("tool_calls")), calls: kyiv},
		{name: "the name once more in each piece", source: "NousResearch/hermes-agent#11984", body: stream(calls(`{"index":0,"id":"a","function":{"name":"get_weather",`+first+`}`),
			calls(`{"index":0,"id":"a","function":{"name":"get_weather",`+second+`}`), end("tool_calls")), calls: kyiv},
		{name: "the name in pieces", source: "openclaw/openclaw#130532", body: stream(calls(`{"index":0,"id":"a","function":{"name":"get_"}}`), calls(`{"index":0,"function":{"name":"weather"}}`),
			calls(`{"index":0,"function":{`+first+`}`), calls(`{"index":0,"function":{`+second+`}`), end("tool_calls")), calls: kyiv},
		{name: "functions. before the name", source: "tontinton/maki#518", body: named("functions.get_weather"), calls: kyiv},
		{name: "default_api. before the name", source: "tya5/reyn#1992", body: named("default_api.get_weather"), calls: kyiv},
		{name: "tool: before the name", source: "NousResearch/hermes-agent#24411", body: named("tool:get_weather"), calls: kyiv},
		{name: "Kimi's number after the name", source: "vllm-project/vllm#20789", body: named("functions.get_weather:0"), calls: kyiv},
		{name: "a mark of the template after the name", source: "vllm-project/vllm#35906", body: named("get_weather<|channel|>commentary"), calls: kyiv},
		{name: "function_call, as it was before tools", source: "QwenLM/qwen-code#6240", body: stream(piece(`{"function_call":{"name":"get_weather",`+first+`}`), piece(`{"function_call":{`+second+`}`), end("function_call")), calls: kyiv},
	}
}

// argued are habits of how arguments are written.
func argued() []habit {
	with := func(arguments string) string {
		return stream(calls(`{"index":0,"id":"a","function":{"name":"get_weather","arguments":`+arguments+`}}`), end("tool_calls"))
	}
	none := func(arguments string) string {
		return stream(calls(`{"index":0,"id":"a","function":{"name":"list_tickets"`+arguments+`}}`), end("tool_calls"))
	}
	more := func(arguments string) string { return calls(`{"index":0,"function":{"arguments":` + arguments + `}}`) }
	begin := calls(`{"index":0,"id":"a","function":{"name":"get_weather","arguments":""}}`)
	return []habit{
		{name: "arguments that are an object", source: "ggml-org/llama.cpp#20198", body: with(`{"city":"Kyiv"}`), calls: kyiv},
		{name: "arguments encoded twice", source: "quarkiverse/quarkus-langchain4j#2642", body: with(`"\"{\\\"city\\\":\\\"Kyiv\\\"}\""`), calls: kyiv},
		{name: "arguments in a code fence", source: "earendil-works/pi#8858", body: with("\"```json\\n{\\\"city\\\":\\\"Kyiv\\\"}\\n```\""), calls: kyiv},
		{name: "what is left of a fence before the arguments", source: "tenstorrent/tt-inference-server#3683", body: with(`"json\n{\"city\":\"Kyiv\"}"`), calls: kyiv},
		{name: "a comma before the end of the arguments", source: "NousResearch/hermes-agent#79333", body: with(`"{\"city\":\"Kyiv\",}"`), calls: kyiv},
		{name: "words after the arguments", source: "NousResearch/hermes-agent#79333 (second form)", body: with(`"{\"city\":\"Kyiv\"} is what I need"`), calls: kyiv},
		{name: "a closing tag after the arguments", source: "agentscope-ai/QwenPaw#6364", body: with(`"{\"city\":\"Kyiv\"}\n</tool_call>"`), calls: kyiv},
		{name: "arguments null", source: "langchain-ai/langchain#34242", body: none(`,"arguments":null`), calls: "list_tickets {}"},
		{name: "arguments empty", source: "sigoden/aichat#1217", body: none(`,"arguments":""`), calls: "list_tickets {}"},
		{name: "no arguments", source: "open-webui/open-webui#23778", body: none(``), calls: "list_tickets {}"},
		{name: "the word null for arguments", source: "supermemoryai/supermemory#1612", body: none(`,"arguments":"null"`), calls: "list_tickets {}"},
		{name: "all arguments once more at the end", source: "lidge-jun/opencodex#361", body: stream(begin, more(`"{\"city\":"`), more(`"\"Kyiv\"}"`), more(`"{\"city\":\"Kyiv\"}"`), end("tool_calls")), calls: kyiv},
		{
			name: "all arguments once more at the end, encoded twice", source: "BerriAI/litellm#20480",
			body: stream(begin, more(`"{\"city\":\"Kyiv\"}"`), more(`"\"{\\\"city\\\":\\\"Kyiv\\\"}\""`), end("tool_calls")), calls: kyiv,
		},
		{name: "the same arguments twice in one", source: "64bit/async-openai#329", body: with(`"{\"city\":\"Kyiv\"}{\"city\":\"Kyiv\"}"`), calls: kyiv},
		{name: "arguments that broke off and began again", source: "vllm-project/vllm#31220", body: stream(begin, more(`"{\"city\":\"Ky"`), more(`"{\"city\":\"Kyiv\"}"`), end("tool_calls")), calls: kyiv},
		{name: "name, id and arguments once more in the last piece", source: "vllm-project/vllm#44098", body: stream(
			calls(`{"index":0,"id":"a","type":"function","function":{"name":"get_weather","arguments":"{\"city\":"}}`),
			`{"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"a","type":"function","function":{"name":"get_weather","arguments":"\"Kyiv\"}"}}]},"finish_reason":"tool_calls"}]}`), calls: kyiv},
	}
}
