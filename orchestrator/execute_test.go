package orchestrator_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/assistant"
)

// executes asks for a single task in somebody's name.
func (h *house) executes(who assistant.PersonID, tool assistant.TaskType, arguments string) (assistant.ExecuteResult, error) {
	h.t.Helper()
	return h.tasks.Execute(h.t.Context(), assistant.ExecuteRequest{
		Tenant: h.tenant, Person: who, Project: h.project, Agent: assistant.WebEngineer, Type: tool, Summary: "Do it",
		Parameters: json.RawMessage(arguments), Key: string(who) + string(tool) + arguments,
	})
}

// TestWhoMayNotDecideExecutesNothing: asking for a single task is approving it, so the rule of every approval holds.
func TestWhoMayNotDecideExecutesNothing(t *testing.T) {
	h := newHouse(t)
	const page = `{"slug":"services","html":"<p>Pools</p>"}`
	strict := assistant.DefaultSettings()
	strict.MembersApprove = false
	h.ok(h.db.Tenants.SaveSettings(t.Context(), h.tenant, h.owner, strict))
	_, err := h.executes(h.anna, "create_page", page)
	if p, ok := errors.AsType[*assistant.Trouble](err); !ok || !strings.Contains(p.Problem.Message.String(), "only an approver or an admin may decide") {
		t.Errorf("a member where members do not approve: %v", err)
	}
	gus, err := h.db.People.PersonFor(t.Context(), h.tenant, guest("UGUS"))
	h.ok(err)
	h.ok(h.db.Tenants.SaveSettings(t.Context(), h.tenant, h.owner, assistant.DefaultSettings()))
	for tool, arguments := range map[assistant.TaskType]string{"create_page": page, "draft_content": `{"title":"x"}`} {
		if _, err := h.executes(gus.ID, tool, arguments); err == nil {
			t.Errorf("a guest executes %s", tool)
		}
	}
	all, err := h.db.Conversations.Conversations(t.Context(), h.tenant, 10)
	h.ok(err)
	if len(all) != 1 || h.live() != "" || h.written != 0 {
		t.Errorf("what was refused left %d conversations, and live %q", len(all), h.live())
	}
	if got, err := h.executes(h.anna, "create_page", page); err != nil || got.Status != assistant.TaskCompleted || !strings.Contains(h.live(), "Pools") {
		t.Errorf("a member where members approve: %+v, %v, live %q", got, err, h.live())
	}
}

// TestASingleTaskIsDoneOnceForAKey: the same request is done once, in one conversation, and a key is not for another one.
func TestASingleTaskIsDoneOnceForAKey(t *testing.T) {
	h := newHouse(t)
	first, err := h.executes(h.anna, "create_page", `{"slug":"services","html":"<p>Pools</p>"}`)
	h.ok(err)
	again := assistant.ExecuteRequest{
		Tenant: h.tenant, Person: h.anna, Project: h.project, Agent: assistant.WebEngineer, Type: "create_page", Summary: "Do it",
		Parameters: json.RawMessage(`{ "html":"<p>Pools</p>", "slug":"services" }`), Key: string(h.anna) + "create_page" + `{"slug":"services","html":"<p>Pools</p>"}`,
	}
	got, err := h.tasks.Execute(t.Context(), again)
	h.ok(err)
	all, err := h.db.Conversations.Conversations(t.Context(), h.tenant, 10)
	h.ok(err)
	if got.Task != first.Task || got.Run != first.Run || !strings.Contains(h.live(), "Pools") || len(all) != 2 {
		t.Errorf("%+v after %+v, %d conversations", got, first, len(all))
	}
	again.Parameters = json.RawMessage(`{"slug":"services","html":"<p>Ponds</p>"}`)
	if _, err := h.tasks.Execute(t.Context(), again); !errors.Is(err, assistant.ErrKeyUsed) || strings.Contains(h.live(), "Ponds") {
		t.Errorf("other work with the same key: %v, live %q", err, h.live())
	}
}
