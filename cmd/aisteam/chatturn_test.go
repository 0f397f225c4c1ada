package main

import (
	"bufio"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"
)

// turnEvent is an event of a streamed chat.
type turnEvent struct {
	name string
	data map[string]any
}

// streams says something and returns the events that come of it, to the end of the stream.
func (a api) streams(conversation, text string) (events []turnEvent) {
	a.tb.Helper()
	body := map[string]any{"messages": []any{map[string]string{"role": "user", "content": text}}}
	if conversation != "" {
		body["conversationId"] = conversation
	}
	raw, err := json.Marshal(body)
	if err != nil {
		a.tb.Fatal(err)
	}
	req, err := http.NewRequestWithContext(a.tb.Context(), http.MethodPost, a.k.url("/api/assistant/chat"), strings.NewReader(string(raw)))
	if err != nil {
		a.tb.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+testToken)
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "text/event-stream")
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		a.tb.Fatal(err)
	}
	defer res.Body.Close()
	name := ""
	for lines := bufio.NewScanner(res.Body); lines.Scan(); {
		if of, ok := strings.CutPrefix(lines.Text(), "event: "); ok {
			name = of
		}
		if data, ok := strings.CutPrefix(lines.Text(), "data: "); ok {
			e := turnEvent{name: name}
			if err := json.Unmarshal([]byte(data), &e.data); err != nil {
				a.tb.Fatalf("%s: %v", data, err)
			}
			events = append(events, e)
		}
	}
	return events
}

// of returns the events of a name.
func of(events []turnEvent, name string) (out []turnEvent) {
	for _, e := range events {
		if e.name == name {
			out = append(out, e)
		}
	}
	return out
}

func TestAStreamedChatBringsTheApprovalTheCallsAndWhatCameAfterAYes(t *testing.T) {
	t.Parallel()
	k := newChild(t)
	k.startReady()
	a := api{t, k}
	asked := a.streams("", "Create a ticket about the form")
	previews, done := of(asked, "action_preview"), of(asked, "done")
	if len(previews) != 1 || previews[0].data["tool_name"] != "create_ticket" || len(done) != 1 || done[0].data["finished"] != true || len(of(asked, "tool_call")) != 0 {
		t.Fatalf("%v", asked)
	}
	c, _ := done[0].data["conversationId"].(string)
	yes := a.streams(c, "yes")
	var names []string
	for _, e := range yes {
		if slices.Contains([]string{"tool_call", "tool_result", "text", "done"}, e.name) {
			names = append(names, e.name)
		}
	}
	if !slices.Equal(names, []string{"tool_call", "tool_result", "text", "done"}) {
		t.Fatalf("%q of %v", names, yes)
	}
	if call, result := of(yes, "tool_call")[0].data, of(yes, "tool_result")[0].data; call["tool"] != "create_ticket" || result["status"] != "completed" {
		t.Errorf("%v, %v", call, result)
	}
}

func TestAChatAnswerBringsTheApprovalTheCallsAndWhatCameAfterAYes(t *testing.T) {
	t.Parallel()
	k := newChild(t)
	k.startReady()
	a := api{t, k}
	type answer struct {
		said
		Done    bool
		Actions []struct {
			ID     string
			Tool   string `json:"tool_name"`
			Status string
		}
		ToolCalls []struct{ Tool, Status string }
	}
	say := func(conversation *string, text string) (out answer) {
		t.Helper()
		a.call(http.MethodPost, "/api/assistant/chat", map[string]any{"conversationId": conversation, "messages": []any{map[string]string{"role": "user", "content": text}}}, &out)
		return out
	}
	asked := say(nil, "Create a ticket about the form")
	if len(asked.Actions) != 1 || asked.Actions[0].Tool != "create_ticket" || asked.Actions[0].Status != "pending" || len(asked.ToolCalls) != 0 || !asked.Done {
		t.Fatalf("%+v", asked)
	}
	yes := say(&asked.ConversationID, "yes")
	if len(yes.ToolCalls) != 1 || yes.ToolCalls[0].Tool != "create_ticket" || yes.ToolCalls[0].Status != "completed" || !strings.Contains(yes.text(), "#1") || !yes.Done {
		t.Fatalf("%+v", yes)
	}
	// A run of several steps is waited for as well.
	planned := say(nil, "Publish a page called Prices")
	for range 5 {
		if len(planned.Actions) > 0 {
			break
		}
		planned = say(&planned.ConversationID, "default")
	}
	if len(planned.Actions) == 0 {
		t.Fatalf("no plan: %+v", planned)
	}
	if went := say(&planned.ConversationID, "yes"); len(went.ToolCalls) == 0 && len(went.Actions) == 0 {
		t.Errorf("nothing came of the plan's yes: %+v", went)
	}
}
