package storage

import (
	"cmp"
	"context"
	"errors"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/tables"
)

const (
	openIDColumns = `o.id, o.person_id, o.issuer, o.account, o.created_at, o.used_at`
	openIDLongest = 500 // bytes of an issuer or a subject; nothing longer names anybody
)

func openIDDests(l *assistant.OpenIDLogin) []any {
	return []any{&l.ID, &l.Person, &l.Issuer, &l.Account, &l.Made, &l.Used}
}

// BeginOpenID keeps what a sign-in that was begun is finished with, for a few minutes. It is found by the state, which goes to the issuer and
// comes back, and by a secret of the browser, which goes nowhere else.
func (d OpenID) BeginOpenID(ctx context.Context, tenant assistant.TenantID, state, browser string, body []byte) error {
	err := d.in(ctx, mode{tenant: tenant}, func(t *tx) error {
		t.exec(`delete from openid_begun where tenant_id = $1 and expires_at <= :now`, tenant)
		t.exec(`insert into openid_begun (tenant_id, hash, body, expires_at) values ($1, $2, $3, :after($4))`,
			tenant, secretHash("openid", tenant, state+"/"+browser), string(body), assistant.OpenIDBegunLife)
		return nil
	})
	return named(err, "keep a sign-in that was begun")
}

// TakeOpenID gives what was kept of a sign-in, once. What is not there, any more or at all, is [assistant.ErrOpenIDBegun].
func (d OpenID) TakeOpenID(ctx context.Context, tenant assistant.TenantID, state, browser string) ([]byte, error) {
	var body string
	err := assistant.ErrOpenIDBegun
	if likeSecret(state) && likeSecret(browser) {
		err = d.in(ctx, mode{tenant: tenant}, func(t *tx) error {
			t.need(assistant.ErrOpenIDBegun, []any{&body}, `delete from openid_begun where tenant_id = $1 and hash = $2 and expires_at > :now returning body`,
				tenant, secretHash("openid", tenant, state+"/"+browser))
			return nil
		})
	}
	return []byte(body), named(err, "find a sign-in that was begun")
}

// likeSecret tells whether a text is as long as what was made here.
func likeSecret(text string) bool { return len(text) >= secretShortest && len(text) <= secretLongest }

// SignInOpenID signs in the person that an issuer vouches for. A login that is already linked signs in its person. Otherwise it is
// linked: to the person whose confirmed address the issuer has verified, if they have no login of this issuer yet; or, if there is
// no such person, to a new one, if the proof admits newcomers. A login that has ended or belongs to nobody here gets
// [assistant.ErrOpenIDStranger].
func (d OpenID) SignInOpenID(ctx context.Context, tenant assistant.TenantID, p assistant.OpenIDProof, secret string, from assistant.Browser) (assistant.Session, error) {
	var out assistant.Session
	err := d.in(ctx, mode{tenant: tenant, given: proven(p)}, func(t *tx) error {
		person, err := t.byOpenID(ctx, tenant, p)
		if err != nil {
			return err
		}
		t.exec(`update openid_logins set used_at = :now, account = $4 where tenant_id = $1 and issuer = $2 and subject = $3 and ended_at is null`,
			tenant, p.Issuer, p.Subject, openIDAccount(p))
		if err = t.startSession(ctx, tenant, person, secret, from, p.Session, &out); errors.Is(err, assistant.ErrNotFound) {
			return assistant.ErrOpenIDStranger // they have left
		}
		return err
	})
	return out, named(err, "sign in by a company login")
}

// proven finds what names nobody.
func proven(p assistant.OpenIDProof) error {
	if p.Issuer == "" || p.Subject == "" || len(p.Issuer) > openIDLongest || len(p.Subject) > openIDLongest {
		return assistant.ErrOpenIDStranger
	}
	return nil
}

func openIDAccount(p assistant.OpenIDProof) string {
	return clip(tables.Clean(p.Account), assistant.OpenIDAccountMost)
}

