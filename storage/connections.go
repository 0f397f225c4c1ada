package storage

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/aisteam/aisteam/assistant"
)

// opened are the columns of a project's connection, without its secret, where that is joined to it as n.
const opened = `coalesce(n.kind, ''), n.gives, n.config, coalesce(n.secret, '') <> ''`

// scanConnection reads them; nil where the project has no connection.
func scanConnection(of assistant.ProjectID, kind assistant.ConnectionKind, gives, config []byte, opened bool) (*assistant.Connection, error) {
	if kind == "" {
		return nil, nil // a project may have none
	}
	c := &assistant.Connection{Kind: kind, Opened: opened}
	if err := json.Unmarshal(gives, &c.Gives); err != nil {
		return nil, fmt.Errorf("decode what connection %s of project %s gives: %w", c.Kind, of, err)
	}
	if err := json.Unmarshal(config, &c.Config); err != nil {
		return nil, fmt.Errorf("decode connection %s of project %s: %w", c.Kind, of, err)
	}
	if len(c.Config) == 0 {
		c.Config = nil
	}
	return c, nil
}

// saveConnections makes the project's connections those that it has, see [Projects.SaveProject]. What the release before has kept of
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

// storable refuses what cannot be kept as a secret.
func (d Projects) storable(secrets assistant.Secrets) error {
	for _, s := range secrets {
		if err := d.seals.keeps(s); err != nil {
			return err
		}
	}
	return nil
}

// Secret gives what opens a project's connection of a kind, "" where nothing is kept for it. No such connection is
// [assistant.ErrNotFound].
func (d Projects) Secret(ctx context.Context, tenant assistant.TenantID, id assistant.ProjectID, kind assistant.ConnectionKind) (assistant.Secret, error) {
	var kept string
	err := d.in(ctx, mode{tenant: tenant, read: true, given: valid(id)}, func(t *tx) error {
		t.need(assistant.ErrNotFound, []any{&kept}, `select secret from connections where project_id = $1 and tenant_id = $2 and kind = $3`, id, tenant, kind)
		return nil
	})
	if err == nil {
		kept, err = d.seals.open(kept, secretPlace(tenant, id, kind))
	}
	if err != nil {
		return "", named(err, "find what opens the %s of project %s", kind, id)
	}
	return assistant.Secret(kept), nil
}
