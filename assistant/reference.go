package assistant

import (
	"encoding/json"
	"fmt"
)

// Reference stands in a step's parameters for what an earlier step of the run brings about: {"$from":"draft","field":"html"}.
type Reference struct {
	From  string `json:"$from"` // the earlier step's key
	Field string `json:"field"` // of its result
}

// References lists the references among a step's parameters, by parameter name.
func References(parameters json.RawMessage) (map[string]Reference, error) {
	given := map[string]json.RawMessage{}
	if len(parameters) > 0 {
		if err := json.Unmarshal(parameters, &given); err != nil {
			return nil, fmt.Errorf("read parameters: %w", err)
		}
	}
	out := map[string]Reference{}
	for name, raw := range given {
		if r, ok := referenceOf(raw); ok {
			out[name] = r
		}
	}
	return out, nil
}

// Unfinished tells whether parameters hang on what earlier steps have yet to bring about.
func Unfinished(parameters json.RawMessage) bool {
	open, err := References(parameters)
	return err == nil && len(open) > 0
}

// Resolve puts the value of every reference among a step's parameters in its place. What value refuses is returned.
func Resolve(parameters json.RawMessage, value func(Reference) (string, error)) (json.RawMessage, error) {
	return ResolveEach(parameters, func(_ string, r Reference) (string, error) { return value(r) })
}

// ResolveEach is [Resolve] for values that hang on the parameter they land in.
func ResolveEach(parameters json.RawMessage, value func(parameter string, r Reference) (string, error)) (json.RawMessage, error) {
	given := map[string]json.RawMessage{}
	if len(parameters) > 0 {
		if err := json.Unmarshal(parameters, &given); err != nil {
			return nil, fmt.Errorf("read parameters: %w", err)
		}
	}
	for name, raw := range given {
		r, ok := referenceOf(raw)
		if !ok {
			continue
		}
		text, err := value(name, r)
		if err != nil {
			return nil, fmt.Errorf("parameter %s: %w", name, err)
		}
		quoted, err := json.Marshal(text)
		if err != nil {
			return nil, fmt.Errorf("parameter %s: %w", name, err)
		}
		given[name] = quoted
	}
	raw, err := json.Marshal(given)
	if err != nil {
		return nil, fmt.Errorf("write parameters: %w", err)
	}
	return raw, nil
}

func referenceOf(raw json.RawMessage) (Reference, bool) {
	var r Reference
	if len(raw) == 0 || raw[0] != '{' {
		return r, false
	}
	err := json.Unmarshal(raw, &r)
	return r, err == nil && r.From != ""
}
