package storage

import (
	"context"
	"strings"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/tables"
)

// modelKeyPlace is where the key to a tenant's model is kept.
func modelKeyPlace(tenant assistant.TenantID, _ string) string {
	return strings.Join([]string{"platform_ai_settings", string(tenant), "api_key"}, "\x00")
}

// ModelRevision is another number where any tenant's model was set, changed or taken away. It is what replicas look at all the time.
func (d Models) ModelRevision(ctx context.Context) (int64, error) {
	var sum int64
	err := d.in(ctx, mode{engine: true, read: true}, func(t *tx) error {
		t.one([]any{&sum}, `select cast(coalesce(sum(revision), 0) as bigint) from platform_ai_settings`)
		return nil
	})
	return sum, named(err, "look whether models are set anew")
}

// ModelRevisions are those of all tenants that have ever set a model.
func (d Models) ModelRevisions(ctx context.Context) (map[assistant.TenantID]int64, error) {
	out := map[assistant.TenantID]int64{}
	err := d.in(ctx, mode{engine: true, read: true}, func(t *tx) error {
		clear(out)
		t.each(func(scan func(...any) error) error {
			var tenant assistant.TenantID
			var revision int64
			err := scan(&tenant, &revision)
			out[tenant] = revision
			return err
		}, `select tenant_id, revision from platform_ai_settings`)
		return nil
	})
	return out, named(err, "list who has set a model")
}

// ModelSettings are the model that the tenant has set, with its key; the zero value where none is.
func (d Models) ModelSettings(ctx context.Context, tenant assistant.TenantID) (assistant.ModelSettings, error) {
	var s assistant.ModelSettings
	var kept string
	err := d.in(ctx, mode{tenant: tenant, read: true}, func(t *tx) error {
		s, kept = assistant.ModelSettings{}, ""
		t.one([]any{&s.Provider, &s.BaseURL, &s.Model, &s.Fast, &kept, &s.By, &s.At}, `select provider, base_url, default_model, fast_model, api_key, set_by, updated_at
			from platform_ai_settings where tenant_id = $1 and enabled and set_by is not null`, tenant)
		return nil
	})
	if err == nil {
		kept, err = d.seals.open(kept, modelKeyPlace(tenant, ""))
	}
	if err != nil {
		return assistant.ModelSettings{}, named(err, "read which model is set")
	}
	s.Key = assistant.Secret(kept)
	return s, nil
}

// SetModel sets the tenant's model in the name of an admin; somebody else gets [assistant.ErrNotAdmin]. An empty key keeps the one that was
// given for the same provider at the same address, and no other.
func (d Models) SetModel(ctx context.Context, tenant assistant.TenantID, by assistant.PersonID, s assistant.ModelSettings) error {
	err := d.seals.keeps(s.Key)
	if err == nil {
		err = d.asAdmin(ctx, tenant, assistant.Actor{Person: by}, func(t *tx) error {
			t.exec(`insert into platform_ai_settings (id, tenant_id, provider, base_url, default_model, fast_model, api_key, enabled, set_by, revision, updated_at)
				values ($1, $2, $3, $4, $5, $6, $7, true, $8, 1, :now)
				on conflict (tenant_id) do update set provider = excluded.provider, base_url = excluded.base_url, default_model = excluded.default_model,
					fast_model = excluded.fast_model, enabled = true, set_by = excluded.set_by, revision = platform_ai_settings.revision + 1, updated_at = excluded.updated_at,
					api_key = case when excluded.api_key = '' and platform_ai_settings.provider = excluded.provider and platform_ai_settings.base_url = excluded.base_url
						then platform_ai_settings.api_key else excluded.api_key end`,
				d.ids.New(), tenant, tables.Clean(s.Provider), tables.Clean(s.BaseURL), tables.Clean(s.Model), tables.Clean(s.Fast), d.seals.seal(string(s.Key), modelKeyPlace(tenant, "")), by)
			return nil
		})
	}
	return named(err, "set the model")
}

// DropModel takes the tenant's model and its key away, in the name of an admin. [assistant.ErrNotFound]: none is set.
func (d Models) DropModel(ctx context.Context, tenant assistant.TenantID, by assistant.PersonID) error {
	err := d.asAdmin(ctx, tenant, assistant.Actor{Person: by}, func(t *tx) error {
		t.must(assistant.ErrNotFound, `update platform_ai_settings set api_key = '', enabled = false, set_by = $2, revision = revision + 1, updated_at = :now
			where tenant_id = $1 and enabled`, tenant, by)
		return nil
	})
	return named(err, "take the model away")
}
