package tickets

import (
	"context"
	"errors"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/tickets"
)

// List keeps the tickets.
type List interface {
	// CreateTicket makes a ticket, or returns the one that the key has made before.
	CreateTicket(ctx context.Context, tenant assistant.TenantID, key string, t tickets.Ticket) (tickets.Ticket, error)
	// TicketByKey returns the ticket that the key has made.
	TicketByKey(ctx context.Context, tenant assistant.TenantID, key string) (tickets.Ticket, bool, error)
	// ListTickets lists a project's tickets and those of no project, all with project "", newest first.
	ListTickets(ctx context.Context, tenant assistant.TenantID, project assistant.ProjectID, limit int) ([]tickets.Ticket, error)
	// DeleteTicket takes a ticket off the list.
	DeleteTicket(ctx context.Context, tenant assistant.TenantID, id string) error
}

// The task types of the pack.
const (
	TaskCreate assistant.TaskType = "create_ticket"
	TaskList   assistant.TaskType = "list_tickets"
)

// Pack says what the pack is, before anything that it works on is open.
func Pack() tools.Pack {
	return tools.Pack{Name: "tickets", Templates: templates(), Work: "makes a ticket"}
}

// Tools returns the pack's tools.
func Tools(l List) ([]tools.Tool, error) {
	if l == nil {
		return nil, errors.New("tickets pack: a list is needed")
	}
	schema := tools.Arguments[CreateTicket]()
	if schema == nil || schema.Properties["priority"] == nil {
		return nil, errors.New("tickets pack: create_ticket has no schema")
	}
	schema.Properties["priority"].Enum = []any{"low", "medium", "high", "critical"}
	return []tools.Tool{createTicket(l, schema), listTickets(l)}, nil
}
