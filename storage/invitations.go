package storage

import (
	"cmp"
	"context"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/tables"
)

// openInvitation tells those that can still be used, after the tenant as $1.
const openInvitation = `v.tenant_id = $1 and v.used_at is null and v.revoked_at is null and v.expires_at > :now`

const invitationColumns = `v.id, v.tenant_id, v.person_id, v.name, v.role, v.made_by, b.name, v.created_at, v.expires_at
	from invitations v join persons b on b.id = v.made_by`

func invitationDests(i *assistant.Invitation) []any {
	return []any{&i.ID, &i.Tenant, &i.Person, &i.Name, &i.Role, &i.By, &i.ByName, &i.Made, &i.Until}
}

// ownLogin tells whether a person's login here began with an invitation or with their company's login, even if they have become
// another person since.
func ownLogin(person string) string {
	return `(exists (select 1 from invitations v where v.tenant_id = $1 and v.used_by is not null and ` + tables.Survivor(`v.used_by`) + ` = ` + person + `)
		or exists (select 1 from openid_logins o where o.tenant_id = $1 and o.founded and ` + tables.Survivor(`o.person_id`) + ` = ` + person + `))`
}

// Invite makes an invitation in the name of an admin, for a new person or for a named one whose login began with an invitation or
// with their company's login. Called again with the secret of an open invitation it returns that one; with the secret of one that
// is over it returns [assistant.ErrInvited]. Callers who are no admin get [assistant.ErrNotAdmin]. Only the tenant's owner may make
// a link for another admin ([assistant.ErrRenewAdmin]), since the holder of the link can decide as that person.
func (d Invitations) Invite(ctx context.Context, tenant assistant.TenantID, in assistant.Invitation, secret string) (assistant.Invitation, error) {
	err := cmp.Or(valid(in.By), optional(in.Person))
	if err == nil && in.Person == "" && !in.Role.Valid() {
		err = assistant.ErrNotFound
	}
	if err == nil {
		err = d.in(ctx, mode{tenant: tenant}, func(t *tx) error { return t.invite(ctx, tenant, &in, secret) })
	}
	if err != nil {
		return assistant.Invitation{}, named(err, "invite")
	}
	return in, nil
}

func (t *tx) invite(ctx context.Context, tenant assistant.TenantID, in *assistant.Invitation, secret string) error {
	var by assistant.Person
	var open, sent, lives int64
	hash := secretHash("invitation", tenant, secret)
	t.lockPeople(tenant)
	t.living(tenant, in.By, &by)
	t.one([]any{&open}, `select count(*) from invitations v where `+openInvitation, tenant)
	t.one([]any{&sent, &lives}, `select count(*), count(case when `+openInvitation+` then 1 end) from invitations v where v.tenant_id = $1 and v.hash = $2`, tenant, hash)
	if err := t.flush(ctx); err != nil {
		return err
	}
	switch {
	case by.Role != assistant.RoleAdmin:
		return assistant.ErrNotAdmin
	case lives > 0:
		t.need(assistant.ErrInvited, invitationDests(in), `select `+invitationColumns+` where v.tenant_id = $1 and v.hash = $2`, tenant, hash)
		return nil
	case sent > 0:
		return assistant.ErrInvited
	case open >= assistant.InvitationsMost:
		return assistant.ErrInvitations
	}
	if in.Person != "" {
		p, err := t.renewable(ctx, tenant, by.ID, in.Person)
		if err != nil {
			return err
		}
		in.Person, in.Name, in.Role = p.ID, p.Name, p.Role
		t.exec(`update invitations set revoked_at = :now where tenant_id = $1 and person_id = $2 and used_at is null and revoked_at is null`, tenant, p.ID)
	}
	in.ID, in.Tenant, in.By, in.ByName = assistant.NewID[assistant.InvitationID](t.ids), tenant, by.ID, by.Name
	in.Name = clip(tables.Clean(in.Name), assistant.InvitedNameMost)
	t.one([]any{&in.Made, &in.Until}, `insert into invitations (id, tenant_id, hash, person_id, name, role, made_by, created_at, expires_at)
		values ($1, $2, $3, $4, $5, $6, $7, :now, :after($8)) returning created_at, expires_at`,
		in.ID, tenant, hash, null(in.Person), in.Name, in.Role, in.By, assistant.InvitationLife)
	return nil
}

// renewable returns the person if somebody may make a new link for them.
func (t *tx) renewable(ctx context.Context, tenant assistant.TenantID, by, id assistant.PersonID) (assistant.Person, error) {
	var p assistant.Person
	var owner assistant.PersonID
	t.living(tenant, id, &p)
	t.one([]any{&owner}, `select `+tables.Survivor(`owner`)+` from tenants where tenant_id = $1`, tenant)
	if err := t.flush(ctx); err != nil {
		return p, err
	}
	var login bool
	t.one([]any{&login}, `select `+ownLogin(`$2`), tenant, p.ID)
	if err := t.flush(ctx); err != nil {
		return p, err
	}
	if p.Left && login {
		p.Role = assistant.RoleMember // a person who comes back starts as a member
		return p, nil
	}
	switch {
	case p.Role == assistant.RoleGuest:
		return p, assistant.ErrGuestRole
	case p.ID == owner, !login:
		return p, assistant.ErrNoLogin
	case p.Role == assistant.RoleAdmin && by != owner:
		return p, assistant.ErrRenewAdmin
	}
	return p, nil
}

