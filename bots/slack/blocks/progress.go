package blocks

import (
	"strings"

	slackapi "github.com/slack-go/slack"

	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/view"
)

// limitProgress bounds what a line of a stream says beside its title, in units.
const limitProgress = 250

// Progress is a run at work as one of Slack's own streams shows it: its title, a line for each task, and what can be pressed below.
type Progress struct {
	Title string
	Tasks []slackapi.TaskUpdateChunk // ids are their places in the run, from 1
	Below []slackapi.Block
}

// Progress draws a run in which executors look something up for a planner, as long as they are at work. It gives false for every other card:
// where people are asked for something, or something is changed, they are shown all of it.
func (r Renderer) Progress(c bots.Card) (Progress, bool) {
	run, ok := c.(bots.RunCard)
	if !ok || run.Settled() || run.Stopping || !run.LooksUp() {
		return Progress{}, false
	}
	v := view.Of(c, r.reader())
	d := &drawing{View: v, cut: cutTo(details), r: r}
	var out Progress
	for _, s := range v.Sections {
		switch s := s.(type) { //nolint:gochecksumtype // the rest is shown once the run has ended
		case view.Steps:
			out.Title = d.planTitle()
			for _, g := range s.Groups {
				for _, i := range g.Items {
					out.Tasks = append(out.Tasks, d.progress(itoa(len(out.Tasks)+1), i))
				}
			}
		case view.Actions:
			out.Below = append(out.Below, actions(s)...)
		}
	}
	return out, len(out.Tasks) > 0
}

// progress is a task as a line of a stream.
func (d *drawing) progress(id string, i view.Item) slackapi.TaskUpdateChunk {
	out := slackapi.NewTaskUpdateChunk(id, bots.Clip(harmless(i.Title), d.cut.step))
	out.Status = cardStatus(i.State)
	out.Details = bots.Clip(harmless(strings.Join(d.stepLines(i), "\n")), limitProgress)
	if i.Problem != nil {
		out.Output = bots.Clip(harmless(i.Problem.Message+" "+bots.OneLine(i.Problem.Recovery)), limitProgress)
	} else {
		out.Output = bots.Clip(harmless(i.Result), limitProgress)
	}
	return out
}

// ProgressGap stands in the id of a task of a stream, between the nonce of its message and its place in the run.
const ProgressGap = "#"

// Chunks are what a stream has to be sent that shows another progress already, under the nonce of its message.
func (p Progress) Chunks(shown Progress, nonce string) []slackapi.StreamChunk {
	var out []slackapi.StreamChunk
	if p.Title != shown.Title {
		out = append(out, slackapi.NewPlanUpdateChunk(p.Title))
	}
	for n, t := range p.Tasks {
		if n < len(shown.Tasks) && alike(t, shown.Tasks[n]) {
			continue
		}
		t.ID = nonce + ProgressGap + t.ID
		out = append(out, t)
	}
	if len(shown.Tasks) == 0 && len(p.Below) > 0 {
		out = append(out, slackapi.NewBlocksChunk(p.Below...))
	}
	return out
}

func alike(a, b slackapi.TaskUpdateChunk) bool {
	return a.Title == b.Title && a.Status == b.Status && a.Details == b.Details && a.Output == b.Output
}
