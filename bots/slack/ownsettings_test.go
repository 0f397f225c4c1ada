package slack_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/ownsettings"
	"github.com/aisteam/aisteam/bots/slack"
	"github.com/aisteam/aisteam/internal/fakeslack"
	"github.com/aisteam/aisteam/internal/ledgerkit"
	"github.com/aisteam/aisteam/internal/ownkit"
	"github.com/aisteam/aisteam/storage"
)

// withOwnSettings is a bot on a real ledger, on which U1 is asked by /aisteam settings what she wants to set.
func withOwnSettings(t *testing.T, did *[]string) (fake *fakeslack.Server, choose fakeslack.View, hearing func() assistant.Hearing) {
	t.Helper()
	l := ledgerkit.Open(t, storage.Config{})
	fake, _, _ = withInbox(t, func(c *slack.Config) {
		c.Tenant, c.Work = l.Tenant, l.Verbs
		c.Settings = &ownsettings.Settings{Kept: ownkit.Kept(t, l.Verbs, l.IDs, time.Now, ownkit.Beside(did)), People: l.People}
	})
	if a, err := fake.Command(t.Context(), "C1", "U1", "settings"); err != nil || !a.OK() || len(a.Body) != 0 {
		t.Fatalf("%d %s %v", a.Status, a.Body, err)
	}
	views := fake.Views()
	if len(views) != 1 {
		t.Fatalf("%d forms are open", len(views))
	}
	return fake, views[0], func() assistant.Hearing {
		t.Helper()
		me, err := l.People.PersonFor(t.Context(), l.Tenant, assistant.Identity{Surface: assistant.SurfaceSlack, Space: fake.Team, External: "U1"})
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

// chosen sends which setting is meant, and gives the form that stands in the place of the one that was sent.
func chosen(t *testing.T, fake *fakeslack.Server, choose fakeslack.View, label string) fakeslack.View {
	t.Helper()
	var next struct {
		Action string `json:"response_action"`
		View   json.RawMessage
	}
	got := submitted(t, fake, choose, map[string]string{ownsettings.FieldSetting: label})
	if err := json.Unmarshal([]byte(got), &next); err != nil || next.Action != "update" {
		t.Fatalf("%s: %s %v", label, got, err)
	}
	return fakeslack.View{ID: "VSET", User: choose.User, JSON: next.View}
}

// TestPeopleSetForThemselvesByAForm: what holds stands in it, what is sent holds from then on, and they are told how it is taken back.
func TestPeopleSetForThemselvesByAForm(t *testing.T) {
	fake, choose, hearing := withOwnSettings(t, new([]string))
	zone := chosen(t, fake, choose, "Choose one's time zone")
	if got := submitted(t, fake, zone, map[string]string{"place": "Atlantis"}); !strings.Contains(got, `"place"`) || !strings.Contains(got, "I know no time zone by the name “Atlantis”") || hearing().Zone != "" {
		t.Errorf("%q: %s", hearing().Zone, got)
	}
	if got := submitted(t, fake, zone, map[string]string{"place": "Toronto"}); !strings.Contains(got, "your time zone is America/Toronto now") || !strings.Contains(got, "forget my time zone") || hearing().Zone != "America/Toronto" {
		t.Errorf("%q: %s", hearing().Zone, got)
	}
	again := chosen(t, fake, choose, "Choose one's time zone")
	if !strings.Contains(string(again.JSON), `"initial_value":"America/Toronto"`) {
		t.Errorf("what holds does not stand in %s", again.JSON)
	}
	if got := submitted(t, fake, again, map[string]string{"place": "America/Toronto"}); !strings.Contains(got, "That is how it is already.") {
		t.Error(got)
	}
	if got := submitted(t, fake, again, map[string]string{"place": ""}); !strings.Contains(got, "what your browser or your platform says") || hearing().Zone != "" {
		t.Errorf("%q: %s", hearing().Zone, got)
	}
	notices := chosen(t, fake, choose, "Choose where one hears of what")
	if got := submitted(t, fake, notices, map[string]string{"results": "nowhere"}); !strings.Contains(got, "- Results: nowhere") || hearing().Where[assistant.TopicResults] != assistant.HearNowhere {
		t.Errorf("%v: %s", hearing().Where, got)
	}
}

// TestAToolOfAnyPackIsSetBySlackAsWell, without a line here that names it.
func TestAToolOfAnyPackIsSetBySlackAsWell(t *testing.T) {
	var did []string
	fake, choose, _ := withOwnSettings(t, &did)
	form := chosen(t, fake, choose, "Choose a sound")
	if got := submitted(t, fake, form, map[string]string{"ringing_sound": "softly"}); !strings.Contains(got, "It rings so now.") || len(did) != 1 || did[0] != `{"ringing_sound":"softly"}` {
		t.Errorf("%v: %s", did, got)
	}
}

// TestWhereNothingIsSetByFormsPeopleAreToldSo.
func TestWhereNothingIsSetByFormsPeopleAreToldSo(t *testing.T) {
	l := ledgerkit.Open(t, storage.Config{})
	fake, _, _ := withInbox(t, func(c *slack.Config) { c.Tenant, c.Work = l.Tenant, l.Verbs })
	if got := told(t, fake, "U1", "settings"); !strings.Contains(got, "nothing that you can set") {
		t.Error(got)
	}
}
