package tasks_test

import (
	"testing"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/script"
	"github.com/aisteam/aisteam/executor/packs/tasks"
)

// What a request that makes a task says besides is that task's: what it may do without asking, and what it is to do. Nothing of it is
// done at once, and no other task is changed by it.
func TestAPermissionSaidWhileATaskIsMadeIsThatTasks(t *testing.T) {
	for request, want := range map[string]struct{ kind, prompt, allow string }{
		"Every day at 9 create a ticket about the backup. It may create tickets without asking, at most 5 until Friday": {
			"create_recurring", "create a ticket about the backup.", "It may create tickets without asking, at most 5 until Friday",
		},
		"in 30 seconds create a ticket about the form":          {"create_one_shot", "create a ticket about the form", ""},
		"In 30 Sekunden erstelle ein Ticket über das Formular":  {"create_one_shot", "erstelle ein Ticket über das Formular", ""},
		"Dans 30 secondes crée un ticket sur le formulaire":     {"create_one_shot", "crée un ticket sur le formulaire", ""},
		"Dentro de 30 segundos crea un ticket sobre la entrada": {"create_one_shot", "crea un ticket sobre la entrada", ""},
		"every monday at 8, create a ticket about the bins":     {"create_recurring", "create a ticket about the bins", ""},
		"When GitHub tells of a new issue, create a ticket about it. It may create tickets without asking": {
			"create_event_trigger", "create a ticket about it.", "It may create tickets without asking",
		},
		"When GitHub tells of a new issue, create a ticket about it": {"create_event_trigger", "create a ticket about it", ""},
		"It may create tickets without asking, at most 5":            {"edit_task", "", ""},
	} {
		part := tasks.Pack().Rehearse.Begin()
		whole, ok := part.(interface{ Whole(request string) bool })
		if !ok {
			t.Fatal("it reads no request as one")
		}
		if got := whole.Whole(request); got != (want.kind != "edit_task") {
			t.Errorf("%q is read as one: %v", request, got)
		}
		part.Take(request)
		d := script.NewDraft(llm.PlanFacts{})
		for _, w := range part.Wishes(request, llm.ProjectFact{}) {
			w.Draft(d)
		}
		steps := d.Steps()
		if len(steps) != 1 || steps[0].Type != want.kind {
			t.Errorf("%q: %+v", request, steps)
			continue
		}
		given := map[string]string{}
		for _, p := range steps[0].Parameters {
			given[p.Name] = p.Value
		}
		if want.prompt != "" && (given["prompt"] != want.prompt || given["allow"] != want.allow) {
			t.Errorf("%q: %q", request, given)
		}
	}
}
