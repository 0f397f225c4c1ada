package loop

import (
	"maps"
	"slices"
	"strings"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/assistant"
)

// An executor's question does not wait for the others of its step: the planner gets it at once, and of each that is still at work the
// result [ToldAtWork]. What those come to it is told later, with [ToldAfterwards]; until then, words of the planner end nothing.

// AtWork are the tasks of executors that the agent was told are still at work, by their runs, without those whose end it was told of since.
func (t Transcript) AtWork() map[assistant.TaskID]assistant.RunID {
	out := map[assistant.TaskID]assistant.RunID{}
	for _, r := range t {
		maps.Copy(out, r.Later)
		for _, id := range r.Told {
			delete(out, id)
		}
	}
	return out
}

// Awaits are the tasks whose results the newest step waits for; looks tells whether they only look something up. A session whose newest
// record made no tasks waits for none.
func (t Transcript) Awaits() (tasks []assistant.TaskID, looks bool) {
	if len(t) == 0 {
		return nil, false
	}
	last := t[len(t)-1]
	return slices.Sorted(maps.Values(last.Tasks)), last.Looks
}

// AwaitsPerson tells whether the session waits for a person's answer.
func (t Transcript) AwaitsPerson() bool {
	return len(t) > 0 && (len(t[len(t)-1].Asks) > 0 || t[len(t)-1].Raised != "")
}

// ToldAtWork is the result, for now, of a task that has not ended.
func ToldAtWork(who string) string {
	return who + " is still at work on it. You are told the report once it is there: do not delegate it again. Where there is nothing else to do until then, say that you wait."
}

// ToldWaits are the words of a planner that waits, where it has none of its own.
const ToldWaits = "I wait for the reports."

// ToldAfterwards tells of tasks that were still at work when their planner was told of the others.
func ToldAfterwards(reports []string) llm.Message {
	return llm.TextMessage(llm.RoleUser, "What was still at work has ended.\n\n"+strings.Join(reports, "\n\n"))
}
