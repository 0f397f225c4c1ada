package web_test

import (
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
	"github.com/aisteam/aisteam/bots/web"
)

const nobody = "0191f0aa-7d1c-7c1e-9d55-3a1b2c3d4e5f" // the id of nothing, or of another tenant's

func TestBadRequestsAreRefusedInPlainWords(t *testing.T) {
	w := newWorld(t)
	s := tell(w, "")
	h := w.surface(t)
	here := string(s.conversation)
	project := string(w.projects[0].ID)
	chat := func(conversation, content string) string {
		return `{"conversationId":` + conversation + `,"messages":[{"role":"user","content":` + content + `}]}`
	}
	for _, c := range []struct {
		name, method, path, body string
		status                   int
	}{
		{"no body", "POST", "/api/assistant/chat", "", 400},
		{"half a body", "POST", "/api/assistant/chat", `{"messages":[`, 400},
		{"two bodies", "POST", "/api/assistant/chat", chat("null", `"a"`) + `{}`, 400},
		{"not text", "POST", "/api/assistant/chat", "{\"messages\":\"\xff\xfe\"}", 400},
		{"no messages", "POST", "/api/assistant/chat", `{"messages":[]}`, 400},
		{"null", "POST", "/api/assistant/chat", `null`, 400},
		{"wrong type", "POST", "/api/assistant/chat", `{"messages":{"role":"user"}}`, 400},
		{"a number for words", "POST", "/api/assistant/chat", chat("null", `7`), 400},
		{"the assistant's words", "POST", "/api/assistant/chat", `{"messages":[{"role":"assistant","content":"hi"}]}`, 400},
		{"empty words", "POST", "/api/assistant/chat", chat("null", `"  "`), 400},
		{"too many words", "POST", "/api/assistant/chat", chat("null", `"`+strings.Repeat("é", 16_001)+`"`), 400},
		{"far too much", "POST", "/api/assistant/chat", chat("null", `"`+strings.Repeat("a", 1<<20)+`"`), 413},
		{"unknown agent", "POST", "/api/assistant/chat", `{"activeAgentId":"boss","messages":[{"role":"user","content":"hi"}]}`, 400},
		{"unknown conversation", "POST", "/api/assistant/chat", chat(`"`+nobody+`"`, `"hi"`), 404},
		{"no id at all", "POST", "/api/assistant/chat", chat(`"'; drop table"`, `"hi"`), 404},
		{"unknown project", "POST", "/api/assistant/chat", `{"projectContext":{"projectId":"` + nobody + `"},"messages":[{"role":"user","content":"hi"}]}`, 404},
		{"wrong method", "GET", "/api/assistant/chat", "", 405},
		{"wrong method", "DELETE", "/api/conversations", "", 405},
		{"unknown route", "GET", "/api/nothing", "", 404},
		{"unknown conversation", "GET", "/api/conversations/" + nobody + "/messages", "", 404},
		{"odd id", "GET", "/api/conversations/1/messages", "", 404},
		{"odd cursor", "GET", "/api/conversations/" + here + "/messages?before=x", "", 400},
		{"odd limit", "GET", "/api/conversations/" + here + "/messages?limit=-1", "", 400},
		{"unknown conversation", "GET", "/api/conversations/" + nobody + "/events", "", 404},
		{"unknown run", "GET", "/api/conversations/" + here + "/timeline?runId=" + nobody, "", 404},
		{"unknown run", "GET", "/api/runs/" + nobody, "", 404},
		{"unknown run", "POST", "/api/runs/" + nobody + "/cancel", "", 404},
		{"unknown approval", "POST", "/api/assistant/actions/" + nobody + "/approve", "", 404},
		{"unknown approval", "POST", "/api/approvals/" + nobody, `{"decision":"approved"}`, 404},
		{"unknown decision", "POST", "/api/approvals/" + string(s.approval), `{"decision":"perhaps"}`, 400},
		{"unknown plan", "POST", "/api/plans/" + nobody + "/decide", `{"decision":"approved","version":1}`, 404},
		{"other version", "POST", "/api/plans/" + string(s.plan) + "/decide", `{"decision":"approved","version":9}`, 404},
		{"no version", "POST", "/api/plans/" + string(s.plan) + "/decide", `{"decision":"approved"}`, 400},
		{"a preview of no version", "POST", "/api/plans/" + string(s.plan) + "/preview", `{}`, 400},
		{"a preview of an unknown plan", "POST", "/api/plans/" + nobody + "/preview", `{"version":1}`, 404},
		{"changes without words", "POST", "/api/plans/" + string(s.plan) + "/decide", `{"decision":"changes","version":2}`, 400},
		{"no such button", "POST", "/api/presses", `{"do":"dance"}`, 400},
		{"a button on nothing", "POST", "/api/presses", `{"do":"stop"}`, 400},
		{"a button that opens a form", "POST", "/api/presses", `{"do":"change","approvalId":"` + string(s.approval) + `"}`, 400},
		{"a step that is not named", "POST", "/api/presses", `{"do":"undo step","runId":"` + string(s.finished) + `"}`, 400},
		{"an answer of no conversation", "POST", "/api/presses", `{"do":"rate good","messageId":"` + nobody + `"}`, 400},
		{"an odd id", "POST", "/api/presses", `{"do":"stop","runId":"'; --"}`, 404},
		{"unknown run", "POST", "/api/presses", `{"do":"stop","runId":"` + nobody + `"}`, 404},
		{"unknown question", "POST", "/api/clarifications/" + nobody + "/answer", `{"text":"yes"}`, 404},
		{"no answer", "POST", "/api/clarifications/" + string(s.ask) + "/answer", `{}`, 400},
		{"an answer nobody asked for", "POST", "/api/clarifications/" + string(s.ask) + "/answer", `{"values":{"colour":"red"}}`, 400},
		{"unknown project", "GET", "/api/projects/" + nobody, "", 404},
		{"odd address", "PUT", "/api/projects/" + project, `{"wordpress":{"url":"javascript:alert(1)"}}`, 400},
		{"address with a password", "PUT", "/api/projects/" + project, `{"wordpress":{"url":"https://a:b@example.com"}}`, 400},
		{"no name", "PUT", "/api/projects/" + project, `{"name":" "}`, 400},
		{"odd platform", "PUT", "/api/projects/" + project, `{"cmsPlatform":"joomla"}`, 400},
		{"no task type", "POST", "/api/assistant/execute", `{"projectId":"` + project + `","conversationId":"` + here + `","createdByAgentId":"webEngineer"}`, 400},
		{"parameters that are no object", "POST", "/api/assistant/execute", `{"projectId":"` + project + `","conversationId":"` + here + `","createdByAgentId":"webEngineer","taskType":"create_page","parameters":[1]}`, 400},
		{"unknown project", "POST", "/api/assistant/execute", `{"projectId":"` + nobody + `","conversationId":"` + here + `","createdByAgentId":"webEngineer","taskType":"create_page"}`, 404},
		{"no agent", "POST", "/api/assistant/execute", `{"projectId":"` + project + `","conversationId":"` + here + `","taskType":"create_page","parameters":{}}`, 400},
		{"a run of another conversation", "POST", "/api/assistant/execute", `{"projectId":"` + project + `","runId":"` + string(s.running) + `","conversationId":"` + string(w.start("Another")) + `","createdByAgentId":"webEngineer","taskType":"create_page","parameters":{}}`, 400},
	} {
		t.Run(c.name+" "+c.method+" "+c.path, func(t *testing.T) {
			got := call(t, h, c.method, c.path, c.body)
			if got.Code != c.status {
				t.Fatalf("got %d, want %d: %s", got.Code, c.status, got.Body)
			}
			var answer struct {
				Error struct{ Category, Message, Recovery, ID string }
			}
			if err := json.Unmarshal(got.Body.Bytes(), &answer); err != nil {
				t.Fatalf("%v: %s", err, got.Body)
			}
			e := answer.Error
			if e.Category == "" || e.Message == "" || e.Recovery == "" || !assistant.ValidID(e.ID) {
				t.Errorf("an error without its parts: %s", got.Body)
			}
		})
	}
	if len(w.acts)+len(w.inbound) > 0 {
		t.Errorf("something was done all the same: %+v %+v", w.acts, w.inbound)
	}
}