// Invitations lists the open invitations for an admin, newest first; somebody else gets [assistant.ErrNotAdmin].
func (d Invitations) Invitations(ctx context.Context, tenant assistant.TenantID, by assistant.PersonID) ([]assistant.Invitation, error) {
	var out []assistant.Invitation
	err := d.in(ctx, mode{tenant: tenant, read: true, given: valid(by)}, func(t *tx) error {
		out = nil
		if err := t.admin(ctx, tenant, by); err != nil {
			return err
		}
		t.each(tables.Into(&out, invitationDests), `select `+invitationColumns+` where `+openInvitation+` order by v.id desc`, tenant)
		return nil
	})
	return out, named(err, "list invitations")
}

// admin reads whether somebody is an admin now.
func (t *tx) admin(ctx context.Context, tenant assistant.TenantID, id assistant.PersonID) error {
	var p assistant.Person
	t.living(tenant, id, &p)
	if err := t.flush(ctx); err != nil {
		return err
	}
	if p.Role != assistant.RoleAdmin {
		return assistant.ErrNotAdmin
	}
	return nil
}

// Uninvite takes an open invitation back, in the name of an admin. One that is over already is [assistant.ErrNotFound].
func (d Invitations) Uninvite(ctx context.Context, tenant assistant.TenantID, by assistant.PersonID, id assistant.InvitationID) error {
	err := d.in(ctx, mode{tenant: tenant, given: cmp.Or(valid(by), valid(id))}, func(t *tx) error {
		if err := t.admin(ctx, tenant, by); err != nil {
			return err
		}
		t.must(assistant.ErrNotFound, `update invitations set revoked_at = :now
			where tenant_id = $1 and id = $2 and used_at is null and revoked_at is null and expires_at > :now`, tenant, id)
		return nil
	})
	return named(err, "take back invitation %s", id)
}

// Invited returns the open invitation of a secret and leaves it open: looking at a link is not following it. It returns
// [assistant.ErrInvitation] if the invitation cannot be used.
func (d Invitations) Invited(ctx context.Context, tenant assistant.TenantID, secret string) (assistant.Invitation, error) {
	var out assistant.Invitation
	err := assistant.ErrInvitation
	if len(secret) >= secretShortest && len(secret) <= secretLongest {
		err = d.in(ctx, mode{tenant: tenant, read: true}, func(t *tx) error {
			t.need(assistant.ErrInvitation, invitationDests(&out), `select `+invitationColumns+` where `+openInvitation+` and v.hash = $2`,
				tenant, secretHash("invitation", tenant, secret))
			return nil
		})
	}
	return out, named(err, "find invitation")
}

// AcceptInvitation uses an invitation up and signs its person in: the one it names, whose other sessions end, or a new one of the
// given name. Of several who show it one is let in. It is worth what its maker is: once they are no admin any more, or whom it
// names has become one whom they may not make it for, it is [assistant.ErrInvitation].
func (d Invitations) AcceptInvitation(ctx context.Context, tenant assistant.TenantID, secret, name, session string, from assistant.Browser) (assistant.Session, error) {
	var out assistant.Session
	err := assistant.ErrInvitation
	if len(secret) >= secretShortest && len(secret) <= secretLongest {
		err = d.in(ctx, mode{tenant: tenant}, func(t *tx) error {
			person, err := t.accept(ctx, tenant, secret, name)
			if err != nil {
				return err
			}
			return t.startSession(ctx, tenant, person, session, from, 0, &out)
		})
	}
	return out, named(err, "accept invitation")
}

func (t *tx) accept(ctx context.Context, tenant assistant.TenantID, secret, name string) (assistant.PersonID, error) {
	var in assistant.Invitation
	var by assistant.Person
	open := func() {
		t.need(assistant.ErrInvitation, invitationDests(&in), `select `+invitationColumns+` where `+openInvitation+` and v.hash = $2`,
			tenant, secretHash("invitation", tenant, secret))
	}
	open()
	t.lockPeople(tenant)
	if err := t.flush(ctx); err != nil {
		return "", err
	}
	open() // the previous holder of the lock may have used it
	t.living(tenant, in.By, &by)
	if err := t.flush(ctx); err != nil {
		return "", err
	}
	if by.Role != assistant.RoleAdmin {
		return "", assistant.ErrInvitation
	}
	p := assistant.Person{ID: assistant.NewID[assistant.PersonID](t.ids), Tenant: tenant, Role: in.Role}
	if in.Person == "" {
		p.Name = clip(tables.Clean(cmp.Or(name, in.Name)), assistant.InvitedNameMost)
		if err := t.nameFree(ctx, tenant, p.Name); err != nil {
			return "", err
		}
		t.insertPerson(p)
	} else {
		var err error
		if p, err = t.renewable(ctx, tenant, by.ID, in.Person); err != nil {
			return "", assistant.ErrInvitation
		}
		t.exec(`update sessions set revoked_at = :now where tenant_id = $1 and revoked_at is null and `+tables.Survivor(`person_id`)+` = $2`, tenant, p.ID)
		t.exec(`delete from passkeys where tenant_id = $1 and `+tables.Survivor(`person_id`)+` = $2`, tenant, p.ID)
		t.exec(endOpenID+` and `+tables.Survivor(`person_id`)+` = $2`, tenant, p.ID)
		t.exec(`delete from sign_in_codes where tenant_id = $1 and `+tables.Survivor(`person_id`)+` = $2`, tenant, p.ID)
		t.exec(`update persons set left_at = null, left_by = null where id = $2 and tenant_id = $1 and left_at is not null`, tenant, p.ID)
	}
	t.must(assistant.ErrInvitation, `update invitations set used_at = :now, used_by = $3 where tenant_id = $1 and id = $2 and used_at is null and revoked_at is null`,
		tenant, in.ID, p.ID)
	return p.ID, t.flush(ctx)
}
