package rehearsal

import (
	"slices"
	"strings"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/script"
)

var (
	otherwise = script.Pattern(`(?i)\b(?:shorter|shorten|longer|mention|rewrite|reword|rephrase|friendlier|simpler|more formal|less formal|kürzer|länger|plus court|plus long|más corto|más largo)\b`)
	ofItsOwn  = script.Pattern(`(?i)\b(?:create|open|new|another|remind|every)\b`)
	givesNew  = script.Pattern(`(?i)\b(?:change|set|make|call)\s+(?:the\s+)?(\w+)\s+(?:to|into|:)?\s*[“"„«]?([^”"“»]+?)[”"“»]?\s*[.!]?$`)
)

// wantsOtherwise tells whether words want what stands there for approval to be different, in the plain forms that are known.
func wantsOtherwise(text string) bool {
	return renames(text) || otherwise().MatchString(text) && !ofItsOwn().MatchString(text)
}

// renames tells whether words give something that stands there another name: "change the title to Our offer".
func renames(text string) bool {
	m := givesNew().FindStringSubmatch(text)
	return m != nil && slices.Contains([]string{"title", "name", "heading", "priority", "description"}, strings.ToLower(m[1]))
}

// rework gives a parameter that words name its new value, and the words to whoever wrote.
func rework(f llm.ReworkFacts) llm.ReworkReply {
	out := llm.ReworkReply{Parameters: []llm.Pair{}, Writers: []string{}}
	if m := givesNew().FindStringSubmatch(f.Wish); m != nil {
		name := strings.ToLower(m[1])
		if name == "name" || name == "heading" {
			name = "title"
		}
		if at := slices.IndexFunc(f.Parameters, func(p llm.Pair) bool { return strings.EqualFold(p.Key, name) }); at >= 0 {
			out.Parameters = append(out.Parameters, llm.Pair{Key: f.Parameters[at].Key, Value: strings.TrimSpace(m[2])})
		}
	}
	for _, w := range f.Writers {
		out.Writers = append(out.Writers, w.Key)
	}
	return out
}
