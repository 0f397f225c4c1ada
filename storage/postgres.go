package storage

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

const (
	appRole    = "aisteam_app"
	engineRole = "aisteam_engine"

	connections = 16 // unless they are set; the address may say pool_max_conns for those of tenants' work
	engineShare = 4  // of how many one is the engine's
	rollbackIn  = 2 * time.Second
	crowdedFor  = 5 * time.Second // that a transaction waits for a server without a connection left, at least
	askAgain    = 50 * time.Millisecond
)

// planning keeps the plans of a young database from outliving its youth: every statement here has its index, but the
// planner, seeing a few rows, would read whole tables, and would go on doing so long after they have grown. Bitmaps are
// off because only a plain index scan marks what is dead in the index on its way: the ready ones are mostly dead entries.
// Compiling is off because where there is no index after all, as on the few rows of replicas, what was forbidden counts as
// immensely dear: each beat of a replica took the compiler 300 ms.
const planning = "set enable_seqscan = off; set enable_bitmapscan = off; set plan_cache_mode = force_generic_plan; set jit = off"

// postgres holds one pool per role, so that neither waits for the other's connections. What a connection may do is said in
// each transaction anew: a pooler in between gives it to others, and takes away what was said of it before.
type postgres struct {
	address  string
	app      *pgxpool.Pool
	engine   *pgxpool.Pool
	left     left
	readOnly bool
}

// errReadOnly: something was to be written to a database that was opened to be looked at.
var errReadOnly = errors.New("the database was opened to be read alone")

func openPostgres(ctx context.Context, url string, most int, readOnly bool) (*postgres, error) {
	all := int32(min(cmp.Or(most, connections), math.MaxInt16)) // it was bounded
	forEngine := max(1, all/engineShare)
	app, err := openPool(ctx, url, max(1, all-forEngine), sizedByAddress(url))
	if err != nil {
		return nil, err
	}
	engine, err := openPool(ctx, url, forEngine, false)
	if err != nil {
		app.Close()
		return nil, err
	}
	return &postgres{address: url, app: app, engine: engine, readOnly: readOnly}, nil
}

func openPool(ctx context.Context, url string, conns int32, sized bool) (*pgxpool.Pool, error) {
	cfg, err := pgxpool.ParseConfig(url)
	if err != nil {
		return nil, fmt.Errorf("read the database's address: %w", err)
	}
	if !sized {
		cfg.MaxConns = conns
	}
	cfg.AfterConnect = func(ctx context.Context, c *pgx.Conn) error {
		if _, err := c.Exec(ctx, planning); err != nil {
			return fmt.Errorf("set how to plan: %w", err)
		}
		return nil
	}
	pool, err := pgxpool.NewWithConfig(ctx, cfg)
	if err != nil {
		return nil, fmt.Errorf("open pool: %w", err)
	}
	return pool, nil
}

func (p *postgres) close() {
	p.app.Close()
	p.engine.Close()
}

func (p *postgres) begin(ctx context.Context, m mode) (session, error) {
	if p.readOnly && !m.read {
		return nil, errReadOnly
	}
	pool := p.app
	if m.engine {
		pool = p.engine
	}
	c, err := acquire(ctx, pool)
	if err != nil {
		return nil, fmt.Errorf("acquire connection: %w", err)
	}
	return &pgSession{c: c, m: m, of: p}, nil
}

var errPoolEmpty = errors.New("every connection of the pool is in use")

// acquire waits for a connection: in line where all of the pool's are in use, and by asking again where the server has fewer
// than the pool would open, since others give theirs back.
func acquire(ctx context.Context, pool *pgxpool.Pool) (*pgxpool.Conn, error) {
	for deadline := time.Now().Add(crowdedFor); ; {
		c, err := pool.Acquire(ctx)
		if err != nil && ctx.Err() != nil && pool.Stat().AcquiredConns() >= pool.Stat().MaxConns() {
			return nil, errors.Join(errPoolEmpty, err)
		}
		if err == nil || !crowded(err) || time.Now().After(deadline) {
			return c, err
		}
		select {
		case <-ctx.Done():
			return nil, errors.Join(err, ctx.Err())
		case <-time.After(askAgain):
		}
	}
}

