package storage

import (
	"context"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/tables"
)

// Summons tells what a due timer would remind of, and how the people were called who are to decide it; [assistant.ErrNotFound]
// where it has been settled.
func (d Timers) Summons(ctx context.Context, due assistant.Timer) (assistant.Summons, error) {
	var a assistant.Summons
	of, err := reminds(due)
	if err != nil {
		return a, err
	}
	err = d.in(ctx, mode{tenant: due.Tenant, read: true}, func(t *tx) error {
		var w waitingFor
		if err := t.waitingFor(of, due, &w); err != nil {
			return err
		}
		if err := t.flush(ctx); err != nil {
			return err
		}
		if !w.open {
			return assistant.ErrNotFound
		}
		b, run, err := w.reminder(of, due)
		if err != nil {
			return err
		}
		a = assistant.Summons{Reminded: b, Run: run, Unasked: w.unasked, OpenedAt: w.opened}
		a.RemindAt, _ = assistant.RemindAt(w.said, b.ExpiresAt)
		if a.Unasked && b.Person != "" {
			return t.called(ctx, due, &a)
		}
		if a.Rule, err = w.rule(of); err != nil {
			return err
		}
		t.delegations(due.Tenant, &a.Delegations)
		if a.Rule != nil {
			t.mayMean(due, &a)
		}
		return t.flush(ctx)
	})
	return a, named(err, "look for what waits of %s %s", of, due.Ref)
}

// mostDeciders bounds how many people are looked at to find those who may decide.
const mostDeciders = 50

// mayMean queues reading, for an action with a rule about who decides, who has approved it and whom the rule may mean: the people
// it names, the person who asked, and everybody with a role that decides.
func (t *tx) mayMean(due assistant.Timer, a *assistant.Summons) {
	a.Yeses, a.Deciders = nil, nil
	const delegates = `select ` + tables.PersonColumns + ` from persons p where p.tenant_id = $1 and exists (select 1 from delegations g where g.tenant_id = $1
		and g.ended_at is null and g.until_at > :now and p.id = (select coalesce(q.merged_into, q.id) from persons q where q.id = g.delegate_id)) order by p.name, p.id limit $2`
	t.yeses(func(y assistant.Yes) { a.Yeses = append(a.Yeses, y) }, `y.approval_id = $1 and y.tenant_id = $2`, due.Ref, due.Tenant)
	person := func(scan func(...any) error) error {
		var p assistant.Person
		err := scan(tables.PersonDests(&p)...)
		a.Deciders = append(a.Deciders, p)
		return err
	}
	for _, id := range append(a.Rule.Named(), a.Reminded.Person) {
		if assistant.ValidID(string(id)) {
			t.each(person, `select `+tables.PersonColumns+tables.LivingPerson(`$2`), due.Tenant, id)
		}
	}
	t.each(person, delegates, due.Tenant, mostDeciders)
	t.each(person, `select `+tables.PersonColumns+` from persons p where p.tenant_id = $1 and p.merged_into is null and `+tables.Role+` in ('approver', 'admin')
		order by case `+tables.Role+` when 'approver' then 0 else 1 end, p.name, p.id limit $2`, due.Tenant, mostDeciders)
}

