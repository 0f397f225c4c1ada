// Package receive holds the doors through which Slack comes, and what is done behind each: [Doors] over HTTP and [Sockets] take
// the same three kinds of things and acknowledge them, [Events], [Clicks] and [Commands] sort them and hand them on.
//
//	HTTP ──verified──┐                ┌──▶ Events ──────▶ catchup.Order ──▶ ingest.Take
//	socket ──────────┴──unwrapped─────┼──▶ Clicks ──────▶ Inbox.Act, a form, the home's settings
//	                                  └──▶ Commands ────▶ a word to the person alone, or ingest
//
// What a room answers with "unavailable" is noted as missed here: Slack sends it again three times, and then it has to be read
// back.
package receive
