package vendors

import (
	"fmt"
	"slices"
	"strings"
)

// strictSchema says what in a schema OpenAI refuses where it is to hold a model to it, and where: every object is closed and asks for all
// that is in it, and says nothing that it does not know.
//
// Sources: developers.openai.com/api/docs/guides/structured-outputs ("Supported schemas"); moeru-ai/xsai#202 for the words of an open
// object, vercel/ai#6484 for those of an optional property.
func strictSchema(schema map[string]any, at []string) (where, said string) {
	where = "()"
	if len(at) > 0 {
		where = "('" + strings.Join(at, "', '") + "')"
	}
	for word := range schema {
		if slices.Contains([]string{"oneOf", "allOf", "not", "if", "then", "else", "dependentRequired", "dependentSchemas", "patternProperties"}, word) {
			return where, fmt.Sprintf("'%s' is not permitted.", word)
		}
	}
	if items, ok := schema["items"].(map[string]any); ok {
		return strictSchema(items, append(slices.Clone(at), "items"))
	}
	properties, _ := schema["properties"].(map[string]any)
	if schema["type"] != "object" && properties == nil {
		return "", ""
	}
	if closed, ok := schema["additionalProperties"].(bool); !ok || closed {
		return where, "'additionalProperties' is required to be supplied and to be false."
	}
	required, _ := schema["required"].([]any)
	for name, property := range properties {
		if !slices.Contains(required, any(name)) {
			return where, fmt.Sprintf("'required' is required to be supplied and to be an array including every key in properties. Missing '%s'.", name)
		}
		if inner, ok := property.(map[string]any); ok {
			if where, said := strictSchema(inner, append(slices.Clone(at), "properties", name)); said != "" {
				return where, said
			}
		}
	}
	return "", ""
}
