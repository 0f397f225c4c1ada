package components_test

import (
	"bytes"
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/discord/components"
	"github.com/aisteam/aisteam/internal/cardkit"
	"github.com/aisteam/aisteam/internal/cardpress"
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
	check, on := checker(t), components.Renderer{PublicURL: "https://panel.example", Hosts: []string{"shop.example"}}
	looks := map[string]string{}
	for _, l := range cardkit.Logs("Words & *more* @everyone <@1> @here", 3) {
		var b bytes.Buffer
		if card, ok := l.Card(); ok {
			for _, way := range ways(t, on, card) {
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
		looks[l.Name] = b.String()
	}
	for name, v := range cardpress.Sections("Words & *more* @everyone <@1> @here") {
		raw := written(t, components.Part{Nonce: "0123456789abcdef01234567", Number: 1, Of: 1}.Posting(on.Card(v), assistant.Place{}, false))
		if err := check.Check("POST channels/messages", raw); err != nil || pinging.Match(raw) {
			t.Errorf("%s: %v, or it pages everybody", name, err)
		}
		var b bytes.Buffer
		if err := json.Indent(&b, raw, "", "  "); err != nil {
			t.Fatal(err)
		}
		looks[name] = b.String() + "\n"
	}
	cardkit.Agreed(t, "discord", looks, *update)
}

// way is one of the bodies that a card goes over the wire as.
type way struct {
	route string
	raw   []byte
}

func ways(t *testing.T, r components.Renderer, c bots.Card) []way {
	t.Helper()
	var out []way
	for _, raw := range posts(t, r, c, "0123456789abcdef01234567") {
		out = append(out, way{"POST channels/messages", raw})
	}
	for _, raw := range edits(t, r, c) {
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
	check := newOracle(t)
	for _, text := range append(lengths(100, 2000, 4000), " ", "\x00\xff", "\u200b") {
		for _, l := range cardkit.Logs(text, len(text)%4) {
			card, ok := l.Card()
			if !ok {
				continue
			}
			for _, way := range ways(t, on, card) {
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
		f.Add(s, uint8(i*7), uint8(i%5)) // few
	}
	check := newOracle(f)
	f.Fuzz(func(t *testing.T, text string, which, n uint8) {
		logs := cardkit.Logs(text, int(n)%6)
		card, ok := logs[int(which)%len(logs)].Card()
		if !ok {
			return
		}
		for _, way := range ways(t, on, card) {
			check.check(t, way.route, way.raw)
		}
	})
}
