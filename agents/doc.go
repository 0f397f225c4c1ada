// Package agents knows the fourteen agents, decides by explicit rules who answers and whether a request needs a plan,
// reads short replies such as "go ahead" or "undo that", and runs the loop between a model and the query tools of an
// agent that answers directly.
//
// What the code cannot decide it says plainly ([ClassUnsure]); only then is a model asked.
//
//	text ──ReadReply──▶ yes, no, stop, undo, retry, default │ words
//	words ──Classify──▶ simple ──Route, Answer──▶ an agent's answer
//	           ├──────▶ planning
//	           └──────▶ unsure ──ClassifyWithModel──▶ simple, tool or planning
package agents
