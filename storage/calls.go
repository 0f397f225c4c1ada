package storage

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"

	"github.com/aisteam/aisteam/assistant"
)

const callColumns = `id, key, run_id, task_id, project_id, tool, definition, arguments, effect, state, receipt, started_at, settled_at`

func scanCall(scan func(...any) error) (assistant.ToolCall, error) {
	var c assistant.ToolCall
	var arguments, receipt []byte
	if err := scan(&c.ID, &c.Key, &c.Run, &c.Task, &c.Project, &c.Tool, &c.Definition, &arguments, &c.Effect, &c.State, &receipt,
		&c.StartedAt, &c.SettledAt); err != nil {
		return c, err
	}
	c.Arguments = arguments
	if len(receipt) > 0 {
		c.Receipt = new(assistant.Receipt)
		if err := json.Unmarshal(receipt, c.Receipt); err != nil {
			return c, fmt.Errorf("decode receipt of call %s: %w", c.ID, err)
		}
	}
	return c, nil
}

// StartCall logs a tool call before it is made, behind the task's claim. It is durable when it returns. A key that is
// known gives the stored call and false: somebody has started it before. [assistant.ErrStopped] means that the call's run
// is not running or the task is to be left out, [assistant.ErrHalted] that somebody has said stop and nobody has
// handled it yet, or that the run is being changed; then nothing was written.
func (d Calls) StartCall(ctx context.Context, c assistant.TaskClaim, call assistant.ToolCall) (assistant.ToolCall, bool, error) {
	if call.ID == "" {
		call.ID = assistant.NewID[assistant.CallID](d.ids)
	}
	call.State = assistant.CallStarted
	var stored assistant.ToolCall
	var running, made *stmt
	var halted bool
	err := d.in(ctx, mode{tenant: c.Tenant}, func(t *tx) error {
		stored = assistant.ToolCall{}
		// The run first: stopping takes it before its tasks. Held shared, so siblings do not wait for each other.
		running = t.one([]any{&halted}, `select status = 'planning' or exists (select 1 from mail l where l.conversation_id = $3 and l.tenant_id = $2 and l.halts)
			from assistant_runs where id = (select run_id from assistant_tasks where id = $1 and tenant_id = $2 and not stop_asked) and status in ('running', 'planning') :shared`,
			c.Task, c.Tenant, c.Conversation)
		t.heldTask(c)
		t.guarded() // what follows looks for both, even before the locks' answers are read
		held := []any{c.Task, c.Tenant, null(c.Token), c.Conversation}
		made = t.exec(`insert into tool_calls (id, tenant_id, key, run_id, task_id, project_id, tool, arguments, effect, state, definition, started_at)
			select $5, k.tenant_id, $6, $7, k.id, $8, $9, $10, $11, $12, $13, :now from assistant_tasks k `+atWork+`
			on conflict (tenant_id, key) do nothing`, append(held[:4:4],
			call.ID, call.Key, null(call.Run), null(call.Project), call.Tool, orObject(call.Arguments), call.Effect, call.State, call.Definition)...)
		// Who stops the run from here on finds the task at work, and waits for what becomes of the call.
		t.exec(`update assistant_tasks set status = 'in_progress', updated_at = :now where status = 'open'
			and id in (select k.id from assistant_tasks k `+atWork+`)`, held...)
		t.each(func(scan func(...any) error) (err error) {
			stored, err = scanCall(scan)
			return err
		}, `select `+callColumns+` from tool_calls where tenant_id = $1 and key = $2`, c.Tenant, call.Key)
		return nil
	})
	switch {
	case err != nil:
	case running.rows == 0:
		err = assistant.ErrStopped
	case halted:
		err = assistant.ErrHalted
	}
	if err != nil {
		return assistant.ToolCall{}, false, named(err, "start call of task %s", c.Task)
	}
	return stored, made.rows > 0, nil
}

// atWork is the condition that a task (k: $1 of tenant $2) is claimed ($3, in conversation $4) and not to be left out, its run goes on,
// and no stop waits to be handled.
const atWork = `where k.id = $1 and k.tenant_id = $2 and k.token = $3 and k.conversation_id = $4 and k.lease_until > :now and not k.stop_asked
	and exists (select 1 from assistant_runs r where r.id = k.run_id and r.status = 'running')
	and not exists (select 1 from mail l where l.conversation_id = $4 and l.tenant_id = $2 and l.halts)`

