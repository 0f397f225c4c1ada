package assistant_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
)

func rules() map[assistant.TaskType]assistant.Rule {
	return map[assistant.TaskType]assistant.Rule{
		"create_page": {
			Required: []string{"title", "slug"}, Needs: site.Capability, Owners: []assistant.AgentID{assistant.WebEngineer},
		},
	}
}

func page(change func(*assistant.Step)) assistant.Step {
	s := assistant.Step{
		Key: "page", Group: "A", Owner: assistant.WebEngineer, Type: "create_page", Summary: "Create the page",
		Parameters: json.RawMessage(`{"title":"Services","slug":{"$from":"draft","field":"slug"}}`),
		Effect:     assistant.EffectReversible, Preview: &assistant.Preview{Title: assistant.Say("New page"), State: "none"},
	}
	if change != nil {
		change(&s)
	}
	return s
}

// TestLaws holds each law to a step that keeps all four and to one that breaks it.
func TestLaws(t *testing.T) {
	aquaverter := assistant.Project{Name: "Aquaverter", Connections: []assistant.Connection{site.Folder()}}
	for _, c := range []struct {
		name    string
		step    assistant.Step
		project assistant.Project
		law     assistant.Law // "" when all are kept
		blocks  bool
		says    string
	}{
		{name: "a clear step within scope keeps all four", step: page(nil), project: aquaverter},
		{name: "a task type nobody knows", step: page(func(s *assistant.Step) { s.Type = "launch_rocket" }), project: aquaverter, law: assistant.LawScope, blocks: true, says: "launch_rocket"},
		{name: "a task type the project does not allow", step: page(nil), project: assistant.Project{Name: "Aquaverter", Connections: []assistant.Connection{site.Folder()}, Allowed: []assistant.TaskType{"run_audit"}}, law: assistant.LawScope, blocks: true, says: "not allowed for the project Aquaverter"},
		{name: "no project where one is needed", step: page(nil), project: assistant.Project{}, law: assistant.LawScope, blocks: true, says: "create_page needs a project with a site"},
		{name: "a project without what it needs", step: page(nil), project: assistant.Project{ID: "p", Name: "Rooms", Connections: []assistant.Connection{{Kind: "caldav", Gives: []assistant.Capability{"calendar"}}}}, law: assistant.LawScope, blocks: true, says: "create_page needs a site, and the project Rooms has none connected"},
		{name: "an owner who may not", step: page(func(s *assistant.Step) { s.Owner = assistant.FileAgent }), project: aquaverter, law: assistant.LawScope, blocks: true, says: "fileAgent"},
		{name: "a missing input", step: page(func(s *assistant.Step) { s.Parameters = json.RawMessage(`{"title":"Services","slug":""}`) }), project: aquaverter, law: assistant.LawClarity, blocks: true, says: "slug is missing"},
		{name: "parameters that are no object", step: page(func(s *assistant.Step) { s.Parameters = json.RawMessage(`[1`) }), project: aquaverter, law: assistant.LawClarity, blocks: true, says: "cannot be read"},
		{name: "no words", step: page(func(s *assistant.Step) { s.Summary = "" }), project: aquaverter, law: assistant.LawTransparency, blocks: true, says: "does not say"},
		{name: "an effect without a preview", step: page(func(s *assistant.Step) { s.Preview = nil }), project: aquaverter, law: assistant.LawTransparency, blocks: true, says: "what it would change"},
		{name: "an irreversible step is marked, not forbidden", step: page(func(s *assistant.Step) { s.Effect = assistant.EffectIrreversible }), project: aquaverter, law: assistant.LawNoReturn, says: "asked once more"},
	} {
		t.Run(c.name, func(t *testing.T) {
			found := assistant.CheckPlan(assistant.Plan{Steps: []assistant.Step{c.step}}, c.project, rules())
			if c.law == "" {
				if len(found) != 0 {
					t.Fatalf("found %v", found)
				}
				return
			}
			if len(found) != 1 || found[0].Law != c.law || found[0].Blocks != c.blocks || !strings.Contains(found[0].Message, c.says) {
				t.Fatalf("found %+v", found)
			}
			if got := len(assistant.Blocking(found)); (got == 1) != c.blocks {
				t.Errorf("blocking: %d", got)
			}
		})
	}
}

