package storage

import (
	"context"

	"github.com/aisteam/aisteam/assistant"
)

// StartOwnCall logs a call that changes a setting of the person who asks, before it is made and behind the conversation's claim.
// Such a call belongs to no task. For a known key it returns the stored call and false.
func (d Calls) StartOwnCall(ctx context.Context, c assistant.Claim, call assistant.ToolCall) (assistant.ToolCall, bool, error) {
	if call.ID == "" {
		call.ID = assistant.NewID[assistant.CallID](d.ids)
	}
	var stored assistant.ToolCall
	var made *stmt
	err := d.in(ctx, mode{tenant: c.Tenant}, func(t *tx) error {
		stored = assistant.ToolCall{}
		var h head
		t.fence(c, &h, nil)
		if err := t.flush(ctx); err != nil {
			return err
		}
		made = t.exec(`insert into tool_calls (id, tenant_id, key, tool, definition, arguments, effect, state, started_at)
			values ($1, $2, $3, $4, $5, $6, $7, $8, :now) on conflict (tenant_id, key) do nothing`,
			call.ID, c.Tenant, call.Key, call.Tool, call.Definition, orObject(call.Arguments), call.Effect, assistant.CallStarted)
		t.each(func(scan func(...any) error) (err error) {
			stored, err = scanCall(scan)
			return err
		}, `select `+callColumns+` from tool_calls where tenant_id = $1 and key = $2`, c.Tenant, call.Key)
		return nil
	})
	if err != nil {
		return assistant.ToolCall{}, false, named(err, "start a call of conversation %s", c.Conversation)
	}
	return stored, made.rows > 0, nil
}

// SettleOwnCall logs how such a call ended, behind the conversation's claim.
func (d Calls) SettleOwnCall(ctx context.Context, c assistant.Claim, call assistant.ToolCall) error {
	if err := valid(call.ID); err != nil {
		return named(err, "settle call %s", call.ID)
	}
	err := d.in(ctx, mode{tenant: c.Tenant}, func(t *tx) error {
		var h head
		t.fence(c, &h, nil)
		if err := t.flush(ctx); err != nil {
			return err
		}
		return t.settleCall(c.Tenant, call)
	})
	return named(err, "settle call %s", call.ID)
}
