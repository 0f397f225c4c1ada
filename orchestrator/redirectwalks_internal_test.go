package orchestrator

import (
	"crypto/rand"
	"encoding/json"
	"fmt"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/planning"
)

// TestRedirectingNeverRepeatsWhatIsDone lets random plans run and be redirected at random moments, as the rules of runs, [Advance] and
// planning have it: no task begins early, twice or though it is dropped, none is done anew that was done, and every run ends.
func TestRedirectingNeverRepeatsWhatIsDone(t *testing.T) {
	redirected := 0
	rapid.Check(t, func(r *rapid.T) {
		w := &redirectWalk{r: r, ids: assistant.NewIDs(time.Now, rand.Reader), began: map[assistant.TaskID]int{}, done: map[string]bool{}}
		w.begin()
		for range 200 {
			if w.run.Status.Ended() {
				break
			}
			w.step()
		}
		for w.redirects = 0; !w.run.Status.Ended() && w.redirects < 500; w.redirects++ {
			w.work()
		}
		if !w.run.Status.Ended() {
			r.Fatalf("the run does not end: %+v", w.tasks)
		}
		redirected += w.times
	})
	if redirected == 0 {
		t.Error("no run was redirected")
	}
}

// redirectWalk is a run whose plan is redirected.
type redirectWalk struct {
	r         *rapid.T
	ids       *assistant.IDs
	plan      assistant.Plan
	run       assistant.Run
	tasks     []assistant.Task
	began     map[assistant.TaskID]int
	done      map[string]bool // what steps that are done did
	made      int             // steps so far
	redirects int
	times     int // that it was redirected
}

// new is a step that does what none has done before, and refers to others of earlier groups.
func (w *redirectWalk) new(group int, before []assistant.Step) assistant.Step {
	w.made++
	s := assistant.Step{
		Key: fmt.Sprintf("s%d_", w.made), Group: string(rune('A' + group)), Owner: assistant.Chief, Type: "look", Summary: "Look",
		Effect: assistant.EffectNone,
	}
	s.Parameters = w.parameters(fmt.Sprint("what", w.made), s.Group, before)
	return s
}

func (w *redirectWalk) parameters(what, group string, before []assistant.Step) json.RawMessage {
	given := map[string]any{"what": what}
	for _, b := range before {
		if b.Group < group && rapid.IntRange(0, 2).Draw(w.r, "refers") == 0 {
			given["of"] = assistant.Reference{From: b.Key, Field: "url"}
		}
	}
	raw, err := json.Marshal(given)
	if err != nil {
		w.r.Fatal(err)
	}
	return raw
}

func (w *redirectWalk) hashed(p assistant.Plan) assistant.Plan {
	var err error
	if p.Hash, err = assistant.PlanHash(p); err != nil {
		w.r.Fatal(err)
	}
	return p
}

func (w *redirectWalk) begin() {
	var steps []assistant.Step
	for g := range rapid.IntRange(1, 4).Draw(w.r, "groups") {
		for range rapid.IntRange(1, 3).Draw(w.r, "steps") {
			steps = append(steps, w.new(g, steps))
		}
	}
	w.plan = w.hashed(assistant.Plan{ID: "plan", Version: 1, Title: "It", Steps: steps})
	var err error
	if w.run, w.tasks, err = planning.Build(w.plan, w.ids, planning.Decision{}); err != nil {
		w.r.Fatal(err)
	}
}

func (w *redirectWalk) step() {
	if w.redirects < 3 && rapid.IntRange(0, 9).Draw(w.r, "redirect") == 0 {
		w.redirect()
		return
	}
	w.work()
}

// happens is a body in the log.
func (w *redirectWalk) happens(b assistant.Body) {
	w.run, w.tasks = w.run.After(b), assistant.TasksAfter(w.tasks, b)
}

// leftOutOf is the end of a task that is left out.
func leftOutOf(k assistant.Task) assistant.TaskFinished {
	return assistant.TaskFinished{Run: k.Run, Task: k.ID, Status: assistant.TaskCancelled, Result: assistant.Result{NotDone: assistant.NotDoneLeftOut}}
}

// next is what [runs.next] makes of the run.
func (w *redirectWalk) next() {
	for {
		k, _, found := needsLeftOut(w.tasks)
		if !found || w.run.Status == assistant.RunPlanning {
			break
		}
		w.happens(leftOutOf(k))
	}
	next := Advance(w.run, w.tasks)
	switch {
	case next.Group != "":
		w.happens(assistant.GroupStarted{Run: w.run.ID, Group: next.Group, Tasks: next.Release})
	case next.Finish != "":
		w.happens(assistant.RunFinished{Run: w.run.ID, Status: next.Finish})
	}
}

// work lets the run move, or somebody begin or end a task.
func (w *redirectWalk) work() {
	w.next()
	var at []int
	for i, k := range w.tasks {
		if k.Status == assistant.TaskInProgress || k.Status == assistant.TaskOpen && k.Released && w.run.Status == assistant.RunRunning {
			at = append(at, i)
		}
	}
	if len(at) == 0 {
		return
	}
	k := w.tasks[rapid.SampledFrom(at).Draw(w.r, "task")]
	if k.Status == assistant.TaskOpen {
		if k.Stopping {
			w.happens(assistant.TaskFinished{Run: w.run.ID, Task: k.ID, Status: assistant.TaskCancelled})
			return
		}
		w.begins(k)
		return
	}
	end := assistant.TaskFinished{Run: w.run.ID, Task: k.ID, Status: assistant.TaskCompleted}
	if k.Stopping && rapid.Bool().Draw(w.r, "before its call") {
		end.Status = assistant.TaskCancelled
	}
	w.happens(end)
	if end.Status == assistant.TaskCompleted {
		w.done[string(k.Parameters)] = true
	}
}

