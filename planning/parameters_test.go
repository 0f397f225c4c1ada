package planning_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
	"github.com/aisteam/aisteam/internal/packkit"
	"github.com/aisteam/aisteam/planning"
	"github.com/aisteam/aisteam/wording"
)

type (
	order struct {
		URL  string   `json:"url"`
		Tags []string `json:"tags,omitempty"`
		Copy int      `json:"copies,omitempty"`
	}
	sendOrders struct {
		Orders []order `json:"orders"`
	}
	listedOrders struct {
		Orders []order `json:"orders"`
	}
)

// ordering is a desk with a tool that lists and one that takes what is nested, and a model that plans these steps.
func ordering(t *testing.T, steps string) (planning.Desk, *listener) {
	t.Helper()
	list := tool[struct{}]("list_orders", "List the orders", assistant.EffectNone)
	list.Result = tools.Fields[listedOrders]()
	send := tool[sendOrders]("send_orders", "Send orders", assistant.EffectIrreversible)
	send.Preview = func(context.Context, tools.Call) (assistant.Preview, error) {
		return assistant.Preview{Title: assistant.Say("Send orders"), State: "now"}, nil
	}
	const possible = `{"goal":"g","title":"t","project":"","possible":true,"search":"","agents":[],"requirements":[]}`
	return listening(t, packkit.TeamOf(t, tools.Pack{Name: "orders", Tools: []tools.Tool{list, send}}), scripted{
		llm.PurposeRequirements: possible, llm.PurposeForks: `{"forks":[]}`, llm.PurposePlan: steps, llm.PurposeRevise: anew(steps),
	})
}

// TestParametersAreOneObjectByTheToolsOwnSchema: nested, with references wherever a value may stand.
func TestParametersAreOneObjectByTheToolsOwnSchema(t *testing.T) {
	list := step("list", "A", "chief", "list_orders", "")
	for name, c := range map[string]struct{ given, kept string }{
		"nested":                  {given: `"orders":[{"url":"/a","tags":["x","y"],"copies":2}]`, kept: `{"orders":[{"url":"/a","tags":["x","y"],"copies":2}]}`},
		"an entry of a list":      {given: `"orders":[{"url":{"$from":"list","field":"orders[0].url"}}]`, kept: `{"orders":[{"url":{"$from":"list","field":"orders[0].url"}}]}`},
		"a whole list":            {given: `"orders":{"$from":"list","field":"orders"}`, kept: `{"orders":{"$from":"list","field":"orders"}}`},
		"within words":            {given: `"orders":[{"url":{"$text":["/of/",{"$from":"list","field":"orders[1].url"}]}}]`, kept: `{"orders":[{"url":{"$text":["/of/",{"$from":"list","field":"orders[1].url"}]}}]}`},
		"what shows nothing":      {given: `"orders":[{"url":" /a\u202e\u0007b "}]`, kept: `{"orders":[{"url":"/ab"}]}`},
		"a list in quotes":        {given: `"orders":"[{\"url\":\"/a\"}]"`, kept: `{"orders":[{"url":"/a"}]}`},
		"a text for a number":     {given: `"orders":[{"url":"/a","copies":"two"}]`},
		"a field that is nowhere": {given: `"orders":[{"url":"/a","shell":"rm"}]`},
		"a list for a text":       {given: `"orders":[{"url":{"$from":"list","field":"orders"}}]`},
		"a list of other things":  {given: `"orders":[{"url":"/a","tags":{"$from":"list","field":"orders"}}]`},
		"no such field":           {given: `"orders":[{"url":{"$from":"list","field":"orders[0].address"}}]`},
		"a name twice":            {given: `"orders":[{"url":"/a","url":"/b"}]`},
		"too deep":                {given: `"orders":` + strings.Repeat("[", 40) + strings.Repeat("]", 40)},
	} {
		desk, _ := ordering(t, steps(list, step("send", "B", "chief", "send_orders", c.given)))
		m, err := planner(t).Begin(t.Context(), desk, situation(aquaverter()), said("Send the orders"))
		switch {
		case err != nil:
			t.Errorf("%s: %v", name, err)
		case c.kept == "" && m.Plan != nil:
			t.Errorf("%s is planned: %s", name, m.Plan.Steps[1].Parameters)
		case c.kept != "" && (m.Plan == nil || string(m.Plan.Steps[1].Parameters) != c.kept):
			t.Errorf("%s: %+v, %+v", name, m.Plan, m.Problem)
		}
	}
}

