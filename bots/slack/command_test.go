package slack_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/slack"
	"github.com/aisteam/aisteam/internal/fakeslack"
)

// work is what is going on: runs of U1, and what waits for them, who is nobody in particular, and of others.
type work struct {
	runs  []assistant.RunView
	here  []assistant.RunView // in the channel
	waits []assistant.Pending
	talks []assistant.Conversation
	boss  string // an approver's account
	admin string // an admin's
	away  error
}

func (w *work) Ongoing(_ context.Context, _ assistant.TenantID, in assistant.Place, _ int) ([]assistant.RunView, error) {
	if in.Surface != "" {
		return w.here, w.away
	}
	return w.runs, w.away
}

func (w *work) Pending(context.Context, assistant.TenantID) ([]assistant.Pending, error) {
	return w.waits, w.away
}

func (w *work) Conversations(context.Context, assistant.TenantID, int) ([]assistant.Conversation, error) {
	return w.talks, w.away
}

func (w *work) PersonFor(_ context.Context, _ assistant.TenantID, from assistant.Identity) (assistant.Person, error) {
	role := assistant.RoleMember
	if from.External == w.boss {
		role = assistant.RoleApprover
	}
	if w.admin != "" && from.External == w.admin {
		role = assistant.RoleAdmin
	}
	return assistant.Person{ID: assistant.PersonID("person-" + from.External), Role: assistant.RoleOf(role, from, nil), Zone: from.Zone}, w.away
}

func runView(id, title, user string, states ...assistant.TaskStatus) assistant.RunView {
	v := assistant.RunView{Run: assistant.Run{ID: assistant.RunID(id), Title: title, RequestedBy: assistant.PersonID("person-" + user), Status: assistant.RunRunning}}
	for i, s := range states {
		v.Tasks = append(v.Tasks, assistant.Task{Status: s, Summary: fmt.Sprintf("step <%d>", i+1)})
	}
	return v
}

// told is what a command answered the person alone.
func told(t *testing.T, fake *fakeslack.Server, user, text string) string {
	t.Helper()
	a, err := fake.Command(t.Context(), "C1", user, text)
	var said struct {
		Kind   string          `json:"response_type"`
		Text   string          `json:"text"`
		Blocks json.RawMessage `json:"blocks"`
	}
	if err != nil || !a.OK() || json.Unmarshal(a.Body, &said) != nil || said.Kind != "ephemeral" {
		t.Fatalf("%s: %d %s %v", text, a.Status, a.Body, err)
	}
	if v := fake.Violations(); len(v) > 0 {
		t.Fatalf("%s: rules broken:\n%s", text, strings.Join(v, "\n"))
	}
	if len(said.Blocks) > 0 {
		return strings.Join(fakeslack.Lines(said.Blocks), "\n")
	}
	return said.Text
}

func TestAskingByCommandStartsAThread(t *testing.T) {
	fake, _, in := withInbox(t)
	a, err := fake.Command(t.Context(), "C1", "U1", "ask  how is <https://x.example|the site> doing? <!channel>")
	if err != nil || !a.OK() || len(a.Body) != 0 {
		t.Fatalf("%d %s %v", a.Status, a.Body, err)
	}
	root := fake.Messages("C1")[0]
	if d := cmp.Diff("*alice* asks: how is the site (https://x.example) doing? @channel", root.Text); d != "" {
		t.Error(d)
	}
	got := in.received[0]
	if got.Place != place(root.TS) || got.Text != "how is the site (https://x.example) doing? @channel" || got.From.External != "U1" ||
		got.From.Name != "alice" || got.Tenant != "tenant" || !strings.HasPrefix(got.Key, "slack/command/T1/U1/trigger-") {
		t.Errorf("inbound: %+v", got)
	}
	if _, a, err := fake.Say(t.Context(), "C1", root.TS, "U2", "and mine?"); err != nil || !a.OK() || len(in.received) != 2 {
		t.Errorf("a reply in its thread is not heard: %d %v", a.Status, err)
	}
}

