package orchestrator

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/agents"
	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/loop"
	"github.com/aisteam/aisteam/agents/team"
	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/executor"
)

// noteTools are a tool that may be proposed by itself, one that takes a plan, and one that writes files.
func noteTools(direct bool) agents.Vocabulary {
	arguments := tools.Arguments[struct {
		Text string `json:"text"`
	}]()
	run := func(context.Context, tools.Call) (assistant.Receipt, error) { return assistant.Receipt{}, nil }
	pin := tools.Tool{
		Name: "pin_note", Label: "Pin a note", Description: "Pins.", Class: assistant.ClassAction, Effect: assistant.EffectReversible, Direct: direct, Idempotent: true,
		Nouns: []string{"note"}, Verbs: []string{"pin"}, Subject: tools.About("text"), Arguments: arguments, Run: run,
		Preview: func(context.Context, tools.Call) (assistant.Preview, error) {
			return assistant.Preview{Title: assistant.Say("Pin"), State: "board"}, nil
		},
		Undo: func(context.Context, tools.Call, assistant.Receipt) error { return nil },
	}
	export := tools.Tool{
		Name: "export_notes", Label: "Export the notes", Description: "Exports.", Class: assistant.ClassQuery, Effect: assistant.EffectNone, Idempotent: true, Answers: true, Files: true,
		Arguments: arguments, Run: run,
	}
	return teamOf(pin, export)
}

// TestHowFarAnAgentMayGoWithWords: what needs no plan is proposed for a member, nothing is while something stands open, and whoever
// answers a guest has no tools.
func TestHowFarAnAgentMayGoWithWords(t *testing.T) {
	shop, blog := assistant.Project{ID: "p", Name: "Shop"}, assistant.Project{ID: "q", Name: "Blog"}
	ofProjects := noteTools(true)
	for what, c := range map[string]struct {
		role     assistant.Role
		projects []assistant.Project
		team     agents.Vocabulary
		mode     loop.Mode
		usable   string
	}{
		"a member, one project":         {assistant.RoleMember, []assistant.Project{shop}, ofProjects, loop.Works, "export_notes pin_note"},
		"a member, no project":          {assistant.RoleMember, nil, ofProjects, loop.Works, "export_notes pin_note"},
		"what needs none of several":    {assistant.RoleMember, []assistant.Project{shop, blog}, ofProjects, loop.Works, "export_notes pin_note"},
		"while something stands open":   {assistant.RoleMember, []assistant.Project{shop}, ofProjects, loop.Answers, "export_notes"},
		"a guest":                       {assistant.RoleGuest, []assistant.Project{shop}, ofProjects, loop.Works, ""},
		"a guest, while something does": {assistant.RoleGuest, []assistant.Project{shop}, ofProjects, loop.Answers, ""},
		"everything takes a plan":       {assistant.RoleMember, []assistant.Project{shop}, noteTools(false), loop.Works, "export_notes"},
	} {
		on := turnOn(t, assistant.Situation{Person: assistant.Person{ID: "anna", Role: c.role}, Projects: c.projects}, assistant.Message{ID: "m", Person: "anna"})
		on.team = c.team
		a := (&staff{}).takes(on, agents.Decision{Agent: assistant.DeliveryLead}, c.mode)
		var usable []string
		for _, tool := range on.team.Tools().All() {
			if a.Usable(tool) {
				usable = append(usable, tool.Name)
			}
		}
		if got := strings.Join(usable, " "); got != c.usable {
			t.Errorf("%s: it may use %q", what, got)
		}
		if c.role == assistant.RoleGuest && a.Frame.Mode != loop.Speaks {
			t.Errorf("%s: it goes as far as %q", what, a.Frame.Mode)
		}
	}
}

