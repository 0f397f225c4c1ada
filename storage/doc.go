// Package storage is the ledger: Postgres, or SQLite for the embedded default, behind the same verbs. They stand in groups by
// what they are about, the fields of [DB]; one of them is one transaction and one verb of the flow.
//
// # One log, and its projections
//
// A [assistant.Message] is appended once. In the transaction that appends it, its body is projected into the state tables
// (plans, runs, tasks, approvals, questions, timers), so that the log and the state cannot disagree. A message whose key
// is known in its conversation is skipped together with its projection: every append may be repeated.
//
// # Claims
//
//	conversation, task, place:
//
//	   idle ──mail, released, behind──▶ ready ──Claim (random token, lease)──▶ held ──Release──▶ idle or ready
//	                                      ▲                                     │ Renew: the lease is longer
//	                                      └───────────── Sweep ◀── lease over ──┘
//
// Every write of a holder stands behind its claim: token and lease are checked, under the row's lock, in front of it, and
// [assistant.ErrFenced] is the answer when they no longer hold. On Postgres only the database's clock decides.
//
// # Order
//
// Whoever appends locks the conversation's row first, so that seq order is commit order; then runs, then tasks, then
// places. A holder's mail is read in a statement of its own after the claiming one, because a statement sees the rows of
// the moment it began. Releasing never looks for more work in a subquery, for the same reason: what arrives during the
// hold has marked the row itself.
//
// # Tenants
//
// Every statement names its tenant. On Postgres row level security is the belt to these braces: the pool of tenants' work
// runs as aisteam_app, which sees the rows of one tenant, named per transaction; the small pool of the sweeper runs as
// aisteam_engine, which sees every tenant but only the columns that waking needs.
package storage
