package orchestrator

import (
	"slices"

	"github.com/aisteam/aisteam/agents"
	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/assistant"
)

// transcript is what the messages of an agent's session hold, behind its frame, in order. What an agent at work knows of its own
// session before a step follows from it alone.
type transcript []agents.Record

// said is what people have said in the session, behind its first words.
func (t transcript) said(first string) []string {
	out := []string{first}
	for _, r := range t {
		if r.Words != "" {
			out = append(out, r.Words)
		}
	}
	return out
}

// sought is what tools were looked for with since the session began: what its agent looked for or called by name, and what people said.
func (t transcript) sought() (out []agents.Sought) {
	for _, r := range t {
		if r.Words != "" {
			out = append(out, agents.Sought{Words: r.Words, Said: true})
		}
		if r.Message.Role != llm.RoleAssistant {
			continue
		}
		for _, c := range (llm.Reply{Message: r.Message}).Calls() {
			words := c.Name
			if words == agents.ToolFind {
				words = agents.Wants[agents.FindTools](agents.Wish{Call: c}).Words
			}
			out = append(out, agents.Sought{Words: words})
		}
	}
	return out
}

// speakers are the people whose words the session has taken up since somebody asked, each once, whoever asked aside. "" is somebody
// of whom nothing is kept.
func (t transcript) speakers(asked assistant.PersonID) (out []assistant.PersonID) {
	for _, r := range t {
		by := r.By
		if r.Heard != "" && len(by) == 0 {
			by = []assistant.PersonID{""}
		}
		for _, p := range by {
			if (p == "" || p != asked) && !slices.Contains(out, p) {
				out = append(out, p)
			}
		}
	}
	return out
}

// made are the calls of earlier steps that need not be made again: what was looked up since the newest change, what was done, and what
// a person has refused without saying more since.
func (t transcript) made() []agents.Made {
	calls := map[string]llm.ToolCall{} // of the newest step so far: ids may come again in a later one
	var out []agents.Made
	forget := func(what agents.Came) {
		out = slices.DeleteFunc(out, func(m agents.Made) bool { return m.Came == what })
	}
	for _, r := range t {
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
func (t transcript) asking(id assistant.ClarificationID) (call llm.ToolCall, open, found bool) {
	for at, r := range slices.Backward(t) {
		for callID, asked := range r.Asks {
			if id != "" && asked != id {
				continue
			}
			return llm.ToolCall{ID: callID, Name: agents.ToolAsk}, !t.answeredAfter(at, callID), true
		}
	}
	return call, false, false
}

// answeredAfter tells whether a call has its result in a record behind the one at hand, before the model was asked again.
func (t transcript) answeredAfter(at int, call string) bool {
	for _, r := range t[at+1:] {
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
func (t transcript) acted() bool {
	return slices.ContainsFunc(t, func(r agents.Record) bool { return len(r.Tasks) > 0 })
}

// unanswered are the calls of the newest step that have no result yet: there are such where a turn is taken again.
func (t transcript) unanswered() []llm.ToolCall {
	given := map[string]int{}
	for _, r := range slices.Backward(t) {
		switch r.Message.Role {
		case llm.RoleTool:
			for _, p := range r.Message.Parts {
				if p.Result != nil {
					given[p.Result.ID]++
				}
			}
			for call := range r.Tasks {
				given[call]++
			}
			for call := range r.Asks {
				given[call]++
			}
		case llm.RoleAssistant:
			var out []llm.ToolCall
			for _, c := range (llm.Reply{Message: r.Message}).Calls() {
				if given[c.ID]--; given[c.ID] < 0 {
					out = append(out, c)
				}
			}
			return out
		case llm.RoleUser:
			return nil
		}
	}
	return nil
}

// steps is how many replies of a model the session holds. Model calls and queries are known by it, whatever its budget says.
func (t transcript) steps() int {
	n := 0
	for _, r := range t {
		if r.Message.Role == llm.RoleAssistant {
			n++
		}
	}
	return n
}

// madeFor finds the step whose calls the tasks were made for, and those calls in the model's order.
func (t transcript) madeFor(tasks []assistant.Task) (at int, calls []llm.ToolCall) {
	of := map[assistant.TaskID]bool{}
	for _, k := range tasks {
		of[k.ID] = true
	}
	for at = len(t) - 1; at >= 0; at-- {
		if len(t[at].Tasks) == 0 {
			continue
		}
		for i := at - 1; i >= 0; i-- {
			if t[i].Message.Role != llm.RoleAssistant {
				continue
			}
			for _, c := range (llm.Reply{Message: t[i].Message}).Calls() {
				if of[t[at].Tasks[c.ID]] {
					calls = append(calls, c)
				}
			}
			break
		}
		if len(calls) > 0 {
			return at, calls
		}
	}
	return -1, nil
}

// endsAt tells whether the step whose calls became tasks in a record is one that its agent was done with: everything in it is a change,
// and nothing was said in the session since.
func (t transcript) endsAt(at int) bool {
	if at < 1 || at != len(t)-1 || t[at-1].Message.Role != llm.RoleAssistant {
		return false
	}
	ends := false
	for _, p := range t[at].Message.Parts {
		if p.Result == nil || p.Result.Failed || p.Result.Name != agents.ToolDone {
			return false
		}
		ends = true
	}
	return ends
}

// taskOf is the task that was made for one of the calls that [transcript.madeFor] found: by the call's id, and never by its place.
func (t transcript) taskOf(at int, c llm.ToolCall, tasks []assistant.Task) assistant.Task {
	return tasks[slices.IndexFunc(tasks, func(k assistant.Task) bool { return k.ID == t[at].Tasks[c.ID] })]
}

// heard tells whether the session has taken a message's words up.
func (t transcript) heard(m assistant.MessageID) bool {
	return slices.ContainsFunc(t, func(r agents.Record) bool { return r.Heard == m })
}
