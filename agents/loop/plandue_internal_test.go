package loop

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/team"
	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
)

// TestAPlanIsDueByWhatIsProposedAlone: by how many changes there are, whose they are, and whether they can be undone.
func TestAPlanIsDueByWhatIsProposedAlone(t *testing.T) {
	mine, web, shop := Change{Owner: "me"}, Change{Owner: "web"}, Change{Owner: "shop"}
	forGood := Change{Owner: "me", ForGood: true}
	for what, c := range map[string]struct {
		changes []Change
		due     bool
	}{
		"nothing":                   {nil, false},
		"one":                       {[]Change{mine}, false},
		"two":                       {[]Change{mine, mine}, false},
		"three":                     {[]Change{mine, mine, mine}, true},
		"one of somebody else":      {[]Change{web}, false},
		"two of one other":          {[]Change{web, web}, false},
		"two of two":                {[]Change{web, shop}, true},
		"mine and another's":        {[]Change{mine, web}, true},
		"one that cannot be undone": {[]Change{forGood}, false},
		"one that cannot be undone, with another":  {[]Change{mine, forGood}, true},
		"one that cannot be undone, before others": {[]Change{forGood, mine}, true},
		"two that cannot be undone":                {[]Change{forGood, forGood}, true},
	} {
		if got := PlanDue(c.changes); got != c.due {
			t.Errorf("%s: due %v", what, got)
		}
	}
}

// TestMoreChangesNeverTakeAPlanAway: the order of changes says nothing, and one more of them never makes it less of a plan.
func TestMoreChangesNeverTakeAPlanAway(t *testing.T) {
	random := rand.New(rand.NewPCG(28, 16)) // a test's
	for range 2000 {
		var all []Change
		for range random.IntN(5) {
			all = append(all, Change{Owner: assistant.AgentID([]string{"me", "web"}[random.IntN(2)]), ForGood: random.IntN(4) == 0})
		}
		due := PlanDue(all)
		random.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		if PlanDue(all) != due {
			t.Fatalf("in another order it is another thing: %+v", all)
		}
		if more := append(slices.Clone(all), Change{Owner: "me"}); due && !PlanDue(more) {
			t.Fatalf("one more needs no plan any more: %+v", more)
		}
	}
}

// pinning is a session of an agent who may pin notes and burn the board, after some calls of earlier steps were done.
func pinning(t *testing.T, done ...string) *Loop {
	t.Helper()
	of := func(name string, e assistant.Effect) tools.Tool {
		tool := tools.Tool{
			Name: name, Label: name, Description: "It is tried.", Class: assistant.ClassAction, Effect: e, Direct: true, Idempotent: true, Arguments: tools.Arguments[struct{}](),
			Preview: func(context.Context, tools.Call) (assistant.Preview, error) { return assistant.Preview{}, nil },
			Run:     func(context.Context, tools.Call) (assistant.Receipt, error) { return assistant.Receipt{}, nil },
		}
		if e == assistant.EffectReversible {
			tool.Undo = func(context.Context, tools.Call, assistant.Receipt) error { return nil }
		}
		return tool
	}
	house, err := team.New([]assistant.Agent{{ID: assistant.Chief, Name: "Hans"}}, []tools.Pack{{Name: "board", Tools: []tools.Tool{
		of("pin", assistant.EffectReversible), of("burn", assistant.EffectIrreversible),
	}}})
	if err != nil {
		t.Fatal(err)
	}
	l := &Loop{Team: house, Agent: house.Agent(assistant.Chief), Usable: func(tools.Tool) bool { return true }}
	for i, name := range done {
		id := string(rune('a' + i))
		l.Records = append(l.Records,
			Record{Message: llm.Message{Role: llm.RoleAssistant, Parts: []llm.Part{{Call: &llm.ToolCall{ID: id, Name: name}}}}},
			Record{Message: llm.Message{Role: llm.RoleTool, Parts: []llm.Part{{Result: &llm.ToolResult{ID: id, Name: name}}}}, Came: map[string]Came{id: CameDone}})
	}
	return l
}

// wished are calls that people would be asked about.
func wished(l *Loop, names ...string) (out []Wish) {
	for _, name := range names {
		tool, _ := l.Team.Tools().Get(name)
		out = append(out, Wish{Call: llm.ToolCall{ID: name, Name: name}, Tool: tool})
	}
	return out
}

// TestChangesThatTakeAPlanAreRefused: with those of the session that are done, but without those that were approved for good. What is
// refused is spent of no budget.
func TestChangesThatTakeAPlanAreRefused(t *testing.T) {
	away := errors.New("away")
	for what, c := range map[string]struct {
		done, wants []string
		approved    string
		err         error
		refused     bool
	}{
		"two":                                   {wants: []string{"pin", "pin"}},
		"three":                                 {wants: []string{"pin", "pin", "pin"}, refused: true},
		"one after two":                         {done: []string{"pin", "pin"}, wants: []string{"pin"}, refused: true},
		"nothing after three":                   {done: []string{"pin", "pin", "pin"}},
		"one for good after another":            {done: []string{"pin"}, wants: []string{"burn"}, refused: true},
		"three that were approved for good":     {wants: []string{"pin", "pin", "pin"}, approved: "pin"},
		"one for good beside approved ones":     {wants: []string{"pin", "burn"}, approved: "pin"},
		"two approved ones and two that cannot": {wants: []string{"pin", "burn", "burn"}, approved: "pin", refused: true},
		"what is approved cannot be read":       {wants: []string{"pin", "pin", "pin"}, err: away},
	} {
		l := pinning(t, c.done...)
		l.Approved = func(_ context.Context, tool tools.Tool) (bool, error) { return tool.Name == c.approved, c.err }
		wishes := wished(l, c.wants...)
		spent, err := l.planned(t.Context(), wishes, assistant.Spent{Actions: len(wishes)})
		if !errors.Is(err, c.err) {
			t.Fatalf("%s: %v", what, err)
		}
		for _, w := range wishes {
			if (w.Refused == ToldToPlan) != c.refused {
				t.Errorf("%s: %s came to %q", what, w.Tool.Name, w.Refused)
			}
		}
		if want := len(wishes); !c.refused && spent.Actions != want || c.refused && spent.Actions != 0 {
			t.Errorf("%s: %d changes count", what, spent.Actions)
		}
	}
}

// TestNothingIsLookedUpForAStepThatNeedsNoPlan.
func TestNothingIsLookedUpForAStepThatNeedsNoPlan(t *testing.T) {
	l := pinning(t)
	l.Approved = func(context.Context, tools.Tool) (bool, error) {
		t.Error("what was approved for good was looked up")
		return false, nil
	}
	if _, err := l.planned(t.Context(), wished(l, "pin", "pin"), assistant.Spent{Actions: 2}); err != nil {
		t.Error(err)
	}
}
