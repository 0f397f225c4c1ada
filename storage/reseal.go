package storage

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/tables"
)

const (
	resealed = 100 // secrets are looked for at once
	lowestID = "00000000-0000-0000-0000-000000000000"
)

// reseal brings what is kept under the first key: what was kept before there was one, and what an older one sealed. Of
// several replicas that start at once each may do it; a secret is changed under its row's lock, and only while it is
// another key's. What none of the keys opens ends the start: with such a key the service would only seem to work.
func (d *DB) reseal(ctx context.Context) error {
	secrets, err := d.resealConnections(ctx)
	if err != nil {
		return fmt.Errorf("seal the secrets of connections: %w", mend(err))
	}
	tokens, err := d.resealTokens(ctx)
	if err != nil {
		return fmt.Errorf("seal the tokens of installs: %w", mend(err))
	}
	counts := []any{slog.Int("connections", secrets), slog.Int("tokens", tokens)}
	changed := secrets + tokens
	for _, of := range d.sealedColumns() {
		n, err := d.resealRows(ctx, of)
		if err != nil {
			return fmt.Errorf("seal the secrets of %s: %w", of.table, mend(err))
		}
		changed, counts = changed+n, append(counts, slog.Int(of.table, n))
	}
	if changed > 0 {
		d.log.InfoContext(ctx, "secrets are sealed with the first key", counts...)
	}
	return nil
}

// mend says what to do about a key.
func mend(err error) error {
	switch {
	case errors.Is(err, errNoKey):
		return fmt.Errorf("%w: set it to the key that this database was used with", err)
	case errors.Is(err, errWrongKey):
		return fmt.Errorf("%w: put the key that it was sealed with behind the first one, with a comma between", err)
	}
	return err
}

type connectionKey struct {
	tenant  assistant.TenantID
	project assistant.ProjectID
	kind    assistant.ConnectionKind
}

func (d *DB) resealConnections(ctx context.Context) (changed int, err error) {
	for last := (connectionKey{project: lowestID}); ; {
		var found []connectionKey
		err := d.in(ctx, mode{engine: true, read: true}, func(t *tx) error {
			found = nil
			t.each(tables.Into(&found, func(k *connectionKey) []any { return []any{&k.tenant, &k.project, &k.kind} }), `select tenant_id, project_id, kind from connections where sealed_by <> $1 and (project_id, kind) > ($2, $3) order by project_id, kind limit $4`,
				d.seals.label(), last.project, last.kind, resealed)
			return nil
		})
		if err != nil || len(found) == 0 {
			return changed, err
		}
		for _, k := range found {
			did, err := d.resealConnection(ctx, k)
			if err != nil {
				return changed, fmt.Errorf("%s of project %s: %w", k.kind, k.project, err)
			}
			if did {
				changed++
			}
			last = k
		}
	}
}

func (d *DB) resealConnection(ctx context.Context, k connectionKey) (did bool, err error) {
	err = d.in(ctx, mode{tenant: k.tenant}, func(t *tx) error {
		var kept string
		place := secretPlace(k.tenant, k.project, k.kind)
		row := t.one([]any{&kept}, `select secret from connections where project_id = $1 and tenant_id = $2 and kind = $3 and sealed_by <> $4 :locked`,
			k.project, k.tenant, k.kind, d.seals.label())
		if err := t.flush(ctx); err != nil || row.rows == 0 {
			return err
		}
		plain, err := d.seals.open(kept, place)
		if err != nil {
			return err
		}
		t.exec(`update connections set secret = $4 where project_id = $1 and tenant_id = $2 and kind = $3`, k.project, k.tenant, k.kind, d.seals.seal(plain, place))
		did = true
		return nil
	})
	return did, err
}

