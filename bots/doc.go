// Package bots shows conversations on surfaces and takes what people do there. A surface is an adapter beside it; what
// they share is here: the [Inbox] that everything enters by, the folding of a slot's messages into a [Card], and the
// [Courier] that keeps a place up to date with its conversation's log.
//
// # Cards
//
// A slot is one visible thing; its card is a pure function of the slot's messages ([Fold]). Nothing about a card is
// stored: whoever has the messages has the card, on every surface and after every crash.
//
// # Delivery
//
// One courier at a time holds a place, by a fenced claim. For each slot that new messages have touched:
//
//	            equal hash                            hash moved
//	nothing ◀────────────── shown (ref, hash) ──────────────────────▶ Edit ──▶ shown
//	                            ▲
//	unknown ──Intend──▶ intended (nonce) ──Post──▶ answer came ───────┘
//	                        ▲      │
//	                        │      └─answer lost, process died─▶ Find by nonce ──found──▶ shown
//	                        │                                        │
//	                        └──────────────not found, Post again◀────┘
//
// An intention is durable before its post goes out, so no post is ever repeated without being looked for first. What the
// platform refuses for good is recorded as given up for that very look of the card and not tried again until the card
// changes. What it only puts off holds the place's cursor back, and the place waits as long as the platform asked.
//
// A place may be closed: the bot was put out of the channel, the channel is in the archive, the app is removed. What it was not shown
// then is withheld and holds the cursor back for a week:
//
//	open ──refused, and somebody may open it──▶ closed ──shown something──▶ open; the other places of its channel are tried
//	                                            │    ▲
//	                                            └────┘ tried when something new is to be shown, and after a quarter of the
//	                                                   time that the oldest has waited: a minute to an hour
//
// A reminder is the one card that is not for the place but for a person, and that may call them ([Pager]). It is delivered
// with the place it belongs to, holds nothing up there, is not shown any more once what it reminds of is settled, and never
// changes.
package bots
