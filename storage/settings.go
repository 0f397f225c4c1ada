package storage

import (
	"context"

	"github.com/aisteam/aisteam/assistant"
)

// Settings gives what is set for the tenant, with the defaults of what is not.
func (d Tenants) Settings(ctx context.Context, tenant assistant.TenantID) (assistant.Settings, error) {
	var raw []byte
	err := d.in(ctx, mode{tenant: tenant, read: true}, func(t *tx) error {
		t.need(assistant.ErrNotFound, []any{&raw}, `select settings from tenants where tenant_id = $1`, tenant)
		return nil
	})
	s := assistant.DefaultSettings()
	if err == nil {
		s, err = assistant.ReadSettings(raw)
	}
	return s, named(err, "read settings")
}

// SaveSettings sets what holds for the tenant, in the name of an admin. What cannot be set is refused whole.
func (d Tenants) SaveSettings(ctx context.Context, tenant assistant.TenantID, by assistant.PersonID, s assistant.Settings) error {
	err := valid(by)
	if err == nil {
		err = s.Check()
	}
	if err == nil {
		err = d.asAdmin(ctx, tenant, assistant.Actor{Person: by}, func(t *tx) error {
			return t.setTo(tenant, s)
		})
	}
	return named(err, "save settings")
}

// setTo queues keeping a tenant's settings.
func (t *tx) setTo(tenant assistant.TenantID, s assistant.Settings) error {
	raw, err := asJSON(s)
	if err == nil {
		t.exec(`update tenants set settings = $2 where tenant_id = $1`, tenant, raw)
	}
	return err
}

// settings queues reading them with the defaults of what is not set.
func (t *tx) settings(tenant assistant.TenantID, to *assistant.Settings) {
	*to = assistant.DefaultSettings()
	t.each(func(scan func(...any) error) error {
		var raw []byte
		err := scan(&raw)
		if err == nil {
			*to, err = assistant.ReadSettings(raw)
		}
		return err
	}, `select settings from tenants where tenant_id = $1`, tenant)
}
