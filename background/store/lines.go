package store

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/tables"
)

// BackgroundLines lists background tasks in the order of [Tasks.Backgrounds], with what their last times came to. However many tasks there
// are, it takes the same three statements, and of a task that was due very often only its last times are read.
func (d Tasks) BackgroundLines(ctx context.Context, tenant assistant.TenantID, wanted assistant.BackgroundsWanted) ([]assistant.BackgroundLine, error) {
	var l lines
	err := d.reads(ctx, tenant, optional(wanted.Owner), func(t *tx) error {
		l = lines{at: map[assistant.BackgroundID]int{}}
		args := []any{tenant, wanted.Limit, wanted.Owner == "", null(wanted.Owner)}
		t.Each(l.task, lastSQL(), args...)
		t.Each(l.time, timesSQL(), args...)
		t.Each(l.cost, monthSQL(), append(args, wanted.Since)...)
		return nil
	})
	if err != nil {
		return nil, named(err, "list background tasks with their last times")
	}
	return l.done(wanted), nil
}

// listed selects the tasks b that are asked for, in the order of [Tasks.Backgrounds]: their ids and whatever else.
func listed(also string) string {
	return `select b.id` + also + ` from background_tasks b where b.tenant_id = $1 and ($3 or b.owner_id = $4)` + inOrder + ` limit $2`
}

// lastSQL reads each task with the last time w that was begun, the run v that came of it, and its plan.
func lastSQL() string {
	plan := func(column string) string {
		return `(select p.` + column + ` from agent_plans p where p.unasked = w.message_id order by p.version desc, p.created_at desc limit 1)`
	}
	return `with listed as materialized (` + listed(``) + `)
		select ` + columns + `, w.due_at, w.started_at, ` + cameTo(`w.task_id is not null`) + `, w.note, w.message_id, coalesce(w.tokens, 0), coalesce(w.micros, 0),
			` + costs(tables.Spent(`c`)) + `, ` + costs(`c.micros`) + `, ` + costs(`case when c.unpriced then 1 else 0 end`) + `, v.id, v.status,
			(select k.result ->> 'notDone' from assistant_tasks k where k.run_id = v.id and k.status = 'cancelled'
				order by case coalesce(k.result ->> 'notDone', 'stopped') when 'stopped' then 0 when 'expired' then 1 when 'declined' then 2 else 3 end limit 1),
			` + plan(`id`) + `, ` + plan(`status`) + `, case when w.outcome = 'failed' then coalesce(
				(select cast(k.problem as text) from assistant_tasks k where k.run_id = v.id and k.status = 'failed' and k.problem is not null order by k.sequence_order limit 1),
				(select cast(g.body -> 'problem' as text) from assistant_messages g where g.conversation_id = b.conversation_id and g.key = cast(w.message_id as text) || '/failed')) end
		from listed join background_tasks b on b.id = listed.id
			left join background_runs w on w.task_id = b.id and w.due_at = (select max(x.due_at) from background_runs x where x.task_id = b.id and x.message_id is not null)
			left join assistant_runs v on v.id = (select y.id from (` + tables.RunsOf(`w.message_id`) + `) y order by y.id desc limit 1)` + inOrder
}

// timesSQL reads the last times w of each task. Where nothing is open in a task's conversation, nothing of it is at work or waits.
func timesSQL() string {
	return `with listed as materialized (` + listed(`,
			coalesce((select x.due_at from background_runs x where x.task_id = b.id order by x.due_at desc limit 1 offset `+strconv.Itoa(assistant.BackgroundTimes-1)+`),
				(select min(x.due_at) from background_runs x where x.task_id = b.id)) as since,
			exists (select 1 from mail m where m.conversation_id = b.conversation_id)
				or exists (select 1 from agent_plans p where p.conversation_id = b.conversation_id and p.status in ('gathering', 'choosing', 'proposed'))
				or exists (select 1 from assistant_runs r where r.tenant_id = b.tenant_id and r.status in ('planning', 'running') and r.conversation_id = b.conversation_id) as open`) + `)
		select w.task_id, w.due_at, w.started_at, ` + cameTo(`listed.open`) + `, w.note, w.message_id, w.tokens, w.micros
		from listed join background_runs w on w.task_id = listed.id and w.due_at >= listed.since order by w.task_id, w.due_at desc`
}

