package blocks_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"hash/fnv"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	slackapi "github.com/slack-go/slack"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/slack/blocks"
	"github.com/aisteam/aisteam/bots/view"
	"github.com/aisteam/aisteam/internal/cardkit"
	"github.com/aisteam/aisteam/internal/cardpress"
	"github.com/aisteam/aisteam/internal/fakeslack"
	"github.com/aisteam/aisteam/wording"
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

var update = flag.Bool("update", false, "write the golden files anew")

func TestEveryCardLooksAsAgreed(t *testing.T) {
	check := newOracle(t).schema
	cards := cardkit.Samples("<!channel>")
	for _, name := range []string{"answer", "answer_rehearsal"} {
		answer, _ := cards[name].(bots.AnswerCard)
		answer.Message = assistant.MessageID("said-" + name)
		cards[name] = answer
	}
	for name, card := range cards {
		t.Run(name, func(t *testing.T) {
			looks, _ := blocks.Renderer{}.Messages(card)
			if len(looks) != 1 {
				t.Fatalf("%d messages", len(looks))
			}
			m := looks[0].Named()
			drawn, err := json.Marshal(m.Blocks)
			if err != nil {
				t.Fatal(err)
			}
			if err := check.Message(m.Text, drawn); err != nil {
				t.Error(err)
			}
			golden(t, name, m)
		})
	}
}

