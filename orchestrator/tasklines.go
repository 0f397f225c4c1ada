package orchestrator

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"log/slog"
	"strconv"
	"sync"
	"time"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/team"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/executor"
	"github.com/aisteam/aisteam/orchestrator/tape"
)

// linesAfter is how long a task's lines may wait to be shown. A task that ends sooner is one append, and the siblings of a
// large group do not queue at their conversation's row for each line.
const linesAfter = 40 * time.Millisecond

// taskHost is where one task is done: it writes the task's lines and its end into the conversation's log. Lines are appended
// soon or with the end, in order.
type taskHost struct {
	runner  *TaskRunner
	team    *team.Team
	backend llm.Backend // an executor's model; where it is the offline one, what is put before people is marked
	claim   assistant.TaskClaim
	work    assistant.TaskWork
	tape    *tape.Tape        // of what comes into the task from outside; nil where it is not recorded
	gone    assistant.AgentID // whose task it was and who is on the team no more; "" where its agent is there

	mu     sync.Mutex
	lines  []assistant.Message // not appended yet
	timer  *time.Timer
	failed error // of an append; the task cannot go on
	parts  int   // of the record that are written
}

// taskHost is where a task is done by the tenant's team as it stands: by its chief, where the agent whose task it is has left.
func (r *TaskRunner) taskHost(by cast, claim assistant.TaskClaim, work assistant.TaskWork, on *tape.Tape) *taskHost {
	d := &taskHost{runner: r, team: by.team, backend: by.backend, claim: claim, work: work, tape: on}
	if owner := work.Task.Owner; owner != "" {
		if _, there := by.team.Find(owner); !there {
			d.gone, d.work.Task.Owner = owner, assistant.Chief
		}
	}
	return d
}

// started says that the task is in hand, and what of the team is another than when it was made.
func (d *taskHost) started(ctx context.Context) error {
	t, now := d.work.Task, ""
	if !d.team.Rebuilds(t.Team) {
		now = d.team.Hash()
		d.runner.log.InfoContext(ctx, "another team does a task", slog.String("tenant", string(d.claim.Tenant)), slog.String("task", string(t.ID)),
			slog.String("then", t.Team), slog.String("now", now))
	}
	d.line(ctx, d.message("started/"+strconv.Itoa(t.Attempt+1), assistant.Message{
		Agent: t.Owner, Kind: assistant.KindStatus, Content: d.team.Called(t.Owner) + " has started: " + t.Summary,
		Body: assistant.TaskStarted{Run: t.Run, Task: t.ID, Attempt: t.Attempt + 1, Team: now},
	}))
	if d.gone == "" {
		return nil
	}
	return d.Think(ctx, t.Owner, assistant.Say("%s is not on the team any more, so %s goes on with this.", d.team.Was(d.gone), d.team.Called(t.Owner)))
}

// Think implements [executor.Journal]. The same line is shown once for a task, however often the task is taken in hand.
func (d *taskHost) Think(ctx context.Context, a assistant.AgentID, line assistant.Sentence) error {
	return d.Went(ctx, a, line, nil)
}

// Went implements [executor.Journal].
func (d *taskHost) Went(ctx context.Context, a assistant.AgentID, line assistant.Sentence, addresses []string) error {
	sum := sha256.Sum256([]byte(line.String()))
	content, said := assistant.SafeLine(line)
	d.line(ctx, d.message("think/"+hex.EncodeToString(sum[:6]), assistant.Message{
		Agent: a, Kind: assistant.KindThinking, Content: content,
		Body: assistant.Thought{Phase: assistant.PhaseExecution, Group: d.work.Task.Group, Run: d.work.Run.ID, Task: d.work.Task.ID, Reached: addresses, Said: said},
	}))
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.failed
}

func (d *taskHost) line(ctx context.Context, m assistant.Message) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.lines = append(d.lines, m)
	if d.timer == nil {
		d.timer = time.AfterFunc(linesAfter, func() { d.flush(ctx) })
	}
}

