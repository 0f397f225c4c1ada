package storage

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"

	"github.com/gofrs/flock"
	_ "modernc.org/sqlite" // the driver
)

const readers = 4

// sqlite is the embedded database: one connection writes, a few read, and one process owns the directory.
type sqlite struct {
	dir  string
	lock *flock.Flock
	w    *sql.DB
	r    *sql.DB
}

func openSQLite(dir string) (*sqlite, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, unwritable(dir, err)
	}
	lock := flock.New(filepath.Join(dir, "lock"))
	got, err := lock.TryLock()
	if err != nil {
		return nil, unwritable(dir, err)
	}
	if !got {
		return nil, refuse(nil, "AISTEAM_DATA %s: another process is using it: stop that one, name another folder, or set DATABASE_URL, which several processes may share", dir)
	}
	if err := private(filepath.Join(dir, "aisteam.db")); err != nil {
		return nil, errors.Join(unwritable(dir, err), lock.Unlock())
	}
	path := (&url.URL{Scheme: "file", Opaque: url.PathEscape(filepath.Join(dir, "aisteam.db"))}).String()
	const common = "?_pragma=busy_timeout(5000)&_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)&_pragma=foreign_keys(1)"
	s := &sqlite{dir: dir, lock: lock}
	s.w, err = sql.Open("sqlite", path+common+"&_txlock=immediate")
	if err == nil {
		s.w.SetMaxOpenConns(1)
		s.r, err = sql.Open("sqlite", path+common+"&_pragma=query_only(1)")
	}
	if err != nil {
		s.close()
		return nil, fmt.Errorf("open %s: %w", path, err)
	}
	s.r.SetMaxOpenConns(readers)
	s.r.SetMaxIdleConns(readers)
	return s, nil
}

// unwritable says that the folder is not one to work in.
func unwritable(dir string, err error) error {
	return refuse(err, "AISTEAM_DATA %s cannot be written to (%v): name a folder on a disk with room, and give it to the user that the service runs as", dir, err)
}

// private makes the database's file before the driver does, which would let others read it where the umask does. The files
// that go along with it get its mode.
func private(path string) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err == nil {
		err = f.Close()
	}
	if err != nil {
		return fmt.Errorf("make %s: %w", path, err)
	}
	return nil
}

func (s *sqlite) close() {
	for _, db := range []*sql.DB{s.r, s.w} {
		if db != nil {
			_ = db.Close() // everything committed is on disk already
		}
	}
	_ = s.lock.Unlock() // the process's end does the same
}

func (s *sqlite) begin(ctx context.Context, m mode) (session, error) {
	db := s.w
	if m.read {
		db = s.r
	}
	t, err := db.BeginTx(ctx, nil)
	if err != nil {
		return nil, fmt.Errorf("begin transaction: %w", err)
	}
	return &liteSession{t: t}, nil
}

// again: there is one writer, so nothing is lost to a race.
func (s *sqlite) again(error, mode) bool { return false }

type liteSession struct{ t *sql.Tx }

func (s *liteSession) send(ctx context.Context, stmts []*stmt, end bool) error {
	for _, st := range stmts {
		if err := s.run(ctx, st); err != nil {
			return err
		}
	}
	if !end {
		return nil
	}
	if err := s.t.Commit(); err != nil {
		return fmt.Errorf("commit: %w", err)
	}
	return nil
}

func (s *liteSession) run(ctx context.Context, st *stmt) error {
	if st.row == nil {
		res, err := s.t.ExecContext(ctx, st.sql, st.args...)
		if err != nil {
			return fmt.Errorf("run statement: %w", err)
		}
		if st.rows, err = res.RowsAffected(); err != nil {
			return fmt.Errorf("count rows: %w", err)
		}
		return nil
	}
	rows, err := s.t.QueryContext(ctx, st.sql, st.args...)
	if err != nil {
		return fmt.Errorf("run query: %w", err)
	}
	scan := func(dests ...any) error { return rows.Scan(into(dests)...) }
	for rows.Next() {
		st.rows++
		if err := st.row(scan); err != nil {
			return errors.Join(fmt.Errorf("read row: %w", err), rows.Close())
		}
	}
	if err := errors.Join(rows.Err(), rows.Close()); err != nil {
		return fmt.Errorf("read rows: %w", err)
	}
	return nil
}

func (s *liteSession) close(context.Context) {
	_ = s.t.Rollback() // after a commit it does nothing
}