// TestNeedsConsent: every change asks first, whatever is not as it was shown asks again, and what cannot be undone asks twice.
func TestNeedsConsent(t *testing.T) {
	args := json.RawMessage(`{"slug":"services","contentHtml":"<p>Pools</p>"}`)
	open := json.RawMessage(`{"slug":"services","contentHtml":{"$from":"draft","field":"html"}}`)
	now := assistant.Preview{State: "old", Wanted: "new"}
	hash := func(tool string, args json.RawMessage, p assistant.Preview) string {
		t.Helper()
		h, err := assistant.ConsentHash(tool, args, p)
		if err != nil {
			t.Fatal(err)
		}
		return h
	}
	unseen, err := assistant.UnseenHash("create_page", open, assistant.Preview{State: "old", Wanted: "whatever"})
	if err != nil {
		t.Fatal(err)
	}
	shown := hash("create_page", args, now)
	sure := time.Unix(1, 0)
	undoable, final := assistant.EffectReversible, assistant.EffectIrreversible
	for _, c := range []struct {
		name string
		task assistant.Task
		want assistant.Consent
	}{
		{"reading asks nobody", assistant.Task{Effect: assistant.EffectNone}, assistant.ConsentNone},
		{"a change that nobody was asked about", assistant.Task{Effect: undoable}, assistant.ConsentFirst},
		{"a change as it was shown", assistant.Task{Effect: undoable, ApprovedHash: shown}, assistant.ConsentNone},
		{"the old state moved since", assistant.Task{Effect: undoable, ApprovedHash: hash("create_page", args, assistant.Preview{State: "older", Wanted: "new"})}, assistant.ConsentMoved},
		{"the new state is another one", assistant.Task{Effect: undoable, ApprovedHash: hash("create_page", args, assistant.Preview{State: "old", Wanted: "newer"})}, assistant.ConsentMoved},
		{"the arguments are others", assistant.Task{Effect: undoable, ApprovedHash: hash("create_page", json.RawMessage(`{"slug":"x"}`), now)}, assistant.ConsentMoved},
		{"another tool was approved", assistant.Task{Effect: undoable, ApprovedHash: hash("create_ticket", args, now)}, assistant.ConsentMoved},
		{"approved before there were hashes", assistant.Task{Effect: undoable, ApprovedHash: "old"}, assistant.ConsentMoved},
		{"the text is finished since", assistant.Task{Effect: undoable, Parameters: open}, assistant.ConsentFinished},
		{"the finished text was approved", assistant.Task{Effect: undoable, Parameters: open, ApprovedHash: shown}, assistant.ConsentNone},
		{"to be published unseen", assistant.Task{Effect: undoable, Parameters: open, ApprovedHash: unseen}, assistant.ConsentNone},
		{"what cannot be undone is never published unseen", assistant.Task{Effect: final, Parameters: open, ApprovedHash: unseen, ConfirmedAt: sure}, assistant.ConsentMoved},
		{"unseen is for what was open alone", assistant.Task{Effect: undoable, Parameters: args, ApprovedHash: unseen}, assistant.ConsentMoved},
		{"irreversible, approved with the plan", assistant.Task{Effect: final, ApprovedHash: shown}, assistant.ConsentConfirm},
		{"irreversible, confirmed", assistant.Task{Effect: final, ApprovedHash: shown, ConfirmedAt: sure}, assistant.ConsentNone},
		{"irreversible, confirmed for another state", assistant.Task{Effect: final, ApprovedHash: "old", ConfirmedAt: sure}, assistant.ConsentMoved},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.task.Type = "create_page"
			if got, err := assistant.NeedsConsent(c.task, "", args, now); got != c.want || err != nil {
				t.Errorf("got %q, want %q (%v)", got, c.want, err)
			}
		})
	}
	approved := assistant.Task{Type: "create_page", Definition: "a hash", Effect: undoable, ApprovedHash: hash("a hash", args, now)}
	for definition, want := range map[string]assistant.Consent{"a hash": assistant.ConsentNone, "another": assistant.ConsentChanged, "": assistant.ConsentChanged} {
		if got, err := assistant.NeedsConsent(approved, definition, args, now); got != want || err != nil {
			t.Errorf("defined by %q, after it was by %q: %q (%v)", definition, approved.Definition, got, err)
		}
	}
	moved := assistant.Preview{State: "moved", Wanted: "new"}
	if got, err := assistant.NeedsConsent(assistant.Task{Type: "create_page", Effect: undoable, Parameters: open, ApprovedHash: unseen}, "", args, moved); got != assistant.ConsentMoved || err != nil {
		t.Errorf("published unseen over a state that moved: %q (%v)", got, err)
	}
	if _, err := assistant.NeedsConsent(assistant.Task{Effect: undoable}, "", json.RawMessage(`{`), now); err == nil {
		t.Error("arguments that cannot be read were let through")
	}
}

func TestMayDecide(t *testing.T) {
	for _, c := range []struct {
		name string
		who  assistant.Person
		want bool
	}{
		{"the one who asked", assistant.Person{ID: "1", Role: assistant.RoleMember}, true},
		{"another member", assistant.Person{ID: "2", Role: assistant.RoleMember}, false},
		{"an approver", assistant.Person{ID: "3", Role: assistant.RoleApprover}, true},
		{"an admin", assistant.Person{ID: "4", Role: assistant.RoleAdmin}, true},
		{"nobody", assistant.Person{Role: assistant.RoleAdmin}, false},
		{"a guest who asked", assistant.Person{ID: "1", Role: assistant.RoleGuest}, false},
		{"another guest", assistant.Person{ID: "2", Role: assistant.RoleGuest}, false},
	} {
		if got := assistant.MayDecide(c.who, assistant.DefaultSettings(), "1"); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
		strict := c.want && c.who.Role != assistant.RoleMember
		if got := assistant.MayDecide(c.who, assistant.Settings{}, "1"); got != strict {
			t.Errorf("%s, where members do not approve: %v", c.name, got)
		}
		if got := assistant.MaySee(c.who, "1"); got != c.want {
			t.Errorf("%s sees it: %v", c.name, got)
		}
	}
}

