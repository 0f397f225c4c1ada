package blocks

import (
	"strings"

	slackapi "github.com/slack-go/slack"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/links"
	"github.com/aisteam/aisteam/bots/view"
	"github.com/aisteam/aisteam/wording"
	"github.com/aisteam/aisteam/wording/waits"
)

const shownRuns = 10

// runs draws what is at work, at most so many, each with the button that stops it.
func (r Renderer) runs(v bots.Outlook, most int) []slackapi.Block {
	var out []slackapi.Block
	for i, run := range v.Runs {
		if i == most {
			out = append(out, ContextLine(view.More(r.In, len(v.Runs)-i)))
			break
		}
		out = append(out, Section(links.SafeWords(":gear: *"+Escape(bots.OneLine(r.In.Tell(run.Run.Says())), 150)+"*\n"+progress(r.In, run), r.Hosts)),
			slackapi.NewActionBlock("", press(view.StopRun(r.In, run.Run.ID))))
	}
	return out
}

// progress says how far a run is.
func progress(in wording.Words, v assistant.RunView) string {
	done, failed, back := 0, 0, 0
	now := ""
	for _, k := range v.Tasks {
		if k.Undone {
			back++
			continue
		}
		switch k.Status {
		case assistant.TaskCompleted:
			done++
		case assistant.TaskFailed:
			failed++
		case assistant.TaskInProgress:
			now = k.Summary
		case assistant.TaskOpen, assistant.TaskCancelled:
		}
	}
	parts := []string{in.Say("%d of %d steps done", done, len(v.Tasks))}
	if failed > 0 {
		parts = append(parts, in.Say("%d failed", failed))
	}
	if back > 0 {
		parts = append(parts, in.Say("%d taken back", back))
	}
	if v.Waits() {
		parts = append(parts, in.Say("waits for an approval"))
	}
	if now != "" {
		parts = append(parts, in.Say("now: %s", Escape(bots.OneLine(now), 200)))
	}
	return strings.Join(parts, " · ")
}

// waiting draws what waits for the person's decision. It is decided where the whole of it is shown, in its thread or in
// the panel: what is decided is what was seen.
func (r Renderer) waiting(v bots.Outlook, most int) []slackapi.Block {
	var out []slackapi.Block
	for i, a := range v.Waits {
		if i == most {
			out = append(out, ContextLine(view.More(r.In, len(v.Waits)-i)))
			break
		}
		text := ":hourglass: " + waits.Kind(r.In, a.Kind) + ": *" + Escape(bots.OneLine(r.In.Tell(a.Says())), 150) + "*"
		if a.Why != "" {
			text += "\n" + Escape(bots.OneLine(r.In.Tell(a.Reason())), 300)
		}
		text = links.SafeWords(text, r.Hosts)
		if to := r.Link("/c/" + string(a.Conversation)); to != "" {
			text += "\n<" + to + "|" + r.In.Say("Look at it and decide") + ">"
		}
		if !a.Until.IsZero() {
			text += "\n" + fact(view.Expires(r.In, a.Until))
		}
		out = append(out, Section(text))
	}
	return out
}

// List draws the outlook as a message: below the title what is at work and, where it is wanted, what waits.
func (r Renderer) List(safe string, v bots.Outlook, waits bool) Message {
	return fit(shownRuns, func(most int) Message {
		blocks := append([]slackapi.Block{Section(safe)}, r.runs(v, most)...)
		if waits {
			blocks = append(blocks, r.waiting(v, most)...)
		}
		return Message{Text: safe, Blocks: blocks}
	})
}
