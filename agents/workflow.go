package agents

import (
	"slices"
	"strings"

	"github.com/aisteam/aisteam/agents/team"
	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
)

// Offered are the tools of an agent's next step: of those that it may use, what the people's words are about and what is left of
// its budgets, with those by which it steers itself. It is decided anew before each step; a call of any other tool is refused.
//
// Words are all that people have said in the session, so that a terse reply ("the second one", "yes, high") goes by what stood
// before it. Changes are narrowed to those whose nouns stand in the words. Where none does, the words are in a language whose nouns
// the tools do not bring, or they are about something else: then all of them stay, and the model reads what is meant.
func Offered(t *team.Team, usable []tools.Tool, words []string, spent assistant.Spent) []tools.Tool {
	meant := meantBy(words)
	about := slices.ContainsFunc(usable, func(t tools.Tool) bool { return t.Class == assistant.ClassAction && meant(t) })
	var out []tools.Tool
	for _, u := range usable {
		action := u.Class == assistant.ClassAction
		if action && (spent.Actions >= MaxActions || about && !meant(u)) || !action && spent.Queries >= MaxQueries {
			continue
		}
		out = append(out, u)
	}
	if spent.Meta < MaxMeta {
		out = append(out, metaTools(t)...)
	}
	return out
}

// meantBy tells of a tool whether one of its nouns stands in the words.
func meantBy(words []string) func(tools.Tool) bool {
	said := map[string]bool{}
	for _, text := range words {
		for _, w := range wordsOf(folded(text[:min(len(text), maxRead)])) {
			said[w] = true
		}
	}
	return func(t tools.Tool) bool {
		return slices.ContainsFunc(t.Nouns, func(noun string) bool { return said[strings.ToLower(noun)] })
	}
}
