package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// logged is a message of the log as the API gives it.
type logged struct {
	ID, Role, AgentID, Kind, Type, Content string
	Body                                   map[string]any
}

var (
	idForm      = regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}`)
	hashForm    = regexp.MustCompile(`\b(?:[0-9a-f]{64}|[0-9a-f]{32}(?:-[0-9a-f]{32})?|[0-9a-f]{24})\b`)
	timeForm    = regexp.MustCompile(`\d{4}-\d\d-\d\dT[0-9:.]+(?:Z|[+-]\d\d:\d\d)`)
	previewForm = regexp.MustCompile(`/preview/[a-z2-7]{32}`)
)

// normalLog is the log of the only conversation there is, a line for each message, without what no two conversations have
// in common: ids (named by their first appearance), times, hashes, addresses and the person's name. What tasks that go at
// the same time say is put in the tasks' order: nobody promises another.
func normalLog(t *testing.T, a api) []string {
	t.Helper()
	var all struct{ Conversations []struct{ ID string } }
	a.call(http.MethodGet, "/api/conversations", nil, &all)
	if len(all.Conversations) != 1 {
		t.Fatalf("conversations: %v", all)
	}
	var ms []logged
	for before := ""; ; {
		var page struct {
			Messages   []logged
			PrevCursor string
		}
		a.call(http.MethodGet, "/api/conversations/"+all.Conversations[0].ID+"/messages?limit=200"+before, nil, &page)
		ms = append(page.Messages, ms...)
		if page.PrevCursor == "" {
			break
		}
		before = "&before=" + page.PrevCursor
	}
	passedOnFirst(ms)
	inTaskOrder(ms)
	names := strings.NewReplacer(a.k.url(""), "http://aisteam.test", "Owner", "Anna")
	ids := map[string]string{}
	var out []string
	for _, m := range ms {
		delete(m.Body, "externalId") // the platform's name of a person's message
		body, err := json.Marshal(m.Body)
		if err != nil {
			t.Fatal(err)
		}
		line := fmt.Sprintf("%s %s %s %s %q %s", m.Role, m.AgentID, m.Kind, m.Type, m.Content, body)
		line = timeForm.ReplaceAllString(hashForm.ReplaceAllString(previewForm.ReplaceAllString(names.Replace(line), "/preview/<token>"), "<hash>"), "<time>")
		out = append(out, idForm.ReplaceAllStringFunc(line, func(id string) string {
			if ids[id] == "" {
				ids[id] = fmt.Sprintf("#%d", len(ids)+1)
			}
			return ids[id]
		}))
	}
	return out
}

// passedOnFirst puts what the turn says that passes an approval on before what the task says that goes on by it: they speak at the
// same time.
func passedOnFirst(ms []logged) {
	for i := range ms {
		if !strings.Contains(ms[i].Content, "passed the approval on") {
			continue
		}
		for j := i; j > 0 && ms[j-1].Type != "approval_decided"; j-- {
			ms[j], ms[j-1] = ms[j-1], ms[j]
		}
	}
}

// inTaskOrder sorts every stretch of messages that are about tasks by the task, in the order of the run.
func inTaskOrder(ms []logged) {
	order := map[string]int{}
	for _, m := range ms {
		if tasks, ok := m.Body["tasks"].([]any); ok && m.Type == "run_started" {
			for i, t := range tasks {
				task, _ := t.(map[string]any)
				id, _ := task["id"].(string)
				order[id] = i + 1
			}
		}
	}
	of := func(m logged) int { id, _ := m.Body["taskId"].(string); return order[id] }
	for from := 0; from < len(ms); {
		upto := from
		for upto < len(ms) && of(ms[upto]) > 0 {
			upto++
		}
		slices.SortStableFunc(ms[from:upto], func(a, b logged) int { return of(a) - of(b) })
		from = upto + 1
	}
}

// A turn and the task that it let go on speak in one order here, whoever was first.
func TestALogIsInOneOrderThoughSomeSpeakAtOnce(t *testing.T) {
	on := map[string]any{"taskId": "t"}
	start := logged{Type: "run_started", Body: map[string]any{"tasks": []any{map[string]any{"id": "t"}}}}
	yes, passed := logged{Type: "approval_decided"}, logged{Content: "Hans passed the approval on; the task goes on."}
	begun, done := logged{Content: "begun", Body: on}, logged{Content: "done", Body: on}
	want := []logged{start, yes, passed, begun, done}
	for _, ms := range [][]logged{{start, yes, passed, begun, done}, {start, yes, begun, passed, done}, {start, yes, begun, done, passed}} {
		passedOnFirst(ms)
		inTaskOrder(ms)
		if diff := cmp.Diff(want, ms); diff != "" {
			t.Errorf("(-want +got)\n%s", diff)
		}
	}
}
