// Package executors is what an executor is: an agent that looks something up for a planner and reports it. It is told its task, what it
// needs to know for it and its tools, and nothing of the conversation; it may only read, and has a budget taken from its planner's.
//
//	task ──▶ ask a model ──calls──▶ queries, all at once ──▶ results ──▶ ask again …
//	             ├── report, with data ──▶ done
//	             ├── ask_advisor ──▶ the strong model's answer, as data ──▶ ask again
//	             ├── ask_planner ──▶ its task ends; another one goes on with the answer
//	             ├── words without data, once ──▶ told so ──▶ ask again; twice ──▶ failed
//	             └── the same calls with the same results, or nothing left of its budget ──▶ failed
//
// What it reports is data to its planner, whoever wrote what it read. Nothing here knows storage or a conversation: a host keeps what an
// executor was given and gave, and makes its calls.
package executors
