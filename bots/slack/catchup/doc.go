// Package catchup reads back what was said while nobody listened: after the start, after a gap between sockets, and once a
// storage that was away is there again, in each workspace for itself. It is noted until when everything has been heard.
//
//	Catchup.Hear ──▶ CatchUp ──per workspace──▶ places that are known ──▶ what was changed or taken back there
//	                                          ──▶ channels where the bot may have been mentioned first
//
// Until a workspace is read back, what comes live in a thread that is known, or anew in direct messages, waits for a moment
// until that place is ([Order]):
//
//	event ──nothing missed──▶ taken
//	      ──something missed──▶ first in its place: place read ──▶ what was missed taken ──▶ taken
//	                        └──▶ not the first: waits for the one before it ──▶ taken       1.2 s at most, then taken all the same
package catchup
