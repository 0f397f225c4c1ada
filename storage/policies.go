package storage

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/tables"
)

// policies queues reading who decides on actions, where the tenant has said so.
func (t *tx) policies(tenant assistant.TenantID, to *[]assistant.Policy) {
	*to = nil
	t.each(func(scan func(...any) error) error {
		var p assistant.Policy
		var rule []byte
		if err := scan(&p.Project, &p.Tool, &rule, &p.SetBy, &p.SetAt); err != nil {
			return err
		}
		if err := json.Unmarshal(rule, &p.Rule); err != nil {
			return fmt.Errorf("decode approval policy: %w", err)
		}
		*to = append(*to, p)
		return nil
	}, `select project, tool, rule, `+tables.Survivor(`set_by`)+`, set_at from approval_policies where tenant_id = $1 order by project, tool`, tenant)
}

// Policies lists who decides on actions, where the tenant has said so.
func (d Policies) Policies(ctx context.Context, tenant assistant.TenantID) ([]assistant.Policy, error) {
	var out []assistant.Policy
	err := d.in(ctx, mode{tenant: tenant, read: true}, func(t *tx) error {
		t.policies(tenant, &out)
		return nil
	})
	return out, named(err, "list approval policies")
}

// SavePolicy says who decides on the actions that it holds for, in the name of an admin; another one for the same gives way. People
// who are not the tenant's, and a project that is not, are [assistant.ErrNotFound].
func (d Policies) SavePolicy(ctx context.Context, tenant assistant.TenantID, by assistant.PersonID, p assistant.Policy) error {
	err := cmp.Or(valid(by), optional(p.Project), valid(p.Rule.Named()...))
	if err == nil {
		err = p.Rule.Check()
	}
	var rule string
	if err == nil {
		rule, err = asJSON(p.Rule)
	}
	if err == nil {
		err = d.asAdmin(ctx, tenant, assistant.Actor{Person: by}, func(t *tx) error {
			var one int64
			for _, id := range p.Rule.Named() {
				t.need(assistant.ErrNotFound, []any{&one}, `select 1 from persons where id = $1 and tenant_id = $2 and merged_into is null and left_at is null`, id, tenant)
			}
			if p.Project != "" {
				t.need(assistant.ErrNotFound, []any{&one}, `select 1 from projects where id = $1 and tenant_id = $2 and deleted_at is null`, p.Project, tenant)
			}
			t.exec(`insert into approval_policies (tenant_id, project, tool, rule, set_by, set_at) values ($1, $2, $3, $4, $5, :now)
				on conflict (tenant_id, project, tool) do update set rule = excluded.rule, set_by = excluded.set_by, set_at = excluded.set_at`,
				tenant, string(p.Project), tables.Clean(string(p.Tool)), rule, by)
			return nil
		})
	}
	return named(err, "save approval policy")
}

// DropPolicy takes a policy away, in the name of an admin. What is not set is no error.
func (d Policies) DropPolicy(ctx context.Context, tenant assistant.TenantID, by assistant.PersonID, p assistant.Policy) error {
	err := valid(by)
	if err == nil {
		err = d.asAdmin(ctx, tenant, assistant.Actor{Person: by}, func(t *tx) error {
			t.exec(`delete from approval_policies where tenant_id = $1 and project = $2 and tool = $3`, tenant, tables.Clean(string(p.Project)), tables.Clean(string(p.Tool)))
			return nil
		})
	}
	return named(err, "drop approval policy")
}
