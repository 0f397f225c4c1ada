// Package hooks is how what happens outside starts background tasks. A sender posts an event to the address of a hook, of which
// the token is a part; what becomes of it is decided before anybody answers, and before any model is asked:
//
//	size ─ token ─ rate ─ signature ─ kind ─ filter ─ key ─▶ stored, and due when its window ends
//	  │      │      │        │         │       │       │
//	 413    404    429      401     400      200     200      answered, and noted where there is a hook
//
// What is accepted is stored before the sender hears of it, with others of its kind in the same window, and starts the task once.
// A payload is data wherever a model reads it, and no words of it decide anything.
package hooks
