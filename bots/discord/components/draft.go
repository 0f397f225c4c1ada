package components

import (
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/links"
	"github.com/aisteam/aisteam/bots/view"
	"github.com/aisteam/aisteam/wording"
)

// Draft draws an answer that is still being written: what there is of it, or as much as fits.
func (r Renderer) Draft(so bots.AnswerCard) Look {
	notes := []string{speaker(so.Agent), wording.In(so.Language).Say(view.LabelWriting)}
	if so.Rehearsal {
		notes = append(notes, view.Origin(so))
	}
	end := small(notes...)
	cs := []Component{end}
	if words := pages(links.SafeDraft(so.Text, r.Hosts), limitTotal-bots.Width(end.Content)-300); len(words) > 0 {
		cs = []Component{Text(words[0]), end}
	}
	return Look{Components: cs, Draft: true}
}
