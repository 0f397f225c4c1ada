package discord_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/background"
	"github.com/aisteam/aisteam/bots/discord"
	"github.com/aisteam/aisteam/bots/tasklist"
	"github.com/aisteam/aisteam/internal/fakediscord"
	"github.com/aisteam/aisteam/internal/ledgerkit"
	"github.com/aisteam/aisteam/storage"
)

// withTasks is a bot on a real ledger, in which Anna has a task for every weekday at half past eight.
func withTasks(t *testing.T) (*fakediscord.Server, *background.Desk, assistant.BackgroundTask) {
	t.Helper()
	l := ledgerkit.Open(t, storage.Config{})
	desk := &background.Desk{Store: l.Backgrounds, Rewrites: l.Backgrounds, Starts: l.Conversations, Now: time.Now}
	in := newInbox()
	fake, _ := fakeAndBot(t, func(c *discord.Config) {
		in.use(c)
		c.Tenant, c.Work = l.Tenant, l.Verbs
		c.Tasks = &tasklist.Tasks{Desk: desk, People: l.People}
	})
	me, err := l.People.PersonFor(t.Context(), l.Tenant, assistant.Identity{Surface: assistant.SurfaceDiscord, External: anna, Name: "Anna"})
	if err != nil {
		t.Fatal(err)
	}
	b, err := desk.Make(t.Context(), l.Tenant, "key", assistant.BackgroundTask{Owner: me.ID}, background.Wish{Title: "Audit", Prompt: "check the *audit*", Schedule: "every weekday at 8:30", Zone: "Europe/Berlin"})
	if err != nil {
		t.Fatal(err)
	}
	return fake, desk, b
}

// privately is what an answer shows one person, as a message whose buttons can be pressed.
func privately(t *testing.T) func(fakediscord.Answer, error) (fakediscord.Message, string) {
	return func(a fakediscord.Answer, err error) (fakediscord.Message, string) {
		t.Helper()
		m := fakediscord.Message{Channel: text}
		var d struct {
			Flags      int
			Components json.RawMessage
		}
		if err != nil || json.Unmarshal(a.Data, &d) != nil || d.Flags&64 == 0 {
			t.Fatalf("answered %d %s, %v", a.Type, a.Data, err)
		}
		m.Components = d.Components
		return m, string(a.Data)
	}
}

func TestBackgroundTasksAreListedAndChangedByTasks(t *testing.T) {
	fake, desk, b := withTasks(t)
	press := func(m fakediscord.Message, verb, choice string) (fakediscord.Message, string) {
		t.Helper()
		a, err := fake.Click(t.Context(), m, anna, m.Action("v1:task:"+verb), choice)
		return privately(t)(a, err)
	}
	now := func() assistant.BackgroundTask {
		t.Helper()
		b, err := desk.Background(t.Context(), b.Tenant, b.ID)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	listed, says := privately(t)(fake.Command(t.Context(), text, anna, "tasks"))
	if !strings.Contains(says, "**Audit** · every weekday at 08:30 (Europe/Berlin) · next ") {
		t.Fatalf("the list says %s", says)
	}
	one, says := press(listed, "open", "Audit")
	if !strings.Contains(says, `check the \\*audit\\*`) || !strings.Contains(says, "It was not due yet.") {
		t.Errorf("the task says %s", says)
	}
	paused, says := press(one, "pause", "")
	if now().Status != assistant.BackgroundPaused || !strings.Contains(says, "I have paused “Audit”.") || strings.Contains(says, "v1:task:pause") {
		t.Errorf("%s: %s", now().Status, says)
	}
	if one, says = press(paused, "resume", ""); now().Status != assistant.BackgroundActive || !strings.Contains(says, "goes on") {
		t.Errorf("%s: %s", now().Status, says)
	}
	if press(one, "run", ""); now().Due.After(time.Now()) {
		t.Errorf("it is due %s", now().Due)
	}

	// It is changed by a form, which is read and shown before.
	form, err := fake.Click(t.Context(), one, anna, one.Action("v1:task:edit"), "")
	if err != nil {
		t.Fatal(err)
	}
	for field, c := range map[string]struct{ given, says string }{
		"when":   {"whenever it is nicer", "I cannot read “whenever it is nicer” as a change"},
		"prompt": {strings.Repeat("check everything ", 20), "more than a button here can carry"},
	} {
		if a, err := fake.Submit(t.Context(), form, text, anna, map[string]string{field: c.given}); err != nil || !strings.Contains(a.Note(), c.says) {
			t.Errorf("%q is answered %q, %v", c.given, a.Note(), err)
		}
	}
	read, says := privately(t)(fake.Submit(t.Context(), form, text, anna, map[string]string{"when": "every Monday at 10"}))
	if says = strings.ReplaceAll(says, `\\`, ""); !strings.Contains(says, "When: every weekday at 08:30 (Europe/Berlin) → every Monday at 10:00 (Europe/Berlin)") || now().Schedule != "30 8 * * 1-5" {
		t.Errorf("%s: %s", now().Schedule, says)
	}
	a, err := fake.Click(t.Context(), read, bob, read.Action("v1:task:so"), "")
	if err != nil || !strings.Contains(a.Note(), "I do not know this any more") || now().Schedule != "30 8 * * 1-5" {
		t.Errorf("somebody else is told %q, %v", a.Note(), err)
	}
	if _, says = press(read, "so", ""); now().Schedule != "0 10 * * 1" || !strings.Contains(says, "Changed.") {
		t.Errorf("%s: %s", now().Schedule, says)
	}
	if a, err = fake.Click(t.Context(), read, anna, read.Action("v1:task:so"), ""); err != nil || !strings.Contains(a.Note(), "how it is already") {
		t.Errorf("the second press is told %q, %v", a.Note(), err)
	}

	sure, _ := press(one, "cancel", "")
	if now().Status != assistant.BackgroundActive {
		t.Error("it was cancelled before anybody was sure")
	}
	if _, says = press(sure, "gone", ""); now().Status != assistant.BackgroundCancelled || !strings.Contains(says, "cancelled") {
		t.Errorf("%s: %s", now().Status, says)
	}
	if _, says := privately(t)(fake.Command(t.Context(), text, anna, "tasks")); !strings.Contains(says, "There are no automations.") {
		t.Errorf("the list says %s", says)
	}
	clean(t, fake)
}

func TestTheFullestListOfBackgroundTasksIsValid(t *testing.T) {
	fake, desk, b := withTasks(t)
	for i, title := range lengths(100, 120) {
		if i >= 20 {
			break
		}
		if _, err := desk.Make(t.Context(), b.Tenant, title, assistant.BackgroundTask{Owner: b.Owner}, background.Wish{Title: title, Prompt: strings.Repeat("<*_", 600), Schedule: "0 9,10,11,12,13,14,15,16 1,2,3,4,5,6,7,8,9,10 * *", Zone: "America/Argentina/ComodRivadavia"}); err != nil {
			t.Fatal(err)
		}
	}
	listed, _ := privately(t)(fake.Command(t.Context(), text, anna, "tasks"))
	for range 2 {
		a, err := fake.Interact(t.Context(), 3, text, anna, map[string]any{"custom_id": listed.Action("v1:task:open"), "component_type": 3, "values": []any{string(b.ID)}}, nil)
		listed2, _ := privately(t)(a, err)
		if listed2.Action("v1:task:edit") == "" {
			t.Error("it cannot be changed")
		}
	}
	clean(t, fake)
}
