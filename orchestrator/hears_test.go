package orchestrator_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/assistant"
)

// hearsAt is what whoever speaks hears where.
func (h *house) hearsAt(want map[assistant.Topic]assistant.HearAt) {
	h.t.Helper()
	got, err := h.db.People.Hearing(h.t.Context(), h.tenant, h.person("UANNA").ID)
	h.ok(err)
	if d := cmp.Diff(want, got.Where); d != "" {
		h.t.Error(d)
	}
}

// TestPeopleSayWhatTheyHearWhere: for themselves alone, by code, before a model is asked; decisions stay on the panel at least.
func TestPeopleSayWhatTheyHearWhere(t *testing.T) {
	h := newHouseOf(t, pinning())
	h.makes("UANNA", assistant.RoleMember)
	h.say("off", "don't send me results, only failures")
	h.says("- Results: nowhere\n- Failures: where it was asked for")
	h.hearsAt(map[assistant.Topic]assistant.HearAt{assistant.TopicResults: assistant.HearNowhere})
	h.say("far", "send failures to Discord")
	h.says("You have no linked account there")
	h.say("near", "send failures to Slack")
	h.says("- Failures: Slack")
	h.say("decisions", "stop sending me decisions")
	h.says("Decisions wait for you, so they stand in the panel’s inbox at least.")
	h.say("only", "schick mir nur Fehler")
	h.says("- Tagesübersichten: nirgends")
	h.hearsAt(map[assistant.Topic]assistant.HearAt{
		assistant.TopicDecisions: assistant.HearPanel, assistant.TopicResults: assistant.HearNowhere, assistant.TopicFailures: assistant.HearSlack, assistant.TopicDigests: assistant.HearNowhere,
	})
	h.say("again", "send me results and decisions again")
	h.says("- Entscheidungen, die auf Sie warten: dort, wo darum gebeten wurde\n- Ergebnisse: dort, wo darum gebeten wurde\n- Fehler: Slack")
	h.hearsAt(map[assistant.Topic]assistant.HearAt{assistant.TopicFailures: assistant.HearSlack, assistant.TopicDigests: assistant.HearNowhere})

	set := assistant.DefaultSettings()
	set.GuestsTalk = true
	h.ok(h.db.Tenants.SaveSettings(h.t.Context(), h.tenant, h.owner, set))
	from, err := h.Receive(t.Context(), assistant.Inbound{
		Tenant: h.tenant, From: guest("UGUS"), Text: "send me only failures", Key: "guest", Place: assistant.Place{Surface: assistant.SurfaceWeb, Space: "T1", Channel: "C1", Thread: "1"},
	})
	h.ok(err)
	for done := false; !done; time.Sleep(5 * time.Millisecond) {
		done, err = h.db.Conversations.Settled(t.Context(), h.tenant, from.Message)
		h.ok(err)
	}
	gus, err := h.db.People.PersonFor(t.Context(), h.tenant, guest("UGUS"))
	h.ok(err)
	if got, err := h.db.People.Hearing(t.Context(), h.tenant, gus.ID); err != nil || got.Where != nil {
		t.Errorf("a guest: %+v %v", got, err)
	}
}

// TestWhatATaskComesToIsToldAsWhatItIs: a digest as a digest, an answer as a result; what asks for a decision as neither, and what a
// person asked for themselves not at all.
func TestWhatATaskComesToIsToldAsWhatItIs(t *testing.T) {
	h := newHouseOf(t, pinning())
	anna := h.person("UANNA").ID
	h.ok(h.db.People.SetHearing(t.Context(), h.tenant, anna, assistant.Hearing{}.With(assistant.HearPanel, assistant.Topics()...)))
	h.say("own", "send me a digest")
	h.says("What was done for you in the last day")
	notices := func() (out []assistant.Topic) {
		all, err := h.db.People.Notices(t.Context(), h.tenant, anna, 10)
		h.ok(err)
		for _, n := range all {
			out = append(out, n.Topic)
		}
		return out
	}
	due := func(prompt string) {
		_, err := h.db.Backgrounds.MakeBackground(t.Context(), h.tenant, assistant.BackgroundOrder{Key: h.ids.New(), Task: assistant.BackgroundTask{
			Owner: anna, Conversation: h.conversation, Kind: assistant.BackgroundOnce, Title: prompt, Prompt: prompt, Zone: "UTC", Overlap: assistant.OverlapQueue, Due: time.Now().Add(-time.Second),
		}})
		h.ok(err)
	}
	told := func(want ...assistant.Topic) {
		deadline := time.Now().Add(20 * time.Second)
		for len(notices()) < len(want) && time.Now().Before(deadline) {
			time.Sleep(5 * time.Millisecond)
		}
		if d := cmp.Diff(want, notices()); d != "" {
			t.Fatal(d)
		}
	}
	due("send me a digest")
	told(assistant.TopicDigests)
	due("Pin a note about the opening hours")
	a := h.asksFor("note")
	told(assistant.TopicDigests)
	if note := h.by("UANNA", yes(a)); note != "" {
		t.Fatal(note)
	}
	h.says("That is how it went")
	told(assistant.TopicResults, assistant.TopicDigests)
}
