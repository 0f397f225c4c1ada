// Package tickets is the pack of the internal ticket list: create_ticket and list_tickets. The list knows a ticket by the key
// of the call that made it, so that doing it twice is doing it once.
package tickets
