package discord_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/discord"
)

func TestOnesOwnRunsAreSuggestedAndOnlyThose(t *testing.T) {
	in := newInbox()
	run := func(id, title, by string, s assistant.RunStatus) assistant.RunView {
		return assistant.RunView{Run: assistant.Run{ID: assistant.RunID(id), Title: title, RequestedBy: assistant.PersonID(by), Status: s}}
	}
	in.runs = []assistant.RunView{
		run("r1", "Services page", "anna", assistant.RunCompleted), run("r2", "Contact page", "anna", assistant.RunRunning),
		run("r3", "Bob's secret page", "bob", assistant.RunRunning), run("r4", "Nobody's page", "", assistant.RunRunning),
	}
	fake, _ := fakeAndBot(t, in.use)
	for _, c := range []struct {
		command, typed string
		want           [][2]string
	}{
		{"status", "", [][2]string{{"Contact page · running", "r2"}, {"Services page · completed", "r1"}}},
		{"tasks", "SERV", [][2]string{{"Services page · completed", "r1"}}},
		{"stop", "page", [][2]string{{"Contact page · running", "r2"}}},
		{"stop", "secret", nil},
	} {
		got, err := fake.Suggest(t.Context(), direct, anna, c.command, "run", c.typed)
		if d := cmp.Diff(c.want, got); err != nil || d != "" {
			t.Errorf("/%s %q: %v %s", c.command, c.typed, err, d)
		}
	}
	for _, c := range []struct{ command, run, want string }{
		{"status", "r1", "**Services page** · completed"},
		{"tasks", "contact PAGE", "**Contact page** · running"},
		{"status", "r3", "no run of yours"},
		{"stop", "r3", "no run of yours"},
		{"stop", "r2", "Stopping “Contact page”"},
	} {
		if a, err := fake.Command(t.Context(), direct, anna, c.command, "run", c.run); err != nil || !strings.Contains(a.Note(), c.want) {
			t.Errorf("/%s %s: %q, %v", c.command, c.run, a.Note(), err)
		}
	}
	same(t, assistant.StopRequested{Run: "r2"}, in.lastAct(t).Body)
	if len(in.acts) != 1 {
		t.Errorf("%d acts", len(in.acts))
	}
	clean(t, fake)
}

func TestAQuestionCanBeForAnAgentThatPeopleSee(t *testing.T) {
	in := newInbox()
	fake, _ := fakeAndBot(t, func(c *discord.Config) {
		in.use(c)
		c.Roster = bots.Always([]assistant.Agent{{ID: assistant.Chief, Name: "Hans", Visible: true}, {ID: assistant.WebEngineer, Name: "Nico", Visible: true}, {ID: "hidden", Name: "Nicodemus"}})
	})
	got, err := fake.Suggest(t.Context(), direct, anna, "ask", "agent", "nic")
	if err != nil || len(got) != 1 || got[0][1] != string(assistant.WebEngineer) {
		t.Fatalf("%v %v", got, err)
	}
	for named, want := range map[string]assistant.AgentID{got[0][1]: assistant.WebEngineer, "hans": assistant.Chief, "hidden": "", "": ""} {
		if _, err := fake.Command(t.Context(), direct, anna, "ask", "prompt", "Hello", "agent", named); err != nil {
			t.Fatal(err)
		}
		all := in.all()
		if a := all[len(all)-1].Agent; a != want {
			t.Errorf("%q asks %q", named, a)
		}
	}
	clean(t, fake)
}
