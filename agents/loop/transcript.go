package loop

import (
	"maps"
	"slices"
	"strings"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/assistant"
)

// Transcript is what the messages of an agent's session hold, behind its frame, in order. What an agent at work knows of its own
// session before a step follows from it alone.
type Transcript []Record

// Said is what people have said in the session, behind its first words.
func (t Transcript) Said(first string) []string {
	out := []string{first}
	for _, r := range t {
		if r.Words != "" {
			out = append(out, r.Words)
		}
	}
	return out
}

// Sought is what tools were looked for with since the session began: what its agent looked for or called by name, and what people said.
func (t Transcript) Sought() (out []Sought) {
	for _, r := range t {
		if r.Words != "" {
			out = append(out, Sought{Words: r.Words, Said: true})
		}
		if r.Message.Role != llm.RoleAssistant {
			continue
		}
		for _, c := range (llm.Reply{Message: r.Message}).Calls() {
			words := c.Name
			if words == ToolFind {
				words = Wants[FindTools](Wish{Call: c}).Words
			}
			out = append(out, Sought{Words: words})
		}
	}
	return out
}

// Speakers are the people whose words the session has taken up since somebody asked, each once, whoever asked aside. "" is somebody
// of whom nothing is kept.
func (t Transcript) Speakers(asked assistant.PersonID) (out []assistant.PersonID) {
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

// Set tells whether a setting of whoever asked was changed.
func (t Transcript) Set() bool {
	return slices.ContainsFunc(t, func(r Record) bool { return slices.Contains(slices.Collect(maps.Values(r.Came)), CameSet) })
}

// Asked are the words of whoever asked for the session that are in it, those that it began with first.
func (t Transcript) Asked(f Frame, by assistant.PersonID) string {
	out := []string{f.Request()}
	for _, r := range t {
		if r.Words != "" && slices.Equal(r.By, []assistant.PersonID{by}) {
			out = append(out, r.Words)
		}
	}
	return strings.Join(out, "\n")
}

// Made are the calls of earlier steps that need not be made again: what was looked up since the newest change, what was done, and what
// a person has refused without saying more since.
func (t Transcript) Made() []Made {
	calls := map[string]llm.ToolCall{} // of the newest step so far: ids may come again in a later one
	var out []Made
	forget := func(what Came) {
		out = slices.DeleteFunc(out, func(m Made) bool { return m.Came == what })
	}
	for _, r := range t {
		if r.Message.Role == llm.RoleAssistant {
			calls = map[string]llm.ToolCall{}
			for _, c := range (llm.Reply{Message: r.Message}).Calls() {
				calls[c.ID] = c
			}
		}
		for _, c := range calls {
			if how := r.Came[c.ID]; how == CameDone || how == CameSet {
				forget(CameSeen)
			}
		}
		if r.Words != "" || r.Heard != "" {
			forget(CameRefused)
		}
		for id, how := range r.Came {
			if c, known := calls[id]; known {
				out = append(out, Made{Call: c, Came: how})
			}
		}
	}
	return out
}

// Asking finds the newest question that was put before people in the session, and whether its call has a result by now.
func (t Transcript) Asking(id assistant.ClarificationID) (call llm.ToolCall, open, found bool) {
	for at, r := range slices.Backward(t) {
		for callID, asked := range r.Asks {
			if id != "" && asked != id {
				continue
			}
			return llm.ToolCall{ID: callID, Name: t.calledBefore(at, callID)}, !t.answeredAfter(at, callID), true
		}
	}
	return call, false, false
}

// calledBefore is the tool of a call whose record stands before the one at hand.
func (t Transcript) calledBefore(at int, call string) string {
	for _, r := range slices.Backward(t[:at]) {
		for _, c := range (llm.Reply{Message: r.Message}).Calls() {
			if c.ID == call {
				return c.Name
			}
		}
	}
	return ToolAsk
}

// answeredAfter tells whether a call has its result in a record behind the one at hand, before the model was asked again.
func (t Transcript) answeredAfter(at int, call string) bool {
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

// Files are those that calls have made, for the person.
func (t Transcript) Files() (out []assistant.File) {
	for _, r := range t {
		out = append(out, r.Files...)
	}
	return out
}

// Refused tells whether a call was not made, or did not work.
func (t Transcript) Refused() bool {
	return slices.ContainsFunc(t, func(r Record) bool { return r.Refused })
}

// Unopened are the addresses that calls wait for leave to go to which nobody is there to give.
func (t Transcript) Unopened() (out []string) {
	for _, r := range t {
		out = append(out, r.Unopened...)
	}
	return out
}

// SentBack tells whether words of the agent were sent back since a person said something, or changes were proposed.
func (t Transcript) SentBack() bool {
	for _, r := range slices.Backward(t) {
		switch {
		case r.Strike:
			return true
		case r.Heard != "", len(r.Tasks) > 0:
			return false
		}
	}
	return false
}

// Acted tells whether anything was proposed in the session, whatever came of it.
func (t Transcript) Acted() bool {
	return slices.ContainsFunc(t, func(r Record) bool { return len(r.Tasks) > 0 && !r.Looks })
}

// Unanswered are the calls of the newest step that have no result yet: there are such where a turn is taken again.
func (t Transcript) Unanswered() []llm.ToolCall {
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

// Steps is how many replies of a model the session holds. Model calls and queries are known by it, whatever its budget says.
func (t Transcript) Steps() int {
	n := 0
	for _, r := range t {
		if r.Message.Role == llm.RoleAssistant {
			n++
		}
	}
	return n
}

// MadeFor finds the step whose calls the tasks were made for, and those calls in the model's order.
func (t Transcript) MadeFor(tasks []assistant.Task) (at int, calls []llm.ToolCall) {
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

// EndsAt tells whether the step whose calls became tasks in a record is one that its agent was done with: everything in it is a change,
// and nothing was said in the session since.
func (t Transcript) EndsAt(at int) bool {
	if at < 1 || at != len(t)-1 || t[at-1].Message.Role != llm.RoleAssistant {
		return false
	}
	ends := false
	for _, p := range t[at].Message.Parts {
		if p.Result == nil || p.Result.Failed || p.Result.Name != ToolDone {
			return false
		}
		ends = true
	}
	return ends
}

// TaskOf is the task that was made for one of the calls that [Transcript.MadeFor] found: by the call's id, and never by its place.
func (t Transcript) TaskOf(at int, c llm.ToolCall, tasks []assistant.Task) assistant.Task {
	return tasks[slices.IndexFunc(tasks, func(k assistant.Task) bool { return k.ID == t[at].Tasks[c.ID] })]
}

// Heard tells whether the session has taken a message's words up.
func (t Transcript) Heard(m assistant.MessageID) bool {
	return slices.ContainsFunc(t, func(r Record) bool { return r.Heard == m })
}
