package planning

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/aisteam/aisteam/assistant"
)

// Redirected is a plan that is at work, with what its run has come to.
type Redirected struct {
	Approved assistant.Plan // the version that the run goes by
	Shown    assistant.Plan // the version that the wish is about: the approved one, or a change of it that nobody has approved yet
	Run      assistant.RunView
}

// Redirect makes the next version of a plan that is at work, as the person wishes. What is done stays in it and is never done again; a
// step that is changed comes back as a new one, which is done instead. The differences are told from what the run goes by. An empty wish
// is the plan that was shown, as it would be done now.
func (p *Planner) Redirect(ctx context.Context, d Desk, s assistant.Situation, of Redirected, wish string) (Move, error) {
	w := &work{Planner: p.at(d), desk: d, situation: s, fresh: true}
	var ok bool
	if w.project, ok = s.ProjectOf(of.Approved.Project); !ok {
		return problem(assistant.SideContext, assistant.Say("The project of this plan does not exist any more."),
			assistant.Say("Ask me again for one of the projects there are.")), nil
	}
	if err := w.think(ctx, w.say("Hans is changing the plan as asked")); err != nil {
		return Move{}, err
	}
	w.brief.Unasked = of.Approved.Unasked
	base := AtWork(of.Approved, of.Run)
	next := copied(of.Shown)
	if of.Shown.Version == of.Approved.Version {
		next = copied(base)
	}
	if !w.renamed(&base) || !w.renamed(&next) {
		return problem(assistant.SideContext, assistant.Say("One of the projects that this was for does not exist any more."),
			assistant.Say("Ask me again for the projects there are.")), nil
	}
	if w.project.ID != "" && len(s.Projects) > 1 {
		w.projects, w.choice = s.Projects, next.Several()
	}
	next.Version, next.Redirects = of.Shown.Version+1, of.Run.Run.ID
	wrong, err := w.redirect(ctx, of.Run, base, &next, block(wish, maxRequest))
	if err != nil || wrong != nil {
		return Move{Problem: wrong}, err
	}
	out := Move{Plan: &next, Changes: w.redirectDiff(base, next)}
	if len(out.Changes) == 0 {
		return Move{Say: w.say("I found nothing in the plan to change for that, so it goes on as it was.")}, nil
	}
	return out, nil
}

// redirect applies the wish, keeps what the run has done, and adds what the plan is shown with.
func (w *work) redirect(ctx context.Context, v assistant.RunView, base assistant.Plan, next *assistant.Plan, wish string) (*assistant.Problem, error) {
	shown := next.Steps
	w.done = doneKeys(base)
	wrong, err := w.change(ctx, next, wish)
	if err != nil || wrong != nil {
		return wrong, err
	}
	for i, s := range next.Steps {
		if was, known := find(shown, s.Key); known {
			next.Steps[i].Replaces = was.Replaces
		}
	}
	next.Steps = KeepDone(base.Steps, next.Steps, GoneKeys(base, v), w.unlessTold)
	kept := slices.Clone(next.Steps)
	restate(base, next, w.words())
	for i, s := range kept {
		if s.Stands != assistant.StepNew {
			next.Steps[i] = s
		}
	}
	if err := w.checkSteps(next.Steps); err != nil {
		return fallsApart(), nil //nolint:nilerr // it is told
	}
	return w.finish(ctx, next)
}

// AtWork is a plan as its run stands: without what was left out, and with what its tasks are done with by now.
func AtWork(p assistant.Plan, v assistant.RunView) assistant.Plan {
	p = copied(p)
	p.Redirects = v.Run.ID
	p.Steps = slices.DeleteFunc(p.Steps, func(s assistant.Step) bool {
		k, there := taskOf(v, s.Key)
		return !there || k.LeftOut()
	})
	for i := range p.Steps {
		s := &p.Steps[i]
		k, _ := taskOf(v, s.Key)
		s.Parameters, s.Owner, s.Replaces, s.Stands = k.Parameters, k.Owner, "", assistant.StepKept
		if k.Done() {
			s.Stands = assistant.StepDone
		}
	}
	return p
}

