package storage

import (
	"strings"

	"github.com/aisteam/aisteam/assistant"
)

// changeTasks queues the update of the run's tasks by the rule in [assistant.TaskChangeOf], with what else the body says of them.
// It returns nil if the message does not change tasks.
func (t *tx) changeTasks(m assistant.Message, run assistant.RunID, also ...column) *stmt {
	c, ok := assistant.TaskChangeOf(m.Body)
	if !ok {
		return nil
	}
	u := update{table: `assistant_tasks`}
	if c.To != "" {
		u.set(`status`, c.To)
	}
	for _, a := range also {
		u.set(a.name, a.value)
	}
	if len(u.sets) > 0 {
		u.sets = append(u.sets, `updated_at = :now`)
	}
	switch {
	case c.Parked:
		u.sets = append(u.sets, `ready_at = null`)
	case c.Queued:
		u.sets = append(u.sets, `ready_at = coalesce(ready_at, :now)`)
	}
	if c.Taken {
		u.sets = append(u.sets, `token = null`, `lease_until = null`)
	}
	if c.Anew {
		u.sets = append(u.sets, `result = null`, `problem = null`, `approval_id = null`, `stop_asked = false`, `alone = false`)
	}
	if c.Stops {
		u.sets = append(u.sets, `stop_asked = true`)
		u.wheres = append(u.wheres, `not stop_asked`)
	}
	u.wheres = append(u.wheres, `run_id = `+u.arg(run), `conversation_id = `+u.arg(m.Conversation))
	if c.Group != "" {
		u.wheres = append(u.wheres, `step_group = `+u.arg(c.Group))
	}
	if c.Also == "" {
		among(&u, `id`, c.Tasks)
	} else {
		u.wheres = append(u.wheres, `(`+in(&u, `id`, c.Tasks)+` or status = 'cancelled' and not stop_asked and coalesce(result ->> 'notDone', '') = `+u.arg(c.Also)+`)`)
	}
	among(&u, `status`, c.From)
	if c.Spared != "" {
		u.wheres = append(u.wheres, `not stop_asked and coalesce(result ->> 'notDone', '') <> `+u.arg(c.Spared))
	}
	for _, s := range c.Unheld {
		held := `token is not null`
		if s == assistant.TaskInProgress { // who gave it back leaves it to the next one, and whoever reads the run takes it for one in hand
			held = `(token is not null or ready_at is not null)`
		}
		u.wheres = append(u.wheres, `not (status = `+u.arg(s)+` and `+held+`)`)
	}
	return u.queue(t)
}

// changeRun queues the update of the run by the rule in [assistant.RunChangeOf]. It returns nil if the message does not change it.
func (t *tx) changeRun(m assistant.Message, run assistant.RunID) *stmt {
	c, ok := assistant.RunChangeOf(m.Body)
	if !ok {
		return nil
	}
	u := update{table: `assistant_runs`}
	u.set(`status`, c.To)
	u.sets = append(u.sets, `updated_at = :now`)
	u.wheres = append(u.wheres, `id = `+u.arg(run), `conversation_id = `+u.arg(m.Conversation))
	among(&u, `status`, c.From)
	return u.queue(t)
}

// update builds an update statement.
type update struct {
	table        string
	sets, wheres []string
	args         []any
}

// arg adds an argument and returns its placeholder.
func (u *update) arg(v any) string {
	u.args = append(u.args, v)
	return list(len(u.args), 1)
}

func (u *update) set(name string, v any) { u.sets = append(u.sets, name+` = `+u.arg(v)) }

// among restricts the update to rows whose column has one of the values. Without values it restricts nothing.
func among[V ~string](u *update, name string, vs []V) {
	if len(vs) == 0 {
		return
	}
	u.wheres = append(u.wheres, in(u, name, vs))
}

// in is the condition that the column has one of the values.
func in[V ~string](u *update, name string, vs []V) string {
	var marks []string
	for _, v := range vs {
		marks = append(marks, u.arg(v))
	}
	return name + ` in (` + strings.Join(marks, `, `) + `)`
}

func (u *update) queue(t *tx) *stmt {
	return t.exec(`update `+u.table+` set `+strings.Join(u.sets, `, `)+` where `+strings.Join(u.wheres, ` and `), u.args...)
}
