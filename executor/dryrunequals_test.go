package executor_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/executor"
	"github.com/aisteam/aisteam/internal/packkit"
	"github.com/aisteam/aisteam/internal/sampled"
	"github.com/aisteam/aisteam/planning"
)

// outside is what the tools of the registry work on in these tests: what each has written, and whether writing is refused.
type outside struct {
	t       *testing.T
	dry     bool
	written map[string]int // by tool
	texts   map[string]int // what writers wrote, by their arguments
	did     []string       // arguments of what was changed
}

// over is a tool of the registry with its own schemas and everything else it says of itself, working on this.
func (o *outside) over(t tools.Tool) tools.Tool {
	t.Fix, t.Stage, t.Unstage, t.Verify, t.Recover = nil, nil, nil, nil, nil
	t.Idempotent = true
	if t.Preview != nil {
		t.Preview = func(_ context.Context, c tools.Call) (assistant.Preview, error) {
			return assistant.Preview{Title: assistant.Label(t.Label), State: fmt.Sprint(t.Name, o.written[t.Name]), Wanted: string(c.Arguments)}, nil
		}
	}
	if t.Undo != nil {
		t.Undo = func(context.Context, tools.Call, assistant.Receipt) error { return nil }
	}
	t.Run = func(_ context.Context, c tools.Call) (assistant.Receipt, error) {
		if t.Effect != assistant.EffectNone {
			if o.dry {
				o.t.Errorf("%s wrote in a dry run: %s", t.Name, c.Arguments)
			}
			o.written[t.Name]++
			o.did = append(o.did, string(c.Arguments))
		} else if t.Rewrite.Words != "" {
			o.texts[t.Name+string(c.Arguments)]++
		}
		return assistant.Receipt{Undo: json.RawMessage(`{}`), Result: assistant.Result{Summary: assistant.Verbatim("Done"), Fields: given(t, c), Read: "It is written."}}, nil
	}
	return t
}

// given is a result as its tool's schema has it, made of the arguments.
func given(t tools.Tool, c tools.Call) assistant.Values {
	out := map[string]json.RawMessage{}
	if t.Result == nil {
		return assistant.Values{}
	}
	for _, name := range tools.Properties(t.Result) {
		out[name] = tools.Tool{Arguments: t.Result}.Stand(assistant.Path{{Name: name}}, name+" of "+strconv.Itoa(len(c.Arguments)))
	}
	raw, err := json.Marshal(out)
	if err != nil {
		return assistant.Values{}
	}
	var values assistant.Values
	if json.Unmarshal(raw, &values) != nil {
		return assistant.Values{}
	}
	return values
}

// plannable are the tools of the registry that a plan may have.
func plannable(t *testing.T, o *outside) []tools.Tool {
	t.Helper()
	packs, err := packkit.Packs()
	if err != nil {
		t.Fatal(err)
	}
	var out []tools.Tool
	for _, p := range packs {
		for _, one := range p.Tools {
			if one.Class == assistant.ClassQuery || one.Class == assistant.ClassAction {
				out = append(out, o.over(one))
			}
		}
	}
	return out
}

// randomPlan has a step of each of the tools, each in a group of its own, with arguments by its schema: what an earlier step gives, where
// that is of the same type, or made up.
func randomPlan(r *rand.Rand, of []tools.Tool, everything assistant.Project) assistant.Plan {
	p := assistant.Plan{ID: "plan-1", Version: 1, Project: everything.ID, Title: "t", RequestedBy: "person-1"}
	for i, tool := range of {
		s := assistant.Step{
			Key: fmt.Sprintf("s%d", i), Group: string(rune('A' + i)), Owner: assistant.Chief, Type: assistant.TaskType(tool.Name), Summary: "Do it", Effect: tool.Effect,
		}
		if len(tool.Owners) > 0 {
			s.Owner = tool.Owners[0]
		}
		arguments := map[string]json.RawMessage{}
		for _, name := range tools.Properties(tool.Arguments) {
			if !slices.Contains(tool.Arguments.Required, name) && (r.IntN(2) == 0 || tool.ByCode(name)) {
				continue
			}
			arguments[name] = tool.Stand(assistant.Path{{Name: name}}, fmt.Sprintf("%s %d", name, r.IntN(1000)))
			if from := giving(r, of[:i], tool, name); from.From != "" {
				arguments[name], _ = json.Marshal(from)
			}
		}
		s.Parameters, _ = json.Marshal(arguments)
		if s.Effect != assistant.EffectNone {
			s.Preview = &assistant.Preview{Title: assistant.Label(tool.Label), State: "before the dry run"}
		}
		p.Steps = append(p.Steps, s)
	}
	return p
}

// giving is a field that one of the earlier steps gives and that an argument takes; none at a coin's toss, and where there is none.
func giving(r *rand.Rand, before []tools.Tool, to tools.Tool, name string) assistant.Reference {
	for _, i := range r.Perm(len(before)) {
		if before[i].Result == nil || r.IntN(2) == 0 {
			continue
		}
		for _, field := range tools.Properties(before[i].Result) {
			if slices.Equal(tools.TypesOf(before[i].Result.Properties[field]), tools.TypesOf(to.Arguments.Properties[name])) {
				return assistant.Reference{From: fmt.Sprintf("s%d", i), Field: field}
			}
		}
	}
	return assistant.Reference{}
}