// openIDOwner is whose a login is; "" while it is nobody's.
type openIDOwner struct {
	person assistant.PersonID
	ended  bool
}

// ownsOpenID reads whose a login is.
func (t *tx) ownsOpenID(ctx context.Context, tenant assistant.TenantID, p assistant.OpenIDProof) (openIDOwner, error) {
	var o openIDOwner
	t.one([]any{&o.person, &o.ended}, `select `+tables.Survivor(`o.person_id`)+`, o.ended_at is not null from openid_logins o
		where o.tenant_id = $1 and o.issuer = $2 and o.subject = $3`, tenant, p.Issuer, p.Subject)
	return o, t.flush(ctx)
}

// byOpenID finds who signs in by a proof, and links the login where it is new.
func (t *tx) byOpenID(ctx context.Context, tenant assistant.TenantID, p assistant.OpenIDProof) (assistant.PersonID, error) {
	o, err := t.ownsOpenID(ctx, tenant, p)
	if err == nil && o.person == "" {
		t.lockPeople(tenant)
		o, err = t.ownsOpenID(ctx, tenant, p) // the previous holder of the lock may have linked it
	}
	switch {
	case err != nil:
		return "", err
	case o.ended:
		return "", assistant.ErrOpenIDStranger
	case o.person != "":
		return o.person, nil
	}
	person, err := t.openIDByAddress(ctx, tenant, p)
	came := err == nil && person == ""
	if came {
		person, err = t.openIDNewcomer(ctx, tenant, p)
	}
	if err == nil {
		t.keepOpenID(tenant, assistant.NewID[assistant.OpenIDLoginID](t.ids), person, p, came)
	}
	return person, err
}

// openIDByAddress finds the person with the verified address, or "". It skips people who already have a login of the issuer: a
// second login with their address may belong to the address's next owner.
func (t *tx) openIDByAddress(ctx context.Context, tenant assistant.TenantID, p assistant.OpenIDProof) (assistant.PersonID, error) {
	if p.Address == "" {
		return "", nil
	}
	person, _, err := t.whoseAddress(ctx, tenant, p.Address)
	if err != nil {
		if errors.Is(err, assistant.ErrNotFound) {
			err = nil
		}
		return "", err
	}
	var whose assistant.Person
	var has bool
	t.living(tenant, person, &whose)
	t.one([]any{&has}, `select exists (select 1 from openid_logins o where o.tenant_id = $1 and o.issuer = $2 and `+ofPerson(`o.person_id`, `$3`)+`)`, tenant, p.Issuer, person)
	if err := t.flush(ctx); err != nil {
		return "", err
	}
	if has || whose.Left || !whose.Role.Valid() {
		return "", assistant.ErrOpenIDStranger
	}
	return whose.ID, nil
}

// openIDNewcomer makes a new person if the proof admits them. Nobody starts as an admin.
func (t *tx) openIDNewcomer(ctx context.Context, tenant assistant.TenantID, p assistant.OpenIDProof) (assistant.PersonID, error) {
	if p.Newcomer != assistant.RoleMember && p.Newcomer != assistant.RoleApprover {
		return "", assistant.ErrOpenIDStranger
	}
	const half = assistant.InvitedNameMost/2 - 2
	account := openIDAccount(p)
	name := clip(tables.Clean(cmp.Or(p.Name, account)), assistant.InvitedNameMost)
	err := t.nameFree(ctx, tenant, name)
	if errors.Is(err, assistant.ErrNameTaken) {
		name = clip(name, half) + " (" + clip(account, half) + ")"
		err = t.nameFree(ctx, tenant, name)
	}
	if err != nil {
		return "", err
	}
	q := assistant.Person{ID: assistant.NewID[assistant.PersonID](t.ids), Tenant: tenant, Role: p.Newcomer, Name: name}
	t.insertPerson(q)
	return q.ID, nil
}

