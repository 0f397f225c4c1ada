package components_test

import (
	"encoding/json"
	"errors"
	"hash/fnv"
	"strconv"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/discord/components"
	"github.com/aisteam/aisteam/internal/fakediscord"
)

// FuzzCustomIDs reads what a button says, years later or made up: what can be read reads the same when it is written again.
func FuzzCustomIDs(f *testing.F) {
	for _, s := range []string{
		"v1:plan:approve:x:1", "v1:ask:opt:x:0:1", "v2:plan:approve:x:1", "v1:run:stop:", "v1:run:stop:x:-1", "v1:::x", "v1:a:b:c:d:e:f", "v1:plan:approve:x:+1", "",
		"v1:approval:sure:" + strings.Repeat("x", 90),
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, id string) {
		again, acts, ok := readID(id)
		if !ok {
			if acts {
				t.Errorf("%q acts", id)
			}
			return
		}
		third, alike, ok := readID(again)
		if !ok || third != again || alike != acts {
			t.Errorf("%q becomes %q and then %q", id, again, third)
		}
	})
}

// FuzzReadback posts an answer and reads it back as Discord tells of it later, with the nonce and without: its messages are
// known, each in its place, and others' are not.
func FuzzReadback(f *testing.F) {
	f.Add("hello", "nonce", "other")
	f.Add(strings.Repeat("words and words. ", 600), strings.Repeat("n", 24), strings.Repeat("n", 25))
	f.Add("x", "", " ")
	f.Add("x", "\x00\xff", "0")
	f.Fuzz(func(t *testing.T, text, nonce, other string) {
		all := posts(t, components.Renderer{}, bots.AnswerCard{Text: text}, nonce)
		clipped := bots.Clip(nonce, 25)
		for i, raw := range all {
			var m map[string]json.RawMessage
			if err := json.Unmarshal(raw, &m); err != nil {
				t.Fatal(err)
			}
			delete(m, "nonce") // Discord keeps it for a while only
			later, err := json.Marshal(m)
			if err != nil {
				t.Fatal(err)
			}
			number, of, ok := recognise(t, later, nonce)
			if strings.TrimSpace(clipped) != "" && (!ok || number != i+1 || of != len(all)) {
				t.Errorf("part %d of %d is read back as %d of %d, %v", i+1, len(all), number, of, ok)
			}
			if _, _, ok := recognise(t, later, other+"!"); ok && bots.Clip(other+"!", 24) != bots.Clip(nonce, 24) {
				t.Errorf("%q is taken for %q", other+"!", nonce)
			}
		}
		_, _, _ = recognise(t, []byte(text), nonce)
	})
}

// FuzzMarkdown draws whatever a model writes: messages that Discord takes, in which nothing pages anybody.
func FuzzMarkdown(f *testing.F) {
	for _, s := range []string{
		"**a** `b`", "```\nx", "> - 1. x\n\n| a |\n|-|", "<@1> [x](y)", strings.Repeat("[", 200), "\xff\x00", strings.Repeat("👩‍👩‍👧", 700),
		strings.Repeat("e\u0301", 2100), strings.Repeat("\u202e\u200b", 2000), strings.Repeat("a", 4001), "# @everyone <@&5> <#6>",
	} {
		f.Add(s)
	}
	check := newOracle(f)
	f.Fuzz(func(t *testing.T, s string) {
		all := posts(t, on, bots.AnswerCard{Text: s, Conversation: "c", Message: "m"}, "n")
		if len(all) == 0 || len(all) > 8 {
			t.Fatalf("%d messages", len(all))
		}
		for _, raw := range all {
			check.check(t, "POST channels/messages", raw)
		}
	})
}

