package examples

import (
	"strings"
)

// filled is an argument with what fills its slots; ok is false where nothing does.
func filled(form any, said map[string]string, key func(string) string) (value any, ok bool) {
	switch form := form.(type) {
	case string:
		if !strings.Contains(form, "{") {
			return form, true
		}
		words := strings.TrimSpace(Worded(form, said))
		return words, words != "" && !bare(form, words)
	case []any:
		all := make([]any, 0, len(form))
		for _, one := range form {
			if v, ok := filled(one, said, key); ok {
				all = append(all, v)
			}
		}
		return all, len(all) > 0
	case map[string]any:
		step, isStep := form["from"].(string)
		field, isField := form["field"].(string)
		if isStep && isField {
			return From{key(step), field}, true
		}
	}
	return form, true
}

// bare tells whether nothing has filled a form: what is left is what stood around its slots.
func bare(form, words string) bool { return words == strings.TrimSpace(Worded(form, nil)) }

// firstWhole is the first of the alternatives all of whose slots are filled.
func firstWhole(alternatives string, said map[string]string) string {
	for a := range strings.SplitSeq(alternatives, "|") {
		if whole(a, said) {
			return Worded(a, said)
		}
	}
	return ""
}

// Worded is a text with what fills its slots. Of [what stands in|brackets] it has the first whose slots are filled, or nothing.
func Worded(text string, said map[string]string) string {
	var out strings.Builder
	for text != "" {
		open := strings.IndexAny(text, "[{")
		if open < 0 {
			out.WriteString(text)
			break
		}
		out.WriteString(text[:open])
		closing := map[byte]string{'[': "]", '{': "}"}[text[open]]
		inner, rest, _ := strings.Cut(text[open+1:], closing)
		if closing == "}" {
			out.WriteString(said[inner])
		} else {
			out.WriteString(firstWhole(inner, said))
		}
		text = rest
	}
	return out.String()
}

// whole tells whether all slots of a text are filled.
func whole(text string, said map[string]string) bool {
	for {
		_, after, found := strings.Cut(text, "{")
		if !found {
			return true
		}
		name, rest, _ := strings.Cut(after, "}")
		if said[name] == "" {
			return false
		}
		text = rest
	}
}