func TestAQuestionThatCannotBeStoredIsTakenBack(t *testing.T) {
	fake, _, in := withInbox(t)
	in.err = errors.New("away")
	if got := told(t, fake, "U1", "ask why?"); !strings.Contains(got, "could not save") {
		t.Error(got)
	}
	if n := len(fake.Messages("C1")); n != 0 {
		t.Errorf("%d messages stand there", n)
	}
}

func TestTheSameCommandTwiceLeavesOneThread(t *testing.T) {
	fake, _, in := withInbox(t)
	body := url.Values{
		"command": {"/aisteam"}, "text": {"ask why?"}, "team_id": {"T1"}, "channel_id": {"C1"}, "user_id": {"U1"}, "user_name": {"alice"}, "trigger_id": {"trigger-once"},
	}.Encode()
	for range 2 {
		if a, err := fake.Send(t.Context(), "/slack/commands", "application/x-www-form-urlencoded", []byte(body)); err != nil || !a.OK() {
			t.Fatalf("%d %s %v", a.Status, a.Body, err)
		}
	}
	if roots := fake.Messages("C1"); len(roots) != 1 || len(in.received) != 1 || in.received[0].Place != place(roots[0].TS) {
		t.Errorf("%d questions stand there, %d are answered", len(roots), len(in.received))
	}
}

func TestAskingWhereTheBotIsNotSaysHowToInviteIt(t *testing.T) {
	fake, _, in := withInbox(t)
	fake.Fault("chat.postMessage", fakeslack.Fault{Error: "not_in_channel"}, fakeslack.Fault{Status: 500}, fakeslack.Fault{Status: 429})
	for _, want := range []string{"/invite", "could not save", "try again"} {
		if got := told(t, fake, "U1", "ask why?"); !strings.Contains(got, want) {
			t.Errorf("%q does not say %q", got, want)
		}
	}
	if got := told(t, fake, "U1", "ask "); !strings.Contains(got, "What would you like to ask?") || len(in.received) != 0 {
		t.Error(got)
	}
}

func TestCommandsTellEverybodyOnlyWhatIsTheirs(t *testing.T) {
	fake, _, in := withInbox(t)
	in.boss = "U9"
	in.runs = []assistant.RunView{
		runView("r1", "Services <page>", "U1", assistant.TaskCompleted, assistant.TaskFailed, assistant.TaskInProgress, assistant.TaskOpen),
		runView("r2", "Secret plan", "U2", assistant.TaskOpen),
	}
	in.waits = []assistant.Pending{
		{Kind: assistant.PendingApproval, Ref: "a1", Title: "Send the letter", Why: "it cannot be undone", RequestedBy: "person-U2", Conversation: "c1"},
		{Kind: assistant.PendingPlan, Ref: "p1", Title: "A page", RequestedBy: "person-U2", Conversation: "c1"},
		{Kind: assistant.PendingQuestion, Ref: "q1", Title: "Which page?", RequestedBy: "person-U4", Conversation: "c1"},
	}
	mine := told(t, fake, "U1", "tasks")
	for _, want := range []string{"1 run is at work, and nothing waits", "Services &lt;page&gt;", "1 of 4 steps done · 1 failed · now: step &lt;3&gt;", "[Stop]"} {
		if !strings.Contains(mine, want) {
			t.Errorf("tasks do not say %q:\n%s", want, mine)
		}
	}
	if strings.Contains(mine, "Secret") || strings.Contains(mine, "letter") {
		t.Errorf("a member is told of others' work:\n%s", mine)
	}
	if all := told(t, fake, "U9", "tasks"); !strings.Contains(all, "Secret plan") || !strings.Contains(all, "Send the letter") || !strings.Contains(all, "Waiting for a decision: 1 plan, 1 question and 1 action") {
		t.Errorf("an approver is not told of all work:\n%s", all)
	}
	if got := told(t, fake, "U3", "status"); got != "I am here. Nothing is running, and nothing waits for your decision." {
		t.Error(got)
	}
	if got := told(t, fake, "U4", "status"); got != "I am here. Nothing is running. Waiting for a decision: 1 question." {
		t.Error(got)
	}
	if got := told(t, fake, "U1", "help me"); !strings.Contains(got, "/aisteam stop") {
		t.Error(got)
	}
	in.away = errors.New("away")
	for _, c := range []string{"tasks", "status", "stop"} {
		if got := told(t, fake, "U1", c); !strings.Contains(got, "could not look that up") {
			t.Error(got)
		}
	}
}

