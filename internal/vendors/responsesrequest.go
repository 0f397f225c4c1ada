package vendors

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
)

// responsesRequest is a request that has been accepted.
type responsesRequest struct {
	Model        string          `json:"model"`
	Instructions string          `json:"instructions"`
	Input        json.RawMessage `json:"input"`
	Tools        []struct {
		Type       string          `json:"type"`
		Name       string          `json:"name"`
		Parameters json.RawMessage `json:"parameters"`
		Strict     *bool           `json:"strict"`
	} `json:"tools"`
	ToolChoice string `json:"tool_choice"`
	Text       struct {
		Format *struct {
			Type   string          `json:"type"`
			Name   string          `json:"name"`
			Schema json.RawMessage `json:"schema"`
			Strict bool            `json:"strict"`
		} `json:"format"`
	} `json:"text"`
	Reasoning *struct {
		Effort string `json:"effort"`
	} `json:"reasoning"`
	MaxOutput    *int     `json:"max_output_tokens"`
	Include      []string `json:"include"`
	CacheKey     string   `json:"prompt_cache_key"`
	CacheOptions *struct {
		Mode string `json:"mode"`
	} `json:"prompt_cache_options"`
	Store  *bool `json:"store"`
	Stream bool  `json:"stream"`

	conversation []Message
	system       []string
	keeps        bool // it marks what to keep in the cache
}

// responsesParameters are those of the API's reference.
func responsesParameters() []string {
	return strings.Fields(`access_programs background context_management conversation include input instructions max_output_tokens max_tool_calls
		metadata model moderation parallel_tool_calls previous_response_id prompt prompt_cache_key prompt_cache_options prompt_cache_retention
		reasoning safety_identifier service_tier store stream stream_options temperature text tool_choice tools top_logprobs top_p truncation user`)
}

// read reads a request, and refuses what the API refuses.
func (s *Responses) read(body []byte) (*responsesRequest, *wrong) {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(body, &fields); err != nil {
		return nil, bad("", "", "We could not parse the JSON body of your request.")
	}
	for name := range fields {
		if !slices.Contains(responsesParameters(), name) { // 1jehuang/jcode#1028 has the words
			return nil, bad(name, "unknown_parameter", "Unknown parameter: '%s'.", name)
		}
	}
	q := &responsesRequest{}
	if err := json.Unmarshal(body, q); err != nil {
		return nil, bad("", "invalid_type", "Invalid type: %v.", err)
	}
	for _, name := range []string{"model", "input"} {
		if len(fields[name]) == 0 {
			return nil, bad(name, "missing_required_parameter", "Missing required parameter: '%s'.", name)
		}
	}
	for _, check := range []func() *wrong{q.checkModel, q.checkCache, q.checkTools, q.checkFormat, func() *wrong { return s.items(q) }} {
		if wrong := check(); wrong != nil {
			return nil, wrong
		}
	}
	return q, nil
}

// generation is that of a model's name; ok is false where the name tells none, as deployments' do.
func generation(model string) (major, minor int, ok bool) {
	m := regexp.MustCompile(`^gpt-(\d+)(?:\.(\d+))?`).FindStringSubmatch(model)
	if m == nil {
		return 0, 0, false
	}
	return number(m[1]), number(m[2]), true
}

func number(digits string) int {
	n := 0
	for _, d := range digits {
		n = 10*n + int(d-'0')
	}
	return n
}

// reasons tells whether a model is one of those that reason.
func (q *responsesRequest) reasons() bool {
	major, _, ok := generation(q.Model)
	return !ok || major >= 5
}

// marks tells whether a model takes marks of what is to be kept (braintrustdata/lingua#390: those before gpt-5.6 refuse them).
func (q *responsesRequest) marks() bool {
	major, minor, ok := generation(q.Model)
	return ok && (major > 5 || major == 5 && minor >= 6)
}

func (q *responsesRequest) checkModel() *wrong {
	switch {
	case q.Reasoning != nil && !q.reasons(): // BoundaryML/baml#2708
		return bad("reasoning.effort", "unsupported_parameter", "Unsupported parameter: 'reasoning.effort' is not supported with this model.")
	case slices.Contains(q.Include, "reasoning.encrypted_content") && !q.reasons(): // pydantic/pydantic-ai#2865
		return bad("include", "", "Encrypted content is not supported with this model.")
	case q.Reasoning != nil && !slices.Contains([]string{"none", "minimal", "low", "medium", "high", "xhigh", "max"}, q.Reasoning.Effort):
		return bad("reasoning.effort", "invalid_value", "Invalid value: '%s'. Supported values are: 'none', 'minimal', 'low', 'medium', 'high', 'xhigh', and 'max'.", q.Reasoning.Effort)
	case q.MaxOutput != nil && *q.MaxOutput < 16: // vectorize-io/hindsight#58
		return bad("max_output_tokens", "integer_below_min_value", "Invalid 'max_output_tokens': integer below minimum value. Expected a value >= 16, but got %d instead.", *q.MaxOutput)
	default:
		return nil
	}
}

