package slack_test

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/background"
	"github.com/aisteam/aisteam/bots/slack"
	"github.com/aisteam/aisteam/bots/tasklist"
	"github.com/aisteam/aisteam/internal/fakeslack"
	"github.com/aisteam/aisteam/internal/ledgerkit"
	"github.com/aisteam/aisteam/storage"
)

// withTasks is a bot on a real ledger, in which U1 has a task for every weekday at half past eight.
func withTasks(t *testing.T) (*fakeslack.Server, *background.Desk, func() assistant.BackgroundTask) {
	t.Helper()
	l := ledgerkit.Open(t, storage.Config{})
	desk := &background.Desk{Store: l.Backgrounds, Rewrites: l.Backgrounds, Starts: l.Conversations, Now: time.Now}
	fake, _, _ := withInbox(t, func(c *slack.Config) {
		c.Tenant, c.Work = l.Tenant, l.Verbs
		c.Tasks = &tasklist.Tasks{Desk: desk, People: l.People}
	})
	me, err := l.People.PersonFor(t.Context(), l.Tenant, assistant.Identity{Surface: assistant.SurfaceSlack, Space: fake.Team, External: "U1", Name: "Anna"})
	if err != nil {
		t.Fatal(err)
	}
	b, err := desk.Make(t.Context(), l.Tenant, "key", assistant.BackgroundTask{Owner: me.ID}, background.Wish{Title: "Audit <!channel>", Prompt: "check the audit", Schedule: "every weekday at 8:30", Zone: "Europe/Berlin"})
	if err != nil {
		t.Fatal(err)
	}
	return fake, desk, func() assistant.BackgroundTask {
		t.Helper()
		b, err := desk.Background(t.Context(), b.Tenant, b.ID)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
}

func TestTheHomeListsBackgroundTasksAndChangesThem(t *testing.T) {
	fake, _, now := withTasks(t)
	press := func(user, action string) string {
		t.Helper()
		if a, err := fake.ClickHome(t.Context(), user, action, 0); err != nil || !a.OK() {
			t.Fatalf("%s: %d %v", action, a.Status, err)
		}
		return homeText(t, fake, user)
	}
	got := homeText(t, fake, "U1")
	if !strings.Contains(got, "*Audit &lt;!channel&gt;*\nevery weekday at 08:30 (Europe/Berlin) · next ") || !strings.Contains(got, "[Pause]") {
		t.Fatalf("the home:\n%s", got)
	}
	if got := homeText(t, fake, "U2"); strings.Contains(got, "Audit") || !strings.Contains(got, "There are no automations.") {
		t.Errorf("another's home:\n%s", got)
	}
	if got := press("U1", "task_do:pause"); now().Status != assistant.BackgroundPaused || !strings.Contains(got, "paused · every weekday") || strings.Contains(got, "[Pause]") {
		t.Errorf("%s:\n%s", now().Status, got)
	}
	if press("U1", "task_do:resume"); now().Status != assistant.BackgroundActive {
		t.Error(now().Status)
	}
	if press("U1", "task_do:run"); now().Due.After(time.Now()) {
		t.Error(now().Due)
	}
	if says := string(form(t, fake, "U1", "task_history").JSON); !strings.Contains(says, "It was not due yet.") || !strings.Contains(says, "check the audit") {
		t.Error(says)
	}
	// A button of somebody else's home, pressed by another: it is told so and does nothing.
	press2 := map[string]any{"type": "button", "action_id": "task_do:cancel", "value": fmt.Sprintf(`{"b":%q,"x":"cancel"}`, now().ID)}
	if a, err := fake.PressHome(t.Context(), "U2", press2); err != nil || !a.OK() {
		t.Fatal(a.Status, err)
	}
	views := fake.Views()
	if says := string(views[len(views)-1].JSON); !strings.Contains(says, "I do not know this any more") || now().Status != assistant.BackgroundActive {
		t.Errorf("%s: %s", now().Status, says)
	}

	// It is changed by a form, which is read and shown before.
	ask := form(t, fake, "U1", "task_edit")
	if got := submitted(t, fake, ask, map[string]string{"when": "whenever it is nicer"}); !strings.Contains(got, `"when"`) || !strings.Contains(got, "I cannot read “whenever it is nicer” as a change") {
		t.Error(got)
	}
	var reading struct {
		Action string `json:"response_action"`
		View   json.RawMessage
	}
	got = submitted(t, fake, ask, map[string]string{"when": "10:00"})
	if err := json.Unmarshal([]byte(got), &reading); err != nil || reading.Action != "update" || !strings.Contains(got, "every weekday at 08:30 (Europe/Berlin) → every weekday at 10:00 (Europe/Berlin)") || now().Schedule != "30 8 * * 1-5" {
		t.Fatalf("%s: %s", now().Schedule, got)
	}
	so := fakeslack.View{ID: "VSO", User: "U2", JSON: reading.View}
	if got := submitted(t, fake, so, nil); !strings.Contains(got, "I do not know this any more") || now().Schedule != "30 8 * * 1-5" {
		t.Error(got)
	}
	so.User = "U1"
	if got := submitted(t, fake, so, nil); got != "" || now().Schedule != "0 10 * * 1-5" {
		t.Errorf("%s: %s", now().Schedule, got)
	}
	if got := homeText(t, fake, "U1"); !strings.Contains(got, "every weekday at 10:00") {
		t.Error(got)
	}
	if got := told(t, fake, "U1", "tasks"); !strings.Contains(got, "every weekday at 10:00") || !strings.Contains(got, "Home tab") {
		t.Error(got)
	}
	if got := press("U1", "task_do:cancel"); now().Status != assistant.BackgroundCancelled || !strings.Contains(got, "There are no automations.") {
		t.Errorf("%s: %s", now().Status, got)
	}
}

func TestAHomeFullOfBackgroundTasksIsValid(t *testing.T) {
	fake, desk, now := withTasks(t)
	for i := range assistant.BackgroundsOfPerson - 1 {
		if _, err := desk.Make(t.Context(), now().Tenant, strconv.Itoa(i), assistant.BackgroundTask{Owner: now().Owner}, background.Wish{Title: strings.Repeat("<&>", 40), Prompt: strings.Repeat("<", 1999), Schedule: "0 9,10,11,12,13,14,15,16 1,2,3,4,5,6,7,8,9,10 * *", Zone: "America/Argentina/ComodRivadavia"}); err != nil {
			t.Fatal(err)
		}
	}
	if got := homeText(t, fake, "U1"); !strings.Contains(got, "and 17 more") {
		t.Error(got)
	}
	told(t, fake, "U1", "tasks")
	form(t, fake, "U1", "task_history")
}
