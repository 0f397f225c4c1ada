// Package loop is the one loop of an agent at work: it asks a model for a step, makes the step's calls that change nothing, and gives back
// what has to be decided or done elsewhere. It knows neither storage nor surfaces; whoever carries the work, a turn under its
// conversation's claim or a task under its own, is its [Host].
//
//	ask ──words──▶ Words
//	 ▲ └──calls──▶ kept ──▶ queries, all at once ──┬── nothing else ──▶ results kept, hear ──▶ ask
//	 │                                             ├── ask_user, propose_plan, hand_over ──▶ Steers
//	 │                                             └── changes ──▶ Proposes
//	 └────────────── results of every call, days later too ◀── the host ◀──┘
//
// Whatever a step led to is kept before anything follows from it. A session that is opened again goes on from what is kept, and repeats
// nothing: model calls and queries are known by the session and the step.
package loop
