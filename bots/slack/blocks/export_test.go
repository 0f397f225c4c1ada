package blocks

import (
	"encoding/json"

	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/view"
)

// Card is a view as a card: with the words for screen readers first.
func (r Renderer) Card(v view.View) ([2]string, error) {
	l := r.card(v).Named()
	raw, err := json.Marshal(l.Blocks)
	return [2]string{l.Text, string(raw)}, err
}

// Harmless is what becomes of Markdown.
func Harmless(s string) string { return harmless(s) }

// Looks are the messages that a card is shown as, in each of the ways there are: with the words for screen readers first.
func (r Renderer) Looks(c bots.Card) ([][2]string, error) {
	var all []Message
	if l, ok := r.Render(c); ok {
		all = append(all, l)
	}
	if a, ok := c.(bots.AnswerCard); ok {
		if v := view.Of(a, r.reader()); !a.Status {
			all = append(all, r.parts(v)...)
			if l, _, ok := r.attached(v); ok {
				all = append(all, l)
			}
			all = append(all, r.Draft(a))
		}
	}
	if c, ok := c.(bots.ReminderCard); ok { // to a person directly, and to them in the thread
		all = append(all, r.Reminder(c, bots.Calling{Theirs: true, Link: "https://team.slack.com/archives/C1/p1"}), r.Reminder(c, bots.Calling{Theirs: true, Mention: "U1"}))
	}
	var out [][2]string
	for _, l := range all {
		l = l.Named()
		raw, err := json.Marshal(l.Blocks)
		if err != nil {
			return nil, err
		}
		out = append(out, [2]string{l.Text, string(raw)})
	}
	return out, nil
}
