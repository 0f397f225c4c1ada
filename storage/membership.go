package storage

import (
	"context"
	"fmt"
	"slices"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/tables"
)

// Membership tells who takes part in a conversation, and who of the team can be invited, as many as most by their names. Into one that there
// is not yet everybody can be.
func (d Conversations) Membership(ctx context.Context, tenant assistant.TenantID, c assistant.ConversationID, most int) (assistant.Membership, error) {
	var out assistant.Membership
	err := d.in(ctx, mode{tenant: tenant, read: true, given: optional(c)}, func(t *tx) error {
		out = assistant.Membership{}
		if c != "" {
			t.need(assistant.ErrNotFound, []any{&out.Platform}, `select `+onPlatform()+` from assistant_conversations where id = $1 and tenant_id = $2`, c, tenant)
			t.membersOf(tenant, c, &out.Members)
		}
		t.each(tables.Into(&out.Others, tables.PersonDests), `select `+tables.PersonColumns+` from persons p
			where p.tenant_id = $2 and p.merged_into is null and `+tables.Role+` <> 'guest' and not `+onPlatform()+` and not `+isMember(`p.id`)+`
			order by lower(p.name), p.id limit $3`, null(c), tenant, most)
		return nil
	})
	return out, named(err, "look who takes part in conversation %s", c)
}

// membersOf queues reading who takes part in a conversation, in the order in which they came. Who has become one of two takes part by what
// brought either in.
func (t *tx) membersOf(tenant assistant.TenantID, c assistant.ConversationID, to *[]assistant.Member) {
	*to = nil
	t.each(func(scan func(...any) error) error {
		var m assistant.Member
		if err := scan(append(tables.PersonDests(&m.Person), &m.By)...); err != nil {
			return err
		}
		if i := slices.IndexFunc(*to, func(o assistant.Member) bool { return o.ID == m.ID }); i < 0 {
			*to = append(*to, m)
		} else if m.By == "" {
			(*to)[i].By = ""
		}
		return nil
	}, `select `+tables.PersonColumns+`, `+tables.Survivor(`o.invited_by`)+` from assistant_conversation_members o
		join persons p on p.tenant_id = $2 and p.id = `+tables.Survivor(`o.person_id`)+`
		where o.conversation_id = $1 and o.tenant_id = $2 order by o.created_at, p.id`, c, tenant)
}

// membersSQL reads, as the overview's other rows are read, who takes part in a conversation, and whether it was begun for them. The tenant is $1.
func membersSQL(open string) string {
	return `select 'member', null, null, null, min(o.created_at), null, max(case when o.reason = '` + memberAsked + `' then o.reason else '' end), p.id, p.name from assistant_conversation_members o
		join persons p on p.tenant_id = $1 and p.id = ` + tables.Survivor(`o.person_id`) + ` where o.tenant_id = $1 and o.conversation_id = ` + open + ` group by p.id, p.name`
}

// onPlatform is the condition that the conversation $1 of the tenant $2 goes on where a platform lets people in.
func onPlatform() string {
	return `exists (select 1 from places l where l.conversation_id = $1 and l.tenant_id = $2 and not l.pulls and not ` + inDirect(`l`) + `)`
}

// isMember is the condition that a person, by whichever of their ids, takes part in the conversation $1 of the tenant $2.
func isMember(who string) string {
	return `exists (select 1 from assistant_conversation_members o where o.conversation_id = $1 and o.tenant_id = $2 and ` + ofPerson(`o.person_id`, who) + `)`
}

// takesFromAll queues refusing whom the conversation $1 of the tenant $2 was not begun for, unless they are an admin.
func (t *tx) takesFromAll(c assistant.ConversationID, tenant assistant.TenantID, who assistant.PersonID) {
	t.need(assistant.ErrNotRemover, []any{new(int64)}, `select 1 from persons p where p.tenant_id = $2
		and p.id = (select coalesce(q.merged_into, q.id) from persons q where q.id = $3) and (`+tables.Role+` = 'admin'
			or exists (select 1 from assistant_conversation_members o where o.conversation_id = $1 and o.tenant_id = $2 and o.reason = $4 and `+ofPerson(`o.person_id`, `$3`)+`))`,
		c, tenant, null(who), memberAsked)
}

