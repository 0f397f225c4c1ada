package storage

import (
	"context"
	"fmt"
	"strings"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/tables"
)

// mailedRole is the condition that a code was not mailed, or that its person has the role that they had then.
const mailedRole = `(sign_in_codes.role is null or exists (select 1 from persons p where p.id = (select coalesce(q.merged_into, q.id) from persons q
	where q.id = sign_in_codes.person_id) and ` + tables.Role + ` = sign_in_codes.role))`

// MailSignInCode stores a code that signs in the person who has confirmed an address: once, within a quarter of an hour, and only
// while they keep their present role. It returns that person and the address as they wrote it, which is the only place the code may
// be sent to. It returns [assistant.ErrNotFound] if the address belongs to nobody or to a guest, and [assistant.ErrTooMuch] if a
// code was stored less than a minute ago.
func (d Sessions) MailSignInCode(ctx context.Context, tenant assistant.TenantID, address, code string) (p assistant.Person, to string, err error) {
	err = d.in(ctx, mode{tenant: tenant}, func(t *tx) error {
		var person assistant.PersonID
		if person, to, err = t.whoseAddress(ctx, tenant, address); err != nil {
			return err
		}
		var lately bool
		t.living(tenant, person, &p)
		t.one([]any{&lately}, `select exists (select 1 from sign_in_codes where tenant_id = $1 and role is not null and expires_at > :after($3) and `+ofPerson(`person_id`, `$2`)+`)`,
			tenant, person, assistant.MailedCodeLife-assistant.MailedCodeEvery)
		if err := t.flush(ctx); err != nil {
			return err
		}
		switch {
		case p.Left || !p.Role.Valid():
			return assistant.ErrNotFound
		case lately:
			return assistant.ErrTooMuch
		}
		t.exec(`delete from sign_in_codes where tenant_id = $1 and expires_at <= :now`, tenant)
		t.exec(`insert into sign_in_codes (tenant_id, hash, person_id, role, expires_at) values ($1, $2, $3, $4, :after($5))`,
			tenant, secretHash("sign in", tenant, code), p.ID, string(p.Role), assistant.MailedCodeLife)
		return nil
	})
	return p, to, named(err, "keep a mailed sign-in code")
}

// whoseAddress finds whose confirmed address that is, however they wrote it. Addresses are sealed, so all of the tenant's are looked at.
func (t *tx) whoseAddress(ctx context.Context, tenant assistant.TenantID, address string) (person assistant.PersonID, as string, err error) {
	t.each(func(scan func(...any) error) error {
		var id assistant.ReachID
		var whose assistant.PersonID
		var kept string
		if err := scan(&id, &whose, &kept); err != nil {
			return err
		}
		to, err := t.seals.open(kept, packPlace(reachesTable, tenant, string(id)))
		if err != nil {
			return fmt.Errorf("open reach %s: %w", id, mend(err))
		}
		if to == address || as == "" && strings.EqualFold(to, address) {
			person, as = whose, to
		}
		return nil
	}, `select r.id, r.person_id, r.secret from reaches r where r.tenant_id = $1 and r.surface = $2 and r.code is null order by r.created_at, r.id`, tenant, assistant.SurfaceMail)
	if err := t.flush(ctx); err != nil {
		return "", "", err
	}
	if as == "" {
		return "", "", assistant.ErrNotFound
	}
	return person, as, nil
}

// unmail queues that codes which were mailed to somebody sign nobody in any more: their address is another by now.
func (t *tx) unmail(tenant assistant.TenantID, person assistant.PersonID) {
	t.exec(`delete from sign_in_codes where tenant_id = $1 and role is not null and `+ofPerson(`person_id`, `$2`), tenant, person)
}
