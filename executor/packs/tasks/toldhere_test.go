package tasks_test

import (
	"context"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/background"
	"github.com/aisteam/aisteam/executor/packs/tasks"
)

// oneTask keeps one background task, which has never been due.
type oneTask struct {
	tasks.Book

	task assistant.BackgroundTask
}

func (b oneTask) Backgrounds(context.Context, assistant.TenantID, assistant.PersonID, int) ([]assistant.BackgroundTask, error) {
	return []assistant.BackgroundTask{b.task}, nil
}

func (b oneTask) BackgroundRuns(context.Context, assistant.TenantID, assistant.BackgroundID, int) ([]assistant.BackgroundRun, error) {
	return nil, nil
}

// room is the readers of every conversation.
type room assistant.Readers

func (r room) Readers(context.Context, assistant.TenantID, assistant.ConversationID) (assistant.Readers, error) {
	return assistant.Readers(r), nil
}

// TestWhatSomebodyElsesTaskDidIsToldWhereAllMaySeeIt: an admin finds everybody's tasks. In a channel, or where a member reads along
// who may not see them, nothing is told of them; the admin's own are told.
func TestWhatSomebodyElsesTaskDidIsToldWhereAllMaySeeIt(t *testing.T) {
	olga := assistant.Person{ID: "olga", Role: assistant.RoleAdmin}
	ben := assistant.Person{ID: "ben", Role: assistant.RoleMember}
	for name, c := range map[string]struct {
		owner assistant.PersonID
		room  room
		told  bool
	}{
		"by herself":           {"anna", room{People: []assistant.Person{olga}}, true},
		"beside another":       {"anna", room{People: []assistant.Person{olga, ben}}, false},
		"in a channel":         {"anna", room{People: []assistant.Person{olga}, Open: true}, false},
		"her own in a channel": {"olga", room{People: []assistant.Person{olga, ben}, Open: true}, true},
	} {
		book := oneTask{task: assistant.BackgroundTask{ID: "b", Owner: c.owner, Title: "Watch the shop", Status: assistant.BackgroundActive}}
		all, err := tasks.Tools(book, free{}, struct{ background.Rewriting }{}, nil, anything{}, tasks.Fitting{}, sunday)
		if err != nil {
			t.Fatal(err)
		}
		for _, tool := range all {
			if tool.Name != string(tasks.TaskHistory) {
				continue
			}
			_, err := tool.Run(t.Context(), tools.Call{Tenant: "t", Conversation: "c", Asker: olga, Audience: c.room, Arguments: []byte(`{"task":"Watch the shop"}`)})
			if told := err == nil; told != c.told || err != nil && !strings.Contains(err.Error(), "not everybody who reads this") {
				t.Errorf("%s: told %t, %v", name, told, err)
			}
		}
	}
}
