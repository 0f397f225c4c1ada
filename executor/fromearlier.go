package executor

import (
	"slices"

	"github.com/aisteam/aisteam/assistant"
	markup "github.com/aisteam/aisteam/executor/clean"
)

// fitting is what an earlier step has brought about, as the parameter takes it. Text, which may come from a foreign page,
// is escaped where HTML is wanted, so that it reads there as it is.
func (h *hand) fitting(parameter string, r assistant.Reference) (string, error) {
	text, err := h.value(r)
	if err != nil || !slices.Contains(h.tool.HTML, parameter) || slices.Contains(h.work.Results[r.From].Markup, r.Field) {
		return text, err
	}
	return markup.Text(text), nil
}
