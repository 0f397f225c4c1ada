package planning_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/planning"
	"github.com/aisteam/aisteam/wording"
)

func revised(tb testing.TB, p *planning.Planner, d planning.Desk, s assistant.Situation, plan assistant.Plan, wish string) planning.Move {
	tb.Helper()
	m, err := p.Revise(tb.Context(), d, s, plan, wish)
	if err != nil {
		tb.Fatalf("revise %q: %v", wish, err)
	}
	return m
}

func TestAPlanIsRevisedAsThePersonWishes(t *testing.T) {
	p, s := planner(t), situation(aquaverter())
	d, _ := desk(t)
	plan := planned(t, p, d, s, "Please create a new webpage called Services")
	cases := []struct {
		wish    string
		shape   []string
		changes []string
	}{
		{"drop step 4", []string{
			"A draft draft_content creativeLead", "A seo draft_seo growthLead", "B page create_page webEngineer",
		}, []string{"Step 4 is gone: Audit the new page Services"}},
		{"Please drop the audit, and give draft to Dana.", []string{
			"A draft draft_content growthLead", "A seo draft_seo growthLead", "B page create_page webEngineer",
		}, []string{
			"Step 4 is gone: Audit the new page Services",
			"Step 1 (Draft the words and the layout of the Services page) is now done by Growth Lead Dana instead of Creative Lead Mak",
		}},
		{"drop step 4, give layout to Dana", []string{
			"A draft draft_content growthLead", "A seo draft_seo growthLead", "B page create_page webEngineer",
		}, []string{
			"Step 4 is gone: Audit the new page Services",
			"Step 1 (Draft the words and the layout of the Services page) is now done by Growth Lead Dana instead of Creative Lead Mak",
		}},
		{"let Tomas do step 3", []string{
			"A draft draft_content creativeLead", "A seo draft_seo growthLead", "B page create_page technicalLead", "C audit run_audit growthLead",
		}, []string{"Step 3 (Create the page Services from the drafts) is now done by Technical Lead Tomas instead of Web Engineer Nico"}},
		{"drop step 2", []string{
			"A draft draft_content creativeLead", "B page create_page webEngineer", "C audit run_audit growthLead",
		}, []string{
			"Step 2 is gone: Write the Services page's title and description for search engines",
			"Step 2 (Create the page Services from the drafts): metaDescription “the description written in step 2” is left out",
			"Step 2 (Create the page Services from the drafts): metaTitle “the title written in step 2” is left out",
		}},
		{"drop steps 3 and 4", []string{
			"A draft draft_content creativeLead", "A seo draft_seo growthLead",
		}, []string{
			"The title is now “Draft the words and the layout of the Services page, and 1…” instead of “Create Services”",
			"The goal is now “Draft the words and the layout of the Services page and wri…” instead of “Create a page called Services on Aquaverter.”",
			"Step 3 is gone: Create the page Services from the drafts", "Step 4 is gone: Audit the new page Services",
		}},
		{"drop group C", []string{
			"A draft draft_content creativeLead", "A seo draft_seo growthLead", "B page create_page webEngineer",
		}, []string{"Step 4 is gone: Audit the new page Services"}},
		{"do it one after the other", []string{
			"A draft draft_content creativeLead", "B seo draft_seo growthLead", "C page create_page webEngineer", "D audit run_audit growthLead",
		}, []string{
			"Step 1 (Draft the words and the layout of the Services page) moves from group A to group A",
		}},
	}
	for _, c := range cases {
		t.Run(c.wish, func(t *testing.T) {
			m := revised(t, p, d, s, plan, c.wish)
			if m.Plan == nil || m.Problem != nil {
				t.Fatalf("a new version comes, got %+v %+v", m, m.Problem)
			}
			if m.Plan.Version != 2 || m.Plan.ID != plan.ID || m.Plan.Hash == plan.Hash || m.Plan.Hash == "" {
				t.Errorf("it is version 2 of the same plan with its own hash, got %+v", m.Plan)
			}
			if diff := cmp.Diff(c.shape, shape(*m.Plan)); diff != "" {
				t.Errorf("the plan (-want +got):\n%s", diff)
			}
			if !strings.HasPrefix(c.wish, "do it") {
				if diff := cmp.Diff(c.changes, m.Changes); diff != "" {
					t.Errorf("the changes (-want +got):\n%s", diff)
				}
			}
			if len(m.Changes) == 0 {
				t.Error("the changes are named")
			}
		})
	}
	if plan.Steps[0].Owner != assistant.CreativeLead || plan.Version != 1 {
		t.Error("the version before stays as it was")
	}
}

