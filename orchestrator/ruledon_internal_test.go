package orchestrator

import (
	"encoding/json"
	"slices"
	"testing"
	"time"

	"github.com/aisteam/aisteam/approvals"
	"github.com/aisteam/aisteam/assistant"
)

// TestWhoSaysWhatOnAnActionIsRuledOnByOneTable: clicks, forms, programs and words all come to this.
func TestWhoSaysWhatOnAnActionIsRuledOnByOneTable(t *testing.T) {
	now := time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)
	cleo, ben := assistant.Person{ID: "cleo", Role: assistant.RoleMember}, assistant.Person{ID: "ben", Role: assistant.RoleApprover}
	gus := assistant.Person{ID: "anna", Role: assistant.RoleGuest} // she asked for it, and is a guest by now
	others, two := &assistant.ApprovalRule{NotRequester: true}, &assistant.ApprovalRule{Needed: 2}
	changed := json.RawMessage(`{"title":"other"}`)
	const yes, no = assistant.VerdictApproved, assistant.VerdictRejected
	type asked struct {
		rule         *assistant.ApprovalRule
		forGood      bool // it may be approved for good
		irreversible bool
	}
	type said struct {
		verdict assistant.Verdict
		always  bool
		changed json.RawMessage
	}
	for what, c := range map[string]struct {
		asked
		said
		by   assistant.Person
		note string // why it is nothing
		as   string // what it is otherwise
	}{
		"who asked says yes":                       {asked{nil, true, false}, said{yes, false, nil}, anna(), "", "approved"},
		"who asked says no":                        {asked{nil, true, false}, said{no, false, nil}, anna(), "", "rejected"},
		"an approver says no":                      {asked{nil, true, false}, said{no, false, nil}, ben, "", "rejected"},
		"another member says no":                   {asked{nil, true, false}, said{no, false, nil}, cleo, notYours(assistant.DefaultSettings()), ""},
		"another member says yes":                  {asked{nil, true, false}, said{yes, false, nil}, cleo, notYours(assistant.DefaultSettings()), ""},
		"a guest says no":                          {asked{nil, true, false}, said{no, false, nil}, gus, notYours(assistant.DefaultSettings()), ""},
		"a guest says yes":                         {asked{nil, true, false}, said{yes, false, nil}, gus, notYours(assistant.DefaultSettings()), ""},
		"others decide, and who asked says yes":    {asked{others, true, false}, said{yes, false, nil}, anna(), noteByRule, ""},
		"others decide, and who asked says no":     {asked{others, true, false}, said{no, false, nil}, anna(), "", "rejected"},
		"others decide, and one says yes":          {asked{others, true, false}, said{yes, false, nil}, ben, "", "approved"},
		"two approve, and one says yes":            {asked{two, true, false}, said{yes, false, nil}, ben, "", "backed"},
		"two approve, and one says no":             {asked{two, true, false}, said{no, false, nil}, ben, "", "rejected"},
		"two approve, with other arguments":        {asked{two, true, false}, said{yes, false, changed}, ben, noteAsShown, ""},
		"two approve, for good":                    {asked{two, true, false}, said{yes, true, nil}, ben, noteNoGood, ""},
		"with other arguments":                     {asked{nil, true, false}, said{yes, false, changed}, anna(), "", "approved"},
		"with other arguments, for good":           {asked{nil, true, false}, said{yes, true, changed}, anna(), noteAsShown, ""},
		"for good":                                 {asked{nil, true, false}, said{yes, true, nil}, anna(), "", "approved for good"},
		"for good, what may not be":                {asked{nil, false, false}, said{yes, true, nil}, anna(), noteNoGood, ""},
		"for good, what cannot be undone":          {asked{nil, true, true}, said{yes, true, nil}, anna(), noteNoGood, ""},
		"once, what cannot be undone":              {asked{nil, false, true}, said{yes, false, nil}, anna(), "", "approved"},
		"a no for good is a no and nothing beside": {asked{nil, true, false}, said{no, true, nil}, anna(), "", "rejected"},
	} {
		a := assistant.ApprovalRecord{Status: assistant.ApprovalPending, Approval: assistant.Approval{
			ID: "a", Hash: "shown", RequestedBy: "anna", Rule: c.rule, Standing: c.forGood, Irreversible: c.irreversible, ExpiresAt: now.Add(time.Hour),
		}}
		d := assistant.ApprovalDecided{Approval: "a", Verdict: c.verdict, Hash: "shown", Always: c.always, Arguments: c.changed}
		got := ruleOn(a, d, approvals.Who{Person: c.by}, assistant.DefaultSettings(), now)
		as := ""
		switch b := got.body.(type) { //nolint:gochecksumtype // a ruling is one of these, or nothing
		case assistant.ApprovalBacked:
			as = "backed"
		case assistant.ApprovalDecided:
			if as = string(b.Verdict); b.Standing != nil || b.Always {
				as += " for good"
			}
		}
		if got.note != c.note || as != c.as {
			t.Errorf("%s: it is %q, and nothing because %q", what, as, got.note)
		}
	}
}

