package discord_test

import (
	"strings"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/discord"
	"github.com/aisteam/aisteam/bots/ownsettings"
	"github.com/aisteam/aisteam/internal/fakediscord"
	"github.com/aisteam/aisteam/internal/ledgerkit"
	"github.com/aisteam/aisteam/internal/ownkit"
	"github.com/aisteam/aisteam/storage"
)

// withOwnSettings is a bot on a real ledger, and what it answers Anna to /settings.
func withOwnSettings(t *testing.T, did *[]string) (fake *fakediscord.Server, asked fakediscord.Message, hearing func() assistant.Hearing) {
	t.Helper()
	l := ledgerkit.Open(t, storage.Config{})
	in := newInbox()
	fake, _ = fakeAndBot(t, func(c *discord.Config) {
		in.use(c)
		c.Tenant, c.Work = l.Tenant, l.Verbs
		c.Settings = &ownsettings.Settings{Kept: ownkit.Kept(t, l.Verbs, l.IDs, time.Now, ownkit.Beside(did)), People: l.People}
	})
	asked, says := privately(t)(fake.Command(t.Context(), text, anna, "settings"))
	if !strings.Contains(says, "Your role here: member.") {
		t.Errorf("/settings says %s", says)
	}
	return fake, asked, func() assistant.Hearing {
		t.Helper()
		me, err := l.People.PersonFor(t.Context(), l.Tenant, assistant.Identity{Surface: assistant.SurfaceDiscord, External: anna})
		if err != nil {
			t.Fatal(err)
		}
		h, err := l.People.Hearing(t.Context(), l.Tenant, me.ID)
		if err != nil {
			t.Fatal(err)
		}
		return h
	}
}

// TestPeopleSetForThemselvesByAForm: what holds stands in it, what is sent holds from then on, and they are told how it is taken back.
func TestPeopleSetForThemselvesByAForm(t *testing.T) {
	fake, asked, hearing := withOwnSettings(t, new([]string))
	sends := func(label string, values map[string]string) string {
		t.Helper()
		form, err := fake.Click(t.Context(), asked, anna, asked.Action("v1:setting:open"), label)
		if err != nil || form.Type != 9 {
			t.Fatalf("%s opens %d %s, %v", label, form.Type, form.Data, err)
		}
		a, err := fake.Submit(t.Context(), form, text, anna, values)
		if err != nil {
			t.Fatal(err)
		}
		return a.Note() + " | " + string(form.Data)
	}
	if got := sends("Choose one's time zone", map[string]string{"place": "Atlantis"}); !strings.Contains(got, "I know no time zone by the name “Atlantis”") || hearing().Zone != "" {
		t.Errorf("%q: %s", hearing().Zone, got)
	}
	if got := sends("Choose one's time zone", map[string]string{"place": "Toronto"}); !strings.Contains(got, "America/Toronto now") || hearing().Zone != "America/Toronto" {
		t.Errorf("%q: %s", hearing().Zone, got)
	}
	if got := sends("Choose one's time zone", map[string]string{"place": ""}); !strings.Contains(got, `"value":"America/Toronto"`) || hearing().Zone != "" {
		t.Errorf("%q: %s", hearing().Zone, got)
	}
	if got := sends("Choose where one hears of what", map[string]string{"results": "nowhere"}); !strings.Contains(got, "Results: nowhere") || hearing().Where[assistant.TopicResults] != assistant.HearNowhere {
		t.Errorf("%v: %s", hearing().Where, got)
	}
	clean(t, fake)
}

// TestAToolOfAnyPackIsSetByDiscordAsWell, without a line here that names it.
func TestAToolOfAnyPackIsSetByDiscordAsWell(t *testing.T) {
	var did []string
	fake, asked, _ := withOwnSettings(t, &did)
	form, err := fake.Click(t.Context(), asked, anna, asked.Action("v1:setting:open"), "Choose a sound")
	if err != nil {
		t.Fatal(err)
	}
	if a, err := fake.Submit(t.Context(), form, text, anna, map[string]string{"ringing_sound": "softly"}); err != nil || !strings.Contains(a.Note(), "It rings so now.") || len(did) != 1 {
		t.Errorf("%v: %q %v", did, a.Note(), err)
	}
	clean(t, fake)
}