func (t *tx) settleCall(tenant assistant.TenantID, c assistant.ToolCall) error {
	receipt, err := optionalJSON(c.Receipt)
	if err != nil {
		return err
	}
	t.must(assistant.ErrNotFound, `update tool_calls set state = $3, receipt = $4, settled_at = :now where id = $1 and tenant_id = $2`,
		c.ID, tenant, c.State, receipt)
	return nil
}

// Calls lists a run's tool calls, newest first.
func (d Calls) Calls(ctx context.Context, tenant assistant.TenantID, run assistant.RunID) ([]assistant.ToolCall, error) {
	var out []assistant.ToolCall
	if err := valid(run); err != nil {
		return nil, nil //nolint:nilerr // nothing has such an id, so it has no calls
	}
	err := d.in(ctx, mode{tenant: tenant, read: true}, func(t *tx) error {
		out = nil
		t.each(func(scan func(...any) error) error {
			c, err := scanCall(scan)
			out = append(out, c)
			return err
		}, `select `+callColumns+` from tool_calls where run_id = $1 and tenant_id = $2 order by started_at desc, id desc`, run, tenant)
		return nil
	})
	return out, named(err, "list calls of run %s", run)
}

// MarkUndone records that a call's effect was taken back, behind the conversation's claim.
func (d Calls) MarkUndone(ctx context.Context, c assistant.Claim, id assistant.CallID) error {
	if err := valid(id); err != nil {
		return named(err, "mark call %s undone", id)
	}
	err := d.in(ctx, mode{tenant: c.Tenant}, func(t *tx) error {
		var h head
		t.fence(c, &h, nil)
		if err := t.flush(ctx); err != nil {
			return err
		}
		t.must(assistant.ErrNotFound, `update tool_calls set state = 'undone' where id = $1 and tenant_id = $2`, id, c.Tenant)
		return nil
	})
	return named(err, "mark call %s undone", id)
}

// modelCalls queues recording model calls, their answers sealed where there is a key, and counting what they spent; a known key
// keeps what it has.
func (t *tx) modelCalls(h head, calls []assistant.ModelCall) {
	t.spend(h.tenant, string(h.conversation), h.now, calls)
	for _, c := range calls {
		response := []byte(t.seals.seal(string(c.Response), responsePlace(h.tenant, c.Key)))
		sql, args := insertion(`model_calls`,
			column{`tenant_id`, h.tenant}, column{`key`, c.Key}, column{`conversation_id`, h.conversation}, column{`run_id`, null(c.Run)},
			column{`purpose`, c.Purpose}, column{`provider`, c.Provider}, column{`model`, c.Model}, column{`request_hash`, c.Request},
			column{`response`, response}, column{`input_tokens`, c.Usage.Input}, column{`cached_tokens`, c.Usage.Cached},
			column{`cache_written_tokens`, c.Usage.CacheWritten}, column{`output_tokens`, c.Usage.Output}, column{`thought_tokens`, c.Usage.Thought},
			column{`took_us`, c.Took}, column{`micros`, c.Micros}, column{`unpriced`, c.Unpriced}, column{`created_at`, rightNow})
		t.exec(sql+` on conflict (tenant_id, key) do nothing`, args...)
	}
}

// ModelCall returns a recorded model call by its key. One whose answer can no longer be decrypted counts as not made: the turn that
// is tried again asks the model again.
func (d Calls) ModelCall(ctx context.Context, tenant assistant.TenantID, key string) (assistant.ModelCall, bool, error) {
	var c assistant.ModelCall
	var found *stmt
	var took int64
	err := d.in(ctx, mode{tenant: tenant, read: true}, func(t *tx) error {
		found = t.one([]any{
			&c.Key, &c.Run, &c.Purpose, &c.Provider, &c.Model, &c.Request, &c.Response,
			&c.Usage.Input, &c.Usage.Cached, &c.Usage.CacheWritten, &c.Usage.Output, &c.Usage.Thought, &took,
		}, `select key, run_id, purpose, provider, model, request_hash, response, input_tokens, cached_tokens, cache_written_tokens, output_tokens,
			thought_tokens, took_us from model_calls where tenant_id = $1 and key = $2`, tenant, key)
		return nil
	})
	if err != nil {
		return assistant.ModelCall{}, false, named(err, "read model call")
	}
	c.Took = microseconds(took)
	response, err := d.seals.open(string(c.Response), responsePlace(tenant, key))
	if err != nil {
		d.log.WarnContext(ctx, "a recorded answer does not open, so the model is asked again", slog.Any("err", err))
		return assistant.ModelCall{}, false, nil
	}
	c.Response = []byte(response)
	return c, found.rows > 0, nil
}
