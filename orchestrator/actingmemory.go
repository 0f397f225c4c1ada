package orchestrator

import (
	"slices"

	"github.com/aisteam/aisteam/agents"
	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
)

// What an agent at work knows of its own session before a step: what people have said in it, which tools it is offered, what it has
// called already.

// offered are the tools of the step at hand. A turn that is taken again offers the same ones: they follow from what is kept.
func (a *acting) offered() []tools.Tool { return agents.Offered(a.usable, a.said(), a.session.Spent) }

// said is what people have said in the session, from its first words on.
func (a *acting) said() []string {
	out := []string{a.frame.Request()}
	for _, r := range a.records {
		if r.Words != "" {
			out = append(out, r.Words)
		}
	}
	return out
}

// made are the calls of earlier steps that need not be made again: what was looked up since the newest change, what was done, and what
// a person has refused without saying more since.
func (a *acting) made() []agents.Made {
	calls := map[string]llm.ToolCall{} // of the newest step so far: ids may come again in a later one
	var out []agents.Made
	forget := func(what agents.Came) {
		out = slices.DeleteFunc(out, func(m agents.Made) bool { return m.Came == what })
	}
	for _, r := range a.records {
		if r.Message.Role == llm.RoleAssistant {
			calls = map[string]llm.ToolCall{}
			for _, c := range (llm.Reply{Message: r.Message}).Calls() {
				calls[c.ID] = c
			}
		}
		for _, c := range calls {
			if how := r.Came[c.ID]; how == agents.CameDone {
				forget(agents.CameSeen)
			}
		}
		if r.Words != "" || r.Heard != "" {
			forget(agents.CameRefused)
		}
		for id, how := range r.Came {
			if c, known := calls[id]; known {
				out = append(out, agents.Made{Call: c, Came: how})
			}
		}
	}
	return out
}

// asking finds the newest question that was put before people in the session, and whether its call has a result by now.
func (a *acting) asking(id assistant.ClarificationID) (call llm.ToolCall, open, found bool) {
	for at, r := range slices.Backward(a.records) {
		for callID, asked := range r.Asks {
			if id != "" && asked != id {
				continue
			}
			return llm.ToolCall{ID: callID, Name: agents.ToolAsk}, !a.answeredAfter(at, callID), true
		}
	}
	return call, false, false
}

// answeredAfter tells whether a call has its result in a record behind the one at hand, before the model was asked again.
func (a *acting) answeredAfter(at int, call string) bool {
	for _, r := range a.records[at+1:] {
		if r.Message.Role == llm.RoleAssistant {
			return true
		}
		for _, p := range r.Message.Parts {
			if p.Result != nil && p.Result.ID == call {
				return true
			}
		}
	}
	return false
}

// acted tells whether anything was proposed in the session, whatever came of it.
func (a *acting) acted() bool {
	return slices.ContainsFunc(a.records, func(r agents.Record) bool { return len(r.Tasks) > 0 })
}
