package storage

import (
	"context"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/tickets"
)

const ticketColumns = `id, number, project_id, title, body, priority`

func ticketDests(k *tickets.Ticket) []any {
	return []any{&k.ID, &k.Number, &k.Project, &k.Title, &k.Body, &k.Priority}
}

// CreateTicket adds a ticket with the tenant's next number. A known key gives the ticket that has it.
func (d Tickets) CreateTicket(ctx context.Context, tenant assistant.TenantID, key string, k tickets.Ticket) (tickets.Ticket, error) {
	err := optional(k.Project)
	if err == nil {
		err = d.in(ctx, mode{tenant: tenant, retry: true}, func(t *tx) error {
			var number int64
			// The tenant's row is locked first: whoever comes second finds the first one's ticket.
			t.need(assistant.ErrNotFound, []any{new(assistant.TenantID)}, `select tenant_id from tenants where tenant_id = $1 :locked`, tenant)
			var stored tickets.Ticket
			found := t.one(ticketDests(&stored), `select `+ticketColumns+` from tickets where tenant_id = $1 and key = $2`, tenant, key)
			if err := t.flush(ctx); err != nil {
				return err
			}
			if found.rows > 0 {
				k = stored
				return nil
			}
			t.one([]any{&number}, `update tenants set tickets = tickets + 1 where tenant_id = $1 returning tickets`, tenant)
			if err := t.flush(ctx); err != nil {
				return err
			}
			k.ID, k.Number = t.ids.New(), int(number)
			t.exec(`insert into tickets (id, tenant_id, number, key, project_id, title, body, priority, created_at)
				values ($1, $2, $3, $4, $5, $6, $7, $8, :now)`,
				k.ID, tenant, k.Number, key, null(k.Project), clean(k.Title), clean(k.Body), k.Priority)
			return nil
		})
	}
	if err != nil {
		return tickets.Ticket{}, named(err, "create ticket")
	}
	return k, nil
}

// TicketByKey gives the ticket made with a key.
func (d Tickets) TicketByKey(ctx context.Context, tenant assistant.TenantID, key string) (tickets.Ticket, bool, error) {
	var k tickets.Ticket
	var found *stmt
	err := d.in(ctx, mode{tenant: tenant, read: true}, func(t *tx) error {
		found = t.one(ticketDests(&k), `select `+ticketColumns+` from tickets where tenant_id = $1 and key = $2`, tenant, key)
		return nil
	})
	return k, err == nil && found.rows > 0, named(err, "find ticket")
}

// ListTickets lists a project's tickets and those of no project, all with project "", the newest first.
func (d Tickets) ListTickets(ctx context.Context, tenant assistant.TenantID, project assistant.ProjectID, limit int) ([]tickets.Ticket, error) {
	var out []tickets.Ticket
	err := optional(project)
	if err == nil {
		err = d.in(ctx, mode{tenant: tenant, read: true}, func(t *tx) error {
			out = nil
			args, of := []any{tenant, limit}, ""
			if project != "" {
				args, of = append(args, project), ` and (project_id = $3 or project_id is null)`
			}
			t.each(func(scan func(...any) error) error {
				var k tickets.Ticket
				err := scan(ticketDests(&k)...)
				out = append(out, k)
				return err
			}, `select `+ticketColumns+` from tickets where tenant_id = $1`+of+` order by number desc limit $2`, args...)
			return nil
		})
	}
	return out, named(err, "list tickets")
}

// DeleteTicket takes a ticket off the list. Its number is not given again.
func (d Tickets) DeleteTicket(ctx context.Context, tenant assistant.TenantID, id string) error {
	err := valid(id)
	if err == nil {
		err = d.in(ctx, mode{tenant: tenant}, func(t *tx) error {
			t.must(assistant.ErrNotFound, `delete from tickets where id = $1 and tenant_id = $2`, id, tenant)
			return nil
		})
	}
	return named(err, "delete ticket %s", id)
}