// memberAdded queues making somebody a member whom the message's person has invited, and telling them.
func (t *tx) memberAdded(m assistant.Message, b assistant.MemberAdded) error {
	if m.Person == "" {
		return fmt.Errorf("nobody invites person %s", b.Person)
	}
	of := []any{m.Tenant, b.Person}
	t.need(assistant.ErrNotFound, []any{new(int64)}, `select 1`+tables.LivingPerson(`$2`), of...)
	t.need(assistant.ErrInvitee, []any{new(int64)}, `select 1`+tables.LivingPerson(`$2`)+` and `+tables.Role+` <> 'guest'`, of...)
	t.need(assistant.ErrPlatform, []any{new(int64)}, `select 1 from assistant_conversations where id = $1 and tenant_id = $2 and not `+onPlatform(), m.Conversation, m.Tenant)
	t.must(assistant.ErrMember, `insert into assistant_conversation_members (tenant_id, conversation_id, person_id, reason, created_at, invited_by)
		select p.tenant_id, $1, p.id, $4, :now, $5 from persons p
		where p.tenant_id = $2 and p.id = (select coalesce(q.merged_into, q.id) from persons q where q.id = $3) and not `+isMember(`$3`),
		m.Conversation, m.Tenant, b.Person, memberAdded, m.Person)
	t.tells(m, 0, b.Person)
	return nil
}

// memberRemoved queues removing an invited member. What they were told of the conversation is forgotten, and what they were still
// to be told is dropped.
func (t *tx) memberRemoved(m assistant.Message, b assistant.MemberRemoved) {
	t.need(assistant.ErrNoMember, []any{new(int64)}, `select 1 from assistant_conversations where id = $1 and tenant_id = $2 and `+isMember(`$3`), m.Conversation, m.Tenant, b.Person)
	const theirs = ` k where k.conversation_id = $1 and k.tenant_id = $2 and `
	t.must(assistant.ErrNotInviter, `delete from assistant_conversation_members where conversation_id = $1 and tenant_id = $2 and `+ofPerson(`person_id`, `$3`)+`
		and not exists (select 1 from assistant_conversation_members`+theirs+ofPerson(`k.person_id`, `$3`)+` and k.invited_by is null)
		and (`+ofPerson(`person_id`, `$4`)+` or exists (select 1 from assistant_conversation_members`+theirs+ofPerson(`k.person_id`, `$3`)+` and `+ofPerson(`k.invited_by`, `$4`)+`)
			or exists (select 1 from persons p where p.tenant_id = $2 and p.id = (select coalesce(q.merged_into, q.id) from persons q where q.id = $4) and `+tables.Role+` = 'admin'))`,
		m.Conversation, m.Tenant, b.Person, null(m.Person))
	t.exec(`delete from timers where tenant_id = $1 and conversation_id = $2 and kind = $4 and `+ofPerson(`person_id`, `$3`)+` and ref in (
			select g.id from assistant_messages g where g.conversation_id = $2 and g.tenant_id = $1 and g.author = $5)`,
		m.Tenant, m.Conversation, b.Person, assistant.TimerTold, assistant.AuthorUser)
	t.exec(`delete from notices where tenant_id = $1 and conversation_id = $2 and topic = $4 and `+ofPerson(`person_id`, `$3`), m.Tenant, m.Conversation, b.Person, assistant.TopicPeople)
}

// mentions queues telling somebody that a person's words mention them, the number of those whom they mention, where they may read these.
func (t *tx) mentions(m assistant.Message, number int, who assistant.PersonID) {
	t.exec(`insert into timers (tenant_id, conversation_id, kind, ref, version, due_at, person_id)
		select g.tenant_id, g.conversation_id, $4, g.id, cast($6 as integer), :now, $2 from assistant_messages g
		where g.id = $5 and g.conversation_id = $3 and g.tenant_id = $1 and exists (`+mayActIn(`c.id = $3`)+`)
		on conflict (tenant_id, kind, ref, version) do nothing`, m.Tenant, who, m.Conversation, assistant.TimerTold, m.ID, number)
}

// wanted reads how somebody may be told that a person has invited or mentioned them: where they are reached while they look at nothing.
// Whoever takes no part in the conversation any more is told nothing.
func (t *tx) wanted(ctx context.Context, due assistant.Timer, a *assistant.Telling) error {
	t.need(assistant.ErrNotFound, []any{new(assistant.ConversationID)}, mayActIn(`c.id = $3`), due.Tenant, a.To.Person, due.Conversation)
	t.addressee(due, &a.To)
	if err := t.flush(ctx); err != nil {
		return err
	}
	a.Beside = true
	a.To.Accounts = slices.DeleteFunc(a.To.Accounts, func(i assistant.Identity) bool { return !i.Surface.Away() })
	return nil
}
