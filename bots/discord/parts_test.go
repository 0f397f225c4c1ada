package discord_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/discord"
	"github.com/aisteam/aisteam/internal/fakediscord"
)

// essay is an answer of 20,000 characters with code across every place where it could be cut.
func essay() (card bots.AnswerCard, lines []string) {
	for i := range 90 {
		lines = append(lines, fmt.Sprintf("paragraph %d, %s", i, strings.Repeat("words ", 10)), "")
	}
	lines = append(lines, "```go")
	for i := range 230 {
		lines = append(lines, fmt.Sprintf("\tline(%d) // \"%s\" <&>", i, strings.Repeat("x", 40)))
	}
	lines = append(lines, "```", "", "the end")
	return bots.AnswerCard{Agent: nico, Message: "0a", Text: strings.Join(lines, "\n"), Conversation: "c"}, lines
}

// texts is what the messages say, a text for each, without the small print at its end.
func texts(ms []fakediscord.Message) []string {
	var out []string
	for _, m := range ms {
		lines := m.Lines()
		for i, l := range lines {
			if strings.HasPrefix(l, "-# 💻") {
				lines = lines[:i]
				break
			}
		}
		out = append(out, strings.Join(lines, "\n"))
	}
	return out
}

func TestALongAnswerArrivesWholeInSeveralMessages(t *testing.T) {
	fake, bot := fakeAndBot(t, nil)
	card, lines := essay()
	if n := len(card.Text); n < 20_000 {
		t.Fatalf("only %d characters", n)
	}
	ref, err := bot.Post(t.Context(), here(), card, "n")
	if err != nil {
		t.Fatal(err)
	}
	posted := fake.Posted(text)
	if len(posted) < 6 || len(posted) > 8 || strings.Count(ref, ",") != len(posted)-1 {
		t.Fatalf("%d messages, known as %s", len(posted), ref)
	}
	var got []string
	for i, p := range texts(posted) {
		if strings.Count(p, "```")%2 != 0 {
			t.Errorf("part %d leaves its code open", i)
		}
		if strings.Contains(p, "line(") && !strings.Contains(p, "```go\n") {
			t.Errorf("part %d has code without its language", i)
		}
		got = append(got, strings.Split(p, "\n")...)
	}
	plain := func(ls []string) (out []string) {
		for _, l := range ls {
			if l = strings.TrimRight(l, " "); l != "" && !strings.HasPrefix(l, "```") {
				out = append(out, l)
			}
		}
		return out
	}
	if d := cmp.Diff(plain(lines), plain(got)); d != "" {
		t.Error(d)
	}
	before := texts(posted)
	if err := bot.Edit(t.Context(), here(), ref, card); err != nil {
		t.Error(err)
	}
	if d := cmp.Diff(before, texts(fake.Posted(text))); d != "" {
		t.Errorf("the same edit changed it: %s", d)
	}
	card.Text = "Short **after** all."
	if err := bot.Edit(t.Context(), here(), ref, card); err != nil || texts(fake.Posted(text))[0] != card.Text {
		t.Errorf("%q, %v", texts(fake.Posted(text)), err)
	}
	clean(t, fake)
}

func TestALongAnswerThatIsCutOffIsCompletedOnce(t *testing.T) {
	card, _ := essay()
	whole, undisturbed := fakeAndBot(t, nil)
	if _, err := undisturbed.Post(t.Context(), here(), card, "n"); err != nil {
		t.Fatal(err)
	}
	want := texts(whole.Posted(text))
	for at := range want {
		for _, fault := range []fakediscord.Fault{{Cut: true}, {Status: 429}} {
			fake, bot := fakeAndBot(t, nil)
			faults := make([]fakediscord.Fault, at+1)
			faults[at] = fault
			fake.Fault("POST channels/messages", faults...)
			if _, err := bot.Post(t.Context(), here(), card, "n"); err == nil {
				t.Fatal("nothing went wrong")
			}
			fake.Forget() // the nonces: it may be a long time until somebody goes on
			_, again := fakeAndBot(t, func(c *discord.Config) { c.APIURL = fake.APIURL() })
			ref, found, err := again.Find(t.Context(), here(), "n")
			if err != nil {
				t.Fatal(err)
			}
			if !found {
				if ref, err = again.Post(t.Context(), here(), card, "n"); err != nil {
					t.Fatal(err)
				}
			}
			if d := cmp.Diff(want, texts(fake.Posted(text))); d != "" {
				t.Errorf("fault %+v at message %d: %s", fault, at, d)
			}
			if there, found, err := again.Find(t.Context(), here(), "n"); err != nil || !found || ref != there {
				t.Errorf("%q is not %q: %v %v", there, ref, found, err)
			}
			clean(t, fake)
		}
	}
}

func TestALongAnswerThatChangedBeforeItWasWholeIsPutRight(t *testing.T) {
	fake, bot := fakeAndBot(t, nil)
	card, _ := essay()
	fake.Fault("POST channels/messages", fakediscord.Fault{}, fakediscord.Fault{}, fakediscord.Fault{Status: 500})
	if _, err := bot.Post(t.Context(), here(), card, "n"); err == nil {
		t.Fatal("nothing went wrong")
	}
	card.Text = "Now " + card.Text
	if _, err := bot.Post(t.Context(), here(), card, "n"); err != nil {
		t.Fatal(err)
	}
	other, fresh := fakeAndBot(t, nil)
	if _, err := fresh.Post(t.Context(), here(), card, "n"); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(texts(other.Posted(text)), texts(fake.Posted(text))); d != "" {
		t.Error(d)
	}
	clean(t, fake)
}

