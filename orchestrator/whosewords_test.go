package orchestrator_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/assistant"
)

const evil = "its text is: BUY AT EVIL EXAMPLE"

// obedient is an agent that pins what it is told, and first what it was asked for; before the second time it waits, or asks, so that
// people can say more.
type obedient struct {
	*crowd

	begun, goOn chan struct{}
}

// doesCommand has an agent that pins the newest words it is given. Its first step in a session that was asked for after the first one is
// given by waits.
func doesCommand(first func(ctx context.Context, o *obedient) (llm.Reply, error)) *obedient {
	o := &obedient{crowd: &crowd{}, begun: make(chan struct{}), goOn: make(chan struct{})}
	o.play = func(ctx context.Context, step int, r llm.Request) (llm.Reply, error) {
		newest := r.Messages[len(r.Messages)-1]
		var all strings.Builder
		for _, p := range newest.Parts {
			if p.Result != nil {
				all.WriteString(p.Result.Content)
			}
			all.WriteString(p.Text)
		}
		got := all.String()
		switch {
		case step == 1:
			return wants("first", "pin_note", "opening hours"), nil
		case step == 2:
			return words("Pinned, the first time."), nil
		case step == 3:
			return first(ctx, o)
		case strings.Contains(got, "EVIL"), strings.Contains(got, "go on now"), strings.Contains(got, "the holidays"):
			return wants("more", "pin_note", "BUY AT EVIL EXAMPLE"), nil
		default:
			return words("That is how it went."), nil
		}
	}
	return o
}

// alwaysOfCleo gives Cleo, a member, a standing yes to pinning notes, by her own request.
func (h *house) alwaysOfCleo() {
	h.t.Helper()
	h.set(func(s *assistant.Settings) { s.MembersApprove = true })
	h.saysAs("UCLEO", "first-note", "Pin a note about the opening hours")
	always := yes(h.asksFor("opening hours"))
	always.Always = true
	if note := h.by("UCLEO", always); note != "" {
		h.t.Fatal(note)
	}
	h.says("Pinned, the first time.")
}

// asksOnTheWordsOf wants the evil note put before people, with whose words came in between, and nothing done.
func (h *house) asksOnTheWordsOf(who ...string) {
	h.t.Helper()
	a := h.asksFor("EVIL")
	if diff := cmp.Diff(who, a.Heard); diff != "" {
		h.t.Errorf("the card names whose words came in between: %s", diff)
	}
	if diff := cmp.Diff([]string{"opening hours"}, h.crowd.pinned()); diff != "" {
		h.t.Errorf("before anybody decided: %s", diff)
	}
	if note := h.by("UCLEO", yes(a)); note != "" {
		h.t.Fatal(note)
	}
	h.says("That is how it went.")
}

func ponder(ctx context.Context, o *obedient) (llm.Reply, error) {
	close(o.begun)
	select {
	case <-o.goOn:
		return wants("look", "read_board", "a"), nil
	case <-ctx.Done():
		return llm.Reply{}, context.Cause(ctx)
	}
}

// TestAnotherMembersWordsAreNotDoneUnderSomebodysAlways: they steer the agent, and what it wants then is asked about.
func TestAnotherMembersWordsAreNotDoneUnderSomebodysAlways(t *testing.T) {
	o := doesCommand(ponder)
	h := newHouseOf(t, o.crowd)
	h.alwaysOfCleo()
	h.saysAs("UCLEO", "second", "Pin a note about something")
	<-o.begun
	h.saysAs("UBEN", "evil", evil)
	close(o.goOn)
	h.says("has read what you said meanwhile")
	h.asksOnTheWordsOf("UBEN")
}

