package tickets

import (
	"context"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
)

const maxListed = 500 // tickets

func listTickets(list List) tools.Tool {
	return tools.Tool{
		Name: string(TaskList), Label: "List the tickets",
		Description: "Lists the tickets of the project in focus, the newest first, with what they say. Changes nothing.",
		Class:       assistant.ClassQuery, Effect: assistant.EffectNone, Idempotent: true, Arguments: tools.Arguments[ListTickets](),
		Result: tools.Fields[TicketsListed](), Answers: true, Examples: listed(),
		Run: func(ctx context.Context, c tools.Call) (assistant.Receipt, error) {
			a, err := tools.Read[ListTickets](c)
			if err != nil {
				return assistant.Receipt{}, err
			}
			most := maxListed
			if a.Limit > 0 {
				most = min(a.Limit, maxListed)
			}
			all, err := list.ListTickets(ctx, c.Tenant, c.Project.ID, most)
			if err != nil {
				return assistant.Receipt{}, err
			}
			found := TicketsListed{Tickets: make([]TicketListed, 0, len(all))}
			for _, k := range all {
				found.Tickets = append(found.Tickets, TicketListed{Number: k.Number, Title: k.Title, Priority: k.Priority, Body: k.Body})
			}
			summary := assistant.Say("There are %d tickets", len(all))
			switch len(all) {
			case 1:
				summary = assistant.Say("There is 1 ticket")
			case most:
				summary = assistant.Say("These are the newest %d tickets", most)
			}
			return assistant.Receipt{Result: assistant.Result{Summary: summary, Fields: assistant.ValuesOf(found)}}, nil
		},
	}
}
