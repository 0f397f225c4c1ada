package tickets

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
	"github.com/aisteam/aisteam/assistant/tickets"
)

// ticketWrite is create_ticket. The list knows a ticket by the key of the call, so doing it twice is doing it once.
type ticketWrite struct{ list List }

func createTicket(list List, schema *jsonschema.Schema) tools.Tool {
	w := ticketWrite{list}
	return tools.Tool{
		Name: string(TaskCreate), Label: "Create a ticket",
		Description: "Puts a ticket on the internal list. Its result has the fields id, number, title and priority.",
		Class:       assistant.ClassAction, Effect: assistant.EffectReversible, Idempotent: true, Direct: true,
		Result: tools.Fields[TicketMade](), Subject: tools.About("title"), Examples: created(),
		Nouns: []string{"ticket", "tickets"}, Verbs: []string{"open", "file", "log", "raise"},
		Topic:     tools.Topic{Agent: assistant.DeliveryLead, About: "tickets", Words: []string{"ticket", "tickets"}},
		Arguments: schema, Preview: w.preview, Run: w.run, Recover: w.recover, Verify: w.verify, Undo: w.undo,
	}
}

func (w ticketWrite) wanted(p assistant.Project, a CreateTicket) tickets.Ticket {
	if a.Priority == "" {
		a.Priority = "medium"
	}
	return tickets.Ticket{Project: p.ID, Title: a.Title, Body: a.Body, Priority: a.Priority}
}

func (w ticketWrite) preview(_ context.Context, c tools.Call) (assistant.Preview, error) {
	c, open, err := tools.Planned(c)
	if err != nil {
		return assistant.Preview{}, err
	}
	a, err := tools.Read[CreateTicket](c)
	if err != nil {
		return assistant.Preview{}, err
	}
	t := w.wanted(c.Project, a)
	out := assistant.Preview{
		Title: assistant.Say("Create a ticket"), Target: "the ticket list", Entity: assistant.Entity{Type: "ticket"}, State: noTicket(c.Project),
		Fields: []assistant.Field{{Name: "Title", Key: "title", New: t.Title}, {Name: "Priority", Key: "priority", New: t.Priority}},
	}
	if t.Body != "" {
		out.Fields = append(out.Fields, assistant.Field{Name: "Details", Key: "body", New: t.Body})
	}
	if !open {
		out.Wanted = site.HashOf("ticket", string(c.Project.ID), t.Title, t.Body, t.Priority)
	}
	return out, nil
}

// verify looks for the ticket that the call made.
func (w ticketWrite) verify(ctx context.Context, c tools.Call, _ assistant.Receipt) (assistant.Sight, assistant.Sentence, error) {
	_, found, err := w.list.TicketByKey(ctx, c.Tenant, c.Key)
	switch {
	case err != nil:
		return "", assistant.Sentence{}, err
	case !found:
		return assistant.SightDifferent, assistant.Say("when I looked, it was not on the list"), nil
	}
	return assistant.SightAsWritten, assistant.Say("it is on the list"), nil
}

// noTicket is the state that a ticket is made from: there is nothing that could move.
func noTicket(p assistant.Project) string { return site.HashOf("no ticket", string(p.ID)) }

func (w ticketWrite) run(ctx context.Context, c tools.Call) (assistant.Receipt, error) {
	a, err := tools.Read[CreateTicket](c)
	if err != nil {
		return assistant.Receipt{}, err
	}
	t, err := w.list.CreateTicket(ctx, c.Tenant, c.Key, w.wanted(c.Project, a))
	if err != nil {
		return assistant.Receipt{}, err
	}
	return ticketReceipt(t)
}

func (w ticketWrite) recover(ctx context.Context, c tools.Call) (assistant.Receipt, bool, error) {
	t, found, err := w.list.TicketByKey(ctx, c.Tenant, c.Key)
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

func ticketReceipt(t tickets.Ticket) (assistant.Receipt, error) {
	undo, err := json.Marshal(ticketUndo{t.ID})
	if err != nil {
		return assistant.Receipt{}, fmt.Errorf("write undo: %w", err)
	}
	number := strconv.Itoa(t.Number)
	return assistant.Receipt{Undo: undo, Result: assistant.Result{
		Summary: assistant.Say("Created the ticket #%s “%s”", number, t.Title), Undo: true,
		Fields: assistant.ValuesOf(TicketMade{ID: t.ID, Number: number, Title: t.Title, Priority: t.Priority}),
	}}, nil
}

func (w ticketWrite) undo(ctx context.Context, c tools.Call, r assistant.Receipt) error {
	var u ticketUndo
	if err := json.Unmarshal(r.Undo, &u); err != nil {
		return fmt.Errorf("read undo: %w", err)
	}
	if err := w.list.DeleteTicket(ctx, c.Tenant, u.ID); err != nil && !errors.Is(err, assistant.ErrNotFound) {
		return err
	}
	return nil
}
