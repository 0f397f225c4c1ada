package components

import (
	"cmp"

	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/links"
	"github.com/aisteam/aisteam/bots/view"
	"github.com/aisteam/aisteam/wording"
)

// notInThread stands in a custom id for the thread of a place that has none.
const notInThread = "none"

// Draft draws an answer that is still being written: what there is of it, or as much as fits, and the way to stop it. thread is that
// of the place it is written in, "" where that is the channel.
func (r Renderer) Draft(so bots.AnswerCard, thread string) Look {
	in := wording.In(so.Language)
	notes := []string{speaker(so.Agent), in.Say(view.LabelWriting)}
	if so.Rehearsal {
		notes = append(notes, view.Origin(so))
	}
	end := small(notes...)
	halt := row(button(styleSecondary, in.Say("Stop"), CustomID(VerbHalt, cmp.Or(thread, notInThread))))
	cs := []Component{end, halt}
	if words := pages(links.SafeDraft(so.Text, r.Hosts), limitTotal-bots.Width(end.Content)-300); len(words) > 0 {
		cs = []Component{Text(words[0]), end, halt}
	}
	return Look{Components: cs, Draft: true}
}
