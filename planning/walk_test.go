package planning_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/planning"
)

func TestAServicesPageIsPlannedFromRequestToTasks(t *testing.T) {
	p, s := planner(t), situation(aquaverter())
	d, thoughts := desk(t)

	m := begun(t, p, d, s, "Please create a new webpage called Services")
	if m.Ask == nil || m.Ask.Stage != assistant.StageRequirements || m.Plan != nil || m.Problem != nil {
		t.Fatalf("the first move asks for what is missing, got %+v", m)
	}
	if !strings.Contains(m.Ask.Intro, "Services") || m.Brief.Goal == "" {
		t.Errorf("the goal is restated, got %q", m.Ask.Intro)
	}
	var keys []string
	for _, q := range m.Ask.Questions {
		keys = append(keys, q.Key)
		if q.Reason == "" {
			t.Errorf("the question %q has no reason", q.Text)
		}
	}
	if diff := cmp.Diff([]string{"language", "audience", "focus"}, keys); diff != "" {
		t.Errorf("the title is known and is not asked (-want +got):\n%s", diff)
	}

	if want := fmt.Sprintf("I need %d details.", len(m.Ask.Questions)); !strings.Contains(m.Ask.Intro, want) {
		t.Errorf("what is asked is not counted, %q: %s", want, m.Ask.Intro)
	}

	m = answered(t, p, d, s, m, map[string]string{"language": "English", "audience": "Homeowners with hard water", "focus": "water treatment"}, "")
	if m.Ask == nil || m.Ask.Stage != assistant.StageFork || m.Brief.Status != assistant.PlanChoosing {
		t.Fatalf("the second move offers ways, got %+v", m)
	}
	if n := len(m.Ask.Questions[0].Options); n < 2 || n > 3 {
		t.Errorf("two or three ways are offered, got %d", n)
	}

	m = answered(t, p, d, s, m, nil, "the second one")
	if m.Plan == nil || m.Brief != nil || m.Problem != nil {
		t.Fatalf("the third move shows the plan, got %+v", m)
	}
	plan := *m.Plan
	want := []string{
		"A draft draft_content creativeLead", "A seo draft_seo growthLead", "B page create_page webEngineer", "C audit run_audit growthLead",
	}
	if diff := cmp.Diff(want, shape(plan)); diff != "" {
		t.Errorf("the plan (-want +got):\n%s", diff)
	}
	page := plan.Steps[2]
	wantPage := `{"contentHtml":{"$from":"draft","field":"html"},"language":"en","metaDescription":{"$from":"seo","field":"description"},` +
		`"metaTitle":{"$from":"seo","field":"title"},"slug":"services","title":"Services"}`
	if string(page.Parameters) != wantPage {
		t.Errorf("the page's parameters are\n%s, want\n%s", page.Parameters, wantPage)
	}
	if page.Preview == nil || page.Preview.State == "" || page.Effect != assistant.EffectReversible {
		t.Errorf("the step with an effect shows what it would change, got %+v", page)
	}
	if plan.Fork != "Sections by category" || plan.Hash == "" || !plan.ExpiresAt.Equal(noon.Add(72*time.Hour)) || plan.Version != 1 || plan.RequestedBy != "ann" {
		t.Errorf("the plan says way, hash, time, version and person, got %+v", plan)
	}
	for _, line := range []string{
		"Hans is checking required inputs", "Hans is checking the project context: aquaverter.ca, a folder of pages",
		"Hans is checking that every step can be undone",
	} {
		if !slices.Contains(thoughts.lines, line) {
			t.Errorf("nobody thought %q; there was %q", line, thoughts.lines)
		}
	}

	run, tasks, err := planning.Build(plan, ids(), planning.Decision{By: "bob", At: noon, In: "c1"})
	if err != nil {
		t.Fatal(err)
	}
	if run.ApprovedBy != "bob" || run.RequestedBy != "ann" || run.Status != assistant.RunRunning || run.Conversation != "c1" || len(tasks) != 4 {
		t.Errorf("the run is the approved plan's, got %+v", run)
	}
	for i, task := range tasks {
		if task.Run != run.ID || task.Group != plan.Steps[i].Group || task.Order != i+1 || task.Status != assistant.TaskOpen {
			t.Errorf("task %d is step %d's, got %+v", i, i, task)
		}
	}
	written := json.RawMessage(`{"contentHtml":"<p>Pools</p>","language":"en","slug":"services","title":"Services"}`)
	if c, err := assistant.NeedsConsent(tasks[2], "", written, *page.Preview); c != assistant.ConsentFinished || err != nil {
		t.Errorf("the page's text was not written yet, so somebody has to look at it, got %q (%v)", c, err)
	}
}