// TestWhatHoldsForGoodEndsAsItWasWanted, by the clock of whoever approves it, and never later than a group lets it.
func TestWhatHoldsForGoodEndsAsItWasWanted(t *testing.T) {
	now := time.Date(2026, 3, 2, 22, 30, 0, 0, time.UTC)
	toronto := assistant.Person{ID: "anna", Role: assistant.RoleMember, Zone: "America/Toronto"}
	berlin := assistant.Person{ID: "anna", Role: assistant.RoleMember, Zone: "Europe/Berlin"}
	group := assistant.GroupRef{Surface: assistant.SurfaceSlack, Space: "T1", Group: "S1"}
	inIt := assistant.Identity{Surface: assistant.SurfaceSlack, Space: "T1", Groups: []string{"S1"}}
	for what, c := range map[string]struct {
		who   approvals.Who
		rule  *assistant.ApprovalRule
		lasts assistant.Lasts
		until time.Time
	}{
		"until midnight in Toronto":    {approvals.Who{Person: toronto}, nil, assistant.LastsToday, time.Date(2026, 3, 3, 5, 0, 0, 0, time.UTC)},
		"until midnight in Berlin":     {approvals.Who{Person: berlin}, nil, assistant.LastsToday, time.Date(2026, 3, 2, 23, 0, 0, 0, time.UTC)},
		"until midnight, nobody knows": {approvals.Who{Person: anna()}, nil, assistant.LastsToday, time.Date(2026, 3, 3, 0, 0, 0, 0, time.UTC)},
		"for a week":                   {approvals.Who{Person: berlin}, nil, assistant.LastsWeek, now.AddDate(0, 0, 7)},
		"for a month":                  {approvals.Who{Person: berlin}, nil, assistant.LastsMonth, now.AddDate(0, 0, 30)},
		"as earlier versions say":      {approvals.Who{Person: berlin}, nil, "", now.AddDate(0, 0, 30)},
		"a month, by a group":          {approvals.Who{Person: berlin, From: inIt}, &assistant.ApprovalRule{Groups: []assistant.GroupRef{group}}, assistant.LastsMonth, now.Add(24 * time.Hour)},
		"until midnight, by a group":   {approvals.Who{Person: berlin, From: inIt}, &assistant.ApprovalRule{Groups: []assistant.GroupRef{group}}, assistant.LastsToday, time.Date(2026, 3, 2, 23, 0, 0, 0, time.UTC)},
	} {
		a := assistant.ApprovalRecord{Status: assistant.ApprovalPending, Approval: assistant.Approval{ID: "a", Hash: "shown", RequestedBy: "anna", Rule: c.rule, Standing: true, ExpiresAt: now.Add(time.Hour)}}
		d := assistant.ApprovalDecided{Approval: "a", Verdict: assistant.VerdictApproved, Hash: "shown", Always: true, Lasts: c.lasts}
		got, ok := ruleOn(a, d, c.who, assistant.DefaultSettings(), now).body.(assistant.ApprovalDecided)
		if !ok || got.Standing == nil || !got.Standing.Until.Equal(c.until) {
			t.Errorf("%s: %+v", what, got.Standing)
		}
		d.Lasts = "for ever"
		if got := ruleOn(a, d, c.who, assistant.DefaultSettings(), now); got.body != nil || got.note != noteNoEnd {
			t.Errorf("%s: what ends never is %+v", what, got)
		}
		d.Always = false
		if got, ok := ruleOn(a, d, c.who, assistant.DefaultSettings(), now).body.(assistant.ApprovalDecided); !ok || got.Lasts != "" || got.Standing != nil {
			t.Errorf("%s: what is approved once is kept as %+v", what, got)
		}
	}
}

