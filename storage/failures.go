package storage

import (
	"context"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/tables"
)

// failuresKept is how many failed deliveries a tenant keeps, the newest.
const failuresKept = 100

// NoteFailure keeps that a platform did not show something as it was meant.
func (d Failures) NoteFailure(ctx context.Context, tenant assistant.TenantID, f assistant.Failure) error {
	err := d.in(ctx, mode{tenant: tenant, given: optional(f.Conversation)}, func(t *tx) error {
		t.exec(`insert into delivery_failures (tenant_id, at, surface, space, channel, thread, conversation_id, what, outcome, code)
			values ($1, :now, $2, $3, $4, $5, $6, $7, $8, $9)`, tenant, f.Place.Surface, tables.Clean(f.Place.Space), tables.Clean(f.Place.Channel),
			tables.Clean(f.Place.Thread), null(f.Conversation), tables.Clean(f.What), f.Outcome, tables.Clean(f.Code))
		t.exec(`delete from delivery_failures where tenant_id = $1 and id <=
			(select id from delivery_failures where tenant_id = $1 order by id desc limit 1 offset $2)`, tenant, failuresKept)
		return nil
	})
	return named(err, "note failed delivery")
}

// Failures lists what platforms did not show as it was meant, newest first.
func (d Failures) Failures(ctx context.Context, tenant assistant.TenantID, limit int) ([]assistant.Failure, error) {
	var out []assistant.Failure
	err := d.in(ctx, mode{tenant: tenant, read: true}, func(t *tx) error {
		out = nil
		t.each(tables.Into(&out, func(f *assistant.Failure) []any {
			return []any{&f.At, &f.Place.Surface, &f.Place.Space, &f.Place.Channel, &f.Place.Thread, &f.Conversation, &f.What, &f.Outcome, &f.Code}
		}), `select at, surface, space, channel, thread, conversation_id, what, outcome, code from delivery_failures
			where tenant_id = $1 order by id desc limit $2`, tenant, limit)
		return nil
	})
	return out, named(err, "list failed deliveries")
}