func golden(t *testing.T, name string, m blocks.Message) {
	t.Helper()
	raw, err := json.Marshal(map[string]any{"text": m.Text, "blocks": m.Blocks})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := json.Indent(&b, raw, "", "  "); err != nil {
		t.Fatal(err)
	}
	b.WriteByte('\n')
	file := filepath.Join("testdata", name+".json")
	if *update {
		if err := os.WriteFile(file, b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(want), b.String()); d != "" {
		t.Error(d)
	}
}

func TestEveryBodyInEveryStatusLooksAsAgreed(t *testing.T) {
	check, draw := newOracle(t).schema, blocks.Renderer{PublicURL: "https://panel.example", Hosts: []string{"shop.example"}}
	agreed := map[string]string{}
	all := map[string][][2]string{}
	for _, l := range cardkit.Logs("Words & *more* <!channel> <@U1> @here", 3) {
		all[l.Name] = nil
		if card, ok := l.Card(); ok {
			looks, err := draw.Looks(card)
			if err != nil {
				t.Fatal(err)
			}
			all[l.Name] = looks
		}
	}
	for name, v := range cardpress.Sections("Words & *more* <!channel> <@U1> @here") {
		look, err := draw.Card(v)
		if err != nil {
			t.Fatal(err)
		}
		all[name] = [][2]string{look}
	}
	for name, looks := range all {
		var b bytes.Buffer
		for _, look := range looks {
			if err := check.Message(look[0], []byte(look[1])); err != nil {
				t.Errorf("%s: %v", name, err)
			}
			if strings.Contains(look[0], "<!channel") || pages(t, []byte(look[1])) {
				t.Errorf("%s pages everybody", name)
			}
			b.WriteString("// " + strings.ReplaceAll(look[0], "\n", "\n// ") + "\n")
			if err := json.Indent(&b, []byte(look[1]), "", "  "); err != nil {
				t.Fatal(err)
			}
			b.WriteByte('\n')
		}
		agreed[name] = b.String()
	}
	cardkit.Agreed(t, "slack", agreed, *update)
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

func TestEveryBodyFitsAtEveryLimit(t *testing.T) {
	check, draw := newOracle(t), blocks.Renderer{PublicURL: "https://panel.example", Hosts: []string{"panel.example"}}
	for _, text := range append(cardkit.Lengths(75, 150, 3000, 4000, 12000), " ", "\x00\xff", "\u200b") {
		for _, l := range cardkit.Logs(text, len(text)%4) {
			card, ok := l.Card()
			if !ok {
				continue
			}
			looks, err := draw.Looks(card)
			if err != nil {
				t.Fatal(err)
			}
			for _, look := range looks {
				if err := check.some(look[1]).Message(look[0], []byte(look[1])); err != nil {
					t.Errorf("%s with %d units of %.4q: %v", l.Name, cardkit.Width(text), text[len(text)/2:], err)
				}
			}
		}
	}
}

// FuzzBodies draws every body with any words and any number of entries: messages that Slack takes.
func FuzzBodies(f *testing.F) {
	for i, s := range append(cardkit.Lengths(75), "", "words", "\xff\x00") {
		f.Add(s, uint8(i*7), uint8(i%5)) // few
	}
	check, draw := newOracle(f), blocks.Renderer{PublicURL: "https://panel.example", Hosts: []string{"panel.example"}}
	f.Fuzz(func(t *testing.T, text string, which, n uint8) {
		logs := cardkit.Logs(text, int(n)%6)
		l := logs[int(which)%len(logs)]
		card, ok := l.Card()
		if !ok {
			return
		}
		looks, err := draw.Looks(card)
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
	check, draw := newOracle(t).schema, blocks.Renderer{PublicURL: "https://panel.example", Hosts: []string{"panel.example"}}
	for _, text := range append(cardkit.Lengths(24, 75, 150, 500, 1000, 3000), "", " ") {
		var runs []assistant.RunView
		var waiting []assistant.Pending
		var talks []assistant.Conversation
		for range len(text) % 14 {
			v := assistant.RunView{Run: assistant.Run{ID: "r", Title: text}, Tasks: []assistant.Task{{Summary: text, Status: assistant.TaskInProgress}}}
			runs, waiting = append(runs, v), append(waiting, assistant.Pending{Title: text, Why: text, Conversation: "c", Until: cardkit.Noon})
			talks = append(talks, assistant.Conversation{ID: "c", Title: text})
		}
		views := []any{
			draw.Home(bots.Outlook{Person: assistant.Person{Name: text, Zone: text, Role: assistant.Role(text)}, Runs: runs, Waits: waiting}, talks, nil),
			draw.Home(bots.Outlook{Runs: runs, Waits: waiting}, talks, []slackapi.Block{blocks.Section("settings")}),
		}
		q := assistant.Clarification{ID: "ask", Intro: text}
		for i := range len(text) % 60 {
			one := assistant.Question{Key: text, Text: text, Reason: text, Default: text, Free: i%2 == 0}
			for range i {
				one.Options = append(one.Options, assistant.Option{Label: text, Value: text, Description: text})
			}
			q.Questions = append(q.Questions, one)
		}
		for _, form := range forms(q, text) {
			views = append(views, form)
		}
		for i, v := range views {
			raw, err := json.Marshal(v)
			if err != nil {
				t.Fatal(err)
			}
			if err := check.View(raw); err != nil {
				t.Errorf("view %d with %d units of %.4q: %v", i, cardkit.Width(text), text, err)
			}
		}
		list := draw.List("*Tasks*", bots.Outlook{Runs: runs, Waits: waiting}, true)
		raw, err := json.Marshal(list.Blocks)
		if err != nil {
			t.Fatal(err)
		}
		if err := check.Message(list.Text, raw); err != nil {
			t.Errorf("list with %d units: %v", cardkit.Width(text), err)
		}
	}
}

// changeable is an action whose arguments are words, one of several, a list, and what a form has no room for.
func changeable(text string) assistant.Approval {
	a := assistant.Approval{ID: "ask", Title: assistant.Verbatim(text), Arguments: written(map[string]any{
		"words": text, "page": map[string]any{"kind": text, text: text}, "tags": []string{text, text}, "yes": true, "rest": map[string]any{"a": []int{1}},
	})}
	a.Form = []assistant.FormField{
		{Key: "words", Kind: assistant.FieldText},
		{Key: "page.kind", Kind: assistant.FieldChoice, Options: assistant.OptionsOf("other", text)},
		{Key: assistant.Path{{Name: "page"}, {Name: text}}.String(), Kind: assistant.FieldText},
		{Key: "tags", Kind: assistant.FieldLines, Entries: assistant.FieldText},
		{Key: "yes", Kind: assistant.FieldYesNo},
		{Key: "rest", Kind: assistant.FieldJSON},
	}
	return a
}

func written(v any) json.RawMessage {
	raw, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return raw
}

// TestAFormOfArgumentsGivesWhatWasWritten: what was chosen and written, by its place; what it did not ask for is not among it.
func TestAFormOfArgumentsGivesWhatWasWritten(t *testing.T) {
	a := changeable("text")
	var given blocks.Fields
	if err := json.Unmarshal([]byte(`{"arg:words":{"v":{"value":"new"}},"arg:page.kind":{"v":{"selected_option":{"value":"o0"}}},"arg:yes":{"v":{"selected_option":null}},"arg:rest":{"v":{"value":"{}"}},"arg:0":{"v":{"value":"old"}}}`), &given); err != nil {
		t.Fatal(err)
	}
	form := a.ArgumentsForm()
	if got, want := form.Changed(given.Given(form)), map[string]string{"words": "new", "page.kind": "other"}; !maps.Equal(got, want) {
		t.Errorf("%v", got)
	}
}

// forms are the forms that are opened about these words.
func forms(q assistant.Clarification, text string) []slackapi.ModalViewRequest {
	at := blocks.Origin{Channel: "C0123456789", Thread: "1763600000.000100"}
	return []slackapi.ModalViewRequest{
		blocks.Modal(view.AnswersForm(q), blocks.FormState{Origin: at}, wording.Words{}),
		blocks.Modal(view.ChangesForm(), blocks.FormState{Origin: at, Subject: blocks.Subject{Plan: "0195d7c0-0000-7000-8000-000000000000", Version: 1 << 30}}, wording.Words{}),
		blocks.Modal(view.ArgumentsForm(changeable(text)), blocks.FormState{Origin: at}, wording.Words{}),
		blocks.AboutForm(blocks.About{TS: "1763600000.000100", Text: text}, at, wording.Words{}),
		*blocks.NoteView("I say: "+text, wording.Words{}),
	}
}
