package orchestrator

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aisteam/aisteam/agents"
	"github.com/aisteam/aisteam/agents/loop"
	"github.com/aisteam/aisteam/assistant"
)

// shelf keeps works in memory, and counts how often a session was looked for in it.
type shelf struct {
	people    []assistant.Person
	runs      map[assistant.RunID]assistant.RunView
	approvals map[assistant.ApprovalID]assistant.ApprovalRecord
	sessions  []assistant.AgentSession // the newest comes last
	looked    int
}

func (s *shelf) Person(_ context.Context, _ assistant.TenantID, id assistant.PersonID) (assistant.Person, error) {
	if at := slices.IndexFunc(s.people, func(p assistant.Person) bool { return p.ID == id }); at >= 0 {
		return s.people[at], nil
	}
	return assistant.Person{}, assistant.ErrNotFound
}

func (s *shelf) Run(_ context.Context, _ assistant.TenantID, id assistant.RunID) (assistant.RunView, error) {
	if v, kept := s.runs[id]; kept {
		return v, nil
	}
	return assistant.RunView{}, assistant.ErrNotFound
}

func (s *shelf) Approval(_ context.Context, _ assistant.TenantID, id assistant.ApprovalID) (assistant.ApprovalRecord, error) {
	if a, kept := s.approvals[id]; kept {
		return a, nil
	}
	return assistant.ApprovalRecord{}, assistant.ErrNotFound
}

func (s *shelf) AgentSession(_ context.Context, _ assistant.TenantID, id assistant.AgentSessionID) (assistant.AgentSession, bool, error) {
	s.looked++
	if at := slices.IndexFunc(s.sessions, func(k assistant.AgentSession) bool { return k.ID == id }); at >= 0 {
		return s.sessions[at], true, nil
	}
	return assistant.AgentSession{}, false, nil
}

func (s *shelf) NewestSession(_ context.Context, _ assistant.TenantID, c assistant.ConversationID) (assistant.AgentSession, bool, error) {
	s.looked++
	for _, k := range slices.Backward(s.sessions) {
		if k.Conversation == c {
			return k, true, nil
		}
	}
	return assistant.AgentSession{}, false, nil
}

// nobodyElse is a tenant in which nobody has named anybody to decide for them.
type nobodyElse struct{}

func (nobodyElse) Delegations(context.Context, assistant.TenantID) ([]assistant.Delegation, error) {
	return nil, nil
}

// turnOn is a turn over a situation that answers a message.
func turnOn(t *testing.T, sit assistant.Situation, m assistant.Message) *turn {
	t.Helper()
	on := &turn{
		team: teamOf(), sit: sit, mail: assistant.Mail{ID: 1, Message: m}, labels: map[string]int{}, decided: map[assistant.ApprovalID]assistant.ApprovalDecided{},
		doing: &indicator{show: func(assistant.Activity) {}},
	}
	t.Cleanup(on.close)
	return on
}

// endsWithWords are what a turn ends with, one below the other.
func endsWithWords(t *turn) string {
	var out []string
	for _, m := range t.final.Messages {
		out = append(out, m.Content)
	}
	return strings.Join(out, "\n")
}

func anna() assistant.Person {
	return assistant.Person{ID: "anna", Name: "Anna", Role: assistant.RoleMember}
}

// TestWhatAPlanProposedIsNoAgentsToGoOnWith: no session is looked for, and nothing is let go on.
func TestWhatAPlanProposedIsNoAgentsToGoOnWith(t *testing.T) {
	planned := assistant.Run{ID: "r", RequestedBy: "anna", Status: assistant.RunRunning}
	lookups := &shelf{runs: map[assistant.RunID]assistant.RunView{"r": {Run: planned}}}
	models := &models{lookups: lookups, now: func() time.Time { return time.Unix(0, 0) }}
	staff := &staff{models: models}
	for what, goes := range map[string]func(*turn) (bool, error){
		"what came of it": func(on *turn) (bool, error) {
			last, err := staff.goesOn(t.Context(), on, planned, nil, nil, false)
			return last != lastReceipts, err
		},
		"“continue” after a stop": func(on *turn) (bool, error) { return staff.resumable(t.Context(), on, planned, true) },
		"an answer to its question": func(on *turn) (bool, error) {
			return staff.answered(t.Context(), on, assistant.Clarification{ID: "q"}, nil, "the first one")
		},
		"a question that nobody answers": func(on *turn) (bool, error) {
			return staff.noAnswer(t.Context(), on, assistant.Clarification{ID: "q"}, "Nobody answers.")
		},
	} {
		on := turnOn(t, assistant.Situation{Person: anna(), Run: &planned, Settings: assistant.DefaultSettings()}, assistant.Message{ID: "m", Person: "anna"})
		handled, err := goes(on)
		if err != nil || handled || endsWithWords(on) != "" || len(on.final.Sessions) != 0 {
			t.Errorf("%s is taken up by an agent: %v, %v, it says %q", what, handled, err, endsWithWords(on))
		}
	}
	if lookups.looked != 0 {
		t.Errorf("a session was looked for %d times", lookups.looked)
	}
}

