package storagetest

import (
	"testing"

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
