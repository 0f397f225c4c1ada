package vendors_test

import (
	"encoding/json"
	"maps"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/internal/vendors"
)

// post sends a request to a server and returns what it answers.
func post(t *testing.T, s http.Handler, path, body string, header http.Header) (int, string) {
	t.Helper()
	r := httptest.NewRequest(http.MethodPost, path, strings.NewReader(body))
	maps.Copy(r.Header, header)
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w.Code, w.Body.String()
}

func bearer() http.Header { return http.Header{"Authorization": {"Bearer " + key}} }

// turn is what a server has told of a call that it reasoned about, as items of the next request.
func turn(t *testing.T, s http.Handler, model string) (reasoning, call string) {
	t.Helper()
	code, body := post(t, s, "/v1/responses", `{"model":"`+model+`","store":false,"include":["reasoning.encrypted_content"],"input":"hi"}`, bearer())
	var told struct{ Output []map[string]any }
	if err := json.Unmarshal([]byte(body), &told); err != nil || code != 200 || len(told.Output) != 2 {
		t.Fatal(code, body, err)
	}
	delete(told.Output[0], "status")
	first, _ := json.Marshal(told.Output[0])
	second, _ := json.Marshal(told.Output[1])
	return string(first), string(second)
}

func TestResponsesRefusesWhatOpenAIRefuses(t *testing.T) {
	s := vendors.NewResponses(func(vendors.Asked) vendors.Said {
		return vendors.Said{Thought: "I call.", Calls: []vendors.Call{{ID: "call_a", Name: "look", Arguments: "{}"}}}
	}, key)
	reasoning, call := turn(t, s, "gpt-6.1-terra")
	const result = `{"type":"function_call_output","call_id":"call_a","output":"21"}`
	const plain = `{"type":"function_call","call_id":"call_a","name":"look","arguments":"{}"}`
	user := func(content string) string { return `{"type":"message","role":"user","content":[` + content + `]}` }
	with := func(more string) string { return `{"model":"gpt-6.1-terra","input":"hi",` + more + `}` }
	items := func(all ...string) string {
		return `{"model":"gpt-6.1-terra","include":["reasoning.encrypted_content"],"input":[` + strings.Join(all, ",") + `]}`
	}
	format := func(schema string) string {
		return with(`"text":{"format":{"type":"json_schema","name":"reply","strict":true,"schema":` + schema + `}}`)
	}
	tool := func(more string) string { return with(`"tools":[{"type":"function","name":"look",` + more + `}]`) }
	changed := strings.Replace(reasoning, `"encrypted_content":"gAAAAA`, `"encrypted_content":"gAAAAAx`, 1)
	for name, c := range map[string]struct{ body, why string }{
		"nothing":                          {`{`, "We could not parse the JSON body"},
		"no model":                         {`{"input":"hi"}`, "Missing required parameter: 'model'"},
		"no input":                         {`{"model":"gpt-6.1-terra"}`, "Missing required parameter: 'input'"},
		"an empty input":                   {`{"model":"gpt-6.1-terra","input":[]}`, "Invalid type for 'input'"},
		"a field of another road":          {with(`"messages":[]`), "Unknown parameter: 'messages'"},
		"a store that is a word":           {with(`"store":"no"`), "Invalid type"},
		"an effort of a model without":     {`{"model":"gpt-4.1","input":"hi","reasoning":{"effort":"low"}}`, "'reasoning.effort' is not supported with this model"},
		"reasoning of a model without":     {`{"model":"gpt-4o","input":"hi","include":["reasoning.encrypted_content"]}`, "Encrypted content is not supported with this model"},
		"an effort that is none":           {with(`"reasoning":{"effort":"some"}`), "Invalid value: 'some'"},
		"a limit too small":                {with(`"max_output_tokens":9`), "Expected a value >= 16, but got 9"},
		"a long key of the cache":          {with(`"prompt_cache_key":"` + strings.Repeat("k", 65) + `"`), "maximum length 64, but got a string with length 65"},
		"options that it does not take":    {`{"model":"gpt-5.5","input":"hi","prompt_cache_options":{"mode":"explicit"}}`, "'prompt_cache_options' is not supported"},
		"a mode that is none":              {with(`"prompt_cache_options":{"mode":"some"}`), "Invalid value: 'some'"},
		"a mark that it does not take":     {`{"model":"gpt-5.5","input":[` + user(`{"type":"input_text","text":"hi","prompt_cache_breakpoint":{"mode":"explicit"}}`) + `]}`, "prompt_cache_breakpoint is not supported"},
		"a tool with an odd name":          {with(`"tools":[{"type":"function","name":"a b","parameters":{"type":"object","properties":{}}}]`), "Invalid 'tools'"},
		"a tool that takes a word":         {tool(`"strict":false,"parameters":{"type":"string"}`), "Invalid schema for function 'look'"},
		"a tool that says not what is in":  {tool(`"strict":false,"parameters":{"type":"object"}`), "object schema missing properties"},
		"a tool that is strict by silence": {tool(`"parameters":{"type":"object","properties":{}}`), "'additionalProperties' is required"},
		"a choice that is none":            {with(`"tool_choice":"some"`), "Invalid value: 'some'"},
		"a choice of nothing":              {with(`"tool_choice":"none"`), "Tool choices are not supported"},
		"a format of no name":              {with(`"text":{"format":{"type":"json_schema","schema":{"type":"object"}}}`), "Missing required parameter: 'text.format.name'"},
		"a format that is none":            {with(`"text":{"format":{"type":"yaml"}}`), "Invalid value: 'yaml'"},
		"a format that is no object":       {format(`{"type":"array"}`), "schema must be a JSON Schema of 'type: \"object\"'"},
		"an open object":                   {format(`{"type":"object","properties":{}}`), "In context=(), 'additionalProperties' is required"},
		"an optional property": {
			format(`{"type":"object","additionalProperties":false,"required":["a"],"properties":{"a":{"type":"array","items":{"type":"object","additionalProperties":false,"required":[],"properties":{"b":{"type":"string"}}}}}}`),
			"In context=('properties', 'a', 'items'), 'required' is required to be supplied and to be an array including every key in properties. Missing 'b'",
		},
		"a choice of schemas":            {format(`{"type":"object","additionalProperties":false,"required":[],"properties":{},"allOf":[]}`), "'allOf' is not permitted"},
		"an item that is none":           {items(`7`), "Invalid type for 'input[0]'"},
		"an item of no kind":             {items(`{"type":"wish"}`), "Invalid value: 'wish'"},
		"a field that an item has not":   {items(`{"type":"message","role":"user","content":"hi","mood":"good"}`), "Unknown parameter: 'input[0].mood'"},
		"a thought with its status":      {items(strings.Replace(reasoning, `{`, `{"status":"completed",`, 1), call, result), "Unknown parameter: 'input[0].status'"},
		"a thought that was changed":     {items(changed, call, result), "could not be verified"},
		"a thought of another model":     {strings.Replace(items(reasoning, call, result), "terra", "sol", 1), "could not be verified"},
		"a thought without what it is":   {items(`{"type":"reasoning","id":"rs_1","summary":[]}`, call, result), "Items are not persisted when `store` is set to false"},
		"a thought without its summary":  {items(`{"type":"reasoning","id":"rs_1"}`, call, result), "Missing required parameter: 'input[0].summary'"},
		"a thought that led to nothing":  {items(reasoning), "of type 'reasoning' was provided without its required following item"},
		"a thought that led to another":  {items(reasoning, plain, result), "of type 'reasoning' was provided without its required following item"},
		"a call without its thought":     {items(call, result), "of type 'function_call' was provided without its required 'reasoning' item"},
		"a call before its thought":      {items(call, result, reasoning, call), "was provided without its required 'reasoning' item"},
		"a call that nobody answered":    {items(reasoning, call), "No tool output found for function call call_a"},
		"an answer to nothing":           {items(result), "No tool call found for function call output with call_id call_a"},
		"an answer before its call":      {items(result, plain), "No tool call found for function call output with call_id call_a"},
		"two answers to one call":        {items(plain, result, result), "No tool call found for function call output with call_id call_a"},
		"a call of no name":              {items(`{"type":"function_call","call_id":"c"}`), "Missing required parameter"},
		"an answer that is a number":     {items(plain, `{"type":"function_call_output","call_id":"call_a","output":21}`), "Invalid type for 'input[1].output'"},
		"words of the other side":        {items(`{"type":"message","role":"assistant","content":[{"type":"input_text","text":"hi"}]}`), "Invalid value: 'input_text'. Supported values are: 'output_text' and 'refusal'"},
		"words of the model by a person": {items(user(`{"type":"output_text","text":"hi"}`)), "Invalid value: 'output_text'"},
		"nothing said":                   {items(user(``)), "Invalid type for 'input[0].content'"},
		"a picture that is none":         {items(user(`{"type":"input_image","image_url":"data:image/bmp;base64,eA=="}`)), "Expected a base64-encoded data URL"},
		"a picture that is broken":       {items(user(`{"type":"input_image","image_url":"data:image/png;base64,%"}`)), "Expected a base64-encoded data URL"},
		"a phase of a person's":          {items(`{"type":"message","role":"user","phase":"commentary","content":"hi"}`), "Invalid value: 'commentary'"},
		"a phase that is none":           {items(`{"type":"message","role":"assistant","phase":"dawn","content":"hi"}`), "Invalid value: 'dawn'"},
		"a role that is none":            {items(`{"type":"message","role":"ghost","content":"hi"}`), "Invalid value: 'ghost'"},
	} {
		code, body := post(t, s, "/v1/responses", c.body, bearer())
		var told struct{ Error struct{ Message string } }
		if err := json.Unmarshal([]byte(body), &told); err != nil || code/100 != 4 || !strings.Contains(told.Error.Message, c.why) {
			t.Errorf("%s: %d %s, want %q", name, code, body, c.why)
		}
	}
	if code, body := post(t, s, "/v1/responses", items(reasoning, call, result), bearer()); code != 200 {
		t.Errorf("what it told itself: %d %s", code, body)
	}
	other := vendors.NewResponses(func(vendors.Asked) vendors.Said { return vendors.Said{Text: "ok"} }, key)
	if code, body := post(t, other, "/v1/responses", items(reasoning, call, result), bearer()); code != 200 {
		t.Errorf("what another of the vendor's machines told: %d %s", code, body)
	}
}

