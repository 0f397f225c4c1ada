package orchestrator

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/aisteam/aisteam/agents"
	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/planning"
	"github.com/aisteam/aisteam/wording"
)

// What people say of runs of plans that are at work: it changes those runs, or nothing. Whoever may stop a run may have less of it done.

// changeReader says what words change of runs at work.
type changeReader interface {
	ReadRunChange(ctx context.Context, d planning.Desk, runs []assistant.RunView, words string) (planning.RunChange, error)
}

// redirecter makes another version of a plan that is at work.
type redirecter interface {
	Redirect(ctx context.Context, d planning.Desk, s assistant.Situation, of planning.Redirected, wish string) (planning.Move, error)
}

// changedByWords takes own words as what they change of the runs of plans that are at work, where they are about those. A model reads
// them: the rules know yes, no and stop alone. Words from before a run stood there are not about it.
//
// Words that want the plan itself otherwise give the run whose plan they mean.
func (r *runs) changedByWords(ctx context.Context, t *turn, text string) (handled bool, redirect *assistant.RunView, err error) {
	if t.sit.Run == nil {
		return false, nil, nil
	}
	all, err := r.ongoing.GoingOn(ctx, t.claim.Tenant, t.claim.Conversation)
	if err != nil {
		return false, nil, fmt.Errorf("find what goes on: %w", err)
	}
	all = slices.DeleteFunc(all, func(v assistant.RunView) bool {
		return v.Run.Plan == "" || v.Run.Seq > t.cause().Seq // what an agent has proposed by itself is of no plan
	})
	if len(all) == 0 {
		return false, nil, nil
	}
	t.doing.move(assistant.ActivityThinking)
	wanted, err := r.changes.ReadRunChange(ctx, planning.Desk{Team: t.team.Team, Model: r.models.asker(t), Journal: t, Now: r.models.now}, all, text)
	switch {
	case errors.Is(err, errInterrupted):
		return true, nil, err
	case err != nil:
		return true, nil, fmt.Errorf("read what is said of what is at work: %w", err)
	case wanted.Kind == llm.RunChangeAlter:
		return true, r.alters(t, all, wanted.Tasks), nil
	}
	handled, err = r.changed(ctx, t, all, wanted)
	return handled, nil, err
}

// changed does what words change of single steps, or of what begins next.
func (r *runs) changed(ctx context.Context, t *turn, all []assistant.RunView, wanted planning.RunChange) (bool, error) {
	switch wanted.Kind {
	case llm.RunChangeLeaveOut, llm.RunChangeStopAt:
		return true, r.leavesOut(ctx, t, all, wanted)
	case llm.RunChangeWait:
		return true, r.halts(ctx, t, all)
	case llm.RunChangeRetry:
		return r.retriesMeant(ctx, t, all, wanted.Tasks)
	default:
		return false, nil
	}
}

// alters is the run whose plan is wanted otherwise; nil where several may be meant, which is asked.
func (r *runs) alters(t *turn, all []assistant.RunView, meant []assistant.TaskID) *assistant.RunView {
	of := meantOf(all, meant)
	if len(of) > 1 {
		t.reply(t.words().Say("Several runs are at work here, so I do not know which one you mean, and have changed nothing. Say it with what the step is called."), false)
		return nil
	}
	return &of[0]
}

// halts stops the runs, to go on with all that was made once somebody says so.
func (r *runs) halts(ctx context.Context, t *turn, all []assistant.RunView) error {
	w := t.words()
	var titles []string
	for _, v := range all {
		titles = append(titles, "“"+firstLine(v.Run.Title)+"”")
	}
	t.replyWith(w.Say("I have halted %s: nothing more of it begins, and what is made is kept.", w.List(titles))+" "+w.Say("Say “continue” if it shall go on."), toGoOn(w))
	for _, v := range all {
		if _, err := r.runByWords(ctx, t, v, agents.Reply{Intent: agents.ReplyStop}); err != nil {
			return err
		}
	}
	return nil
}

// meantOf are the runs whose steps are meant; all of them where no step is.
func meantOf(all []assistant.RunView, meant []assistant.TaskID) []assistant.RunView {
	return slices.DeleteFunc(slices.Clone(all), func(v assistant.RunView) bool {
		return len(meant) > 0 && !slices.ContainsFunc(v.Tasks, func(k assistant.Task) bool { return slices.Contains(meant, k.ID) })
	})
}

// leavesOut leaves out the steps that are meant, all of them or, where something is in the way, none.
func (r *runs) leavesOut(ctx context.Context, t *turn, all []assistant.RunView, wanted planning.RunChange) error {
	w := t.words()
	of := meantOf(all, wanted.Tasks)
	if len(of) > 1 {
		t.reply(w.Say("Several runs are at work here, so I do not know which one you mean, and have left nothing out. Say it with what the step is called."), false)
		return nil
	}
	v := of[0]
	o := omission{run: v.Run, tasks: v.Tasks, words: w}
	if wanted.Kind == llm.RunChangeStopAt {
		o.after(wanted.Tasks)
	} else {
		o.of(wanted.Tasks)
	}
	if why := o.inTheWay(); why != "" {
		t.reply(why, false)
		return nil
	}
	return r.leftOut(ctx, t, o)
}

