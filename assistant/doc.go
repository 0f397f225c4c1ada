// Package assistant holds the nouns of the product: what a tenant, a conversation, a message, a plan, a run, a task and
// an approval are, and the four laws that govern them. It does no I/O and imports only the standard library, so that
// every other package can speak it without knowing any of the others.
//
// # One log
//
// Everything a person may see is a [Message] in its conversation's log. What a message means is its [Body], a sealed set:
// whoever switches over it (storage's projections, the folding of cards, the business metrics) is made by the linter to
// handle a new kind. State tables are projections of bodies, written in the transaction that appends the message.
//
// # States
//
//	plan      gathering ──questions answered──▶ choosing ──fork picked──▶ proposed ──yes──▶ approved ──▶ (run)
//	              │                                │                         ├──changes──▶ superseded by version n+1
//	              └──────────withdrawn◀────────────┴─────────────────────────┴──no, expired──▶ rejected, expired
//
//	run       planning ──▶ running ──▶ completed | failed | cancelled
//	task      open ──claimed──▶ in_progress ──▶ completed | failed | cancelled
//	              ◀──lease ran out, waits for a person──┘
//	approval  pending ──first valid decision──▶ approved | rejected | expired | withdrawn
package assistant
