// Package outward decides what may leave the house. Tools go to addresses, and an address is a way to carry something away: in its
// path, in its query, in the name that is looked up for it. Models name addresses, and models do what pages and events tell them, so
// that no model decides where a tool goes. Code does, by who wrote the address:
//
//	the project's own data ──────────────────────┐
//	who asks, themselves, in this conversation ──┤ goes
//	the prompt of the task, by its owner ────────┘
//	a page, a file, an event, a tool, a model ──── waits for a yes to exactly this address
//
// A [Permit] belongs to one use of a tool. The dialer takes nothing out without one, and its zero value lets nothing out.
package outward
