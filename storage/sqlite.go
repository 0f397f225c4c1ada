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

	writers, readers *litePool // their connections
}

const common = "?_pragma=busy_timeout(5000)&_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)&_pragma=foreign_keys(1)"

func liteAddress(dir string) string {
	return (&url.URL{Scheme: "file", Opaque: url.PathEscape(filepath.Join(dir, "aisteam.db"))}).String()
}

// lookAtSQLite opens the database to be read alone, also while another process has it in hand.
func lookAtSQLite(dir string) (*sqlite, error) {
	if _, err := os.Stat(filepath.Join(dir, "aisteam.db")); err != nil {
		return nil, refuse(err, "AISTEAM_DATA %s has no database to look at (%v): name the folder that the service keeps its data in", dir, err)
	}
	r, err := sql.Open("sqlite", liteAddress(dir)+common+"&_pragma=query_only(1)")
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", dir, err)
	}
	r.SetMaxOpenConns(readers)
	return &sqlite{dir: dir, r: r, readers: newLitePool(r, readers)}, nil
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
	path := liteAddress(dir)
	// The write-ahead log makes kill -9 cost nothing that was committed, in whatever way it is synchronised. With FULL each
	// commit is on the disk before it is answered, so a power cut costs nothing either; transactions that may be forgotten
	// go without (liteConn.flushes), and the database is whole all the same.
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
	s.writers, s.readers = newLitePool(s.w, 1), newLitePool(s.r, readers)
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
	for _, p := range []*litePool{s.readers, s.writers} {
		if p != nil {
			p.close()
		}
	}
	for _, db := range []*sql.DB{s.r, s.w} {
		if db != nil {
			_ = db.Close() // everything committed is on disk already
		}
	}
	if s.lock != nil {
		_ = s.lock.Unlock() // the process's end does the same
	}
}

// again: there is one writer, so nothing is lost to a race.
func (s *sqlite) again(error, mode) bool { return false }

func (s *sqlite) begin(ctx context.Context, m mode) (session, error) {
	from, how := s.writers, "begin immediate"
	if from == nil && !m.read {
		return nil, errReadOnly
	}
	if m.read {
		from, how = s.readers, "begin"
	}
	c, err := from.take(ctx)
	if err != nil {
		return nil, err
	}
	// Neither statement is cancelled: the driver may report a cancellation although the statement was executed, and the next user
	// of the connection would find an open transaction.
	whole := context.WithoutCancel(ctx)
	if !m.read {
		err = c.flushes(whole, !m.lazy)
	}
	if err == nil {
		_, err = c.exec(whole, how)
	}
	if err != nil {
		from.put(c, err)
		return nil, fmt.Errorf("begin transaction: %w", err)
	}
	return &liteSession{c: c, from: from}, nil
}

// liteSession is a transaction on a connection that is its own until it is closed.
type liteSession struct {
	c     *liteConn
	from  *litePool
	ended bool
	err   error // the last
}

func (s *liteSession) send(ctx context.Context, stmts []*stmt, end bool) error {
	for _, st := range stmts {
		if s.err = s.c.run(ctx, st); s.err != nil {
			return s.err
		}
	}
	if !end {
		return nil
	}
	if err := context.Cause(ctx); err != nil {
		return fmt.Errorf("commit: %w", err)
	}
	// Once it has begun it is not interrupted: a commit that fails has not happened.
	if _, s.err = s.c.exec(context.WithoutCancel(ctx), "commit"); s.err != nil {
		return fmt.Errorf("commit: %w", s.err)
	}
	s.ended = true
	return nil
}

func (s *liteSession) close(ctx context.Context) {
	if !s.ended {
		// SQLite may already have rolled back, and says so. After any other error the connection is not handed out again.
		if _, err := s.c.exec(context.WithoutCancel(ctx), "rollback"); err != nil {
			s.c.close()
		}
	}
	s.from.put(s.c, s.err)
}