// taskOf is the task of a step.
func taskOf(v assistant.RunView, key string) (assistant.Task, bool) {
	i := slices.IndexFunc(v.Tasks, func(k assistant.Task) bool { return k.Key == key })
	if i < 0 {
		return assistant.Task{}, false
	}
	return v.Tasks[i], true
}

// GoneKeys are the keys of the tasks of a run that its plan has no step for any more: no new step may have one of them.
func GoneKeys(p assistant.Plan, v assistant.RunView) []string {
	var out []string
	for _, k := range v.Tasks {
		if _, there := find(p.Steps, k.Key); !there {
			out = append(out, k.Key)
		}
	}
	return out
}

// doneKeys are the keys of the steps that are done.
func doneKeys(p assistant.Plan) []string {
	var out []string
	for _, s := range p.Steps {
		if s.Stands == assistant.StepDone {
			out = append(out, s.Key)
		}
	}
	return out
}

// unlessTold is a step's parameters without what its tool is told of the request, which every wish makes another.
func (w *work) unlessTold(s assistant.Step) json.RawMessage {
	given := fields(s.Parameters)
	if tool := w.tool(s.Type); tool.Told != "" {
		delete(given, tool.Told)
	}
	raw, err := json.Marshal(given)
	if err != nil {
		return s.Parameters
	}
	return raw
}

// KeepDone are the wanted steps of a run at work, given the steps that it has. Steps that are done are all among them, as they were done.
// One that is not changed stays as it was approved; what is changed has a key of its own and says which step it is done instead of, and
// what uses its result uses that of the new one. A new step with a gone key gets another. compared is what of a step's parameters tells whether it was changed.
func KeepDone(has, wanted []assistant.Step, gone []string, compared func(assistant.Step) json.RawMessage) []assistant.Step {
	renamed, used := map[string]string{}, map[string]bool{}
	for _, s := range slices.Concat(has, wanted) {
		used[s.Key] = true
	}
	for _, k := range gone {
		used[k] = true
	}
	same := func(a, b assistant.Step) bool {
		return a.Type == b.Type && a.Owner == b.Owner && a.Project == b.Project && sameValue(compared(a), compared(b))
	}
	var out []assistant.Step
	stays := func(was assistant.Step, group string) {
		was.Group = group
		out = append(out, was)
	}
	before := func(s assistant.Step) string { return "@" + s.Group } // all that is done stands before the rest, in its own order
	for _, s := range wanted {
		was, known := find(has, s.Key)
		if known && was.Stands == assistant.StepDone {
			stays(was, before(was))
			if same(was, s) {
				continue
			}
		}
		s.Parameters = referringTo(s.Parameters, renamed)
		switch {
		case !known:
			if slices.Contains(gone, s.Key) {
				key := freshKey(s.Key, used)
				renamed[s.Key], s.Key = key, key
			}
			s.Stands = assistant.StepNew
			out = append(out, s)
		case was.Stands != assistant.StepDone && same(was, s):
			stays(was, s.Group)
		default:
			s.Key, s.Replaces, s.Stands = freshKey(s.Key, used), was.Key, assistant.StepNew
			renamed[was.Key] = s.Key
			out = append(out, s)
		}
	}
	for _, s := range has {
		if _, there := find(out, s.Key); !there && s.Stands == assistant.StepDone {
			stays(s, before(s))
		}
	}
	slices.SortStableFunc(out, func(a, b assistant.Step) int { return strings.Compare(a.Group, b.Group) })
	regroup(out)
	return out
}

// referringTo is parameters that refer to the new steps in place of those that they are done instead of.
func referringTo(parameters json.RawMessage, renamed map[string]string) json.RawMessage {
	if len(renamed) == 0 {
		return parameters
	}
	out, err := assistant.Renamed(parameters, renamed)
	if err != nil {
		return parameters // its check says what is wrong with them
	}
	return out
}

// freshKey is a key that no step has.
func freshKey(key string, used map[string]bool) string {
	for n := 2; ; n++ {
		next := key + strconv.Itoa(n)
		if len(next) > 32 {
			next = "step" + strconv.Itoa(n)
		}
		if !used[next] {
			used[next] = true
			return next
		}
	}
}

