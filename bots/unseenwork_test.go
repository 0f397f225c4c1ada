package bots_test

import (
	"strings"
	"testing"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/view"
)

// unseenStory is the Services story, with a page whose text was still to be written when Bob wished it published unseen.
func unseenStory() []assistant.Message {
	ms := servicesStory()
	b, _ := ms[0].Body.(assistant.RunStarted)
	b.Run.Unseen, b.Run.ApprovedBy = true, "bob"
	b.Tasks = append([]assistant.Task(nil), b.Tasks...)
	for i := range b.Tasks {
		b.Tasks[i].Order = i + 1
		if b.Tasks[i].ID == "page" {
			b.Tasks[i].Effect, b.Tasks[i].Parameters = assistant.EffectReversible, []byte(`{"contentHtml":{"$from":"draft","field":"html"}}`)
		}
	}
	ms[0].Body = b
	for i, m := range ms { // its draft is kept somewhere as well
		if b, ok := m.Body.(assistant.TaskFinished); ok && b.Task == "draft" {
			b.Result.Undo = true
			ms[i].Body = b
		}
	}
	return ms
}

// unseenNote is what the card says of what was published unseen.
func unseenNote(c bots.RunCard) string {
	var out strings.Builder
	for _, t := range view.All[view.Text](view.Of(c, view.Reader{})) {
		if t.Voice == view.Noting {
			out.WriteString(t.Words)
		}
	}
	return out.String()
}

func TestARunSaysWhatItPublishedUnseen(t *testing.T) {
	card := runCard(t, unseenStory())
	if !taskOf(card, "page").Unseen || taskOf(card, "draft").Unseen || !strings.HasPrefix(unseenNote(card), "Published without being shown first, as Bob wished: ") {
		t.Errorf("it says %q", unseenNote(card))
	}
	if got := unseenNote(runCard(t, servicesStory())); got != "" {
		t.Errorf("nobody wished that: %q", got)
	}
	ms := unseenStory() // the state had moved, so somebody was asked after all
	for i, m := range ms {
		if b, ok := m.Body.(assistant.TaskStarted); ok && b.Task == "page" {
			ms[i].Body = assistant.TaskWaiting{Run: "run", Task: "page", Approval: "a"}
		}
	}
	if card := runCard(t, ms); taskOf(card, "page").Unseen || unseenNote(card) != "" {
		t.Errorf("what was shown is said to be unseen: %q", unseenNote(card))
	}
}

func TestAPlanCardSaysWhatBecomesOfTextsToBeWritten(t *testing.T) {
	open := bots.PlanCard{State: assistant.PlanOpen, Plan: assistant.Plan{Steps: []assistant.Step{
		{Effect: assistant.EffectReversible, Parameters: []byte(`{"contentHtml":{"$from":"draft","field":"html"}}`)},
	}}}
	approved, unseen, final := open, open, open
	approved.State = assistant.PlanApproved
	unseen.State, unseen.Unseen = assistant.PlanApproved, true
	final.Plan.Steps = append([]assistant.Step{{Effect: assistant.EffectIrreversible}}, open.Plan.Steps...)
	for _, c := range []struct {
		card  bots.PlanCard
		says  string
		offer bool
	}{
		{open, "is shown before it goes live", true},
		{final, "is shown before it goes live", false},
		{approved, "", false},
		{unseen, "is published without being shown first", false},
		{bots.PlanCard{State: assistant.PlanOpen}, "", false},
	} {
		got := ""
		for _, f := range view.Of(c.card, view.Reader{}).Facts() {
			if strings.Contains(f.Text, "written on the way") {
				got = f.Text
			}
		}
		if !strings.HasSuffix(got, c.says) || (got == "") != (c.says == "") || c.card.MayGoUnseen() != c.offer {
			t.Errorf("%q, offered %v; want %q, %v", got, c.card.MayGoUnseen(), c.says, c.offer)
		}
	}
}

// undoLabels are the steps that the card offers to take back.
func undoLabels(c bots.RunCard) []string {
	var out []string
	for _, a := range view.Of(c, view.Reader{}).Actions() {
		for _, o := range a.Options {
			out = append(out, o.Label)
		}
	}
	return out
}

func TestStepsCanBeTakenBackOneByOneOnceTheRunHasEnded(t *testing.T) {
	story := unseenStory()
	if got := runCard(t, story[:10]).Undoable(); len(got) != 0 {
		t.Errorf("while it goes on: %+v", got)
	}
	got := runCard(t, story).Undoable()
	if len(got) != 2 || got[1].ID != "page" || undoLabels(runCard(t, story))[1] != "Undo step 1: Create the page" {
		t.Fatalf("after its end: %+v", got)
	}
	undone := runCard(t, log(append(story, status(assistant.Undone{Run: "run", Tasks: []assistant.UndoneTask{{Task: "page"}}}))...))
	if taskOf(undone, "page").CanUndo || !taskOf(undone, "draft").CanUndo || len(undone.Undoable()) != 0 {
		t.Errorf("what was taken back can be taken back, or one step is offered beside the whole: %+v", undone.Undoable())
	}
}