// TestATaskIsOfWhoMayDoIt: whoever wants it, or who alone may; what changes something is of nobody who only drafts.
func TestATaskIsOfWhoMayDoIt(t *testing.T) {
	at := slices.IndexFunc(team.Roster(), func(a assistant.Agent) bool { return a.Lead != "" })
	drafts := team.Roster()[at]
	wanted := teamOf().Agent(assistant.DeliveryLead)
	of := func(c assistant.Class, owners ...assistant.AgentID) tools.Tool {
		return tools.Tool{Class: c, Owners: owners}
	}
	for what, c := range map[string]struct {
		tool tools.Tool
		want assistant.AgentID
	}{
		"anybody's":                           {of(assistant.ClassAction), wanted.ID},
		"one of those who may":                {of(assistant.ClassAction, drafts.ID, wanted.ID), wanted.ID},
		"somebody else's, who carries it out": {of(assistant.ClassAction, assistant.Chief), assistant.Chief},
		"a change of who only drafts":         {of(assistant.ClassAction, drafts.ID), drafts.Lead},
		"a look of who only drafts":           {of(assistant.ClassQuery, drafts.ID), drafts.ID},
	} {
		if got := teamOf().OwnerOf(c.tool, wanted); got != c.want {
			t.Errorf("%s: it is %s's", what, got)
		}
	}
}

// TestPlanningIsHandedTheRequestAsItWasWritten, with its files, in the turn that it began in; later what was said in the session.
func TestPlanningIsHandedTheRequestAsItWasWritten(t *testing.T) {
	m := assistant.Message{ID: "m", Seq: 7, Author: assistant.AuthorUser, Person: "anna", Content: "Pin a note", Body: assistant.Said{Files: []assistant.File{{Name: "hours.txt"}}}}
	a := &acting{turn: turnOn(t, assistant.Situation{}, m), Loop: &loop.Loop{Session: assistant.AgentSession{Cause: "m", RequestedBy: "anna"}}}
	if diff := cmp.Diff(m, a.request()); diff != "" {
		t.Error(diff)
	}
	a.Session.Cause, a.Records = "before", loop.Transcript{{Words: "in Bern"}}
	if got := a.request(); got.ID != "before" || got.Person != "anna" || !strings.Contains(got.Content, "in Bern") {
		t.Errorf("later it is %+v", got)
	}
}

// TestAResultTellsWhoseWordsAreInIt: of who wrote a note, or other arguments that were approved; a bare yes or no has none.
func TestAResultTellsWhoseWordsAreInIt(t *testing.T) {
	for what, c := range map[string]struct {
		status  assistant.ApprovalStatus
		note    string
		changed bool
		want    []assistant.PersonID
	}{
		"a yes":                         {assistant.ApprovalApproved, "", false, nil},
		"a yes to other arguments":      {assistant.ApprovalApproved, "", true, []assistant.PersonID{"ben"}},
		"a no":                          {assistant.ApprovalRejected, " ", false, nil},
		"a no that says why":            {assistant.ApprovalRejected, "not that one", false, []assistant.PersonID{"ben"}},
		"a no where its form is unlike": {assistant.ApprovalRejected, "", true, nil},
		"nobody decided":                {assistant.ApprovalExpired, "", true, nil},
	} {
		if diff := cmp.Diff(c.want, worded(assistant.ApprovalRecord{Status: c.status, Note: c.note, DecidedBy: "ben"}, c.changed)); diff != "" {
			t.Errorf("%s: %s", what, diff)
		}
	}
}

// TestOnlyStoppedWorkIsContinued: of what has ended or waits nothing goes on, and a stranger reads nothing of it.
func TestOnlyStoppedWorkIsContinued(t *testing.T) {
	for status, says := range map[assistant.AgentSessionStatus]string{
		assistant.SessionDone: "", assistant.SessionWaiting: "", assistant.SessionStopped: "Only the person who asked for this, an approver or an admin can let it go on.",
	} {
		lookups := &shelf{sessions: []assistant.AgentSession{{ID: "s", Conversation: "c", Agent: assistant.Chief, RequestedBy: "olga", Status: status}}}
		on := turnOn(t, assistant.Situation{Person: anna()}, assistant.Message{ID: "m", Person: "anna"})
		on.claim.Conversation = "c"
		handled, err := (&staff{models: &models{lookups: lookups}}).continued(t.Context(), on)
		if said := endsWithWords(on); err != nil || handled != (says != "") || !strings.HasPrefix(said, says) || says == "" && said != "" {
			t.Errorf("%s: handled %v, %v, it says %q", status, handled, err, said)
		}
	}
}

