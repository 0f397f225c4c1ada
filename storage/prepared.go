package storage

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
)

// preparedMost bounds what a connection keeps prepared. There are fewer statements than that; lists of different lengths
// make the rest.
const preparedMost = 400

// litePool gives out connections to the embedded database, each to one transaction at a time. They are opened when they
// are first needed and keep what they have prepared: parsing costs SQLite more than most statements do.
type litePool struct {
	db   *sql.DB
	idle chan *liteConn
}

func newLitePool(db *sql.DB, conns int) *litePool {
	p := &litePool{db: db, idle: make(chan *liteConn, conns)}
	for range conns {
		p.idle <- &liteConn{}
	}
	return p
}

func (p *litePool) take(ctx context.Context) (*liteConn, error) {
	var c *liteConn
	select {
	case c = <-p.idle:
	case <-ctx.Done():
		return nil, fmt.Errorf("wait for a connection: %w", context.Cause(ctx))
	}
	if c.conn != nil {
		return c, nil
	}
	var err error
	if c.conn, err = p.db.Conn(ctx); err != nil {
		c.conn = nil
		p.idle <- c
		return nil, fmt.Errorf("connect: %w", err)
	}
	c.prepared, c.lazily = map[string]*sql.Stmt{}, false
	return c, nil
}

// put returns a connection to the pool. A broken one is dropped, and opened anew when it is next needed.
func (p *litePool) put(c *liteConn, err error) {
	if errors.Is(err, driver.ErrBadConn) || errors.Is(err, sql.ErrConnDone) {
		c.close()
	}
	p.idle <- c
}

// close waits for the transactions that are under way.
func (p *litePool) close() {
	for range cap(p.idle) {
		(<-p.idle).close()
	}
	p.db.Close() // everything committed is on disk already
	for range cap(p.idle) {
		p.idle <- &liteConn{} // which finds the database closed
	}
}

// liteConn is a connection with what it has prepared, by text.
type liteConn struct {
	conn     *sql.Conn
	prepared map[string]*sql.Stmt
	lazily   bool // its commits do not wait for the disk
}

// flushes says whether the next commit waits for the disk. One that does brings what was committed before it along.
func (c *liteConn) flushes(ctx context.Context, to bool) error {
	if c.lazily == !to {
		return nil
	}
	how := "pragma synchronous = normal"
	if to {
		how = "pragma synchronous = full"
	}
	if _, err := c.conn.ExecContext(ctx, how); err != nil { // a pragma acts when it is prepared: it cannot be kept
		return fmt.Errorf("set how commits are flushed: %w", err)
	}
	c.lazily = !to
	return nil
}

func (c *liteConn) close() {
	if c.conn == nil {
		return
	}
	c.forget()
	_ = c.conn.Close() // what was committed is on disk already
	c.conn = nil
}

func (c *liteConn) forget() {
	for text, s := range c.prepared {
		_ = s.Close() // it goes with its connection anyway
		delete(c.prepared, text)
	}
}

func (c *liteConn) prepare(ctx context.Context, text string) (*sql.Stmt, error) {
	if s, ok := c.prepared[text]; ok {
		return s, nil
	}
	if len(c.prepared) >= preparedMost {
		c.forget()
	}
	s, err := c.conn.PrepareContext(ctx, text)
	if err != nil {
		return nil, fmt.Errorf("prepare statement: %w", err)
	}
	c.prepared[text] = s
	return s, nil
}

func (c *liteConn) exec(ctx context.Context, text string, args ...any) (sql.Result, error) {
	s, err := c.prepare(ctx, text)
	if err != nil {
		return nil, err
	}
	res, err := s.ExecContext(ctx, args...)
	if err != nil {
		return nil, fmt.Errorf("run statement: %w", err)
	}
	return res, nil
}

// run does a statement and reads what comes of it.
func (c *liteConn) run(ctx context.Context, st *stmt) error {
	if st.row == nil {
		res, err := c.exec(ctx, st.sql, st.args...)
		if err != nil {
			return err
		}
		if st.rows, err = res.RowsAffected(); err != nil {
			return fmt.Errorf("count rows: %w", err)
		}
		return nil
	}
	s, err := c.prepare(ctx, st.sql)
	if err != nil {
		return err
	}
	rows, err := s.QueryContext(ctx, st.args...)
	if err != nil {
		return fmt.Errorf("run query: %w", err)
	}
	var to dests
	scan := func(all ...any) error { return rows.Scan(to.into(all)...) }
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
