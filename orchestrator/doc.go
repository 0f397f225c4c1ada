// Package orchestrator moves work one way: what arrives is made durable by the [Inbox], a [Worker] claims the conversation
// and lets the [Supervisor] take its mail in order, the [TaskRunner] does released tasks on any replica, and the [Sweeper]
// finds whatever a hint was lost for. Nothing here waits in memory for a person: a question parks the conversation as rows.
//
//	Inbox ──Receive, Act──▶ log + mailbox ──hint──▶ Worker ──claim──▶ Supervisor ──Settle──▶ log
//	                            ▲                                        │ GroupStarted
//	                            │ TaskFinished                           ▼
//	                            └──────────── TaskRunner ◀──hint── ready tasks
//
// # A turn
//
// One turn handles one mail under the conversation's claim. Lines of thinking may be appended early; everything that
// changes state goes into the single transaction that also takes the mail out, so a turn that dies is a turn that never
// was. Messages are appended under keys made from the mail's own id, so a turn that is repeated repeats nothing.
//
//	claimed ──▶ situation read ──▶ supervised ──Settle──▶ next mail … ──▶ released
//	   │ lease lost, process died: the next holder starts the turn again
//	   └ failed too often: parked with a problem in the thread; the conversation goes on
package orchestrator
