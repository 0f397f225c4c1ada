package slack

import (
	"context"
	"fmt"
	"strings"

	slackapi "github.com/slack-go/slack"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
)

// outlook is what a person may see of what is going on.
type outlook struct {
	person    assistant.Person
	runs      []assistant.RunView
	approvals []assistant.ApprovalRecord
}

const shownRuns = 10

// outlook reads it. Everybody sees what they asked for, approvers and admins everything: the same rule that decides who
// may decide.
func (b *Bot) outlook(ctx context.Context, w *workspace, from assistant.Identity) (outlook, error) {
	var v outlook
	var err error
	if v.person, err = b.Work.PersonFor(ctx, w.tenant, b.whole(ctx, from)); err != nil {
		return v, fmt.Errorf("find person: %w", err)
	}
	if v.runs, err = b.ongoing(ctx, w, v.person, assistant.Place{}); err != nil {
		return v, err
	}
	pending, err := b.Work.Approvals(ctx, w.tenant)
	if err != nil {
		return v, fmt.Errorf("read approvals: %w", err)
	}
	for _, a := range pending {
		if assistant.MayDecide(v.person, a.RequestedBy) {
			v.approvals = append(v.approvals, a)
		}
	}
	return v, nil
}

// ongoing reads the runs that a person may see.
func (b *Bot) ongoing(ctx context.Context, w *workspace, p assistant.Person, in assistant.Place) ([]assistant.RunView, error) {
	all, err := b.Work.Ongoing(ctx, w.tenant, in, 100)
	if err != nil {
		return nil, fmt.Errorf("read ongoing runs: %w", err)
	}
	var out []assistant.RunView
	for _, r := range all {
		if assistant.MayDecide(p, r.Run.RequestedBy) {
			out = append(out, r)
		}
	}
	return out, nil
}

// summary is the outlook in a sentence or two.
func (v outlook) summary() string {
	running, waits := "Nothing is running", "nothing waits for your decision."
	if n := len(v.runs); n > 0 {
		running = count(n, "run is", "runs are") + " at work"
	}
	if n := len(v.approvals); n > 0 {
		waits = count(n, "action waits", "actions wait") + " for your decision."
	}
	return running + ", and " + waits
}

// runs draws what is at work, at most so many, each with the button that stops it.
func (r renderer) runs(v outlook, most int) []slackapi.Block {
	var out []slackapi.Block
	for i, run := range v.runs {
		if i == most {
			out = append(out, contextLine(fmt.Sprintf("and %d more", len(v.runs)-i)))
			break
		}
		stop := &confirmation{
			title: "Stop this run?", text: "Nothing further is started. What is done stays done.", yes: "Stop", no: "Go on", danger: true,
		}
		out = append(out, section(bots.SafeWords(":gear: *"+mrk(bots.OneLine(run.Run.Title), 150)+"*\n"+progress(run), r.hosts)),
			slackapi.NewActionBlock("", button(actionStop, runValue(run.Run.ID), "Stop", slackapi.StyleDanger, stop)))
	}
	return out
}

// progress says how far a run is.
func progress(v assistant.RunView) string {
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
	parts := []string{fmt.Sprintf("%d of %s done", done, count(len(v.Tasks), "step", "steps"))}
	if failed > 0 {
		parts = append(parts, itoa(failed)+" failed")
	}
	if back > 0 {
		parts = append(parts, itoa(back)+" taken back")
	}
	if now != "" {
		parts = append(parts, "now: "+mrk(bots.OneLine(now), 200))
	}
	return strings.Join(parts, " · ")
}

// waiting draws what waits for the person's decision. It is decided where the whole of it is shown, in its thread or in
// the panel: what is decided is what was seen.
func (r renderer) waiting(v outlook, most int) []slackapi.Block {
	var out []slackapi.Block
	for i, a := range v.approvals {
		if i == most {
			out = append(out, contextLine(fmt.Sprintf("and %d more", len(v.approvals)-i)))
			break
		}
		text := ":hourglass: *" + mrk(bots.OneLine(a.Title), 150) + "*"
		if a.Why != "" {
			text += "\n" + mrk(bots.OneLine(a.Why), 300)
		}
		text = bots.SafeWords(text, r.hosts)
		if to := r.link("/c/" + string(a.Conversation)); to != "" {
			text += "\n<" + to + "|Look at it and decide>"
		}
		out = append(out, section(text))
	}
	return out
}

// list draws the outlook as a message: below the title what is at work and, where it is wanted, what waits.
func (r renderer) list(safe string, v outlook, waits bool) look {
	return fit(shownRuns, func(most int) look {
		blocks := append([]slackapi.Block{section(safe)}, r.runs(v, most)...)
		if waits {
			blocks = append(blocks, r.waiting(v, most)...)
		}
		return look{text: safe, blocks: blocks}
	})
}
