// Package deliver shows cards in Slack: [Posts] for the courier, [Drafts] while an answer is being written, [Reminders] to one
// person, [Indicator] for what is at work, [Voice] for what one person alone is told.
//
//	card ──drawn──▶ messages ──paced──▶ posted ──refused as drawn──▶ as words ──refused──▶ a line that says so
//
// A post carries its nonce as message metadata, so that one whose answer was lost is found by reading the thread back; of a
// card in several messages only those that are missing are posted then. Nothing blocks: what has to wait is handed back with
// the time to wait.
package deliver
