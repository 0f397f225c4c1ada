package slack_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/internal/fakeslack"
)

// essay is an answer of 20,000 characters with a code fence across every place where it could be cut.
func essay() (card bots.AnswerCard, lines []string) {
	for i := range 90 {
		lines = append(lines, fmt.Sprintf("paragraph %d, %s", i, strings.Repeat("words ", 10)))
	}
	lines = append(lines, "```go")
	for i := range 230 {
		lines = append(lines, fmt.Sprintf("\tline(%d) // \"%s\" <&>", i, strings.Repeat("x", 40)))
	}
	lines = append(lines, "```", "the end")
	text := strings.Join(lines, "\n")
	return bots.AnswerCard{Agent: nico, Text: text, Conversation: "c"}, lines
}

// markdown is what the messages' markdown blocks say.
func markdown(t *testing.T, ms []fakeslack.Message) []string {
	t.Helper()
	var out []string
	for _, m := range ms {
		var blocks []struct {
			Type string          `json:"type"`
			Text json.RawMessage `json:"text"`
		}
		if err := json.Unmarshal(m.Blocks, &blocks); err != nil {
			t.Fatal(err)
		}
		for _, b := range blocks {
			if b.Type == "markdown" {
				var text string
				if err := json.Unmarshal(b.Text, &text); err != nil {
					t.Fatal(err)
				}
				out = append(out, text)
			}
		}
	}
	return out
}

func TestALongAnswerArrivesWholeInSeveralMessages(t *testing.T) {
	fake, bot, _ := withInbox(t)
	card, lines := essay()
	if n := len(card.Text); n < 20_000 {
		t.Fatalf("only %d characters", n)
	}
	root := fake.Write("C1", "", "U1", "hi")
	ts, err := bot.Post(t.Context(), place(root), card, "n")
	if err != nil {
		t.Fatal(err)
	}
	posted := fake.Posted("C1", root)
	parts := markdown(t, posted)
	if len(parts) < 2 || posted[0].TS != ts {
		t.Fatalf("%d messages, the first is %s, not %s", len(parts), posted[0].TS, ts)
	}
	var got []string
	for i, p := range parts {
		if strings.Count(p, "```")%2 != 0 {
			t.Errorf("part %d leaves a fence open", i)
		}
		got = append(got, strings.Split(p, "\n")...)
	}
	unfenced := func(ls []string) (out []string) {
		for _, l := range ls {
			if l = strings.TrimRight(l, " "); l != "" && !strings.HasPrefix(l, "```") {
				out = append(out, l)
			}
		}
		return out
	}
	if d := cmp.Diff(unfenced(lines), unfenced(got)); d != "" {
		t.Error(d)
	}
	if err := bot.Edit(t.Context(), place(root), ts, card); err != nil || len(fake.Posted("C1", root)) != len(parts) {
		t.Error(err)
	}
	if d := cmp.Diff(parts, markdown(t, fake.Posted("C1", root))); d != "" {
		t.Errorf("the same edit changed it: %s", d)
	}
	if v := fake.Violations(); len(v) > 0 {
		t.Error(v)
	}
}

func TestALongAnswerThatIsCutOffIsCompletedOnce(t *testing.T) {
	card, _ := essay()
	clean, undisturbed, _ := withInbox(t)
	where := clean.Write("C1", "", "U1", "hi")
	if _, err := undisturbed.Post(t.Context(), place(where), card, "n"); err != nil {
		t.Fatal(err)
	}
	want := len(clean.Posted("C1", where))
	for at := range want {
		for _, fault := range []fakeslack.Fault{{Cut: true}, {Status: 500}} {
			fake, bot, _ := withInbox(t)
			root := fake.Write("C1", "", "U1", "hi")
			faults := make([]fakeslack.Fault, at+1)
			faults[at] = fault
			fake.Fault("chat.postMessage", faults...)
			if _, err := bot.Post(t.Context(), place(root), card, "n"); err == nil {
				t.Fatal("nothing went wrong")
			}
			first, found, err := bot.Find(t.Context(), place(root), "n")
			if err != nil {
				t.Fatal(err)
			}
			if !found {
				if first, err = bot.Post(t.Context(), place(root), card, "n"); err != nil {
					t.Fatal(err)
				}
			}
			posted := fake.Posted("C1", root)
			if len(posted) != want || posted[0].TS != first {
				t.Errorf("fault %+v at message %d: %d messages", fault, at, len(posted))
			}
			if ref, found, err := bot.Find(t.Context(), place(root), "n"); err != nil || !found || ref != first {
				t.Errorf("%q %v %v", ref, found, err)
			}
		}
	}
}

func TestNoWordOfALongAnswerIsLostHoweverItIsWritten(t *testing.T) {
	fake, bot, _ := withInbox(t)
	pieces := []string{"word", "\"quoted\"", "\n", "\n\n", "\n```go\n", "\n```\n", "é", "😀", "<@U1>", "&", "\\", strings.Repeat("x", 300), "\t"}
	r := rand.New(rand.NewPCG(1, 2))
	for i := range 40 {
		var b strings.Builder
		for b.Len() < 9_000+500*i {
			b.WriteString(pieces[r.IntN(len(pieces))] + " ")
		}
		root := fake.Write("C1", "", "U1", "hi")
		if _, err := bot.Post(t.Context(), place(root), bots.AnswerCard{Agent: nico, Text: b.String()}, "n"); err != nil {
			t.Fatalf("%d: %v", i, err)
		}
		got := strings.Join(markdown(t, fake.Posted("C1", root)), "\n")
		for _, word := range []string{"word", "quoted", "é", "😀", "&", strings.Repeat("x", 300)} {
			if want, have := strings.Count(b.String(), word), strings.Count(got, word); want != have && !strings.Contains(got, "only the beginning") {
				t.Errorf("%d: %d of %d %q", i, have, want, word)
			}
		}
	}
	if v := fake.Violations(); len(v) > 0 {
		t.Error(v)
	}
}
