package packkit_test

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/agents/examples"
	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/llm/rehearsal"
	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/internal/packkit"
	"github.com/aisteam/aisteam/wording"
)

var slotIn = regexp.MustCompile(`\{[\w.]+\}`)

// slotsOf are the slots that stand in a text, each once.
func slotsOf(text string) []string {
	out := slotIn.FindAllString(text, -1)
	slices.Sort(out)
	return slices.Compact(out)
}

// planTexts are what people read of a plan that comes of an example, and what its slots are called there.
func planTexts(x examples.Example) []string {
	out := []string{x.Title, x.Goal, x.Does}
	for _, c := range slices.Concat(x.Before, x.Then) {
		out = append(out, c.Does)
	}
	for _, s := range x.Slots {
		for _, called := range s.Called {
			out = append(out, called)
		}
	}
	return slices.DeleteFunc(out, func(text string) bool { return text == "" })
}

// TestWhatAPlanSaysIsThereInEveryLanguage: titles, goals and steps of plans that are made without a model are in the catalogue, with the
// same slots.
func TestWhatAPlanSaysIsThereInEveryLanguage(t *testing.T) {
	packs, err := packkit.Packs()
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for _, tool := range tools.All(packs) {
		for _, x := range tool.Examples {
			for _, text := range planTexts(x) {
				for _, l := range []assistant.Language{assistant.German, assistant.French, assistant.Spanish} {
					seen++
					own := wording.In(l).Label(text)
					if own == text {
						t.Errorf("%s: %s does not have %q", tool.Name, l, text)
					}
					if !slices.Equal(slotsOf(own), slotsOf(text)) {
						t.Errorf("%s: %s says %q for %q, with other slots", tool.Name, l, own, text)
					}
				}
			}
		}
	}
	if seen < 200 {
		t.Errorf("only %d texts were looked at", seen)
	}
}

// planned is what a rehearsal plans for a request, as people read it.
func planned(t *testing.T, request string) []string {
	t.Helper()
	team := packkit.Team(t)
	var facts []llm.ToolFact
	for _, tool := range team.Tools().All() {
		facts = append(facts, llm.ToolFact{Type: assistant.TaskType(tool.Name), Parameters: []llm.ParameterFact{}})
	}
	project := llm.ProjectFact{Name: "Aquaverter"}
	ask := func(p llm.Purpose, of any) (out struct {
		Title, Goal string
		Steps       []struct{ Summary string }
	},
	) {
		raw, err := json.Marshal(of)
		if err != nil {
			t.Fatal(err)
		}
		r := llm.Request{Purpose: p, Facts: raw, Examples: team.Examples(), Messages: []llm.Message{llm.TextMessage(llm.RoleUser, request)}}
		for e, err := range rehearsal.New(rehearsal.Config{}).Generate(t.Context(), r) {
			if err != nil {
				t.Fatal(err)
			}
			if done, ok := e.(llm.Done); ok {
				if err := json.Unmarshal([]byte(done.Reply.Text()), &out); err != nil {
					t.Fatal(err)
				}
			}
		}
		return out
	}
	needs := ask(llm.PurposeRequirements, llm.RequirementsFacts{Request: request, Project: project, Tools: facts})
	plan := ask(llm.PurposePlan, llm.PlanFacts{Request: request, Project: project, Tools: facts, Goal: needs.Goal, Title: needs.Title})
	out := []string{needs.Title, needs.Goal, plan.Title}
	for _, s := range plan.Steps {
		out = append(out, s.Summary)
	}
	return out
}

// TestAPlanIsToldInTheLanguageOfTheRequest: for every request that is offered and planned, in each language, nothing of the plan is what
// the same request comes to in English, and no slot is left open in it.
func TestAPlanIsToldInTheLanguageOfTheRequest(t *testing.T) {
	plans := 0
	for _, o := range packkit.Team(t).Words().Offers {
		if o.Tool.Class != assistant.ClassAction {
			continue
		}
		english := planned(t, o.Request)
		for _, l := range assistant.Languages() {
			if plans++; l == assistant.English {
				continue
			}
			for _, text := range planned(t, wording.In(l).Label(o.Request)) {
				if text == "" || slices.Contains(english, text) || strings.ContainsAny(text, "{}[]|") {
					t.Errorf("%s: %q says %q", l, wording.In(l).Label(o.Request), text)
				}
			}
		}
	}
	if plans < 20 {
		t.Errorf("only %d plans were made", plans)
	}
}
