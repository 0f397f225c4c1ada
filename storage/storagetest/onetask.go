package storagetest

import (
	"context"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/storage"
)

// ClaimTask claims one task, where there is one.
func ClaimTask(ctx context.Context, d storage.Tasks, tenant assistant.TenantID, lease time.Duration) (assistant.TaskClaim, assistant.TaskWork, bool, error) {
	got, _, err := d.ClaimTasks(ctx, tenant, 1, lease)
	if err != nil || len(got) == 0 {
		return assistant.TaskClaim{}, assistant.TaskWork{}, false, err
	}
	return got[0].Claim, got[0].Work, true, nil
}

// AppendTask adds a batch in the middle of one task.
func AppendTask(ctx context.Context, d storage.Tasks, c assistant.TaskClaim, b assistant.Batch) error {
	return d.WriteTasks(ctx, []assistant.TaskWrite{{Claim: c, Batch: b}})
}

// SettleTask ends the work on one task, with what became of its call.
func SettleTask(ctx context.Context, d storage.Tasks, c assistant.TaskClaim, call *assistant.ToolCall, b assistant.Batch) error {
	return d.WriteTasks(ctx, []assistant.TaskWrite{{Claim: c, Batch: b, Call: call, Ends: true}})
}
