package storage

import (
	"context"
	"strconv"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/tables"
)

// handedNumber is the first number, among the timers of one message, of those that tell people what was handed to them. Lower
// numbers belong to the people who are told anyway.
const handedNumber = 100

// Hand records that a person has handed something that waits to a colleague, in place of an earlier colleague, and has the
// colleague told where they can be reached. Handing it to nobody takes it back. Hand does not check whether the colleague may
// decide: callers do, and it is checked again at each read since it may change. The colleague's own deferral of it ends. Records of
// what is over are kept. Hand returns [assistant.ErrNotFound] if the thing no longer waits, and [assistant.ErrDeputy] if the
// colleague is the person themself or a guest.
func (d Decisions) Hand(ctx context.Context, tenant assistant.TenantID, a assistant.Handed) error {
	err := d.in(ctx, mode{tenant: tenant, given: validHanded(a)}, func(t *tx) error {
		var from, to assistant.Person
		var w waitingFor
		of := assistant.TimerKind(a.Kind) // both are called as what waits
		about := assistant.Timer{Tenant: tenant, Conversation: a.Conversation, Ref: a.Ref, Version: a.Version}
		t.lock(&head{tenant: tenant, conversation: a.Conversation})
		t.living(tenant, a.From, &from)
		if a.To != "" {
			t.living(tenant, a.To, &to)
		}
		if err := t.waitingFor(of, about, &w); err != nil {
			return err
		}
		if err := t.flush(ctx); err != nil {
			return err
		}
		switch {
		case a.To == "":
			t.takeBack(about, a, from.ID, w.seq)
			return nil
		case !w.open:
			return assistant.ErrNotFound
		case to.ID == from.ID || to.Role == assistant.RoleGuest:
			return assistant.ErrDeputy
		}
		t.takeBack(about, a, from.ID, w.seq)
		t.takeBack(about, a, to.ID, w.seq) // it is before them again, to whomever they had handed it
		t.exec(`delete from deferrals where tenant_id = $1 and `+ofPerson(`person_id`, `$2`)+` and kind = $3 and ref = $4 and version = $5`,
			tenant, to.ID, string(a.Kind), a.Ref, a.Version)
		t.exec(`insert into handings (id, tenant_id, person_id, to_id, kind, ref, version, until_at, handed_at) values ($1, $2, $3, $4, $5, $6, $7, $8, :now)`,
			t.ids.New(), tenant, from.ID, to.ID, string(a.Kind), a.Ref, a.Version, w.b.ExpiresAt)
		t.announces(about, `(select coalesce(max(o.version) + 1, `+strconv.Itoa(handedNumber)+`) from timers o
			where o.tenant_id = $1 and o.kind = $3 and o.ref = m.id and o.version >= `+strconv.Itoa(handedNumber)+`)`, reachedAway(`$4`)+` or `+reachedByMessage(`$4`), to.ID, w.seq)
		return nil
	})
	return named(err, "hand %s %s to person %s", a.Kind, a.Ref, a.To)
}

// validHanded tells whether something can be handed, or taken back, as it is named.
func validHanded(a assistant.Handed) error {
	if !a.Kind.CanBeHanded() {
		return assistant.ErrNotFound
	}
	ids := []string{string(a.From), a.Ref, string(a.Conversation)}
	if a.To != "" {
		ids = append(ids, string(a.To))
	}
	return valid(ids...)
}

// takeBack queues ending what a person has handed over, and cancels telling a colleague who has not been told yet.
func (t *tx) takeBack(about assistant.Timer, a assistant.Handed, from assistant.PersonID, seq int64) {
	const theirs = ` f.tenant_id = $1 and f.kind = $3 and f.ref = $4 and f.version = $5 and f.ended_at is null and `
	t.exec(`delete from timers where tenant_id = $1 and kind = $6 and version >= $7
			and ref = (select m.id from assistant_messages m where m.conversation_id = $8 and m.tenant_id = $1 and m.seq = $9)
			and person_id in (select f.to_id from handings f where`+theirs+ofPerson(`f.person_id`, `$2`)+`)`,
		about.Tenant, from, string(a.Kind), a.Ref, a.Version, assistant.TimerTold, handedNumber, about.Conversation, seq)
	t.exec(`update handings as f set ended_at = :now where`+theirs+ofPerson(`f.person_id`, `$2`), about.Tenant, from, string(a.Kind), a.Ref, a.Version)
}

// handedTo queues counting the people who have handed something to a person.
func (t *tx) handedTo(about assistant.Timer, of assistant.TimerKind, to assistant.PersonID, count *int) {
	t.one([]any{count}, `select count(*) from handings f where f.tenant_id = $1 and f.kind = $2 and f.ref = $3 and f.version = $4 and f.ended_at is null and `+
		ofPerson(`f.to_id`, `$5`), about.Tenant, string(of), about.Ref, about.Version, to)
}

// handedKind marks the rows, among those of what waits, that say who has handed what to whom.
const handedKind = "handed"

// handedSQL reads them for the tenant $1, in the columns of what waits: whom it was handed to stands where a conversation does.
func handedSQL() string {
	return ` union all select '` + handedKind + `', null, ` + tables.Survivor(`h.to_id`) + `, ` + tables.Survivor(`h.person_id`) + `, h.handed_at, h.until_at, h.kind, h.ref, cast(h.version as text)
		from handings h where h.tenant_id = $1 and h.ended_at is null and h.until_at > :now`
}

// hand takes a row of them.
func (p *pendingRows) hand(of assistant.Waits, r pendingRow) {
	if p.handed == nil {
		p.handed = map[assistant.Waits][]assistant.Handed{}
	}
	p.handed[of] = append(p.handed[of], assistant.Handed{Waits: of, From: r.RequestedBy, To: assistant.PersonID(r.Conversation), At: r.Since})
}

func earliestHanded(a, b assistant.Handed) int { return a.At.Compare(b.At) }