// TestWhatIsSettledOrMovedIsNotDecidedAnyMore, whoever decides; a decision without a hash is by what stands there.
func TestWhatIsSettledOrMovedIsNotDecidedAnyMore(t *testing.T) {
	for what, c := range map[string]struct {
		status assistant.ApprovalStatus
		hash   string
		note   string
	}{
		"it is open, and what was shown": {assistant.ApprovalPending, "shown", ""},
		"it is open, by words":           {assistant.ApprovalPending, "", ""},
		"it has moved":                   {assistant.ApprovalPending, "before", noteMoved},
		"it is approved":                 {assistant.ApprovalApproved, "shown", approvalClosed(assistant.ApprovalApproved)},
		"it has expired":                 {assistant.ApprovalExpired, "shown", approvalClosed(assistant.ApprovalExpired)},
	} {
		a := assistant.ApprovalRecord{Status: c.status, Approval: assistant.Approval{ID: "a", Hash: "shown"}}
		if got := closedTo(a, assistant.ApprovalDecided{Approval: "a", Hash: c.hash}); got != c.note {
			t.Errorf("%s: %q", what, got)
		}
	}
}

// TestOneCardIsDecidedTogetherAsItWasShown: with what was added or settled since it is not, and what cannot be undone is not approved among
// others. A no to it is taken.
func TestOneCardIsDecidedTogetherAsItWasShown(t *testing.T) {
	card := []assistant.Approval{{ID: "a", Hash: "1"}, {ID: "b", Hash: "2"}}
	final := []assistant.Approval{{ID: "a", Hash: "1"}, {ID: "b", Hash: "2", Irreversible: true}}
	for what, c := range map[string]struct {
		open, shown []assistant.Approval
		verdict     assistant.Verdict
		note        string
	}{
		"a yes to all":                        {card, card, assistant.VerdictApproved, ""},
		"a no to all":                         {card, card, assistant.VerdictRejected, ""},
		"nothing is open":                     {nil, card, assistant.VerdictApproved, noteSettled},
		"one was settled since":               {card[:1], card, assistant.VerdictApproved, noteMoved},
		"a no to what was settled since":      {card[:1], card, assistant.VerdictRejected, noteMoved},
		"a yes among what cannot be undone":   {final, final, assistant.VerdictApproved, noteOneByOne},
		"a no to all, which cannot be undone": {final, final, assistant.VerdictRejected, ""},
	} {
		all := assistant.ApprovalDecided{Card: "r", Verdict: c.verdict, Hash: assistant.TogetherHash(c.shown)}
		if got := notTogether(c.open, all); got != c.note {
			t.Errorf("%s: %q", what, got)
		}
	}
}

// TestADeclinedTaskEndsOnceAndAlone: what has ended stays as it ended, and nothing else of the run is touched.
func TestADeclinedTaskEndsOnceAndAlone(t *testing.T) {
	for what, c := range map[string]struct {
		status  assistant.TaskStatus
		verdict assistant.Verdict
		why     assistant.NotDone
	}{
		"it waits, and is declined":   {assistant.TaskOpen, assistant.VerdictRejected, assistant.NotDoneDeclined},
		"it waits, and its time ends": {assistant.TaskOpen, assistant.VerdictExpired, assistant.NotDoneExpired},
		"it is done":                  {assistant.TaskCompleted, assistant.VerdictRejected, ""},
		"it has failed":               {assistant.TaskFailed, assistant.VerdictExpired, ""},
		"it was stopped":              {assistant.TaskCancelled, assistant.VerdictRejected, ""},
	} {
		tasks := []assistant.Task{{ID: "other", Status: assistant.TaskOpen, Summary: "Other"}, {ID: "k", Status: c.status, Summary: "It"}}
		on := turnOn(t, assistant.Situation{Person: anna()}, assistant.Message{ID: "m", Person: "anna"})
		a := assistant.ApprovalRecord{Approval: assistant.Approval{ID: "a", Task: "k"}}
		if err := (&runs{}).decline(t.Context(), on, assistant.ApprovalDecided{Approval: "a", Verdict: c.verdict}, a, assistant.RunView{Tasks: tasks}); err != nil {
			t.Fatal(err)
		}
		said := slices.ContainsFunc(on.final.Messages, func(m assistant.Message) bool { _, ok := m.Body.(assistant.TaskFinished); return ok })
		if tasks[0].Status != assistant.TaskOpen || said != (c.why != "") || c.why == "" && (tasks[1].Status != c.status || tasks[1].Result != nil) || c.why != "" && tasks[1].WhyNotDone() != c.why {
			t.Errorf("%s: %+v, said %v", what, tasks, said)
		}
	}
}
