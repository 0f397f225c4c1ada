package executor_test

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
	"github.com/aisteam/aisteam/executor"
	"github.com/aisteam/aisteam/executor/connect/sitefolder"
	"github.com/aisteam/aisteam/executor/connect/webaudit"
	"github.com/aisteam/aisteam/executor/packs/content"
	packsite "github.com/aisteam/aisteam/executor/packs/site"
	"github.com/aisteam/aisteam/internal/packkit"
)

// flow is the whole of it: the real packs over a folder of pages that is served.
type flow struct {
	t       *testing.T
	exec    *executor.Executor
	ledger  *ledger
	results map[string]assistant.Result
	project assistant.Project
}

func newFlow(t *testing.T, answers ...string) *flow {
	t.Helper()
	mux := http.NewServeMux()
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	folder, err := sitefolder.New(sitefolder.Config{Dir: t.TempDir(), Public: assistant.PublicAt(server.URL)})
	if err != nil {
		t.Fatal(err)
	}
	mux.Handle("/sites/", folder)
	pages, err := packsite.Tools(packsite.Config{
		Pages: folder, Auditor: webaudit.New(webaudit.Config{Own: tenant, Server: assistant.PublicAt(server.URL)}),
	})
	if err != nil {
		t.Fatal(err)
	}
	writes := &model{answers: answers}
	drafts, err := content.Tools(content.NewWriter(func(assistant.TenantID, llm.Of) llm.Asker { return writes }))
	if err != nil {
		t.Fatal(err)
	}
	f := &flow{
		t: t, ledger: &ledger{}, results: map[string]assistant.Result{},
		project: assistant.Project{ID: project, Tenant: tenant, Name: "Aquaverter", Slug: "aquaverter", Connections: []assistant.Connection{site.Folder()}},
	}
	f.exec, err = executor.New(executor.Config{
		Team: packkit.TeamOf(t, tools.Pack{Name: "test", Tools: append(pages, drafts...)}), Ledger: f.ledger, Now: time.Now, IDs: assistant.NewIDs(time.Now, rand.NewChaCha8([32]byte{})),
	})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// step approves and does one step of a run.
func (f *flow) step(key string, owner assistant.AgentID, typ assistant.TaskType, parameters string) assistant.Result {
	f.t.Helper()
	task := assistant.Task{
		ID: assistant.TaskID("task-" + key), Run: theRun, Project: project, Key: key, Owner: owner, Type: typ,
		Parameters: json.RawMessage(parameters), Summary: "Do " + key,
	}
	do := func() (executor.Ending, error) {
		return f.exec.Do(f.t.Context(), &journal{}, assistant.TaskClaim{Tenant: tenant, Task: task.ID}, assistant.TaskWork{
			Task: task, Run: assistant.Run{ID: theRun}, Project: f.project, Results: f.results,
		})
	}
	e, err := do()
	if err == nil && e.Waiting != nil {
		task.ApprovedHash, task.Approval = e.Waiting.Hash, e.Waiting.ID
		e, err = do()
	}
	if err != nil || e.Finished == nil || e.Finished.Status != assistant.TaskCompleted {
		f.t.Fatalf("%s: %+v, %v", key, e, err)
	}
	f.ledger.settle(e)
	f.results[key] = e.Finished.Result
	return e.Finished.Result
}

func TestAServicesPageFromDraftToAuditAndBack(t *testing.T) {
	f := newFlow(t, `{"html":"<h1>Services</h1><h2>Pools</h2><p>We build pools.</p>"}`,
		`{"title":"Garden pools in Ontario","description":"We plan and build garden pools that last for generations.","keywords":"pools"}`)
	f.step("draft", assistant.CreativeLead, "draft_content", `{"title":"Services"}`)
	f.step("seo", assistant.GrowthLead, "draft_seo", `{"title":"Services"}`)
	made := f.step("page", assistant.WebEngineer, "create_page", `{"title":"Services","slug":"services","language":"English",
		"contentHtml":{"$from":"draft","field":"html"},"metaTitle":{"$from":"seo","field":"title"},
		"metaDescription":{"$from":"seo","field":"description"}}`)
	f.step("block", assistant.WebEngineer, "update_content_block", `{"slug":"services","block":"Pools","text":"We build them well."}`)
	audit := f.step("audit", assistant.SEOSpecialist, "run_audit", `{"url":{"$from":"page","field":"url"}}`)
	if audit.Fields.Text("title") != "Garden pools in Ontario" || audit.Fields.Text("url") != made.Fields.Text("url") || strings.Contains(audit.Fields.Text("findings"), "critical") {
		t.Errorf("audit: %+v", audit.Fields)
	}

	calls, err := f.ledger.Calls(t.Context(), tenant, theRun)
	if err != nil {
		t.Fatal(err)
	}
	told, undone := f.exec.Undo(t.Context(), executor.Whose{Tenant: tenant, Project: f.project}, calls)

	if len(told) != 2 || told[0].Task != "task-block" || told[1].Task != "task-page" || len(undone) != 2 {
		t.Errorf("told %+v, taken back %q", told, undone)
	}
	r, err := http.Get(made.Fields.Text("url"))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	if r.StatusCode != http.StatusNotFound {
		t.Errorf("after undo the page answers %d, want 404", r.StatusCode)
	}
}

// model answers with what it is given, in turn.
type model struct{ answers []string }

func (m *model) Ask(context.Context, llm.Request, func(string)) (llm.Reply, error) {
	text := m.answers[0]
	m.answers = m.answers[1:]
	return llm.Reply{Message: llm.TextMessage(llm.RoleAssistant, text)}, nil
}
