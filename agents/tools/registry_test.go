package tools_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
)

type pageArguments struct {
	Title string   `json:"title" jsonschema:"what the page is called"`
	Slug  string   `json:"slug"`
	Tags  []string `json:"tags,omitempty"`
	Count int      `json:"count,omitempty"`
}

func run(context.Context, tools.Call) (assistant.Receipt, error) { return assistant.Receipt{}, nil }

func preview(context.Context, tools.Call) (assistant.Preview, error) { return assistant.Preview{}, nil }

func undo(context.Context, tools.Call, assistant.Receipt) error { return nil }

func query(name string) tools.Tool {
	return tools.Tool{
		Name: name, Description: "Looks.", Label: "Look", Class: assistant.ClassQuery, Effect: assistant.EffectNone,
		Arguments: tools.Arguments[pageArguments](), Run: run,
	}
}

func action(name string) tools.Tool {
	t := query(name)
	t.Class, t.Effect, t.Preview, t.Undo = assistant.ClassAction, assistant.EffectReversible, preview, undo
	return t
}

func with(t tools.Tool, change func(*tools.Tool)) tools.Tool {
	change(&t)
	return t
}

func TestARegistryRefusesToolsThatAreNotWhole(t *testing.T) {
	cases := map[string]struct {
		tools []tools.Tool
		want  string
	}{
		"two of a name":        {[]tools.Tool{query("look"), query("look")}, "two of that name"},
		"odd name":             {[]tools.Tool{query("Look Up")}, "its name"},
		"no description":       {[]tools.Tool{with(query("look"), func(t *tools.Tool) { t.Description = "" })}, "no description"},
		"cannot run":           {[]tools.Tool{with(query("look"), func(t *tools.Tool) { t.Run = nil })}, "cannot be run"},
		"unknown class":        {[]tools.Tool{with(query("look"), func(t *tools.Tool) { t.Class = "free" })}, "class"},
		"a query with effect":  {[]tools.Tool{with(action("look"), func(t *tools.Tool) { t.Class = assistant.ClassQuery })}, "a query has no effect"},
		"effect unseen":        {[]tools.Tool{with(action("make"), func(t *tools.Tool) { t.Preview = nil })}, "no preview"},
		"reversible sans undo": {[]tools.Tool{with(action("make"), func(t *tools.Tool) { t.Undo = nil })}, "no undo"},
		"an answer that acts":  {[]tools.Tool{with(action("make"), func(t *tools.Tool) { t.Answers = true })}, "while answering"},
		"a title nowhere":      {[]tools.Tool{with(query("look"), func(t *tools.Tool) { t.Title = "name" })}, `"name" does not exist`},
		"elsewhere in nothing": {[]tools.Tool{with(query("look"), func(t *tools.Tool) { t.Elsewhere = "name" })}, `"name" does not exist`},
		"alone in nothing":     {[]tools.Tool{with(query("look"), func(t *tools.Tool) { t.Unique = "name" })}, `"name" does not exist`},
		"a link to nothing": {[]tools.Tool{with(query("look"), func(t *tools.Tool) {
			t.Result, t.Link = tools.Fields[struct {
				URL string `json:"url"`
			}](), "page"
		})}, `no field "page"`},
		"HTML nowhere":          {[]tools.Tool{with(query("look"), func(t *tools.Tool) { t.HTML = []string{"body"} })}, `"body"`},
		"no schema":             {[]tools.Tool{with(query("look"), func(t *tools.Tool) { t.Arguments = nil })}, "not an object"},
		"arguments are a list":  {[]tools.Tool{with(query("look"), func(t *tools.Tool) { t.Arguments = tools.Arguments[[]string]() })}, "not an object"},
		"arguments are nothing": {[]tools.Tool{with(query("look"), func(t *tools.Tool) { t.Arguments = tools.Arguments[chan int]() })}, "not an object"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			_, err := tools.NewRegistry(c.tools...)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Fatalf("error = %v, want one about %q", err, c.want)
			}
		})
	}
}

