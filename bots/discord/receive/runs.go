package receive

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/discord/components"
	"github.com/aisteam/aisteam/bots/view"
	"github.com/aisteam/aisteam/wording"
	"github.com/aisteam/aisteam/wording/waits"
)

// runReader finds the runs that somebody asks about, and says how they stand.
type runReader struct{ Config }

// at lists the runs of the conversation that the interaction happens in; none where there is no conversation.
func (x *runReader) at(ctx context.Context, r request) ([]assistant.RunView, error) {
	id, err := x.Threads.ConversationAt(ctx, x.Tenant, place(r.guild, r.channel))
	if errors.Is(err, assistant.ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("find conversation: %w", err)
	}
	runs, err := x.Work.Runs(ctx, x.Tenant, id)
	if err != nil {
		return nil, fmt.Errorf("read runs: %w", err)
	}
	return runs, nil
}

func progress(in wording.Words, v assistant.RunView) string {
	c := bots.RunCard{Total: len(v.Tasks)}
	for _, t := range v.Tasks {
		switch {
		case t.Done():
			c.Done++
		case t.Undone:
			c.Back++
		}
	}
	return fmt.Sprintf("**%s** · %s · %s", components.Line(in.Tell(v.Run.Says()), 120), components.Line(in.Label(string(v.Run.Status)), 30), view.Progress(c, in))
}

func (x *runReader) status(ctx context.Context, r request) (string, error) {
	if r.run != "" {
		return x.statusOf(ctx, r)
	}
	runs, err := x.at(ctx, r)
	if err != nil {
		return "", err
	}
	if len(runs) == 0 {
		return r.words().Say("Nothing has been run in this conversation."), nil
	}
	return stands(r.words(), runs[len(runs)-1]), nil
}

// stands says how a run stands, task by task.
func stands(in wording.Words, v assistant.RunView) string {
	lines := []string{progress(in, v)}
	for i, t := range v.Tasks {
		if i == 12 {
			lines = append(lines, in.Say("and %d more", len(v.Tasks)-i))
			break
		}
		word := strings.ReplaceAll(string(t.Status), "_", " ")
		if t.Undone {
			word = "taken back"
		}
		lines = append(lines, fmt.Sprintf("- %s · %s", components.Line(t.Summary, 80), components.Line(in.Label(word), 40)))
	}
	return strings.Join(lines, "\n")
}

const (
	shownRuns  = 8
	shownWaits = 5
)

// tasks lists what runs and what waits, as much of it as the person may see; see [bots.Outlook].
func (x *runReader) tasks(ctx context.Context, r request) (string, error) {
	p, err := x.Work.PersonFor(ctx, x.Tenant, r.from.identity())
	if err != nil {
		return "", fmt.Errorf("find person: %w", err)
	}
	o, err := bots.OutlookOf(ctx, x.Work, x.Tenant, p)
	if err != nil {
		return "", err
	}
	in := r.words()
	lines := []string{o.Summary(in)}
	for i, v := range o.Runs {
		if i == shownRuns {
			lines = append(lines, "- "+in.Say("and %d more", len(o.Runs)-i))
			break
		}
		lines = append(lines, "- "+progress(in, v))
	}
	for i, w := range o.Waits {
		if i == shownWaits {
			lines = append(lines, "- "+in.Say("and %d more", len(o.Waits)-i))
			break
		}
		said := fmt.Sprintf("- ✋ %s: **%s**", waits.Kind(in, w.Kind), components.Line(in.Tell(w.Says()), 120))
		if left := components.Expires(in, w.Until); left != "" {
			said += ", " + left
		}
		lines = append(lines, said)
	}
	if at := x.Public.Now().URL; at != "" {
		lines = append(lines, fmt.Sprintf("[%s](%s/)", in.Say("All of it in the panel"), at))
	}
	return strings.Join(lines, "\n"), nil
}

// own lists the runs that the person has asked for, newest first, in the newest conversations.
func (x *runReader) own(ctx context.Context, r request) ([]assistant.RunView, error) {
	p, err := x.Work.PersonFor(ctx, x.Tenant, r.from.identity())
	if err != nil {
		return nil, fmt.Errorf("find person: %w", err)
	}
	newest, err := x.Work.Conversations(ctx, x.Tenant, suggestedFrom)
	if err != nil {
		return nil, fmt.Errorf("read conversations: %w", err)
	}
	var out []assistant.RunView
	for _, c := range newest {
		runs, err := x.Work.Runs(ctx, x.Tenant, c.ID)
		if err != nil {
			return out, fmt.Errorf("read runs: %w", err)
		}
		for i := range runs {
			if v := runs[len(runs)-1-i]; v.Run.RequestedBy != "" && v.Run.RequestedBy == p.ID {
				out = append(out, v)
			}
		}
	}
	return out, nil
}

// meant lists the runs that a command is about: the one that was named, of the person's own, else those of the
// conversation that it is used in.
func (x *runReader) meant(ctx context.Context, r request) ([]assistant.RunView, error) {
	if r.run == "" {
		return x.at(ctx, r)
	}
	runs, err := x.own(ctx, r)
	if err != nil {
		return nil, err
	}
	for _, v := range runs {
		if string(v.Run.ID) == r.run || strings.EqualFold(bots.OneLine(v.Run.Title), bots.OneLine(r.run)) {
			return []assistant.RunView{v}, nil
		}
	}
	return nil, nil
}

// statusOf says how the run that was named stands.
func (x *runReader) statusOf(ctx context.Context, r request) (string, error) {
	runs, err := x.meant(ctx, r)
	if err != nil || len(runs) == 0 {
		return r.words().Say(noteNoRun), err
	}
	return stands(r.words(), runs[0]), nil
}
