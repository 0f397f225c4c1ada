package agents

import (
	"slices"

	"github.com/aisteam/aisteam/agents/team"
	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
)

// Bounds of how a session's tools become more.
const (
	mostOffered = 30 // of all
	mostHeard   = 3  // by what a person says while the agent is at work
)

// Sought is what tools were looked for with in a session, after it began: words, or the name of one that was called.
type Sought struct {
	Words string
	Said  bool // by a person, who may mean none
}

// Offered are the tools of a session's steps: those by which an agent steers itself, those that it began with, and at their end what was
// sought since, in its order. So each step's request begins as the one before it did, and nothing goes while the agent is at work; what its
// budgets do not let it do any more is refused when it is called.
func Offered(t *team.Team, f Frame, sought []Sought, may func(tools.Tool) bool) []tools.Tool {
	out := metaTools(t)
	if f.Tools == nil {
		f.Tools = toolNames(t.Offer([]string{f.Request()}, nil, may))
	}
	for _, name := range f.Tools {
		if tool, known := t.Tools().Get(name); known && may(tool) {
			out = append(out, tool)
		}
	}
	for _, s := range sought {
		if _, there := usableOf(out, s.Words); there {
			continue
		}
		found := LookedFor(t, s.Words, may)
		if s.Said {
			found = found[:min(len(found), mostHeard)]
		}
		out = grown(out, found)
	}
	return out
}

// grown are tools that are offered with others at their end, as many as are offered.
func grown(offered, found []tools.Tool) []tools.Tool {
	for _, tool := range found {
		if _, there := usableOf(offered, tool.Name); !there && len(offered) < mostOffered {
			offered = append(offered, tool)
		}
	}
	return offered
}

// LookedFor are the tools that words name or find.
func LookedFor(t *team.Team, words string, may func(tools.Tool) bool) []tools.Tool {
	if tool, known := t.Tools().Get(words); known && may(tool) {
		return []tools.Tool{tool}
	}
	return t.Search(words, may)
}

// askedFor is what somebody asks for now, then what they asked for before, the newest first: words that refer to it find nothing by
// themselves.
func askedFor(q Question) []string {
	out := []string{clip(q.About.Content, maxSaid)}
	for _, m := range slices.Backward(before(q.Situation.Recent, q.About)) {
		if m.Author == assistant.AuthorUser && !m.Overheard() && len(out) < maxRecent {
			out = append(out, clip(m.Content, maxLine))
		}
	}
	return out
}

// usedIn are the tools that a conversation's newest run uses.
func usedIn(s assistant.Situation) []string {
	var out []string
	for _, t := range s.Tasks {
		out = append(out, string(t.Type))
	}
	return out
}

func toolNames(all []tools.Tool) []string {
	out := make([]string, 0, len(all))
	for _, t := range all {
		out = append(out, t.Name)
	}
	return out
}
