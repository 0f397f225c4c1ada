package storage

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/tables"
)

const partsTable = "setup_parts"

// PartRevisions are how often each part of the installation was set, changed or taken away. It is what replicas look at all the time.
func (d Parts) PartRevisions(ctx context.Context, tenant assistant.TenantID) (map[assistant.SetupKey]int64, error) {
	out := map[assistant.SetupKey]int64{}
	err := d.in(ctx, mode{tenant: tenant, read: true}, func(t *tx) error {
		clear(out)
		t.each(func(scan func(...any) error) error {
			var part assistant.SetupKey
			var revision int64
			err := scan(&part, &revision)
			out[part] = revision
			return err
		}, `select part, revision from setup_parts where tenant_id = $1`, tenant)
		return nil
	})
	return out, named(err, "look which parts are set anew")
}

// PartSettings returns the settings of a part with its secrets, or the zero value if there are none.
func (d Parts) PartSettings(ctx context.Context, tenant assistant.TenantID, part assistant.SetupKey) (assistant.PartSettings, error) {
	s := assistant.PartSettings{Part: part}
	var id, given, kept string
	err := d.in(ctx, mode{tenant: tenant, read: true}, func(t *tx) error {
		id, given, kept = "", "", ""
		t.one([]any{&id, &given, &kept, &s.By, &s.At}, `select id, given, secret, set_by, updated_at from setup_parts
			where tenant_id = $1 and part = $2 and enabled`, tenant, part)
		return nil
	})
	if err == nil && id != "" {
		err = d.openPart(&s, given, kept, packPlace(partsTable, tenant, id))
	}
	if err != nil {
		return assistant.PartSettings{Part: part}, named(err, "read what is set of %s", part)
	}
	return s, nil
}

func (d Parts) openPart(s *assistant.PartSettings, given, kept, place string) error {
	if err := json.Unmarshal([]byte(given), &s.Given); err != nil {
		return fmt.Errorf("read what may be shown: %w", err)
	}
	plain, err := d.seals.open(kept, place)
	if err != nil || plain == "" {
		return err
	}
	var secrets map[string]string
	if err := json.Unmarshal([]byte(plain), &secrets); err != nil {
		return fmt.Errorf("read the secrets: %w", err)
	}
	s.Secrets = map[string]assistant.Secret{}
	for key, secret := range secrets {
		s.Secrets[key] = assistant.Secret(secret)
	}
	return nil
}

// SetPart replaces the settings of a part in the name of an admin; others get [assistant.ErrNotAdmin].
func (d Parts) SetPart(ctx context.Context, tenant assistant.TenantID, by assistant.PersonID, s assistant.PartSettings) error {
	given, secret, err := writtenPart(s)
	if err == nil {
		err = d.asAdmin(ctx, tenant, assistant.Actor{Person: by}, func(t *tx) error {
			var id string
			t.one([]any{&id}, `select id from setup_parts where tenant_id = $1 and part = $2 :locked`, tenant, s.Part)
			if err := t.flush(ctx); err != nil {
				return err
			}
			if id == "" {
				id = d.ids.New()
			}
			t.exec(`insert into setup_parts (id, tenant_id, part, given, secret, set_by, updated_at) values ($1, $2, $3, $4, $5, $6, :now)
				on conflict (tenant_id, part) do update set given = excluded.given, secret = excluded.secret, enabled = true, set_by = excluded.set_by,
					revision = setup_parts.revision + 1, updated_at = excluded.updated_at`,
				id, tenant, s.Part, tables.Clean(given), d.seals.seal(secret, packPlace(partsTable, tenant, id)), by)
			return nil
		})
	}
	return named(err, "set %s", s.Part)
}

// writtenPart is a part as it is kept.
func writtenPart(s assistant.PartSettings) (given, secret string, err error) {
	shown, err := json.Marshal(s.Given)
	if err != nil {
		return "", "", err
	}
	secrets := map[string]string{}
	for key := range s.Secrets {
		secrets[key] = s.Secret(key)
	}
	if len(secrets) == 0 {
		return string(shown), "", nil
	}
	hidden, err := json.Marshal(secrets)
	return string(shown), string(hidden), err
}

// DropPart takes a part and its secrets away, in the name of an admin. [assistant.ErrNotFound]: nothing is set of it.
func (d Parts) DropPart(ctx context.Context, tenant assistant.TenantID, by assistant.PersonID, part assistant.SetupKey) error {
	err := d.asAdmin(ctx, tenant, assistant.Actor{Person: by}, func(t *tx) error {
		t.must(assistant.ErrNotFound, `update setup_parts set given = '{}', secret = '', enabled = false, set_by = $3, revision = revision + 1, updated_at = :now
			where tenant_id = $1 and part = $2 and enabled`, tenant, part, by)
		return nil
	})
	return named(err, "take %s away", part)
}
