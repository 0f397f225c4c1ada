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

// shelf has the tasks that it is made with, and keeps what was changed of them.
type shelf struct {
	tasks.Book
	background.Rewriting

	all     []assistant.BackgroundTask
	last    time.Time // that one of them began; zero for never
	changed []string  // in whose name, how, and which
}

func (s *shelf) Backgrounds(_ context.Context, _ assistant.TenantID, owner assistant.PersonID, _ int) ([]assistant.BackgroundTask, error) {
	return slices.DeleteFunc(slices.Clone(s.all), func(b assistant.BackgroundTask) bool { return owner != "" && b.Owner != owner }), nil
}

func (s *shelf) BackgroundRuns(context.Context, assistant.TenantID, assistant.BackgroundID, int) ([]assistant.BackgroundRun, error) {
	if s.last.IsZero() {
		return nil, nil
	}
	return []assistant.BackgroundRun{{At: s.last}}, nil
}

func (s *shelf) ChangeBackground(_ context.Context, _ assistant.TenantID, by assistant.PersonID, id assistant.BackgroundID, change assistant.BackgroundChange, _ time.Time) (assistant.BackgroundTask, error) {
	s.changed = append(s.changed, string(by)+" "+string(change)+" "+string(id))
	i := slices.IndexFunc(s.all, func(b assistant.BackgroundTask) bool { return b.ID == id })
	b := s.all[i]
	b.Status = map[assistant.BackgroundChange]assistant.BackgroundStatus{
		assistant.BackgroundPause: assistant.BackgroundPaused, assistant.BackgroundCancel: assistant.BackgroundCancelled,
	}[change]
	if b.Status == "" {
		b.Status = assistant.BackgroundActive
	}
	return b, nil
}

func (s *shelf) RewriteBackground(_ context.Context, _ assistant.TenantID, by assistant.PersonID, id assistant.BackgroundID, to assistant.BackgroundRewrite) (assistant.BackgroundTask, error) {
	s.changed = append(s.changed, string(by)+" rewrites "+string(id))
	to.Wanted.ID = id
	return to.Wanted, nil
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
		{[]assistant.BackgroundTask{over, anothers}, "", "You have no automation."},
		{[]assistant.BackgroundTask{over, audit, anothers}, "1", ""},
		{[]assistant.BackgroundTask{audit, backup, anothers}, "", "Which of your automations do you mean: “Audit”, “Backup”? Nothing was changed."},
	} {
		book := &shelf{all: c.all}
		made, err := tasks.Tools(book, free{}, struct{ background.Rewriting }{}, nil, anything{}, tasks.Fitting{}, func() time.Time { return sunday() })
		if err != nil {
			t.Fatal(err)
		}
		for _, tool := range made {
			if !slices.Contains([]assistant.TaskType{tasks.TaskRunNow, tasks.TaskPause, tasks.TaskCancel}, assistant.TaskType(tool.Name)) {
				continue
			}
			book.changed = nil
			_, err := tool.Run(t.Context(), tools.Call{Tenant: "t", Conversation: "here", Asker: assistant.Person{ID: "olga"}, Arguments: []byte(`{}`)})
			if got := strings.Join(book.changed, ", "); !strings.HasSuffix(got, c.want) || (c.want == "") != (got == "") || (c.fails == "") != (err == nil) {
				t.Errorf("%s: %s, %v", tool.Name, got, err)
			}
			if trouble, ok := errors.AsType[*assistant.Trouble](err); c.fails != "" && (!ok || !strings.Contains(trouble.Problem.Whole().String(), c.fails)) {
				t.Errorf("%v, not %q", err, c.fails)
			}
		}
	}
}
