package background_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/background"
)

var (
	slackAccount   = assistant.Identity{Surface: assistant.SurfaceSlack, Space: "T1", External: "U1"}
	discordAccount = assistant.Identity{Surface: assistant.SurfaceDiscord, External: "600"}
	deputyAccount  = assistant.Identity{Surface: assistant.SurfaceSlack, Space: "T1", External: "U2"}
	noon           = time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC) // a Monday
)

func asked() assistant.Summons {
	return assistant.Summons{
		Reminded: assistant.Reminded{Approval: "a", Person: "anna", ExpiresAt: noon.Add(72 * time.Hour)}, Unasked: true, OpenedAt: noon,
		Owner: assistant.Addressee{Person: "anna", Accounts: []assistant.Identity{slackAccount, discordAccount}},
	}
}

func called(a *assistant.Summons, by assistant.Identity, at time.Time, shown, refused bool) {
	a.Calls = append(a.Calls, assistant.Call{At: assistant.DirectPlace(by, a.Reminded.Subject()), MadeAt: at, Shown: shown, Refused: refused})
}

func same(t *testing.T, what string, a assistant.Summons, now time.Time, want assistant.CallStep) {
	t.Helper()
	if d := cmp.Diff(want, background.NextCall(a, now)); d != "" {
		t.Errorf("%s (-want +got)\n%s", what, d)
	}
}

func TestSomebodyIsCalledWhereTheyAreThenElsewhereThenInTheThread(t *testing.T) {
	a, soon := asked(), noon.Add(time.Minute)
	same(t, "at once", a, noon, assistant.CallStep{Call: &slackAccount, Next: soon})
	called(&a, slackAccount, noon, false, false)
	same(t, "on its way", a, soon, assistant.CallStep{Next: soon.Add(time.Minute)})
	same(t, "no answer from the platform", a, noon.Add(6*time.Minute), assistant.CallStep{Call: &discordAccount, Next: noon.Add(7 * time.Minute)})
	a.Calls[0].Refused = true
	same(t, "refused", a, soon, assistant.CallStep{Call: &discordAccount, Next: soon.Add(time.Minute)})
	called(&a, discordAccount, soon, false, true)
	same(t, "refused everywhere", a, soon, assistant.CallStep{Remind: true})
	a.Told = true
	same(t, "and said", a, soon, assistant.CallStep{})
}

func TestWhoHasTheCardIsRemindedThereAndThenTheirDelegateIsCalled(t *testing.T) {
	a := asked()
	a.Delegate = assistant.Addressee{Person: "bob", Accounts: []assistant.Identity{deputyAccount}}
	called(&a, slackAccount, noon, true, false)
	remind, escalate := noon.Add(time.Hour), noon.Add(48*time.Hour)
	same(t, "they have it", a, noon.Add(time.Minute), assistant.CallStep{Next: remind})
	same(t, "a while later", a, remind, assistant.CallStep{Remind: true, Direct: true, Next: escalate})
	a.Told = true
	same(t, "reminded", a, remind, assistant.CallStep{Next: escalate})
	same(t, "two thirds", a, escalate, assistant.CallStep{Call: &deputyAccount, Next: escalate.Add(time.Minute)})
	called(&a, deputyAccount, escalate, true, false)
	same(t, "the delegate has it", a, escalate.Add(time.Minute), assistant.CallStep{})
}

func TestQuietHoursPutACallOffUnlessItWouldBeTooLate(t *testing.T) {
	a := asked()
	a.Owner.Zone = "Europe/Berlin"
	a.Owner.Hearing = assistant.Hearing{QuietFrom: "22:00", QuietTo: "07:30", Days: []time.Weekday{time.Monday, time.Tuesday, time.Wednesday, time.Thursday, time.Friday}}
	night := time.Date(2026, 11, 23, 23, 0, 0, 0, time.UTC) // midnight there
	same(t, "at night", a, night, assistant.CallStep{Next: time.Date(2026, 11, 24, 6, 30, 0, 0, time.UTC)})
	same(t, "at noon", a, noon, assistant.CallStep{Call: &slackAccount, Next: noon.Add(time.Minute)})
	saturday := time.Date(2026, 11, 28, 12, 0, 0, 0, time.UTC)
	a.Reminded.ExpiresAt = saturday.Add(72 * time.Hour)
	same(t, "at the weekend", a, saturday, assistant.CallStep{Next: time.Date(2026, 11, 30, 6, 30, 0, 0, time.UTC)})
	a.Reminded.ExpiresAt = saturday.Add(time.Hour)
	same(t, "it would be too late", a, saturday, assistant.CallStep{Call: &slackAccount, Next: saturday.Add(time.Minute)})
	a.Owner.Hearing = assistant.Hearing{First: assistant.SurfaceDiscord}
	same(t, "Discord first", a, noon, assistant.CallStep{Call: &discordAccount, Next: noon.Add(time.Minute)})
	a.Owner.Hearing = assistant.Hearing{Never: true}
	same(t, "no direct messages", a, noon, assistant.CallStep{Remind: true})
}

