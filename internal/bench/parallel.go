package main

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/orchestrator"
	"github.com/aisteam/aisteam/orchestrator/queue"
)

const siblings = 50

// parallel measures a step group of 50 tasks that each wait 100 ms for an outside system, over two replicas.
func parallel(ctx context.Context, b *bench) error {
	slots := len(b.replicas) * orchestrator.Limits{}.WithDefaults().Tasks
	rounds := (siblings + slots - 1) / slots
	ideal := time.Duration(rounds) * 2 * pageTakes
	var took times
	for range 3 {
		d, err := b.group(ctx)
		if err != nil {
			return err
		}
		took = append(took, d)
	}
	best := took.at(50)
	b.table.add(fmt.Sprintf("%d tasks of 100 ms in a group, %d slots on 2 replicas", siblings, slots), ms(best),
		times2(best, ideal, "of ideal "+ms(ideal)), "1.2x", float64(best) <= 1.2*float64(ideal))
	return nil
}

// group starts a run with one step group and returns the time from its start to its last task's end, by the database's
// clock.
func (b *bench) group(ctx context.Context) (time.Duration, error) {
	run, tasks, err := b.audits(ctx, siblings, "/sites/")
	if err == nil {
		err = b.start(ctx, run, tasks)
	}
	if err != nil {
		return 0, err
	}
	return b.finished(ctx, run.ID)
}

// start puts a run with one step group to work.
func (b *bench) start(ctx context.Context, run assistant.Run, tasks []assistant.Task) error {
	started := assistant.Message{
		Tenant: b.tenant, Conversation: run.Conversation, Key: "bench/started/" + string(run.ID), Author: assistant.AuthorAssistant,
		Agent: assistant.Chief, Kind: assistant.KindStatus, Content: "Run started", Run: run.ID, Body: assistant.RunStarted{Run: run, Tasks: tasks},
	}
	if _, err := b.store.Intake.Post(ctx, started); err != nil {
		return fmt.Errorf("start a run: %w", err)
	}
	group := assistant.GroupStarted{Run: run.ID, Group: "A"}
	for _, t := range tasks {
		group.Tasks = append(group.Tasks, t.ID)
	}
	started.Key, started.Content, started.Body = "bench/group/"+string(run.ID), "Group A started", group
	if _, err := b.store.Intake.Post(ctx, started); err != nil {
		return fmt.Errorf("start a group: %w", err)
	}
	for range tasks {
		_ = b.hints.Hint(ctx, queue.Tasks, b.tenant)
	}
	return nil
}

// audits are a run and its tasks: each audits a page of the run's own under a path of the slow server's.
func (b *bench) audits(ctx context.Context, n int, under string) (assistant.Run, []assistant.Task, error) {
	var person assistant.PersonID
	var project assistant.ProjectID
	err := b.sql.QueryRow(ctx, `select (select id::text from persons where tenant_id = $1 limit 1), (select id::text from projects where tenant_id = $1 limit 1)`,
		string(b.tenant)).Scan(&person, &project)
	if err != nil {
		return assistant.Run{}, nil, fmt.Errorf("find a person and a project: %w", err)
	}
	c, err := b.store.Conversations.StartConversation(ctx, b.tenant, assistant.Beginning{Person: person, Agent: assistant.Chief, Project: project})
	if err != nil {
		return assistant.Run{}, nil, fmt.Errorf("start a conversation: %w", err)
	}
	now := time.Now()
	run := assistant.Run{
		ID: assistant.NewID[assistant.RunID](b.ids), Conversation: c.ID, Project: project, CreatedBy: assistant.Chief, RequestedBy: person,
		ApprovedBy: person, Title: strconv.Itoa(n) + " audits", Status: assistant.RunRunning, CreatedAt: now, UpdatedAt: now,
	}
	var tasks []assistant.Task
	for i := range n {
		parameters, err := json.Marshal(map[string]string{"url": b.slowURL + under + string(run.ID) + "/" + strconv.Itoa(i)})
		if err != nil {
			return run, nil, fmt.Errorf("encode parameters: %w", err)
		}
		tasks = append(tasks, assistant.Task{
			ID: assistant.NewID[assistant.TaskID](b.ids), Run: run.ID, Conversation: c.ID, Project: project, Key: "audit" + strconv.Itoa(i),
			Group: "A", Order: i, Owner: assistant.SEOSpecialist, Status: assistant.TaskOpen, Type: "run_audit",
			Parameters: parameters, Summary: "Audit page " + strconv.Itoa(i), Effect: assistant.EffectNone, Reversible: true, CreatedAt: now, UpdatedAt: now,
		})
	}
	return run, tasks, nil
}

func (b *bench) finished(ctx context.Context, run assistant.RunID) (time.Duration, error) {
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for {
		var done, completed int
		var took float64
		err := b.sql.QueryRow(ctx, `select count(*) filter (where body_type = 'task_finished'),
			count(*) filter (where body_type = 'task_finished' and body->>'status' = 'completed'),
			coalesce(extract(epoch from max(created_at) filter (where body_type = 'task_finished') - min(created_at) filter (where body_type = 'group_started')), 0)
			from assistant_messages where run_id = $1`, string(run)).Scan(&done, &completed, &took)
		switch {
		case err != nil:
			return 0, fmt.Errorf("look at the run: %w", err)
		case done >= siblings && completed < siblings:
			return 0, fmt.Errorf("%d of %d tasks were completed", completed, siblings)
		case done >= siblings:
			return time.Duration(took * float64(time.Second)), nil
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return 0, fmt.Errorf("%d of %d tasks have finished: %w", done, siblings, ctx.Err())
		}
	}
}
