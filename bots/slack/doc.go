// Package slack shows conversations in Slack threads and takes what people do there, over HTTP or, with
// an app-level token, over sockets.
//
// # In
//
//	event ──verify──▶ parse (pure) ──▶ Inbound ──Inbox.Receive──▶ 200    within 3 s, after the commit
//	click ──verify──▶ parse (pure) ──▶ Act ─────Inbox.Act───────▶ 200, then a private word where it did not take effect
//	                              └──▶ a form ──views.open──────▶ 200    the trigger lives 3 s, so it opens here
//	stop ───verify──▶ parse (pure) ──▶ Act ─────Inbox.Act───────▶ 200    Slack's own button, of agent apps
//	opened ─verify──▶ 200, then the person's home, or what one could ask
//	command ─verify──▶ a word to the person alone; `ask` posts a thread's root and goes the way of a message
//
// A forged, missing or old signature is answered 401, a malformed body 400, one over 1 MiB 413. When the inbox cannot
// store, the answer is 503 and Slack sends it again; nothing is ever dropped because it is a repetition. What dedupes is
// the key: team, channel and timestamp for a message (so that `message` and `app_mention` of one mention are one), and
// action, user, block and time for a click.
//
// Over sockets ([Bot.Listen]) the same functions decide and the acknowledgement stands for the 200, the missing one for the
// 503; what is malformed or unknown is acknowledged, since it would come again for ever. Two connections are held, so that
// one is there while Slack takes the other away.
//
// # Rooms
//
// What the surface does is done in packages of its own, lower ones first, and put together here:
//
//	blocks     draws cards and forms, reads buttons and forms; pure
//	payload    reads what Slack sends; pure
//	workspace  one workspace: its client, its pace, what a refusal means
//	install    which workspaces there are, and their tokens
//	people     what Slack says of accounts
//	deliver    posts, drafts, files, reminders, what is at work, private words
//	home       App Home and its settings
//	ingest     what people say, step by step, into the inbox
//	catchup    what was said while nobody listened
//	receive    the doors: HTTP, sockets; events, clicks and commands behind them
package slack
