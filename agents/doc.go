// Package agents knows the agents of a team and routes what is said to one of them, reads short replies such as "go ahead" or "undo
// that" by rules, and says what an agent at work begins with. What becomes of words that are a request of their own, the agent's first
// step decides (package loop).
//
//	text ──ReadReply──▶ yes, no, stop, undo, retry, default │ words
//	words ──Route──▶ an agent ──BeginWork──▶ its first step: an answer, calls of tools, a question, a plan
//	words where something stands open ──Judge, by a model──▶ what they are to it │ a request of their own
package agents