// called reads who may be called about something and who has been called.
func (t *tx) called(ctx context.Context, due assistant.Timer, a *assistant.Summons) error {
	a.Owner.Person = a.Reminded.Person
	t.addressee(due, &a.Owner)
	t.callsOf(due, a.Reminded.Subject(), &a.Calls)
	t.delegations(due.Tenant, &a.Delegations)
	var said int
	t.one([]any{&said}, `select count(*) from assistant_messages where conversation_id = $1 and tenant_id = $2 and slot = $3`,
		due.Conversation, due.Tenant, "reminder:"+string(a.Reminded.Subject()))
	var beside int // of what stands in the same message, which is one thing to be reminded of
	t.one([]any{&beside}, `select count(*) from places p join places o on o.tenant_id = $2 and (o.id = coalesce(p.shown_with, p.id) or o.shown_with = coalesce(p.shown_with, p.id))
		join assistant_messages m on m.conversation_id = o.conversation_id and m.tenant_id = $2 and m.slot = 'reminder:' || o.thread
			and m.created_at >= p.created_at
		where p.conversation_id = $1 and p.tenant_id = $2 and p.thread = $3 and `+inDirect(`p`), due.Conversation, due.Tenant, a.Reminded.Subject())
	t.alsoThere(due, a)
	if err := t.flush(ctx); err != nil {
		return err
	}
	a.Told = said+beside > 0
	a.Delegate.Person = a.Owner.Hearing.Delegate // storage has let nobody else be named
	for _, g := range a.Delegations {
		if a.Delegate.Person == "" && g.Person == a.Owner.Person {
			a.Delegate.Person = g.Delegate
		}
	}
	if a.Delegate.Person != "" {
		t.addressee(due, &a.Delegate)
	}
	return nil
}

// callsOf queues reading how people were sent something by direct message.
func (t *tx) callsOf(due assistant.Timer, what assistant.Slot, to *[]assistant.Call) {
	*to = nil
	t.each(tables.Into(to, func(c *assistant.Call) []any {
		return []any{&c.At.Surface, &c.At.Space, &c.At.Channel, &c.At.Thread, &c.MadeAt, &c.Shown, &c.Refused}
	}), `select p.surface, p.space, p.channel, p.thread, p.created_at,
			coalesce(d.ref <> '' and not d.withheld and (o.id = p.id or d.updated_at > p.created_at), false), coalesce(d.withheld, false)
		from places p join places o on o.id = coalesce(p.shown_with, p.id) left join deliveries d on d.place_id = o.id and d.slot = o.thread
		where p.conversation_id = $1 and p.tenant_id = $2 and p.thread = $3 and `+inDirect(`p`)+` order by p.created_at, p.id`,
		due.Conversation, due.Tenant, what)
}

// addressee queues reading by which accounts somebody can be called, and when: first where the conversation is.
func (t *tx) addressee(due assistant.Timer, to *assistant.Addressee) {
	id := to.Person
	t.each(func(scan func(...any) error) error {
		var hearing string
		err := scan(&to.Person, &to.Zone, &hearing)
		to.Hearing = assistant.ReadHearing(hearing)
		return err
	}, `select p.id, p.zone, p.hearing`+tables.LivingPerson(`$2`), due.Tenant, id)
	t.each(tables.Into(&to.Accounts, func(i *assistant.Identity) []any { return []any{&i.Surface, &i.Space, &i.External, &i.Name} }), `select i.surface, i.space, i.external_id, i.name from identities i
		where i.tenant_id = $1 and i.surface in ('slack', 'discord')
			and i.person_id = (select coalesce(q.merged_into, q.id) from persons q where q.id = $2)
		order by case when exists (select 1 from places h where h.conversation_id = $3 and h.surface = i.surface and not `+inDirect(`h`)+`) then 0 else 1 end,
			case when exists (select 1 from places h where h.conversation_id = $3 and h.surface = i.surface and h.space = i.space) then 0 else 1 end,
			i.linked_at is not null, i.surface, i.space, i.external_id`, due.Tenant, id, due.Conversation)
	t.awayAccounts(due.Tenant, to)
}

// inDirect is [assistant.Place.Direct] as a condition: the place is somebody's direct messages.
func inDirect(place string) string { return place + `.channel like '` + assistant.DirectMark + `%'` }

