package storage

import (
	"context"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/tables"
)

const passkeyColumns = `k.id, k.person_id, k.credential_id, k.name, k.credential, k.created_at, k.used_at`

func passkeyDests(k *assistant.Passkey, public *string) []any {
	return []any{&k.ID, &k.Person, &k.Key, &k.Name, public, &k.Made, &k.Used}
}

// KeepChallenge keeps what a browser was given to sign, for a few minutes, under a secret that the browser brings back.
func (d Passkeys) KeepChallenge(ctx context.Context, tenant assistant.TenantID, secret string, body []byte) error {
	err := d.in(ctx, mode{tenant: tenant}, func(t *tx) error {
		t.exec(`delete from passkey_challenges where tenant_id = $1 and expires_at <= :now`, tenant)
		t.exec(`insert into passkey_challenges (tenant_id, hash, body, expires_at) values ($1, $2, $3, :after($4))`,
			tenant, secretHash("passkey", tenant, secret), string(body), assistant.PasskeyChallengeLife)
		return nil
	})
	return named(err, "keep what a passkey is to sign")
}

// TakeChallenge gives what was kept under a secret, once. What is not there, any more or at all, is [assistant.ErrPasskey].
func (d Passkeys) TakeChallenge(ctx context.Context, tenant assistant.TenantID, secret string) ([]byte, error) {
	var body string
	err := assistant.ErrPasskey
	if len(secret) >= secretShortest && len(secret) <= secretLongest {
		err = d.in(ctx, mode{tenant: tenant}, func(t *tx) error {
			t.need(assistant.ErrPasskey, []any{&body}, `delete from passkey_challenges where tenant_id = $1 and hash = $2 and expires_at > :now returning body`,
				tenant, secretHash("passkey", tenant, secret))
			return nil
		})
	}
	return []byte(body), named(err, "find what a passkey was to sign")
}

// SavePasskey keeps a passkey of a person. Who has too many gets [assistant.ErrPasskeys]; one that is kept already is
// [assistant.ErrPasskey], whosever it is.
func (d Passkeys) SavePasskey(ctx context.Context, tenant assistant.TenantID, k assistant.Passkey) (assistant.Passkey, error) {
	k.ID, k.Name = assistant.NewID[assistant.PasskeyID](d.ids), clip(tables.Clean(k.Name), assistant.PasskeyNameMost)
	err := d.in(ctx, mode{tenant: tenant, given: valid(k.Person)}, func(t *tx) error {
		var p assistant.Person
		var has int
		t.lockPeople(tenant)
		t.living(tenant, k.Person, &p)
		t.one([]any{&has}, `select count(*) from passkeys where tenant_id = $1 and `+ofPerson(`person_id`, `$2`), tenant, k.Person)
		if err := t.flush(ctx); err != nil {
			return err
		}
		switch {
		case p.Left:
			return assistant.ErrNotFound
		case has >= assistant.PasskeysMost:
			return assistant.ErrPasskeys
		}
		t.need(assistant.ErrPasskey, []any{&k.Made}, `insert into passkeys (id, tenant_id, person_id, credential_id, credential, name, created_at)
			values ($1, $2, $3, $4, $5, $6, :now) on conflict (tenant_id, credential_id) do nothing returning created_at`,
			k.ID, tenant, k.Person, k.Key, string(k.Public), k.Name)
		return nil
	})
	return k, named(err, "save passkey")
}

// Passkeys lists a person's, in the order in which they made them.
func (d Passkeys) Passkeys(ctx context.Context, tenant assistant.TenantID, person assistant.PersonID) ([]assistant.Passkey, error) {
	var out []assistant.Passkey
	err := d.in(ctx, mode{tenant: tenant, read: true, given: valid(person)}, func(t *tx) error {
		out = nil
		t.each(func(scan func(...any) error) error {
			var k assistant.Passkey
			var public string
			err := scan(passkeyDests(&k, &public)...)
			k.Public = []byte(public)
			out = append(out, k)
			return err
		}, `select `+passkeyColumns+` from passkeys k where k.tenant_id = $1 and `+ofPerson(`k.person_id`, `$2`)+` order by k.created_at, k.id`, tenant, person)
		return nil
	})
	return out, named(err, "list the passkeys of person %s", person)
}

// PasskeyHolders counts the people who sign in by a passkey.
func (d Passkeys) PasskeyHolders(ctx context.Context, tenant assistant.TenantID) (int, error) {
	var n int
	err := d.in(ctx, mode{tenant: tenant, read: true}, func(t *tx) error {
		t.one([]any{&n}, `select count(distinct `+tables.Survivor(`k.person_id`)+`) from passkeys k where k.tenant_id = $1`, tenant)
		return nil
	})
	return n, named(err, "count who signs in by a passkey")
}

// DropPasskey takes one of a person's away; one that is not theirs, or is gone already, is [assistant.ErrNotFound].
func (d Passkeys) DropPasskey(ctx context.Context, tenant assistant.TenantID, person assistant.PersonID, id assistant.PasskeyID) error {
	err := valid(string(person), string(id))
	if err == nil {
		err = d.in(ctx, mode{tenant: tenant}, func(t *tx) error {
			t.must(assistant.ErrNotFound, `delete from passkeys where tenant_id = $1 and id = $2 and `+ofPerson(`person_id`, `$3`), tenant, id, person)
			return nil
		})
	}
	return named(err, "drop passkey %s", id)
}

// Passkey finds the one that its device names so; what is not kept is [assistant.ErrPasskey].
func (d Passkeys) Passkey(ctx context.Context, tenant assistant.TenantID, key string) (assistant.Passkey, error) {
	var k assistant.Passkey
	var public string
	err := d.in(ctx, mode{tenant: tenant, read: true}, func(t *tx) error {
		t.need(assistant.ErrPasskey, passkeyDests(&k, &public), `select `+passkeyColumns+` from passkeys k where k.tenant_id = $1 and k.credential_id = $2`, tenant, key)
		return nil
	})
	k.Public = []byte(public)
	return k, named(err, "find passkey")
}

// SignInPasskey signs in the owner of a passkey that has just been verified, and stores its new state. It returns
// [assistant.ErrPasskey] if the passkey was removed meanwhile.
func (d Passkeys) SignInPasskey(ctx context.Context, tenant assistant.TenantID, k assistant.Passkey, secret string, from assistant.Browser) (assistant.Session, error) {
	var out assistant.Session
	err := d.in(ctx, mode{tenant: tenant, given: valid(k.ID)}, func(t *tx) error {
		var person assistant.PersonID
		t.need(assistant.ErrPasskey, []any{&person}, `update passkeys set credential = $3, used_at = :now where tenant_id = $1 and id = $2 returning person_id`, tenant, k.ID, string(k.Public))
		if err := t.flush(ctx); err != nil {
			return err
		}
		return t.startSession(ctx, tenant, person, secret, from, 0, &out)
	})
	return out, named(err, "sign in by passkey %s", k.ID)
}
