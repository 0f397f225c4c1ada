package storage

import (
	"context"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/tables"
)

// Hearing tells when and where a person wants to be called.
func (d People) Hearing(ctx context.Context, tenant assistant.TenantID, id assistant.PersonID) (assistant.Hearing, error) {
	var raw string
	err := d.in(ctx, mode{tenant: tenant, read: true, given: valid(id)}, func(t *tx) error {
		t.need(assistant.ErrNotFound, []any{&raw}, `select p.hearing`+tables.LivingPerson(`$2`), tenant, id)
		return nil
	})
	return assistant.ReadHearing(raw), named(err, "read when person %s is called", id)
}

// SetHearing sets when and where a person wants to be called, by themself. A delegate has to be somebody of the tenant who is no
// guest, and not the person; on a platform that they want to hear on they have an account.
func (d People) SetHearing(ctx context.Context, tenant assistant.TenantID, id assistant.PersonID, h assistant.Hearing) error {
	err := valid(id)
	if err == nil {
		err = h.Check()
	}
	if err == nil {
		err = optional(h.Delegate)
	}
	if err != nil {
		return named(err, "set when person %s is called", id)
	}
	raw, err := asJSON(h)
	if err != nil {
		return err
	}
	err = d.in(ctx, mode{tenant: tenant}, func(t *tx) error {
		var me, delegate assistant.Person
		t.living(tenant, id, &me)
		if h.Delegate != "" {
			t.living(tenant, h.Delegate, &delegate)
		}
		if err := t.flush(ctx); err != nil {
			return err
		}
		t.reached(tenant, me.ID, h)
		if h.Delegate != "" && (delegate.Role == assistant.RoleGuest || delegate.ID == me.ID) {
			return assistant.ErrDelegate
		}
		t.exec(`update persons set hearing = $3, elsewhere = $4, language = $5, zone = case when $6 <> '' then $6 else zone end, zone_chosen = $6 <> ''
			where id = $1 and tenant_id = $2`, me.ID, tenant, raw, len(h.Where) > 0, string(h.Language), h.Zone)
		return nil
	})
	return named(err, "set when person %s is called", id)
}

// SeeZone stores the time zone of a person's browser. It changes nothing if the person has chosen a time zone or the browser names
// an unknown one.
func (d People) SeeZone(ctx context.Context, tenant assistant.TenantID, id assistant.PersonID, zone string) error {
	err := valid(id)
	if err == nil && assistant.ValidZone(zone) {
		err = d.in(ctx, mode{tenant: tenant}, func(t *tx) error {
			t.exec(`update persons set zone = $3 where tenant_id = $1 and zone <> $3 and not zone_chosen
				and id = (select coalesce(q.merged_into, q.id) from persons q where q.id = $2)`, tenant, id, zone)
			return nil
		})
	}
	return named(err, "keep where person %s is", id)
}

// reached queues refusing what would be told where the person has no account.
func (t *tx) reached(tenant assistant.TenantID, id assistant.PersonID, h assistant.Hearing) {
	for _, about := range assistant.Topics() {
		on := h.Where[about].Surface()
		var one int64
		switch {
		case on.Away():
			t.need(assistant.ErrNoReach, []any{&one}, `select 1 from reaches r where r.tenant_id = $1 and r.surface = $2 and r.code is null
				and `+ofPerson(`r.person_id`, `$3`)+` limit 1`, tenant, on, id)
		case on != "":
			t.need(assistant.ErrNotReached, []any{&one}, `select 1 from identities i where i.tenant_id = $1 and i.surface = $2
				and i.person_id = (select coalesce(q.merged_into, q.id) from persons q where q.id = $3) limit 1`, tenant, on, id)
		}
	}
}
