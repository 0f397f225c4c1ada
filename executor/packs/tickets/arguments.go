package tickets

// CreateTicket are the arguments of create_ticket.
type CreateTicket struct {
	Title    string `json:"title" jsonschema:"what it is about, in a few words; where it is wanted about this or that, what was talked about before, never the word itself"`
	Body     string `json:"body,omitempty" jsonschema:"the details; of what was talked about before, the words of people, quoted with who said them"`
	Priority string `json:"priority,omitempty" jsonschema:"low, medium, high or critical; medium when left out"`
}

// ListTickets are the arguments of list_tickets.
type ListTickets struct {
	Limit int `json:"limit,omitempty" jsonschema:"how many at most; all when left out"`
}

// TicketMade are the fields of the result of create_ticket.
type TicketMade struct {
	ID       string `json:"id" jsonschema:"what the list knows it by"`
	Number   string `json:"number" jsonschema:"by which people call it"`
	Title    string `json:"title" jsonschema:"what it is about"`
	Priority string `json:"priority" jsonschema:"low, medium, high or critical"`
}

// TicketsListed are the fields of the result of list_tickets.
type TicketsListed struct {
	Tickets []TicketListed `json:"tickets"`
}

// TicketListed is one of them.
type TicketListed struct {
	Number   int    `json:"number"`
	Title    string `json:"title"`
	Priority string `json:"priority"`
	Body     string `json:"body"`
}
