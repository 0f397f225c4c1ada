package blocks

import (
	"fmt"
	"slices"
	"strings"

	slackapi "github.com/slack-go/slack"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/view"
	"github.com/aisteam/aisteam/wording"
)

// steps are the steps of a plan or the tasks of a run, below a title that says where it stands.
func (d *drawing) steps(t view.Steps) []slackapi.Block {
	block, all := slackapi.NewPlanBlock(d.planTitle()), 0
	for _, g := range t.Groups {
		all += len(g.Items)
		for _, i := range g.Items[:min(len(g.Items), d.cut.steps-len(block.Tasks))] {
			block.Tasks = append(block.Tasks, *d.step(g.Name, i))
		}
	}
	if more := all - len(block.Tasks); more > 0 {
		return []slackapi.Block{block, ContextLine(t.NotShown(more))}
	}
	return []slackapi.Block{block}
}

// planTitle is the card's title, and where it stands.
func (d *drawing) planTitle() string {
	return bots.Clip(bots.Clip(harmless(d.Title), 90)+" — "+strings.Join(d.Standing, ", "), LimitTitle)
}

func (d *drawing) step(group string, i view.Item) *slackapi.TaskCardBlock {
	id, name := bots.Clip(i.ID, 40), i.Title
	if i.Number > 0 {
		id, name = bots.Clip(i.ID, 100)+":"+itoa(i.Number), itoa(i.Number)+". "+name
	}
	b := slackapi.NewTaskCardBlock(id, bots.Clip(group+" · "+harmless(name), d.cut.step)).WithStatus(cardStatus(i.State))
	b.Details = rich(d.stepLines(i), d.cut.facts)
	switch {
	case i.Problem != nil:
		b.Output = rich([]string{i.Problem.Message, bots.OneLine(i.Problem.Recovery)}, d.cut.outcome)
	case i.Result != "":
		b.Output = rich([]string{i.Result}, d.cut.outcome)
	}
	if u := d.r.Link(i.URL); u != "" && bots.Width(u) <= d.cut.source {
		b.Sources = []slackapi.TaskCardSource{slackapi.NewTaskCardSource(u, bots.Clip(u, 100))}
	}
	if u := d.r.Link(i.Stands.URL); u != "" {
		b.Sources = append(b.Sources, slackapi.NewTaskCardSource(u, bots.Clip(i.Stands.Words, 100)))
	}
	return b
}

// stepLines say who does a step, what words have to add to its sign, and what it would change.
func (d *drawing) stepLines(i view.Item) []string {
	parts := []string{bots.OneLine(i.Owner.Called)}
	if i.Badge.Needed {
		parts = append(parts, i.Badge.Word)
	}
	for _, f := range i.Facts {
		parts = append(parts, f.Text)
	}
	lines := []string{strings.Join(parts, " · ")}
	if p := i.Preview; p != nil && (d.cut.stepField > 0 || slices.ContainsFunc(p.Fields, whole)) {
		if p.Title != "" {
			lines = append(lines, p.Title)
		}
		for _, f := range p.Fields {
			if f.Whole {
				lines = append(lines, view.FieldLine(p.In, f.Name, f.Old, f.New))
			} else if d.cut.stepField > 0 {
				lines = append(lines, bots.Clip(view.FieldLine(p.In, f.Name, f.Old, f.New), d.cut.stepField))
			}
		}
	}
	for _, n := range i.Notes {
		lines = append(lines, "! "+n)
	}
	return lines
}

func whole(f assistant.Field) bool { return f.Whole }

func cardStatus(s bots.TaskState) slackapi.TaskCardStatus {
	switch s {
	case bots.TaskInProgress:
		return slackapi.TaskCardStatusInProgress
	case bots.TaskCompleted:
		return slackapi.TaskCardStatusComplete
	case bots.TaskFailed:
		return slackapi.TaskCardStatusError
	case bots.TaskOpen, bots.TaskWaiting, bots.TaskCancelled, bots.TaskUndone, bots.TaskNotBegun, bots.TaskLeftOut:
		return slackapi.TaskCardStatusPending
	default:
		return slackapi.TaskCardStatusPending
	}
}

// thinkingBox is the collapsed list of thinking entries: a title that counts, a preview of the newest, and below them the
// groups of lines, at most budget units in all.
func thinkingBox(t view.Thinking, budget int) slackapi.Block {
	box := slackapi.NewContainerBlock().WithTitle(PlainText(t.In.Say(view.LabelThinking), LimitTitle)).
		WithSubtitle(PlainText(fmt.Sprintf("%s · %s", t.Count(), t.Newest), LimitTitle)).WithCollapsible(true, true)
	const children = 10
	room := max(1, children/max(1, len(t.Groups)))
	each := min(LimitSection-200, budget/max(1, len(t.Groups)*room))
	for _, g := range t.Groups[:min(len(t.Groups), children)] {
		chunks, left := spread(thoughtLines(t, g), each, room)
		for j, chunk := range chunks {
			if j == 0 && left > 0 {
				chunk = "_" + view.Before(t.In, left) + "_\n" + chunk
			}
			if j == 0 && g.Title != "" {
				chunk = "*" + Escape(g.Title, 60) + "*\n" + chunk
			}
			box.AddChildBlock(ContextLine(chunk))
		}
	}
	return box
}

func thoughtLines(t view.Thinking, g view.ThoughtGroup) []string {
	var out []string
	for _, l := range g.Lines {
		who, n := "", 400
		if t.Named {
			who, n = "*"+Escape(bots.OneLine(l.Agent.Called), 60)+"* ", 300
		}
		out = append(out, "• "+who+Escape(bots.OneLine(l.Text), n))
	}
	return out
}

// warnings returns the warnings, one per line.
func warnings(in wording.Words, all []string, most, n int) []string {
	var out []string
	for i, w := range all {
		if i == most {
			return append(out, sign(view.Warned)+view.Count(in, len(all)-i, view.MoreWarnings))
		}
		out = append(out, sign(view.Warned)+Escape(bots.OneLine(w), n))
	}
	return out
}