// TestAModelReadsWhatIsNested, of what a tool takes and of what it gives; and a plan that is changed, as it wrote it.
func TestAModelReadsWhatIsNested(t *testing.T) {
	const given = `"orders":[{"tags":["<b>"],"url":{"$from":"list","field":"orders[0].url"}}]`
	desk, l := ordering(t, steps(step("list", "A", "chief", "list_orders", ""), step("send", "B", "chief", "send_orders", given)))
	m, err := planner(t).Begin(t.Context(), desk, situation(aquaverter()), said("Send the orders"))
	if err != nil || m.Plan == nil {
		t.Fatalf("%+v, %v", m, err)
	}
	if shown := m.Plan.Steps[1].Preview.Fields; len(shown) != 2 || shown[0].Name != "Orders 1, url" || shown[0].New != "(written in step list)" || shown[1].Name != "Orders 1, tags" || shown[1].New != "<b>" {
		t.Errorf("people see %+v", shown)
	} else if german := wording.In(assistant.German); german.Tell(shown[0].Becomes()) != "(geschrieben in Schritt list)" || german.Tell(shown[1].Becomes()) != "<b>" {
		t.Errorf("people see %+v in German", shown)
	}
	told := toolsOf(l.asked[0])
	for _, want := range []string{"- orders* ({url*, tags: string[], copies: integer}[])\n", "= orders: {url, tags: string[], copies: integer}[]\n"} {
		if !strings.Contains(told, want) {
			t.Errorf("%q is nowhere in\n%s", want, told)
		}
	}
	if _, err := planner(t).Revise(t.Context(), desk, situation(aquaverter()), *m.Plan, "rather send them twice"); err != nil {
		t.Fatal(err)
	}
	var facts llm.PlanFacts
	if err := json.Unmarshal(l.asked[len(l.asked)-1].Facts, &facts); err != nil {
		t.Fatal(err)
	}
	if got := facts.Steps[1].Parameters; got != "{"+given+"}" {
		t.Errorf("it reads %s", got)
	}
}

// TestALaterStepRefersToAnEntryOfWhatTheTeamLists: of each of its tools that list, an entry's own address or title.
func TestALaterStepRefersToAnEntryOfWhatTheTeamLists(t *testing.T) {
	const possible = `{"goal":"g","title":"t","project":"","possible":true,"search":"","agents":[],"requirements":[]}`
	shop := aquaverter()
	shop.Connections = []assistant.Connection{site.WordPress("https://aquaverter.ca", "anna")}
	for list, field := range map[string]string{
		"list_tickets": "tickets[0].title", "list_content": "content[0].url", "list_media": "media[1].alt",
		"list_menus": "items[0].title", "list_products": "products[0].sku", "list_tasks": "tasks[0].title", "task_history": "runs[0].note",
	} {
		for suffix, plans := range map[string]bool{"": true, "s": false} {
			drafted := steps(step("list", "A", "chief", list, ""), step("ticket", "B", "deliveryLead", "create_ticket",
				`"title":{"$text":["About ",{"$from":"list","field":"`+field+suffix+`"}]}`))
			desk, _ := listening(t, packkit.Team(t), scripted{llm.PurposeRequirements: possible, llm.PurposeForks: `{"forks":[]}`, llm.PurposePlan: drafted})
			m, err := planner(t).Begin(t.Context(), desk, situation(shop), said("Create a ticket about what you find"))
			if err != nil || (m.Plan != nil) != plans {
				t.Errorf("%s of %s: %+v, %v", field+suffix, list, m.Problem, err)
			}
		}
	}
}
