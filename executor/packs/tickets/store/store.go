// Package store keeps the tickets of the internal list in tables of the pack's own. The list itself was made by the ledger's first
// migration, and so it stands in every database before this package's are applied; its numbers are counted in tenants.tickets.
package store

import (
	"context"
	"embed"
	"fmt"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/tables"
	"github.com/aisteam/aisteam/assistant/tickets"
)

//go:embed migrations
var migrations embed.FS

// Pack is what a ledger needs to have the tables.
func Pack() tables.Pack { return tables.Pack{Name: "tickets", Migrations: migrations} }

// Tickets is the list.
type Tickets struct{ db tables.DB }

// New returns the list that a ledger keeps.
func New(db tables.DB) Tickets { return Tickets{db} }

const columns = `id, number, project_id, title, body, priority`

func dests(k *tickets.Ticket) []any {
	return []any{&k.ID, &k.Number, &k.Project, &k.Title, &k.Body, &k.Priority}
}

// CreateTicket adds a ticket with the tenant's next number. A known key gives the ticket that has it.
func (s Tickets) CreateTicket(ctx context.Context, tenant assistant.TenantID, key string, k tickets.Ticket) (tickets.Ticket, error) {
	err := project(k.Project)
	if err == nil {
		err = s.db.Within(ctx, tables.Scope{Tenant: tenant}, func(t tables.Tx) error { return create(ctx, t, tenant, key, &k) })
	}
	if err != nil {
		return tickets.Ticket{}, fmt.Errorf("create ticket: %w", err)
	}
	return k, nil
}

func create(ctx context.Context, t tables.Tx, tenant assistant.TenantID, key string, k *tickets.Ticket) error {
	var stored tickets.Ticket
	var there, found bool
	// The tenant's row is locked first, so the second caller finds the first one's ticket.
	tables.One(t, &there, []any{new(assistant.TenantID)}, `select tenant_id from tenants where tenant_id = $1 :locked`, tenant)
	tables.One(t, &found, dests(&stored), `select `+columns+` from tickets where tenant_id = $1 and key = $2`, tenant, key)
	if err := t.Flush(ctx); err != nil {
		return err
	}
	if !there {
		return assistant.ErrNotFound
	}
	if found {
		*k = stored
		return nil
	}
	tables.One(t, &found, []any{&k.Number}, `update tenants set tickets = tickets + 1 where tenant_id = $1 returning tickets`, tenant)
	if err := t.Flush(ctx); err != nil {
		return err
	}
	k.ID = t.NewID()
	t.Exec(`insert into tickets (id, tenant_id, number, key, project_id, title, body, priority, created_at)
		values ($1, $2, $3, $4, $5, $6, $7, $8, :now)`, k.ID, tenant, k.Number, key, orNull(k.Project), k.Title, k.Body, k.Priority)
	return nil
}

// TicketByKey gives the ticket made with a key.
func (s Tickets) TicketByKey(ctx context.Context, tenant assistant.TenantID, key string) (k tickets.Ticket, found bool, err error) {
	err = s.db.Within(ctx, tables.Scope{Tenant: tenant, Reads: true}, func(t tables.Tx) error {
		tables.One(t, &found, dests(&k), `select `+columns+` from tickets where tenant_id = $1 and key = $2`, tenant, key)
		return nil
	})
	if err != nil {
		return tickets.Ticket{}, false, fmt.Errorf("find ticket: %w", err)
	}
	return k, found, nil
}

// ListTickets lists a project's tickets and those of no project, all with project "", newest first.
func (s Tickets) ListTickets(ctx context.Context, tenant assistant.TenantID, of assistant.ProjectID, limit int) ([]tickets.Ticket, error) {
	var out []tickets.Ticket
	err := project(of)
	if err == nil {
		err = s.db.Within(ctx, tables.Scope{Tenant: tenant, Reads: true}, func(t tables.Tx) error {
			out = nil
			args, where := []any{tenant, limit}, ""
			if of != "" {
				args, where = append(args, of), ` and (project_id = $3 or project_id is null)`
			}
			t.Each(tables.Into(&out, dests), `select `+columns+` from tickets where tenant_id = $1`+where+` order by number desc limit $2`, args...)
			return nil
		})
	}
	if err != nil {
		return nil, fmt.Errorf("list tickets: %w", err)
	}
	return out, nil
}

// CountTickets counts a project's tickets.
func (s Tickets) CountTickets(ctx context.Context, tenant assistant.TenantID, of assistant.ProjectID) (n int, err error) {
	if !assistant.ValidID(string(of)) {
		return 0, fmt.Errorf("count tickets: %w", assistant.ErrNotFound)
	}
	err = s.db.Within(ctx, tables.Scope{Tenant: tenant, Reads: true}, func(t tables.Tx) error {
		var counted bool
		tables.One(t, &counted, []any{&n}, `select count(*) from tickets where tenant_id = $1 and project_id = $2`, tenant, of)
		return nil
	})
	if err != nil {
		return 0, fmt.Errorf("count tickets of project %s: %w", of, err)
	}
	return n, nil
}

// DeleteTicket takes a ticket off the list. Its number is not given again.
func (s Tickets) DeleteTicket(ctx context.Context, tenant assistant.TenantID, id string) error {
	err := assistant.ErrNotFound
	if assistant.ValidID(id) {
		err = s.db.Within(ctx, tables.Scope{Tenant: tenant}, func(t tables.Tx) error {
			t.Must(assistant.ErrNotFound, nil, `delete from tickets where id = $1 and tenant_id = $2`, id, tenant)
			return nil
		})
	}
	if err != nil {
		return fmt.Errorf("delete ticket %s: %w", id, err)
	}
	return nil
}

// project refuses what is no id, which one database would not even look for.
func project(id assistant.ProjectID) error {
	if id != "" && !assistant.ValidID(string(id)) {
		return assistant.ErrNotFound
	}
	return nil
}

func orNull(id assistant.ProjectID) any {
	if id == "" {
		return nil
	}
	return id
}