// TestARouteThatThereIsNotIsToldFromAMethodThatARouteDoesNotTake, and of the second it is said what it takes.
func TestARouteThatThereIsNotIsToldFromAMethodThatARouteDoesNotTake(t *testing.T) {
	h := newWorld(t).surface(t)
	for path, want := range map[string]string{"/api/nothing": "There is no such route.", "/api/assistant/chat": "This route does not take GET."} {
		got := call(t, h, "GET", path, "")
		if !strings.Contains(got.Body.String(), want) || strings.Contains(got.Header().Get("Allow"), "POST") != (got.Code == http.StatusMethodNotAllowed) {
			t.Errorf("%s: %d %v %s", path, got.Code, got.Header(), got.Body)
		}
	}
}

func TestChatAnswersWithWhatTheTurnBrought(t *testing.T) {
	w := newWorld(t)
	run := assistant.Run{ID: assistant.NewID[assistant.RunID](w.ids), Title: "Create new service page"}
	w.turn = func(m assistant.Message) {
		go func() {
			from := func(a assistant.AgentID, k assistant.Kind, text string, b assistant.Body) {
				w.add(m.Conversation, assistant.Message{Author: assistant.AuthorAssistant, Agent: a, Kind: k, Content: text, Cause: m.ID, Body: b})
			}
			from(assistant.Chief, assistant.KindThinking, "Hans evaluated the request", assistant.Thought{Phase: assistant.PhaseRouting})
			from(assistant.Chief, assistant.KindSystem, "internal", assistant.Briefed{})
			from(assistant.Chief, assistant.KindStatus, "", assistant.Routed{To: []assistant.AgentID{assistant.WebEngineer}})
			from(assistant.Chief, assistant.KindStatus, "Run created", assistant.RunStarted{Run: run})
			from(assistant.WebEngineer, assistant.KindMessage, "Before I create this page …", assistant.Said{})
			w.settle(m.ID, m.Conversation)
		}()
	}
	got := call(t, w.surface(t), "POST", "/api/assistant/chat", `{"conversationId":null,"messages":[{"role":"user","content":"Please create a new service page."}],"activeAgentId":"growthLead","projectContext":{"projectId":"`+string(w.projects[0].ID)+`","projectName":"Aquaverter","new":true},"later":1}`)
	if got.Code != http.StatusOK {
		t.Fatalf("%d %s", got.Code, got.Body)
	}
	var answer struct {
		ConversationID string
		Messages       []struct{ ID, Role, AgentID, Content string }
		Thinking       []struct{ Kind, Summary string }
		RoutedAgentID  string
		RunCreated     struct{ RunID, Title string }
		Done           bool
	}
	if err := json.Unmarshal(got.Body.Bytes(), &answer); err != nil {
		t.Fatal(err)
	}
	if !answer.Done || answer.ConversationID != string(w.conversations[0].ID) || answer.RoutedAgentID != "webEngineer" ||
		answer.RunCreated.RunID != string(run.ID) || len(answer.Messages) != 1 || answer.Messages[0].Role != "assistant" ||
		len(answer.Thinking) != 1 || answer.Thinking[0].Kind != "routing" {
		t.Errorf("got %s", got.Body)
	}
	in := w.inbound[0]
	if in.Agent != assistant.GrowthLead || in.Project != w.projects[0].ID || in.Person != w.owner.ID || in.Place.Surface != assistant.SurfaceWeb {
		t.Errorf("the inbox got %+v", in)
	}
}

