package storage

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/aisteam/aisteam/assistant"
)

// connections queues reading those that a condition on n finds, without their secrets.
func (t *tx) connections(each func(assistant.ProjectID, assistant.Connection), where string, args ...any) {
	t.each(func(scan func(...any) error) error {
		var of assistant.ProjectID
		var c assistant.Connection
		var gives, config []byte
		if err := scan(&of, &c.Kind, &gives, &config, &c.Opened); err != nil {
			return err
		}
		if err := json.Unmarshal(gives, &c.Gives); err != nil {
			return fmt.Errorf("decode what connection %s of project %s gives: %w", c.Kind, of, err)
		}
		if err := json.Unmarshal(config, &c.Config); err != nil {
			return fmt.Errorf("decode connection %s of project %s: %w", c.Kind, of, err)
		}
		if len(c.Config) == 0 {
			c.Config = nil
		}
		each(of, c)
		return nil
	}, `select n.project_id, n.kind, n.gives, n.config, n.secret <> '' from connections n where `+where+` order by n.project_id, n.kind`, args...)
}

// saveConnections makes the project's connections those that it has, see [DB.SaveProject]. What the release before has kept of
// them goes: it would open what is closed now.
func (t *tx) saveConnections(p assistant.Project, secrets assistant.Secrets) error {
	args := []any{p.ID, p.Tenant}
	for _, c := range p.Connections {
		args = append(args, string(c.Kind))
	}
	others := ``
	if n := len(p.Connections); n > 0 {
		others = ` and kind not in (` + list(3, n) + `)`
	}
	t.exec(`delete from connections where project_id = $1 and tenant_id = $2`+others, args...)
	t.exec(`delete from project_credentials where project_id = $1 and tenant_id = $2`, p.ID, p.Tenant)
	for _, c := range p.Connections {
		config := c.Config
		if config == nil {
			config = map[string]string{}
		}
		rawConfig, err := asJSON(config)
		if err != nil {
			return err
		}
		rawGives, err := asJSON(slices.Concat([]assistant.Capability{}, c.Gives))
		if err != nil {
			return err
		}
		kept := `connections.secret`
		secret, given := secrets[c.Kind]
		if given {
			kept = `excluded.secret`
		}
		t.exec(`insert into connections (tenant_id, project_id, kind, gives, config, secret, updated_at) values ($1, $2, $3, $4, $5, $6, :now)
			on conflict (project_id, kind) do update set gives = excluded.gives, config = excluded.config, secret = `+kept+`, updated_at = excluded.updated_at
			where connections.tenant_id = excluded.tenant_id`,
			p.Tenant, p.ID, c.Kind, rawGives, rawConfig, t.seals.seal(string(secret), secretPlace(p.Tenant, p.ID, c.Kind)))
	}
	return nil
}

// storable refuses what would be read as sealed, by a key that nobody has.
func (d *DB) storable(secrets assistant.Secrets) error {
	for _, s := range secrets {
		if d.seals == nil && strings.HasPrefix(string(s), sealed) {
			return assistant.ErrUnstorable
		}
	}
	return nil
}

// Secret gives what opens a project's connection of a kind, "" where nothing is kept for it. No such connection is
// [assistant.ErrNotFound].
func (d *DB) Secret(ctx context.Context, tenant assistant.TenantID, id assistant.ProjectID, kind assistant.ConnectionKind) (assistant.Secret, error) {
	var kept string
	err := valid(id)
	if err == nil {
		err = d.in(ctx, mode{tenant: tenant, read: true}, func(t *tx) error {
			t.need(assistant.ErrNotFound, []any{&kept}, `select secret from connections where project_id = $1 and tenant_id = $2 and kind = $3`, id, tenant, kind)
			return nil
		})
	}
	if err == nil {
		kept, err = d.seals.open(kept, secretPlace(tenant, id, kind))
	}
	if err != nil {
		return "", named(err, "find what opens the %s of project %s", kind, id)
	}
	return assistant.Secret(kept), nil
}
