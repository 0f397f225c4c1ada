package storage

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/tables"
)

// configured is what a definition says of an agent apart from its columns.
type configured struct {
	Title    string            `json:"title,omitempty"`
	Examples []string          `json:"examples,omitempty"`
	Lead     assistant.AgentID `json:"lead,omitempty"`
	Trades   []assistant.Trade `json:"trades,omitempty"`
}

// DefinitionsStamp is another one where any definition was made, changed or taken away. It is what replicas look at all the time.
func (d Definitions) DefinitionsStamp(ctx context.Context) (string, error) {
	var n int
	var newest string
	var changed time.Time
	err := d.in(ctx, mode{engine: true, read: true}, func(t *tx) error {
		n, newest, changed = 0, "", time.Time{}
		t.one([]any{&newest, &changed, &n}, `select id, changed_at, (select count(*) from assistant_agent_definitions)
			from assistant_agent_definitions order by changed_at desc, id desc limit 1`)
		return nil
	})
	return fmt.Sprintf("%d %s %d", n, newest, changed.UnixMicro()), named(err, "look whether agents are defined anew")
}

// AgentDefinitions returns the definitions of all tenants, including agents that have left. A caller that wants one tenant's takes
// those of the tenant and those without one.
func (d Definitions) AgentDefinitions(ctx context.Context) ([]assistant.AgentDefinition, error) {
	var out []assistant.AgentDefinition
	err := d.in(ctx, mode{engine: true, read: true}, func(t *tx) error {
		out = nil
		t.each(func(scan func(...any) error) error {
			var one assistant.AgentDefinition
			var avatar, config []byte
			a := &one.Agent
			if err := scan(&one.Tenant, &a.ID, &a.Name, &a.Role, &a.Category, &a.Visible, &a.Ordering, &avatar, &config, &one.Left); err != nil {
				return err
			}
			var c configured
			if err := json.Unmarshal(config, &c); err != nil {
				one.Wrong = fmt.Sprintf("its config cannot be read: %v", err) // which keeps nobody else's from being read
			}
			_ = json.Unmarshal(avatar, &a.Avatar) // an agent without an avatar of its own is shown without one
			a.Title, a.Examples, a.Lead, a.Trades = c.Title, c.Examples, c.Lead, c.Trades
			out = append(out, one)
			return nil
		}, `select tenant_id, agent_id, display_name, role_summary, category, visible, ordering, avatar, config, left_at is not null from assistant_agent_definitions
			order by tenant_id, ordering, agent_id`)
		return nil
	})
	return out, named(err, "list the agents that are defined")
}

// DefineAgent makes or changes an agent of the tenant.
func (d Definitions) DefineAgent(ctx context.Context, tenant assistant.TenantID, a assistant.Agent) error {
	config, err := json.Marshal(configured{a.Title, a.Examples, a.Lead, a.Trades})
	if err != nil {
		return fmt.Errorf("define agent %s: %w", a.ID, err)
	}
	avatar, err := json.Marshal(a.Avatar)
	if err != nil {
		return fmt.Errorf("define agent %s: %w", a.ID, err)
	}
	err = d.in(ctx, mode{tenant: tenant}, func(t *tx) error {
		t.exec(`delete from assistant_agent_definitions where tenant_id = $1 and agent_id = $2`, tenant, a.ID)
		t.exec(`insert into assistant_agent_definitions (id, tenant_id, agent_id, display_name, role_summary, category, visible, ordering, avatar, config, changed_at)
			values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, :now)`,
			d.ids.New(), tenant, a.ID, tables.Clean(a.Name), tables.Clean(a.Role), a.Category, a.Visible, a.Ordering, avatar, config)
		return nil
	})
	return named(err, "define agent %s", a.ID)
}

// DropAgent takes an agent that is defined for the tenant off the team. Its name is kept, for what it has done.
// [assistant.ErrNotFound]: there is none.
func (d Definitions) DropAgent(ctx context.Context, tenant assistant.TenantID, id assistant.AgentID) error {
	err := d.in(ctx, mode{tenant: tenant}, func(t *tx) error {
		t.must(assistant.ErrNotFound, `update assistant_agent_definitions set left_at = :now, changed_at = :now where tenant_id = $1 and agent_id = $2 and left_at is null`, tenant, id)
		return nil
	})
	return named(err, "drop agent %s", id)
}
