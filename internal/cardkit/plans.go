package cardkit

import (
	"encoding/json"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
)

// previewed is a plan after its dry run: what was written can be read, one step is shown whole and another could not be looked at.
func previewed(plan bots.PlanCard) bots.PlanCard {
	draft, page := plan.Groups[0].Steps[0], plan.Groups[1].Steps[0]
	draft.Tried = &assistant.Tried{Result: &assistant.Result{Summary: assistant.Verbatim("Wrote it"), Read: "We build pools.\nAsk us."}, Kept: true}
	page.Tried = &assistant.Tried{Arguments: json.RawMessage(`{"title":"Services"}`)}
	menu := bots.PlanStep{Step: assistant.Step{
		Key: "menu", Summary: "Add it to the menu", Effect: assistant.EffectReversible, Preview: &assistant.Preview{Title: assistant.Verbatim("A menu line")},
		Tried: &assistant.Tried{Why: "It takes something from step 2, which is there only when the plan runs."},
	}, Number: 3, Owner: Nico}
	page.Number = 2
	plan.Groups = []bots.PlanGroup{{Name: "A", Steps: []bots.PlanStep{draft}}, {Name: "B", Steps: []bots.PlanStep{page}}, {Name: "C", Steps: []bots.PlanStep{menu}}}
	plan.Plan.Previewed, plan.Plan.Steps, plan.Changes = true, []assistant.Step{draft.Step, page.Step, menu.Step}, nil
	return plan
}

// onSeveral is a plan whose steps work on two projects.
func onSeveral(plan bots.PlanCard) bots.PlanCard {
	here, there := plan.Groups[1].Steps[0], plan.Groups[1].Steps[0]
	here.Number, there.Number = 1, 2
	there.Key, there.Project, there.ProjectName = "page-2", "p2", "Brightwater"
	plan.Groups = []bots.PlanGroup{{Name: "A", Steps: []bots.PlanStep{here, there}}}
	plan.Plan.Project, plan.Plan.Steps, plan.Changes = "p1", []assistant.Step{here.Step, there.Step}, nil
	return plan
}
