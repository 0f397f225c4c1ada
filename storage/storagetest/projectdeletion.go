package storagetest

import (
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
)

// deletedProject: a project goes with its connections and what opens them, not while a run works on it; what was done stays.
func deletedProject(_ *testing.T, w *world) {
	shop := w.wordpress("https://shop.example")
	w.ok(w.Projects.SaveProject(w.ctx, w.me(), shop, assistant.Secrets{site.KindWordPress: "abcd"}))
	c, _ := w.held()
	w.ok(w.Conversations.Focus(w.ctx, w.tenant, c.Conversation, "", shop.ID))
	run, _ := w.startRun(c, "A")
	use, err := w.Projects.ProjectUse(w.ctx, w.tenant, shop.ID)
	w.ok(err)
	equal(w, use, assistant.ProjectUse{Conversations: 1, Runs: 1})
	w.is(w.Projects.DeleteProject(w.ctx, w.tenant, w.me(), shop.ID), assistant.ErrInUse)
	w.ok(w.act(c.Conversation, assistant.RunFinished{Run: run.ID, Status: assistant.RunCompleted}))

	w.ok(w.Projects.DeleteProject(w.ctx, w.tenant, w.me(), shop.ID))
	w.is(w.Projects.DeleteProject(w.ctx, w.tenant, w.me(), shop.ID), assistant.ErrNotFound)
	w.is(second(w.Projects.Project(w.ctx, w.tenant, shop.ID)), assistant.ErrNotFound)
	w.is(second(w.Projects.Secret(w.ctx, w.tenant, shop.ID, site.KindWordPress)), assistant.ErrNotFound)
	w.is(second(w.Projects.ProjectUse(w.ctx, w.tenant, shop.ID)), assistant.ErrNotFound)
	w.is(w.Projects.SaveProject(w.ctx, w.me(), shop, nil), assistant.ErrNotFound)
	w.is(w.Conversations.Focus(w.ctx, w.tenant, c.Conversation, "", shop.ID), assistant.ErrNotFound)
	all, err := w.Projects.Projects(w.ctx, w.tenant)
	w.ok(err)
	runs, err := w.Runs.Runs(w.ctx, w.tenant, c.Conversation)
	w.ok(err)
	equal(w, []int{len(all), len(runs)}, []int{0, 1})
	again := shop
	again.ID = id[assistant.ProjectID](w)
	w.is(w.Projects.SaveProject(w.ctx, w.me(), again, nil), assistant.ErrTaken) // the pages of the first may lie there
	again.Slug += "-2"
	w.ok(w.Projects.SaveProject(w.ctx, w.me(), again, nil))
}

// projectOfAStep: a project that only a step of another project's run or plan works on is in use as well, and the step is given it.
func projectOfAStep(_ *testing.T, w *world) {
	second := assistant.Project{ID: id[assistant.ProjectID](w), Tenant: w.tenant, Name: "Second", Slug: "second"}
	w.ok(w.Projects.SaveProject(w.ctx, w.me(), second, nil))
	c, _ := w.held()
	run := assistant.Run{ID: id[assistant.RunID](w), Conversation: c.Conversation, Project: w.site.ID, RequestedBy: w.owner.ID, Title: "Both", Status: assistant.RunRunning}
	task := assistant.Task{
		ID: id[assistant.TaskID](w), Run: run.ID, Conversation: c.Conversation, Project: second.ID, ProjectName: second.Name, Key: "there", Group: "A", Owner: assistant.WebEngineer,
		Status: assistant.TaskOpen, Type: "create_page", Parameters: []byte(`{}`), Summary: "Create it", Effect: assistant.EffectReversible,
	}
	w.ok(w.Mailboxes.Append(w.ctx, c, batch(system(assistant.RunStarted{Run: run, Tasks: []assistant.Task{task}}))))
	w.startGroup(c, run.ID, task)
	use, err := w.Projects.ProjectUse(w.ctx, w.tenant, second.ID)
	w.ok(err)
	equal(w, use, assistant.ProjectUse{Runs: 1})
	w.is(w.Projects.DeleteProject(w.ctx, w.tenant, w.me(), second.ID), assistant.ErrInUse)
	_, work := w.claimTask()
	equal(w, []assistant.ProjectID{work.Run.Project, work.Task.Project, work.Project.ID}, []assistant.ProjectID{w.site.ID, second.ID, second.ID})
	plan := assistant.Plan{
		ID: id[assistant.PlanID](w), Version: 1, Project: w.site.ID, Title: "Both", Hash: "h", ExpiresAt: time.Now().Add(time.Hour),
		Steps: []assistant.Step{{Key: "there", Project: second.ID}},
	}
	w.ok(w.Mailboxes.Append(w.ctx, c, batch(system(assistant.PlanProposed{Plan: plan}), system(assistant.RunFinished{Run: run.ID, Status: assistant.RunCompleted}))))
	use, err = w.Projects.ProjectUse(w.ctx, w.tenant, second.ID)
	w.ok(err)
	equal(w, use, assistant.ProjectUse{Plans: 1})
	w.ok(w.Projects.DeleteProject(w.ctx, w.tenant, w.me(), second.ID))
}