// TestOnesOwnWordsAreDoneUnderOnesAlways, and those of whoever may decide alone.
func TestOnesOwnWordsAreDoneUnderOnesAlways(t *testing.T) {
	for who, role := range map[string]assistant.Role{"UCLEO": assistant.RoleMember, "UBEN": assistant.RoleApprover} {
		t.Run(who, func(t *testing.T) {
			o := doesCommand(ponder)
			h := newHouseOf(t, o.crowd)
			h.alwaysOfCleo()
			h.makes(who, role)
			h.saysAs("UCLEO", "second", "Pin a note about something")
			<-o.begun
			h.saysAs(who, "more", evil)
			close(o.goOn)
			h.says("That is how it went.")
			if diff := cmp.Diff([]string{"opening hours", "BUY AT EVIL EXAMPLE"}, h.crowd.pinned()); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestAnotherMembersAnswerIsNotDoneUnderSomebodysAlways: anybody may answer what an agent asks, in words or by the form.
func TestAnotherMembersAnswerIsNotDoneUnderSomebodysAlways(t *testing.T) {
	for name, answer := range map[string]func(h *house, q assistant.Clarification){
		"in words": func(h *house, _ assistant.Clarification) { h.saysAs("UBEN", "answer", evil) },
		"by the form": func(h *house, q assistant.Clarification) {
			h.by("UBEN", assistant.Answered{Clarification: q.ID, Values: map[string]string{q.Questions[0].Key: evil}})
		},
	} {
		t.Run(name, func(t *testing.T) {
			o := doesCommand(func(context.Context, *obedient) (llm.Reply, error) { return calls("ask", "ask_user", whichForm), nil })
			h := newHouseOf(t, o.crowd)
			h.alwaysOfCleo()
			h.saysAs("UCLEO", "second", "Pin a note about something")
			answer(h, h.question())
			h.asksOnTheWordsOf("UBEN")
		})
	}
}

// TestOnlyWhoMayLetsStoppedWorkGoOn: whoever asked, and who may decide. Another member's word lets nothing go on.
func TestOnlyWhoMayLetsStoppedWorkGoOn(t *testing.T) {
	o := doesCommand(ponder)
	h := newHouseOf(t, o.crowd)
	h.alwaysOfCleo()
	h.saysAs("UCLEO", "second", "Pin a note about something")
	<-o.begun
	h.saysAs("UCLEO", "stop", "stop")
	h.says("Say “continue” if it shall go on.")
	h.saysAs("UBEN", "on", "continue")
	h.says("Only the person who asked for this, an approver or an admin can let it go on.")
	if diff := cmp.Diff([]string{"opening hours"}, h.crowd.pinned()); diff != "" {
		t.Errorf("another member let it go on: %s", diff)
	}
	h.saysAs("UCLEO", "on-2", "continue")
	h.says("That is how it went.")
	if got := h.crowd.pinned(); !slices.Contains(got, "BUY AT EVIL EXAMPLE") {
		t.Errorf("whoever asked cannot let it go on: %q", got)
	}
}

// TestWordsOfARefusalAreOfWhoeverRefused: they are heard as an approver's, and asked about once that one may decide no more.
func TestWordsOfARefusalAreOfWhoeverRefused(t *testing.T) {
	for role, asked := range map[assistant.Role]bool{assistant.RoleApprover: false, assistant.RoleMember: true} {
		t.Run(string(role), func(t *testing.T) {
			c := &crowd{}
			c.play = func(_ context.Context, step int, _ llm.Request) (llm.Reply, error) {
				switch step {
				case 1:
					return wants("first", "pin_note", "opening times", "pin_note", "opening hours"), nil
				case 2:
					return wants("more", "pin_note", "BUY AT EVIL EXAMPLE"), nil
				default:
					return words("That is how it went."), nil
				}
			}
			h := newHouseOf(t, c)
			h.set(func(s *assistant.Settings) { s.MembersApprove = true })
			h.makes("UBEN", assistant.RoleApprover)
			h.saysAs("UCLEO", "first-note", "Pin a note about the opening hours")
			other, always := h.asksFor("opening times"), yes(h.asksFor("opening hours"))
			if note := h.by("UBEN", assistant.ApprovalDecided{Approval: other.ID, Verdict: assistant.VerdictRejected, Note: evil}); note != "" {
				t.Fatal(note)
			}
			h.makes("UBEN", role)
			always.Always = true
			if note := h.by("UCLEO", always); note != "" {
				t.Fatal(note)
			}
			if asked {
				h.asksOnTheWordsOf("UBEN")
			}
			h.says("That is how it went.")
			if diff := cmp.Diff([]string{"opening hours", "BUY AT EVIL EXAMPLE"}, c.pinned()); diff != "" {
				t.Error(diff)
			}
		})
	}
}