func TestTheSameKeyIsTheSameMessage(t *testing.T) {
	w := newWorld(t)
	w.turn = func(m assistant.Message) { w.settle(m.ID, m.Conversation) }
	h := w.surface(t)
	for range 2 {
		got := call(t, h, "POST", "/api/assistant/chat", `{"messages":[{"role":"user","content":"hi"}]}`, func(r *http.Request) { r.Header.Set("Idempotency-Key", "once") })
		if got.Code != http.StatusOK {
			t.Fatal(got.Body)
		}
	}
	if len(w.inbound) != 1 || len(w.conversations) != 1 {
		t.Errorf("%d messages in %d conversations", len(w.inbound), len(w.conversations))
	}
}

func TestTooManyMessagesAreToldWhenToComeBack(t *testing.T) {
	w := newWorld(t)
	w.turn = func(m assistant.Message) { w.settle(m.ID, m.Conversation) }
	h := w.surface(t, func(c *web.Config) { c.RatePerMinute = 2 })
	var codes []int
	for range 3 {
		got := call(t, h, "POST", "/api/assistant/chat", `{"messages":[{"role":"user","content":"hi"}]}`)
		codes = append(codes, got.Code)
		if got.Code == http.StatusTooManyRequests && (got.Header().Get("Retry-After") == "" || !strings.Contains(got.Body.String(), "Wait")) {
			t.Errorf("no word on when: %v %s", got.Header(), got.Body)
		}
	}
	if diff := cmp.Diff([]int{200, 200, 429}, codes); diff != "" {
		t.Error(diff)
	}
}

