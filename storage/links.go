package storage

import (
	"context"
	"crypto/sha256"
	"encoding/hex"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/tables"
)

// MakeLinkCode makes the code that turns another account into the person's. It voids their older code.
func (d Links) MakeLinkCode(ctx context.Context, tenant assistant.TenantID, id assistant.PersonID) (assistant.LinkCode, error) {
	out := assistant.LinkCode{Code: d.ids.Code()}
	err := d.in(ctx, mode{tenant: tenant, given: valid(id)}, func(t *tx) error {
		var p assistant.Person
		t.lockPeople(tenant)
		t.living(tenant, id, &p)
		if err := t.flush(ctx); err != nil {
			return err
		}
		t.exec(`delete from link_codes where tenant_id = $1 and (person_id = $2 or expires_at <= :now)`, tenant, p.ID)
		t.one([]any{&out.Until}, `insert into link_codes (tenant_id, hash, person_id, expires_at) values ($1, $2, $3, :after($4))
			returning expires_at`, tenant, codeHash(tenant, out.Code), p.ID, assistant.LinkCodeLife)
		return nil
	})
	if err != nil {
		return assistant.LinkCode{}, named(err, "make link code")
	}
	return out, nil
}

// codeHash hashes a code for storage, so that reading the table gives no usable code.
func codeHash(tenant assistant.TenantID, code string) string {
	sum := sha256.Sum256([]byte("link/" + string(tenant) + "/" + code))
	return hex.EncodeToString(sum[:])
}

// LinkCodeMaker tells whose code it is, so that people know who they will become before they enter it. It is refused for the same
// reasons as entering, and a wrong code counts as a try, but a good code is not used up.
func (d Links) LinkCodeMaker(ctx context.Context, tenant assistant.TenantID, as assistant.PersonID, text string) (assistant.Person, error) {
	return d.enterCode(ctx, tenant, as, text, false)
}

// RedeemLinkCode merges a person into the maker of the code and returns the maker, who keeps their name and role. The accounts and
// everything else of the person move in one transaction; if several people enter the same code, one succeeds. The code may be
// written the way people write it. Refusals are [assistant.ErrCode], [assistant.ErrOwnCode], [assistant.ErrTries] and
// [assistant.ErrDemotes]: nobody becomes a person with fewer rights, since the maker of the code would then control them.
func (d Links) RedeemLinkCode(ctx context.Context, tenant assistant.TenantID, as assistant.PersonID, text string) (assistant.Person, error) {
	return d.enterCode(ctx, tenant, as, text, true)
}

func (d Links) enterCode(ctx context.Context, tenant assistant.TenantID, as assistant.PersonID, text string, sure bool) (assistant.Person, error) {
	if err := valid(as); err != nil {
		return assistant.Person{}, named(err, "redeem link code")
	}
	var maker assistant.Person
	var refused error // committed, so that wrong tries count
	err := d.in(ctx, mode{tenant: tenant}, func(t *tx) error {
		var me assistant.Person
		var err error
		maker, refused = assistant.Person{}, nil
		if me, maker, refused, err = t.lookLink(ctx, tenant, as, text); err != nil || refused != nil {
			return err
		}
		if sure {
			t.merge(tenant, me.ID, maker.ID)
		}
		return nil
	})
	if err == nil {
		err = refused
	}
	if err != nil {
		return assistant.Person{}, named(err, "redeem link code")
	}
	return maker, nil
}

// lookLink reads who would become whom, behind the lock, and says why not.
func (t *tx) lookLink(ctx context.Context, tenant assistant.TenantID, as assistant.PersonID, text string) (me, maker assistant.Person, refused, err error) {
	code, readable := assistant.ReadCode(text)
	var tries int64
	t.lockPeople(tenant)
	t.living(tenant, as, &me)
	t.one([]any{&tries}, `select count(*) from link_tries where tenant_id = $1 and at > :before($3)
		and person_id = (select coalesce(q.merged_into, q.id) from persons q where q.id = $2)`, tenant, as, assistant.LinkCodeLife)
	found := t.one(tables.PersonDests(&maker), `select `+tables.PersonColumns+` from link_codes l join persons p on p.id = l.person_id
		where l.tenant_id = $1 and l.hash = $2 and l.expires_at > :now and p.merged_into is null`, tenant, codeHash(tenant, code))
	if err := t.flush(ctx); err != nil {
		return me, maker, nil, err
	}
	switch {
	case tries >= assistant.LinkTries:
		refused = assistant.ErrTries
	case !readable || found.rows == 0:
		refused = assistant.ErrCode
		t.exec(`delete from link_tries where tenant_id = $1 and at <= :before($2)`, tenant, assistant.LinkCodeLife)
		t.exec(`insert into link_tries (tenant_id, person_id, at) values ($1, $2, :now)`, tenant, me.ID)
	case me.ID == maker.ID:
		refused = assistant.ErrOwnCode
	case maker.Role.Below(me.Role):
		refused = assistant.ErrDemotes
	}
	return me, maker, refused, nil
}