// TestADryRunShowsWhatThenHappens, for random plans of every tool that there is: nothing is written by it; each step that it has shown is
// then done with exactly these arguments and without another question, unless a step before it has changed what it looked at or there is no
// way back; and no text is written twice.
func TestADryRunShowsWhatThenHappens(t *testing.T) {
	r := sampled.Random(t)
	shown, unseen := 0, map[string]bool{}
	for _, one := range plannable(t, &outside{}) {
		unseen[one.Name] = one.Effect != assistant.EffectNone
	}
	for name := range unseen {
		for tries := 0; tries < sampled.Number(2, 20) || unseen[name] && tries < 60; tries++ {
			o := &outside{t: t, written: map[string]int{}, texts: map[string]int{}}
			all := plannable(t, o)
			var of []tools.Tool
			for range r.IntN(4) {
				of = append(of, all[r.IntN(len(all))])
			}
			of = append(of, all[slices.IndexFunc(all, func(t tools.Tool) bool { return t.Name == name })])
			for step := range happens(t, o, all, of, r) {
				shown++
				delete(unseen, step)
			}
		}
	}
	for name, changes := range unseen {
		if changes {
			t.Errorf("%s was in no plan whose dry run has shown it", name)
		}
	}
	t.Logf("%d steps were shown and then done", shown)
}

// happens makes a dry run of a random plan, and then runs it; it returns the tools of the steps that were shown and then done so.
func happens(t *testing.T, o *outside, all, of []tools.Tool, r *rand.Rand) map[string]bool {
	t.Helper()
	everything := assistant.Project{ID: project, Tenant: tenant, Name: "Aquaverter", Connections: []assistant.Connection{{Kind: "all"}}}
	for _, one := range all {
		everything.Connections[0].Gives = append(everything.Connections[0].Gives, one.Needs)
	}
	team := packkit.TeamOf(t, tools.Pack{Name: "test", Tools: all})
	clock := func() time.Time { return noon }
	ids := assistant.NewIDs(clock, rand.NewChaCha8([32]byte{}))
	log := &ledger{}
	exec, err := executor.New(executor.Config{Team: team, Ledger: log, Own: &diary{}, IDs: ids, Now: clock})
	if err != nil {
		t.Fatal(err)
	}
	o.dry = true
	dry := executor.DryRun{Claim: assistant.Claim{Tenant: tenant, Conversation: "c"}, Projects: []assistant.Project{everything}, Plan: randomPlan(r, of, everything)}
	plan, err := exec.DryRun(t.Context(), dry)
	if err != nil {
		t.Fatal(err)
	}
	o.dry = false
	run, tasks, err := planning.Build(plan, ids, planning.Decision{By: "person-1", At: noon, In: "c"})
	if err != nil {
		t.Fatal(err)
	}
	results, out := plan.Kept(), map[string]bool{}
	for i, task := range tasks {
		if _, kept := results[task.Key]; kept {
			continue
		}
		s := plan.Steps[i]
		moved := o.written[string(s.Type)] > 0
		before := len(o.did)
		work := assistant.TaskWork{Task: task, Run: run, Project: everything, Results: results}
		end := ends(t, exec, log, &work)
		first := end
		if first.Waiting != nil {
			if s.Shown() && s.Effect == assistant.EffectReversible && !moved {
				t.Errorf("%s is asked about though it was shown: %s\nshown %s\nnow %s", s.Type, first.Waiting.Why, s.Tried.Arguments, first.Waiting.Arguments)
			}
			work.Task.ApprovedHash, work.Task.ConfirmedAt = first.Waiting.Hash, noon
			end = ends(t, exec, log, &work)
		} else if s.Effect == assistant.EffectIrreversible && end.Finished.Status == assistant.TaskCompleted {
			t.Errorf("%s has no way back and was not asked about once more", s.Type)
		}
		if end.Finished == nil || end.Finished.Status != assistant.TaskCompleted {
			if s.Shown() {
				t.Errorf("%s was shown and is not done: %+v", s.Type, end.Finished)
			}
			return out // what comes after builds on it
		}
		results[task.Key] = end.Finished.Result
		if s.Effect != assistant.EffectNone && s.Shown() {
			if len(o.did) != before+1 || !bytes.Equal([]byte(o.did[before]), s.Tried.Arguments) {
				t.Errorf("%s did %q, and %s was shown", s.Type, o.did[before:], s.Tried.Arguments)
			}
			out[string(s.Type)] = true
		}
	}
	for what, n := range o.texts {
		if n > 1 {
			t.Errorf("%s was written %d times", what, n)
		}
	}
	return out
}

func ends(t *testing.T, exec *executor.Executor, log *ledger, work *assistant.TaskWork) executor.Ending {
	t.Helper()
	end, err := exec.Do(t.Context(), &journal{}, assistant.TaskClaim{Tenant: tenant, Conversation: "c", Task: work.Task.ID}, *work)
	if err != nil {
		t.Fatal(err)
	}
	log.settle(end)
	return end
}
