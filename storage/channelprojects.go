package storage

import "github.com/aisteam/aisteam/assistant"

// channelOf is the channel that a place is in: the one that its thread is in, or itself.
const channelOf = `case when under <> '' then under else channel end`

// channelBound stores that a conversation's channel is about a project, or no longer about any. The conversation itself is about
// that project from then on, as are conversations of the channel that had none; those about another project keep it.
func (t *tx) channelBound(m assistant.Message, b assistant.ChannelBound) error {
	if err := optional(b.Project); err != nil {
		return err
	}
	const here = `from places where conversation_id = $2 and tenant_id = $1 and not pulls and channel <> ''`
	t.exec(`delete from channel_projects where tenant_id = $1 and (surface, space, channel) in (select surface, space, `+channelOf+` `+here+`)`,
		m.Tenant, m.Conversation)
	const there = `from projects j where j.id = $3 and j.tenant_id = $1 and j.deleted_at is null`
	if b.Project == "" {
		t.exec(`update assistant_conversations set project_id = null where id = $1 and tenant_id = $2`, m.Conversation, m.Tenant)
		return nil
	}
	var one int64
	t.need(assistant.ErrNotFound, []any{&one}, `select 1 from projects where id = $1 and tenant_id = $2 and deleted_at is null`, b.Project, m.Tenant)
	t.exec(`insert into channel_projects (tenant_id, surface, space, channel, project_id, set_by, set_at)
		select $1, surface, space, `+channelOf+`, (select j.id `+there+`), $4, :now `+here+` and exists (select 1 `+there+`) on conflict (tenant_id, surface, space, channel) do nothing`, m.Tenant, m.Conversation, b.Project, null(m.Person))
	t.exec(`update assistant_conversations set project_id = (select j.id `+there+`) where tenant_id = $1 and (id = $2 or project_id is null and id in (
		select p.conversation_id from places p join channel_projects c on c.tenant_id = p.tenant_id and c.surface = p.surface and c.space = p.space
			and c.channel = case when p.under <> '' then p.under else p.channel end
		where p.tenant_id = $1 and c.project_id = $3))`, m.Tenant, m.Conversation, b.Project)
	return nil
}

// inChannel is the project that a channel is about, for the conversation that begins there: its surface, space and channel are the
// arguments from that number on. One that was deleted since is none.
func inChannel(first int) string {
	return `(select c.project_id from channel_projects c join projects j on j.id = c.project_id and j.deleted_at is null where c.tenant_id = $2
		and c.surface = $` + ordinal(first) + ` and c.space = $` + ordinal(first+1) + ` and c.channel = $` + ordinal(first+2) + `)`
}

// channel is where a conversation begins, as a channel that may be about a project.
func channel(in assistant.Inbound) []any {
	of := in.Place.Channel
	if in.Under != "" {
		of = in.Under
	}
	return []any{in.Place.Surface, in.Place.Space, of}
}
