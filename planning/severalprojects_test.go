package planning_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/llm/rehearsal"
	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
	"github.com/aisteam/aisteam/internal/packkit"
	"github.com/aisteam/aisteam/planning"
)

// onSites is a desk whose team changes parts of pages on sites alone.
func onSites(t *testing.T, m llm.Model) (planning.Desk, *journal) {
	t.Helper()
	all := slices.Clone(crew(t).Tools().All())
	for i := range all {
		if all[i].Name == "update_content_block" {
			all[i].Needs = site.Capability
		}
	}
	j := &journal{}
	return planning.Desk{Team: packkit.TeamOf(t, tools.Pack{Name: "test", Tools: all}), Model: asker(t, m), Journal: j}, j
}

func rehearsed() llm.Model { return rehearsal.New(rehearsal.Config{}) }

func brightwater() assistant.Project { return project("Brightwater", "brightwater.example") }

// placed is a plan in short, with the project of each step.
func placed(p assistant.Plan) []string {
	var out []string
	for _, s := range p.Steps {
		out = append(out, s.Group+" "+s.Key+" "+string(s.Type)+" on "+p.NameOf(s))
	}
	return out
}

func TestARequestForBothSitesIsOnePlanWhoseStepsSayWhichSite(t *testing.T) {
	for name, request := range map[string]string{
		"both":    "Change the heading on the Services page to “What we do” on both sites",
		"by name": "Change the heading on the Services page to “What we do” on Aquaverter and Brightwater",
	} {
		t.Run(name, func(t *testing.T) {
			p, s := planner(t), situation(aquaverter(), brightwater())
			d, thoughts := onSites(t, rehearsed())
			plan := planned(t, p, d, s, request)
			want := []string{"A update update_content_block on Aquaverter", "A update-2 update_content_block on Brightwater"}
			if diff := cmp.Diff(want, placed(plan)); diff != "" {
				t.Fatalf("the plan (-want +got):\n%s", diff)
			}
			if plan.Project != aquaverter().ID || plan.Steps[0].Project != "" || plan.Steps[1].Project != brightwater().ID {
				t.Errorf("the first project is the plan's own, and the other step has its own, got %+v", plan)
			}
			if line := "Hans is checking the context of these projects: aquaverter.ca, a folder of pages and brightwater.example, a folder of pages"; !slices.Contains(thoughts.lines, line) {
				t.Errorf("nobody thought %q; there was %q", line, thoughts.lines)
			}
			run, tasks, err := planning.Build(plan, ids(), planning.Decision{By: "bob", At: noon, In: "c1"})
			if err != nil {
				t.Fatal(err)
			}
			if run.Project != aquaverter().ID || tasks[0].Project != aquaverter().ID || tasks[1].Project != brightwater().ID {
				t.Errorf("each task is its step's project's, got %s, %s and %s", run.Project, tasks[0].Project, tasks[1].Project)
			}
			if tasks[0].ProjectName != "Aquaverter" || tasks[1].ProjectName != "Brightwater" {
				t.Errorf("each task says where it works, got %q and %q", tasks[0].ProjectName, tasks[1].ProjectName)
			}
		})
	}
}

// Where one project is meant and it is not said which, nobody guesses: it is asked for, and the answer may be both.
func TestWhichProjectIsAskedOnlyWhereItIsUnclear(t *testing.T) {
	p, s := planner(t), situation(aquaverter(), brightwater())
	d, _ := onSites(t, rehearsed())
	m := begun(t, p, d, s, "Change the heading on the Services page to “What we do”")
	if m.Ask == nil || m.Ask.Stage != assistant.StageProject {
		t.Fatalf("it is asked which project is meant, got %+v", m)
	}
	one := answered(t, p, d, s, m, nil, "Brightwater")
	if one.Plan == nil || one.Plan.Several() || one.Plan.Project != brightwater().ID {
		t.Errorf("the one that was named is the plan's, got %+v", one)
	}
	for _, answer := range []string{"Aquaverter and Brightwater", "on both sites"} {
		two := answered(t, p, d, s, m, nil, answer)
		if two.Plan == nil || len(two.Plan.Projects()) != 2 {
			t.Errorf("%q makes it a plan for both, got %+v", answer, two)
		}
	}
	if lost := answered(t, p, d, s, m, nil, "the blue one"); lost.Ask == nil || lost.Brief.Request != m.Brief.Request {
		t.Errorf("what names neither is asked again, and is no part of the request, got %+v", lost)
	}
}

