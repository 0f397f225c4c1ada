package storage

import "strings"

// Trip is one round trip to the database, with what it costs: statements are parsed, planned and run, a transaction holds a
// connection from its first trip to its last, and a flush waits for the disk.
type Trip struct {
	Statements []string // as they are written, in order
	Settings   int      // leading statements that set the role and the tenant
	Begins     bool     // the first of its transaction
	Ends       bool     // the last of its transaction, which is committed
	Flushes    bool     // the commit is waited for until it is on the disk
}

// told reports a trip to the counter, if there is one.
func (t *tx) told(stmts []*stmt, end bool) {
	begins, writes := !t.begun, t.wrote(stmts)
	t.begun = true
	if t.trips == nil || len(stmts) == 0 && (begins || !end) {
		return
	}
	trip := Trip{Begins: begins, Ends: end, Flushes: end && writes && t.d.flushes(t.mode.lazy)}
	for _, s := range stmts {
		trip.Statements = append(trip.Statements, s.written)
	}
	if begins {
		trip.Settings = t.d.settings()
	}
	t.trips(trip)
}

// wrote reports whether the transaction has something to commit.
func (t *tx) wrote(stmts []*stmt) bool {
	for _, s := range stmts {
		t.writes = t.writes || changes(s.written)
	}
	return t.writes
}

// changes reports whether a statement changes rows.
func changes(sql string) bool {
	sql = strings.TrimSpace(sql)
	return !strings.HasPrefix(sql, "select")
}