// TestARequestThatIsPressedCountsAsAMessage: one too many is refused, and not said. A decision does not count.
func TestARequestThatIsPressedCountsAsAMessage(t *testing.T) {
	w := newWorld(t)
	s := tell(w, "")
	w.turn = func(m assistant.Message) { w.settle(m.ID, m.Conversation) }
	h := w.surface(t, func(c *web.Config) { c.RatePerMinute = 2 })
	asks := `{"do":"ask","messageId":"` + nobody + `","option":1,"conversationId":"` + string(s.conversation) + `"}`
	call(t, h, "POST", "/api/assistant/chat", `{"messages":[{"role":"user","content":"hi"}]}`)
	for _, want := range []int{http.StatusOK, http.StatusTooManyRequests} {
		before := len(w.acts)
		got := call(t, h, "POST", "/api/presses", asks)
		if refused := want == http.StatusTooManyRequests; got.Code != want || refused != (got.Header().Get("Retry-After") != "") || refused != (len(w.acts) == before) {
			t.Errorf("%d, not %d: %v %s, %d acts", got.Code, want, got.Header(), got.Body, len(w.acts)-before)
		}
	}
	if got := call(t, h, "POST", "/api/presses", `{"do":"stop","runId":"`+string(s.running)+`"}`); got.Code != http.StatusOK {
		t.Errorf("a decision is held to the rate of messages: %d %s", got.Code, got.Body)
	}
}

// TestTooMuchIsSaidAsSuchByEveryDoor: programs find a 429, people the sentence with its way on.
func TestTooMuchIsSaidAsSuchByEveryDoor(t *testing.T) {
	w := newWorld(t)
	s := tell(w, "")
	h := w.surface(t)
	w.note, w.tooMuch = "You have asked more than 2 things within a minute. Please say it again in a minute.", true
	w.execute = func(assistant.ExecuteRequest) (assistant.ExecuteResult, error) {
		return assistant.ExecuteResult{}, &assistant.Trouble{Err: assistant.ErrTooMuch, Problem: assistant.Problem{Side: assistant.SideInput, Message: assistant.Verbatim(w.note)}}
	}
	task := `{"runId":"` + string(s.running) + `","conversationId":"` + string(s.conversation) + `","projectId":"` + string(w.projects[0].ID) + `","createdByAgentId":"webEngineer","taskType":"create_page","parameters":{"title":"Services"},"summary":"Create Services page"}`
	for path, body := range map[string]string{"/api/assistant/execute": task, "/api/approvals/" + string(s.approval): `{"decision":"denied"}`} {
		if got := call(t, h, "POST", path, body); got.Code != http.StatusTooManyRequests || !strings.Contains(got.Body.String(), "again in a minute") {
			t.Errorf("%s: %d %s", path, got.Code, got.Body)
		}
	}
}

