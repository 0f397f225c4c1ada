package planning_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/planning"
)

// step is one scripted step.
func step(key, group, owner, typ, parameters string) string {
	return fmt.Sprintf(`{"key":%s,"group":%s,"owner":%s,"type":%s,"summary":"Do it","parameters":%s}`, quote(key), quote(group), quote(owner), quote(typ), quote("{"+parameters+"}"))
}

// quote is a text as JSON has it.
func quote(text string) string {
	raw, err := json.Marshal(text)
	if err != nil {
		panic(err)
	}
	return string(raw)
}

func par(name, value string) string { return quote(name) + ":" + quote(value) }

func ref(name, from, field string) string {
	return fmt.Sprintf(`%s:{"$from":%s,"field":%s}`, quote(name), quote(from), quote(field))
}

func steps(all ...string) string { return `{"title":"T","steps":[` + strings.Join(all, ",") + `]}` }

// anew is a reply that gives the steps of a plan anew.
func anew(plan string) string {
	_, steps, _ := strings.Cut(plan, `"steps"`)
	return `{"edits":[],"steps"` + steps
}

const draftA = `{"key":"draft","group":"A","owner":"creativeLead","type":"draft_content","summary":"Draft","parameters":"{\"title\":\"X\"}"}`

func TestAPlanThatDoesNotHoldIsNeverShown(t *testing.T) {
	page := par("title", "X") + "," + par("slug", "x") + ","
	cases := map[string]string{
		"nonsense":             "Sure, here is your plan! First we draft, then we publish.",
		"half JSON":            `{"title":"T","steps":[{"key":"draft","group":"A"`,
		"another shape":        `{"plan":[1,2,3]}`,
		"no steps":             steps(),
		"huge":                 steps(step("a", "A", "creativeLead", "draft_content", par("title", strings.Repeat("x", 1<<20)))),
		"unknown task type":    steps(step("a", "A", "webEngineer", "delete_everything", "")),
		"unknown owner":        steps(step("a", "A", "rasputin", "run_audit", "")),
		"owner who may not":    steps(step("a", "A", "sportsMedia", "draft_content", par("title", "X"))),
		"missing parameter":    steps(step("a", "A", "webEngineer", "create_page", par("title", "X"))),
		"unknown parameter":    steps(step("a", "A", "creativeLead", "draft_content", par("title", "X")+","+par("shell", "rm"))),
		"value outside enum":   steps(step("a", "A", "deliveryLead", "create_ticket", par("title", "X")+","+par("priority", "yesterday"))),
		"value of wrong type":  steps(step("a", "A", "technicalLead", "purge", par("slug", "x")+","+par("tags", "[\"x\"]"))),
		"first group is B":     steps(step("a", "B", "creativeLead", "draft_content", par("title", "X"))),
		"gap in groups":        steps(draftA, step("b", "C", "growthLead", "run_audit", "")),
		"odd group":            steps(step("a", "first", "growthLead", "run_audit", "")),
		"key twice":            steps(draftA, step("draft", "A", "growthLead", "run_audit", "")),
		"odd key":              steps(step("../x", "A", "growthLead", "run_audit", "")),
		"parameter twice":      steps(step("a", "A", "creativeLead", "draft_content", par("title", "X")+","+par("title", "Y"))),
		"half parameters":      `{"title":"T","steps":[{"key":"a","group":"A","owner":"growthLead","type":"run_audit","summary":"Audit","parameters":"{"}]}`,
		"parameters are words": `{"title":"T","steps":[{"key":"a","group":"A","owner":"growthLead","type":"run_audit","summary":"Audit","parameters":"the home page"}]}`,
		"parameters are many":  `{"title":"T","steps":[{"key":"a","group":"A","owner":"growthLead","type":"run_audit","summary":"Audit","parameters":[1,2]}]}`,
		"no summary":           `{"title":"T","steps":[{"key":"a","group":"A","owner":"chief","type":"run_audit","summary":" ","parameters":"{}"}]}`,
		"reference to nothing": steps(draftA, step("page", "B", "webEngineer", "create_page", page+ref("contentHtml", "nobody", "html"))),
		"reference sideways":   steps(draftA, step("page", "A", "webEngineer", "create_page", page+ref("contentHtml", "draft", "html"))),
		"reference to itself":  steps(step("page", "A", "webEngineer", "create_page", page+ref("contentHtml", "page", "url"))),
		"path into a text":     steps(draftA, step("page", "B", "webEngineer", "create_page", page+ref("contentHtml", "draft", "html[0]"))),
		"no path":              steps(draftA, step("page", "B", "webEngineer", "create_page", page+ref("contentHtml", "draft", "html["))),
		"text for a list":      steps(draftA, step("b", "B", "technicalLead", "purge", par("slug", "x")+","+ref("tags", "draft", "html"))),
		"unknown field":        steps(draftA, step("page", "B", "webEngineer", "create_page", page+ref("contentHtml", "draft", "contentHtml"))),
		"same page twice": steps(draftA, step("p1", "B", "webEngineer", "create_page", page+ref("contentHtml", "draft", "html")),
			step("p2", "B", "webEngineer", "create_page", page+ref("contentHtml", "draft", "html"))),
		"too many steps": steps(strings.Split(strings.Repeat(step("a", "A", "growthLead", "run_audit", "")+"|", 13), "|")[:13]...),
	}
	for name, reply := range cases {
		t.Run(name, func(t *testing.T) {
			m := begun(t, planner(t), deskOf(t, scripted{llm.PurposePlan: reply}), situation(aquaverter()), "Audit the home page")
			onlyAProblem(t, m)
		})
	}
}