// sameValue tells whether two values are the same, however they are written.
func sameValue(a, b json.RawMessage) bool {
	one, errOne := assistant.ConsentHash("", a, assistant.Preview{})
	other, errOther := assistant.ConsentHash("", b, assistant.Preview{})
	return errOne == nil && errOther == nil && one == other
}

// redirectDiff says what becomes different of a run: what is dropped, new, changed and kept. It is empty where nothing does.
func (w *work) redirectDiff(base, next assistant.Plan) []string {
	changed := PlanDiff(renamedTo(base, next), next, w.team.Team, w.words())
	if len(changed) == 0 {
		return nil
	}
	say := w.words()
	var done, kept []string
	for i, s := range next.Steps {
		switch s.Stands {
		case assistant.StepDone:
			done = append(done, say.Say("step %d (%s)", i+1, s.Summary))
		case assistant.StepKept:
			kept = append(kept, say.Say("step %d (%s)", i+1, s.Summary))
		case assistant.StepNew:
		}
	}
	if len(done) > 0 {
		changed = append(changed, say.Say("Done, and kept: %s", say.List(done)))
	}
	if len(kept) > 0 {
		changed = append(changed, say.Say("Goes on as it is: %s", say.List(kept)))
	}
	return changed
}

// renamedTo is the plan of a run with the keys of those steps by which its open steps are replaced, so that both are the same step to
// whoever reads the difference. A step that is done stays beside the one that is done instead.
func renamedTo(base, next assistant.Plan) assistant.Plan {
	base = copied(base)
	for i := range base.Steps {
		at := slices.IndexFunc(next.Steps, func(s assistant.Step) bool { return s.Replaces == base.Steps[i].Key })
		if at >= 0 && base.Steps[i].Stands != assistant.StepDone {
			base.Steps[i].Key = next.Steps[at].Key
		}
	}
	return base
}

// BuildRedirect is what becomes of a run by an approved change of its plan: what it gains and where its tasks are then, and the tasks that
// end because of it. A task that was done meanwhile and is wanted otherwise was not shown so: that is [assistant.ErrMoved].
func BuildRedirect(
	p assistant.Plan, v assistant.RunView, ids *assistant.IDs, d Decision,
) (b assistant.RunRedirected, ends []assistant.Task, err error) {
	if hash, err := assistant.PlanHash(p); err != nil || hash != p.Hash {
		return b, nil, fmt.Errorf("build plan %s version %d: %w", p.ID, p.Version, assistant.ErrMoved)
	}
	b = assistant.RunRedirected{Run: v.Run.ID, Version: p.Version}
	last := len(p.Steps) // what is in the plan no more is counted after it
	for _, k := range v.Tasks {
		at := slices.IndexFunc(p.Steps, func(s assistant.Step) bool { return s.Key == k.Key })
		switch {
		case at >= 0 && p.Steps[at].Stands == assistant.StepDone && !k.Done(),
			at < 0 && k.Done() && !k.Stopping: // what an earlier change stopped too late is done, and known to be
			return b, nil, fmt.Errorf("step %s of plan %s is not as it was shown: %w", k.Key, p.ID, assistant.ErrMoved)
		case at >= 0:
			b.Moved = append(b.Moved, assistant.TaskMove{Task: k.ID, Group: p.Steps[at].Group, Order: at + 1})
			continue
		case k.LeftOut():
		case k.Status.Ended():
			b.Gone = append(b.Gone, k.ID)
		default:
			ends = append(ends, k)
		}
		last++
		b.Moved = append(b.Moved, assistant.TaskMove{Task: k.ID, Group: k.Group, Order: last})
	}
	for i, s := range p.Steps {
		if s.Stands != assistant.StepNew {
			continue
		}
		task, err := taskFor(p, s, i+1, v.Run, ids, d)
		if err != nil {
			return b, nil, err
		}
		if from, there := taskOf(v, s.Replaces); there {
			task.Parent = from.ID
		}
		b.Tasks = append(b.Tasks, task)
	}
	return b, ends, nil
}
