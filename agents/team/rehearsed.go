package team

import (
	"slices"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/wording"
)

// Rehearsed are the agents that [Team.Ever] lists, offered only with those of their requests that the tools' examples understand in every
// language. Without a language model the others could only be answered with a shrug.
func (t *Team) Rehearsed() []assistant.Agent {
	out := t.Ever()
	for i := range out {
		out[i].Examples = slices.DeleteFunc(slices.Clone(out[i].Examples), func(request string) bool { return !t.understood()[request] })
	}
	return out
}

// understoodBy tells which of the requests that agents are offered with are like an example of a tool, however they are put. It is worked
// out once for a team, when it is first asked for.
func understoodBy(t *Team) map[string]bool {
	out := map[string]bool{}
	for _, a := range t.Ever() {
		for _, request := range a.Examples {
			out[request] = !slices.ContainsFunc(assistant.Languages(), func(l assistant.Language) bool {
				return len(t.Examples().Find(wording.In(l).Label(request))) == 0
			})
		}
	}
	return out
}
