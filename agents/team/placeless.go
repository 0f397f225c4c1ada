package team

import (
	"slices"

	"github.com/aisteam/aisteam/agents/examples"
	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
)

// Bounds of what a request is taken to ask for where no example is like it.
const (
	mostRead  = 1500 // bytes of a request that is held against examples; what is longer is like none
	leastSaid = 0.05 // of what the words say, that the best tool has to do with
	asGood    = 0.6  // as the best one, that others are which may be meant as well
)

// Placeless tells whether a request asks for nothing but what needs nothing of a project, such as a ticket or a reminder: nobody has to
// say which project is meant. What the tools say of themselves decides, in every language: the examples that the request is like, else the
// words by which they name what is asked for. What no tool knows may be about a project, and so may what one that needs a project is meant
// by nearly as well.
func (t *Team) Placeless(request string) bool {
	if found, beside := t.likeExamples(request); len(found) > 0 {
		return !slices.ContainsFunc(found, t.isOfAProject) && !slices.ContainsFunc(beside, t.besideOfAProject)
	}
	meant := t.meant(request, anyTool)
	return len(meant) > 0 && !slices.ContainsFunc(meant, t.needsProject)
}

// likeExamples reads a request by the tools' examples: what it asks for, and the sentences that are like none.
func (t *Team) likeExamples(request string) (found []examples.Finding, beside []string) {
	if len(request) > mostRead {
		return nil, nil
	}
	return t.Examples().Read(request)
}

// besideOfAProject tells whether a sentence that is like no example asks for what needs a project. What no tool knows asks for nothing.
func (t *Team) besideOfAProject(sentence string) bool {
	return slices.ContainsFunc(t.meant(sentence, anyTool), t.needsProject)
}

// isOfAProject tells whether something that an example comes to needs a project, at once or later.
func (t *Team) isOfAProject(f examples.Finding) bool {
	for _, c := range examples.Calls([]examples.Finding{f}, nil, t.has) {
		tool, _ := t.tools.Get(string(c.Tool))
		if !tool.Placeless(func(argument string) bool { return c.Arguments[argument] != nil }) {
			return true
		}
	}
	return slices.ContainsFunc(f.Filled[f.Example.Later], t.laterOfAProject)
}

// laterOfAProject tells whether a request that is done later needs a project. What no tool knows is a note to a person.
func (t *Team) laterOfAProject(request string) bool {
	if found, beside := t.likeExamples(request); len(found) > 0 {
		return slices.ContainsFunc(found, t.isOfAProject) || slices.ContainsFunc(beside, t.besideOfAProject)
	}
	return slices.ContainsFunc(t.meant(request, atOnce), t.needsProject)
}

// meant are the tools that words may ask for: the one that has most to do with them, and those that have nearly as much. There are none
// where the words say hardly anything of any.
func (t *Team) meant(words string, may func(tools.Tool) bool) []tools.Tool {
	var out []tools.Tool
	best := 0.0
	for _, hit := range t.finder.things().Rank(words) {
		tool := t.finder.tools[hit.Document]
		if !may(tool) {
			continue
		}
		if best = max(best, hit.Score); best < leastSaid || hit.Score < asGood*best {
			break
		}
		out = append(out, tool)
	}
	return out
}

func (t *Team) has(name assistant.TaskType) bool {
	_, known := t.tools.Get(string(name))
	return known
}

// needsProject tells whether a tool needs a project where nobody says where else it is to look, or goes with one that does: whoever asks
// for words may mean the page that they are for.
func (t *Team) needsProject(tool tools.Tool) bool {
	needs := func(o tools.Tool) bool { return !o.Placeless(func(string) bool { return false }) }
	return needs(tool) || slices.ContainsFunc(t.finder.tools, func(o tools.Tool) bool { return slices.Contains(o.With, tool.Name) && needs(o) })
}

func anyTool(tools.Tool) bool { return true }

// atOnce leaves out what would only put a request off once more.
func atOnce(t tools.Tool) bool { return !t.Standing }