func TestDecisionsReachTheInbox(t *testing.T) {
	w := newWorld(t)
	s := tell(w, "")
	h := w.surface(t)
	for _, c := range []struct {
		path, body string
		want       assistant.Body
	}{
		{"/api/assistant/actions/" + string(s.approval) + "/approve", "", assistant.ApprovalDecided{Approval: s.approval, Verdict: assistant.VerdictApproved}},
		{"/api/assistant/actions/" + string(s.approval) + "/reject", `{"note":"not now"}`, assistant.ApprovalDecided{Approval: s.approval, Verdict: assistant.VerdictRejected, Note: "not now"}},
		{"/api/approvals/" + string(s.approval), `{"decision":"denied"}`, assistant.ApprovalDecided{Approval: s.approval, Verdict: assistant.VerdictRejected}},
		{"/api/approvals/" + string(s.approval), `{"decision":"approved","arguments":{"slug":"home"}}`, assistant.ApprovalDecided{Approval: s.approval, Verdict: assistant.VerdictApproved, Arguments: json.RawMessage(`{"slug":"home"}`)}},
		{"/api/approvals/" + string(s.approval), `{"decision":"approved","arguments":null}`, assistant.ApprovalDecided{Approval: s.approval, Verdict: assistant.VerdictApproved}},
		{"/api/plans/" + string(s.plan) + "/preview", `{"version":2,"hash":"5c0de"}`, assistant.PlanDecided{Plan: s.plan, Version: 2, Verdict: assistant.VerdictChanges, DryRun: true, Hash: "5c0de"}},
		{"/api/plans/" + string(s.plan) + "/decide", `{"decision":"preview","version":2}`, assistant.PlanDecided{Plan: s.plan, Version: 2, Verdict: assistant.VerdictChanges, DryRun: true}},
		{"/api/plans/" + string(s.plan) + "/decide", `{"decision":"approved","version":2}`, assistant.PlanDecided{Plan: s.plan, Version: 2, Verdict: assistant.VerdictApproved}},
		{"/api/plans/" + string(s.plan) + "/decide", `{"decision":"approved","version":2,"hash":"5c0de","unseen":true}`, assistant.PlanDecided{Plan: s.plan, Version: 2, Verdict: assistant.VerdictApproved, Hash: "5c0de", Unseen: true}},
		{"/api/approvals/" + string(s.approval), `{"decision":"approved","hash":"5c0de"}`, assistant.ApprovalDecided{Approval: s.approval, Verdict: assistant.VerdictApproved, Hash: "5c0de"}},
		{"/api/runs/" + string(s.finished) + "/undo", `{"taskId":"` + nobody + `"}`, assistant.UndoRequested{Run: s.finished, Task: nobody}},
		{"/api/clarifications/" + string(s.ask) + "/answer", `{"values":{"audience":"builders"},"text":"and plumbers"}`, assistant.Answered{Clarification: s.ask, Values: map[string]string{"audience": "builders"}, Text: "and plumbers"}},
		{"/api/presses", `{"do":"approve plan","planId":"` + string(s.plan) + `","version":2}`, assistant.PlanDecided{Plan: s.plan, Version: 2, Verdict: assistant.VerdictApproved}},
		{"/api/presses", `{"do":"change plan","planId":"` + string(s.plan) + `","version":2,"words":"shorter"}`, assistant.PlanDecided{Plan: s.plan, Version: 2, Verdict: assistant.VerdictChanges, Note: "shorter"}},
		{"/api/presses", `{"do":"always","approvalId":"` + string(s.approval) + `"}`, assistant.ApprovalDecided{Approval: s.approval, Verdict: assistant.VerdictApproved, Always: true}},
		{"/api/presses", `{"do":"always","approvalId":"` + string(s.approval) + `","values":{"lasts":"week"}}`, assistant.ApprovalDecided{Approval: s.approval, Verdict: assistant.VerdictApproved, Always: true, Lasts: assistant.LastsWeek}},
		{"/api/approvals/" + string(s.approval), `{"decision":"approved","always":true,"lasts":"today"}`, assistant.ApprovalDecided{Approval: s.approval, Verdict: assistant.VerdictApproved, Always: true, Lasts: assistant.LastsToday}},
		{"/api/presses", `{"do":"reject all","runId":"` + string(s.running) + `","shown":"5c0de"}`, assistant.ApprovalDecided{Card: s.running, Hash: "5c0de", Verdict: assistant.VerdictRejected}},
		{"/api/presses", `{"do":"undo step","runId":"` + string(s.finished) + `","taskId":"` + nobody + `"}`, assistant.UndoRequested{Run: s.finished, Task: nobody}},
		{"/api/presses", `{"do":"ask","messageId":"` + nobody + `","option":1,"conversationId":"` + string(s.conversation) + `"}`, assistant.Said{Pressed: &assistant.Pressed{Message: nobody, Number: 1}}},
		{"/api/presses", `{"do":"rate bad","messageId":"` + nobody + `","conversationId":"` + string(s.conversation) + `"}`, assistant.Rated{Message: nobody}},
		{"/api/runs/" + string(s.running) + "/cancel", "", assistant.StopRequested{Run: s.running}},
		{"/api/runs/" + string(s.failed) + "/retry", "", assistant.RetryRequested{Run: s.failed}},
		{"/api/runs/" + string(s.finished) + "/undo", "", assistant.UndoRequested{Run: s.finished}},
		{"/api/runs/" + string(s.running) + "/tasks/" + nobody + "/cancel", "", assistant.StopRequested{Run: s.running, Task: nobody}},
		{"/api/runs/" + string(s.failed) + "/tasks/" + nobody + "/retry", "", assistant.RetryRequested{Run: s.failed, Task: nobody}},
		{"/api/runs/" + string(s.finished) + "/tasks/" + nobody + "/undo", "", assistant.UndoRequested{Run: s.finished, Task: nobody}},
		{"/api/presses", `{"do":"stop step","runId":"` + string(s.running) + `","taskId":"` + nobody + `"}`, assistant.StopRequested{Run: s.running, Task: nobody}},
		{"/api/presses", `{"do":"retry step","runId":"` + string(s.failed) + `","taskId":"` + nobody + `"}`, assistant.RetryRequested{Run: s.failed, Task: nobody}},
	} {
		got := call(t, h, "POST", c.path, c.body)
		if got.Code != http.StatusOK || !strings.Contains(got.Body.String(), `"done":true`) {
			t.Errorf("%s: %d %s", c.path, got.Code, got.Body)
			continue
		}
		act := w.lastAct(t)
		if diff := cmp.Diff(c.want, act.Body); diff != "" {
			t.Errorf("%s: %s", c.path, diff)
		}
		if act.Tenant != w.tenant.ID || act.Person != w.owner.ID || act.Conversation != s.conversation {
			t.Errorf("%s: by %s in %s", c.path, act.Person, act.Conversation)
		}
	}
	for _, verb := range []string{"cancel", "retry", "undo"} {
		if got := call(t, h, "POST", "/api/runs/"+string(s.running)+"/tasks/x/"+verb, ""); got.Code != http.StatusNotFound {
			t.Errorf("%s of a task that is none: %d %s", verb, got.Code, got.Body)
		}
	}
	w.note = "Kim has approved this already."
	got := call(t, h, "POST", "/api/assistant/actions/"+string(s.approval)+"/approve", "")
	if got.Code != http.StatusConflict || !strings.Contains(got.Body.String(), "Kim") {
		t.Errorf("a late decision: %d %s", got.Code, got.Body)
	}
}