// monthSQL reads what the times of each task since a moment have cost, as far as it was counted.
func monthSQL() string {
	return `select w.task_id, cast(sum(w.tokens) as bigint), cast(sum(w.micros) as bigint) from background_runs w
		where w.tenant_id = $1 and w.started_at >= $5 and w.task_id in (` + listed(``) + `) group by w.task_id`
}

// cameTo is the outcome of the due time w. Where the condition does not hold, nothing of it is open.
func cameTo(open string) string {
	return `case when coalesce(w.outcome, '') <> '' then w.outcome when not (` + open + `) then 'ran'
		when ` + tables.Gathers(`w.message_id`) + ` or ` + tables.Waits(`w.message_id`) + ` then 'waiting' when ` + tables.Working(`w.message_id`) + ` then 'working' else 'ran' end`
}

// lines are the lines of a list while they are read.
type lines struct {
	all     []assistant.BackgroundLine
	at      map[assistant.BackgroundID]int
	counted []assistant.BackgroundSpent // what of the last time is among what a month cost
}

// task reads a row of [lastSQL].
func (l *lines) task(scan func(...any) error) error {
	var one assistant.BackgroundLine
	var counted assistant.BackgroundSpent
	var undone assistant.NotDone
	var problem []byte
	r := &one.Last
	err := scan(append(dests(&one.BackgroundTask), &r.Due, &r.At, &r.Outcome, &r.Note, &r.Message, &counted.Tokens, &counted.Micros, &r.Tokens, &r.Micros, &r.Unpriced,
		&r.Run, &r.Status, &undone, &r.Plan, &r.PlanStatus, &problem)...)
	if err != nil {
		return err
	}
	if len(problem) > 0 {
		if err := json.Unmarshal(problem, &r.Problem); err != nil {
			return fmt.Errorf("read why background task %s failed: %w", one.ID, err)
		}
	}
	if r.Status == assistant.RunCancelled {
		r.NotDone = assistant.WhyCancelled([]assistant.Task{{Status: assistant.TaskCancelled, Result: &assistant.Result{NotDone: undone}}})
	}
	if r.Due.IsZero() {
		r.Outcome = ""
	} else {
		r.Task = one.ID
	}
	l.at[one.ID] = len(l.all)
	l.all, l.counted = append(l.all, one), append(l.counted, counted)
	return nil
}

// time reads a row of [timesSQL].
func (l *lines) time(scan func(...any) error) error {
	var r assistant.BackgroundRun
	if err := scan(&r.Task, &r.Due, &r.At, &r.Outcome, &r.Note, &r.Message, &r.Tokens, &r.Micros); err != nil {
		return err
	}
	if i, ok := l.at[r.Task]; ok {
		if last := l.all[i].Last; r.Due.Equal(last.Due) {
			r.Tokens, r.Micros = last.Tokens, last.Micros
		}
		l.all[i].Runs = append(l.all[i].Runs, r)
	}
	return nil
}

// cost reads a row of [monthSQL].
func (l *lines) cost(scan func(...any) error) error {
	var of assistant.BackgroundID
	var spent assistant.BackgroundSpent
	if err := scan(&of, &spent.Tokens, &spent.Micros); err != nil {
		return err
	}
	if i, ok := l.at[of]; ok {
		l.all[i].Month = spent
	}
	return nil
}

// done gives the lines. What the last time costs is counted when the next one begins, and so it is added here.
func (l *lines) done(wanted assistant.BackgroundsWanted) []assistant.BackgroundLine {
	for i := range l.all {
		one := &l.all[i]
		if last := one.Last; !last.At.IsZero() && !last.At.Before(wanted.Since) {
			one.Month.Tokens += last.Tokens - l.counted[i].Tokens
			one.Month.Micros += last.Micros - l.counted[i].Micros
		}
	}
	return l.all
}
