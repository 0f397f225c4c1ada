// Package blocks draws what people see in Slack, and reads what they press and fill in there. It is pure: it calls nobody
// and knows no workspace, so that the same card always gives the same message.
//
//	card ──Renderer.Messages──▶ messages, files ──posted by deliver
//	form ──Modal──▶ view ──Fields──▶ what was filled in
//	what waits, what is at work ──Renderer.Home, Renderer.List──▶ home tab, answer to a command
//
//	pressed button ──ReadSubject, ReadPress──▶ what it asks for, and the act where its value says all about it
//
// Block ids carry the hash of the message, because Slack wants new ones on each edit. Text that people or models wrote is
// escaped wherever Slack reads its own markup, so that nobody can be paged through a card.
package blocks