func (w *redirectWalk) begins(k assistant.Task) {
	if w.began[k.ID]++; w.began[k.ID] > 1 {
		w.r.Fatalf("%s begins twice", k.Key)
	}
	if w.done[string(k.Parameters)] {
		w.r.Fatalf("%s does again what is done: %s", k.Key, k.Parameters)
	}
	if lacks := (assistant.RunView{Tasks: w.tasks}).Lacks(k); lacks.ID != "" {
		w.r.Fatalf("%s begins before %s is done", k.Key, lacks.Key)
	}
	refers, err := assistant.References(k.Parameters)
	if err != nil {
		w.r.Fatal(err)
	}
	for _, ref := range refers {
		if !slices.ContainsFunc(w.tasks, func(of assistant.Task) bool { return of.Key == ref.From }) {
			w.r.Fatalf("%s refers to %s, which is no step", k.Key, ref.From)
		}
	}
	w.happens(assistant.TaskStarted{Run: w.run.ID, Task: k.ID, Attempt: 1})
}

// redirect changes the plan as somebody may want it, and lets somebody end what is in the middle of a call meanwhile.
func (w *redirectWalk) redirect() {
	w.redirects++
	w.happens(assistant.RedirectRequested{Run: w.run.ID})
	for moved := true; moved; {
		p := w.wanted()
		if rapid.Bool().Draw(w.r, "meanwhile") {
			w.work()
		}
		b, ends, err := planning.BuildRedirect(p, assistant.RunView{Run: w.run, Tasks: w.tasks}, w.ids, planning.Decision{})
		if moved = err != nil; moved {
			continue
		}
		w.plan = p
		w.times++
		w.happens(b)
		for _, k := range ends {
			if k.Begun() {
				w.happens(assistant.StopRequested{Run: w.run.ID, Task: k.ID})
			} else {
				w.happens(leftOutOf(k))
			}
		}
	}
}

// wanted is a random change of the plan.
func (w *redirectWalk) wanted() assistant.Plan {
	has := planning.AtWork(w.plan, assistant.RunView{Run: w.run, Tasks: w.tasks})
	var steps []assistant.Step
	gone := map[string]bool{}
	for _, s := range has.Steps {
		refers, _ := assistant.References(s.Parameters) // it is ours
		if slices.ContainsFunc(refers, func(r assistant.Placed) bool { return gone[r.From] }) {
			gone[s.Key] = true
			continue
		}
		switch rapid.IntRange(0, 5).Draw(w.r, "change") {
		case 0:
			gone[s.Key] = true
			continue
		case 1:
			w.made++
			s.Parameters = w.parameters(fmt.Sprint("what", w.made), s.Group, steps)
		}
		steps = append(steps, s)
	}
	ended := planning.GoneKeys(has, assistant.RunView{Run: w.run, Tasks: w.tasks})
	for range rapid.IntRange(0, 2).Draw(w.r, "more") {
		g := rapid.IntRange(0, 4).Draw(w.r, "group")
		s := w.new(g, steps)
		if len(ended) > 0 && rapid.Bool().Draw(w.r, "called as one that is gone") {
			s.Key, ended = ended[0], ended[1:]
		}
		steps = append(steps, s)
	}
	if len(steps) == 0 {
		steps = append(steps, w.new(0, nil))
	}
	slices.SortStableFunc(steps, func(a, b assistant.Step) int { return int(a.Group[0]) - int(b.Group[0]) })
	next := w.plan
	next.Version, next.Redirects = w.plan.Version+1, w.run.ID
	next.Steps = planning.KeepDone(has.Steps, steps, planning.GoneKeys(has, assistant.RunView{Run: w.run, Tasks: w.tasks}), func(s assistant.Step) json.RawMessage { return s.Parameters })
	w.holds(has.Steps, next.Steps)
	for _, k := range w.tasks {
		if s, there := find(next.Steps, k.Key); there && s.Stands == assistant.StepNew {
			w.r.Fatalf("%s is new, and is called as a task of the run", k.Key)
		}
	}
	return w.hashed(next)
}

func find(steps []assistant.Step, key string) (assistant.Step, bool) {
	i := slices.IndexFunc(steps, func(s assistant.Step) bool { return s.Key == key })
	if i < 0 {
		return assistant.Step{}, false
	}
	return steps[i], true
}

// holds tells that a changed plan has all that is done, once and as it was, and refers to earlier steps alone.
func (w *redirectWalk) holds(has, next []assistant.Step) {
	groups := map[string]string{}
	for _, s := range next {
		if _, twice := groups[s.Key]; twice {
			w.r.Fatalf("%s is there twice", s.Key)
		}
		groups[s.Key] = s.Group
	}
	for _, s := range next {
		refers, _ := assistant.References(s.Parameters) // it is ours
		for _, r := range refers {
			if g, there := groups[r.From]; !there || g >= s.Group {
				w.r.Fatalf("%s (%s) refers to %s (%s)", s.Key, s.Group, r.From, g)
			}
		}
	}
	for _, s := range has {
		at := slices.IndexFunc(next, func(n assistant.Step) bool { return n.Key == s.Key })
		if s.Stands != assistant.StepDone {
			continue
		}
		if at < 0 || next[at].Stands != assistant.StepDone || string(next[at].Parameters) != string(s.Parameters) {
			w.r.Fatalf("%s is done, and not among %+v", s.Key, next)
		}
	}
}