func onlyAProblem(tb testing.TB, m planning.Move) {
	tb.Helper()
	if m.Problem == nil || m.Problem.Message.String() == "" || m.Problem.Recovery.String() == "" {
		tb.Fatalf("a problem in plain words with a way on, got %+v %+v", m, m.Problem)
	}
	if m.Plan != nil || m.Ask != nil || m.Brief != nil || m.Say != "" {
		tb.Errorf("and nothing else, got %+v", m)
	}
	if len(m.Problem.Message.String()) > 600 {
		tb.Errorf("the problem is too long to read: %d bytes", len(m.Problem.Message.String()))
	}
}

func TestARequirementsReplyThatMakesNoSenseIsAProblem(t *testing.T) {
	for name, reply := range map[string]string{
		"nonsense":  "Hello!",
		"half":      `{"goal":"x","tit`,
		"no goal":   `{"goal":" ","title":"","project":"","possible":true,"search":"","agents":[],"requirements":[]}`,
		"odd key":   `{"goal":"x","title":"","project":"","possible":true,"search":"","agents":[],"requirements":[{"key":"a b","question":"?","reason":"r","required":true,"value":"","options":[],"default":""}]}`,
		"no reason": `{"goal":"x","title":"","project":"","possible":true,"search":"","agents":[],"requirements":[{"key":"a","question":"?","reason":"","required":true,"value":"","options":[],"default":""}]}`,
		"huge":      strings.Repeat("{", 2<<20),
	} {
		t.Run(name, func(t *testing.T) {
			m := begun(t, planner(t), deskOf(t, scripted{llm.PurposeRequirements: reply}), situation(aquaverter()), "Audit the home page")
			onlyAProblem(t, m)
		})
	}
}

// TestAStageThatAPlanDoesWithoutIsPassedOver: where no ways can be compared, there is one.
func TestAStageThatAPlanDoesWithoutIsPassedOver(t *testing.T) {
	m := begun(t, planner(t), deskOf(t, scripted{llm.PurposeForks: "either way"}), situation(aquaverter()), "Audit the home page")
	if m.Problem != nil || m.Plan == nil || m.Plan.Fork != "" {
		t.Errorf("%+v", m)
	}
}

func TestAnInterpretationIsNotTrusted(t *testing.T) {
	p, s := planner(t), situation(aquaverter())
	for name, reply := range map[string]string{
		"unknown key":  `{"answers":[{"key":"password","value":"x"}],"choose":["nothing"]}`,
		"empty values": `{"answers":[{"key":"audience","value":" \u0000 "}],"choose":[]}`,
	} {
		d := deskOf(t, scripted{llm.PurposeInterpret: reply})
		m := begun(t, p, d, s, "Please create a new webpage called Services")
		m = answered(t, p, d, s, m, nil, "hmm, let me think about all of that")
		if m.Ask == nil || len(m.Ask.Questions) != 3 || m.Brief.Values["password"] != "" {
			t.Errorf("%s: everything is asked again, got %+v", name, m)
		}
	}
	d := deskOf(t, scripted{llm.PurposeInterpret: "no idea"})
	m := begun(t, p, d, s, "Please create a new webpage called Services")
	m = answered(t, p, d, s, m, nil, "hmm, let me think about all of that")
	if m.Problem == nil || m.Ask != nil || m.Plan != nil || m.Brief == nil || m.Brief.Status != assistant.PlanGathering {
		t.Errorf("a problem that keeps what is known, got %+v", m)
	}
}

func TestAModelsTextIsCleanedBeforeItIsShown(t *testing.T) {
	reply := `{"goal":"Make\u0000 it\u202e nice\n\nnow","title":"` + strings.Repeat("long ", 100) + `","project":"","possible":true,"search":"","agents":["chief","rasputin"],"requirements":[` +
		`{"key":"tone","question":"Which\u0007 tone?","reason":"r","required":true,"value":"","options":[{"value":"a","label":"Warm","description":""},{"value":"b","label":"warm","description":""}],"default":"a"}]}`
	m := begun(t, planner(t), deskOf(t, scripted{llm.PurposeRequirements: reply}), situation(aquaverter()), "Do something nice with the home page")
	if m.Brief == nil || m.Brief.Goal != "Make it nice now" || len([]rune(m.Brief.Title)) > 80 || len(m.Brief.Agents) != 1 {
		t.Fatalf("clean and bounded, got %+v", m.Brief)
	}
	q := m.Ask.Questions[0]
	if q.Text != "Which tone?" || len(q.Options) != 1 || q.Default != "Warm" && q.Default != "a" {
		t.Errorf("the question is clean, got %+v", q)
	}
}

