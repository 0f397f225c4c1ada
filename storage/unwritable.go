package storage

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	lite "modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"github.com/aisteam/aisteam/assistant"
)

// Pressure is why a database that is there does not do its work, in words for operators.
type Pressure string

// The pressures.
const (
	PressureFull     Pressure = "the database's disk is full"
	PressureReadOnly Pressure = "the database is read-only"
	PressureFailing  Pressure = "the database's disk fails"
	PressureCrowded  Pressure = "every connection to the database is in use"
	PressureAway     Pressure = "the database does not answer"
)

// PressureOf returns what an error of [Health.Ready] says about the database.
func PressureOf(err error) Pressure {
	if p, ok := errors.AsType[*pressedError](err); ok {
		return p.why
	}
	if crowded(err) || errors.Is(err, errPoolEmpty) {
		return PressureCrowded
	}
	return PressureAway
}

// Ready tells whether the database answers, and takes writes: where one has failed for want of room, one is tried.
func (d Health) Ready(ctx context.Context) error {
	var one int64
	err := d.in(ctx, mode{engine: true, read: true}, func(t *tx) error {
		t.one([]any{&one}, `select 1`)
		return nil
	})
	if err == nil && d.lite != nil {
		err = d.lite.room()
	}
	if err == nil && d.trouble.Load() != nil {
		err = d.tryWriting(ctx)
	}
	return named(err, "reach database")
}

// Unwritable is why the last write failed, if it was for want of room or right; "" while writes succeed.
func (d Health) Unwritable() Pressure {
	if p := d.trouble.Load(); p != nil {
		return *p
	}
	return ""
}

// pressedError is [assistant.ErrUnwritable] with the reason.
type pressedError struct {
	why Pressure
	err error
}

// Error implements error.
func (p *pressedError) Error() string { return fmt.Sprintf("%s: %v", p.why, p.err) }

// Unwrap gives the database's own error, and the one that callers branch on.
func (p *pressedError) Unwrap() []error { return []error{assistant.ErrUnwritable, p.err} }

// pressed turns an error that says that no write can succeed into [assistant.ErrUnwritable], and remembers it until [Health.Ready]
// has made a write that succeeds. Any other success proves nothing: most transactions write nothing, or so little that it fits.
func (d *ledger) pressed(err error) error {
	if err == nil {
		return nil
	}
	why := pressure(err)
	if why == "" {
		return err
	}
	d.trouble.Store(&why)
	if now := d.now().UnixNano(); now-d.troubleTold.Load() > int64(time.Minute) {
		d.troubleTold.Store(now)
		d.log.Warn("the database takes no writes", slog.String("why", string(why)), slog.Any("err", err))
	}
	return &pressedError{why: why, err: err}
}

func pressure(err error) Pressure {
	if pe, ok := errors.AsType[*pgconn.PgError](err); ok {
		switch pe.Code {
		case "53100":
			return PressureFull
		case takesNoWrites:
			return PressureReadOnly
		case "58030":
			return PressureFailing
		}
		return ""
	}
	le, ok := errors.AsType[*lite.Error](err)
	if !ok {
		return ""
	}
	switch le.Code() & 0xff {
	case sqlite3.SQLITE_FULL:
		return PressureFull
	case sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM:
		return PressureReadOnly
	case sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN:
		return PressureFailing
	}
	return ""
}

// leastRoom is what a disk must have left for the embedded database: a small write may still fit into its log where the next
// message does not.
const leastRoom = 1 << 20

func (s *sqlite) room() error {
	if free, size := Disk(s.dir); size > 0 && free < leastRoom {
		return &pressedError{why: PressureFull, err: fmt.Errorf("%d bytes are left", free)}
	}
	return nil
}

// tryWriting makes a write that changes nothing.
func (d Health) tryWriting(ctx context.Context) error {
	err := d.in(ctx, mode{engine: true}, func(t *tx) error {
		var first assistant.TenantID
		found := t.one([]any{&first}, `select tenant_id from tenants order by created_at, tenant_id limit 1`)
		if err := t.flush(ctx); err != nil || found.rows == 0 {
			return err
		}
		t.become(first)
		t.exec(`update tenants set name = name where tenant_id = $1`, first)
		return nil
	})
	if err == nil && d.trouble.Swap(nil) != nil {
		d.log.InfoContext(ctx, "the database takes writes again")
	}
	return err
}

// Connections are those of one pool.
type Connections struct {
	Pool              string // tenants, engine, writer or readers
	InUse, Idle, Most int
	Waited            int64 // times that somebody waited for one, since the start
}

// Connections tells how the connections are used.
func (d Health) Connections() []Connections {
	if d.pg != nil {
		return []Connections{ofPool("tenants", d.pg.app.Stat()), ofPool("engine", d.pg.engine.Stat())}
	}
	return slices.Concat(ofLite("writer", d.lite.w), ofLite("readers", d.lite.r))
}

func ofPool(name string, s *pgxpool.Stat) Connections {
	return Connections{Pool: name, InUse: int(s.AcquiredConns()), Idle: int(s.IdleConns()), Most: int(s.MaxConns()), Waited: s.EmptyAcquireCount()}
}

func ofLite(name string, db *sql.DB) []Connections {
	s := db.Stats()
	return []Connections{{Pool: name, InUse: s.InUse, Idle: s.Idle, Most: s.MaxOpenConnections, Waited: s.WaitCount}}
}