// FuzzForms opens forms about whatever somebody has written: Discord takes them.
func FuzzForms(f *testing.F) {
	for _, s := range []string{"", "Which?", strings.Repeat("👩‍👩‍👧", 60), strings.Repeat("e\u0301", 120), "\u202e\u200b", "\x00\xff", strings.Repeat("<&>\"\\", 50)} {
		f.Add(s, s, uint8(3))
	}
	check := newOracle(f)
	f.Fuzz(func(t *testing.T, text, option string, n uint8) {
		q := assistant.Clarification{ID: "0195d7c0-0000-7000-8000-000000000000", Intro: text}
		for i := range int(n) % 9 {
			one := assistant.Question{Key: text, Text: option, Reason: text, Free: i%2 == 0}
			for j := range i * 5 {
				one.Options = append(one.Options, assistant.Option{Label: option, Value: text + strconv.Itoa(j), Description: option})
			}
			if i%3 == 0 {
				one.Default = option
			}
			q.Questions = append(q.Questions, one)
		}
		for _, raw := range forms(t, q) {
			check.check(t, "POST callback", raw)
			if err := checkForm(raw); err != nil {
				t.Error(err)
			}
		}
	})
}

// checkForm holds a form against the limits of lengths, which otherwise only the schema knows.
func checkForm(raw []byte) error {
	type choice struct{ Label, Value, Description string }
	var answer struct {
		Data struct {
			Title, CustomID string
			Components      []struct {
				Type                        int
				Label, Description, Content string
				Component                   struct {
					CustomID string `json:"custom_id"`
					Options  []choice
				}
			}
		}
	}
	if err := json.Unmarshal(raw, &answer); err != nil {
		return err
	}
	for _, c := range answer.Data.Components {
		if c.Type == 10 && widthOf(c.Content) > 0 && widthOf(c.Content) <= 4000 {
			continue
		}
		if w := widthOf(c.Label); w < 1 || w > 45 || widthOf(c.Description) > 100 || widthOf(c.Component.CustomID) > 100 || len(c.Component.Options) > 25 {
			return errors.New("a label: " + string(raw))
		}
		values := map[string]bool{}
		for _, o := range c.Component.Options {
			if w := widthOf(o.Label); w < 1 || w > 100 || o.Value == "" || widthOf(o.Value) > 100 || widthOf(o.Description) > 100 || values[o.Value] {
				return errors.New("an option: " + string(raw))
			}
			values[o.Value] = true
		}
	}
	return nil
}

// FuzzText takes foreign words out and in: within their bound, and paging nobody.
func FuzzText(f *testing.F) {
	for _, s := range []string{"a <@1> *b*", "@everyone", "https://x.example/a_b", "# -x\n- +", ":smile:", "\xff\u202e\u200d", "<:a:1><t:1:R>", strings.Repeat("😀", 30)} {
		f.Add(s, uint8(40))
	}
	f.Fuzz(func(t *testing.T, s string, n uint8) {
		limit := int(n) + 10
		out := components.Escape(s, limit)
		if widthOf(out) > limit {
			t.Errorf("%q at %d is %q", s, limit, out)
		}
		for _, force := range []string{"@everyone", "@here"} {
			if strings.Contains(out, force) {
				t.Errorf("%q is alive in %q", force, out)
			}
		}
		for i := range len(out) {
			if out[i] == '<' && (i == 0 || out[i-1] != '\\') {
				t.Errorf("%q may mention", out)
			}
		}
	})
}

// oracle holds payloads against the rules, and one of so many against the schema too, which takes a hundred times as long.
type oracle struct {
	rules, schema *fakediscord.Checker
	every         uint32
}

func newOracle(tb testing.TB) oracle {
	tb.Helper()
	rules, err1 := fakediscord.NewChecker("")
	schema, err2 := fakediscord.NewChecker(fakediscord.FindSchema())
	if err := errors.Join(err1, err2); err != nil {
		tb.Fatal(err)
	}
	every := uint32(8)
	if _, fuzz := tb.(*testing.F); fuzz {
		every = 64
	}
	return oracle{rules, schema, every}
}

func (o oracle) check(t *testing.T, route string, raw []byte) {
	t.Helper()
	h := fnv.New32a()
	_, _ = h.Write(raw)
	c := o.rules
	if h.Sum32()%o.every == 0 {
		c = o.schema
	}
	if err := c.Check(route, raw); err != nil {
		t.Errorf("%s: %v\n%s", route, err, raw)
	}
}

func widthOf(s string) int { return len(utf16.Encode([]rune(s))) }
