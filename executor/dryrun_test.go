package executor_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
	"github.com/aisteam/aisteam/executor"
	"github.com/aisteam/aisteam/internal/packkit"
)

// drafts are what a writer of these tests has written, and what keeps it from writing.
type drafts struct {
	written int
	fails   error
}

func (d *drafts) tool() tools.Tool {
	return packkit.Whole(tools.Tool{
		Name: "draft_content", Label: "Write a draft", Class: assistant.ClassQuery, Arguments: tools.Arguments[struct {
			Title   string `json:"title"`
			Changes string `json:"changes,omitempty"`
		}](), Rewrite: tools.Rewrite{Words: "changes"},
		Run: func(context.Context, tools.Call) (assistant.Receipt, error) {
			d.written++
			return assistant.Receipt{Result: assistant.Result{Fields: assistant.ValuesOf(map[string]string{"title": "Our pools"}), Read: "Our pools"}}, d.fails
		},
	})
}

// dryPlan writes a title and creates a page of it.
func dryPlan() assistant.Plan {
	return assistant.Plan{ID: "plan-1", Version: 1, Project: project, RequestedBy: "person-1", Steps: []assistant.Step{
		{Key: "draft", Group: "A", Owner: assistant.CreativeLead, Type: "draft_content", Summary: "Draft it", Effect: assistant.EffectNone, Parameters: json.RawMessage(`{"title":"Pools"}`)},
		{
			Key: "page", Group: "B", Owner: assistant.WebEngineer, Type: "create_page", Summary: "Create it", Effect: assistant.EffectReversible,
			Parameters: json.RawMessage(`{"title":{"$from":"draft","field":"title"},"slug":"pools"}`), Preview: &assistant.Preview{State: "empty"},
		},
	}}
}