// leftOut ends the steps that are left out, and moves their run on without them.
func (r *runs) leftOut(ctx context.Context, t *turn, o omission) error {
	t.run = o.run.ID
	tasks := o.tasks
	for _, k := range o.out {
		var err error
		if tasks, err = r.leaveOut(ctx, t, o.run, tasks, k, t.words().Say("Left out, as wished: %s", k.Summary)); err != nil {
			return err
		}
	}
	for _, k := range o.begun {
		if !k.Status.Ended() && !k.Stopping {
			stop := assistant.StopRequested{Run: o.run.ID, Task: k.ID}
			t.acts(o.run.ID, stop)
			tasks = assistant.TasksAfter(tasks, stop)
		}
	}
	t.reply(o.told(), false)
	return r.next(ctx, t, o.run, tasks)
}

// omission is what of a run is to be left out.
type omission struct {
	run   assistant.Run
	tasks []assistant.Task
	words wording.Words
	out   []assistant.Task // not begun, and left out now
	begun []assistant.Task // meant as well, but at work or ended
}

// of takes the steps that are meant.
func (o *omission) of(meant []assistant.TaskID) {
	for _, k := range o.tasks {
		switch {
		case !slices.Contains(meant, k.ID):
		case k.Status == assistant.TaskOpen && !k.Begun():
			o.out = append(o.out, k)
		default:
			o.begun = append(o.begun, k)
		}
	}
}

// after takes all that has not begun behind the last of the named steps; where none is named, behind what is at work or waits.
func (o *omission) after(named []assistant.TaskID) {
	last := 0
	for _, k := range o.tasks {
		if slices.Contains(named, k.ID) || len(named) == 0 && (k.Status == assistant.TaskOpen && k.Approval != "" || k.Begun()) {
			last = max(last, k.Order)
		}
	}
	for _, k := range o.tasks {
		if k.Order > last && k.Status == assistant.TaskOpen && !k.Begun() && (len(named) > 0 || k.Approval == "") {
			o.out = append(o.out, k)
		}
	}
}

// inTheWay says why nothing is left out; "" where nothing is in the way.
func (o *omission) inTheWay() string {
	w, title := o.words, firstLine(o.run.Title)
	if len(o.out) == 0 && len(o.begun) == 0 {
		return w.Say("I found no step of “%s” that is still to come and that you mean, so I have left nothing out. Say the number of one of its steps, or “stop”.", title)
	}
	if len(o.out) == 0 && !slices.ContainsFunc(o.begun, func(k assistant.Task) bool { return !k.Status.Ended() }) {
		return o.toldBegun()
	}
	gone := func(k assistant.Task) bool {
		return slices.ContainsFunc(o.out, func(g assistant.Task) bool { return g.ID == k.ID })
	}
	needs, from := o.needed(gone)
	if from.ID != "" {
		return w.Say("Step %d (%s) needs what step %d writes, so step %d alone cannot be left out.", needs.Order, firstLine(needs.Summary), from.Order, from.Order) + " " +
			w.Say("Say “leave out steps %d and %d” to leave out both.", from.Order, needs.Order)
	}
	if !slices.ContainsFunc(o.tasks, func(k assistant.Task) bool { return !gone(k) && !k.LeftOut() }) {
		return w.Say("That would leave no step of “%s”. Say “stop” to end it.", title)
	}
	return ""
}

// needed finds a step that stays and needs what one that is left out would write.
func (o *omission) needed(gone func(assistant.Task) bool) (needs, from assistant.Task) {
	for _, k := range o.tasks {
		if gone(k) || k.Status.Ended() {
			continue
		}
		refers, err := assistant.References(k.Parameters)
		if err != nil {
			continue // its own gate says so
		}
		for _, g := range o.out {
			for _, r := range refers {
				if r.From == g.Key {
					return k, g
				}
			}
		}
	}
	return assistant.Task{}, assistant.Task{}
}

// told says what was left out, and what was not.
func (o *omission) told() string {
	var lines []string
	for _, k := range o.out {
		lines = append(lines, o.words.Say("step %d (%s)", k.Order, firstLine(k.Summary)))
	}
	var said []string
	if len(lines) > 0 {
		said = append(said, o.words.Say("I have left out %s, as you wished.", o.words.List(lines)))
	}
	if len(o.begun) > 0 {
		said = append(said, o.toldBegun())
	}
	return strings.Join(said, " ")
}

// toldBegun says of steps that are at work that they stop, and of those that have ended that they cannot be left out.
func (o *omission) toldBegun() string {
	said := make([]string, 0, len(o.begun))
	for _, k := range o.begun {
		switch {
		case k.LeftOut(), k.Stopping && !k.Status.Ended():
			said = append(said, o.words.Say("Step %d (%s) is left out already.", k.Order, firstLine(k.Summary)))
		case k.Status.Ended():
			said = append(said, o.words.Say("Step %d (%s) has ended already, so it cannot be left out.", k.Order, firstLine(k.Summary)))
		default:
			said = append(said, o.words.Say("Step %d (%s) is at work: it stops before its next call, and what it has changed until then is kept.", k.Order, firstLine(k.Summary)))
		}
	}
	return strings.Join(said, " ")
}