func TestDecisionsComeWhereSomebodyWantsToHearOfThem(t *testing.T) {
	a := asked()
	hears := func(at assistant.HearAt) {
		a.Owner.Hearing = assistant.Hearing{First: assistant.SurfaceSlack}.With(at, assistant.TopicDecisions)
	}
	hears(assistant.HearDiscord)
	same(t, "on Discord", a, noon, assistant.CallStep{Call: &discordAccount, Next: noon.Add(time.Minute)})
	called(&a, discordAccount, noon, false, true)
	same(t, "refused there", a, noon, assistant.CallStep{Call: &slackAccount, Next: noon.Add(time.Minute)})
	a.Calls = nil
	hears(assistant.HearPanel)
	same(t, "on the panel", a, noon, assistant.CallStep{Remind: true})
	hears(assistant.HearThere)
	same(t, "where it was asked for", a, noon, assistant.CallStep{Call: &slackAccount, Next: noon.Add(time.Minute)})
	a.Owner.Hearing = assistant.Hearing{}.With(assistant.HearPanel, assistant.TopicResults)
	same(t, "other topics are others", a, noon, assistant.CallStep{Call: &slackAccount, Next: noon.Add(time.Minute)})
}

// TestSomebodyIsToldWhereTheyWantToHearOfIt: what they turned off is in the inbox, and where one account takes nothing, the other gets it.
func TestSomebodyIsToldWhereTheyWantToHearOfIt(t *testing.T) {
	const failures, soon = assistant.TopicFailures, time.Minute
	to := func(at assistant.HearAt, calls ...assistant.Call) assistant.Telling {
		return assistant.Telling{Topic: failures, Slot: "said:1", Calls: calls, To: assistant.Addressee{
			Person: "anna", Accounts: []assistant.Identity{slackAccount, discordAccount}, Hearing: assistant.Hearing{}.With(at, failures),
		}}
	}
	call := func(by assistant.Identity, shown, refused bool) assistant.Call {
		return assistant.Call{At: assistant.DirectPlace(by, "said:1"), MadeAt: noon, Shown: shown, Refused: refused}
	}
	never, quiet, beside := to(assistant.HearSlack), to(assistant.HearSlack), to(assistant.HearThere)
	never.To.Hearing.Never, quiet.To.Hearing.MutedUntil, beside.Beside = true, noon.Add(time.Hour), true
	refused := beside
	refused.Calls = []assistant.Call{call(slackAccount, false, true)}
	nobody := refused
	nobody.Calls = append(nobody.Calls, call(discordAccount, false, true))
	for _, c := range []struct {
		what string
		a    assistant.Telling
		want assistant.TellStep
	}{
		{"in its conversation", to(assistant.HearThere), assistant.TellStep{}},
		{"nowhere", to(assistant.HearNowhere), assistant.TellStep{Keep: true}},
		{"on the panel", to(assistant.HearPanel), assistant.TellStep{Keep: true}},
		{"on Discord", to(assistant.HearDiscord), assistant.TellStep{Call: &discordAccount, Keep: true, Next: noon.Add(soon)}},
		{"on its way", to(assistant.HearDiscord, call(discordAccount, false, false)), assistant.TellStep{Keep: true, Next: noon.Add(soon)}},
		{"told", to(assistant.HearDiscord, call(discordAccount, true, false)), assistant.TellStep{Keep: true}},
		{"refused there", to(assistant.HearDiscord, call(discordAccount, false, true)), assistant.TellStep{Call: &slackAccount, Keep: true, Next: noon.Add(soon)}},
		{"no direct messages", never, assistant.TellStep{Keep: true}},
		{"muted", quiet, assistant.TellStep{Keep: true, Next: noon.Add(time.Hour)}},
		{"nobody looks there", beside, assistant.TellStep{Call: &slackAccount, Next: noon.Add(soon)}},
		{"nobody looks there, and the first account takes none", refused, assistant.TellStep{Call: &discordAccount, Next: noon.Add(soon)}},
		{"nobody takes it", nobody, assistant.TellStep{Keep: true}},
	} {
		if d := cmp.Diff(c.want, background.NextTelling(c.a, noon)); d != "" {
			t.Errorf("%s (-want +got)\n%s", c.what, d)
		}
	}
}

// TestWhoIsWantedIsToldOnceAndOnThePanelAtOnce: what somebody wants of a person stands in the panel's inbox from the beginning, and is sent to
// them where their quiet hours are over.
func TestWhoIsWantedIsToldOnceAndOnThePanelAtOnce(t *testing.T) {
	phone := assistant.Identity{Surface: assistant.SurfacePush, External: "ben"}
	a := assistant.Telling{Topic: assistant.TopicPeople, Slot: "member:1", Beside: true, To: assistant.Addressee{Person: "ben", Accounts: []assistant.Identity{phone}}}
	tells := func(what string, now time.Time, want assistant.TellStep) {
		t.Helper()
		if d := cmp.Diff(want, background.NextTelling(a, now)); d != "" {
			t.Errorf("%s (-want +got)\n%s", what, d)
		}
	}
	tells("at noon", noon, assistant.TellStep{Call: &phone, Keep: true, Next: noon.Add(time.Minute)})
	a.To.Hearing = assistant.Hearing{QuietFrom: "11:00", QuietTo: "14:00"}
	tells("in quiet hours", noon, assistant.TellStep{Keep: true, Next: noon.Add(2 * time.Hour)})
	a.Calls = []assistant.Call{{At: assistant.DirectPlace(phone, a.Slot), MadeAt: noon, Shown: true}}
	tells("once it is told", noon.Add(3*time.Hour), assistant.TellStep{Keep: true})
	a.Calls, a.To.Accounts = nil, nil
	tells("who is reached nowhere", noon, assistant.TellStep{Keep: true})
}
