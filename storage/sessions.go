package storage

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/tables"
)

const (
	sessionColumns = `s.id, s.tenant_id, p.id, p.name, ` + tables.Role + `, s.browser, s.address, s.created_at, s.seen_at, s.until, p.language, p.zone, p.zone_chosen`
	seenEvery      = time.Minute // how exactly it is kept when a session was last used
	browserLongest = 200
	addressLongest = 64
	secretShortest = 26 // of a session or a code: nothing shorter was made here
	secretLongest  = 64
)

func sessionDests(s *assistant.Session) []any {
	return []any{&s.ID, &s.Tenant, &s.Person, &s.Name, &s.Role, &s.Browser, &s.Address, &s.Made, &s.Seen, &s.Until, &s.Language, &s.Zone, &s.ZoneChosen}
}

// aliveSession tells living sessions, after the tenant as $1 and the longest idleness as $2.
const aliveSession = `s.tenant_id = $1 and s.revoked_at is null and s.until > :now and s.seen_at > :before($2)`

// aliveWithin is the same with the longest idleness as another argument.
func aliveWithin(idle string) string { return strings.Replace(aliveSession, "$2", idle, 1) }

// personOfSession joins the person that a session's person has become.
const personOfSession = ` from sessions s join persons p
	on p.id = (select coalesce(q.merged_into, q.id) from persons q where q.id = s.person_id) and p.left_at is null`

// StartSession signs a person in: a request with the secret acts as that person until the session ends.
func (d Sessions) StartSession(ctx context.Context, tenant assistant.TenantID, person assistant.PersonID, secret string, from assistant.Browser) (assistant.Session, error) {
	var out assistant.Session
	err := valid(person)
	if err == nil {
		err = d.in(ctx, mode{tenant: tenant}, func(t *tx) error { return t.startSession(ctx, tenant, person, secret, from, 0, &out) })
	}
	return out, named(err, "start session")
}

// goodCode tells codes that can be used, after the tenant as $1 and the longest idleness as $2: one that was made in a session ends with it.
const goodCode = `sign_in_codes.tenant_id = $1 and sign_in_codes.expires_at > :now
	and (sign_in_codes.session_id is null or exists (select 1 from sessions s where s.id = sign_in_codes.session_id and ` + aliveSession + `))
	and ` + mailedRole

// SignInCode tells whom a code would sign in, and does not use it up: looking at a link is not following it. It returns
// [assistant.ErrCode] if the code cannot be used.
func (d Sessions) SignInCode(ctx context.Context, tenant assistant.TenantID, code string) (assistant.Person, error) {
	var p assistant.Person
	err := assistant.ErrCode
	if len(code) >= secretShortest && len(code) <= secretLongest {
		err = d.in(ctx, mode{tenant: tenant, read: true}, func(t *tx) error {
			t.need(assistant.ErrCode, tables.PersonDests(&p), `select `+tables.PersonColumns+` from sign_in_codes join persons p
				on p.id = (select coalesce(q.merged_into, q.id) from persons q where q.id = sign_in_codes.person_id) where sign_in_codes.hash = $3 and `+goodCode,
				tenant, assistant.SessionIdle, secretHash("sign in", tenant, code))
			return nil
		})
	}
	return p, named(err, "look at sign-in code")
}

// RedeemSignInCode uses a code up and signs in the person it was made for. Of several who show it one is let in; a code that
// is used, too old or none at all is [assistant.ErrCode]. A code of a session that is shorter than others begins none that lives longer.
func (d Sessions) RedeemSignInCode(ctx context.Context, tenant assistant.TenantID, code, secret string, from assistant.Browser) (assistant.Session, error) {
	var out assistant.Session
	err := assistant.ErrCode
	if len(code) >= secretShortest && len(code) <= secretLongest {
		err = d.in(ctx, mode{tenant: tenant}, func(t *tx) error {
			var person assistant.PersonID
			var in assistant.SessionID
			t.need(assistant.ErrCode, []any{&person, &in}, `delete from sign_in_codes where hash = $3 and `+goodCode+` returning person_id, session_id`,
				tenant, assistant.SessionIdle, secretHash("sign in", tenant, code))
			if err := t.flush(ctx); err != nil {
				return err
			}
			left, err := t.leftOf(ctx, tenant, in)
			if err != nil {
				return err
			}
			return t.startSession(ctx, tenant, person, secret, from, left, &out)
		})
	}
	return out, named(err, "redeem sign-in code")
}

