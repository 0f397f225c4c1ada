// Package discord shows conversations in Discord threads and direct messages and takes what people do there. It only puts
// together what its rooms do:
//
//	              ┌── receive ──▶ bots.Inbox         messages, clicks, commands, forms, what was missed
//	Discord ◀──▶ rest
//	              └── deliver ◀── bots.Courier       cards as messages ◀── components: how they are drawn, without a client
//
// Package rest asks Discord within its pace and says what a refusal means; the others share it. Nothing calls back up: what is
// received goes to the inbox, what is delivered comes from the courier, and both meet only in rows.
//
// Nobody can be paged: foreign text is escaped, and no mention is allowed in any message but the one of a reminder's own
// person, where they take no direct messages.
package discord
