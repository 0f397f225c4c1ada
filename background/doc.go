// Package background says what holds for background tasks, whoever asks for them: how a wish becomes a task, when a task is due
// next, how both read. It keeps nothing; storage has the rows, and the orchestrator's timers let tasks begin.
package background