// goes is an executor that goes through plans with these tools.
func goes(t *testing.T, log executor.OwnCalls, all ...tools.Tool) *executor.Executor {
	t.Helper()
	clock := func() time.Time { return noon }
	e, err := executor.New(executor.Config{Team: packkit.TeamOf(t, tools.Pack{Name: "test", Tools: all}), Ledger: &ledger{}, Own: log, IDs: assistant.NewIDs(clock, zeros{}), Now: clock})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func dryRun(p assistant.Plan) executor.DryRun {
	return executor.DryRun{
		Claim: assistant.Claim{Tenant: tenant, Conversation: "c"}, Plan: p,
		Projects: []assistant.Project{{ID: project, Tenant: tenant, Name: "Aquaverter", Connections: []assistant.Connection{site.Folder()}}},
	}
}

// TestADryRunThatBrokeOffGoesOnWithWhatItHasWritten: the model that wrote is not asked again, by the next holder or for the next version.
func TestADryRunThatBrokeOffGoesOnWithWhatItHasWritten(t *testing.T) {
	d, w, log := &drafts{}, &world{state: "empty"}, &diary{}
	ctx, cancel := context.WithCancel(t.Context())
	dies := w.tool(func(t *tools.Tool) {
		look := t.Preview
		t.Preview = func(ctx context.Context, c tools.Call) (assistant.Preview, error) {
			if cancel(); d.written == 0 {
				return assistant.Preview{}, errors.New("nothing was written yet")
			}
			return look(ctx, c)
		}
	})
	if _, err := goes(t, log, d.tool(), dies).DryRun(ctx, dryRun(dryPlan())); !errors.Is(err, context.Canceled) {
		t.Fatalf("its holder dies, got %v", err)
	}
	next := dryPlan()
	next.Version = 2
	for _, p := range []assistant.Plan{dryPlan(), next} {
		tried, err := goes(t, log, d.tool(), w.tool()).DryRun(t.Context(), dryRun(p))
		if err != nil {
			t.Fatal(err)
		}
		page := tried.Steps[1]
		if !page.Shown() || string(page.Tried.Arguments) != `{"slug":"pools","title":"Our pools"}` || !tried.Previewed || page.Unfinished() {
			t.Errorf("the page is shown with what was written, got %+v", page.Tried)
		}
	}
	if d.written != 1 || len(w.did) != 0 {
		t.Errorf("it was written %d times and %d pages were created, want once and none", d.written, len(w.did))
	}
	changed := dryPlan()
	changed.Steps[0].Parameters = json.RawMessage(`{"title":"Saunas"}`)
	if _, err := goes(t, log, d.tool(), w.tool()).DryRun(t.Context(), dryRun(changed)); err != nil || d.written != 2 {
		t.Errorf("another text is written for other arguments, got %d (%v)", d.written, err)
	}
}

func TestWhatCannotBePreviewedSaysWhy(t *testing.T) {
	no := &assistant.Trouble{Problem: assistant.Problem{Message: assistant.Say("The site did not let me look."), Recovery: assistant.Say("Look.")}}
	for name, c := range map[string]struct {
		writes, looks error
		change        func(*executor.DryRun)
		step          int
		says          string
	}{
		"a text that cannot be written":       {writes: no, step: 0, says: "did not let me look"},
		"what takes of a text that is absent": {writes: no, step: 1, says: "from step 1"},
		"a look that is refused":              {looks: no, step: 1, says: "did not let me look"},
		"a look that breaks":                  {looks: errors.New("secret token 123"), step: 1, says: "could not be previewed just now"},
		"what is not allowed there":           {change: func(d *executor.DryRun) { d.Projects[0].Allowed = []assistant.TaskType{"draft_content"} }, step: 1, says: "not allowed for the project"},
		"a foreign project":                   {change: func(d *executor.DryRun) { d.Projects[0].Tenant = "tenant-2" }, step: 0, says: "another project"},
	} {
		t.Run(name, func(t *testing.T) {
			w, d := &world{state: "empty"}, &drafts{fails: c.writes}
			page := w.tool(func(t *tools.Tool) {
				if c.looks != nil {
					t.Preview = func(context.Context, tools.Call) (assistant.Preview, error) { return assistant.Preview{}, c.looks }
				}
			})
			run := dryRun(dryPlan())
			if c.change != nil {
				c.change(&run)
			}
			tried, err := goes(t, &diary{}, d.tool(), page).DryRun(t.Context(), run)
			if err != nil {
				t.Fatal(err)
			}
			s := tried.Steps[c.step]
			if !strings.Contains(s.Tried.Why, c.says) || strings.Contains(s.Tried.Why, "token") || s.Shown() || len(w.did) != 0 {
				t.Errorf("it says %q, want %q; shown %t, done %d times", s.Tried.Why, c.says, s.Shown(), len(w.did))
			}
		})
	}
}

// TestADryRunIsBehindTheClaim: whoever has lost the conversation writes nothing for it.
func TestADryRunIsBehindTheClaim(t *testing.T) {
	d := &drafts{}
	_, err := goes(t, &diary{fenced: true}, d.tool(), (&world{state: "empty"}).tool()).DryRun(t.Context(), dryRun(dryPlan()))
	if !errors.Is(err, assistant.ErrFenced) || d.written != 0 {
		t.Errorf("error %v and %d texts, want %v and none", err, d.written, assistant.ErrFenced)
	}
}

// TestADryRunOfAChangeTakesWhatItsRunHasDone: a step that is done is not written again, one that goes on as it was approved is left as it
// is, and a new one is shown with what the run has made.
func TestADryRunOfAChangeTakesWhatItsRunHasDone(t *testing.T) {
	d, w := &drafts{}, &world{state: "empty"}
	p := dryPlan()
	kept := p.Steps[1]
	kept.Key, kept.Stands, p.Steps[0].Stands = "kept", assistant.StepKept, assistant.StepDone
	p.Redirects, p.Steps = "run-1", append(p.Steps, kept)
	run := dryRun(p)
	run.Done = map[string]assistant.Result{"draft": {Fields: assistant.ValuesOf(map[string]string{"title": "Our saunas"})}}
	tried, err := goes(t, &diary{}, d.tool(), w.tool()).DryRun(t.Context(), run)
	if err != nil {
		t.Fatal(err)
	}
	if page := tried.Steps[1]; !page.Shown() || string(page.Tried.Arguments) != `{"slug":"pools","title":"Our saunas"}` {
		t.Errorf("the new step is shown with what the run has made, got %+v", page.Tried)
	}
	if d.written != 0 || tried.Steps[0].Tried != nil || tried.Steps[2].Tried != nil || len(tried.Kept()) != 0 || len(w.did) != 0 {
		t.Errorf("%d texts are written anew, and the steps are %+v", d.written, tried.Steps)
	}
}
