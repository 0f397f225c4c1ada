package web_test

import (
	"strings"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// TestATimelineShowsAllUnlessOneKindOrAgentIsAskedFor.
func TestATimelineShowsAllUnlessOneKindOrAgentIsAskedFor(t *testing.T) {
	w := newWorld(t)
	run, ask := assistant.NewID[assistant.RunID](w.ids), assistant.NewID[assistant.ApprovalID](w.ids)
	w.runs[run] = assistant.RunView{
		Run:   assistant.Run{ID: run, Conversation: w.start("x"), CreatedBy: assistant.Chief, Status: assistant.RunCompleted},
		Tasks: []assistant.Task{{ID: "task", Owner: assistant.WebEngineer, Approval: ask}},
	}
	w.approvals[ask] = assistant.ApprovalRecord{
		Approval: assistant.Approval{ID: ask, Title: assistant.Say("Publish it")}, Status: assistant.ApprovalApproved, DecidedBy: w.owner.ID, DecidedAt: w.now().Add(time.Second),
	}
	h := w.surface(t)
	in := cookie(t, h)
	for query, want := range map[string][3]bool{ // of the model, the tool and the decision
		"": {true, true, true}, "?kind=tool": {false, true, false}, "?kind=model": {true, false, false}, "?kind=decision": {false, false, true},
		"?agent=" + string(assistant.WebEngineer): {false, true, true}, "?agent=" + string(assistant.Chief): {true, false, false},
		"?kind=tool&agent=" + string(assistant.Chief): {false, false, false},
	} {
		page := call(t, h, "GET", "/runs/"+string(run)+"/timeline"+query, "", in).Body.String()
		for i, part := range []string{"gemini flash", `{&#34;title&#34;`, "Publish it"} {
			if strings.Contains(page, part) != want[i] {
				t.Errorf("%q shows %s: %v", query, part, !want[i])
			}
		}
	}
}
