package storage

import (
	"cmp"
	"context"
	"encoding/json"

	"github.com/aisteam/aisteam/assistant"
)

// grants queues reading what is granted to groups on a surface, or on all of them.
func (t *tx) grants(tenant assistant.TenantID, s assistant.Surface, to *[]assistant.Grant) {
	*to = nil
	t.each(func(scan func(...any) error) error {
		var g assistant.Grant
		err := scan(&g.Surface, &g.Space, &g.Group, &g.Role)
		*to = append(*to, g)
		return err
	}, `select surface, space, group_id, role from role_grants where tenant_id = $1 and (surface = $2 or $2 = '')
		order by surface, space, group_id`, tenant, s)
}

// Grants lists the roles given to platforms' groups.
func (d *DB) Grants(ctx context.Context, tenant assistant.TenantID) ([]assistant.Grant, error) {
	var out []assistant.Grant
	err := d.in(ctx, mode{tenant: tenant, read: true}, func(t *tx) error {
		t.grants(tenant, "", &out)
		return nil
	})
	return out, named(err, "list grants")
}

// SaveGrant gives a platform's group a role, or another one, in the name of an admin.
func (d *DB) SaveGrant(ctx context.Context, tenant assistant.TenantID, by assistant.PersonID, g assistant.Grant) error {
	err := valid(by)
	if err == nil && (!g.Role.Valid() || g.Surface == "" || g.Group == "") {
		err = assistant.ErrNotFound
	}
	if err == nil {
		err = d.asAdmin(ctx, tenant, assistant.Actor{Person: by}, func(t *tx) error {
			t.exec(`insert into role_grants (tenant_id, surface, space, group_id, role, created_at) values ($1, $2, $3, $4, $5, :now)
				on conflict (tenant_id, surface, space, group_id) do update set role = excluded.role`,
				tenant, g.Surface, clean(g.Space), clean(g.Group), g.Role)
			return nil
		})
	}
	return named(err, "grant a role")
}

// DropGrant takes a group's role away, in the name of an admin. What is not granted is no error.
func (d *DB) DropGrant(ctx context.Context, tenant assistant.TenantID, by assistant.PersonID, g assistant.Grant) error {
	err := valid(by)
	if err == nil {
		err = d.asAdmin(ctx, tenant, assistant.Actor{Person: by}, func(t *tx) error {
			t.exec(`delete from role_grants where tenant_id = $1 and surface = $2 and space = $3 and group_id = $4`,
				tenant, g.Surface, clean(g.Space), clean(g.Group))
			return nil
		})
	}
	return named(err, "drop a grant")
}

// AdminOnly is [assistant.ErrNotAdmin] where whoever acts is not an admin now.
func (d *DB) AdminOnly(ctx context.Context, tenant assistant.TenantID, by assistant.Actor) error {
	return named(d.asAdmin(ctx, tenant, by, func(*tx) error { return nil }), "look who acts")
}

// asAdmin does something in the name of a person who must be an admin until it is done, by the account that they act through.
func (d *DB) asAdmin(ctx context.Context, tenant assistant.TenantID, by assistant.Actor, do func(*tx) error) error {
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

// A message keeps the groups and the standing of whoever wrote it under this name among its private details, so that the
// worker that takes it for a decision authorises it by what held when it was said.
const groupsKey = "groups"

// groupsKept bounds it; Discord allows 250 roles.
const groupsKept = 256

type saidAs struct {
	Surface  assistant.Surface  `json:"surface"`
	Space    string             `json:"space"`
	Groups   []string           `json:"groups"`
	Standing assistant.Standing `json:"standing,omitempty"`
}

// withGroups notes them on the message; most people have no groups and are who they seem.
func withGroups(m *assistant.Message, in assistant.Inbound) error {
	stands := in.From.Standing == assistant.StandingUnsaid || in.From.Standing == assistant.StandingMember
	if in.Person != "" || len(in.From.Groups) == 0 && stands {
		return nil
	}
	kept, err := asJSON(saidAs{
		in.From.Surface, cmp.Or(in.From.GroupsIn, in.From.Space), in.From.Groups[:min(len(in.From.Groups), groupsKept)], in.From.Standing,
	})
	if err != nil {
		return err
	}
	m.Private = map[string]string{groupsKey: kept}
	return nil
}

// groupsOf reads them back. A note that cannot be read gives nothing.
func groupsOf(m assistant.Message) (assistant.Identity, bool) {
	var as saidAs
	note, ok := m.Private[groupsKey]
	if !ok || json.Unmarshal([]byte(note), &as) != nil {
		return assistant.Identity{}, false
	}
	return assistant.Identity{Surface: as.Surface, Space: as.Space, Groups: as.Groups, Standing: as.Standing}, true
}
