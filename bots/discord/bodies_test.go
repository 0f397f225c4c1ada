package discord_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/discord"
	"github.com/aisteam/aisteam/internal/cardkit"
	"github.com/aisteam/aisteam/internal/fakediscord"
)

func checker(tb testing.TB) *fakediscord.Checker {
	tb.Helper()
	c, err := fakediscord.NewChecker(fakediscord.FindSchema())
	if err != nil {
		tb.Fatal(err)
	}
	return c
}

func TestEveryBodyInEveryStatusLooksAsAgreed(t *testing.T) {
	pinging := regexp.MustCompile(`"content":"[^"]*@(everyone|here)`) // labels are not read as markup
	check, bot := checker(t), discord.New(discord.Config{PublicURL: "https://panel.example", AllowedHosts: []string{"shop.example"}})
	kept, _ := filepath.Glob(filepath.Join("testdata", "bodies", "*.json"))
	for _, l := range cardkit.Logs("Words & *more* @everyone <@1> @here", 3) {
		var b bytes.Buffer
		if card, ok := l.Card(); ok {
			for _, way := range ways(t, bot, card) {
				if err := check.Check(way.route, way.raw); err != nil {
					t.Errorf("%s: %v", l.Name, err)
				}
				if pinging.Match(way.raw) {
					t.Errorf("%s pages everybody", l.Name)
				}
				b.WriteString("// " + way.route + "\n")
				if err := json.Indent(&b, way.raw, "", "  "); err != nil {
					t.Fatal(err)
				}
				b.WriteByte('\n')
			}
		}
		file := filepath.Join("testdata", "bodies", l.Name+".json")
		if *update {
			if err := os.WriteFile(file, b.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Errorf("%s has no golden: %v", l.Name, err)
		}
		if d := cmp.Diff(string(want), b.String()); d != "" {
			t.Errorf("%s: %s", l.Name, d)
		}
		kept = slices.DeleteFunc(kept, func(k string) bool { return k == file })
	}
	if len(kept) > 0 {
		t.Errorf("goldens of nothing: %v", kept)
	}
}

// way is one of the bodies that a card goes over the wire as.
type way struct {
	route string
	raw   []byte
}

func ways(t *testing.T, bot *discord.Bot, c bots.Card) []way {
	t.Helper()
	posts, err := bot.Payloads(c, "0123456789abcdef01234567")
	if err != nil {
		t.Fatal(err)
	}
	edits, err := bot.Edits(c)
	if err != nil {
		t.Fatal(err)
	}
	var out []way
	for _, raw := range posts {
		out = append(out, way{"POST channels/messages", raw})
	}
	for _, raw := range edits {
		out = append(out, way{"PATCH channels/messages/id", raw})
	}
	return out
}

// lengths are texts of one unit less than a limit, of the limit, and of one more, in characters that are one unit and two,
// that combine, that cannot be seen, that change the direction, and that an escape makes longer.
func lengths(limits ...int) []string {
	var out []string
	for i, limit := range limits {
		for j, n := range []int{limit - 1, limit, limit + 1} {
			unit := []string{"a", "👩", "e\u0301", "\u200b\u202e", "<*_", "\n#", "שָׁ"}[(i*3+j)%7]
			out = append(out, strings.Repeat("b", n), strings.Repeat(unit, n/widthOf(unit))+strings.Repeat("c", n%widthOf(unit)))
		}
	}
	return out
}

func TestEveryBodyFitsAtEveryLimit(t *testing.T) {
	check, bot := newOracle(t), discord.New(discord.Config{PublicURL: "https://panel.example"})
	for _, text := range append(lengths(100, 2000, 4000), " ", "\x00\xff", "\u200b") {
		for _, l := range cardkit.Logs(text, len(text)%4) {
			card, ok := l.Card()
			if !ok {
				continue
			}
			for _, way := range ways(t, bot, card) {
				check.check(t, way.route, way.raw)
			}
		}
		if t.Failed() {
			t.Fatalf("with %d units of %q", widthOf(text), text[:min(len(text), 20)])
		}
	}
}

// The bound of all texts of a message is counted as JavaScript counts: an emoji is two, an accent of its own is one.
func TestTheTextOfAMessageIsBoundedInUnitsOfUTF16(t *testing.T) {
	check := checker(t)
	message := func(text string) []byte {
		raw, err := json.Marshal(map[string]any{
			"flags": 1 << 15, "allowed_mentions": map[string]any{"parse": []string{}},
			"components": []any{map[string]any{"type": 10, "content": text}, map[string]any{"type": 10, "content": "x"}},
		})
		if err != nil {
			t.Fatal(err)
		}
		return raw
	}
	for text, fits := range map[string]bool{
		strings.Repeat("a", 3999): true, strings.Repeat("a", 4000): false, strings.Repeat("😀", 1999): true, strings.Repeat("😀", 2000): false,
		strings.Repeat("e\u0301", 1999): true, strings.Repeat("\u200b", 4000): false,
	} {
		if err := check.Check("POST channels/messages", message(text)); (err == nil) != fits {
			t.Errorf("%d units of %q: %v", widthOf(text)+1, text[:8], err)
		}
	}
}

// FuzzBodies draws every body with any words and any number of entries: messages that Discord takes.
func FuzzBodies(f *testing.F) {
	for i, s := range append(lengths(45), "", "words", "\xff\x00") {
		f.Add(s, uint8(i*7), uint8(i%5)) //nolint:gosec // few
	}
	check, bot := newOracle(f), discord.New(discord.Config{PublicURL: "https://panel.example"})
	f.Fuzz(func(t *testing.T, text string, which, n uint8) {
		logs := cardkit.Logs(text, int(n)%6)
		card, ok := logs[int(which)%len(logs)].Card()
		if !ok {
			return
		}
		for _, way := range ways(t, bot, card) {
			check.check(t, way.route, way.raw)
		}
	})
}

func TestCommandsAndSuggestionsAreValid(t *testing.T) {
	check := checker(t)
	raw, err := json.Marshal(discord.Commands())
	if err != nil {
		t.Fatal(err)
	}
	if err := check.Check("PUT applications/commands", raw); err != nil {
		t.Error(err)
	}
	in := newInbox()
	fake, _ := fakeAndBot(t, func(c *discord.Config) {
		in.use(c)
		for _, s := range lengths(100, 200) {
			c.Roster = append(c.Roster, assistant.Agent{ID: assistant.AgentID(s[:20]), Name: s, Title: s, Visible: true})
			in.runs = append(in.runs, assistant.RunView{Run: assistant.Run{ID: assistant.RunID(s[:20]), Title: s, RequestedBy: "anna", Status: assistant.RunRunning}})
		}
		for range 30 {
			in.runs = append(in.runs, in.runs[0])
			c.Roster = append(c.Roster, c.Roster[0])
		}
	})
	for _, option := range [][2]string{{"ask", "agent"}, {"stop", "run"}, {"status", "run"}} {
		if choices, err := fake.Suggest(t.Context(), text, anna, option[0], option[1], ""); err != nil || len(choices) == 0 || len(choices) > 25 {
			t.Errorf("%v: %d choices, %v", option, len(choices), err)
		}
	}
	clean(t, fake)
}