func (d *DB) resealTokens(ctx context.Context) (changed int, err error) {
	for last := (assistant.Install{}); ; {
		var found []assistant.Install
		err := d.in(ctx, mode{engine: true, read: true}, func(t *tx) error {
			found = nil
			t.each(tables.Into(&found, func(in *assistant.Install) []any { return []any{&in.Tenant, &in.Enterprise, &in.Team, &in.App} }), `select tenant_id, enterprise_id, team_id, app_id from slack_installs
				where revoked_at is null and sealed_by <> $1 and (enterprise_id, team_id, app_id) > ($2, $3, $4)
				order by enterprise_id, team_id, app_id limit $5`,
				d.seals.label(), last.Enterprise, last.Team, last.App, resealed)
			return nil
		})
		if err != nil || len(found) == 0 {
			return changed, err
		}
		for _, in := range found {
			did, err := d.resealInstall(ctx, in)
			if err != nil {
				return changed, fmt.Errorf("tokens of %s: %w", in.Space(), err)
			}
			if did {
				changed++
			}
			last = in
		}
	}
}

func (d *DB) resealInstall(ctx context.Context, in assistant.Install) (did bool, err error) {
	err = d.in(ctx, mode{tenant: in.Tenant}, func(t *tx) error {
		of := in
		row := t.one([]any{&of.Tokens.Access, &of.Tokens.Refresh}, `select token, refresh_token from slack_installs where `+installKey+`
			and revoked_at is null and sealed_by <> $5 :locked`, keyOf(in, d.seals.label())...)
		if err := t.flush(ctx); err != nil || row.rows == 0 {
			return err
		}
		if err := d.openTokens(&of); err != nil {
			return err
		}
		access, refresh := d.sealTokens(of)
		t.exec(`update slack_installs set token = $5, refresh_token = $6 where `+installKey, keyOf(in, access, refresh)...)
		did = true
		return nil
	})
	return did, err
}

// sealedColumn is a column with secrets in a table whose rows have ids and say by sealed_by which key has sealed them.
type sealedColumn struct {
	table, column string
	place         func(tenant assistant.TenantID, id string) string
}

// sealedColumns returns the sealed columns of the ledger and of its packs.
func (d *DB) sealedColumns() []sealedColumn {
	tables := []string{reachesTable, partsTable}
	for _, p := range d.packs {
		tables = append(tables, p.Sealed...)
	}
	out := []sealedColumn{{"platform_ai_settings", "api_key", modelKeyPlace}}
	for _, table := range tables {
		out = append(out, sealedColumn{table, "secret", func(tenant assistant.TenantID, id string) string { return packPlace(table, tenant, id) }})
	}
	return out
}

// resealRows brings the secrets of a column under the first key.
func (d *DB) resealRows(ctx context.Context, of sealedColumn) (changed int, err error) {
	type key struct {
		tenant assistant.TenantID
		id     string
	}
	for last := lowestID; ; {
		var found []key
		err := d.in(ctx, mode{engine: true, read: true}, func(t *tx) error {
			found = nil
			t.each(tables.Into(&found, func(k *key) []any { return []any{&k.tenant, &k.id} }), `select tenant_id, id from `+of.table+` where sealed_by <> $1 and id > $2 order by id limit $3`, d.seals.label(), last, resealed)
			return nil
		})
		if err != nil || len(found) == 0 {
			return changed, err
		}
		for _, k := range found {
			err := d.in(ctx, mode{tenant: k.tenant}, func(t *tx) error {
				var kept string
				row := t.one([]any{&kept}, `select `+of.column+` from `+of.table+` where id = $1 and tenant_id = $2 and sealed_by <> $3 :locked`, k.id, k.tenant, d.seals.label())
				if err := t.flush(ctx); err != nil || row.rows == 0 {
					return err
				}
				plain, err := d.seals.open(kept, of.place(k.tenant, k.id))
				if err != nil {
					return err
				}
				t.exec(`update `+of.table+` set `+of.column+` = $3 where id = $1 and tenant_id = $2`, k.id, k.tenant, d.seals.seal(plain, of.place(k.tenant, k.id)))
				return nil
			})
			if err != nil {
				return changed, named(err, "secret %s of %s", k.id, of.table)
			}
			changed++
			last = k.id
		}
	}
}
