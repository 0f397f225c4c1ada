package storage

import (
	"context"
	"net"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgproto3"
	"github.com/jackc/pgx/v5/pgxpool"
)

// welcomed is a pool whose server lets everybody in, and knows nothing else.
func welcomed(t *testing.T) *pgxpool.Pool {
	t.Helper()
	cfg, err := pgxpool.ParseConfig("postgres://somebody@nowhere/aisteam?sslmode=disable")
	if err != nil {
		t.Fatal(err)
	}
	cfg.ConnConfig.LookupFunc = func(_ context.Context, host string) ([]string, error) { return []string{host}, nil }
	cfg.ConnConfig.DialFunc = func(context.Context, string, string) (net.Conn, error) {
		ours, theirs := net.Pipe()
		go welcome(theirs)
		return ours, nil
	}
	pool, err := pgxpool.NewWithConfig(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	return pool
}

func welcome(c net.Conn) {
	b := pgproto3.NewBackend(c, c)
	if _, err := b.ReceiveStartupMessage(); err != nil {
		return
	}
	b.Send(&pgproto3.AuthenticationOk{})
	for {
		b.Send(&pgproto3.ReadyForQuery{TxStatus: 'I'})
		if b.Flush() != nil {
			return
		}
		if _, err := b.Receive(); err != nil {
			return
		}
		b.Send(&pgproto3.EmptyQueryResponse{})
	}
}

// TestConnectionsToAnOldPrimaryAreLeftOnceASecond: where nothing takes writes, every write says so, and each would open connections anew.
func TestConnectionsToAnOldPrimaryAreLeftOnceASecond(t *testing.T) {
	p := &postgres{app: welcomed(t), engine: welcomed(t)}
	opened := func() [2]int64 {
		for _, pool := range []*pgxpool.Pool{p.app, p.engine} {
			c, err := pool.Acquire(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			c.Release()
		}
		return [2]int64{p.app.Stat().NewConnsCount(), p.engine.Stat().NewConnsCount()}
	}
	opened()
	p.leave(&pgconn.PgError{Code: takesNoWrites})
	if got := opened(); got != [2]int64{2, 2} {
		t.Errorf("after they were left: %v", got)
	}
	just := time.Now().Add(time.Hour).UnixNano() // so that no machine is so slow that the second is over
	p.left.at.Store(just)
	p.leave(&pgconn.PgError{Code: takesNoWrites})
	if got := opened(); got != [2]int64{2, 2} || p.left.at.Load() != just {
		t.Errorf("left again within the second: %v", got)
	}
}