func TestPendingActionsAreListedInSeedWords(t *testing.T) {
	w := newWorld(t)
	s := tell(w, "")
	got := call(t, w.surface(t), "GET", "/api/assistant/actions", "")
	for _, want := range []string{`"id":"` + string(s.approval), `"tool_name":"update_content_block"`, `"entity_type":"page","entity_id":"services"`, `"target":"/sites/aquaverter/services"`, `"old_state":{"heading":"Prices 2025"`, `"field":"heading","label":"heading"`, `"change_type":"add"`, `"irreversible":true`} {
		if !strings.Contains(got.Body.String(), want) {
			t.Errorf("no %s in %s", want, got.Body)
		}
	}
}

// TestTheNextVersionOfAnActionSaysWhatIsDifferent from the one that was sent back, beside what is different from what is there.
func TestTheNextVersionOfAnActionSaysWhatIsDifferent(t *testing.T) {
	w := newWorld(t)
	s := tell(w, "")
	h := w.surface(t)
	if got := call(t, h, "GET", "/api/assistant/actions", "").Body.String(); strings.Contains(got, "changed_since") {
		t.Errorf("of the first version: %s", got)
	}
	next := w.approvals[s.approval]
	next.Preview.Fields = []assistant.Field{{Name: "Search title", Key: "metaTitle", Old: "Prices 2025", New: "Prices"}}
	next.Since = []assistant.Changed{
		{Name: "Search title", Gone: []string{"Our prices"}, Come: []string{"Prices"}}, {Name: "Language", Gone: []string{"en"}}, {Come: []string{"Call us.", "Any day."}},
	}
	w.approvals[s.approval] = next
	got := call(t, h, "GET", "/api/assistant/actions", "").Body.String()
	want := `"changed_since":[{"field":"metaTitle","label":"Search title","old_value":"Our prices","new_value":"Prices","change_type":"change"},` +
		`{"field":"Language","label":"Language","old_value":"en","change_type":"remove"},` +
		`{"field":"whole","label":"The text as a whole","new_value":"Call us.\nAny day.","change_type":"add"}]`
	if !strings.Contains(got, want) {
		t.Errorf("no %s in %s", want, got)
	}
}