func TestAnAgentGetsTheToolsOfItsCategoryProjectAndOwnership(t *testing.T) {
	all := []tools.Tool{
		action("create_page"),
		query("run_audit"),
		with(query("list_events"), func(t *tools.Tool) { t.Needs = "calendar" }),
		with(query("keyword_rank"), func(t *tools.Tool) { t.Owners = []assistant.AgentID{assistant.SEOSpecialist} }),
		with(query("steer"), func(t *tools.Tool) { t.Class = assistant.ClassMeta }),
	}
	registry, err := tools.NewRegistry(all...)
	if err != nil {
		t.Fatal(err)
	}
	agent := func(id assistant.AgentID, c assistant.Category) assistant.Agent {
		return assistant.Agent{ID: id, Category: c}
	}
	folder := assistant.Project{Connections: []assistant.Connection{site.Folder()}}
	cases := map[string]struct {
		agent   assistant.Agent
		project assistant.Project
		want    []string
	}{
		"the supervisor sees actions":          {agent(assistant.Chief, assistant.CategorySupervisor), folder, []string{"create_page", "keyword_rank", "run_audit", "steer"}},
		"so does a lead":                       {agent(assistant.GrowthLead, assistant.CategoryLead), folder, []string{"create_page", "keyword_rank", "run_audit", "steer"}},
		"an execution agent only queries":      {agent(assistant.WebEngineer, assistant.CategoryExecution), folder, []string{"run_audit"}},
		"a utility agent only queries":         {agent(assistant.ResearchAgent, assistant.CategoryUtility), folder, []string{"run_audit"}},
		"an owner also its own":                {agent(assistant.SEOSpecialist, assistant.CategoryExecution), folder, []string{"keyword_rank", "run_audit"}},
		"an agent of no category only queries": {agent("stranger", ""), folder, []string{"run_audit"}},
		"what the project has decides": {
			agent(assistant.WebEngineer, assistant.CategoryExecution),
			assistant.Project{Connections: []assistant.Connection{{Kind: "caldav", Gives: []assistant.Capability{"calendar"}}}},
			[]string{"list_events", "run_audit"},
		},
		"the project may allow less": {
			agent(assistant.Chief, assistant.CategorySupervisor),
			assistant.Project{Connections: []assistant.Connection{site.Folder()}, Allowed: []assistant.TaskType{"run_audit"}},
			[]string{"run_audit"},
		},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			var got []string
			for _, tool := range registry.All() {
				if tool.For(c.agent, c.project) {
					got = append(got, tool.Name)
				}
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestTheRulesComeFromTheSchemas(t *testing.T) {
	registry, err := tools.NewRegistry(action("create_page"), query("run_audit"))
	if err != nil {
		t.Fatal(err)
	}
	want := map[assistant.TaskType]assistant.Rule{
		"create_page": {Required: []string{"title", "slug"}},
		"run_audit":   {Required: []string{"title", "slug"}},
	}
	if diff := cmp.Diff(want, registry.Rules()); diff != "" {
		t.Error(diff)
	}
	if _, ok := registry.Get("run_audit"); !ok {
		t.Error("run_audit is not found")
	}
	if _, ok := registry.Get("shell"); ok {
		t.Error("a tool that was never registered is found")
	}
}

func TestArgumentsAgainstTheSchemaAreRefusedInPlainWords(t *testing.T) {
	registry, err := tools.NewRegistry(query("look"))
	if err != nil {
		t.Fatal(err)
	}
	cases := map[string]struct{ tool, arguments, want string }{
		"good":             {"look", `{"title":"Services","slug":"services"}`, ""},
		"one missing":      {"look", `{"title":"Services"}`, "slug is missing"},
		"all missing":      {"look", ``, "title and slug are missing"},
		"wrong type":       {"look", `{"title":3,"slug":"s"}`, "title: type"},
		"unknown field":    {"look", `{"title":"a","slug":"b","shell":"rm"}`, "shell"},
		"not JSON":         {"look", `{"title":`, "not valid JSON"},
		"not an object":    {"look", `["title"]`, "not a JSON object"},
		"unknown tool":     {"shell", `{}`, "there is no tool"},
		"endless":          {"look", `{"title":"` + strings.Repeat("a", 600<<10) + `","slug":"s"}`, "longer than"},
		"fraction for int": {"look", `{"title":"a","slug":"b","count":1.5}`, "count"},
		"one in powers":    {"look", `{"title":"a","slug":"b","count":1e0}`, "count: it has to be written as a whole number"},
		"two and nothing":  {"look", `{"title":"a","slug":"b","count":2.0}`, "count: it has to be written as a whole number"},
		"far too many":     {"look", `{"title":"a","slug":"b","count":9223372036854775808}`, "count: it has to be written as a whole number"},
		"a field twice":    {"look", `{"title":{},"slug":"b","title":"a"}`, `"title" is given twice`},
		"twice within":     {"look", `{"title":"a","slug":"b","tags":["title",{"x":[{}],"x":1}]}`, `"x" is given twice`},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			err := registry.Validate(c.tool, json.RawMessage(c.arguments))
			if c.want == "" {
				if err != nil {
					t.Fatal(err)
				}
				return
			}
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Fatalf("error = %v, want one about %q", err, c.want)
			}
			if c.tool == "look" && !errors.Is(err, tools.ErrArguments) {
				t.Errorf("%v is not ErrArguments", err)
			}
			if len(err.Error()) > 500 {
				t.Errorf("an error of %d bytes", len(err.Error()))
			}
		})
	}
}

// TestWhatIsWrongWithArgumentsIsSaidTheSameEachTime: a turn that is made again tells the model what it was told.
func TestWhatIsWrongWithArgumentsIsSaidTheSameEachTime(t *testing.T) {
	tool := tools.Tool{Name: "pin", Arguments: tools.Arguments[struct {
		Text string `json:"text"`
	}]()}
	want := `pin: the arguments do not fit: unexpected additional properties ["a \"b\"" "c" "d" "e"]`
	for range 50 {
		err := tools.Validate(tool, json.RawMessage(`{"text":"x","d":1,"a \"b\"":2,"e":3,"c":4}`))
		if err == nil || err.Error() != want {
			t.Fatalf("%v", err)
		}
	}
}
