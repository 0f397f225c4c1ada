package tasks_test

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/background"
	"github.com/aisteam/aisteam/executor/packs/tasks"
	"github.com/aisteam/aisteam/internal/packkit"
)

const visitors = "check if my site has hit 10M visitors with PostHog and if it has let me know"

// thinks answers with what it is given, in turn, and keeps what it was asked.
type thinks struct {
	says  []string
	asked []llm.Request
}

// Ask implements [llm.Asker].
func (m *thinks) Ask(_ context.Context, r llm.Request, _ func(string)) (llm.Reply, error) {
	m.asked = append(m.asked, r)
	if len(m.says) == 0 {
		return llm.Reply{}, errors.New("the line is dead")
	}
	text := m.says[0]
	m.says = m.says[1:]
	return llm.Reply{Message: llm.TextMessage(llm.RoleAssistant, text)}, nil
}

// rules answer as the pack does where there is no model.
type rules struct{}

// Ask implements [llm.Asker].
func (rules) Ask(_ context.Context, r llm.Request, _ func(string)) (llm.Reply, error) {
	return llm.Reply{Message: llm.TextMessage(llm.RoleAssistant, string(r.Sample))}, nil
}

// team has what could do a task's work, and so many tools of a connection besides.
func team(t *testing.T, more int) tasks.Catalogue {
	t.Helper()
	ours := []tools.Tool{
		packkit.Whole(tools.Tool{Name: "check_site", Class: assistant.ClassQuery, Description: "Looks whether the project's site can be reached."}),
		packkit.Whole(tools.Tool{Name: "create_recurring", Class: assistant.ClassQuery, Description: "Makes a task.", Standing: true}),
	}
	return packkit.TeamOf(t, tools.Pack{Name: "ours", Tools: ours}, packkit.Connected(more))
}

// fitted makes a task with a model that is asked whether its work can be done, and gives what whoever decides reads.
func fitted(t *testing.T, m llm.Asker, name assistant.TaskType, arguments string) (fixed string, warnings []string, err error) {
	t.Helper()
	return fittedBy(t, m, team(t, 0), name, arguments)
}

func fittedBy(t *testing.T, m llm.Asker, by tasks.Catalogue, name assistant.TaskType, arguments string) (fixed string, warnings []string, err error) {
	t.Helper()
	all, err := tasks.Tools(struct{ tasks.Book }{}, free{}, struct{ background.Rewriting }{}, nil, anything{}, tasks.Fitting{
		Model: func(tenant assistant.TenantID, of llm.Of) llm.Asker {
			if tenant != "t" || of.Person != "olga" {
				t.Errorf("it is asked for %q of %q", of.Person, tenant)
			}
			return m
		},
		Team: func(assistant.TenantID) tasks.Catalogue { return by },
	}, sunday)
	if err != nil {
		t.Fatal(err)
	}
	made := all[slices.IndexFunc(all, func(t tools.Tool) bool { return t.Name == string(name) })]
	raw, err := made.Fix(t.Context(), olga(arguments))
	if err != nil {
		return "", nil, err
	}
	p, err := made.Preview(t.Context(), olga(string(raw)))
	if err != nil {
		t.Fatal(err)
	}
	for _, one := range p.Warnings {
		warnings = append(warnings, one.String())
	}
	return string(raw), warnings, nil
}

func daily(prompt string) string { return `{"prompt":"` + prompt + `","schedule":"every day at 9"}` }

func TestATaskThatNoToolCanDoIsRefusedBeforeItIsMade(t *testing.T) {
	for _, c := range []struct{ says, want string }{
		{`{"fits":"none","tools":[],"missing":"PostHog","instead":"check every day whether the site is up","search":""}`, "it needs PostHog. What I can do instead: “check every day whether the site is up”."},
		{`{"fits":"none","tools":[],"missing":"PostHog","instead":"","search":""}`, "it needs PostHog. Ask for something else"},
	} {
		m := &thinks{says: []string{c.says}}
		_, _, err := fitted(t, m, tasks.TaskRecurring, daily(visitors))
		trouble, ok := errors.AsType[*assistant.Trouble](err)
		if !ok || !strings.Contains(trouble.Problem.Whole().String(), c.want) {
			t.Errorf("%v", err)
		}
		if len(m.asked) != 1 || m.asked[0].Purpose != tasks.PurposeFit {
			t.Fatalf("%d were asked", len(m.asked))
		}
		// A task is not done by making another one.
		if f := string(m.asked[0].Facts); !strings.Contains(f, "PostHog") || !strings.Contains(f, "check_site") || strings.Contains(f, "create_recurring") {
			t.Errorf("%s", f)
		}
	}
}

func TestATaskThatCanBeDoneInPartSaysSoOnItsCard(t *testing.T) {
	m := &thinks{says: []string{`{"fits":"part","tools":["check_site"],"missing":"","instead":"","search":""}`, `{"fits":"part","tools":["check_site"],"missing":"PostHog","instead":"only look whether the site is up","search":""}`}}
	_, warnings, err := fitted(t, m, tasks.TaskOneShot, `{"prompt":"`+visitors+`","at":"tomorrow at 9"}`)
	want := []string{"I can do only a part of this each time: it needs PostHog, which nothing that I can use reaches.", "What I can do instead: “only look whether the site is up”."}
	if err != nil || !slices.Equal(warnings, want) || len(m.asked) != 2 {
		t.Errorf("%q, %v", warnings, err)
	}
}

