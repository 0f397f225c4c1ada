package storage

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/tables"
)

// Situation reads what the supervisor needs for one turn, as of one moment. The window of the log ends with the message at hand:
// later messages get turns of their own.
func (d Mailboxes) Situation(ctx context.Context, c assistant.Claim, about assistant.Message) (assistant.Situation, error) {
	var r situation
	err := d.in(ctx, mode{tenant: c.Tenant, read: true}, func(t *tx) error {
		r = situation{}
		t.needed(assistant.ErrFenced, t.situation(c, about, &r))
		return nil
	})
	var s assistant.Situation
	if err == nil {
		s, err = d.completed(ctx, c, about, &r)
	}
	return s, named(err, "read situation of conversation %s", c.Conversation)
}

// situation is the result of [Mailboxes.Situation]'s first round trip.
type situation struct {
	assistant.Situation
	revised []assistant.MessageID
	grants  []assistant.Grant
	has     opens
}

// situation queues the queries that every turn needs. The statement it returns finds no row if the claim is lost.
func (t *tx) situation(c assistant.Claim, about assistant.Message, r *situation) *stmt {
	st := t.stands(c, about, &r.Situation, &r.has)
	if about.As.Surface != "" {
		t.grants(c.Tenant, about.As.Surface, &r.grants)
	}
	t.projectsOf(c.Tenant, &r.Projects)
	t.recent(c, about, &r.Situation, &r.revised)
	return st
}

// completed adds what only some turns have: open subjects, revised messages, files.
func (d *ledger) completed(ctx context.Context, c assistant.Claim, about assistant.Message, r *situation) (s assistant.Situation, err error) {
	s = r.Situation
	s.Person.Role = assistant.RoleOf(s.Person.Role, about.As, r.grants)
	if r.has != (opens{}) {
		err = d.opened(ctx, c, &s, r.has)
	}
	if err == nil && len(r.revised) > 0 {
		err = d.revise(ctx, c, about, &s, r.revised)
	}
	if err == nil {
		err = d.replaced(ctx, c, &s)
	}
	if err == nil {
		err = d.filesRead(ctx, c, &s)
	}
	if err != nil {
		return assistant.Situation{}, err
	}
	return s, nil
}

// opens says which of the optional parts a conversation has, so that only those are read.
type opens struct{ question, plan, approval, run bool }

// stands queues reading the conversation for the holder of its claim: who speaks, what is set for the tenant, what there is
// to be read besides, and what of the log stood where the words were said, when they were said. Posts go out in the order of
// their first messages, so all that begins before the newest of them stands there too. Words may be long on their way: both
// times are the platform's. The message is found by its id alone, whatever a planner thinks of how long conversations are.
func (t *tx) stands(c assistant.Claim, about assistant.Message, s *assistant.Situation, has *opens) *stmt {
	s.Settings, s.Seen = assistant.DefaultSettings(), about.Seen
	var settings []byte
	var delivered bool
	var seen int64
	dests := slices.Concat(conversationDests(&s.Conversation), tables.PersonDests(&s.Person), []any{
		&settings, &s.Revised, &delivered, &seen, &s.Posting, &has.question, &has.plan, &has.approval, &has.run,
	})
	return t.each(func(scan func(...any) error) error {
		err := scan(dests...)
		if err == nil {
			s.Settings, err = assistant.ReadSettings(settings)
		}
		if delivered {
			s.Seen = seen
		}
		return err
	}, `select `+conversationColumns+`, `+tables.PersonColumns+`, n.settings, coalesce(g.revised, false), g.place_id is not null,
			coalesce((select max(d.begun) from deliveries d where d.place_id = g.place_id and d.ref <> '' and d.posted_at <= g.created_at), 0),
			exists (select 1 from deliveries d where d.place_id = g.place_id and d.ref = '' and d.nonce <> ''),
			exists (select 1 from clarifications o where o.conversation_id = c.id and o.status = 'open'),
			exists (select 1 from agent_plans o where o.conversation_id = c.id and o.status in ('gathering', 'choosing', 'proposed')),
			exists (select 1 from pending_actions o where o.conversation_id = c.id and o.status = 'pending'),
			exists (select 1 from assistant_runs o where o.conversation_id = c.id)
		from assistant_conversations c
		left join tenants n on n.tenant_id = c.tenant_id
		left join persons p on p.tenant_id = c.tenant_id
			and p.id = (select coalesce(q.merged_into, q.id) from persons q where q.id = coalesce($4, c.user_id))
		left join assistant_messages g on g.id = $5 and cast(g.conversation_id as text) = cast(c.id as text) and g.tenant_id = c.tenant_id
		where c.id = $1 and c.tenant_id = $2 and c.token = $3 and c.lease_until > :now`,
		c.Conversation, c.Tenant, null(c.Token), null(about.Person), null(about.ID))
}