func TestExecute(t *testing.T) {
	w := newWorld(t)
	s := tell(w, "")
	h := w.surface(t)
	body := `{"runId":"` + string(s.running) + `","conversationId":"` + string(s.conversation) + `","projectId":"` + string(w.projects[0].ID) + `","createdByAgentId":"webEngineer","taskType":"create_page","parameters":{"title":"Services"},"summary":"Create Services page"}`
	w.execute = func(r assistant.ExecuteRequest) (assistant.ExecuteResult, error) {
		if r.Type != "create_page" || r.Conversation != s.conversation || r.Agent != assistant.WebEngineer || string(r.Parameters) != `{"title":"Services"}` {
			t.Errorf("got %+v", r)
		}
		return assistant.ExecuteResult{Task: "t", Status: assistant.TaskCompleted, Result: &assistant.Result{Fields: assistant.ValuesOf(map[string]string{"url": "https://aquaverter.ca/services"})}}, nil
	}
	got := call(t, h, "POST", "/api/assistant/execute", body)
	if got.Code != http.StatusOK || !strings.Contains(got.Body.String(), `"taskId":"t"`) || !strings.Contains(got.Body.String(), `"details":{"url":"https://aquaverter.ca/services"}`) {
		t.Errorf("%d %s", got.Code, got.Body)
	}
	w.execute = func(assistant.ExecuteRequest) (assistant.ExecuteResult, error) {
		return assistant.ExecuteResult{Task: "t", Status: assistant.TaskOpen, Approval: &assistant.Approval{ID: s.approval, Irreversible: true}}, nil
	}
	got = call(t, h, "POST", "/api/assistant/execute", body)
	if got.Code != http.StatusConflict || !strings.Contains(got.Body.String(), `"approval":{"id":"`+string(s.approval)) || !strings.Contains(got.Body.String(), `"error":`) {
		t.Errorf("irreversible work: %d %s", got.Code, got.Body)
	}
	w.execute = func(assistant.ExecuteRequest) (assistant.ExecuteResult, error) {
		return assistant.ExecuteResult{}, errors.New("pq: password authentication failed for user x")
	}
	got = call(t, h, "POST", "/api/assistant/execute", body)
	if got.Code != http.StatusInternalServerError || strings.Contains(got.Body.String(), "pq:") {
		t.Errorf("our own fault: %d %s", got.Code, got.Body)
	}
}

func TestHistoryComesInPages(t *testing.T) {
	w := newWorld(t)
	s := tell(w, "")
	h := w.surface(t)
	type page struct {
		Messages []struct {
			Seq     int64
			Private any
		}
		HasMore      bool
		PrevCursor   *string
		ContextLimit int
	}
	var seqs []int64
	cursor := ""
	for range 100 {
		got := call(t, h, "GET", "/api/conversations/"+string(s.conversation)+"/messages?limit=7"+cursor, "")
		var p page
		if err := json.Unmarshal(got.Body.Bytes(), &p); err != nil || p.ContextLimit != 10 {
			t.Fatalf("%v %s", err, got.Body)
		}
		var here []int64
		for _, m := range p.Messages {
			here = append(here, m.Seq)
		}
		seqs = append(here, seqs...)
		if p.HasMore != (p.PrevCursor != nil) {
			t.Fatalf("hasMore and prevCursor disagree: %s", got.Body)
		}
		if !p.HasMore {
			break
		}
		cursor = "&before=" + *p.PrevCursor
	}
	if len(seqs) != len(w.log[s.conversation]) || !slices.IsSorted(seqs) {
		t.Errorf("got %v of %d", seqs, len(w.log[s.conversation]))
	}
}