// Code determines what a task lacks; what a plan claims about it does not count. What can be done, and what is only said, needs no
// mention; neither does what nobody can be asked about.
func TestATaskThatFitsSaysNothingOfIt(t *testing.T) {
	claimed := `{"prompt":"check the site","schedule":"daily","fits":"part","missing":"a pony"}`
	for name, m := range map[string]*thinks{"it fits": {says: []string{`{"fits":"all","tools":["check_site"],"missing":"","instead":"","search":""}`}}, "nobody answers": {}} {
		fixed, warnings, err := fitted(t, m, tasks.TaskRecurring, claimed)
		if err != nil || len(warnings) > 0 || strings.Contains(fixed, "pony") {
			t.Errorf("%s: %s, %q, %v", name, fixed, warnings, err)
		}
	}
	m := &thinks{}
	if _, _, err := fitted(t, m, tasks.TaskOneShot, `{"prompt":"remind me: call Anna","at":"in two hours"}`); err != nil || len(m.asked) > 0 {
		t.Errorf("a reminder asks %d times, %v", len(m.asked), err)
	}
}

// Without a model nobody can tell, but rules know a name that no tool has.
func TestWithoutAModelATaskSaysWhichNameItDoesNotKnow(t *testing.T) {
	var m rules
	for prompt, want := range map[string]string{
		visitors: "names PostHog", "write the sales from Salesforce into a file": "names Salesforce", "sum up HubSpot and Stripe": "names HubSpot",
		"check that the site is up": "", "create a ticket called “Ask PostHog”": "", "audit the home page": "", "prüfe mit Anna die Startseite": "",
	} {
		_, warnings, err := fitted(t, m, tasks.TaskRecurring, daily(prompt))
		if err != nil || (want == "") != (len(warnings) == 0) || !strings.Contains(strings.Join(warnings, " "), want) {
			t.Errorf("%q: %q, %v", prompt, warnings, err)
		}
	}
	for _, one := range tasks.Pack().Templates {
		raw, err := json.Marshal(one.Prompt)
		if err != nil {
			t.Fatal(err)
		}
		if _, warnings, err := fitted(t, m, tasks.TaskRecurring, `{"prompt":`+string(raw)+`,"schedule":"daily"}`); err != nil || len(warnings) > 0 {
			t.Errorf("%q: %q, %v", one.Prompt, warnings, err)
		}
	}
}

// TestWhatIsAskedIsAsLongHoweverManyToolsThereAre: the work is held against those that its words find.
func TestWhatIsAskedIsAsLongHoweverManyToolsThereAre(t *testing.T) {
	var bytes [2]int
	for i, n := range []int{10, 5000} {
		m := &thinks{says: []string{`{"fits":"all","tools":[],"missing":"","instead":"","search":""}`}}
		if _, _, err := fittedBy(t, m, team(t, n), tasks.TaskRecurring, daily("create an invoice for each customer and check the site")); err != nil || len(m.asked) != 1 {
			t.Fatalf("%d are asked, %v", len(m.asked), err)
		}
		if bytes[i] = len(m.asked[0].Facts); !strings.Contains(string(m.asked[0].Facts), "check_site") {
			t.Errorf("among %d tools it is held against %s", n, m.asked[0].Facts)
		}
	}
	if bytes[1] > bytes[0]*13/10 || bytes[0] > bytes[1]*13/10 {
		t.Errorf("it takes %d bytes among ten tools, and %d among 5,000", bytes[0], bytes[1])
	}
}

// TestAToolThatTheWorkDoesNotNameIsLookedForOnce, by the model's words for it; where these find nothing new, nobody is asked again.
func TestAToolThatTheWorkDoesNotNameIsLookedForOnce(t *testing.T) {
	const no, yes = `{"fits":"none","tools":[],"missing":"ანგარიში","instead":"","search":"%"}`, `{"fits":"all","tools":[],"missing":"","instead":"","search":""}`
	by := team(t, 5000)
	for search, asked := range map[string]int{"create invoice": 2, "": 1, "xyzzy": 1} {
		m := &thinks{says: []string{strings.Replace(no, "%", search, 1), yes}}
		_, _, err := fittedBy(t, m, by, tasks.TaskRecurring, daily("ჩემი თხოვნა"))
		if len(m.asked) != asked || (err == nil) != (asked == 2) {
			t.Fatalf("%q: %d are asked, %v", search, len(m.asked), err)
		}
		first, last := string(m.asked[0].Facts), string(m.asked[asked-1].Facts)
		if strings.Contains(first, "crm_create_invoice_") || (asked == 2) != strings.Contains(last, "crm_create_invoice_") {
			t.Errorf("%q: %s, and then %s", search, first, last)
		}
	}
}
