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
// # Workspaces
//
// One token serves one workspace. With a client's id and secret, any workspace may install the app, and each is a tenant:
//
//	/slack/install ──signed state, cookie──▶ Slack's consent ──▶ /slack/oauth/callback ──nonce spent, code──▶ tokens saved
//	living ──ends within 2 h──▶ held by one ──exchanged──▶ living      anew, under the claim of who holds it
//	living ──app_uninstalled, tokens_revoked, or the newest token refused──▶ revoked ──installed again──▶ living
//
// An event goes to the install that it was sent to, authorizations[0]: a workspace's own before its organisation's. One
// from a workspace without an install is acknowledged and ignored. What a call is refused with is looked at by the client
// of each install ([watch]), so that no call site need know of it.
//
// It is noted until when everything has been heard ([Bot.Hear]). What may have been missed since is read back ([Bot.CatchUp]):
// after the start, after a gap between sockets, and once a storage that was away is there again, in each workspace for
// itself. It goes the same way in, and the keys know what was heard before. Until a workspace is read back, what comes live
// in a thread that is known, or anew in direct messages, waits for a moment until that place is:
//
//	event ──nothing missed──▶ taken
//	      ──something missed──▶ first in its place: place read ──▶ what was missed taken ──▶ taken
//	                        └──▶ not the first: waits for the one before it ──▶ taken       1.2 s at most, then taken all the same
//
// # Out
//
// [Bot] is a [bots.Surface]: cards become Block Kit messages. The same card renders to the same blocks; block ids carry
// the hash of the look, because Slack wants new ones on each edit. A post carries its nonce as message metadata, so that
// one whose answer was lost is found by reading the thread back. Text that people or models wrote is escaped wherever
// Slack reads its own markup, so that nobody can be paged through a card.
//
// An answer too long for one message takes up to four, each well formed, whose metadata says which of how many it is: after
// a lost answer only those that are missing are posted. One that is longer still is shown from its beginning, and goes along
// whole as a file, which is known by its name.
//
// A reminder goes to its person directly, and is the one message that may mention somebody: them, in the thread, where Slack
// refuses the direct one ([Bot.Remind]).
//
// Pacing is ours before it is Slack's: one post a second per channel with a burst, edits of one card three seconds apart
// unless the card has reached its end, and Retry-After per method. Nothing blocks: what has to wait is handed back with
// the time to wait.
package slack
