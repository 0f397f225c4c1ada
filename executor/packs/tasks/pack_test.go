package tasks_test

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/background"
	"github.com/aisteam/aisteam/executor/packs/tasks"
	"github.com/aisteam/aisteam/wording"
)

func sunday() time.Time { return time.Date(2026, 11, 22, 16, 40, 0, 0, time.UTC) }

func tool(t *testing.T, name assistant.TaskType, now time.Time) tools.Tool {
	t.Helper()
	all, err := tasks.Tools(struct{ tasks.Book }{}, free{}, struct{ background.Rewriting }{}, nil, anything{}, tasks.Fitting{}, func() time.Time { return now })
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(all, func(t tools.Tool) bool { return t.Name == string(name) })
	if i < 0 {
		t.Fatalf("there is no %s", name)
	}
	return all[i]
}

// anything permits all that is said, by the words that it is said in.
type anything struct{}

func (anything) Permit(_ context.Context, _ assistant.TenantID, _ assistant.PersonID, _ assistant.BackgroundTask, said []background.Allow) ([]background.Allow, error) {
	out := slices.Clone(said)
	for i, a := range out {
		out[i].Tool, out[i].Label = assistant.TaskType(strings.ReplaceAll(a.What, " ", "_")), a.What
	}
	return out, nil
}

func olga(arguments string) tools.Call {
	return tools.Call{Tenant: "t", Asker: assistant.Person{ID: "olga", Zone: "Europe/Berlin"}, Arguments: json.RawMessage(arguments)}
}

func TestWhenIsFixedInTheZoneOfWhoeverAsks(t *testing.T) {
	for _, c := range []struct {
		tool            assistant.TaskType
		arguments, want string
	}{
		{tasks.TaskRecurring, `{"prompt":"check it","schedule":"every weekday at 9"}`, `{"title":"check it","prompt":"check it","schedule":"0 9 * * 1-5","zone":"Europe/Berlin","overlap":"skip"}`},
		{tasks.TaskRecurring, `{"prompt":"check it","schedule":"daily","zone":"America/Toronto"}`, `{"title":"check it","prompt":"check it","schedule":"0 9 * * *","zone":"America/Toronto","overlap":"skip"}`},
		{tasks.TaskRecurring, `{"prompt":"check it","schedule":"every weekday at 9 until Friday"}`, `{"title":"check it","prompt":"check it","schedule":"0 9 * * 1-5","zone":"Europe/Berlin","overlap":"skip","until":"until 2026-11-27T22:59:00Z"}`},
		{tasks.TaskRecurring, `{"prompt":"check it","schedule":"daily","until":"nur fünfmal"}`, `{"title":"check it","prompt":"check it","schedule":"0 9 * * *","zone":"Europe/Berlin","overlap":"skip","until":"only 5 times"}`},
		{tasks.TaskOneShot, `{"prompt":"call Anna","at":"in 30 seconds"}`, `{"title":"call Anna","prompt":"call Anna","at":"2026-11-22T17:40:30+01:00","zone":"Europe/Berlin"}`},
		{tasks.TaskOneShot, `{"prompt":"call Anna","at":"now"}`, `{"title":"call Anna","prompt":"call Anna","at":"2026-11-22T17:40:00+01:00","zone":"Europe/Berlin"}`},
		{tasks.TaskOneShot, `{"prompt":"call Anna","at":"in two hours"}`, `{"title":"call Anna","prompt":"call Anna","at":"2026-11-22T19:40:00+01:00","zone":"Europe/Berlin"}`},
	} {
		made := tool(t, c.tool, sunday())
		got, err := made.Fix(t.Context(), olga(c.arguments))
		if err != nil || string(got) != c.want {
			t.Errorf("%s: %s, %v", c.arguments, got, err)
			continue
		}
		// What was shown stays the same until the approval comes, an hour later.
		call := olga(string(got))
		before, err := made.Preview(t.Context(), call)
		if err != nil {
			t.Fatal(err)
		}
		call.Asker = assistant.Person{}
		later := tool(t, c.tool, sunday().Add(time.Hour))
		after, err := later.Preview(t.Context(), call)
		if err != nil || after.State != before.State || after.Wanted != before.Wanted || before.Wanted == "" {
			t.Errorf("%+v is not %+v: %v", after, before, err)
		}
	}
}