func TestWhoHasNoKeyOrKnowsNoWayIsNotLetIn(t *testing.T) {
	say := func(vendors.Asked) vendors.Said { return vendors.Said{Text: "ok"} }
	body := `{"model":"m","input":"hi"}`
	for name, c := range map[string]struct {
		server *vendors.Responses
		path   string
		header http.Header
		code   int
	}{
		"OpenAI":                        {vendors.NewResponses(say, key), "/v1/responses", bearer(), 200},
		"OpenAI, without a key":         {vendors.NewResponses(say, key), "/v1/responses", nil, 401},
		"OpenAI, as Azure has it":       {vendors.NewResponses(say, key), "/v1/responses", http.Header{"Api-Key": {key}}, 401},
		"OpenAI, another way":           {vendors.NewResponses(say, key), "/v1/chat/completions", bearer(), 404},
		"Azure":                         {vendors.NewAzure(say, key), "/openai/v1/responses", http.Header{"Api-Key": {key}}, 200},
		"Azure, with another key":       {vendors.NewAzure(say, key), "/openai/v1/responses", http.Header{"Api-Key": {"k"}}, 401},
		"Azure, as OpenAI has it":       {vendors.NewAzure(say, key), "/v1/responses", http.Header{"Api-Key": {key}}, 404},
		"Azure, with the key of OpenAI": {vendors.NewAzure(say, key), "/openai/v1/responses", bearer(), 401},
	} {
		if code, said := post(t, c.server, c.path, body, c.header); code != c.code || len(c.server.Refused()) != min(code-200, 1) || len(c.server.Received()) != 1 {
			t.Errorf("%s: %d %s", name, code, said)
		}
	}
}

func TestToolsAreRefusedByChatCompletionsUnlessNothingIsReasoned(t *testing.T) {
	passed := 0
	s := vendors.NewRefusesTools(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var body map[string]any
		if json.NewDecoder(r.Body).Decode(&body) == nil && len(body) > 0 {
			passed++
		}
		w.WriteHeader(http.StatusOK)
	}))
	for n, c := range []struct {
		path, more string
		code       int
	}{
		{"/v1/chat/completions", `,"tools":[{}]`, 400},
		{"/v1/chat/completions", `,"tools":[{}],"reasoning_effort":"low"`, 400},
		{"/v1/chat/completions", `,"tools":[{}],"reasoning_effort":"none"`, 200},
		{"/v1/chat/completions", ``, 200},
		{"/v1/responses", `,"tools":[{}]`, 200},
	} {
		if code, body := post(t, s, c.path, `{"model":"gpt-7-nova"`+c.more+`}`, nil); code != c.code || code == 400 && !strings.Contains(body, "for gpt-7-nova in /v1/chat/completions. To use function tools, use /v1/responses") {
			t.Error(n, code, body)
		}
	}
	if passed != 3 || len(s.Refused()) != 2 {
		t.Errorf("%d passed on, refused %v", passed, s.Refused())
	}
}
