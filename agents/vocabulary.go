package agents

import "github.com/aisteam/aisteam/agents/team"

// Vocabulary reads what people say by the words of a team, beside the words of everyday.
type Vocabulary struct {
	*team.Team
	words *team.Words
	names string // of the agents, as [folded] writes them
}

// Of reads by the words of that team.
func Of(t *team.Team) Vocabulary {
	w := t.Words()
	return Vocabulary{Team: t, words: w, names: folded(w.Names)}
}