// TestAPlanIsRevisedInAnyLanguage: what the words mean is the model's to say, and what an edit does is the same.
func TestAPlanIsRevisedInAnyLanguage(t *testing.T) {
	p, s := planner(t), situation(aquaverter())
	d, _ := desk(t)
	plan := planned(t, p, d, s, "Please create a new webpage called Services")
	want := shape(*revised(t, p, d, s, plan, "drop step 4, give step 1 to Dana").Plan)
	for _, wish := range []string{"streiche Schritt 4 und gib Schritt 1 an Dana", "supprime l'étape 4 et confie l'étape 1 à Dana", "quita el paso 4 y asigna el paso 1 a Dana"} {
		if m := revised(t, p, d, s, plan, wish); m.Plan == nil || !cmp.Equal(want, shape(*m.Plan)) {
			t.Errorf("%q: %+v", wish, m)
		}
	}
	edits := `{"edits":[{"do":"drop","step":"audit","to":""},{"do":"give","step":"draft","to":"growthLead"}],"steps":[]}`
	if m := revised(t, p, deskOf(t, scripted{llm.PurposeRevise: edits}), s, plan, "vaihe 4 pois, ja Dana tekee ensimmäisen"); m.Plan == nil || !cmp.Equal(want, shape(*m.Plan)) {
		t.Errorf("%+v", m)
	}
}

func TestAPageIsRenamed(t *testing.T) {
	p, s := planner(t), situation(aquaverter())
	d, _ := desk(t)
	plan := planned(t, p, d, s, "Please create a new webpage called Services")
	m := revised(t, p, d, s, plan, "rename the page to “What we do”")
	if m.Plan == nil {
		t.Fatalf("a new version comes, got %+v", m)
	}
	var page map[string]json.RawMessage
	if err := json.Unmarshal(m.Plan.Steps[2].Parameters, &page); err != nil {
		t.Fatal(err)
	}
	if string(page["title"]) != `"What we do"` || string(page["slug"]) != `"what-we-do"` || m.Plan.Values["title"] != "What we do" {
		t.Errorf("title, address and value follow, got %s and %v", m.Plan.Steps[2].Parameters, m.Plan.Values)
	}
	if m.Plan.Steps[2].Preview.Target != "what-we-do" {
		t.Errorf("the preview is of the new address, got %+v", m.Plan.Steps[2].Preview)
	}
	if plan.Values["title"] != "Services" {
		t.Error("the version before stays as it was")
	}
}

func TestAWishThatCannotBeFollowedLeavesThePlan(t *testing.T) {
	p, s := planner(t), situation(aquaverter())
	d, _ := desk(t)
	plan := planned(t, p, d, s, "Please create a new webpage called Services")
	for wish, says := range map[string]string{
		"drop step 1":            "needs what step 1 writes",
		"drop step 3":            "needs what step 3 writes",
		"drop steps 1, 2, 3, 4":  "no step in the plan",
		"give step 3 to Dana":    "cannot do step 3",
		"give step 1 to Barbara": "nobody called “Barbara”",
	} {
		m := revised(t, p, d, s, plan, wish)
		if m.Problem == nil || !strings.Contains(m.Problem.Message.String(), says) || m.Problem.Recovery.String() == "" {
			t.Errorf("%q: got %+v, want a problem with %q", wish, m.Problem, says)
		}
		if m.Plan == nil || m.Plan.Version != 2 || !cmp.Equal(plan.Steps, m.Plan.Steps) {
			t.Errorf("%q: the plan comes again as it was, got %+v", wish, m.Plan)
		}
	}
	for _, wish := range []string{"make it two groups", "drop step 9", "drop group F", "I had a lovely holiday", "", "drop the hero image from the header"} {
		m := revised(t, p, d, s, plan, wish)
		if m.Problem != nil || m.Plan == nil || len(m.Changes) != 0 || !strings.Contains(m.Say, "same as before") {
			t.Errorf("%q: an unchanged plan says so, got %+v", wish, m)
		}
	}
}

