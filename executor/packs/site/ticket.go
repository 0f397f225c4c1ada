package site

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
)

// ticketWrite is create_ticket. The list knows a ticket by the key of the call, so doing it twice is doing it once.
type ticketWrite struct{ tickets Tickets }

func createTicket(list Tickets, schema *jsonschema.Schema) tools.Tool {
	w := ticketWrite{list}
	return tools.Tool{
		Name: string(assistant.TaskCreateTicket), Label: "Create a ticket",
		Description: "Puts a ticket on the internal list. Its result has the fields id, number, title and priority.",
		Class:       assistant.ClassAction, Effect: assistant.EffectReversible, Idempotent: true,
		Result: tools.Fields[TicketMade](), Subject: tools.About("title"), Examples: []string{"Create a ticket about the slow contact form"},
		Arguments: schema, Preview: w.preview, Run: w.run, Recover: w.recover, Undo: w.undo,
	}
}

func (w ticketWrite) wanted(p assistant.Project, a CreateTicket) assistant.Ticket {
	if a.Priority == "" {
		a.Priority = "medium"
	}
	return assistant.Ticket{Project: p.ID, Title: a.Title, Body: a.Body, Priority: a.Priority}
}

func (w ticketWrite) preview(_ context.Context, c tools.Call) (assistant.Preview, error) {
	a, open, err := planned[CreateTicket](c)
	if err != nil {
		return assistant.Preview{}, err
	}
	t := w.wanted(c.Project, a)
	out := assistant.Preview{
		Title: "Create a ticket", Target: "the ticket list", State: noTicket(c.Project),
		Fields: []assistant.Field{{Name: "Title", New: t.Title}, {Name: "Priority", New: t.Priority}},
	}
	if t.Body != "" {
		out.Fields = append(out.Fields, assistant.Field{Name: "Details", New: t.Body})
	}
	if !open {
		out.Wanted = site.HashOf("ticket", string(c.Project.ID), t.Title, t.Body, t.Priority)
	}
	return out, nil
}

// noTicket is the state that a ticket is made from: there is nothing that could move.
func noTicket(p assistant.Project) string { return site.HashOf("no ticket", string(p.ID)) }

func (w ticketWrite) run(ctx context.Context, c tools.Call) (assistant.Receipt, error) {
	a, err := arguments[CreateTicket](c)
	if err != nil {
		return assistant.Receipt{}, err
	}
	t, err := w.tickets.CreateTicket(ctx, c.Tenant, c.Key, w.wanted(c.Project, a))
	if err != nil {
		return assistant.Receipt{}, err
	}
	return ticketReceipt(t)
}

func (w ticketWrite) recover(ctx context.Context, c tools.Call) (assistant.Receipt, bool, error) {
	t, found, err := w.tickets.TicketByKey(ctx, c.Tenant, c.Key)
	if err != nil || !found {
		return assistant.Receipt{}, false, err
	}
	r, err := ticketReceipt(t)
	return r, err == nil, err
}

// ticketUndo is what taking back a ticket needs.
type ticketUndo struct {
	ID string `json:"id"`
}

func ticketReceipt(t assistant.Ticket) (assistant.Receipt, error) {
	undo, err := json.Marshal(ticketUndo{t.ID})
	if err != nil {
		return assistant.Receipt{}, fmt.Errorf("write undo: %w", err)
	}
	number := strconv.Itoa(t.Number)
	return assistant.Receipt{Undo: undo, Result: assistant.Result{
		Summary: "Created the ticket #" + number + " “" + t.Title + "”", Undo: true,
		Fields: map[string]string{"id": t.ID, "number": number, "title": t.Title, "priority": t.Priority},
	}}, nil
}

func (w ticketWrite) undo(ctx context.Context, c tools.Call, r assistant.Receipt) error {
	var u ticketUndo
	if err := json.Unmarshal(r.Undo, &u); err != nil {
		return fmt.Errorf("read undo: %w", err)
	}
	if err := w.tickets.DeleteTicket(ctx, c.Tenant, u.ID); err != nil && !errors.Is(err, assistant.ErrNotFound) {
		return err
	}
	return nil
}
