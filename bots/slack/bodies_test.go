package slack_test

import (
	"bytes"
	"encoding/json"
	"hash/fnv"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/slack"
	"github.com/aisteam/aisteam/internal/cardkit"
	"github.com/aisteam/aisteam/internal/fakeslack"
)

// oracle holds messages against the limits, and one of so many against the schema too, which takes far longer.
type oracle struct {
	rules, schema *fakeslack.Checker
	every         uint32
}

func newOracle(tb testing.TB) oracle {
	tb.Helper()
	rules, _ := fakeslack.NewChecker("")
	schema, err := fakeslack.NewChecker(fakeslack.FindSchema())
	if err != nil {
		tb.Fatal(err)
	}
	every := uint32(8)
	if _, fuzz := tb.(*testing.F); fuzz {
		every = 64
	}
	return oracle{rules, schema, every}
}

func (o oracle) some(raw string) *fakeslack.Checker {
	h := fnv.New32a()
	_, _ = h.Write([]byte(raw))
	if h.Sum32()%o.every == 0 {
		return o.schema
	}
	return o.rules
}

func TestEveryBodyInEveryStatusLooksAsAgreed(t *testing.T) {
	check, bot := newOracle(t).schema, slack.New(slack.Config{PublicURL: "https://panel.example", AllowedHosts: []string{"shop.example"}})
	kept, _ := filepath.Glob(filepath.Join("testdata", "bodies", "*.json"))
	for _, l := range cardkit.Logs("Words & *more* <!channel> <@U1> @here", 3) {
		var looks [][2]string
		if card, ok := l.Card(); ok {
			var err error
			if looks, err = bot.Looks(card); err != nil {
				t.Fatal(err)
			}
		}
		var b bytes.Buffer
		for _, look := range looks {
			if err := check.Message(look[0], []byte(look[1])); err != nil {
				t.Errorf("%s: %v", l.Name, err)
			}
			if strings.Contains(look[0], "<!channel") || pages(t, []byte(look[1])) {
				t.Errorf("%s pages everybody", l.Name)
			}
			b.WriteString("// " + strings.ReplaceAll(look[0], "\n", "\n// ") + "\n")
			if err := json.Indent(&b, []byte(look[1]), "", "  "); err != nil {
				t.Fatal(err)
			}
			b.WriteByte('\n')
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

// pages tells whether a text of the blocks that Slack reads as markup pages everybody.
func pages(t *testing.T, raw []byte) bool {
	t.Helper()
	var v any
	if err := json.Unmarshal(raw, &v); err != nil {
		t.Fatal(err)
	}
	var look func(v any) bool
	look = func(v any) bool {
		switch v := v.(type) {
		case []any:
			return slices.ContainsFunc(v, look)
		case map[string]any:
			text, _ := v["text"].(string)
			if (v["type"] == "mrkdwn" || v["type"] == "markdown") && strings.Contains(text, "<!channel") {
				return true
			}
			for _, x := range v {
				if look(x) {
					return true
				}
			}
		}
		return false
	}
	return look(v)
}

// lengths are texts of one unit less than a limit, of the limit, and of one more, in characters that are one unit and two,
// that combine, that cannot be seen, that change the direction, and that JSON makes longer.
func lengths(limits ...int) []string {
	var out []string
	for i, limit := range limits {
		for j, n := range []int{limit - 1, limit, limit + 1} {
			unit := []string{"a", "👩", "e\u0301", "\u200b\u202e", "<&\"", "\n\\", "שָׁ"}[(i*3+j)%7]
			out = append(out, strings.Repeat("b", n), strings.Repeat(unit, n/widthOf(unit))+strings.Repeat("c", n%widthOf(unit)))
		}
	}
	return out
}

func TestEveryBodyFitsAtEveryLimit(t *testing.T) {
	check, bot := newOracle(t), slack.New(slack.Config{PublicURL: "https://panel.example"})
	for _, text := range append(lengths(75, 150, 3000, 4000, 12000), " ", "\x00\xff", "\u200b") {
		for _, l := range cardkit.Logs(text, len(text)%4) {
			card, ok := l.Card()
			if !ok {
				continue
			}
			looks, err := bot.Looks(card)
			if err != nil {
				t.Fatal(err)
			}
			for _, look := range looks {
				if err := check.some(look[1]).Message(look[0], []byte(look[1])); err != nil {
					t.Errorf("%s with %d units of %.4q: %v", l.Name, widthOf(text), text[len(text)/2:], err)
				}
			}
		}
	}
}

// FuzzBodies draws every body with any words and any number of entries: messages that Slack takes.
func FuzzBodies(f *testing.F) {
	for i, s := range append(lengths(75), "", "words", "\xff\x00") {
		f.Add(s, uint8(i*7), uint8(i%5)) //nolint:gosec // few
	}
	check, bot := newOracle(f), slack.New(slack.Config{PublicURL: "https://panel.example"})
	f.Fuzz(func(t *testing.T, text string, which, n uint8) {
		logs := cardkit.Logs(text, int(n)%6)
		l := logs[int(which)%len(logs)]
		card, ok := l.Card()
		if !ok {
			return
		}
		looks, err := bot.Looks(card)
		if err != nil {
			t.Fatal(err)
		}
		for _, look := range looks {
			if err := check.some(look[1]).Message(look[0], []byte(look[1])); err != nil {
				t.Errorf("%s: %v\n%s", l.Name, err, look[1])
			}
		}
	})
}

func TestFormsHomesAndListsFitAtEveryLimit(t *testing.T) {
	check, bot := newOracle(t).schema, slack.New(slack.Config{PublicURL: "https://panel.example"})
	for _, text := range append(lengths(24, 75, 150, 500, 1000, 3000), "", " ") {
		var runs []assistant.RunView
		var waiting []assistant.Pending
		var talks []assistant.Conversation
		var sites []assistant.Project
		for range len(text) % 14 {
			v := assistant.RunView{Run: assistant.Run{ID: "r", Title: text}, Tasks: []assistant.Task{{Summary: text, Status: assistant.TaskInProgress}}}
			runs, waiting = append(runs, v), append(waiting, assistant.Pending{Title: text, Why: text, Conversation: "c", Until: noon})
			talks = append(talks, assistant.Conversation{ID: "c", Title: text})
			sites = append(sites, assistant.Project{ID: "p", Name: text, SiteURL: text})
		}
		views := []any{
			bot.Home(assistant.Person{Name: text, Zone: text, Role: assistant.Role(text)}, runs, waiting, talks, sites),
			bot.Home(assistant.Person{Role: assistant.RoleAdmin}, runs, waiting, talks, sites),
		}
		q := assistant.Clarification{ID: "ask", Intro: text}
		for i := range len(text) % 60 {
			one := assistant.Question{Key: text, Text: text, Reason: text, Default: text, Free: i%2 == 0}
			for range i {
				one.Options = append(one.Options, assistant.Option{Label: text, Value: text, Description: text})
			}
			q.Questions = append(q.Questions, one)
		}
		for _, form := range slack.Forms(q, text) {
			views = append(views, form)
		}
		for i, v := range views {
			raw, err := json.Marshal(v)
			if err != nil {
				t.Fatal(err)
			}
			if err := check.View(raw); err != nil {
				t.Errorf("view %d with %d units of %.4q: %v", i, widthOf(text), text, err)
			}
		}
		said, blocks, err := bot.List(runs, waiting)
		if err != nil {
			t.Fatal(err)
		}
		if err := check.Message(said, []byte(blocks)); err != nil {
			t.Errorf("list with %d units: %v", widthOf(text), err)
		}
	}
}
