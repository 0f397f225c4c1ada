package slack_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/internal/fakeslack"
)

// tome is an answer that even four messages do not hold.
func tome() bots.AnswerCard {
	var lines []string
	for i := range 4000 {
		lines = append(lines, fmt.Sprintf("Sentence %d is here, with wörds.", i))
	}
	return bots.AnswerCard{Agent: nico, Text: strings.Join(lines, "\n\n"), Conversation: "c", Message: "m1"}
}

// files are what was shared in a thread.
func files(fake *fakeslack.Server, root string) (out []fakeslack.Upload) {
	for _, m := range fake.Posted("C1", root) {
		out = append(out, m.Files...)
	}
	return out
}

func TestAnAnswerOfAnyLengthArrivesWhole(t *testing.T) {
	fake, bot, _ := withInbox(t)
	card := tome()
	root := fake.Write("C1", "", "U1", "hi")
	ts, err := bot.Post(t.Context(), place(root), card, "n")
	if err != nil {
		t.Fatal(err)
	}
	posted, shared := fake.Posted("C1", root), files(fake, root)
	if len(posted) != 2 || posted[0].TS != ts || len(shared) != 1 {
		t.Fatalf("%d messages and %d files", len(posted), len(shared))
	}
	if shared[0].Content != card.Text+"\n" || shared[0].Title != "answer.md" || !strings.HasSuffix(shared[0].Name, ".md") {
		t.Errorf("%s %q has %d of %d characters", shared[0].Name, shared[0].Title, len(shared[0].Content), len(card.Text))
	}
	first := markdown(t, posted[:1])[0]
	if !strings.HasPrefix(first, "Sentence 0 is here") || !strings.Contains(first, "the whole answer is in the file below") {
		t.Errorf("it begins %.80q … %.100q", first, first[len(first)-90:])
	}
	if ref, found, err := bot.Find(t.Context(), place(root), "n"); err != nil || !found || ref != ts {
		t.Errorf("%q %v %v", ref, found, err)
	}
	if _, found, err := bot.Find(t.Context(), place(root), "other"); err != nil || found {
		t.Errorf("another's was found: %v", err)
	}
	if err := bot.Edit(t.Context(), place(root), ts, card); err != nil || len(fake.Posted("C1", root)) != 2 {
		t.Error("an edit posts again", err)
	}
	if v := fake.Violations(); len(v) > 0 {
		t.Error(v)
	}
}

func TestAFileWhoseSharingIsCutOffIsSharedOnce(t *testing.T) {
	for _, method := range []string{"files.getUploadURLExternal", "upload", "chat.postMessage", "files.completeUploadExternal"} {
		for _, fault := range []fakeslack.Fault{{Cut: true}, {Status: 500}} {
			fake, bot, _ := withInbox(t)
			if method == "upload" && fault.Cut {
				continue
			}
			root := fake.Write("C1", "", "U1", "hi")
			fake.Fault(method, fault)
			if _, err := bot.Post(t.Context(), place(root), tome(), "n"); err == nil {
				t.Fatal("nothing went wrong")
			}
			first, found, err := bot.Find(t.Context(), place(root), "n")
			if err != nil {
				t.Fatal(err)
			}
			if !found {
				if first, err = bot.Post(t.Context(), place(root), tome(), "n"); err != nil {
					t.Fatal(err)
				}
			}
			if posted := fake.Posted("C1", root); len(posted) != 2 || posted[0].TS != first || len(files(fake, root)) != 1 {
				t.Errorf("%s, fault %+v: %d messages, %d files", method, fault, len(posted), len(files(fake, root)))
			}
		}
	}
}

func TestWhereAFileMayNotBeSharedAndThereIsNoPanelNothingOfALongAnswerIsLost(t *testing.T) {
	for _, method := range []string{"files.getUploadURLExternal", "files.completeUploadExternal"} {
		fake, bot, _ := withInbox(t)
		root := fake.Write("C1", "", "U1", "hi")
		fake.Fault(method, fakeslack.Fault{Error: "missing_scope"})
		ts, err := bot.Post(t.Context(), place(root), tome(), "n")
		if how(err) != bots.OutcomeBare {
			t.Fatal(err)
		}
		posted := fake.Posted("C1", root)
		all := strings.Join(markdown(t, posted), "\n\n")
		if posted[0].TS != ts || strings.Contains(all, "file below") || all != strings.TrimSpace(tome().Text) {
			t.Errorf("%s: %d messages of %d characters, not %d", method, len(posted), len(all), len(tome().Text))
		}
	}
}
