package assistant

import "encoding/json"

// TypeDelegated is the type of a task that an executor does for a planner.
const TypeDelegated = "delegate"

// Dialogue is what a planner and its executor have said to each other in one task, in the order of its fields. An answer goes on with what
// was asked at the end of an earlier task.
type Dialogue struct {
	Asked  string // of the planner, before
	Answer string

	Task, Inputs, Expects string // what is wanted, where it is no answer

	Question string   // of the executor, which ended the task
	Options  []string // that it may be
	Data     map[string]any
	Cost     SessionCost // of the executor's session, with the tasks before
}

// DialogueOf reads a task's dialogue; false where nobody does it for a planner.
func DialogueOf(t Task) (d Dialogue, ok bool) {
	if t.Type != TypeDelegated {
		return d, false
	}
	var order struct {
		Task, Inputs, Expects, Asked, Answer string
	}
	_ = json.Unmarshal(t.Parameters, &order) // nothing is said where it cannot be read
	d = Dialogue{Asked: order.Asked, Answer: order.Answer, Task: order.Task, Inputs: order.Inputs, Expects: order.Expects}
	if d.Answer != "" {
		d.Task = ""
	}
	if t.Result == nil {
		return d, true
	}
	var came struct {
		Data  map[string]any
		Asked struct {
			Question string
			Options  []string
		}
		Cost SessionCost
	}
	_ = json.Unmarshal(t.Result.Details, &came) // likewise
	d.Question, d.Options, d.Data, d.Cost = came.Asked.Question, came.Asked.Options, came.Data, came.Cost
	return d, true
}