// again: a deadlock's victim and, where the verb says so, the loser of a race to insert the same thing.
func (p *postgres) again(err error, m mode) bool {
	var pe *pgconn.PgError
	if !errors.As(err, &pe) {
		return false
	}
	switch pe.Code {
	case "40001", "40P01":
		return true
	case "23505":
		return m.retry
	default:
		return false
	}
}

// pgSession is a transaction of one or more round trips. When the first is also the last, the batch itself is the
// transaction, and neither begin nor commit travels.
type pgSession struct {
	of    *postgres
	c     *pgxpool.Conn
	m     mode
	begun bool
	ended bool
}

func (s *pgSession) send(ctx context.Context, stmts []*stmt, end bool) error {
	if end {
		s.ended = true
		if len(stmts) == 0 && !s.begun {
			return nil
		}
	}
	var b pgx.Batch
	first := !s.begun
	if first && !end {
		b.Queue("begin")
		s.begun = true
	}
	if first {
		s.settings(&b)
	}
	skip := b.Len()
	for _, st := range stmts {
		b.Queue(st.sql, st.args...)
	}
	if end && !first {
		b.Queue("commit")
	}
	return s.run(ctx, &b, skip, stmts, end && !first)
}

// settings ride in front of the first statements: as whom they run, for which tenant, and whether a commit is waited for.
func (s *pgSession) settings(b *pgx.Batch) {
	const (
		asEngine = "select set_config('role', '" + engineRole + "', true)"
		asApp    = "select set_config('role', '" + appRole + "', true), set_config('app.tenant_id', $1, true)"
		ofPerson = ", set_config('app.person_id', $2, true)"
		notNow   = ", set_config('synchronous_commit', 'off', true)"
	)
	switch {
	case s.m.engine && s.m.lazy:
		b.Queue(asEngine + notNow)
	case s.m.engine:
		b.Queue(asEngine)
	case s.m.lazy:
		b.Queue(asApp+notNow, string(s.m.tenant))
	case s.m.person != "":
		b.Queue(asApp+ofPerson, string(s.m.tenant), string(s.m.person))
	default:
		b.Queue(asApp, string(s.m.tenant))
	}
}

func (s *pgSession) run(ctx context.Context, b *pgx.Batch, skip int, stmts []*stmt, commits bool) (err error) {
	if b.Len() == 0 {
		return nil
	}
	res := s.c.SendBatch(ctx, b)
	defer func() {
		if e := res.Close(); err == nil && e != nil {
			err = e
		}
		if err != nil {
			s.ended = false
			s.of.leave(err)
		}
	}()
	for range skip {
		if _, err := res.Exec(); err != nil {
			return fmt.Errorf("start transaction: %w", err)
		}
	}
	for _, st := range stmts {
		if err := st.take(res); err != nil {
			return err
		}
	}
	if commits {
		tag, err := res.Exec()
		if err != nil {
			return fmt.Errorf("commit: %w", err)
		}
		if tag.String() != "COMMIT" {
			return errors.New("commit: rolled back")
		}
	}
	return nil
}

// take reads a statement's result.
func (s *stmt) take(res pgx.BatchResults) error {
	if s.row == nil {
		tag, err := res.Exec()
		if err != nil {
			return fmt.Errorf("run statement: %w", err)
		}
		s.rows = tag.RowsAffected()
		return nil
	}
	rows, err := res.Query()
	if err != nil {
		return fmt.Errorf("run query: %w", err)
	}
	defer rows.Close()
	var to dests
	scan := func(all ...any) error { return rows.Scan(to.into(all)...) }
	for rows.Next() {
		s.rows++
		if err := s.row(scan); err != nil {
			return fmt.Errorf("read row: %w", err)
		}
	}
	if err := rows.Err(); err != nil {
		return fmt.Errorf("read rows: %w", err)
	}
	return nil
}

func (s *pgSession) close(ctx context.Context) {
	if s.begun && !s.ended && !s.c.Conn().IsClosed() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), rollbackIn)
		defer cancel()
		// When this fails the pool throws the connection away, which rolls back too.
		_, _ = s.c.Exec(ctx, "rollback")
	}
	s.c.Release()
}
