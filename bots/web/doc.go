// Package web is the surface for browsers and programs: the HTTP API of the contract and the panel of seed 000 §10.
//
// Both are readers of the conversation's log and callers of [bots.Inbox]; neither runs anything itself. Whatever a person
// does goes through the inbox, and whatever they see is a fold over the log, so that a page that is reloaded, a stream
// that is resumed and a program that polls all show the same.
//
// # Streams
//
// A stream sends what the log has gained since a position, then waits: for news, which is quick and may be lost, or for
// the next second, which is sure. The position is the message's seq, sent as the event's id, so that a client that comes
// back with Last-Event-ID misses nothing and sees nothing twice.
//
//	connect(after) ──▶ read the log after it ──▶ send, after = seq of the last ──▶ wait for news or a second ─┐
//	                          ▲───────────────────────────────────────────────────────────────────────────────┘
//
// # Who may come in
//
// One token opens the surface: as a bearer token, or as a session cookie that is an HMAC under the token, given for the
// token at the login. Requests that a browser sends for another site are refused whenever they could change something.
package web
