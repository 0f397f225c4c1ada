package tasks_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/background"
	"github.com/aisteam/aisteam/executor/packs/tasks"
)

// shelf has the tasks that it is made with.
type shelf struct {
	tasks.Book
	all []assistant.BackgroundTask
}

func (s shelf) Backgrounds(context.Context, assistant.TenantID, assistant.PersonID, int) ([]assistant.BackgroundTask, error) {
	return s.all, nil
}

func TestATaskThatNobodyNamesIsTheOnlyOneOrAskedFor(t *testing.T) {
	one := func(id, title, owner string, s assistant.BackgroundStatus) assistant.BackgroundTask {
		return assistant.BackgroundTask{ID: assistant.BackgroundID(id), Title: title, Owner: assistant.PersonID(owner), Status: s, Conversation: "elsewhere"}
	}
	audit, backup := one("1", "Audit", "olga", assistant.BackgroundActive), one("2", "Backup", "olga", assistant.BackgroundActive)
	over, anothers := one("3", "Old", "olga", assistant.BackgroundCancelled), one("4", "Secret", "ben", assistant.BackgroundActive)
	for _, c := range []struct {
		all         []assistant.BackgroundTask
		want, fails string
	}{
		{[]assistant.BackgroundTask{over, anothers}, "", "You have no background task."},
		{[]assistant.BackgroundTask{over, audit, anothers}, `"task":"1"`, ""},
		{[]assistant.BackgroundTask{audit, backup, anothers}, "", "The newest of yours are: “Audit”, “Backup”."},
	} {
		made, err := tasks.Tools(shelf{all: c.all}, free{}, struct{ background.Rewriting }{}, nil, anything{}, tasks.Fitting{}, func() time.Time { return sunday() })
		if err != nil {
			t.Fatal(err)
		}
		for _, tool := range made {
			if !slices.Contains([]assistant.TaskType{tasks.TaskRunNow, tasks.TaskPause, tasks.TaskCancel}, assistant.TaskType(tool.Name)) {
				continue
			}
			got, err := tool.Fix(t.Context(), tools.Call{Tenant: "t", Conversation: "here", Asker: assistant.Person{ID: "olga"}, Arguments: []byte(`{}`)})
			if !strings.Contains(string(got), c.want) || (c.fails == "") != (err == nil) {
				t.Errorf("%s, %v", got, err)
			}
			if trouble, ok := errors.AsType[*assistant.Trouble](err); c.fails != "" && (!ok || !strings.Contains(trouble.Problem.Whole().String(), c.fails)) {
				t.Errorf("%v, not %q", err, c.fails)
			}
		}
	}
}