func TestTheCommandStopsWhatIsMine(t *testing.T) {
	fake, _, in := withInbox(t)
	one, two, other := runView("r1", "One", "U1"), runView("r2", "Two", "U1"), runView("r3", "Three", "U2")
	in.runs = []assistant.RunView{other}
	if got := told(t, fake, "U1", "stop"); got != "Nothing of yours is running." {
		t.Error(got)
	}
	in.runs = []assistant.RunView{one, two, other}
	if got := told(t, fake, "U1", "stop"); !strings.Contains(got, "Which one") || strings.Count(got, "[Stop]") != 2 || len(in.acts) != 0 {
		t.Error(got)
	}
	in.here = []assistant.RunView{two, other}
	if got := told(t, fake, "U1", "stop"); !strings.Contains(got, "I am stopping “Two” before") {
		t.Error(got)
	}
	if d := cmp.Diff([]assistant.Body{assistant.StopRequested{Run: "r2"}}, []assistant.Body{in.acts[0].Body}); d != "" || in.acts[0].Key == "" {
		t.Error(d)
	}
	in.note = "This run has ended."
	if got := told(t, fake, "U1", "stop"); got != "This run has ended." {
		t.Error(got)
	}
}

func TestTheCommandNamesTheTeam(t *testing.T) {
	fake, _ := fakeAndBot(t, func(c *slack.Config) {
		c.Roster = bots.Always([]assistant.Agent{{ID: assistant.Chief, Name: "Hans", Role: "leads", Avatar: "🧭", Visible: true}, {Name: "Ghost"}})
	})
	if got := told(t, fake, "U1", "agents"); got != "*The team*\n🧭 *Hans*: leads" {
		t.Error(got)
	}
}

func TestAMessageCanBeAskedAbout(t *testing.T) {
	fake, _, in := withInbox(t)
	root := fake.Write("C1", "", "U2", "numbers")
	ts := fake.Write("C1", root, "U2", "sales are down 5% <!here>")
	if a, err := fake.Shortcut(t.Context(), "C1", ts, "U1", "ask_about"); err != nil || !a.OK() || len(fake.Views()) != 1 {
		t.Fatal(a.Status, err, fake.Violations())
	}
	view := fake.Views()[0]
	if !strings.Contains(string(view.JSON), "sales are down 5% @here") {
		t.Errorf("the message is not shown: %s", view.JSON)
	}
	in.err = errors.New("away")
	if a, err := fake.Submit(t.Context(), view, map[string]string{"about": "why?"}); err != nil || !strings.Contains(string(a.Body), `"response_action":"errors"`) {
		t.Errorf("not kept open: %d %s %v", a.Status, a.Body, err)
	}
	in.err = nil
	for range 2 {
		if a, err := fake.Submit(t.Context(), view, map[string]string{"about": " why? "}); err != nil || !a.OK() || len(a.Body) != 0 {
			t.Fatalf("%d %s %v", a.Status, a.Body, err)
		}
	}
	if len(in.received) != 1 || in.received[0].Place != place(root) || in.received[0].Text != "why?" || in.received[0].From.Name != "alice" {
		t.Errorf("inbound: %+v", in.received)
	}
	if a, err := fake.Shortcut(t.Context(), "C1", ts, "U1", "another"); err != nil || !a.OK() || len(fake.Views()) != 1 {
		t.Errorf("another shortcut opened a form: %d %v", a.Status, err)
	}
}
