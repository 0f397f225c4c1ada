package loop

import (
	"strings"

	"github.com/aisteam/aisteam/agents/team"
	"github.com/aisteam/aisteam/agents/tools"
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
	var out []tools.Tool
	switch f.Mode {
	case Speaks:
		return nil
	case Answers:
		out = append(out, FindingTool())
	case Works:
		out = metaTools(t)
		if f.escalates() {
			out = append(out, escalateTool())
		}
	}
	if f.Tools == nil {
		f.Tools = Names(t.OfferMeant([]string{f.Request()}, nil, may))
	}
	for _, name := range f.Tools {
		if tool, known := t.Tools().Get(name); known && may(tool) {
			out = append(out, tool)
		}
	}
	for _, s := range sought {
		if _, there := Named(out, s.Words); there {
			continue
		}
		found := LookedFor(t, s.Words, may)
		if s.Said {
			found = found[:min(len(found), mostHeard)]
		}
		out = Grown(out, found)
	}
	return out
}

// Grown are tools that are offered with others at their end, as many as are offered.
func Grown(offered, found []tools.Tool) []tools.Tool {
	for _, tool := range found {
		if _, there := Named(offered, tool.Name); !there && len(offered) < mostOffered {
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

// Named is the tool of that name among some.
func Named(among []tools.Tool, name string) (tools.Tool, bool) {
	for _, t := range among {
		if t.Name == name {
			return t, true
		}
	}
	return tools.Tool{}, false
}

// Names are the names of tools, in their order.
func Names(all []tools.Tool) []string {
	out := make([]string, 0, len(all))
	for _, t := range all {
		out = append(out, t.Name)
	}
	return out
}

// Listed says the names of tools in a line for a model.
func Listed(all []tools.Tool) string {
	if len(all) == 0 {
		return "none"
	}
	return strings.Join(Names(all), ", ")
}