func (q *responsesRequest) checkCache() *wrong {
	switch {
	case len(q.CacheKey) > 64: // theopenco/llmgateway#3110
		return bad("prompt_cache_key", "string_above_max_length", "Invalid 'prompt_cache_key': string too long. Expected a string with maximum length 64, but got a string with length %d instead.", len(q.CacheKey))
	case q.CacheOptions != nil && !q.marks():
		return bad("prompt_cache_options", "unsupported_parameter", "Unsupported parameter: 'prompt_cache_options' is not supported with this model.")
	case q.CacheOptions != nil && q.CacheOptions.Mode != "implicit" && q.CacheOptions.Mode != "explicit":
		return bad("prompt_cache_options.mode", "invalid_value", "Invalid value: '%s'. Supported values are: 'implicit' and 'explicit'.", q.CacheOptions.Mode)
	default:
		return nil
	}
}

func (q *responsesRequest) checkTools() *wrong {
	for _, t := range q.Tools {
		var schema map[string]any
		switch {
		case t.Type != "function" || !regexp.MustCompile(`^[a-zA-Z0-9_-]{1,64}$`).MatchString(t.Name):
			return bad("tools", "invalid_value", "Invalid 'tools': a tool that is no function with a name of letters, digits, '_' and '-'.")
		case json.Unmarshal(t.Parameters, &schema) != nil || schema["type"] != "object": // ComposioHQ/composio#1829
			return bad("tools", "invalid_function_parameters", "Invalid schema for function '%s': schema must be a JSON Schema of 'type: \"object\"'.", t.Name)
		case schema["properties"] == nil: // everruns/everruns#984
			return bad("tools", "invalid_function_parameters", "Invalid schema for function '%s': In context=(), object schema missing properties.", t.Name)
		}
		if t.Strict == nil || *t.Strict { // which is what it means to say nothing
			if where, said := strictSchema(schema, nil); said != "" {
				return bad("tools", "invalid_function_parameters", "Invalid schema for function '%s': In context=%s, %s", t.Name, where, said)
			}
		}
	}
	if !slices.Contains([]string{"", "none", "auto", "required"}, q.ToolChoice) {
		return bad("tool_choice", "invalid_value", "Invalid value: '%s'. Supported values are: 'none', 'auto', and 'required'.", q.ToolChoice)
	}
	if q.ToolChoice != "" && len(q.Tools) == 0 {
		return bad("tool_choice", "", "Tool choices are not supported when there are no tools.")
	}
	return nil
}

func (q *responsesRequest) checkFormat() *wrong {
	f := q.Text.Format
	switch {
	case f == nil || f.Type == "text":
		return nil
	case f.Type != "json_schema":
		return bad("text.format.type", "invalid_value", "Invalid value: '%s'. Supported values are: 'json_object', 'json_schema', and 'text'.", f.Type)
	case f.Name == "":
		return bad("text.format.name", "missing_required_parameter", "Missing required parameter: 'text.format.name'.")
	}
	var schema map[string]any
	if err := json.Unmarshal(f.Schema, &schema); err != nil || schema["type"] != "object" {
		return bad("text.format.schema", "invalid_json_schema", "Invalid schema for response_format '%s': schema must be a JSON Schema of 'type: \"object\"'.", f.Name)
	}
	if f.Strict { // mavam/pi-web-providers#14
		if where, said := strictSchema(schema, nil); said != "" {
			return bad("text.format.schema", "invalid_json_schema", "Invalid schema for response_format '%s': In context=%s, %s", f.Name, where, said)
		}
	}
	return nil
}

// asked is the request in no vendor's words.
func (q *responsesRequest) asked() Asked {
	out := Asked{
		Model: q.Model, System: strings.Join(q.system, "\n"), NoCalls: q.ToolChoice == "none", Messages: q.conversation, Stream: q.Stream,
	}
	for _, t := range q.Tools {
		out.Tools = append(out.Tools, Tool{Name: t.Name, Schema: t.Parameters})
	}
	if q.Text.Format != nil {
		out.Output = q.Text.Format.Schema
	}
	if q.Reasoning != nil {
		out.Effort = q.Reasoning.Effort
	}
	return out
}
