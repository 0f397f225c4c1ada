// Package receive takes what people do on Discord: messages over the gateway, commands, clicks and forms over HTTP or over the
// gateway, and what was said while nobody listened.
//
//	message ──gateway──▶ parse (pure) ──▶ Inbound ──Inbox.Receive (again until it is stored, unless it never can be)
//	click ──verify──▶ parse (pure) ──▶ Act ──Inbox.Act──▶ answer within 3 s: nothing to say, a private word, or a form
//	/ask ──verify──▶ parse (pure) ──▶ "thinking…" ──▶ thread ──Inbox.Receive──▶ the private word says where
//
// A mention starts a thread from the message; the thread's id is the message's, so that the place is known before the
// thread is there and starting it twice is one thread. Within it nobody needs a mention. Where no thread can be started
// the conversation goes on as replies in the channel. A direct message is one conversation.
//
// A mention in a thread of others or in a forum's post goes on there, with what was said before; a reply brings what it
// replies to. Beside voice channels there are no threads, so the replies to the mention are the conversation. What replies to
// another person, or begins with their mention, is not for the bot, and other bots, webhooks and Discord itself begin nothing.
//
// The gateway has no ack and repeats nothing across sessions: what arrives is tried until it is stored, and what was
// missed between two sessions is read back over REST. What dedupes is the key: the message's id, the edit's time, the
// interaction's id. Payloads are decoded by our own tolerant structs: the library's break on components that it does not
// know yet. A session is used for one connection only, because the library deadlocks when a resumption is refused.
//
// There are as many connections as Discord wants shards. Their sessions begin one at a time per bucket with Discord's pause
// between them, and not at all while few of the day's are left. Every replica listens to all of them: what two have heard is
// one key. Each connection catches up when it begins:
//
//	READY ──▶ known conversations: read back, held against what is known (new, changed, gone)
//	      ──▶ GUILD_CREATE of each server: channels, then threads, with something newer than what was heard: read back
//	      ──▶ heard until: the last heartbeat that Discord has answered, once all that came before it is stored
//
// What counts as heard is what every message before it was heard with: by this process, or by another. A message counts as
// gone only when Discord says of it that it is unknown. All of it is bounded: three days, a hundred pages of a channel, edits
// and removals of a hundred conversations. What is written in a thread that the bot has started, before the message that it
// was started from is stored, brings that message first.
package receive