func TestTheRehearsalPlansWhatItUnderstands(t *testing.T) {
	cases := map[string][]string{
		"Change the heading on the Services page to “What we do”": {"A update update_content_block webEngineer"},
		"Create a ticket about the slow contact form":             {"A ticket create_ticket deliveryLead"},
		"Please audit https://example.com/prices":                 {"A check run_audit growthLead"},
		"Audit the home page":                                     {"A check run_audit growthLead"},
		"Create a page called Pricing and audit it": {
			"A draft draft_content creativeLead", "A seo draft_seo growthLead", "B page create_page webEngineer", "C audit run_audit growthLead",
		},
		"Create three pages About, Team and Contact": {
			"A draft1 draft_content creativeLead", "A seo1 draft_seo growthLead", "A draft2 draft_content creativeLead",
			"A seo2 draft_seo growthLead", "A draft3 draft_content creativeLead", "A seo3 draft_seo growthLead",
			"B page1 create_page webEngineer", "B page2 create_page webEngineer", "B page3 create_page webEngineer",
			"C audit1 run_audit growthLead", "C audit2 run_audit growthLead", "C audit3 run_audit growthLead",
		},
		"Update the intro of the About page to Hello there. Then audit it": {
			"A update update_content_block webEngineer", "B check run_audit growthLead",
		},
		"Create a page called Jobs and open a high priority ticket about proofreading it": {
			"A draft draft_content creativeLead", "A seo draft_seo growthLead", "A ticket create_ticket deliveryLead",
			"B page create_page webEngineer", "C audit run_audit growthLead",
		},
	}
	for text, want := range cases {
		t.Run(text, func(t *testing.T) {
			p, s := planner(t), situation(aquaverter())
			d, _ := desk(t)
			plan := planned(t, p, d, s, text)
			if diff := cmp.Diff(want, shape(plan)); diff != "" {
				t.Errorf("the plan (-want +got):\n%s", diff)
			}
		})
	}
}

func TestAnUpdateCarriesThePersonsWords(t *testing.T) {
	p, s := planner(t), situation(aquaverter())
	d, _ := desk(t)
	plan := planned(t, p, d, s, "Change the heading on the Services page to “What we do, and why”")
	var got map[string]string
	if err := json.Unmarshal(plan.Steps[0].Parameters, &got); err != nil {
		t.Fatal(err)
	}
	want := map[string]string{"slug": "services", "block": "h1", "text": "What we do, and why"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the parameters (-want +got):\n%s", diff)
	}
}

func TestAnswersMayBeIncomplete(t *testing.T) {
	p, s := planner(t), situation(aquaverter())
	d, _ := desk(t)
	m := begun(t, p, d, s, "Please create a new webpage called Services")
	m = answered(t, p, d, s, m, map[string]string{"language": "French"}, "")
	if m.Ask == nil || len(m.Ask.Questions) != 2 || m.Ask.Questions[0].Key != "audience" {
		t.Fatalf("only what is open is asked again, got %+v", m.Ask)
	}
	m = answered(t, p, d, s, m, nil, "1. Existing customers\n2. well water")
	if m.Ask == nil || m.Ask.Stage != assistant.StageFork {
		t.Fatalf("then it goes on, got %+v", m)
	}
	want := map[string]string{"title": "Services", "language": "French", "audience": "Existing customers", "focus": "well water"}
	if diff := cmp.Diff(want, m.Brief.Values); diff != "" {
		t.Errorf("the values (-want +got):\n%s", diff)
	}
}

