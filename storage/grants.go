package storage

import (
	"cmp"
	"context"
	"encoding/json"
	"maps"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/tables"
)

// grants queues reading what is granted to groups on one surface, or on all of them.
func (t *tx) grants(tenant assistant.TenantID, s assistant.Surface, to *[]assistant.Grant) {
	*to = nil
	t.each(tables.Into(to, func(g *assistant.Grant) []any { return []any{&g.Surface, &g.Space, &g.Group, &g.Role} }), `select surface, space, group_id, role from role_grants where tenant_id = $1 and (surface = $2 or $2 = '')
		order by surface, space, group_id`, tenant, s)
}

// Grants lists the roles given to platforms' groups.
func (d Grants) Grants(ctx context.Context, tenant assistant.TenantID) ([]assistant.Grant, error) {
	var out []assistant.Grant
	err := d.in(ctx, mode{tenant: tenant, read: true}, func(t *tx) error {
		t.grants(tenant, "", &out)
		return nil
	})
	return out, named(err, "list grants")
}

// SaveGrant gives a platform's group a role, or another one, in the name of an admin.
func (d Grants) SaveGrant(ctx context.Context, tenant assistant.TenantID, by assistant.PersonID, g assistant.Grant) error {
	err := valid(by)
	if err == nil && (!g.Role.Valid() || g.Surface == "" || g.Group == "") {
		err = assistant.ErrNotFound
	}
	if err == nil {
		err = d.asAdmin(ctx, tenant, assistant.Actor{Person: by}, func(t *tx) error {
			t.exec(`insert into role_grants (tenant_id, surface, space, group_id, role, created_at) values ($1, $2, $3, $4, $5, :now)
				on conflict (tenant_id, surface, space, group_id) do update set role = excluded.role`,
				tenant, g.Surface, tables.Clean(g.Space), tables.Clean(g.Group), g.Role)
			return nil
		})
	}
	return named(err, "grant a role")
}

// DropGrant takes a group's role away, in the name of an admin. What is not granted is no error.
func (d Grants) DropGrant(ctx context.Context, tenant assistant.TenantID, by assistant.PersonID, g assistant.Grant) error {
	err := valid(by)
	if err == nil {
		err = d.asAdmin(ctx, tenant, assistant.Actor{Person: by}, func(t *tx) error {
			t.exec(`delete from role_grants where tenant_id = $1 and surface = $2 and space = $3 and group_id = $4`,
				tenant, g.Surface, tables.Clean(g.Space), tables.Clean(g.Group))
			return nil
		})
	}
	return named(err, "drop a grant")
}

// AdminOnly returns [assistant.ErrNotAdmin] unless the actor is an admin now.
func (d People) AdminOnly(ctx context.Context, tenant assistant.TenantID, by assistant.Actor) error {
	return named(d.asAdmin(ctx, tenant, by, func(*tx) error { return nil }), "look who acts")
}

// asAdmin does something in the name of a person who must be an admin until it is done, by the account that they act through.
func (d *ledger) asAdmin(ctx context.Context, tenant assistant.TenantID, by assistant.Actor, do func(*tx) error) error {
	if err := valid(by.Person); err != nil {
		return assistant.ErrNotAdmin
	}
	return d.in(ctx, mode{tenant: tenant, retry: true}, func(t *tx) error {
		var admin assistant.Person
		var grants []assistant.Grant
		t.lockPeople(tenant)
		t.living(tenant, by.Person, &admin)
		if len(by.From.Groups) > 0 {
			t.grants(tenant, by.From.Surface, &grants)
		}
		if err := t.flush(ctx); err != nil {
			return err
		}
		if assistant.RoleOf(admin.Role, by.From, grants) != assistant.RoleAdmin {
			return assistant.ErrNotAdmin
		}
		return do(t)
	})
}

// groupsKept bounds the groups that are kept with a message; Discord allows 250 roles.
const groupsKept = 256

// saidAs is as whom a message was said, so that the worker that takes it for a decision authorises it by what held then. Most
// people have no groups and are who they seem: they are nobody besides.
func saidAs(in assistant.Inbound) assistant.Identity {
	stands := in.From.Standing == assistant.StandingUnsaid || in.From.Standing == assistant.StandingMember
	if in.Person != "" || len(in.From.Groups) == 0 && stands {
		return assistant.Identity{}
	}
	return assistant.Identity{
		Surface: in.From.Surface, Space: cmp.Or(in.From.GroupsIn, in.From.Space), Groups: in.From.Groups[:min(len(in.From.Groups), groupsKept)],
		Standing: in.From.Standing,
	}
}

// storedAs is how it is stored.
type storedAs struct {
	Surface  assistant.Surface  `json:"surface"`
	Space    string             `json:"space"`
	Groups   []string           `json:"groups"`
	Standing assistant.Standing `json:"standing,omitempty"`
}

// asKey is under what name the column of operators' details holds it: rows of every release have it there.
const asKey = "groups"

// packAs puts as whom a message was said beside its private details, which it leaves alone.
func packAs(as assistant.Identity, private map[string]string) (map[string]string, error) {
	if as.Surface == "" {
		return private, nil
	}
	kept, err := asJSON(storedAs{as.Surface, as.Space, as.Groups, as.Standing})
	if err != nil {
		return nil, err
	}
	out := maps.Clone(private)
	if out == nil {
		out = map[string]string{}
	}
	out[asKey] = kept
	return out, nil
}

// unpackAs takes it out again. What cannot be read gives nothing.
func unpackAs(private map[string]string) (as assistant.Identity, rest map[string]string) {
	kept, ok := private[asKey]
	if !ok {
		return as, private
	}
	if delete(private, asKey); len(private) == 0 {
		private = nil
	}
	var s storedAs
	if json.Unmarshal([]byte(kept), &s) != nil {
		return as, private
	}
	return assistant.Identity{Surface: s.Surface, Space: s.Space, Groups: s.Groups, Standing: s.Standing}, private
}