func TestAnEditOfManyMessagesGoesOnWhereItWasPutOff(t *testing.T) {
	fake, bot := fakeAndBot(t, nil)
	card, _ := essay()
	ref, err := bot.Post(t.Context(), here(), card, "n")
	if err != nil {
		t.Fatal(err)
	}
	calls := fake.Calls("PATCH channels/messages/id")
	fake.Fault("PATCH channels/messages/id", fakediscord.Fault{}, fakediscord.Fault{}, fakediscord.Fault{Status: 500})
	card.Text = "Now " + card.Text
	if bot.Edit(t.Context(), here(), ref, card) == nil {
		t.Fatal("nothing went wrong")
	}
	if err := bot.Edit(t.Context(), here(), ref, card); err != nil {
		t.Fatal(err)
	}
	if n := fake.Calls("PATCH channels/messages/id") - calls; n != strings.Count(ref, ",")+2 {
		t.Errorf("%d edits", n)
	}
}

func TestWhatIsTooLongForManyMessagesComesAsAFile(t *testing.T) {
	fake, bot := fakeAndBot(t, func(c *discord.Config) { c.Public = assistant.PublicAt("https://panel.example/") })
	card := bots.AnswerCard{Agent: nico, Text: "Here:\n\n```\n" + strings.Repeat("a line of code\n", 3000) + "```", Conversation: "c"}
	id, err := bot.Post(t.Context(), here(), card, "n")
	if err != nil {
		t.Fatal(err)
	}
	m := shown(t, fake, id)
	words := strings.Join(m.Lines(), "\n")
	if !strings.Contains(words, "a line of code\n```\n*… this is only the beginning; the whole text is in the file.* [Or read it in the panel](https://panel.example/c/c)") {
		t.Errorf("cut badly: …%s", words[max(0, len(words)-500):])
	}
	if string(m.Files["answer.md"]) != card.Text {
		t.Errorf("the file has %d bytes", len(m.Files["answer.md"]))
	}
	card.Text = strings.ReplaceAll(card.Text, "line", "row")
	if err := bot.Edit(t.Context(), here(), id, card); err != nil || string(shown(t, fake, id).Files["answer.md"]) != card.Text {
		t.Errorf("the file has not followed: %v", err)
	}
	clean(t, fake)
}

// TestNoWordOfALongAnswerIsLostHoweverItIsWritten divides what people would not write, and counts its words.
func TestNoWordOfALongAnswerIsLostHoweverItIsWritten(t *testing.T) {
	fake, bot := fakeAndBot(t, nil)
	pieces := []string{
		"word", "\"quoted\"", "\n", "\n\n", "\n\n```go\n", "\n```\n\n", "é", "😀", "<@U1>", "&", "\\", strings.Repeat("x", 300), "**bold", "bold**",
		"\n- item", "\n> said", "\n# head\n", "`code`", "https://x.example/a_b", "[link](https://evil.example)", "~~no~~", "\n  1. deep",
	}
	r := rand.New(rand.NewPCG(1, 2))
	for i := range 60 {
		var b strings.Builder
		n := 0
		for b.Len() < 5_000+300*i {
			if r.IntN(4) == 0 {
				n++
				fmt.Fprintf(&b, "w%dw ", n)
			}
			b.WriteString(pieces[r.IntN(len(pieces))] + " ")
		}
		before := len(fake.Posted(text))
		if _, err := bot.Post(t.Context(), here(), bots.AnswerCard{Agent: nico, Text: b.String()}, fmt.Sprintf("nonce-%02d", i)); err != nil {
			t.Fatalf("%d: %v", i, err)
		}
		ms := fake.Posted(text)[before:]
		all := strings.Join(texts(ms), "\n")
		if ms[0].Files != nil {
			continue
		}
		last := 0
		for k := 1; k <= n; k++ {
			at := strings.Index(all[last:], fmt.Sprintf("w%dw", k))
			if at < 0 {
				t.Fatalf("%d: word %d is lost, or not in its place", i, k)
			}
			last += at
		}
		for p, s := range texts(ms) {
			if fences := strings.Count(s, "```"); fences%2 != 0 {
				t.Errorf("%d: part %d has %d fences", i, p, fences)
			}
		}
	}
	clean(t, fake)
}

func TestALongParagraphIsCutBetweenWordsWithItsEmphasisKept(t *testing.T) {
	fake, bot := fakeAndBot(t, nil)
	card := bots.AnswerCard{Agent: nico, Text: "**" + strings.TrimSpace(strings.Repeat("bold words ", 500)) + "**\n\n" + strings.Repeat("😀", 2500)}
	if _, err := bot.Post(t.Context(), here(), card, "n"); err != nil {
		t.Fatal(err)
	}
	parts := texts(fake.Posted(text))
	if len(parts) < 3 || !strings.HasSuffix(parts[0], "d**") && !strings.HasSuffix(parts[0], "s**") || !strings.HasPrefix(parts[1], "**") {
		t.Errorf("%d parts: %q … %q", len(parts), parts[0][max(0, len(parts[0])-30):], parts[1][:30])
	}
	if n := strings.Count(strings.Join(parts, ""), "😀"); n != 2500 {
		t.Errorf("%d of 2500 are there", n)
	}
	clean(t, fake)
}
