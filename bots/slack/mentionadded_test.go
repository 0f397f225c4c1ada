package slack_test

import (
	"maps"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/bots/slack"
	"github.com/aisteam/aisteam/internal/fakeslack"
)

// Who forgets the mention, and adds it, has asked: once, whichever of Slack's two events of the edit come, and in whichever order.
func TestAMentionThatAnEditAddsIsAnsweredOnce(t *testing.T) {
	for name, edit := range map[string]func(*fakeslack.Server) func(channel, ts, text string) (fakeslack.Answer, error){
		"channels are subscribed to": func(f *fakeslack.Server) func(string, string, string) (fakeslack.Answer, error) {
			return func(channel, ts, text string) (fakeslack.Answer, error) {
				return f.Change(t.Context(), channel, ts, text)
			}
		},
		"mentions alone": func(f *fakeslack.Server) func(string, string, string) (fakeslack.Answer, error) {
			return func(channel, ts, text string) (fakeslack.Answer, error) {
				return f.ChangeUnheard(t.Context(), channel, ts, text)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			fake, _, in := withInbox(t)
			change := func(ts, text string) {
				t.Helper()
				if a, err := edit(fake)("C1", ts, text); err != nil || !a.OK() {
					t.Fatal(a.Status, err)
				}
			}
			asked, _, _ := fake.Say(t.Context(), "C1", "", "U1", "is our site up?")
			change(asked, "<@UBOT> is our site up?")
			change(asked, "<@UBOT> is our site up today?") // from now on it is an edit like any other
			thread := fake.Write("C1", "", "U2", "lunch?")
			reply, _, _ := fake.Say(t.Context(), "C1", thread, "U1", "<@U2|bob> ask about the shop")
			change(reply, "<@U2|bob> ask <@UBOT> about the shop")
			want := []string{"said: is our site up?", "edited: is our site up today?", "said: @bob ask  about the shop"}
			if d := cmp.Diff(want, in.texts()); d != "" {
				t.Error(d)
			}
			if in.received[0].Place != place(asked) || in.received[0].Key != "slack/T1/C1/"+asked || in.received[2].Place != place(thread) {
				t.Errorf("%+v", in.received)
			}
		})
	}
}

// A thread that people talk with the bot in may hold words that were said to somebody else: the mention makes them the bot's.
func TestAMentionThatAnEditAddsWhereOthersWereMeantIsHeardInTheKnownThread(t *testing.T) {
	fake, _, in := withInbox(t)
	root, _, _ := fake.Mention(t.Context(), "C1", "", "U1", "a page")
	aside, _, _ := fake.Say(t.Context(), "C1", root, "U1", "<@U2|bob> what do you think?")
	heard, _, _ := fake.Say(t.Context(), "C1", root, "U1", "in blue")
	for ts, text := range map[string]string{aside: "<@U2|bob> <@UBOT> what do you think?", heard: "<@UBOT> in blue"} {
		if a, err := fake.Change(t.Context(), "C1", ts, text); err != nil || !a.OK() {
			t.Fatal(a.Status, err)
		}
	}
	said := map[string]int{}
	for _, words := range in.texts() {
		said[words]++
	}
	want := map[string]int{"said: a page": 1, "said: in blue": 1, "edited: in blue": 1, "said: @bob  what do you think?": 1}
	if d := cmp.Diff(want, said); d != "" {
		t.Error(d)
	}
}

func TestEditsThatAskNothingAreNothing(t *testing.T) {
	now := time.Now()
	fake, _, in := withInbox(t, func(c *slack.Config) { c.Now = func() time.Time { return now } })
	fake.Now = func() time.Time { return now }
	old := fake.Written("C1", "", "U1", "is our site up?")
	linked := fake.Written("C1", "", "U1", "see https://site.example")
	bots := fake.Written("C1", "", "U1", "from an app")
	now = now.Add(25 * time.Hour)
	unfurled := fake.Edited(linked, "see https://site.example <@UBOT>")
	maps.DeleteFunc(unfurled["message"].(map[string]any), func(k string, _ any) bool { return k == "edited" })
	ofABot := fake.Edited(bots, "<@UBOT> from an app")
	ofABot["message"].(map[string]any)["bot_id"] = "B9"
	late := fake.Edited(old, "<@UBOT> is our site up?")
	mention := maps.Clone(late["message"].(map[string]any))
	mention["type"] = "app_mention"
	botMention := maps.Clone(ofABot["message"].(map[string]any))
	botMention["type"] = "app_mention"
	for _, event := range []map[string]any{unfurled, ofABot, late, mention, botMention} {
		deliver(t, fake, event)
	}
	if got := in.texts(); len(got) > 0 {
		t.Errorf("taken: %q", got)
	}
}
