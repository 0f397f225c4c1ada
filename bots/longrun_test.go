package bots_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/discord"
	"github.com/aisteam/aisteam/bots/slack"
	"github.com/aisteam/aisteam/internal/fakediscord"
	"github.com/aisteam/aisteam/internal/fakeslack"
)

// within calls a server without a network, so that time can stand still around it.
type within struct {
	http.Handler
	each func(*http.Request)
}

func (w within) RoundTrip(r *http.Request) (*http.Response, error) {
	if w.each != nil {
		w.each(r)
	}
	out := httptest.NewRecorder()
	w.ServeHTTP(out, r)
	return out.Result(), nil
}

// shifted is the bubble's clock, moved to where the platforms' clocks have begun.
func shifted() time.Time { return time.Now().AddDate(26, 10, 0) }

// anHour lets a run go on for seventy minutes with something new every two seconds, and then end.
func anHour(t *testing.T, s *store, deliver func()) {
	t.Helper()
	s.say(status(assistant.RunStarted{
		Run:   assistant.Run{ID: "run", Title: "A long run", Status: assistant.RunRunning},
		Tasks: []assistant.Task{{ID: "t", Run: "run", Group: "A", Order: 1, Summary: "Work", Status: assistant.TaskOpen}},
	}))
	for i := range 2100 {
		s.say(status(assistant.TaskStarted{Run: "run", Task: "t", Attempt: i + 1}))
		deliver()
		time.Sleep(2 * time.Second)
	}
	s.say(
		status(assistant.TaskFinished{Run: "run", Task: "t", Status: assistant.TaskCompleted, Result: assistant.Result{Summary: assistant.Verbatim("It is done")}}),
		status(assistant.RunFinished{Run: "run", Status: assistant.RunCompleted}),
	)
	for range 50 {
		deliver()
		time.Sleep(time.Second)
	}
}

func TestARunOfMoreThanAnHourGoesOnInAnotherPostOnDiscord(t *testing.T) {
	fake, err := fakediscord.New(context.Background(), fakediscord.Config{Schema: fakediscord.FindSchema(), Limits: true, Now: shifted})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = fake.Close() })
	fake.AddChannel("700", fakediscord.PublicThread)
	synctest.Test(t, func(t *testing.T) {
		s := newStore(shifted, assistant.Place{Surface: assistant.SurfaceDiscord, Space: fake.Guild, Channel: "700"})
		bot := discord.New(discord.Config{
			Token: fake.Token, ApplicationID: fake.Application, APIURL: fake.APIURL(), Tenant: "tenant", Now: shifted,
			HTTPClient: &http.Client{Transport: within{Handler: fake.Handler()}},
		})
		c := bots.New(bots.Config{Kind: assistant.SurfaceDiscord, Surface: bot, Store: s, Roster: bots.Always(roster()), Now: shifted})
		anHour(t, s, func() {
			if _, _, err := c.Deliver(t.Context(), "tenant"); err != nil {
				t.Fatal(err)
			}
		})
	})
	ms := fake.Posted("700")
	if len(ms) != 2 {
		t.Fatalf("%d posts:\n%s", len(ms), fake.Dump("700"))
	}
	if words := strings.Join(ms[0].Lines(), "\n"); words != "-# ⤵️ **A long run** · continued below" {
		t.Errorf("the first post shows %q", words)
	}
	if words := strings.Join(ms[1].Lines(), "\n"); !strings.Contains(words, "1 of 1 done") || !strings.Contains(words, "✅ Completed") || ms[1].Action("v1:run:stop") != "" {
		t.Errorf("the second post shows %q", words)
	}
	if ms[0].Edits < 600 || fake.Refused(30046) > 0 || fake.Refused(429) > 0 || len(fake.Violations()) > 0 {
		t.Errorf("%d edits, refused %d as old and %d as many, %v", ms[0].Edits, fake.Refused(30046), fake.Refused(429), fake.Violations())
	}
}