// opened reads the open subjects that the conversation has, and its newest run.
func (d *ledger) opened(ctx context.Context, c assistant.Claim, s *assistant.Situation, has opens) error {
	err := d.in(ctx, mode{tenant: c.Tenant, read: true}, func(t *tx) error {
		s.Question, s.Brief, s.Plan, s.Run = nil, nil, nil, nil
		t.open(c, s, has)
		if has.run {
			t.lastRun(c, s)
		}
		return nil
	})
	if err == nil {
		err = d.whoSaidYes(ctx, c.Tenant, s.Approvals)
	}
	return err
}

// recent queues the query for the window: everything up to the message at hand, and later messages of the assistant.
func (t *tx) recent(c assistant.Claim, about assistant.Message, s *assistant.Situation, revised *[]assistant.MessageID) {
	var last []assistant.Message
	to := &s.Recent
	s.People = map[assistant.PersonID]string{}
	t.each(func(scan func(...any) error) error {
		var changed bool
		var name string
		m, err := scanMessage(scan, &changed, &name)
		if err != nil {
			return err
		}
		if name != "" {
			s.People[m.Person] = name
		}
		if changed {
			*revised = append(*revised, m.ID)
		}
		if m.ID == about.ID {
			last = []assistant.Message{m}
			*to = append((*to)[:len(*to):len(*to)], last...)
			return nil
		}
		*to = slices.Insert(*to, len(*to)-len(last), m)
		return nil
	}, `select w.*, coalesce(p.name, '') from (select `+messageColumns+`, g.revised from assistant_messages g
			where g.conversation_id = $1 and g.tenant_id = $2 and g.kind = 'message' and (g.author <> 'user' or g.seq <= $3)
			order by g.seq desc limit `+ordinal(assistant.WindowOfModels)+`) w
			left join persons p on p.id = w.person_id and p.tenant_id = $2 order by w.seq`, c.Conversation, c.Tenant, seqOf(about))
}

// seqOf returns the seq that ends the window. A message that was never stored ends it nowhere.
func seqOf(m assistant.Message) int64 {
	const everything = 1 << 62
	if m.Seq == 0 {
		return everything
	}
	return m.Seq
}

// revise replaces messages that were edited with their latest words, and removes those that were deleted.
func (d *ledger) revise(ctx context.Context, c assistant.Claim, about assistant.Message, s *assistant.Situation, ids []assistant.MessageID) error {
	newest := map[assistant.MessageID]assistant.Message{}
	err := d.in(ctx, mode{tenant: c.Tenant, read: true}, func(t *tx) error {
		args := []any{c.Conversation}
		for _, id := range ids {
			args = append(args, assistant.Slot("said:"+id))
		}
		t.each(func(scan func(...any) error) error {
			m, err := scanMessage(scan)
			if b, ok := m.Body.(assistant.Revised); ok {
				newest[b.Message] = m
			}
			return err
		}, `select `+messageColumns+` from assistant_messages g where g.conversation_id = $1 and g.body_type = 'revised'
			and g.slot in (`+list(2, len(ids))+`) order by g.seq`, args...)
		return nil
	})
	kept := s.Recent[:0]
	for _, m := range s.Recent {
		if n, ok := newest[m.ID]; ok {
			b, _ := n.Body.(assistant.Revised)
			if b.Deleted && m.ID != about.ID {
				continue
			}
			m.Content = n.Content
		}
		kept = append(kept, m)
	}
	s.Recent = kept
	return err
}

