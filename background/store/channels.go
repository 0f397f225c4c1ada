package store

import (
	"cmp"
	"context"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/tables"
)

// RuleChannel says whether what happens in a channel may start background tasks, in the name of an admin; of others it is
// [assistant.ErrNotAdmin], and [assistant.ErrNoChannel] where the conversation is in no channel. Where it may not any more, the tasks
// that it starts are paused. It gives the channel.
func (d Tasks) RuleChannel(ctx context.Context, tenant assistant.TenantID, by assistant.Actor, r assistant.ChannelRule) (assistant.Channel, error) {
	c := r.Channel
	given := cmp.Or(optional(r.Conversation), tables.Storable(c.Space, c.ID))
	err := d.within(ctx, tables.Scope{Tenant: tenant, Admin: &by}, given, func(t *tx) error {
		c = r.Channel
		if r.Conversation != "" {
			c = assistant.Channel{}
			t.one([]any{&c.Surface, &c.Space, &c.ID}, `select surface, space, case when under <> '' then under else channel end from places
				where conversation_id = $2 and tenant_id = $1 and not pulls and channel <> '' and space <> '' and not (surface = 'slack' and channel like 'D%') order by surface, space, channel limit 1`, tenant, r.Conversation)
			if err := t.Flush(ctx); err != nil {
				return err
			}
		}
		if c.ID == "" {
			return assistant.ErrNoChannel
		}
		t.ruleChannel(tenant, by.Person, c, r.Allowed)
		return nil
	})
	return c, named(err, "let events of a channel start tasks")
}

// ruleChannel queues writing the rule of a channel.
func (t *tx) ruleChannel(tenant assistant.TenantID, by assistant.PersonID, c assistant.Channel, allowed bool) {
	if allowed {
		t.Exec(`insert into channel_events (tenant_id, surface, space, channel, allowed_by, allowed_at) values ($1, $2, $3, $4, $5, :now)
			on conflict (tenant_id, surface, space, channel) do nothing`, tenant, c.Surface, c.Space, c.ID, by)
		return
	}
	t.Exec(`delete from channel_events where tenant_id = $1 and surface = $2 and space = $3 and channel = $4`, tenant, c.Surface, c.Space, c.ID)
	t.Exec(`update background_tasks set status = 'paused', reason = $5, updated_at = :now where tenant_id = $1 and status = 'active' and id in (
		select h.task_id from hooks h where h.tenant_id = $1 and h.surface = $2 and h.space = $3 and h.channel = $4 and h.happening <> '')`,
		tenant, c.Surface, c.Space, c.ID, assistant.WhyChannel)
}

// EventChannels lists the channels in which what happens may start background tasks.
func (d Tasks) EventChannels(ctx context.Context, tenant assistant.TenantID) ([]assistant.Channel, error) {
	var out []assistant.Channel
	err := d.reads(ctx, tenant, nil, func(t *tx) error {
		out = nil
		t.Each(tables.Into(&out, func(c *assistant.Channel) []any { return []any{&c.Surface, &c.Space, &c.ID, &c.Name} }), `select c.surface, c.space, c.channel, coalesce((select max(h.channel_name) from hooks h where h.tenant_id = c.tenant_id and h.surface = c.surface
				and h.space = c.space and h.channel = c.channel), '')
			from channel_events c where c.tenant_id = $1 order by c.surface, c.space, c.channel`, tenant)
		return nil
	})
	return out, named(err, "list channels whose events start tasks")
}

// Watching gives the hooks that are told of what happened, where their channel may start tasks still, and their owner may have them.
func (d Tasks) Watching(ctx context.Context, tenant assistant.TenantID, w assistant.Watch) ([]assistant.Hook, error) {
	var out []assistant.Hook
	err := d.reads(ctx, tenant, tables.Storable(w.Channel.Space, w.Channel.ID), func(t *tx) error {
		out = nil
		t.Each(func(scan func(...any) error) error {
			var r hookRow
			err := scan(r.dests()...)
			out = append(out, r.hook())
			return err
		}, `select `+hookColumns+hookFrom+` where h.tenant_id = $1 and h.surface = $2 and h.space = $3 and h.happening = $4 and h.channel = $5
			and b.status in ('active', 'paused')
			and exists (select 1 from persons p where p.id = `+tables.Survivor(`b.owner_id`)+` and `+tables.Role+` <> 'guest')
			and exists (select 1 from channel_events c where c.tenant_id = h.tenant_id and c.surface = h.surface
				and c.space = h.space and c.channel = h.channel) order by h.id`,
			tenant, w.Channel.Surface, w.Channel.Space, w.Kind, w.Channel.ID)
		return nil
	})
	return out, named(err, "find who is told of what happened")
}

// mayWatch refuses a hook of a channel whose events may not start tasks.
func (t *tx) mayWatch(ctx context.Context, tenant assistant.TenantID, o *assistant.HookOrder) error {
	if o == nil || o.Rules.Watch.Kind == "" {
		return nil
	}
	c := o.Rules.Watch.Channel
	var one int64
	t.need(assistant.ErrChannelClosed, []any{&one}, `select 1 from channel_events where tenant_id = $1 and surface = $2 and space = $3 and channel = $4`,
		tenant, c.Surface, c.Space, c.ID)
	return t.Flush(ctx)
}
