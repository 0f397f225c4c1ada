package slack_test

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/internal/fakeslack"
)

// TestTheFinishedTextIsReadWhole: behind a button, as text and nothing else, however long it is.
func TestTheFinishedTextIsReadWhole(t *testing.T) {
	card, _ := cards()["approval_finished"].(bots.ApprovalCard)
	for _, n := range []int{1, 2899, 2900, 2901, 60 * 2900, 60*2900 + 1, 400_000} {
		t.Run(strconv.Itoa(n), func(t *testing.T) {
			fake, bot, in := withInbox(t)
			card.Approval.Preview.Whole = strings.Repeat("<b>1</b> <!channel> ", n/20+1)[:n-1] + "!"
			in.approval = card.Approval
			root := fake.Write("C1", "", "U1", "hi")
			in.stands = assistant.ConversationID("c-" + root)
			ts, err := bot.Post(t.Context(), place(root), card, "n")
			if err != nil {
				t.Fatal(err)
			}
			if a, err := fake.Click(t.Context(), "C1", ts, "U1", "approval_read", ""); err != nil || !a.OK() || len(in.acts) != 0 {
				t.Fatalf("%d %s %v, %d acts", a.Status, a.Body, err, len(in.acts))
			}
			views := fake.Views()
			if len(views) != 1 {
				t.Fatalf("%d views; whispers %v", len(views), fake.Whispers())
			}
			var view struct {
				Blocks []struct {
					Text struct{ Type, Text string }
				}
			}
			if err := json.Unmarshal(views[0].JSON, &view); err != nil {
				t.Fatal(err)
			}
			blocks := view.Blocks
			var parts strings.Builder
			for _, b := range blocks[3:] { // the title and two warnings
				if b.Text.Type != "plain_text" {
					t.Errorf("%q is %s", b.Text.Text, b.Text.Type)
				}
				parts.WriteString(b.Text.Text)
			}
			all := parts.String()
			left := strings.Contains(all, "It stands whole on the panel.")
			if got := strings.HasSuffix(all, "!"); got == left || n < 3000 && left || n > 60*2900 && !left {
				t.Errorf("%d characters are shown in %d blocks, and more is %v", len(all), len(blocks), left)
			}
			if !strings.Contains(blocks[1].Text.Text, ":warning: adds a form") || strings.Contains(blocks[2].Text.Text, "<script>") {
				t.Errorf("warnings: %+v", blocks[1:3])
			}
		})
	}
}

// TestAnyNumberOfStepsCanBeTakenBackOneByOne: a card has room for some, and each value its limit.
func TestAnyNumberOfStepsCanBeTakenBackOneByOne(t *testing.T) {
	for _, n := range []int{1, 2, 24, 25, 26, 60} {
		fake, bot, in := withInbox(t)
		card := bots.RunCard{Run: "01a20107-60bb-7001-af33-0cece807f3df", Title: assistant.Say("Pages"), Status: assistant.RunCompleted, CanUndo: true, Total: n, Done: n}
		card.Groups = []bots.RunGroup{{Name: "A"}}
		for i := range n {
			card.Groups[0].Tasks = append(card.Groups[0].Tasks, bots.RunTask{
				ID: assistant.TaskID(fmt.Sprintf("01a20107-6110-7000-859a-%012d", i)), Number: i + 1, Summary: assistant.Verbatim(strings.Repeat("Create a page ", 9)),
				State: bots.TaskCompleted, CanUndo: true,
			})
		}
		root := fake.Write("C1", "", "U1", "hi")
		ts, err := bot.Post(t.Context(), place(root), card, "n")
		if err != nil {
			t.Fatalf("%d steps: %v; %v", n, err, fake.Violations())
		}
		last := min(n, 25)
		a, err := fake.Click(t.Context(), "C1", ts, "U1", "run_undo_step:"+string(card.Run), bots.Clip("Undo step "+strconv.Itoa(card.Groups[0].Tasks[last-1].Number)+": "+bots.OneLine(card.Groups[0].Tasks[last-1].Summary.String()), 75))
		if n == 1 {
			if err == nil {
				t.Error("one step is offered by itself beside the whole")
			}
			continue
		}
		if err != nil || !a.OK() || len(in.acts) != 1 {
			t.Fatalf("%d steps: %d %v, %d acts", n, a.Status, err, len(in.acts))
		}
		if d := cmp.Diff(assistant.Body(assistant.UndoRequested{Run: card.Run, Task: card.Groups[0].Tasks[last-1].ID}), in.acts[0].Body); d != "" {
			t.Error(d)
		}
	}
}

func TestAnApprovalThatIsGoneCannotBeRead(t *testing.T) {
	fake, bot, in := withInbox(t)
	in.approval.ID = assistant.ApprovalID("another")
	root := fake.Write("C1", "", "U1", "hi")
	ts, err := bot.Post(t.Context(), place(root), cards()["approval_finished"], "n")
	if err != nil {
		t.Fatal(err)
	}
	if a, err := fake.Click(t.Context(), "C1", ts, "U1", "approval_read", ""); err != nil || !a.OK() || len(fake.Views()) != 0 {
		t.Errorf("%d, %v, %d views", a.Status, err, len(fake.Views()))
	}
}

// The text of an action opens for those who may see its conversation, as it is decided on by them: not for guests of a shared channel, nor
// where another conversation is.
func TestAnActionsTextOpensForThoseAloneWhoMaySeeItsConversation(t *testing.T) {
	card, _ := cards()["approval_finished"].(bots.ApprovalCard)
	card.Approval.Preview.Whole = strings.Repeat("The secret text. ", 300)
	for name, c := range map[string]struct {
		whose  fakeslack.Whose
		stands assistant.ConversationID
		opens  bool
	}{
		"somebody of the workspace": {opens: true},
		"a guest":                   {whose: fakeslack.Whose{Restricted: true}},
		"a guest of one channel":    {whose: fakeslack.Whose{UltraRestricted: true}},
		"another workspace's":       {whose: fakeslack.Whose{Team: "T9"}},
		"another conversation":      {stands: "c-elsewhere"},
	} {
		for _, action := range []string{"approval_read", "approval_change"} {
			t.Run(name+" "+action, func(t *testing.T) {
				fake, bot, in := withInbox(t)
				in.approval = card.Approval
				root := fake.Write("C1", "", "U1", "hi")
				if in.stands = c.stands; in.stands == "" {
					in.stands = assistant.ConversationID("c-" + root)
				}
				ts, err := bot.Post(t.Context(), place(root), card, "n")
				if err != nil {
					t.Fatal(err)
				}
				fake.SetWhose("U7", c.whose)
				a, err := fake.Click(t.Context(), "C1", ts, "U7", action, "")
				if err != nil || !a.OK() {
					t.Skip("there is no such button on this card:", err)
				}
				views := fake.Views()
				if opened := len(views) > 0; opened != c.opens {
					t.Errorf("it opened: %t; whispers %v", opened, fake.Whispers())
				}
				if !c.opens && len(fake.Whispers()) != 1 {
					t.Errorf("they are told %v", fake.Whispers())
				}
			})
		}
	}
}