func TestATweakComesWithTheChosenWay(t *testing.T) {
	p, s := planner(t), situation(aquaverter())
	d, _ := desk(t)
	m := begun(t, p, d, s, "Please create a new webpage called Services in English")
	m = answered(t, p, d, s, m, nil, "you choose")
	m = answered(t, p, d, s, m, nil, "the first one, with a contact form at the end")
	if m.Plan == nil || m.Plan.Fork != "One simple page" {
		t.Fatalf("the way is the first, got %+v", m)
	}
	if !strings.Contains(string(m.Plan.Steps[0].Parameters), "contact form at the end") {
		t.Errorf("the tweak reaches the draft, got %s", m.Plan.Steps[0].Parameters)
	}
}

func TestNeverMindDropsTheBrief(t *testing.T) {
	p, s := planner(t), situation(aquaverter())
	d, _ := desk(t)
	m := begun(t, p, d, s, "Please create a new webpage called Services")
	m = answered(t, p, d, s, m, nil, "Never mind.")
	if m.Brief == nil || m.Brief.Status != assistant.PlanWithdrawn || m.Ask != nil || m.Plan != nil || m.Say == "" {
		t.Errorf("the brief is withdrawn, got %+v", m)
	}
}

func TestWhichProjectIsMeant(t *testing.T) {
	globex := project("Globex", "globex.test")
	focused := situation(aquaverter(), globex)
	focused.Conversation.Project = globex.ID
	cases := []struct {
		name, text string
		situation  assistant.Situation
		want       assistant.ProjectID // of what goes on
		unknown    string
	}{
		{"the only one", "Create a page called Services", situation(aquaverter()), "p-aquaverter", ""},
		{"named among two", "Create a page called Services for the project Globex", situation(aquaverter(), globex), "p-globex", ""},
		{"named by domain", "Create a page called Services on globex.test", situation(aquaverter(), globex), "p-globex", ""},
		{"in focus", "Create a page called Services", focused, "p-globex", ""},
		{"named against the focus", "Create a page called Services for Aquaverter", focused, "p-aquaverter", ""},
		{"none named of two", "Create a page called Services", situation(aquaverter(), globex), "", ""},
		{"unknown project", "Create a page called Services for the project Initech", situation(aquaverter()), "", "Initech"},
		{"unknown site", "On the Initech site, create a page called Services", situation(aquaverter()), "", "Initech"},
		{"unknown domain", "Create a page called Services on initech.test", situation(aquaverter()), "", "initech.test"},
		{"unknown by the model", "Create a page called Services on Initech", situation(aquaverter()), "", "Initech"},
		{"an audience is no project", "Create a page called Services for Families", situation(aquaverter()), "p-aquaverter", ""},
		{"a foreign address may be audited", "Audit the page on example.com", situation(aquaverter()), "p-aquaverter", ""},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			d, _ := desk(t)
			m := begun(t, planner(t), d, c.situation, c.text)
			switch {
			case c.unknown != "":
				if m.Problem == nil || m.Problem.Side != assistant.SideContext || m.Ask != nil || m.Plan != nil || m.Brief != nil {
					t.Fatalf("an unknown project is a context problem and nothing else, got %+v", m)
				}
				if !strings.Contains(m.Problem.Message.String(), "I do not know a project called "+c.unknown) || !strings.Contains(m.Problem.Message.String(), "Aquaverter") {
					t.Errorf("it says what is unknown and what is known, got %q", m.Problem.Message)
				}
			case c.want == "":
				if m.Ask == nil || m.Ask.Stage != assistant.StageProject || len(m.Ask.Questions[0].Options) != 2 {
					t.Fatalf("it asks which project, got %+v", m)
				}
				m = answered(t, planner(t), d, c.situation, m, nil, "globex please")
				if m.Brief == nil || m.Brief.Project != "p-globex" {
					t.Errorf("the answer names the project, got %+v", m)
				}
			case m.Plan != nil:
				if m.Plan.Project != c.want {
					t.Errorf("the project is %s, want %s", m.Plan.Project, c.want)
				}
			case m.Brief == nil || m.Brief.Project != c.want:
				t.Errorf("it goes on with %s, got %+v", c.want, m)
			}
		})
	}
}