func TestAModelsRevisionIsChecked(t *testing.T) {
	p, s := planner(t), situation(aquaverter())
	d, _ := desk(t)
	plan := planned(t, p, d, s, "Please create a new webpage called Services")
	for name, reply := range map[string]string{
		"nonsense":  "certainly!",
		"empty":     `{"edits":[],"steps":[]}`,
		"no step":   `{"edits":[{"do":"drop","step":"nothing","to":""}],"steps":[]}`,
		"no edit":   `{"edits":[{"do":"burn","step":"draft","to":""}],"steps":[]}`,
		"no name":   `{"edits":[{"do":"rename","step":"page","to":""}],"steps":[]}`,
		"own words": `{"edits":[],"steps":[{"key":"a","group":"A","owner":"webEngineer","type":"format_disk","summary":"x","parameters":"{}"}]}`,
	} {
		m := revised(t, p, deskOf(t, scripted{llm.PurposeRevise: reply}), s, plan, "make it nicer")
		if m.Problem == nil || m.Plan == nil || !cmp.Equal(plan.Steps, m.Plan.Steps) {
			t.Errorf("%s: a problem, and the plan as it was, got %+v", name, m)
		}
	}
}

// anyPlan is a plan of drafts and pages as the planner makes them.
func anyPlan(t *rapid.T) assistant.Plan {
	owners := []assistant.AgentID{assistant.CreativeLead, assistant.GrowthLead}
	plan := assistant.Plan{ID: "p", Version: 1, Title: "T", Goal: "G", Project: "p-aquaverter", ProjectName: "Aquaverter"}
	n := rapid.IntRange(1, 5).Draw(t, "drafts")
	for i := range n {
		key := string(rune('a' + i))
		plan.Steps = append(plan.Steps, assistant.Step{
			Key: "draft-" + key, Group: "A", Owner: rapid.SampledFrom(owners).Draw(t, "owner"), Type: "draft_content",
			Summary: "Draft " + key, Parameters: json.RawMessage(`{"title":"` + key + `"}`), Effect: assistant.EffectNone,
		})
	}
	for i := range rapid.IntRange(0, 4).Draw(t, "pages") {
		key := string(rune('a' + i))
		from := plan.Steps[rapid.IntRange(0, n-1).Draw(t, "from")].Key
		plan.Steps = append(plan.Steps, assistant.Step{
			Key: "page-" + key, Group: "B", Owner: assistant.WebEngineer, Type: "create_page", Summary: "Make " + key,
			Parameters: json.RawMessage(`{"title":"` + key + `","slug":"` + key + `","contentHtml":{"$from":"` + from + `","field":"html"}}`),
			Effect:     assistant.EffectReversible,
		})
	}
	return plan
}

func TestPlainWishesNeverBreakAPlan(t *testing.T) {
	p, s := planner(t), situation(aquaverter())
	d, _ := desk(t)
	rapid.Check(t, func(r *rapid.T) {
		plan := anyPlan(r)
		wish := rapid.SampledFrom([]string{"drop step ", "give step "}).Draw(r, "verb")
		wish += string(rune('0' + rapid.IntRange(0, 9).Draw(r, "step")))
		if strings.HasPrefix(wish, "give") {
			wish += " to " + rapid.SampledFrom([]string{"Dana", "Mak", "Nico", "Hans", "nobody"}).Draw(r, "to")
		}
		m, err := p.Revise(t.Context(), d, s, plan, wish)
		if err != nil || m.Plan == nil {
			r.Fatalf("%q: %v, %+v", wish, err, m)
		}
		if m.Plan.Version != plan.Version+1 {
			r.Fatalf("%q: version %d", wish, m.Plan.Version)
		}
		if findings := assistant.Blocking(assistant.CheckPlan(*m.Plan, aquaverter(), crew(t).Rules())); m.Problem == nil && len(findings) > 0 {
			r.Fatalf("%q: %v", wish, findings)
		}
		groups := map[string]string{}
		last := "A"
		for i, step := range m.Plan.Steps {
			if i == 0 && step.Group != "A" || step.Group != last && step.Group != string(last[0]+1) {
				r.Fatalf("%q: groups have a gap: %v", wish, shape(*m.Plan))
			}
			last = step.Group
			refs, _ := assistant.References(step.Parameters)
			for _, ref := range refs {
				if groups[ref.From] == "" || groups[ref.From] >= step.Group {
					r.Fatalf("%q: step %s refers to %s, which is not before it", wish, step.Key, ref.From)
				}
			}
			groups[step.Key] = step.Group
		}
		if changed := !cmp.Equal(shape(plan), shape(*m.Plan)); changed != (len(m.Changes) > 0) {
			r.Fatalf("%q: changed %v, but the changes are %q", wish, changed, m.Changes)
		}
	})
}