// TestWorkThatProposedNothingHasNoCallsToSettle where it is let go on.
func TestWorkThatProposedNothingHasNoCallsToSettle(t *testing.T) {
	a := &acting{staff: &staff{models: &models{lookups: &shelf{}}}, turn: turnOn(t, assistant.Situation{}, assistant.Message{}), Loop: &loop.Loop{}}
	if err := a.stoppedCalls(t.Context()); err != nil || len(a.Records) != 0 {
		t.Errorf("%v, %+v", err, a.Records)
	}
}

// looksUp answers every look-up with nothing.
type looksUp struct {
	doer

	asked int
}

func (l *looksUp) Query(context.Context, executor.Query) (assistant.Receipt, error) {
	l.asked++
	return assistant.Receipt{}, nil
}

// TestAnAnswerTakesSoManyFilesAndNoMore: what would write one more is not asked; what writes none is.
func TestAnAnswerTakesSoManyFilesAndNoMore(t *testing.T) {
	for what, c := range map[string]struct {
		files int
		tool  string
		asked bool
	}{
		"one more file":           {assistant.MaxFiles, "export_notes", false},
		"the last file":           {assistant.MaxFiles - 1, "export_notes", true},
		"a look that writes none": {assistant.MaxFiles, "pin_note", true},
	} {
		l := &looksUp{}
		on := turnOn(t, assistant.Situation{}, assistant.Message{ID: "m"})
		on.team = noteTools(true)
		a := (&staff{doer: l}).takes(on, agents.Decision{}, loop.Works)
		a.Records = loop.Transcript{{Files: make([]assistant.File, c.files)}}
		got, err := a.query(t.Context(), loop.Query{Call: llm.ToolCall{Name: c.tool}})
		if err != nil || (l.asked == 1) != c.asked || (got.Trouble != nil) == c.asked {
			t.Errorf("%s: asked %d times, %+v, %v", what, l.asked, got.Trouble, err)
		}
	}
}

// TestOtherArgumentsAreTakenWithAYesToWhatCanStillBeChanged.
func TestOtherArgumentsAreTakenWithAYesToWhatCanStillBeChanged(t *testing.T) {
	long := json.RawMessage(`{"text":"` + strings.Repeat("a", mostArguments) + `"}`)
	other := json.RawMessage(`{"text":"other"}`)
	for what, c := range map[string]struct {
		verdict assistant.Verdict
		given   json.RawMessage
		staged  string
		note    string
		taken   bool
	}{
		"with a yes":               {assistant.VerdictApproved, other, "", "", true},
		"as they were shown":       {assistant.VerdictApproved, json.RawMessage(`{"text":"shown"}`), "", "", false},
		"none":                     {assistant.VerdictApproved, nil, "", "", false},
		"with a no":                {assistant.VerdictRejected, other, "", "", false},
		"more than anybody writes": {assistant.VerdictApproved, long, "", noteNoChange, false},
		"of what stands already":   {assistant.VerdictApproved, other, "https://x.example/preview", noteBeingShown, false},
	} {
		of, i := noteTools(true).Team, &Inbox{}
		b := assistant.ApprovalDecided{Verdict: c.verdict, Arguments: c.given}
		note, err := i.changed(of, &b, assistant.Approval{Tool: "pin_note", Arguments: json.RawMessage(`{"text":"shown"}`), Staged: c.staged})
		if err != nil || note != c.note || (len(b.Arguments) > 0) != c.taken || (b.Bound != "") != c.taken {
			t.Errorf("%s: %q, %v, taken %s", what, note, err, b.Arguments)
		}
	}
}