// merge queues making one person of two. What is in the log keeps the id it was said under; see [tables.Survivor].
func (t *tx) merge(tenant assistant.TenantID, from, into assistant.PersonID) {
	t.exec(`delete from link_codes where tenant_id = $1 and person_id in ($2, $3)`, tenant, from, into)
	for _, column := range []string{
		`identities set linked_at = :now, person_id = $3 where person_id`,
		`persons set merged_into = $3 where merged_into`,
		`persons set merged_into = $3 where id`,
		`assistant_conversations set user_id = $3 where user_id`,
		`agent_plans set requested_by = $3 where requested_by`,
		`assistant_runs set requested_by = $3 where requested_by`,
		`clarifications set asked_of = $3 where asked_of`,
		`pending_actions set user_id = $3 where user_id`,
		`tenants set owner = $3 where owner`,
		`files set person_id = $3 where person_id`,
	} {
		t.exec(`update `+column+` = $2 and tenant_id = $1`, tenant, from, into)
	}
	t.mergeFilings(tenant, from, into)
	for _, s := range t.starts.packs {
		s.Linked(packTx{t}, tenant, from, into)
	}
}

// Unlink takes an account off the person that it was linked to, in the name of that person or an admin; it belongs to a new
// member then. What was done stays with the person. An account that was not linked is [assistant.ErrNotFound].
func (d Links) Unlink(ctx context.Context, tenant assistant.TenantID, by assistant.PersonID, account assistant.Identity) error {
	err := d.in(ctx, mode{tenant: tenant, given: valid(by)}, func(t *tx) error {
		var actor assistant.Person
		var of assistant.PersonID
		had := assistant.Identity{Surface: account.Surface, Space: account.Space, External: account.External}
		t.lockPeople(tenant)
		t.living(tenant, by, &actor)
		t.need(assistant.ErrNotFound, []any{&of, &had.Name}, `select person_id, name from identities
			where tenant_id = $1 and surface = $2 and space = $3 and external_id = $4 and linked_at is not null`,
			tenant, had.Surface, had.Space, had.External)
		if err := t.flush(ctx); err != nil {
			return err
		}
		if actor.ID != of && actor.Role != assistant.RoleAdmin {
			return assistant.ErrNotAdmin
		}
		p := assistant.Person{
			ID: assistant.NewID[assistant.PersonID](t.ids), Tenant: tenant, Name: had.Name, Role: assistant.RoleMember,
		}
		t.insertPerson(p)
		t.exec(`update persons set left_at = (select o.left_at from persons o where o.id = $2), left_by = (select o.left_by from persons o where o.id = $2)
			where id = $3 and tenant_id = $1`, tenant, of, p.ID) // who was removed does not come back by it
		t.exec(`update identities set person_id = $5, linked_at = null
			where tenant_id = $1 and surface = $2 and space = $3 and external_id = $4`,
			tenant, had.Surface, had.Space, had.External, p.ID)
		return nil
	})
	return named(err, "unlink account")
}

// seen is what is stored of an account and its person.
type seen struct {
	account, name, zone string
	guest, placed       bool               // placed: they have chosen their zone
	language            assistant.Language // that they have chosen
}

// refresh queues keeping up with what the platform says of an account now; nothing if nothing is different. A person is
// called as the account that they were first known by, and is where they were last seen.
func (t *tx) refresh(tenant assistant.TenantID, p assistant.PersonID, from assistant.Identity, had seen) {
	if name := nameOf(from); name != "" && name != had.account {
		t.exec(`update identities set name = $5 where tenant_id = $1 and surface = $2 and space = $3 and external_id = $4`,
			tenant, from.Surface, from.Space, from.External, name)
		if called(had.name, had.account) {
			t.exec(`update persons set name = `+ownName(`$2`, `$1`, `$3`, `$4`, `$5`)+` where id = $1 and tenant_id = $2`, p, tenant, name, written(from.Surface), from.External)
		}
	}
	if guest := from.Standing.Outside(); guest != had.guest && (guest || from.Standing == assistant.StandingMember) {
		t.exec(`update identities set guest_at = case when $5 then :now end, gone_at = null
			where tenant_id = $1 and surface = $2 and space = $3 and external_id = $4`, tenant, from.Surface, from.Space, from.External, guest)
	}
	if from.Zone != had.zone && zoneOf(from) != "" && !had.placed {
		t.exec(`update persons set zone = $3 where id = $1 and tenant_id = $2`, p, tenant, from.Zone)
	}
}

// glimpse queues taking from a click what was not known of its account yet: the name and the time zone.
func (t *tx) glimpse(from assistant.Identity, p *assistant.Person, had seen) {
	had.name, had.zone = p.Name, p.Zone
	if had.account != "" {
		from.Name = ""
	}
	t.refresh(p.Tenant, p.ID, from, had)
	if p.Name == "" {
		p.Name = nameOf(from)
	}
	if zone := zoneOf(from); zone != "" && !had.placed {
		p.Zone = zone
	}
}

// nameOf is the account's name at a bearable length.
func nameOf(from assistant.Identity) string {
	const longest = 200
	if r := []rune(tables.Clean(from.Name)); len(r) > longest {
		return string(r[:longest])
	}
	return tables.Clean(from.Name)
}

// zoneOf is the account's time zone where it is one.
func zoneOf(from assistant.Identity) string {
	if !assistant.ValidZone(from.Zone) {
		return ""
	}
	return from.Zone
}