func TestAModelPlansOnTheProjectsOfTheRequestAlone(t *testing.T) {
	const requirements = `{"goal":"g","title":"t","project":"","projects":["Aquaverter","Brightwater"],"possible":true,"search":"","agents":[],"requirements":[]}`
	const none = `{"forks":[]}`
	step := func(project string) string {
		return `{"title":"t","steps":[{"key":"block","group":"A","owner":"webEngineer","type":"update_content_block","summary":"Change it","project":"` + project + `","parameters":"{\"slug\":\"home\",\"block\":\"h1\",\"text\":\"Hello\"}"}]}`
	}
	all := situation(aquaverter(), brightwater(), project("Cascade", "cascade.example"))
	for name, c := range map[string]struct {
		step string
		made bool
	}{
		"one of them": {step("Brightwater"), true}, "another one": {step("Cascade"), false}, "none": {step(""), false}, "nobody's": {step("Delta"), false},
	} {
		d := onSitesAlone(t, scripted{llm.PurposeRequirements: requirements, llm.PurposeForks: none, llm.PurposePlan: c.step})
		m := begun(t, planner(t), d, all, "Say hello on the two water sites")
		if made := m.Plan != nil; made != c.made {
			t.Errorf("%s: a plan is made: %t, want %t (%+v)", name, made, c.made, m.Problem)
		}
	}
}

// A step is held to what its own project has and allows, and people are told of which one it is not so.
func TestEachStepIsHeldToItsOwnProject(t *testing.T) {
	only := brightwater()
	only.Allowed = []assistant.TaskType{"create_ticket"}
	d, _ := onSites(t, rehearsed())
	m := begun(t, planner(t), d, situation(aquaverter(), only), "Change the heading on the Services page to “What we do” on both sites")
	if m.Plan != nil || m.Problem == nil || !strings.Contains(m.Problem.Message.String(), "update_content_block is not allowed for the project Brightwater") {
		t.Errorf("it is said what is not allowed where, got plan %+v, problem %+v", m.Plan, m.Problem)
	}
}

func TestThePreviewOfAStepLooksAtItsOwnProject(t *testing.T) {
	plan := planned(t, planner(t), first(onSites(t, rehearsed())), situation(aquaverter(), brightwater()), "Create a page called Jobs on both sites")
	var pages []string
	for _, s := range plan.Steps {
		if s.Type == "create_page" {
			pages = append(pages, s.Key+" on "+plan.NameOf(s)+" from "+string(s.Parameters))
		}
	}
	if len(pages) != 2 || !strings.Contains(pages[1], `"$from":"draft-2"`) {
		t.Errorf("two sites may each have a page of the same address, from drafts of their own, got %q", pages)
	}
}

func first(d planning.Desk, _ *journal) planning.Desk { return d }

func onSitesAlone(t *testing.T, m llm.Model) planning.Desk {
	t.Helper()
	return first(onSites(t, m))
}

func TestANewVersionSaysThatAStepIsForAnotherProject(t *testing.T) {
	p, s := planner(t), situation(aquaverter(), brightwater())
	plan := planned(t, p, first(onSites(t, rehearsed())), s, "Change the heading on the Services page to “What we do” on Aquaverter")
	reply := `{"edits":[],"steps":[{"key":"update","group":"A","owner":"webEngineer","type":"update_content_block","summary":"` + plan.Steps[0].Summary + `","project":"Brightwater","parameters":"{\"slug\":\"services\",\"block\":\"h1\",\"text\":\"What we do\"}"}]}`
	m, err := p.Revise(t.Context(), onSitesAlone(t, scripted{llm.PurposeRevise: reply}), s, plan, "do that on the other site")
	if err != nil {
		t.Fatal(err)
	}
	if m.Plan == nil || m.Plan.NameOf(m.Plan.Steps[0]) != "Brightwater" || !slices.ContainsFunc(m.Changes, func(c string) bool {
		return strings.Contains(c, "is now for “Brightwater” instead of “Aquaverter”")
	}) {
		t.Errorf("the change of the project is said, got %+v", m)
	}
	gone, err := p.Revise(t.Context(), onSitesAlone(t, scripted{llm.PurposeRevise: reply}), situation(aquaverter()), *m.Plan, "")
	if err != nil {
		t.Fatal(err)
	}
	if gone.Problem == nil {
		t.Error("a plan whose step's project is gone is not shown again as if nothing was")
	}
}