// TestTheGoalNamesNothingThatWasDropped: neither what people read nor what a model is told later speaks of it, and a goal that
// did not speak of it stays in the words it has.
func TestTheGoalNamesNothingThatWasDropped(t *testing.T) {
	p, s := planner(t), situation(aquaverter())
	d, _ := desk(t)
	plan := planned(t, p, d, s, "Please create a new webpage called Services and open a ticket about the slow contact form")
	if !strings.Contains(plan.Goal, "slow contact form") {
		t.Fatalf("the goal is %q", plan.Goal)
	}
	ticket := slices.IndexFunc(plan.Steps, func(s assistant.Step) bool { return s.Type == "create_ticket" })
	m := revised(t, p, d, s, plan, fmt.Sprintf("drop step %d", ticket+1))
	if want := "Create the page Services from the drafts, on Aquaverter."; m.Plan.Goal != want {
		t.Errorf("the goal is %q, want %q", m.Plan.Goal, want)
	}
	titled := plan
	titled.Title = "Create Services and ask about the slow contact form"
	if m := revised(t, p, d, s, titled, fmt.Sprintf("drop step %d", ticket+1)); m.Plan.Title != "Create the page Services from the drafts" {
		t.Errorf("the title is %q", m.Plan.Title)
	}
	if m := revised(t, p, d, s, titled, "drop the audit"); m.Plan.Title != titled.Title {
		t.Errorf("the title, which named no audit, has become %q", m.Plan.Title)
	}
	var told struct{ Goal, Request string }
	if err := json.Unmarshal(m.Plan.Steps[0].Parameters, &told); err != nil || told.Goal != m.Plan.Goal ||
		!strings.Contains(told.Request, "Left out since: Open the ticket “The slow contact form”") {
		t.Errorf("who writes the draft is told %+v, %v", told, err)
	}
	if m.Plan.Hash == plan.Hash || m.Plan.Hash == "" {
		t.Error("an approval would be of the goal of before")
	}
	if m := revised(t, p, d, s, plan, "drop the audit"); m.Plan.Goal != plan.Goal {
		t.Errorf("the goal, which named no audit, has become %q", m.Plan.Goal)
	}
	ticketAlone := strings.Replace(step("t", "A", "deliveryLead", "create_ticket", par("title", "The slow contact form")),
		`"Do it"`, `"Open the ticket “The slow contact form”"`, 1)
	d = deskOf(t, scripted{llm.PurposeRevise: anew(steps(ticketAlone))})
	if m := revised(t, p, d, s, plan, "only do the thing with the form"); m.Plan.Goal != "Open the ticket “The slow contact form”, on Aquaverter." {
		t.Errorf("after a model has left the page out, the goal is %q (%+v)", m.Plan.Goal, m.Problem)
	}
}

func TestADifferenceIsThereExactlyWhenPlansDiffer(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		old, other := anyPlan(r), anyPlan(r)
		if got := planning.PlanDiff(old, old, crew(t), wording.Words{}); len(got) != 0 {
			r.Fatalf("a plan differs from itself: %q", got)
		}
		got := planning.PlanDiff(old, other, crew(t), wording.Words{})
		if same := cmp.Equal(old.Steps, other.Steps); same != (len(got) == 0) {
			r.Fatalf("same %v, but the changes are %q", same, got)
		}
	})
}