// leftOf is how long a session goes on that is shorter than others, as one of a company login is; 0 of all others, and of none.
func (t *tx) leftOf(ctx context.Context, tenant assistant.TenantID, id assistant.SessionID) (time.Duration, error) {
	var made, until, now time.Time
	t.one([]any{&made, &until, &now}, `select s.created_at, s.until, :now from sessions s where s.tenant_id = $1 and s.id = $2`, tenant, null(id))
	if err := t.flush(ctx); err != nil || until.Sub(made) >= assistant.SessionLife {
		return 0, err
	}
	return until.Sub(now), nil
}

// startSession writes a session, which lives for so long, or as any other does where that is 0, and takes away what is over and what is too many.
func (t *tx) startSession(ctx context.Context, tenant assistant.TenantID, person assistant.PersonID, secret string, from assistant.Browser, life time.Duration, out *assistant.Session) error {
	if life <= 0 || life > assistant.SessionLife {
		life = assistant.SessionLife
	}
	*out = assistant.Session{ID: assistant.NewID[assistant.SessionID](t.ids), Tenant: tenant}
	var p assistant.Person
	t.living(tenant, person, &p)
	if err := t.flush(ctx); err != nil {
		return err
	}
	if p.Left {
		return assistant.ErrNotFound
	}
	out.Person, out.Name, out.Role = p.ID, p.Name, p.Role
	out.Browser, out.Address = clip(tables.Clean(from.Says), browserLongest), clip(tables.Clean(from.Address), addressLongest)
	t.exec(`delete from sessions where tenant_id = $1 and (until <= :now or seen_at <= :before($2))`, tenant, assistant.SessionIdle)
	t.exec(`delete from sessions where tenant_id = $1 and person_id = $2 and id not in (select id from sessions
		where tenant_id = $1 and person_id = $2 order by seen_at desc, id desc limit $3)`, tenant, p.ID, assistant.SessionsMost-1)
	t.one([]any{&out.Made, &out.Seen, &out.Until}, `insert into sessions (id, tenant_id, hash, person_id, browser, address, created_at, seen_at, until)
		values ($1, $2, $3, $4, $5, $7, :now, :now, :after($6)) returning created_at, seen_at, until`,
		out.ID, tenant, secretHash("session", tenant, secret), p.ID, out.Browser, life, out.Address)
	return nil
}

// Session gives the living session of a secret, and notes that it is used. A secret without one is [assistant.ErrNotFound].
func (d Sessions) Session(ctx context.Context, tenant assistant.TenantID, secret string) (assistant.Session, error) {
	var out assistant.Session
	var stale bool
	err := assistant.ErrNotFound
	if len(secret) >= secretShortest && len(secret) <= secretLongest {
		err = d.in(ctx, mode{tenant: tenant, read: true}, func(t *tx) error {
			t.need(assistant.ErrNotFound, append(sessionDests(&out), &stale), `select `+sessionColumns+`, s.seen_at <= :before($4)`+
				personOfSession+` where `+aliveSession+` and s.hash = $3`,
				tenant, assistant.SessionIdle, secretHash("session", tenant, secret), seenEvery)
			return nil
		})
	}
	if err == nil && stale {
		err = d.in(ctx, mode{tenant: tenant, lazy: true}, func(t *tx) error {
			t.exec(`update sessions set seen_at = :now where tenant_id = $1 and id = $2 and revoked_at is null`, tenant, out.ID)
			return nil
		})
	}
	return out, named(err, "find session")
}

// Sessions lists the living sessions that a person may end, the last used first: an admin all of the tenant's, others their
// own.
func (d Sessions) Sessions(ctx context.Context, tenant assistant.TenantID, by assistant.PersonID, limit int) ([]assistant.Session, error) {
	var out []assistant.Session
	err := d.in(ctx, mode{tenant: tenant, read: true, given: valid(by)}, func(t *tx) error {
		out = nil
		var me assistant.Person
		t.living(tenant, by, &me)
		if err := t.flush(ctx); err != nil {
			return err
		}
		t.each(tables.Into(&out, sessionDests), `select `+sessionColumns+personOfSession+` where `+aliveSession+` and (p.id = $3 or $4 = 'admin')
			order by s.seen_at desc, s.id desc limit $5`, tenant, assistant.SessionIdle, me.ID, me.Role, limit)
		return nil
	})
	return out, named(err, "list sessions")
}

