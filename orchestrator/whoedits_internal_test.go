package orchestrator

import (
	"testing"
	"time"

	"github.com/aisteam/aisteam/agents/loop"
	"github.com/aisteam/aisteam/assistant"
)

// TestOnlyWhoAskedIsToldThatTheirRequestWaits: of what waits it is the first that they asked for themselves; nobody's is nobody's.
func TestOnlyWhoAskedIsToldThatTheirRequestWaits(t *testing.T) {
	var all []assistant.ApprovalRecord
	for id, by := range []assistant.PersonID{"", "anna", "ben", "anna"} {
		all = append(all, assistant.ApprovalRecord{Approval: assistant.Approval{ID: assistant.ApprovalID(rune('a' + id)), RequestedBy: by}})
	}
	for who, want := range map[assistant.PersonID]assistant.ApprovalID{"anna": "b", "ben": "c", "cleo": "", "": ""} {
		got := assistant.ApprovalID("")
		if a := theirs(all, who); a != nil {
			got = a.ID
		}
		if got != want {
			t.Errorf("of %q it is %q that waits, not %q", who, got, want)
		}
	}
}

// TestOnlyWhoAskedTakesTheirRequestBack while its question is open: a guest, and somebody of whom nobody knows, drops nothing.
func TestOnlyWhoAskedTakesTheirRequestBack(t *testing.T) {
	for name, c := range map[string]struct {
		who  assistant.Person
		of   assistant.MessageID
		open bool
		want bool
	}{
		"who asked":                 {assistant.Person{ID: "anna", Role: assistant.RoleMember}, "request", true, true},
		"another message of theirs": {assistant.Person{ID: "anna", Role: assistant.RoleMember}, "thanks", true, false},
		"where nothing is asked":    {assistant.Person{ID: "anna", Role: assistant.RoleMember}, "request", false, false},
		"a guest by now":            {assistant.Person{ID: "anna", Role: assistant.RoleGuest}, "request", true, false},
		"nobody":                    {assistant.Person{Role: assistant.RoleMember}, "request", true, false},
	} {
		turn := saying(c.who, "")
		turn.sit.Brief = &assistant.Brief{Plan: "p", Message: "request", RequestedBy: "anna"}
		if c.open {
			turn.sit.Question = &assistant.Clarification{ID: "q", Plan: "p"}
		}
		handled, err := (&Supervisor{staff: &staff{}, plans: &plans{}}).requestRevised(t.Context(), turn, assistant.Revised{Message: c.of, Deleted: true})
		if err != nil || handled != c.want || len(turn.final.Messages) > 0 != c.want {
			t.Errorf("%s: %t, %v; it is said %q", name, handled, err, turn.heardFrom())
		}
	}
}

// TestASessionIsBegunByItsFirstWords, or by what they were changed into.
func TestASessionIsBegunByItsFirstWords(t *testing.T) {
	a := &acting{Loop: &loop.Loop{Session: assistant.AgentSession{Cause: "first"}, Edited: "changed"}}
	for said, want := range map[assistant.MessageID]bool{"first": true, "changed": true, "other": false} {
		if got := a.begunBy(said); got != want {
			t.Errorf("by %q: %t", said, got)
		}
	}
}

// TestOnlyWhoWishedItOtherwiseChangesTheWish: edited words are heard where they say something else than before, by whoever said them, and
// where what was made of them waits still.
func TestOnlyWhoWishedItOtherwiseChangesTheWish(t *testing.T) {
	back := &assistant.SentBack{By: "anna", Message: "wish", Words: "make it shorter"}
	waits := assistant.Task{ID: "k", Status: assistant.TaskOpen, Approval: "a", SentBack: back}
	for name, c := range map[string]struct {
		who     assistant.PersonID
		words   string
		of      assistant.MessageID
		deleted bool
		task    assistant.Task
		want    bool
	}{
		"who wished it":      {"anna", "make it friendlier", "wish", false, waits, true},
		"somebody else":      {"ben", "make it friendlier", "wish", false, waits, false},
		"the same words":     {"anna", " make it shorter ", "wish", false, waits, false},
		"no words at all":    {"anna", " ", "wish", false, waits, false},
		"taken back":         {"anna", "make it friendlier", "wish", true, waits, false},
		"another message":    {"anna", "make it friendlier", "thanks", false, waits, false},
		"it waits no more":   {"anna", "make it friendlier", "wish", false, assistant.Task{ID: "k", Status: assistant.TaskOpen, SentBack: back}, false},
		"it was decided":     {"anna", "make it friendlier", "wish", false, assistant.Task{ID: "k", Status: assistant.TaskOpen, Approval: "b", SentBack: back}, false},
		"nothing was wished": {"anna", "make it friendlier", "wish", false, assistant.Task{ID: "k", Status: assistant.TaskOpen, Approval: "a"}, false},
	} {
		// Nobody may decide here any more: words that are heard get a sentence about it, and all others get none.
		turn := saying(assistant.Person{ID: c.who, Role: assistant.RoleGuest}, c.words)
		turn.sit.Run, turn.sit.Tasks = &assistant.Run{ID: "r", Status: assistant.RunRunning}, []assistant.Task{c.task}
		a := assistant.ApprovalRecord{Approval: assistant.Approval{ID: "a", Revisable: true, RequestedBy: "anna"}}
		a.Status = assistant.ApprovalPending
		turn.sit.Approvals = []assistant.ApprovalRecord{a}
		s := &Supervisor{runs: &runs{models: &models{now: time.Now}, named: namings{}}}
		heard, err := s.editedWish(t.Context(), turn, assistant.Revised{Message: c.of, Deleted: c.deleted})
		if err != nil || heard != c.want || len(turn.final.Messages) > 0 != c.want {
			t.Errorf("%s: %t, %v; it is said %q", name, heard, err, turn.heardFrom())
		}
	}
}
