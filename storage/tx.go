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
	// begin opens a transaction. Nothing need have been sent when it returns.
	begin(ctx context.Context, m mode) (session, error)
	// again tells whether a transaction that failed so deserves another try from its start.
	again(err error, m mode) bool
	// never says why what was to be written can never be, however often it is tried; "" where it may be.
	never(err error) string
}

// session is one transaction of a backend: the narrow seam between the verbs and the two drivers.
type session interface {
	// send runs statements in order; on Postgres in one round trip. With end it commits after them.
	send(ctx context.Context, stmts []*stmt, end bool) error
	// close gives the connection back, and rolls back unless send ended the transaction.
	close(ctx context.Context)
}

// mode says how a transaction runs.
type mode struct {
	tenant assistant.TenantID
	engine bool // across tenants
	read   bool // nothing is written
	lazy   bool // a crash of the database may forget it: claims, renewals, releases
	retry  bool // somebody else's insert of the same thing is no failure: look again
}

// stmt is a statement on its way.
type stmt struct {
	written string // as the verb says it
	sql     string // as the database understands it
	args    []any
	row     func(scan func(...any) error) error // nil: it returns no rows
	rows    int64                               // returned or changed
	must    error                               // fails the transaction when no row was returned or changed
}

// tx collects the statements of a transaction and sends them in as few round trips as their results allow.
type tx struct {
	s       session
	d       *dialect
	now     time.Time // of the embedded database
	ids     *assistant.IDs
	seals   *sealer
	mode    mode
	trips   func(Trip) // nil: nobody counts
	pending []*stmt
	checked bool // one of the pending has a must
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
	s := t.one(dests, sql, args...)
	s.must = err
	t.checked = true
}

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
	if t.checked && !t.mode.read { // what was only read needs no taking back
		if err := t.flush(ctx); err != nil {
			return err
		}
	}
	return t.send(ctx, true)
}

const attempts = 4

// in runs f in one transaction. f may run again from its start, so it must set what it returns anew each time.
func (d *ledger) in(ctx context.Context, m mode, f func(*tx) error) error {
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
	t := &tx{s: s, d: d.dialect, now: d.now(), ids: d.ids, seals: d.seals, mode: m, trips: d.trips}
	if err := f(t); err != nil {
		return err
	}
	return t.commit(ctx)
}

// named says what was tried, and leaves alone the errors that callers branch on but for the words in front.
func named(err error, format string, args ...any) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf(format+": %w", append(args, err)...)
}

// valid refuses ids from outside that cannot be ids at all; there is no such thing, on either database.
func valid[ID ~string](ids ...ID) error {
	for _, id := range ids {
		if !assistant.ValidID(string(id)) {
			return assistant.ErrNotFound
		}
	}
	return nil
}

// optional is valid for ids that may be empty.
func optional[ID ~string](ids ...ID) error {
	for _, id := range ids {
		if id != "" && !assistant.ValidID(string(id)) {
			return assistant.ErrNotFound
		}
	}
	return nil
}