func TestAnIrreversibleStepIsMarked(t *testing.T) {
	reply := steps(step("gone", "A", "technicalLead", "purge", par("slug", "old")))
	m := begun(t, planner(t), deskOf(t, scripted{llm.PurposePlan: reply}), situation(aquaverter()), "Audit the home page")
	if m.Plan == nil {
		t.Fatalf("a plan, got %+v %+v", m, m.Problem)
	}
	if s := m.Plan.Steps[0]; s.Effect != assistant.EffectIrreversible || len(s.Notes) != 1 || s.Preview == nil {
		t.Errorf("it says that it cannot be undone, got %+v", s)
	}
	_, tasks, err := planning.Build(*m.Plan, ids(), planning.Decision{By: "ann", At: noon, In: "c1"})
	if err != nil {
		t.Fatal(err)
	}
	if c, err := assistant.NeedsConsent(tasks[0], "", tasks[0].Parameters, *m.Plan.Steps[0].Preview); err != nil || c != assistant.ConsentConfirm || tasks[0].Reversible {
		t.Errorf("it is asked once more before it runs, got %q", c)
	}
}

func TestACorrectedPlanIsTaken(t *testing.T) {
	model := &improving{good: steps(step("a", "A", "growthLead", "run_audit", ""))}
	m := begun(t, planner(t), deskOf(t, model), situation(aquaverter()), "Audit the home page")
	if m.Plan == nil || model.asked != 2 {
		t.Errorf("the second try holds, got %+v after %d", m, model.asked)
	}
}

// improving plans nonsense until it is told what was wrong.
type improving struct {
	good  string
	asked int
}

func (i *improving) Info() llm.Info { return llm.Info{Provider: "improving", Model: "improving"} }

func (i *improving) Generate(ctx context.Context, r llm.Request) iter.Seq2[llm.Event, error] {
	if r.Purpose != llm.PurposePlan {
		return scripted{}.Generate(ctx, r)
	}
	i.asked++
	if i.asked == 1 {
		return scripted{llm.PurposePlan: steps(step("a", "A", "growthLead", "delete_everything", ""))}.Generate(ctx, r)
	}
	last := r.Messages[len(r.Messages)-1].Parts[0].Text
	if !strings.Contains(last, "delete_everything") {
		return scripted{llm.PurposePlan: "nobody told me what was wrong"}.Generate(ctx, r)
	}
	return scripted{llm.PurposePlan: i.good}.Generate(ctx, r)
}

func TestALostClaimIsAnErrorAndNoProblem(t *testing.T) {
	d := deskOf(t, scripted{})
	d.Journal = &journal{err: assistant.ErrFenced}
	if _, err := planner(t).Begin(t.Context(), d, situation(aquaverter()), said("Audit the home page")); !errors.Is(err, assistant.ErrFenced) {
		t.Errorf("got %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := planner(t).Begin(ctx, deskOf(t, scripted{}), situation(aquaverter()), said("Audit the home page")); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func TestWhateverAModelPlansAPlanHoldsOrIsNotShown(t *testing.T) {
	p := planner(t)
	word := rapid.SampledFrom([]string{
		"", "draft", "page", "A", "B", "C", "create_page", "draft_content", "run_audit", "webEngineer", "creativeLead", "title",
		"slug", "contentHtml", "html", "url", "x", "{\"$from\":\"draft\"}", "null", "Ünïcode \u202e", "taken",
	})
	rapid.Check(t, func(r *rapid.T) {
		var all []string
		for range rapid.IntRange(0, 4).Draw(r, "steps") {
			var ps []string
			for range rapid.IntRange(0, 4).Draw(r, "parameters") {
				if rapid.Bool().Draw(r, "refers") {
					ps = append(ps, ref(word.Draw(r, "n"), word.Draw(r, "f"), word.Draw(r, "d")))
				} else {
					ps = append(ps, par(word.Draw(r, "n"), word.Draw(r, "v")))
				}
			}
			all = append(all, step(word.Draw(r, "key"), word.Draw(r, "group"), word.Draw(r, "owner"), word.Draw(r, "type"), strings.Join(ps, ",")))
		}
		m, err := p.Begin(t.Context(), deskOf(t, scripted{llm.PurposePlan: steps(all...)}), situation(aquaverter()), said("Audit the home page"))
		if err != nil {
			r.Fatal(err)
		}
		if m.Plan == nil {
			if m.Problem == nil {
				r.Fatalf("neither a plan nor a problem: %+v", m)
			}
			return
		}
		if bad := assistant.Blocking(assistant.CheckPlan(*m.Plan, aquaverter(), crew(t).Rules())); len(bad) > 0 {
			r.Fatalf("the laws forbid what is shown: %v", bad)
		}
	})
}