func TestWhatNoToolDoesIsSaidPlainly(t *testing.T) {
	d, _ := desk(t)
	m := begun(t, planner(t), d, situation(aquaverter()), "Please move our DNS to another provider")
	if m.Problem == nil || m.Problem.Side != assistant.SideInput || !m.Unable || m.Problem.Recovery.String() == "" {
		t.Errorf("it says that it cannot, so that what is near to it is offered, got %+v", m)
	}
	limited := aquaverter()
	limited.Allowed = []assistant.TaskType{"run_audit"}
	m = begun(t, planner(t), d, situation(limited), "Please create a new webpage called Services")
	if m.Problem == nil || m.Plan != nil || m.Ask != nil {
		t.Errorf("what the project does not allow is not planned, got %+v", m)
	}
}

func TestAPreviewThatCannotBeHadIsAProblem(t *testing.T) {
	p, s := planner(t), situation(aquaverter())
	d, _ := desk(t)
	m := begun(t, p, d, s, "Please create a new webpage called Taken in English")
	m = answered(t, p, d, s, m, nil, "you choose")
	m = answered(t, p, d, s, m, nil, "1")
	if m.Problem == nil || m.Plan != nil || m.Problem.Recovery.String() != "Check the credentials." {
		t.Fatalf("the tool's own words are passed on, got %+v", m)
	}
	if m.Brief == nil || m.Brief.Fork == "" {
		t.Errorf("what is known stays known, got %+v", m.Brief)
	}
	m = begun(t, p, d, s, "Please create a new webpage called Broken in English")
	m = answered(t, p, d, s, m, nil, "you choose")
	if _, err := p.Answer(t.Context(), d, s, *m.Brief, nil, "1"); err == nil {
		t.Error("a fault of our own is an error, not a plan")
	}
}

// How long a plan and a question wait is the tenant's to say.
func TestPlansAndQuestionsWaitAsLongAsTheTenantSays(t *testing.T) {
	s := situation(aquaverter())
	s.Settings.PlanHours = 5
	d, _ := desk(t)
	m := begun(t, planner(t), d, s, "Please create a new webpage called Services.")
	if m.Ask == nil || !m.Ask.ExpiresAt.Equal(noon.Add(5*time.Hour)) {
		t.Errorf("a question: %+v", m.Ask)
	}
	m = answered(t, planner(t), d, s, m, nil, "you choose")
	m = answered(t, planner(t), d, s, m, nil, "1")
	if m.Plan == nil || !m.Plan.ExpiresAt.Equal(noon.Add(5*time.Hour)) {
		t.Errorf("a plan: %+v", m.Plan)
	}
}

// TestAPlanIsToldWhatWasSaidBeforeTheRequest, and not what was answered since: "a ticket about this" is about what people had said.
func TestAPlanIsToldWhatWasSaidBeforeTheRequest(t *testing.T) {
	p, s := planner(t), situation(aquaverter())
	d, _ := desk(t)
	words := func(id assistant.MessageID, text string) assistant.Message {
		m := said(text)
		m.ID, m.Body = id, assistant.Said{}
		return m
	}
	s.Recent = []assistant.Message{words("m1", "the contact form sends nothing"), words("m2", "please create a ticket about this")}
	m, err := p.Begin(t.Context(), d, s, s.Recent[1])
	if err != nil || m.Plan != nil && len(m.Plan.Steps) != 1 {
		t.Fatalf("%+v, %v", m, err)
	}
	if m.Ask != nil {
		s.Recent = append(s.Recent, words("m3", "high"))
		m = answered(t, p, d, s, m, nil, "high")
	}
	if m.Plan == nil {
		t.Fatalf("there is no plan: %+v", m)
	}
	var got struct{ Title, Body string }
	if err := json.Unmarshal(m.Plan.Steps[0].Parameters, &got); err != nil {
		t.Fatal(err)
	}
	if got.Title != "The contact form sends nothing" || !strings.HasSuffix(got.Body, "> the contact form sends nothing") || strings.Contains(got.Body, "high") {
		t.Errorf("the ticket is %+v", got)
	}
}
