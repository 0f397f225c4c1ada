package components_test

import (
	"encoding/json"
	"maps"
	"testing"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/discord/components"
	"github.com/aisteam/aisteam/bots/view"
	"github.com/aisteam/aisteam/internal/fakediscord"
	"github.com/aisteam/aisteam/wording"
)

// on draws where there is a panel.
var on = components.Renderer{PublicURL: "https://panel.example", Hosts: []string{"panel.example"}}

func written(t *testing.T, v any) []byte {
	t.Helper()
	raw, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

// posts are the bodies that a card is posted with: a reminder in its place, to a person directly, and to them in the place.
func posts(t *testing.T, r components.Renderer, c bots.Card, nonce string) [][]byte {
	t.Helper()
	var out [][]byte
	if c, ok := c.(bots.ReminderCard); ok {
		link := "https://discord.com/channels/800000000000000001/700000000000000001/700000000000000009"
		for _, to := range []bots.Calling{{}, {Theirs: true, Link: link}, {Theirs: true, Mention: "600000000000000001"}} {
			only := components.Part{Nonce: nonce, Number: 1, Of: 1}
			out = append(out, written(t, only.Posting(r.Reminder(c, to), assistant.Place{}, components.Quiet(c))))
		}
		return out
	}
	looks := r.Draw(c, components.MostParts)
	for i, l := range looks {
		k := components.Part{Nonce: nonce, Number: i + 1, Of: len(looks)}
		out = append(out, written(t, k.Posting(l, assistant.Place{Thread: "700000000000000009"}, components.Quiet(c))))
	}
	return out
}

// edits are the bodies that a card's messages are edited with, and what is shown of it while it is being written.
func edits(t *testing.T, r components.Renderer, c bots.Card) [][]byte {
	t.Helper()
	looks := r.Draw(c, 1)
	if a, ok := c.(bots.AnswerCard); ok && !a.Status {
		looks = append(looks, r.Draft(a, ""), components.Blank())
	}
	var out [][]byte
	for _, l := range looks {
		out = append(out, written(t, l.Editing()))
	}
	return out
}

// message is a body as Discord shows it.
func message(t *testing.T, raw []byte) fakediscord.Message {
	t.Helper()
	var m struct {
		Components json.RawMessage `json:"components"`
	}
	if err := json.Unmarshal(raw, &m); err != nil {
		t.Fatal(err)
	}
	return fakediscord.Message{Components: m.Components}
}

// recognise tells which part of a card with the nonce a message is.
func recognise(t *testing.T, raw []byte, nonce string) (number, of int, ok bool) {
	t.Helper()
	var m struct {
		Nonce      string `json:"nonce"`
		Components []struct {
			ID int32 `json:"id"`
		} `json:"components"`
	}
	if json.Unmarshal(raw, &m) != nil {
		return 0, 0, false
	}
	marks := components.Marks{Nonce: m.Nonce}
	for i, c := range m.Components[:min(len(marks.IDs), len(m.Components))] {
		marks.IDs[i] = c.ID
	}
	s, ok := components.Recognise(nonce, marks)
	return s.Number, s.Of, ok
}

// readID reads a custom id and writes it again; acts tells whether a click on it is an act by itself.
func readID(id string) (again string, acts, ok bool) {
	s, ok := components.ReadID(id)
	if !ok {
		return "", false, false
	}
	return components.CustomID(s.Verb, s.ID, s.Numbers[0], s.Numbers[1]), s.Act() != nil, true
}

// changeable is an action whose arguments are words, one of several, a list, and what a form has no room for.
func changeable(text string) assistant.Approval {
	raw, err := json.Marshal(map[string]any{"words": text, "page": map[string]any{"kind": text}, "tags": []string{text, text}, "yes": true, "rest": map[string]any{"a": []int{1}}})
	if err != nil {
		panic(err)
	}
	return assistant.Approval{ID: "ask", Title: assistant.Verbatim(text), Arguments: raw, Form: []assistant.FormField{
		{Key: "words", Kind: assistant.FieldText},
		{Key: "page.kind", Kind: assistant.FieldChoice, Options: assistant.OptionsOf("other", text)},
		{Key: "tags", Kind: assistant.FieldLines, Entries: assistant.FieldText},
		{Key: "yes", Kind: assistant.FieldYesNo},
		{Key: "rest", Kind: assistant.FieldJSON},
	}}
}

// TestAFormOfArgumentsGivesWhatWasWritten: what was chosen and written, by its place; what it did not ask for is not among it.
func TestAFormOfArgumentsGivesWhatWasWritten(t *testing.T) {
	sent := map[string]string{"arg:words": "new", "arg:page.kind": "o0", "arg:rest": "{}", "arg:0": "old"}
	form := changeable("text").ArgumentsForm()
	got := form.Changed(components.Room().Given(form, func(name string) (string, bool) { text, ok := sent[name]; return text, ok }))
	if want := map[string]string{"words": "new", "page.kind": "other"}; !maps.Equal(got, want) {
		t.Errorf("%v", got)
	}
}

// forms are the forms that are opened about a question, as the answers to an interaction.
func forms(t *testing.T, q assistant.Clarification) [][]byte {
	t.Helper()
	var out [][]byte
	for _, m := range []*components.Modal{
		components.Form(components.CustomID(components.VerbAnswers, string(q.ID)), view.AnswersForm(q), wording.Words{}), components.AboutForm("99999999999999999999", wording.Words{}),
		components.Form(components.CustomID(components.VerbRewritten, string(q.ID)), view.ArgumentsForm(changeable(q.Intro)), wording.Words{}),
		components.ChangesForm(components.Subject{ID: string(q.ID), Numbers: [2]int{1 << 30, 0}}, wording.Words{}),
	} {
		out = append(out, written(t, map[string]any{"type": 9, "data": m}))
	}
	return out
}
