package storage

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/tables"
)

// Why somebody is a member of a conversation.
const (
	memberAsked = "asked" // it was begun for them
	memberThere = "there" // they were in its place, where the platform has let them in
	memberAdded = "added" // somebody who is in it has invited them
)

// join queues making somebody a member of a conversation; who is one stays one.
func (t *tx) join(tenant assistant.TenantID, c assistant.ConversationID, who assistant.PersonID, reason string) {
	t.exec(`insert into assistant_conversation_members (tenant_id, conversation_id, person_id, reason, created_at) values ($1, $2, $3, $4, :now)
		on conflict (conversation_id, person_id) do nothing`, tenant, c, who, reason)
}

// memberOf restricts conversations c to those that a person is a member of, directly or as a person who became them. A null person
// restricts nothing.
func memberOf(who string) string {
	return strings.ReplaceAll(`(exists (select 1 from assistant_conversation_members o where o.conversation_id = c.id
		and (o.person_id = :who or o.person_id in (select a.id from persons a where a.merged_into = :who))) or :who is null)`, ":who", who)
}

// mayActIn selects, among the conversations c that match a condition, those in which the person $2 of the tenant $1 may act.
func mayActIn(which string) string {
	return `select c.id from (select p.id, ` + tables.Role + ` as stands` + tables.LivingPerson(`$2`) + `) w, assistant_conversations c
		where c.tenant_id = $1 and ` + which + ` and (w.stands in ('approver', 'admin') or w.stands <> 'guest' and ` + memberOf(`w.id`) + `)`
}

// MayAct tells in which of some conversations a person may act, which is also where they may see everything: approvers and admins
// in all of them, guests in none, others where they are members. Every surface asks it before every action.
func (d Conversations) MayAct(ctx context.Context, tenant assistant.TenantID, who assistant.PersonID, in []assistant.ConversationID) (map[assistant.ConversationID]bool, error) {
	out := map[assistant.ConversationID]bool{}
	err := d.in(ctx, mode{tenant: tenant, read: true, given: valid(who)}, func(t *tx) error {
		clear(out)
		for some := range slices.Chunk(in, headsAtOnce) {
			args := []any{tenant, who}
			for _, id := range some {
				if assistant.ValidID(string(id)) {
					args = append(args, string(id))
				}
			}
			if len(args) == 2 {
				continue
			}
			t.each(func(scan func(...any) error) error {
				var id assistant.ConversationID
				err := scan(&id)
				out[id] = true
				return err
			}, mayActIn(`c.id in (`+list(3, len(args)-2)+`)`), args...)
		}
		return nil
	})
	return out, named(err, "look who may act in %d conversations", len(in))
}

// JoinConversation makes somebody a member of a conversation, who is in its place on a platform. Others' are [assistant.ErrNotFound].
func (d Conversations) JoinConversation(ctx context.Context, tenant assistant.TenantID, c assistant.ConversationID, who assistant.PersonID) error {
	err := d.in(ctx, mode{tenant: tenant, given: cmp.Or(valid(c), valid(who))}, func(t *tx) error {
		t.owned(`assistant_conversations`, string(c), tenant)
		t.owned(`persons`, string(who), tenant)
		if err := t.flush(ctx); err != nil {
			return err
		}
		t.join(tenant, c, who, memberThere)
		return nil
	})
	return named(err, "join conversation %s", c)
}
