package executor_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/executor"
)

const open = `{"title":{"$from":"draft","field":"title"},"slug":"services"}`

// drafted gives the task parameters that hang on an earlier step, which has written that title.
func (b *bench) drafted(title string) {
	b.work.Task.Parameters, b.work.Task.ApprovedHash = json.RawMessage(open), ""
	b.work.Task.Preview = &assistant.Preview{State: "empty"}
	b.work.Results = map[string]assistant.Result{"draft": {Fields: assistant.ValuesOf(map[string]string{"title": title})}}
}

// unseen is the hash of an approval by who wants the text published without being shown.
func unseen(t *testing.T, state string) string {
	t.Helper()
	h, err := assistant.UnseenHash("create_page", json.RawMessage(open), assistant.Preview{State: state})
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func TestOnlyExactlyWhatWasApprovedIsDone(t *testing.T) {
	for what, hash := range map[string]string{
		"other arguments":                   shown(t, `{"title":"Buy now!","slug":"services"}`, "empty"),
		"another old state":                 shown(t, `{"title":"Services","slug":"services"}`, "full"),
		"approved before there were hashes": "empty",
		"nothing":                           "",
	} {
		w := &world{state: "empty"}
		b := newBench(t, w.tool())
		b.work.Task.ApprovedHash = hash
		e := b.do()
		if e.Waiting == nil || len(w.did) != 0 || len(b.ledger.calls) != 0 {
			t.Errorf("%s was approved, and it was done %d times: %+v", what, len(w.did), e)
			continue
		}
		b.approve(e.Waiting)
		if b.status(b.do()) != assistant.TaskCompleted || len(w.did) != 1 {
			t.Errorf("%s, approved as it is: done %d times", what, len(w.did))
		}
	}
}

func TestANewStateThatIsNotTheShownOneIsAskedAgain(t *testing.T) {
	wanted := "with a form"
	w := &world{state: "empty"}
	b := newBench(t, w.tool(func(tool *tools.Tool) {
		tool.Preview = func(context.Context, tools.Call) (assistant.Preview, error) {
			return assistant.Preview{Title: assistant.Say("Create the page"), State: "empty", Wanted: wanted}, nil
		}
	}))
	b.approve(b.do().Waiting)
	wanted = "with a script"
	a := b.do().Waiting
	if a == nil || len(w.did) != 0 || !strings.Contains(a.Why.String(), "changed") {
		t.Fatalf("another content than the approved one: asked %+v, done %d times", a, len(w.did))
	}
	b.approve(a)
	if b.status(b.do()) != assistant.TaskCompleted {
		t.Error("approved, it was not done")
	}
}

// TestAToolThatFindsAnotherStateAtTheWriteAsksAgain: between the gate and the write there is time for others.
func TestAToolThatFindsAnotherStateAtTheWriteAsksAgain(t *testing.T) {
	w := &world{state: "empty"}
	there := "empty" // what the tool finds when it writes
	b := newBench(t, w.tool(func(tool *tools.Tool) {
		tool.Run = func(ctx context.Context, c tools.Call) (assistant.Receipt, error) {
			if c.Approved != there {
				return assistant.Receipt{}, fmt.Errorf("the page /services: %w", assistant.ErrMoved)
			}
			return w.run(ctx, c)
		}
	}))
	there = "written by somebody else"
	w.state = "empty"

	e := b.do()
	if e.Waiting == nil || e.Call == nil || e.Call.State != assistant.CallRefused || len(w.did) != 0 {
		t.Fatalf("it wrote over what somebody else had written, or failed: %+v", e)
	}
	if !strings.Contains(e.Waiting.Why.String(), "changed") {
		t.Errorf("it is asked because %q", e.Waiting.Why)
	}
	w.state = there
	e = b.do() // nobody has decided; taken in hand again it asks, and does nothing
	if e.Waiting == nil || len(w.did) != 0 || e.Waiting.Preview.State != there {
		t.Fatalf("without a decision: %+v", e)
	}
	b.approve(e.Waiting)
	if b.status(b.do()) != assistant.TaskCompleted || !slices.Equal(w.keys, []string{"task:task-1/1"}) {
		t.Errorf("approved over what is there now: %q", w.keys)
	}
}

func TestAFinishedTextIsReadBeforeItGoesLive(t *testing.T) {
	w := &world{state: "empty"}
	b := newBench(t, w.tool())
	b.drafted("We build pools")
	a := b.do().Waiting
	if a == nil || len(w.did) != 0 {
		t.Fatalf("a text that nobody has read went live %d times", len(w.did))
	}
	if !strings.Contains(a.Preview.Whole, "We build pools") || !strings.Contains(a.Why.String(), "Nobody has read it yet") ||
		!strings.Contains(string(a.Arguments), "We build pools") {
		t.Errorf("the finished text is not shown whole: %+v", a)
	}
	b.approve(a)
	b.work.Results["draft"].Fields["title"] = json.RawMessage(`"Buy now!"`) // as after a retry of the earlier step
	again := b.do().Waiting
	if again == nil || len(w.did) != 0 {
		t.Fatal("another text than the one that was read went live")
	}
	b.approve(again)
	if b.status(b.do()) != assistant.TaskCompleted || !strings.Contains(w.did[0], "Buy now!") {
		t.Errorf("read and approved, it was done as %q", w.did)
	}
}

func TestWhatIsToBePublishedUnseenIsSoAsLongAsTheRestHolds(t *testing.T) {
	w := &world{state: "empty"}
	b := newBench(t, w.tool())
	b.drafted("We build pools")
	b.work.Task.ApprovedHash = unseen(t, "empty")
	if b.status(b.do()) != assistant.TaskCompleted {
		t.Error("who wanted it unseen was asked")
	}

	moved := &world{state: "somebody wrote here"}
	b = newBench(t, moved.tool())
	b.drafted("We build pools")
	b.work.Task.ApprovedHash = unseen(t, "empty")
	if b.do().Waiting == nil || len(moved.did) != 0 {
		t.Error("it was published unseen over what somebody else wrote")
	}

	final := &world{state: "empty"}
	b = newBench(t, final.tool(irreversible))
	b.drafted("We build pools")
	b.work.Task.ApprovedHash, b.work.Task.ConfirmedAt = unseen(t, "empty"), noon
	if b.do().Waiting == nil || len(final.did) != 0 {
		t.Error("what cannot be undone was published unseen")
	}
}

// staging is a tool that can be looked at before it is published.
type staging struct {
	world
	staged, gone []string
	fails        error
}

func (s *staging) tool() tools.Tool {
	return s.world.tool(func(t *tools.Tool) {
		t.Stage = func(_ context.Context, c tools.Call) (string, error) {
			s.staged = append(s.staged, c.Key)
			return "https://aquaverter.ca/?preview=" + c.Key, s.fails
		}
		t.Unstage = func(_ context.Context, c tools.Call) error {
			s.gone = append(s.gone, c.Key)
			return nil
		}
	})
}

func TestWhatIsAskedCanBeLookedAtInItsPlace(t *testing.T) {
	s := &staging{world: world{state: "empty"}}
	b := newBench(t, s.tool())
	b.drafted("We build pools")
	a := b.do().Waiting
	if a == nil || a.Preview.Link != "https://aquaverter.ca/?preview=task:task-1/0" || a.Staged != "task:task-1/0" {
		t.Fatalf("approval: %+v", a)
	}
	b.do() // the holder died before its question was kept
	if want := []string{"task:task-1/0", "task:task-1/0"}; !slices.Equal(s.staged, want) || len(s.gone) != 0 {
		t.Errorf("staged %q, taken away %q", s.staged, s.gone)
	}
	b.approve(a)
	if b.status(b.do()) != assistant.TaskCompleted || !slices.Equal(s.gone, []string{"task:task-1/0"}) {
		t.Errorf("published, %q was taken away", s.gone)
	}
}

func TestAPreviewThatCannotBePutUpDoesNotStandInTheWay(t *testing.T) {
	s := &staging{world: world{state: "empty"}, fails: errors.New("no draft posts here")}
	b := newBench(t, s.tool())
	b.drafted("We build pools")
	a := b.do().Waiting
	if a == nil || a.Preview.Link != "" || !strings.Contains(a.Why.String(), "could not put up a preview") || a.Preview.Whole == "" {
		t.Fatalf("approval: %+v", a)
	}
	if a.Staged == "" {
		t.Error("what may be half put up is forgotten")
	}
}

func TestWhatIsStagedIsTakenAwayByItsKey(t *testing.T) {
	s := &staging{world: world{state: "empty"}}
	b := newBench(t, s.tool())
	b.drafted("We build pools")
	a := b.do().Waiting
	for range 2 {
		if err := b.exec.Unstage(t.Context(), executor.Whose{Tenant: tenant, Project: b.work.Project}, *a); err != nil {
			t.Fatal(err)
		}
	}
	if !slices.Equal(s.gone, []string{a.Staged, a.Staged}) {
		t.Errorf("taken away: %q", s.gone)
	}
	if err := b.exec.Unstage(t.Context(), executor.Whose{Tenant: "tenant-2", Project: b.work.Project}, *a); err == nil {
		t.Error("another tenant took it away")
	}
	nothing := *a
	nothing.Staged = ""
	if err := b.exec.Unstage(t.Context(), executor.Whose{Tenant: tenant, Project: b.work.Project}, nothing); err != nil || len(s.gone) != 2 {
		t.Errorf("nothing was staged, and %q taken away: %v", s.gone, err)
	}
}

func TestAStoppedRunAsksNobody(t *testing.T) {
	s := &staging{world: world{state: "empty"}}
	b := newBench(t, s.tool())
	b.drafted("We build pools")
	b.work.Run.Status = assistant.RunCancelled
	if b.status(b.do()) != assistant.TaskCancelled || len(s.staged) != 0 {
		t.Errorf("a stopped run put up %q", s.staged)
	}
}

// TestTheGateAsksTheRuleThatHoldsNow: what a plan's approval covers, or one person has approved, waits where a rule wants others.
func TestTheGateAsksTheRuleThatHoldsNow(t *testing.T) {
	w := &world{state: "empty"}
	b := newBench(t, w.tool())
	b.work.Task.ApprovedHash = shown(t, `{"title":"Services","slug":"services"}`, "empty")
	b.work.Policies = []assistant.Policy{{Rule: assistant.ApprovalRule{Roles: []assistant.Role{assistant.RoleAdmin}, Needed: 2}}}
	e := b.do()
	if e.Waiting == nil || len(w.did) != 0 || e.Waiting.Rule.Count() != 2 || !strings.Contains(e.Waiting.Why.String(), "laid down who approves") {
		t.Fatalf("the plan's approval was enough: %+v", e)
	}
	b.approve(e.Waiting)
	admin := func(id assistant.PersonID, role assistant.Role) assistant.Yes {
		return assistant.Yes{Person: id, As: assistant.Capacity{Role: role}, At: noon}
	}
	for what, yeses := range map[string][]assistant.Yes{
		"one":                      {admin("anna", assistant.RoleAdmin)},
		"one and a member":         {admin("anna", assistant.RoleAdmin), admin("ben", assistant.RoleMember)},
		"the same person, counted": {admin("anna", assistant.RoleAdmin), admin("anna", assistant.RoleAdmin)},
	} {
		if b.work.Yeses = yeses; b.do().Waiting == nil || len(w.did) != 0 {
			t.Errorf("%s was enough", what)
		}
	}
	b.work.Yeses = []assistant.Yes{admin("anna", assistant.RoleAdmin), admin("ben", assistant.RoleAdmin)}
	if b.status(b.do()) != assistant.TaskCompleted || len(w.did) != 1 {
		t.Errorf("two admins have approved it: done %d times", len(w.did))
	}
}

// TestWhatABackgroundTaskWantsNeedsAStandingYesOfItsOwn: what was approved for good of people's requests is asked again when
// nobody is there, and the card offers the task's own where the task comes again.
func TestWhatABackgroundTaskWantsNeedsAStandingYesOfItsOwn(t *testing.T) {
	for what, c := range map[string]struct {
		of      assistant.BackgroundID // the task the standing yes was given to
		target  string
		comes   assistant.BackgroundID // the task, where it comes again
		done    int
		offered bool
	}{
		"its own":                         {"b", "page /services", "b", 1, false},
		"one for what people ask for":     {"", "", "b", 0, true},
		"another task's":                  {"c", "page /services", "b", 0, true},
		"its own, for another page":       {"b", "page /about", "b", 0, true},
		"of a task that comes no more":    {"b", "page /services", "", 0, false},
		"none, of one that comes no more": {"", "", "", 0, false},
	} {
		w := &world{state: "empty"}
		b := newBench(t, w.tool(func(x *tools.Tool) {
			preview := x.Preview
			x.Preview = func(ctx context.Context, c tools.Call) (assistant.Preview, error) {
				p, err := preview(ctx, c)
				p.Target = "page /services"
				return p, err
			}
		}))
		b.work.Task.ApprovedHash, b.work.Unasked, b.work.Background = "", true, c.comes
		b.work.Standing = []assistant.StandingYes{{
			ID: "s", Person: "anna", Tool: "create_page", Project: b.work.Project.ID, Most: 2, Until: noon.Add(time.Hour), Background: c.of, Target: c.target,
			As: assistant.Capacity{Role: assistant.RoleApprover},
		}}
		e := b.do()
		if len(w.did) != c.done || len(b.ledger.used) != c.done || (e.Waiting == nil) != (c.done == 1) {
			t.Errorf("%s: done %d times, used %v, waits %v", what, len(w.did), b.ledger.used, e.Waiting != nil)
		}
		if e.Waiting != nil && (e.Waiting.Standing != c.offered || e.Waiting.Background != c.comes) {
			t.Errorf("%s: it is offered for good: %v, to %q", what, e.Waiting.Standing, e.Waiting.Background)
		}
	}
}

// TestAStandingYesNeedsNobody, and is counted before anything is done; one that was taken back meanwhile stands for nothing.
func TestAStandingYesNeedsNobody(t *testing.T) {
	for what, c := range map[string]struct {
		change func(*tools.Tool)
		back   bool
		done   int
	}{
		"what can be undone":                 {func(*tools.Tool) {}, false, 1},
		"what cannot be undone":              {func(x *tools.Tool) { x.Effect, x.Undo = assistant.EffectIrreversible, nil }, false, 0},
		"once it was taken back by somebody": {func(*tools.Tool) {}, true, 0},
	} {
		w := &world{state: "empty"}
		b := newBench(t, w.tool(c.change))
		b.work.Task.ApprovedHash = ""
		b.ledger.revoked, b.ledger.others = c.back, 4
		b.work.Standing = []assistant.StandingYes{{
			ID: "s", Person: "anna", Tool: "create_page", Project: b.work.Project.ID, Most: 9, Until: noon.Add(1000 * 1000 * 1000 * 3600),
			As: assistant.Capacity{Role: assistant.RoleApprover},
		}}
		e := b.do()
		if len(w.did) != c.done || len(b.ledger.used) != c.done || (e.Waiting == nil) != (c.done == 1) {
			t.Errorf("%s: done %d times, used %v, waits %v", what, len(w.did), b.ledger.used, e.Waiting != nil)
		}
		// Others have used it since it was read: what is told is which use this one is.
		if told := strings.Contains(strings.Join(b.journal.lines, "\n"), "(5 of 9 times)"); told != (c.done == 1) {
			t.Errorf("%s: told %q", what, b.journal.lines)
		}
	}
}

// TestAStandingYesIsNotToWhatOthersSaid: it is asked about, and its card names whose words came in between.
func TestAStandingYesIsNotToWhatOthersSaid(t *testing.T) {
	for what, c := range map[string]struct {
		heard []assistant.Person
		named []string
	}{
		"nobody":            {nil, nil},
		"an approver":       {[]assistant.Person{{ID: "dan", Name: "Dan", Role: assistant.RoleApprover}}, nil},
		"a member":          {[]assistant.Person{{ID: "cleo", Name: " Cleo\nC ", Role: assistant.RoleMember}}, []string{"Cleo C"}},
		"somebody unknown":  {[]assistant.Person{{}}, []string{"somebody"}},
		"a member and more": {[]assistant.Person{{ID: "dan", Name: "Dan", Role: assistant.RoleApprover}, {ID: "cleo", Name: "Cleo", Role: assistant.RoleMember}}, []string{"Cleo"}},
	} {
		w := &world{state: "empty"}
		b := newBench(t, w.tool())
		b.work.Task.ApprovedHash, b.work.Heard = "", c.heard
		b.work.Standing = []assistant.StandingYes{{
			ID: "s", Person: "anna", Tool: "create_page", Project: b.work.Project.ID, Most: 9, Until: noon.Add(time.Hour), As: assistant.Capacity{Role: assistant.RoleApprover},
		}}
		e := b.do()
		if done := len(w.did); done != len(b.ledger.used) || (done == 1) != (c.named == nil) || (e.Waiting == nil) != (done == 1) {
			t.Errorf("%s: done %d times, used %v", what, done, b.ledger.used)
		}
		if e.Waiting != nil && !slices.Equal(e.Waiting.Heard, c.named) {
			t.Errorf("%s: the card names %q", what, e.Waiting.Heard)
		}
		if b.work.Standing = nil; e.Waiting == nil {
			continue
		}
		if e := b.do(); e.Waiting == nil || e.Waiting.Heard != nil {
			t.Errorf("%s, with nothing approved for good: %+v", what, e.Waiting)
		}
	}
}

// TestAlwaysNeverPassesOverAWarning: what a preview warns of is looked at each time.
func TestAlwaysNeverPassesOverAWarning(t *testing.T) {
	for _, warned := range []bool{false, true} {
		w := &world{state: "empty"}
		b := newBench(t, w.tool(func(x *tools.Tool) {
			preview := x.Preview
			x.Preview = func(ctx context.Context, c tools.Call) (assistant.Preview, error) {
				p, err := preview(ctx, c)
				if warned {
					p.Warnings = []assistant.Sentence{assistant.Verbatim("All of what is there goes.")}
				}
				return p, err
			}
		}))
		b.work.Task.ApprovedHash = ""
		b.work.Standing = []assistant.StandingYes{{
			ID: "s", Person: "anna", Tool: "create_page", Project: b.work.Project.ID, Most: 9, Until: noon.Add(time.Hour), As: assistant.Capacity{Role: assistant.RoleApprover},
		}}
		e := b.do()
		if (e.Waiting != nil) != warned || (len(w.did) == 0) != warned || (len(b.ledger.used) == 0) != warned {
			t.Errorf("with a warning %v it is asked: %v, done %d times, by %q", warned, e.Waiting != nil, len(w.did), b.ledger.used)
		}
	}
}

// TestWhatAnAgentProposesHasToSayDirect: an action of its own that is not direct takes a plan, whoever has approved it.
func TestWhatAnAgentProposesHasToSayDirect(t *testing.T) {
	for what, c := range map[string]struct {
		session assistant.AgentSessionID
		direct  bool
		done    bool
	}{
		"by an agent":                       {"s", false, false},
		"by an agent, which may":            {"s", true, true},
		"by a plan or a person":             {"", false, true},
		"by a person, what may be proposed": {"", true, true},
	} {
		w := &world{state: "empty"}
		b := newBench(t, w.tool(func(x *tools.Tool) { x.Direct = c.direct }))
		b.work.Run.Session = c.session
		e := b.do()
		if (len(w.did) == 1) != c.done {
			t.Errorf("%s: done %d times", what, len(w.did))
		}
		if c.done {
			continue
		}
		if p := b.failed(e); !strings.Contains(p.Message.String(), "takes a plan") {
			t.Errorf("%s: %q", what, p.Message)
		}
	}
}