func TestWhatCannotBeEditedAnyMoreIsPostedAnewOnce(t *testing.T) {
	for name, faults := range map[string][]fakediscord.Fault{
		"nothing goes wrong": nil,
		"the answer is lost": {{Cut: true}},
		"it is put off":      {{Status: 429, Body: `{"retry_after":2}`, Headers: http.Header{"Content-Type": {"application/json"}}}, {Cut: true}},
	} {
		t.Run(name, func(t *testing.T) {
			clock := newClock(t)
			fake, err := fakediscord.New(t.Context(), fakediscord.Config{Schema: fakediscord.FindSchema(), Now: clock.now})
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = fake.Close() })
			fake.AddChannel("700", fakediscord.PublicThread)
			s := newStore(clock.now, assistant.Place{Surface: assistant.SurfaceDiscord, Space: fake.Guild, Channel: "700"})
			courier := func() *bots.Courier {
				bot := discord.New(discord.Config{Token: fake.Token, ApplicationID: fake.Application, APIURL: fake.APIURL(), Tenant: "tenant", Now: clock.now})
				return bots.New(bots.Config{Kind: assistant.SurfaceDiscord, Surface: bot, Store: s, Roster: bots.Always(roster()), Now: clock.now})
			}
			settle := func() {
				for range 8 {
					if _, _, err := courier().Deliver(t.Context(), "tenant"); err != nil {
						t.Fatal(err)
					}
					clock.pass(90 * time.Second)
				}
			}
			s.say(status(servicesRun()))
			settle()
			clock.pass(3 * time.Hour)
			s.say(status(assistant.RunFinished{Run: "run", Status: assistant.RunFailed}))
			fake.Fault("PATCH channels/messages/id", fakediscord.Fault{
				Status: 400, Body: `{"code":30046,"message":"old"}`, Headers: http.Header{"Content-Type": {"application/json"}},
			})
			fake.Fault("POST channels/messages", faults...)
			s.loseAt = "release" // and whoever was at it dies before anything is recorded
			settle()
			if ms := fake.Posted("700"); len(ms) != 2 || !strings.Contains(strings.Join(ms[1].Lines(), "\n"), "failed") {
				t.Errorf("%d posts:\n%s", len(ms), fake.Dump("700"))
			}
			s.say(status(assistant.RetryRequested{Run: "run"}))
			settle()
			if ms := fake.Posted("700"); len(ms) != 2 {
				t.Errorf("%d posts:\n%s", len(ms), fake.Dump("700"))
			}
		})
	}
}

func TestARunOfMoreThanAnHourKeepsToSlacksRules(t *testing.T) {
	fake, err := fakeslack.New(context.Background(), fakeslack.Config{Schema: fakeslack.FindSchema(), Now: shifted})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = fake.Close() })
	fake.AddChannel("C1")
	synctest.Test(t, func(t *testing.T) {
		root := fake.Write("C1", "", "U1", "hi")
		s := newStore(shifted, assistant.Place{Surface: assistant.SurfaceSlack, Space: "T1", Channel: "C1", Thread: root})
		var edits []time.Time
		each := func(r *http.Request) {
			if strings.HasSuffix(r.URL.Path, "/chat.update") {
				edits = append(edits, time.Now())
			}
		}
		surface := slack.New(slack.Config{
			SigningSecret: "secret", Token: fake.Token, APIURL: fake.APIURL(), Now: shifted,
			HTTPClient: &http.Client{Transport: within{Handler: fake.Handler(), each: each}},
		})
		c := bots.New(bots.Config{Kind: assistant.SurfaceSlack, Surface: surface, Store: s, Roster: bots.Always(roster()), Now: shifted})
		anHour(t, s, func() {
			if _, _, err := c.Deliver(t.Context(), "tenant"); err != nil {
				t.Fatal(err)
			}
		})
		for i := 50; i < len(edits); i++ {
			if d := edits[i].Sub(edits[i-50]); d < time.Minute {
				t.Fatalf("51 edits in %s", d)
			}
		}
		for i := 20; i < len(edits)-1; i++ { // three may come at once, and the end does not wait
			if d := edits[i].Sub(edits[i-20]); d < (20-2)*3*time.Second {
				t.Fatalf("21 edits in %s", d)
			}
		}
		ms := fake.Posted("C1", root)
		if len(ms) != 1 || len(edits) < 600 || !strings.Contains(string(ms[0].Blocks), "1 of 1 done") {
			t.Errorf("%d posts, %d edits: %s", len(ms), len(edits), ms[0].Blocks)
		}
	})
}