// stoodAt is the seq of the message that put a row of the table before people: words decide on it only where that stood. A card
// that a platform refused in every form stands nowhere.
func stoodAt(table string) string {
	return `case when exists (select 1 from deliveries h join places o on o.id = h.place_id
			where o.conversation_id = ` + table + `.conversation_id and h.withheld and not ` + inDirect(`o`) + ` and h.slot = (select f.slot from assistant_messages f
				where f.conversation_id = ` + table + `.conversation_id and f.seq = ` + table + `.seq))
		then cast(9223372036854775807 as bigint) else ` + table + `.seq end`
}

// open queues what waits for a person and has not expired, with the message that put it before them.
func (t *tx) open(c assistant.Claim, s *assistant.Situation, has opens) {
	if has.question {
		t.each(waiting(&s.Question, func(q *assistant.Clarification, _ assistant.PersonID, seq int64) { q.Seq = seq }),
			`select body, '', `+stoodAt(`clarifications`)+` from clarifications where conversation_id = $1 and tenant_id = $2 and status = 'open'`+notExpired+`
			order by created_at desc, id desc limit 1`, c.Conversation, c.Tenant)
	}
	if has.plan {
		t.openPlans(c, s)
	}
	if has.approval {
		t.approvals(&s.Approvals, `a.conversation_id = $1 and a.tenant_id = $2 and a.status = 'pending'`+notExpired, c.Conversation, c.Tenant)
	}
}

func (t *tx) openPlans(c assistant.Claim, s *assistant.Situation) {
	t.each(waiting(&s.Brief, func(b *assistant.Brief, by assistant.PersonID, _ int64) { b.RequestedBy = cmp.Or(by, b.RequestedBy) }),
		`select body, `+tables.Survivor(`requested_by`)+`, seq from agent_plans
		where conversation_id = $1 and tenant_id = $2 and version = 0 and status in ('gathering', 'choosing')
		order by created_at desc, id desc limit 1`, c.Conversation, c.Tenant)
	t.each(waiting(&s.Plan, func(p *assistant.Plan, by assistant.PersonID, seq int64) {
		p.RequestedBy, p.Seq = cmp.Or(by, p.RequestedBy), seq
	}),
		`select body, `+tables.Survivor(`requested_by`)+`, `+stoodAt(`agent_plans`)+` from agent_plans
		where conversation_id = $1 and tenant_id = $2 and version > 0 and status = 'proposed'`+notExpired+`
		order by created_at desc, id desc, version desc limit 1`, c.Conversation, c.Tenant)
}

func (t *tx) lastRun(c assistant.Claim, s *assistant.Situation) {
	t.each(func(scan func(...any) error) error {
		r, err := scanRun(scan)
		s.Run = &r
		return err
	}, `select `+runColumns+` from assistant_runs r where r.conversation_id = $1 and r.tenant_id = $2
		order by r.created_at desc, r.id desc limit 1`, c.Conversation, c.Tenant)
	t.tasks(&s.Tasks, `k.run_id = (select id from assistant_runs where conversation_id = $1 and tenant_id = $2
		order by created_at desc, id desc limit 1)`, c.Conversation, c.Tenant)
}

// waiting reads JSON, who asked for it as they are known today, and the seq of the message that put it before people.
func waiting[T any](to **T, with func(v *T, by assistant.PersonID, seq int64)) func(func(...any) error) error {
	return func(scan func(...any) error) error {
		var raw []byte
		var by assistant.PersonID
		var seq int64
		if err := scan(&raw, &by, &seq); err != nil {
			return err
		}
		*to = new(T)
		if err := json.Unmarshal(raw, *to); err != nil {
			return fmt.Errorf("decode %T: %w", *to, err)
		}
		with(*to, by, seq)
		return nil
	}
}