func TestATriggerIsShownWithItsRulesAndTakesNoSecret(t *testing.T) {
	made := tool(t, tasks.TaskTrigger, sunday())
	got, err := made.Fix(t.Context(), olga(`{"prompt":"look at it","sender":"github","filter":"payload.action == \"opened\"","secret":"s3cr3t-of-github"}`))
	want := `{"title":"look at it","prompt":"look at it","sender":"github","filter":"payload.action == \"opened\"","window":"10s"}`
	if err != nil || string(got) != want {
		t.Fatalf("%s, %v", got, err)
	}
	p, err := made.Preview(t.Context(), olga(string(got)))
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, f := range p.Fields {
		lines = append(lines, f.Name+": "+f.New)
	}
	if got := strings.Join(lines, "\n"); !strings.Contains(got, "Signed: as GitHub does\nOnly where: payload.action == \"opened\"\nEvents are gathered for: 10s") {
		t.Errorf("%s", got)
	}
	other, err := made.Preview(t.Context(), olga(`{"title":"look at it","prompt":"look at it","sender":"github","filter":"true","window":"10s"}`))
	if err != nil || other.Wanted == p.Wanted {
		t.Errorf("another filter is the same wish: %v", err)
	}
}

func TestAPreviewShowsTheReadingOfTheScheduleItsNextThreeTimesAndWhatItMayCost(t *testing.T) {
	p, err := tool(t, tasks.TaskRecurring, sunday()).Preview(t.Context(), olga(`{"prompt":"check it","schedule":"0 9 * * 1-5","zone":"Europe/Berlin"}`))
	if err != nil {
		t.Fatal(err)
	}
	var lines, german []string
	for _, f := range p.Fields {
		lines, german = append(lines, f.Name+": "+f.New), append(german, wording.In(assistant.German).Tell(f.Becomes()))
	}
	if got := strings.Join(german, "\n"); !strings.Contains(got, "jeden Werktag um 09:00 (Europe/Berlin)\nMo, 23. Nov. 2026, 09:00 CET; Di, 24. Nov. 2026, 09:00 CET; Mi, 25. Nov. 2026, 09:00 CET\ndas nächste entfällt") {
		t.Errorf("%s", got)
	}
	want := "When: every weekday at 09:00 (Europe/Berlin)\nNext times: Mon 23 Nov 2026, 09:00 CET; Tue 24 Nov 2026, 09:00 CET; Wed 25 Nov 2026, 09:00 CET"
	cost := "May cost: not known yet: no task like it has run"
	if got := strings.Join(lines, "\n"); !strings.Contains(got, want) || !strings.Contains(got, cost) {
		t.Errorf("%s", got)
	}
}

func TestWhatCannotBeMadeIsRefusedWithAWayOn(t *testing.T) {
	for _, c := range []struct {
		tool            assistant.TaskType
		arguments, want string
	}{
		{tasks.TaskRecurring, `{"prompt":"check it","schedule":"every minute"}`, "due more often"},
		{tasks.TaskRecurring, `{"prompt":"check it","schedule":"every second"}`, "cannot read"},
		{tasks.TaskRecurring, `{"prompt":"check it","schedule":"0 0 30 2 *"}`, "never comes"},
		{tasks.TaskRecurring, `{"prompt":"check it","schedule":"daily","zone":"Mars/Olympus"}`, "time zone"},
		{tasks.TaskRecurring, `{"prompt":" ","schedule":"daily"}`, "what is to be done"},
		{tasks.TaskRecurring, `{"prompt":"` + strings.Repeat("a", 2001) + `","schedule":"daily"}`, "in fewer words"},
		{tasks.TaskRecurring, `{"prompt":{"$from":"draft","field":"html"},"schedule":"daily"}`, "has to be said"},
		{tasks.TaskTrigger, `{"prompt":"look","filter":"payload."}`, "cannot read the expression"},
		{tasks.TaskTrigger, `{"prompt":""}`, "what is to be done"},
		{tasks.TaskOneShot, `{"prompt":"call","at":"yesterday"}`, "past already"},
		{tasks.TaskOneShot, `{"prompt":"call","at":"when the cows come home"}`, "cannot read"},
	} {
		_, err := tool(t, c.tool, sunday()).Fix(t.Context(), olga(c.arguments))
		trouble, ok := errors.AsType[*assistant.Trouble](err)
		if !ok || trouble.Problem.Recovery.String() == "" || !strings.Contains(trouble.Problem.Whole().String(), c.want) {
			t.Errorf("%.80s: %v, want %q", c.arguments, err, c.want)
		}
	}
}

// free knows of no task that has cost anything.
type free struct{}

// BackgroundCosts implements [tasks.Costs].
func (free) BackgroundCosts(context.Context, assistant.TenantID, string) (assistant.BackgroundCosts, error) {
	return assistant.BackgroundCosts{}, nil
}
