package rehearsal

import (
	"regexp"
	"strings"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/script"
	"github.com/aisteam/aisteam/assistant"
)

var (
	leftToUs   = script.Pattern(`(?i)\b(?:you (?:choose|decide|pick)|up to you|don'?t (?:care|mind)|no preference|whatever)\b`)
	whichOne   = script.Pattern(`(?i)\b(?:the\s+)?(first|second|third|last|[1-9])(?:\s+(?:one|option|way))?\b`)
	denial     = script.Pattern(`(?i)\b(?:not|no|never|neither|except|don'?t|isn'?t)\b`)
	restIsOurs = script.Pattern(`(?i)\b(?:the rest|everything else|all the rest|the others?)\b`)
	lead       = script.Pattern(`(?i)^(?:it(?:'s| is)|it should be|for|in|the|to|is|should be|we want|i want|please|and|about|called|named)\s+`)
)

// interpret reads words as answers: an option that stands in them, a number of an option, what follows a question's key,
// or, for a single open question, the words themselves.
func (m *Model) interpret(f llm.InterpretFacts) llm.InterpretReply {
	out := llm.InterpretReply{Answers: []llm.Pair{}, Choose: []string{}}
	words := strings.TrimSpace(f.Text)
	if words == "" || strings.HasSuffix(words, "?") {
		return out
	}
	alone := len(f.Questions) == 1 && len(f.Known) == 0
	for _, q := range f.Questions {
		switch v := m.answerTo(q, words, alone); {
		case v != "":
			out.Answers = append(out.Answers, llm.Pair{Key: q.Key, Value: v})
		case leftToUs().MatchString(words) && (alone || restIsOurs().MatchString(words)):
			out.Choose = append(out.Choose, q.Key)
		}
	}
	return out
}

func (m *Model) answerTo(q assistant.Question, words string, alone bool) string {
	if len(q.Options) > 0 && denial().MatchString(words) {
		return ""
	}
	lower := strings.ToLower(words)
	found := ""
	for _, o := range q.Options {
		if strings.Contains(lower, strings.ToLower(o.Label)) {
			if found != "" {
				found = ""
				break
			}
			found = o.Value
		}
	}
	if found != "" {
		return found
	}
	if n := whichOne().FindStringSubmatch(words); n != nil && alone && len(q.Options) > 0 {
		if i := nth(strings.ToLower(n[1]), len(q.Options)); i >= 0 && i < len(q.Options) {
			return q.Options[i].Value
		}
	}
	if said := regexp.MustCompile(`(?i)\b` + regexp.QuoteMeta(q.Key) + `\b\s*(?:is|should be|:|=)\s*([^,;.\n]+)`).FindStringSubmatch(words); said != nil {
		return strings.TrimSpace(said[1])
	}
	for _, s := range m.config.Scripts {
		if s.Answer == nil {
			continue
		}
		if read := s.Answer(q.Key, words); read != "" {
			return read
		}
	}
	if alone && q.Free && len(q.Options) == 0 {
		return script.Trim(lead().ReplaceAllString(words, ""))
	}
	return ""
}

func nth(word string, n int) int {
	switch word {
	case "first":
		return 0
	case "second":
		return 1
	case "third":
		return 2
	case "last":
		return n - 1
	default:
		return int(word[0] - '1')
	}
}
