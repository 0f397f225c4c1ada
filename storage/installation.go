package storage

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

const (
	livingFor    = 100 * time.Second // after its last word a replica counts as gone
	rememberedIn = 24 * time.Hour
)

// OwnerToken gives the tenant's one token: the one that is kept, else the fresh one, which is kept from then on. Of several
// replicas that come with fresh ones at once all are given the same. It is kept under the first secret key.
func (d Tenants) OwnerToken(ctx context.Context, tenant assistant.TenantID, fresh string) (string, error) {
	var token string
	place := strings.Join([]string{"owner_tokens", string(tenant), "token"}, "\x00")
	err := d.in(ctx, mode{tenant: tenant}, func(t *tx) error {
		var kept string
		t.exec(`insert into owner_tokens (tenant_id, token, made_at) values ($1, $2, :now) on conflict (tenant_id) do nothing`, tenant, d.seals.seal(fresh, place))
		t.need(assistant.ErrNotFound, []any{&kept}, `select token from owner_tokens where tenant_id = $1 :locked`, tenant)
		if err := t.flush(ctx); err != nil {
			return err
		}
		var err error
		if token, err = d.seals.open(kept, place); err != nil {
			return fmt.Errorf("open the owner's token: %w", mend(err))
		}
		if !strings.HasPrefix(kept, sealed+d.seals.label()) {
			t.exec(`update owner_tokens set token = $2 where tenant_id = $1`, tenant, d.seals.seal(token, place))
		}
		return nil
	})
	return token, named(err, "find the owner's token")
}

// ShareSettings says what a replica is set to, and gives what the other living ones are.
func (d Replicas) ShareSettings(ctx context.Context, tenant assistant.TenantID, replica string, settings map[string]string) (others []map[string]string, err error) {
	raw, err := asJSON(settings)
	if err == nil {
		err = d.in(ctx, mode{tenant: tenant}, func(t *tx) error {
			others = nil
			t.exec(`insert into replica_settings (tenant_id, replica, settings, seen_at) values ($1, $2, $3, :now)
				on conflict (tenant_id, replica) do update set settings = excluded.settings, seen_at = excluded.seen_at`, tenant, replica, raw)
			t.exec(`delete from replica_settings where tenant_id = $1 and seen_at < :before($2)`, tenant, rememberedIn)
			t.each(func(scan func(...any) error) error {
				var raw []byte
				if err := scan(&raw); err != nil {
					return err
				}
				var other map[string]string
				if err := json.Unmarshal(raw, &other); err != nil {
					return fmt.Errorf("read what another replica is set to: %w", err)
				}
				others = append(others, other)
				return nil
			}, `select settings from replica_settings where tenant_id = $1 and replica <> $2 and seen_at >= :before($3) order by replica`, tenant, replica, livingFor)
			return nil
		})
	}
	return others, named(err, "share settings")
}

// LeaveSettings takes away what a replica that stops was set to.
func (d Replicas) LeaveSettings(ctx context.Context, tenant assistant.TenantID, replica string) error {
	err := d.in(ctx, mode{tenant: tenant}, func(t *tx) error {
		t.exec(`delete from replica_settings where tenant_id = $1 and replica = $2`, tenant, replica)
		return nil
	})
	return named(err, "leave settings")
}
