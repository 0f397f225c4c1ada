// Package schemas knows of JSON Schemas what providers of OpenAI's protocols want of them.
package schemas

import (
	"encoding/json"
	"slices"
)

// Strict tells whether a schema is one that providers hold a model to: every object closed, with all its properties required, and
// no words but those that they know.
func Strict(raw json.RawMessage) bool {
	var schema any
	return json.Unmarshal(raw, &schema) == nil && strictly(schema)
}

func strictly(schema any) bool {
	s, ok := schema.(map[string]any)
	if !ok {
		return false
	}
	for word := range s {
		if !slices.Contains([]string{"type", "description", "properties", "required", "additionalProperties", "items", "enum", "title"}, word) {
			return false
		}
	}
	if items, ok := s["items"]; ok && !strictly(items) {
		return false
	}
	properties, _ := s["properties"].(map[string]any)
	if s["type"] != "object" {
		return properties == nil && s["type"] != nil
	}
	required, _ := s["required"].([]any)
	if closed, ok := s["additionalProperties"].(bool); !ok || closed || len(required) != len(properties) {
		return false
	}
	for name, property := range properties {
		if !slices.Contains(required, any(name)) || !strictly(property) {
			return false
		}
	}
	return true
}
