package storage

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/aisteam/aisteam/assistant"
)

// avatar and settings are what the definitions keep as JSON beside the columns.
type avatar struct {
	Emoji string `json:"emoji,omitempty"`
}

type settings struct {
	Title    string   `json:"title,omitempty"`
	Examples []string `json:"examples,omitempty"`
}

// SaveAgents writes the roster: the definitions that hold for every tenant. One that is no longer listed is hidden, not
// removed, because old messages name it.
func (d Tenants) SaveAgents(ctx context.Context, agents []assistant.Agent) error {
	err := d.in(ctx, mode{engine: true, retry: true}, func(t *tx) error {
		t.exec(`update assistant_agent_definitions set visible = $1 where tenant_id is null`, false)
		for _, a := range agents {
			face, err := asJSON(avatar{Emoji: a.Avatar})
			if err != nil {
				return err
			}
			config, err := asJSON(settings{Title: a.Title, Examples: a.Examples})
			if err != nil {
				return err
			}
			t.exec(`insert into assistant_agent_definitions (id, tenant_id, agent_id, display_name, role_summary, category, visible,
					ordering, avatar, config) values ($1, null, $2, $3, $4, $5, $6, $7, $8, $9)
				on conflict (agent_id) where tenant_id is null do update set display_name = excluded.display_name,
					role_summary = excluded.role_summary, category = excluded.category, visible = excluded.visible,
					ordering = excluded.ordering, avatar = excluded.avatar, config = excluded.config`,
				t.ids.New(), a.ID, a.Name, a.Role, a.Category, a.Visible, a.Ordering, face, config)
		}
		return nil
	})
	return named(err, "save agents")
}

// Agents lists the roster as the tenant has it: its own definitions before those for everybody, in their order.
func (d Tenants) Agents(ctx context.Context, tenant assistant.TenantID) ([]assistant.Agent, error) {
	var out []assistant.Agent
	err := d.in(ctx, mode{tenant: tenant, read: true}, func(t *tx) error {
		out = nil
		t.each(func(scan func(...any) error) error {
			var a assistant.Agent
			var face, config []byte
			if err := scan(&a.ID, &a.Name, &a.Role, &a.Category, &a.Visible, &a.Ordering, &face, &config); err != nil {
				return err
			}
			var v avatar
			var s settings
			if err := json.Unmarshal(face, &v); err != nil {
				return fmt.Errorf("decode avatar of %s: %w", a.ID, err)
			}
			if err := json.Unmarshal(config, &s); err != nil {
				return fmt.Errorf("decode settings of %s: %w", a.ID, err)
			}
			a.Avatar, a.Title, a.Examples = v.Emoji, s.Title, s.Examples
			out = append(out, a)
			return nil
		}, `select d.agent_id, d.display_name, d.role_summary, d.category, d.visible, d.ordering, d.avatar, d.config
			from assistant_agent_definitions d
			where d.tenant_id = $1 or d.tenant_id is null and not exists (select 1 from assistant_agent_definitions o
				where o.agent_id = d.agent_id and o.tenant_id = $1)
			order by d.ordering, d.agent_id`, tenant)
		return nil
	})
	return out, named(err, "list agents")
}