// keepOpenID queues linking a login that is nobody's yet, or that has ended, to a person.
func (t *tx) keepOpenID(tenant assistant.TenantID, id assistant.OpenIDLoginID, person assistant.PersonID, p assistant.OpenIDProof, founded bool) {
	t.exec(`insert into openid_logins (id, tenant_id, person_id, issuer, subject, account, founded, created_at) values ($1, $2, $3, $4, $5, $6, $7, :now)
		on conflict (tenant_id, issuer, subject) do update set id = excluded.id, person_id = excluded.person_id, account = excluded.account, founded = excluded.founded,
			created_at = excluded.created_at, used_at = null, ended_at = null where openid_logins.ended_at is not null`,
		id, tenant, person, p.Issuer, p.Subject, openIDAccount(p), founded)
}

// LinkOpenID links a login to a person who is signed in; doing it again changes nothing. It returns [assistant.ErrOpenIDTaken] if
// the login is somebody else's and [assistant.ErrOpenIDLogins] if the person has too many. A login that has ended is free for
// anybody.
func (d OpenID) LinkOpenID(ctx context.Context, tenant assistant.TenantID, person assistant.PersonID, p assistant.OpenIDProof) error {
	err := d.in(ctx, mode{tenant: tenant, given: cmp.Or(proven(p), valid(person))}, func(t *tx) error {
		var who assistant.Person
		var has int
		t.lockPeople(tenant)
		t.living(tenant, person, &who)
		t.one([]any{&has}, `select count(*) from openid_logins o where o.tenant_id = $1 and o.ended_at is null and `+ofPerson(`o.person_id`, `$2`), tenant, person)
		o, err := t.ownsOpenID(ctx, tenant, p)
		living := o.person != "" && !o.ended
		switch {
		case err != nil:
			return err
		case who.Left:
			return assistant.ErrNotFound
		case living && o.person != who.ID:
			return assistant.ErrOpenIDTaken
		case living:
			return nil
		case has >= assistant.OpenIDLoginsMost:
			return assistant.ErrOpenIDLogins
		}
		t.keepOpenID(tenant, assistant.NewID[assistant.OpenIDLoginID](t.ids), who.ID, p, o.person == who.ID && o.ended)
		return nil
	})
	return named(err, "link a company login")
}

// OpenIDLogins lists a person's company logins, in the order in which they were linked.
func (d OpenID) OpenIDLogins(ctx context.Context, tenant assistant.TenantID, person assistant.PersonID) ([]assistant.OpenIDLogin, error) {
	var out []assistant.OpenIDLogin
	err := d.in(ctx, mode{tenant: tenant, read: true, given: valid(person)}, func(t *tx) error {
		out = nil
		t.each(tables.Into(&out, openIDDests), `select `+openIDColumns+` from openid_logins o where o.tenant_id = $1 and o.ended_at is null and `+ofPerson(`o.person_id`, `$2`)+`
			order by o.created_at, o.id`, tenant, person)
		return nil
	})
	return out, named(err, "list the company logins of person %s", person)
}

// DropOpenID ends one of a person's company logins; one that is not theirs, or has ended already, is [assistant.ErrNotFound].
func (d OpenID) DropOpenID(ctx context.Context, tenant assistant.TenantID, person assistant.PersonID, id assistant.OpenIDLoginID) error {
	err := d.in(ctx, mode{tenant: tenant, given: valid(string(person), string(id))}, func(t *tx) error {
		t.must(assistant.ErrNotFound, endOpenID+` and id = $2 and `+ofPerson(`person_id`, `$3`), tenant, id, person)
		return nil
	})
	return named(err, "unlink company login %s", id)
}

// endOpenID ends living logins of the tenant $1 and forgets what is known of them except whose they were.
const endOpenID = `update openid_logins set ended_at = :now, account = '' where tenant_id = $1 and ended_at is null`
