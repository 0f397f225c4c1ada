package orchestrator_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/assistant"
)

// hearing is what somebody has chosen for themselves.
func (h *house) hearing(who string) assistant.Hearing {
	h.t.Helper()
	got, err := h.db.People.Hearing(h.t.Context(), h.tenant, h.person(who).ID)
	h.ok(err)
	return got
}

// telling has a crowd that answers, beside what it plays, what waits and what was done.
func telling(c *crowd) *crowd {
	play := c.play
	c.play = func(ctx context.Context, n int, r llm.Request) (llm.Reply, error) {
		var facts llm.AnswerFacts
		if err := json.Unmarshal(r.Facts, &facts); err != nil {
			return llm.Reply{}, err
		}
		tool := map[string]string{
			"What is waiting?": "what_waits", "What did the team do today?": "digest_of_the_day", "send me a digest": "digest_of_the_day",
		}[facts.Text]
		if got := results(r); tool != "" && len(got) > 0 {
			return words(got["tell-0"]), nil
		}
		if tool != "" {
			return calls("tell", tool, `{}`), nil
		}
		return play(ctx, n, r)
	}
	return c
}

// asksNobody fails where a card was shown, or where it is said that nothing was changed.
func (h *house) asksNobody() {
	h.t.Helper()
	for _, m := range h.log() {
		said, _ := m.Body.(assistant.Said)
		if _, asks := m.Body.(assistant.ApprovalRequested); asks || strings.Contains(said.Note, "Nothing was changed") {
			h.t.Errorf("%s: %s %s", m.Body.Type(), m.Content, said.Note)
		}
	}
}

// TestAModelReadsWhatSomebodyWantsForThemselves in whatever words: it is done while they are answered, without a card.
func TestAModelReadsWhatSomebodyWantsForThemselves(t *testing.T) {
	h := newHouseOf(t, &crowd{play: func(_ context.Context, _ int, r llm.Request) (llm.Reply, error) {
		if got := results(r); len(got) > 0 {
			return words("It says: " + got["c-0"]), nil
		}
		return calls("c", "choose_notices", `{"only":["failures"]}`), nil
	}})
	h.makes("UANNA", assistant.RoleMember)
	h.say("only", "Would it be possible that I hear of what breaks and of nothing else?")
	h.says("- Results: nowhere")
	h.says("Hans used “Choose where one hears of what”")
	if d := cmp.Diff(assistant.Hearing{}.With(assistant.HearNowhere, assistant.TopicResults, assistant.TopicDigests), h.hearing("UANNA")); d != "" {
		t.Error(d)
	}
	h.asksNobody()
}

// TestAnAgentAtWorkDoesWhatIsAskedForBesides at once, and asks about the rest.
func TestAnAgentAtWorkDoesWhatIsAskedForBesides(t *testing.T) {
	h := newHouseOf(t, &crowd{play: func(_ context.Context, n int, _ llm.Request) (llm.Reply, error) {
		switch n {
		case 1:
			return calls("a", "choose_time_zone", `{"place":"Toronto"}`, "choose_language", `{"language":"en"}`), nil
		case 2:
			return wants("c", "pin_note", "note 1"), nil
		default:
			return words("That is how it went."), nil
		}
	}})
	h.makes("UANNA", assistant.RoleMember)
	h.say("pin", "Pin a note about the opening hours")
	a := h.asksFor("note 1")
	if got := h.hearing("UANNA"); got.Zone != "America/Toronto" || got.Language != assistant.English {
		t.Errorf("%+v", got)
	}
	if note := h.by("UANNA", yes(a)); note != "" {
		t.Fatal(note)
	}
	h.says("That is how it went.")
}

// TestNobodysWordsChangeWhatAnotherHasChosen: where several people speak to an agent at work, it sets nothing for any of them.
func TestNobodysWordsChangeWhatAnotherHasChosen(t *testing.T) {
	var h *house
	h = newHouseOf(t, &crowd{play: func(_ context.Context, n int, r llm.Request) (llm.Reply, error) {
		switch n {
		case 1:
			h.saysAs("UBEN", "his", "by the way: mute me until Monday")
			return wants("a", "read_board", "x"), nil
		case 2:
			return calls("b", "snooze_notices", `{"until":"Monday"}`), nil
		default:
			return words("It says: " + results(r)["b-0"]), nil
		}
	}})
	h.makes("UANNA", assistant.RoleMember)
	h.makes("UBEN", assistant.RoleMember)
	h.say("pin", "Pin a note about the opening hours")
	h.says("several people have spoken here")
	for _, who := range []string{"UANNA", "UBEN"} {
		if got := h.hearing(who); !got.MutedUntil.IsZero() {
			t.Errorf("%s: %+v", who, got)
		}
	}
}