// Call takes the next step about what waits for people: sends it to somebody, says in the log that it waits, or both, and sets
// when to look again. It does nothing where what waits has been settled meanwhile, or where another replica has taken the
// timer: taken is false then.
func (d Timers) Call(ctx context.Context, due assistant.Timer, step assistant.CallStep, reminder assistant.Message) (taken bool, said []assistant.Message, err error) {
	of, err := reminds(due)
	if err != nil {
		return false, nil, err
	}
	err = d.in(ctx, mode{tenant: due.Tenant}, func(t *tx) error {
		taken, said = false, nil
		h := head{tenant: due.Tenant, conversation: due.Conversation}
		var w waitingFor
		t.lock(&h)
		moved := t.moveTimer(due, step.Next)
		if err := t.waitingFor(of, due, &w); err != nil {
			return err
		}
		if err := t.flush(ctx); err != nil {
			return err
		}
		if taken = moved.rows > 0 && w.open; !taken {
			return nil
		}
		if step.Call != nil {
			b, _, err := w.reminder(of, due)
			if err != nil {
				return err
			}
			if err := t.sendTo(ctx, of, due, assistant.DirectPlace(*step.Call, b.Subject()), w.seq); err != nil {
				return err
			}
		}
		if !step.Remind {
			return nil
		}
		said, err = t.append(&h, []entry{{message: reminder}}, map[string]bool{})
		return err
	})
	if err != nil {
		return false, nil, named(err, "call about %s %s", of, due.Ref)
	}
	return taken, said, nil
}

// sendTo makes the place of somebody's direct messages that shows what waits, in a message of its own or in one that they have.
func (t *tx) sendTo(ctx context.Context, of assistant.TimerKind, due assistant.Timer, p assistant.Place, seq int64) error {
	var with assistant.PlaceID
	if of == assistant.TimerApproval && !p.Surface.Away() {
		t.gather(due, p, &with)
		if err := t.flush(ctx); err != nil {
			return err
		}
	}
	t.directPlace(due, p, seq)
	if with != "" {
		t.shownWith(due.Tenant, p, with)
	}
	return nil
}

// moveTimer queues setting when a due timer comes again, or taking it away; nothing where another replica has done so.
func (t *tx) moveTimer(due assistant.Timer, next time.Time) *stmt {
	if next.IsZero() {
		return t.exec(`delete from timers where id = $1 and tenant_id = $2 and kind = $3 and due_at = $4`, due.ID, due.Tenant, due.Kind, due.DueAt)
	}
	return t.exec(`update timers set due_at = $5 where id = $1 and tenant_id = $2 and kind = $3 and due_at = $4`, due.ID, due.Tenant, due.Kind, due.DueAt, next)
}

// directPlace queues the place of somebody's direct messages, behind by what waits. Those of the conversation that are done with
// are no longer told of what is new: what they were made for is settled, and they show it so.
func (t *tx) directPlace(due assistant.Timer, p assistant.Place, seq int64) {
	t.directPlaceAt(due, p, seq, time.Time{})
}

// directPlaceAt is directPlace for what is shown from a moment on; zero is at once.
func (t *tx) directPlaceAt(due assistant.Timer, p assistant.Place, seq int64, at time.Time) {
	ready, args := `:now`, []any{t.ids.New(), due.Tenant, due.Conversation, p.Surface, p.Space, p.Channel, p.Thread, seq - 1}
	if !at.IsZero() {
		ready, args = `$9`, append(args, at)
	}
	t.exec(`update places set pulls = true where conversation_id = $1 and tenant_id = $2 and not pulls and `+inDirect(`places`)+`
			and token is null and ready_at is null and not exists (select 1 from timers w where w.conversation_id = $1 and w.tenant_id = $2
				and w.kind in ('plan', 'approval', 'clarification') and places.thread in (
					'plan:' || w.ref || '/' || cast(w.version as text), 'approval:' || w.ref, 'ask:' || w.ref))
			and not exists (select 1 from pending_actions a where a.conversation_id = $1 and a.tenant_id = $2 and a.status = 'pending'
				and places.thread = 'approval:' || cast(a.run_id as text))`,
		due.Conversation, due.Tenant)
	t.exec(`insert into places (id, tenant_id, conversation_id, surface, space, channel, thread, pulls, shown, ready_at, created_at)
		values ($1, $2, $3, $4, $5, $6, $7, false, $8, `+ready+`, :now) on conflict do nothing`, args...)
}
