package tickets

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/tickets"
)

const maxListed = 500 // tickets

func listTickets(list List) tools.Tool {
	return tools.Tool{
		Name: string(TaskList), Label: "List the tickets",
		Description: "Lists the tickets of the project in focus, the newest first. Changes nothing. " +
			"Its result has the field tickets: a JSON object a line, with number, title, priority and body.",
		Class: assistant.ClassQuery, Effect: assistant.EffectNone, Idempotent: true, Arguments: tools.Arguments[ListTickets](),
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
			lines, err := ticketLines(all)
			if err != nil {
				return assistant.Receipt{}, err
			}
			summary := fmt.Sprintf("There are %d tickets", len(all))
			switch len(all) {
			case 1:
				summary = "There is 1 ticket"
			case most:
				summary = fmt.Sprintf("These are the newest %d tickets", most)
			}
			return assistant.Receipt{Result: assistant.Result{Summary: summary, Fields: assistant.ValuesOf(TicketsListed{lines})}}, nil
		},
	}
}

// ticketLines has a line for each, so that what is cut off loses whole tickets and leaves the others readable.
func ticketLines(all []tickets.Ticket) (string, error) {
	var out strings.Builder
	for _, k := range all {
		raw, err := json.Marshal(map[string]any{"number": k.Number, "title": k.Title, "priority": k.Priority, "body": k.Body})
		if err != nil {
			return "", fmt.Errorf("write ticket %d: %w", k.Number, err)
		}
		out.Write(append(raw, '\n'))
	}
	return out.String(), nil
}