func TestTimelineOfARunReachesBackToTheRequest(t *testing.T) {
	w := newWorld(t)
	c := w.start("x")
	add := func(m assistant.Message) assistant.Message { return w.add(c, m) }
	ask := add(assistant.Message{Author: assistant.AuthorUser, Kind: assistant.KindMessage, Content: "Create a page", Body: assistant.Said{}})
	add(assistant.Message{Author: assistant.AuthorAssistant, Agent: assistant.Chief, Kind: assistant.KindThinking, Content: "Planning", Cause: ask.ID, Body: assistant.Thought{Phase: assistant.PhasePlanning}})
	plan := assistant.Plan{ID: assistant.NewID[assistant.PlanID](w.ids), Version: 1}
	add(assistant.Message{Author: assistant.AuthorAssistant, Agent: assistant.Chief, Kind: assistant.KindMessage, Content: "Plan", Cause: ask.ID, Body: assistant.PlanProposed{Plan: plan}})
	add(assistant.Message{Author: assistant.AuthorUser, Kind: assistant.KindMessage, Content: "By the way", Body: assistant.Said{}})
	run := assistant.Run{ID: assistant.NewID[assistant.RunID](w.ids), Conversation: c, Plan: plan.ID}
	task := assistant.Task{ID: assistant.NewID[assistant.TaskID](w.ids), Owner: assistant.WebEngineer, Type: "create_page", Summary: "Services"}
	add(assistant.Message{Author: assistant.AuthorSystem, Kind: assistant.KindStatus, Content: "Run created", Run: run.ID, Body: assistant.RunStarted{Run: run, Tasks: []assistant.Task{task}}})
	add(assistant.Message{Author: assistant.AuthorSystem, Kind: assistant.KindStatus, Content: "Page created", Run: run.ID, Body: assistant.TaskFinished{Run: run.ID, Task: task.ID, Status: assistant.TaskCompleted}})
	got := call(t, w.surface(t), "GET", "/api/conversations/"+string(c)+"/timeline?runId="+string(run.ID), "")
	var lines []struct{ Actor, Kind, RunID, Summary string }
	if err := json.Unmarshal(got.Body.Bytes(), &lines); err != nil {
		t.Fatalf("%v: %s", err, got.Body)
	}
	var short []string
	for _, l := range lines {
		if l.RunID != string(run.ID) {
			t.Errorf("of another run: %+v", l)
		}
		short = append(short, l.Actor+" "+l.Kind+" "+l.Summary)
	}
	want := []string{
		"user message Create a page", "supervisor planning Planning", "supervisor planning Plan", "system run_created Run created",
		"webEngineer task_created Task create_page: Services", "system task_completed Page created",
	}
	if diff := cmp.Diff(want, short); diff != "" {
		t.Error(diff)
	}
}

func TestReadsShowWhatThereIs(t *testing.T) {
	w := newWorld(t)
	s := tell(w, "")
	h := w.surface(t)
	for path, want := range map[string]string{
		"/api/agents":                    `"id":"growthLead"`,
		"/api/conversations":             `"title":"Create a Services page"`,
		"/api/runs/" + string(s.running): `"taskType":"create_page"`,
		"/api/projects":                  `"slug":"aquaverter"`,
	} {
		if got := call(t, h, "GET", path, ""); got.Code != http.StatusOK || !strings.Contains(got.Body.String(), want) {
			t.Errorf("%s: %d %s", path, got.Code, got.Body)
		}
	}
}

func TestAProjectsPasswordIsWrittenAndNeverRead(t *testing.T) {
	w := newWorld(t)
	h := w.surface(t)
	path := "/api/projects/" + string(w.projects[0].ID)
	got := call(t, h, "PUT", path, `{"cmsPlatform":"wordpress","wordpress":{"url":"https://example.com/","user":"bot","applicationPassword":"abcd efgh"}}`)
	if got.Code != http.StatusOK || strings.Contains(got.Body.String(), "abcd") || !strings.Contains(got.Body.String(), `"passwordSet":true`) {
		t.Fatalf("%d %s", got.Code, got.Body)
	}
	id := w.projects[0].ID
	if c, _ := w.projects[0].Connected(site.KindWordPress); w.secrets[id][c.Kind] != "abcd efgh" || c.Config[site.KeyUser] != "bot" || c.Config[site.KeyAddress] != "https://example.com" {
		t.Errorf("kept %+v", c)
	}
	call(t, h, "PUT", path, `{"name":"Aqua"}`)
	if w.secrets[id][site.KindWordPress] != "abcd efgh" || w.projects[0].Name != "Aqua" {
		t.Error("a change of the name changed more")
	}
	call(t, h, "PUT", path, `{"wordpress":{"url":"https://elsewhere.example"}}`)
	if w.secrets[id][site.KindWordPress] != "" {
		t.Error("the password would go to an address it was not given for")
	}
	got = call(t, h, "PUT", path, `{"connections":{"wordpress":{"password":"ijkl mnop"}}}`)
	if got.Code != http.StatusOK || strings.Contains(got.Body.String(), "ijkl") || w.secrets[id][site.KindWordPress] != "ijkl mnop" ||
		!strings.Contains(got.Body.String(), `"connections":[{"kind":"wordpress","gives":["site","posts","media","menus","shop"],"fields":{"url":"https://elsewhere.example","user":"bot"},"secretSet":true}]`) {
		t.Errorf("by its kind: %d %s", got.Code, got.Body)
	}
	if got := call(t, h, "PUT", path, `{"connections":{"tape":{}}}`); got.Code != http.StatusBadRequest || !strings.Contains(got.Body.String(), "There is: folder, wordpress.") {
		t.Errorf("a kind that is not there: %d %s", got.Code, got.Body)
	}
}
