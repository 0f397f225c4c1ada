package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
)

// api talks to a child as a program with the owner's token does, or as whoever else the child says.
type api struct {
	tb testing.TB
	k  *child
}

// call sends a request and decodes the answer; the status is returned whatever it is.
func (a api) call(method, path string, body, out any) int {
	a.tb.Helper()
	raw, err := json.Marshal(body)
	if err != nil {
		a.tb.Fatal(err)
	}
	req, err := http.NewRequestWithContext(a.tb.Context(), method, a.k.url(path), bytes.NewReader(raw))
	if err != nil {
		a.tb.Fatal(err)
	}
	client := a.k.as
	if client == nil {
		client = http.DefaultClient
		req.Header.Set("Authorization", "Bearer "+testToken)
	}
	req.Header.Set("Content-Type", "application/json")
	res, err := client.Do(req)
	if err != nil {
		a.tb.Fatalf("%s %s: %v", method, path, err)
	}
	defer res.Body.Close()
	answer := readAll(res.Body)
	if out != nil {
		if err := json.Unmarshal([]byte(answer), out); err != nil {
			a.tb.Fatalf("%s %s answered %d %s: %v", method, path, res.StatusCode, answer, err)
		}
	}
	return res.StatusCode
}

// said is an answer of the chat route.
type said struct {
	ConversationID string
	Messages       []entry
	RunCreated     *struct{ RunID string }
}

type entry struct {
	Role, Kind, Type, Content string
}

func (s said) text() string {
	var b strings.Builder
	for _, m := range s.Messages {
		b.WriteString(m.Content + "\n")
	}
	return b.String()
}

// chat says something in a conversation ("" starts one) and returns what came of the turn.
func (a api) chat(conversation, text string) said {
	a.tb.Helper()
	var out said
	status := a.call(http.MethodPost, "/api/assistant/chat", map[string]any{
		"conversationId": conversation, "messages": []any{map[string]string{"role": "user", "content": text}},
	}, &out)
	if status != http.StatusOK {
		a.tb.Fatalf("chat answered %d", status)
	}
	return out
}

// log is a conversation's log as text.
func (a api) log(conversation string) string {
	a.tb.Helper()
	var page struct{ Messages []entry }
	a.call(http.MethodGet, "/api/conversations/"+conversation+"/messages?limit=200", nil, &page)
	var b strings.Builder
	for _, m := range page.Messages {
		fmt.Fprintf(&b, "%s %s %s: %s\n", m.Role, m.Kind, m.Type, m.Content)
	}
	return b.String()
}

// reads waits until the conversation's log contains the text, and returns the log.
func (a api) reads(conversation, text string) string {
	a.tb.Helper()
	return a.readsAfter(conversation, 0, text)
}

// readsAfter is reads for what was appended behind the first bytes of the log.
func (a api) readsAfter(conversation string, from int, text string) string {
	a.tb.Helper()
	log := ""
	err := until(a.tb.Context(), patience, func() bool {
		log = a.log(conversation)
		return strings.Contains(log[min(from, len(log)):], text)
	})
	if err != nil {
		a.tb.Fatalf("the conversation never said %q:\n%s", text, log)
	}
	return log
}

// project is the tenant's only project.
func (a api) project() string {
	a.tb.Helper()
	var all struct {
		Projects []struct{ ID string }
	}
	a.call(http.MethodGet, "/api/projects", nil, &all)
	if len(all.Projects) != 1 {
		a.tb.Fatalf("projects: %v", all)
	}
	return all.Projects[0].ID
}
