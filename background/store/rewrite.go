package store

import (
	"cmp"
	"context"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/tables"
)

// RewriteBackground makes a background task what its owner or an admin wants it to be: what it does, when, and where it tells it.
// One that is not what was shown any more is [assistant.ErrBackgroundMoved]; one that is so already is no error. What begins
// with events goes on doing so.
func (d Tasks) RewriteBackground(ctx context.Context, tenant assistant.TenantID, by assistant.PersonID, id assistant.BackgroundID,
	to assistant.BackgroundRewrite,
) (assistant.BackgroundTask, error) {
	var b assistant.BackgroundTask
	err := d.writes(ctx, tenant, cmp.Or(valid(id), valid(by), valid(to.Wanted.Conversation), tables.Storable(to.Wanted.Schedule, to.Wanted.Zone, to.Tell.Space, to.Tell.ID, to.Tell.Name)), func(t *tx) error {
		if to.Tell.ID != "" {
			t.lockPeople(tenant)
		}
		actor, _, err := t.mayChange(ctx, tenant, by, id, &b)
		if err != nil {
			return err
		}
		return t.rewriteBackground(ctx, &b, actor, to)
	})
	if err != nil {
		return assistant.BackgroundTask{}, named(err, "rewrite background task %s", id)
	}
	return b, nil
}

func (t *tx) rewriteBackground(ctx context.Context, b *assistant.BackgroundTask, by assistant.Person, to assistant.BackgroundRewrite) error {
	wanted := *b
	wanted.Title, wanted.Prompt, wanted.Silent, wanted.Conversation = tables.Clean(to.Wanted.Title), tables.Clean(to.Wanted.Prompt), to.Wanted.Silent, to.Wanted.Conversation
	wanted.Told = to.Wanted.Told
	if to.Tell.ID != "" && b.Told == to.Tell.Called() {
		wanted.Conversation = b.Conversation // it is told there already
	}
	if b.Kind != assistant.BackgroundEvent && to.Wanted.Kind != assistant.BackgroundEvent {
		wanted.Kind, wanted.Schedule, wanted.Zone, wanted.Due = to.Wanted.Kind, to.Wanted.Schedule, to.Wanted.Zone, to.Wanted.Due
	}
	wanted.Ends, wanted.Left = to.Wanted.Ends, to.Wanted.Left
	if to.Wanted.Overlap.Valid() {
		wanted.Overlap = to.Wanted.Overlap
	}
	switch {
	case b.Status.Ended():
		return assistant.ErrBackgroundOver
	case wanted.Reading() == b.Reading() && (len(to.Allows) == 0 || b.Reading() != to.Was):
		t.asksAgain(*b, by.ID, to.Asks) // its words are so already; what it was allowed with them ends all the same
		return t.Flush(ctx)
	case b.Reading() != to.Was:
		return assistant.ErrBackgroundMoved
	}
	if err := t.toldIn(ctx, &wanted, to.Tell); err != nil {
		return err
	}
	t.Must(assistant.ErrNotFound, nil, `update background_tasks set title = $3, prompt = $4, silent = $5, kind = $6, schedule = $7, zone = $8, overlap = $10, ends_at = $11, times_left = $12, told_in = $13,
			conversation_id = (select id from assistant_conversations where id = $9 and tenant_id = $2), updated_at = :now
		where id = $1 and tenant_id = $2 and exists (select 1 from assistant_conversations where id = $9 and tenant_id = $2)`,
		b.ID, b.Tenant, wanted.Title, wanted.Prompt, wanted.Silent, wanted.Kind, wanted.Schedule, wanted.Zone, wanted.Conversation, wanted.Overlap, wanted.Ends, wanted.Left, wanted.Told)
	// A timer belongs to the conversation that it speaks in.
	t.Exec(`update timers set conversation_id = $3 where tenant_id = $1 and (kind = 'background' and ref = $2
		or kind = 'hook' and ref in (select k.id from hook_bursts k join hooks h on h.id = k.hook_id where h.task_id = $2 and h.tenant_id = $1))`, b.Tenant, b.ID, wanted.Conversation)
	if b.Kind != assistant.BackgroundEvent && b.Status == assistant.BackgroundActive {
		t.next(wanted, wanted.Due)
	}
	*b = wanted
	t.asksAgain(*b, by.ID, to.Asks)
	if err := t.allow(*b, by, to.Was, to.Allows); err != nil {
		return err
	}
	return t.Flush(ctx)
}
