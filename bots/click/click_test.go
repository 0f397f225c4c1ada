package click_test

import (
	"context"
	"errors"
	"log/slog"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/click"
	"github.com/aisteam/aisteam/bots/view"
)

// desk takes the first decision on a subject and knows one question.
type desk struct {
	acts    []assistant.Act
	err     error
	tooMuch bool
	open    bool
}

func (d *desk) Receive(context.Context, assistant.Inbound) (assistant.Received, error) {
	return assistant.Received{}, nil
}

func (d *desk) Act(_ context.Context, a assistant.Act) (assistant.Outcome, error) {
	if d.err != nil {
		return assistant.Outcome{}, d.err
	}
	d.acts = append(d.acts, a)
	return assistant.Outcome{Done: len(d.acts) == 1, Note: "It was decided before; nothing was changed.", TooMuch: d.tooMuch}, nil
}

func (d *desk) Clarification(_ context.Context, _ assistant.TenantID, id assistant.ClarificationID) (assistant.Clarification, assistant.ConversationID, assistant.PersonID, bool, error) {
	if id != "ask" {
		return assistant.Clarification{}, "", "", false, assistant.ErrNotFound
	}
	return assistant.Clarification{ID: id, Questions: []assistant.Question{
		{Key: "colour", Options: []assistant.Option{{Value: "blue"}, {Value: "red"}}}, {Key: "why", Free: true}, {Key: "late", Free: true},
	}}, "", "", d.open, d.err
}

func (d *desk) Conversation(context.Context, assistant.TenantID, assistant.ConversationID) (assistant.Conversation, error) {
	return assistant.Conversation{Language: assistant.French}, nil
}

func by(user string) click.By {
	return click.By{Tenant: "t", From: assistant.Identity{Surface: assistant.SurfaceSlack, Space: "T1", External: user}, Key: "k"}
}

func TestWhatIsPressedIsAnActOnWhatItIsOn(t *testing.T) {
	on := view.On{Plan: "p", Version: 3, Approval: "a", Ask: "c", Said: "m", Option: 2, Run: "r", Task: "t", Shown: "h"}
	want := map[view.Do]assistant.Body{
		view.ApprovePlan:   assistant.PlanDecided{Plan: "p", Version: 3, Verdict: assistant.VerdictApproved},
		view.ApproveUnseen: assistant.PlanDecided{Plan: "p", Version: 3, Verdict: assistant.VerdictApproved, Unseen: true},
		view.RejectPlan:    assistant.PlanDecided{Plan: "p", Version: 3, Verdict: assistant.VerdictRejected},
		view.Approve:       assistant.ApprovalDecided{Approval: "a", Verdict: assistant.VerdictApproved},
		view.Reject:        assistant.ApprovalDecided{Approval: "a", Verdict: assistant.VerdictRejected},
		view.Stop:          assistant.StopRequested{Run: "r"},
		view.Retry:         assistant.RetryRequested{Run: "r"},
		view.Undo:          assistant.UndoRequested{Run: "r"},
		view.UndoStep:      assistant.UndoRequested{Run: "r", Task: "t"},
		view.Ask:           assistant.Said{Pressed: &assistant.Pressed{Message: "m", Number: 2}},
		view.ApproveAll:    assistant.ApprovalDecided{Card: "r", Hash: "h", Verdict: assistant.VerdictApproved},
		view.RejectAll:     assistant.ApprovalDecided{Card: "r", Hash: "h", Verdict: assistant.VerdictRejected},
		view.ChangePlan:    nil, view.Always: nil, view.ChangeAndDo: nil, view.ReadWhole: nil, view.Pick: nil, view.Choose: nil, view.Fill: nil, "dance": nil,
	}
	for do, on := range map[view.Do]view.On{view.ApproveAll: {Message: "d", Shown: "h"}, view.RejectAll: {Message: "d", Shown: "h"}} {
		if got, _ := click.Body(do, on).(assistant.ApprovalDecided); got.Message != "d" || got.Hash != "h" || got.Card != "" {
			t.Errorf("%s in a direct message is %+v", do, got)
		}
		if got := click.Body(do, view.On{Message: "d"}); got != nil {
			t.Errorf("%s of what nobody was shown is %v", do, got)
		}
	}
	for do, body := range want {
		if d := cmp.Diff(body, click.Body(do, on)); d != "" {
			t.Errorf("%s: %s", do, d)
		}
		if got := click.Body(do, view.On{}); got != nil {
			t.Errorf("%s on nothing is %v", do, got)
		}
	}
	if got := click.Body(view.UndoStep, view.On{Run: "r"}); got != nil {
		t.Errorf("no step is taken back, and yet %v", got)
	}
}