// EndSession ends a session everywhere, in the name of its person or an admin; somebody else gets
// [assistant.ErrNotYourSession]. One that is over already is [assistant.ErrNotFound].
func (d Sessions) EndSession(ctx context.Context, tenant assistant.TenantID, by assistant.PersonID, id assistant.SessionID) error {
	err := d.in(ctx, mode{tenant: tenant, given: cmp.Or(valid(by), valid(id))}, func(t *tx) error {
		var me assistant.Person
		var s assistant.Session
		t.living(tenant, by, &me)
		t.need(assistant.ErrNotFound, sessionDests(&s), `select `+sessionColumns+personOfSession+` where `+aliveSession+` and s.id = $3`,
			tenant, assistant.SessionIdle, id)
		if err := t.flush(ctx); err != nil {
			return err
		}
		if s.Person != me.ID && me.Role != assistant.RoleAdmin {
			return assistant.ErrNotYourSession
		}
		t.must(assistant.ErrNotFound, `update sessions set revoked_at = :now where tenant_id = $1 and id = $2 and revoked_at is null`, tenant, id)
		t.exec(`delete from sign_in_codes where tenant_id = $1 and session_id = $2`, tenant, id)
		return nil
	})
	return named(err, "end session %s", id)
}

// EndOtherSessions ends all sessions of a person but one, and tells how many those were. Codes that were made in them end with them, and so
// do those of no session.
func (d Sessions) EndOtherSessions(ctx context.Context, tenant assistant.TenantID, by assistant.PersonID, but assistant.SessionID) (ended int, err error) {
	err = d.in(ctx, mode{tenant: tenant, given: cmp.Or(valid(by), valid(but))}, func(t *tx) error {
		ended = 0
		t.one([]any{&ended}, `select count(*) from sessions s where `+aliveSession+` and s.id <> $3 and `+ofPerson(`s.person_id`, `$4`), tenant, assistant.SessionIdle, but, by)
		t.exec(`update sessions set revoked_at = :now where tenant_id = $1 and id <> $2 and revoked_at is null and `+ofPerson(`person_id`, `$3`), tenant, but, by)
		t.exec(`delete from sign_in_codes where tenant_id = $1 and coalesce(session_id <> $2, true) and `+ofPerson(`person_id`, `$3`), tenant, but, by)
		return nil
	})
	return ended, named(err, "end the other sessions of person %s", by)
}

// KeepSignInCode keeps a code that signs a person in, once, within ten minutes, and no longer than the session that it was made in, where
// one is named. Codes that are over go.
func (d Sessions) KeepSignInCode(ctx context.Context, tenant assistant.TenantID, person assistant.PersonID, in assistant.SessionID, code string) (until time.Time, err error) {
	if err = valid(person); err == nil {
		err = optional(in)
	}
	if err == nil {
		err = d.in(ctx, mode{tenant: tenant}, func(t *tx) error {
			var p assistant.Person
			t.living(tenant, person, &p)
			if err := t.flush(ctx); err != nil {
				return err
			}
			t.exec(`delete from sign_in_codes where tenant_id = $1 and expires_at <= :now`, tenant)
			t.one([]any{&until}, `insert into sign_in_codes (tenant_id, hash, person_id, session_id, expires_at) values ($1, $2, $3, $5, :after($4))
				returning expires_at`, tenant, secretHash("sign in", tenant, code), p.ID, assistant.SignInCodeLife, null(in))
			return nil
		})
	}
	return until, named(err, "keep sign-in code")
}

// secretHash hashes a secret for storage, so that reading the table gives no usable secret.
func secretHash(use string, tenant assistant.TenantID, secret string) string {
	sum := sha256.Sum256([]byte(use + "/" + string(tenant) + "/" + secret))
	return hex.EncodeToString(sum[:])
}

// clip shortens a text to so many characters.
func clip(text string, most int) string {
	if r := []rune(text); len(r) > most {
		return string(r[:most])
	}
	return text
}