// flush appends what has been noted so far.
func (d *taskHost) flush(ctx context.Context) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.timer = nil
	if len(d.lines) == 0 || d.failed != nil || ctx.Err() != nil {
		return
	}
	d.append(ctx, assistant.Batch{})
}

// keep appends where an executor stands, with what has been noted so far.
func (d *taskHost) keep(ctx context.Context, b assistant.Batch) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.timer != nil {
		d.timer.Stop()
		d.timer = nil
	}
	if d.failed == nil {
		d.append(ctx, b)
	}
	return d.failed
}

// append appends a batch behind the lines that wait. The caller holds the lock.
func (d *taskHost) append(ctx context.Context, batch assistant.Batch) {
	batch.Messages = append(d.lines, batch.Messages...)
	d.lines, batch.Recording = nil, d.part(false)
	if err := d.runner.scribe.write(ctx, assistant.TaskWrite{Claim: d.claim, Batch: batch}); err != nil {
		d.failed = fmt.Errorf("append to task %s: %w", d.claim.Task, err)
	}
}

// Flush implements [executor.Journal].
func (d *taskHost) Flush(ctx context.Context) error {
	d.flush(ctx)
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.failed
}

// rest is what has not been appended yet; it goes with the task's end.
func (d *taskHost) rest() ([]assistant.Message, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.timer != nil {
		d.timer.Stop()
		d.timer = nil
	}
	ms := d.lines
	d.lines = nil
	return ms, d.failed
}

// ended is what is left to be written of a task that has ended so.
func (d *taskHost) ended(e executor.Ending) (assistant.Batch, error) {
	lines, err := d.rest()
	return assistant.Batch{Messages: append(lines, d.ending(e)...), Recording: d.recorded(true)}, err
}

// recorded is what came into the task from outside since it was asked for last.
func (d *taskHost) recorded(ends bool) *assistant.Recording {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.part(ends)
}

// part is recorded. The caller holds the lock.
func (d *taskHost) part(ends bool) *assistant.Recording {
	body := d.tape.Cut(ends)
	if body == nil {
		return nil
	}
	d.parts++
	return &assistant.Recording{
		Recorded: assistant.Recorded{Conversation: d.claim.Conversation, Task: d.claim.Task}, Attempt: d.work.Task.Attempt, Part: d.parts - 1, Ends: ends, Body: body,
	}
}

// close stops the desk's clock. Nothing is written after it.
func (d *taskHost) close() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.timer != nil {
		d.timer.Stop()
	}
	d.failed = context.Canceled
}

// ending is what the log is told at the task's end: that it waits for a person, or how it finished.
func (d *taskHost) ending(e executor.Ending) []assistant.Message {
	t := d.work.Task
	if e.Waiting != nil {
		return []assistant.Message{
			d.message("approval/"+string(e.Waiting.ID), assistant.Message{
				Agent: t.Owner, Kind: assistant.KindMessage, Content: e.Waiting.Title.String(),
				Body: assistant.ApprovalRequested{Approval: *e.Waiting, Rehearsal: d.backend.Rehearsal},
			}),
			d.message("waiting/"+string(e.Waiting.ID), assistant.Message{
				Agent: t.Owner, Kind: assistant.KindStatus, Content: "Waiting for a person: " + e.Waiting.Title.String(),
				Body: assistant.TaskWaiting{Run: t.Run, Task: t.ID, Approval: e.Waiting.ID},
			}),
		}
	}
	content := e.Finished.Result.Summary.String()
	if e.Finished.Problem != nil {
		content = e.Finished.Problem.Message.String()
	}
	return []assistant.Message{d.message("finished/"+strconv.Itoa(t.Attempt+1), assistant.Message{
		Agent: t.Owner, Kind: assistant.KindStatus, Content: content, Body: *e.Finished, Private: e.Private,
	})}
}

func (d *taskHost) message(label string, m assistant.Message) assistant.Message {
	m.Tenant, m.Conversation, m.Run = d.claim.Tenant, d.claim.Conversation, d.work.Run.ID
	m.Key = "task/" + string(d.claim.Task) + "/" + label
	m.Author = assistant.AuthorAssistant
	return m
}
