package executor

import (
	"encoding/json"
	"slices"

	"github.com/aisteam/aisteam/assistant"
	markup "github.com/aisteam/aisteam/executor/clean"
)

// fitting is what an earlier step has brought about, as the place takes it where it is put. Text, which may come from a foreign page,
// is escaped where HTML is wanted, so that it reads there as it is: also each text within a list or an object.
func (h *hand) fitting(r assistant.Placed) (json.RawMessage, error) {
	value, err := h.value(r.Reference)
	if err != nil {
		return nil, err
	}
	from, err := assistant.ParsePath(r.Field)
	if err != nil {
		from = assistant.Path{{Name: r.Field}} // a name that is no path, as earlier versions took any
	}
	l := landing{html: h.tool.HTML, markup: h.work.Results[r.From].Markup}
	if r.InText {
		return json.Marshal(l.text(assistant.TextOf(value), r.At, from))
	}
	return assistant.Walk(value, r.At, func(one json.RawMessage, at assistant.Path) (json.RawMessage, bool, error) {
		var text string
		if isText := json.Unmarshal(one, &text) == nil && string(one) != "null"; !isText {
			return nil, false, nil
		}
		now, err := json.Marshal(l.text(text, at, append(slices.Clip(from), at[len(r.At):]...)))
		return now, true, err
	})
}

// landing is how a value of an earlier step is put among the arguments of a tool.
type landing struct {
	html   []string // places of the arguments that hold HTML
	markup []string // places of the result that hold it already
}

// text is a text at one place, as it is to stand at another.
func (l landing) text(text string, to, from assistant.Path) string {
	if !to.Under(l.html) || from.Under(l.markup) {
		return text
	}
	return markup.Text(text)
}
