package storage

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// backend is one of the two databases.
type backend interface {
	// begin opens a transaction. It may put off talking to the database until the first send.
	begin(ctx context.Context, m mode) (session, error)
	// again reports whether a transaction that failed with err is worth retrying from its start.
	again(err error, m mode) bool
	// never returns why err is permanent, such as text that the database cannot store, or "" if a retry may succeed.
	never(err error) string
}

// session is one open transaction of a backend. It is all that the verbs know of the two drivers.
type session interface {
	// send runs the statements in order, on Postgres in one round trip, and then commits if end is set.
	send(ctx context.Context, stmts []*stmt, end bool) error
	// close rolls back what send has not committed, and returns the connection.
	close(ctx context.Context)
}

// mode is what a transaction may do and what it guarantees.
type mode struct {
	tenant assistant.TenantID
	person assistant.PersonID // whose private rows it may work on, as packs have them
	engine bool               // it runs across tenants, as the role that may
	read   bool               // it writes nothing
	lazy   bool               // losing it in a crash of the database is harmless, as of claims, renewals and releases
	given  error              // what is wrong with the arguments; if set, nothing is begun
	retry  bool               // a unique violation means that a concurrent transaction inserted the same row: run it again
}

// stmt is a queued statement and, once sent, what came of it.
type stmt struct {
	written string // the text of the verb, with the dialect's tokens
	sql     string // the same in the database's own SQL
	args    []any
	row     func(scan func(...any) error) error // called for each row; nil for a statement without rows
	rows    int64                               // how many it returned or changed
	must    error                               // fails the transaction if rows is 0
}

// tx collects the statements of a transaction and sends them in as few round trips as their results allow.
type tx struct {
	s       session
	d       *dialect
	now     time.Time // of the embedded database
	ids     *assistant.IDs
	seals   *sealer
	starts  *starts
	mode    mode
	trips   func(Trip) // called for each trip; may be nil
	pending []*stmt
	checked bool // one of the pending has a must, and what it finds decides whether the rest may be committed
	begun   bool // something was sent
	writes  bool // something was sent that changes rows
}

func (t *tx) queue(s *stmt) *stmt {
	text := t.d.text(s.sql, len(s.args))
	s.written, s.sql = s.sql, text.text
	for i, a := range s.args {
		s.args[i] = t.d.bind(a)
	}
	if text.now {
		s.args = append(slices.Clip(s.args), t.now.UnixMicro())
	}
	t.pending = append(t.pending, s)
	t.checked = t.checked || s.must != nil
	return s
}

// exec queues a statement without rows.
func (t *tx) exec(sql string, args ...any) *stmt {
	return t.queue(&stmt{sql: sql, args: args})
}

// must queues a statement that fails the transaction with err when it changes nothing.
func (t *tx) must(err error, sql string, args ...any) {
	t.queue(&stmt{sql: sql, args: args, must: err})
}

// each queues a query.
func (t *tx) each(row func(scan func(...any) error) error, sql string, args ...any) *stmt {
	return t.queue(&stmt{sql: sql, args: args, row: row})
}

// one queues a query of at most one row. The returned statement's rows tell whether there was one.
func (t *tx) one(dests []any, sql string, args ...any) *stmt {
	return t.each(func(scan func(...any) error) error { return scan(dests...) }, sql, args...)
}

// need queues a query that fails the transaction with err when it finds nothing.
func (t *tx) need(err error, dests []any, sql string, args ...any) {
	t.needed(err, t.one(dests, sql, args...))
}

// needed fails the transaction with err when a statement that is queued finds or changes nothing.
func (t *tx) needed(err error, s *stmt) {
	if s != nil {
		s.must, t.checked = err, true
	}
}

// guarded says of what is queued so far that it writes nothing where something is not found that must be: each write looks for that
// itself. So the commit goes along, a round trip less; the transaction fails all the same.
func (t *tx) guarded() { t.checked = false }

// flush sends what is pending and keeps the transaction open.
func (t *tx) flush(ctx context.Context) error {
	if len(t.pending) == 0 {
		return nil
	}
	return t.send(ctx, false)
}

func (t *tx) send(ctx context.Context, end bool) error {
	stmts := t.pending
	t.pending, t.checked = nil, false
	t.told(stmts, end)
	if err := t.s.send(ctx, stmts, end); err != nil {
		return err
	}
	for _, s := range stmts {
		if s.must != nil && s.rows == 0 {
			return s.must
		}
	}
	return nil
}

func (t *tx) commit(ctx context.Context) error {
	if t.checked && !t.mode.read { // a transaction that only reads has nothing to roll back
		if err := t.flush(ctx); err != nil {
			return err
		}
	}
	return t.send(ctx, true)
}

const attempts = 4

// in runs f in one transaction and commits it. f is run again from its start after a conflict, so it must reset whatever it
// collects for its caller.
func (d *ledger) in(ctx context.Context, m mode, f func(*tx) error) error {
	if m.given != nil {
		return m.given
	}
	if !m.engine && !assistant.ValidID(string(m.tenant)) {
		return assistant.ErrNotFound
	}
	var err error
	for range attempts {
		if err = d.try(ctx, m, f); err == nil || !d.back.again(err, m) {
			break
		}
	}
	return d.unstorable(d.pressed(err))
}

func (d *ledger) try(ctx context.Context, m mode, f func(*tx) error) error {
	s, err := d.back.begin(ctx, m)
	if err != nil {
		return fmt.Errorf("begin: %w", err)
	}
	defer s.close(ctx)
	t := &tx{s: s, d: d.dialect, now: d.now(), ids: d.ids, seals: d.seals, starts: &d.starts, mode: m, trips: d.trips}
	if err := f(t); err != nil {
		return err
	}
	return t.commit(ctx)
}

// named wraps err with what was being done, so that callers still find the errors they branch on.
func named(err error, format string, args ...any) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf(format+": %w", append(args, err)...)
}

// valid returns ErrNotFound for ids from outside that are not ids at all: Postgres would refuse them with a syntax error, and
// SQLite would look for them.
func valid[ID ~string](ids ...ID) error {
	for _, id := range ids {
		if !assistant.ValidID(string(id)) {
			return assistant.ErrNotFound
		}
	}
	return nil
}

// optional is like valid, and accepts empty ids.
func optional[ID ~string](ids ...ID) error {
	for _, id := range ids {
		if id != "" && !assistant.ValidID(string(id)) {
			return assistant.ErrNotFound
		}
	}
	return nil
}