// TestContinueIsOfferedForWhatWasStoppedLast, and for nothing else.
func TestContinueIsOfferedForWhatWasStoppedLast(t *testing.T) {
	of := func(id assistant.AgentSessionID) assistant.AgentSession {
		return assistant.AgentSession{ID: id, Conversation: "c"}
	}
	for what, c := range map[string]struct {
		sessions         []assistant.AgentSession
		stopped, resumes bool
		want             bool
	}{
		"it was stopped":               {[]assistant.AgentSession{of("old"), of("s")}, true, false, true},
		"its model was, in this turn":  {[]assistant.AgentSession{of("s")}, false, true, true},
		"it came to its end by itself": {[]assistant.AgentSession{of("s")}, false, false, false},
		"another one has begun since":  {[]assistant.AgentSession{of("s"), of("new")}, true, false, false},
		"it is not there any more":     {nil, true, false, false},
	} {
		on := turnOn(t, assistant.Situation{}, assistant.Message{})
		on.claim.Conversation, on.resumes = "c", c.resumes
		staff := &staff{models: &models{lookups: &shelf{sessions: c.sessions}}}
		if got, err := staff.resumable(t.Context(), on, assistant.Run{Session: "s"}, c.stopped); err != nil || got != c.want {
			t.Errorf("%s: offered %v, %v", what, got, err)
		}
	}
}

// TestAYesBeforeAnythingIsAskedDecidesNothing of an agent's work that goes on and has asked nobody yet. Of anything else it is no such yes.
func TestAYesBeforeAnythingIsAskedDecidesNothing(t *testing.T) {
	going := assistant.Run{ID: "r", Session: "s", Title: "Pin a note", Status: assistant.RunRunning}
	planned, over := going, going
	planned.Session, over.Status = "", assistant.RunCompleted
	open, asked, done := assistant.Task{ID: "k", Status: assistant.TaskOpen}, assistant.Task{ID: "k", Status: assistant.TaskOpen, Approval: "a"}, assistant.Task{ID: "k", Status: assistant.TaskCompleted}
	for what, c := range map[string]struct {
		run   *assistant.Run
		waits int
		task  assistant.Task
		early bool
	}{
		"an agent is about to ask":   {&going, 0, open, true},
		"nothing is at work":         {nil, 0, open, false},
		"a plan is at work":          {&planned, 0, open, false},
		"it has ended":               {&over, 0, open, false},
		"something waits for a yes":  {&going, 1, open, false},
		"somebody was asked before":  {&going, 0, asked, false},
		"something of it is settled": {&going, 0, done, false},
	} {
		on := turnOn(t, assistant.Situation{Person: anna(), Run: c.run, Tasks: []assistant.Task{c.task}, Approvals: make([]assistant.ApprovalRecord, c.waits)}, assistant.Message{ID: "m", Person: "anna"})
		got, err := (&runs{}).beforeAsked(t.Context(), on, agents.Reply{Intent: agents.ReplyYes})
		if said := strings.Contains(endsWithWords(on), "You wrote that before “Pin a note” was shown here"); err != nil || got != c.early || said != c.early {
			t.Errorf("%s: too early %v, %v, it says %q", what, got, err, endsWithWords(on))
		}
	}
}

// oneEar hears what came after the turn's mail.
type oneEar []assistant.Mail

func (e oneEar) Newer(_ context.Context, _ assistant.Claim, after int64) (out []assistant.Mail, err error) {
	for _, m := range e {
		if m.ID > after {
			out = append(out, m)
		}
	}
	return out, nil
}

// TestATurnThatIsTakenAgainAnswersWhatItsSessionHasTakenUp, and no other mail; taken for the first time it answers its own alone.
func TestATurnThatIsTakenAgainAnswersWhatItsSessionHasTakenUp(t *testing.T) {
	taken, err := json.Marshal(loop.Record{Heard: "two", Words: "and the parking"})
	if err != nil {
		t.Fatal(err)
	}
	session := assistant.AgentSession{ID: "s", Agent: assistant.Chief, Messages: []assistant.AgentMessage{{From: assistant.FromUser, Body: taken}}}
	mails := oneEar{{ID: 2, Message: assistant.Message{ID: "two"}}, {ID: 3, Message: assistant.Message{ID: "three"}}}
	staff := &staff{models: &models{newMail: mails}}
	for attempt, want := range [][]int64{{1}, {1, 2}} {
		on := turnOn(t, assistant.Situation{}, assistant.Message{ID: "one"})
		on.mail.Attempt, on.mails = attempt, []int64{1}
		if _, err := staff.resumed(t.Context(), on, session); err != nil || !slices.Equal(on.mails, want) {
			t.Errorf("attempt %d answers %v, %v", attempt, on.mails, err)
		}
	}
}