func TestGuestsRankBelowMembersWhateverTheyWereGiven(t *testing.T) {
	grants := []assistant.Grant{{Surface: assistant.SurfaceDiscord, Space: "10", Group: "7", Role: assistant.RoleAdmin}}
	for _, c := range []struct {
		name string
		from assistant.Identity
		want assistant.Role
	}{
		{"nothing is said", assistant.Identity{}, assistant.RoleApprover},
		{"a member", assistant.Identity{Standing: assistant.StandingMember}, assistant.RoleApprover},
		{"a guest", assistant.Identity{Standing: assistant.StandingGuest}, assistant.RoleGuest},
		{"nobody knows", assistant.Identity{Standing: assistant.StandingUnknown}, assistant.RoleGuest},
		{"a role of the server", assistant.Identity{Surface: assistant.SurfaceDiscord, Groups: []string{"7"}, GroupsIn: "10"}, assistant.RoleAdmin},
		{"a role of another server", assistant.Identity{Surface: assistant.SurfaceDiscord, Groups: []string{"7"}, GroupsIn: "11"}, assistant.RoleApprover},
		{"a guest with a role", assistant.Identity{Surface: assistant.SurfaceDiscord, Groups: []string{"7"}, GroupsIn: "10", Standing: assistant.StandingGuest}, assistant.RoleGuest},
	} {
		if got := assistant.RoleOf(assistant.RoleApprover, c.from, grants); got != c.want {
			t.Errorf("%s: %s", c.name, got)
		}
	}
	if assistant.RoleGuest.Valid() || !assistant.RoleGuest.Below(assistant.RoleMember) || assistant.RoleAdmin.Below(assistant.RoleAdmin) {
		t.Error("the order of the roles")
	}
}

// TestIDs: ids of one source are valid, of version 7 and ascending, also when the clock stands still or goes back.
func TestIDs(t *testing.T) {
	at := time.UnixMilli(1_700_000_000_000)
	ids := assistant.NewIDs(func() time.Time { at = at.Add(-time.Millisecond); return at }, bytes.NewReader(make([]byte, 16*5000)))
	last := ""
	for range 5000 {
		id := ids.New()
		if !assistant.ValidID(id) || id[14] != '7' || !strings.ContainsRune("89ab", rune(id[19])) {
			t.Fatalf("malformed id %s", id)
		}
		if id <= last {
			t.Fatalf("%s after %s", id, last)
		}
		last = id
	}
}

func TestValidID(t *testing.T) {
	for _, bad := range []string{"", "x", "0198a3f2-1c2d-7e3f-8a4b-5c6d7e8f901", "0198A3F2-1C2D-7E3F-8A4B-5C6D7E8F9012", "0198a3f2_1c2d-7e3f-8a4b-5c6d7e8f9012", "../../../../../../../../etc/passwd.."} {
		if assistant.ValidID(bad) {
			t.Errorf("%q passes", bad)
		}
	}
}

// TestASecretStaysHidden: nothing that prints a secret shows it.
func TestASecretStaysHidden(t *testing.T) {
	secret := assistant.Secrets{"caldav": "abcd efgh"}
	if s := fmt.Sprintf("%v %+v %#v %s %q", secret, secret, secret, secret["caldav"], secret["caldav"]); strings.Contains(s, "abcd") {
		t.Error(s)
	}
}

// TestAPlanStartsAtOnceWhereNothingOfItChangesAnythingAndItIsShort tries one step that does, at every place, and one step too many.
func TestAPlanStartsAtOnceWhereNothingOfItChangesAnythingAndItIsShort(t *testing.T) {
	of := func(n int) assistant.Plan {
		p := assistant.Plan{Steps: make([]assistant.Step, n)}
		for i := range p.Steps {
			p.Steps[i].Effect = assistant.EffectNone
		}
		return p
	}
	for n := range assistant.MostAtOnce + 2 {
		p := of(n)
		if got, want := p.MayStartAtOnce(), n > 0 && n <= assistant.MostAtOnce; got != want {
			t.Errorf("%d steps that change nothing: %t", n, got)
		}
		for i := range n {
			for _, e := range []assistant.Effect{assistant.EffectReversible, assistant.EffectIrreversible, "", "unheard of"} {
				p := of(n)
				p.Steps[i].Effect = e
				if p.MayStartAtOnce() {
					t.Errorf("%d steps of which one is %q", n, e)
				}
			}
		}
	}
}