func TestAnOptionIsNamedByItsPosition(t *testing.T) {
	for i := range 200 {
		if got := click.Chosen(click.OptionID(i)); got != i {
			t.Errorf("%d is %d", i, got)
		}
	}
	for _, id := range []string{"", "o", "3", "o-1", "o+1", "o01", "ox", "o9999999999999999999"} {
		if got := click.Chosen(id); got != -1 {
			t.Errorf("%q is %d", id, got)
		}
	}
}

func TestWhoDecidesTwiceIsToldThatItCounted(t *testing.T) {
	d := &desk{}
	taker := click.NewTaker(d, d, slog.New(slog.DiscardHandler))
	yes := assistant.ApprovalDecided{Approval: "a", Verdict: assistant.VerdictApproved}
	if note := taker.Act(t.Context(), by("anna"), yes); note != "" {
		t.Error(note)
	}
	const counted, late = "Your decision has been taken: it counted the first time, so there is nothing more to do.", "It was decided before; nothing was changed."
	for who, c := range map[string]struct {
		click.By
		assistant.Body
		want string
	}{
		"the same person again":    {by("anna"), yes, counted},
		"somebody else":            {by("bob"), yes, late},
		"who thinks otherwise now": {by("anna"), assistant.ApprovalDecided{Approval: "a", Verdict: assistant.VerdictRejected}, late},
		"of another workspace":     {click.By{Tenant: "t", From: assistant.Identity{Space: "T2", External: "anna"}}, yes, late},
	} {
		if note := taker.Act(t.Context(), c.By, c.Body); note != c.want {
			t.Errorf("%s reads %q", who, note)
		}
	}
	d.tooMuch = true
	if note := taker.Act(t.Context(), by("anna"), yes); note != late {
		t.Errorf("who presses too often reads %q", note)
	}
}

func TestAFormAnswersWhatItHadRoomFor(t *testing.T) {
	d := &desk{open: true}
	taker := click.NewTaker(d, d, slog.New(slog.DiscardHandler))
	room := click.Room{Most: 2, Value: 100, Name: 100, Options: 10}
	filled := func(inputs map[string]string) func(string) (string, bool) {
		return func(name string) (string, bool) {
			text, sent := inputs[name]
			return text, sent
		}
	}
	if _, note := taker.Answer(t.Context(), by("anna"), "ask", room, filled(nil)); note != view.NoteEmpty || len(d.acts) != 0 {
		t.Errorf("an empty form: %q", note)
	}
	if _, note := taker.Answer(t.Context(), by("anna"), "ask", room, filled(map[string]string{"choice:0": "o1", "own:0": "no room", "own:1": " since it is warm ", "own:2": "no room"})); note != "" {
		t.Fatal(note)
	}
	want := assistant.Answered{Clarification: "ask", Values: map[string]string{"colour": "red", "why": "since it is warm"}}
	if diff := cmp.Diff(assistant.Body(want), d.acts[0].Body); diff != "" {
		t.Error(diff)
	}
}

func TestAClickOnWhatIsGoneClosedOrUnreadableSaysSo(t *testing.T) {
	for what, c := range map[string]struct {
		id     assistant.ClarificationID
		open   bool
		err    error
		option int
		want   string
	}{
		"gone":              {"other", true, nil, 0, view.NoteGone},
		"closed":            {"ask", false, nil, 0, view.NoteClosed},
		"no such option":    {"ask", true, nil, 7, view.NoteGone},
		"storage is away":   {"ask", true, errors.New("away"), 0, view.NoteAgain},
		"an option that is": {"ask", true, nil, 1, ""},
	} {
		d := &desk{open: c.open, err: c.err}
		if note := click.NewTaker(d, d, slog.New(slog.DiscardHandler)).Pick(t.Context(), by("anna"), c.id, 0, c.option); note != c.want || (len(d.acts) == 1) != (c.want == "") {
			t.Errorf("%s: %q after %d acts", what, note, len(d.acts))
		}
	}
}

func TestAFormSpeaksAsItsConversationDoesAndAPrivateWordAsTheAccount(t *testing.T) {
	taker := click.NewTaker(&desk{open: true}, &desk{open: true}, slog.New(slog.DiscardHandler))
	who := by("anna")
	who.From.Language = assistant.German
	if _, in, note := taker.Form(t.Context(), who, "ask"); note != "" || in.Language() != assistant.French {
		t.Errorf("the form speaks %s: %q", in.Language(), note)
	}
	if _, in, note := taker.Form(t.Context(), who, "other"); note != view.NoteGone || in.Language() != assistant.German {
		t.Errorf("that it is gone is said in %s: %q", in.Language(), note)
	}
}
