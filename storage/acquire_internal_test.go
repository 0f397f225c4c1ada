package storage

import (
	"context"
	"errors"
	"net"
	"testing"
	"testing/synctest"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// TestWhoGivesUpIsNotToldThatThePoolIsInUse, where connections of it are left.
func TestWhoGivesUpIsNotToldThatThePoolIsInUse(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := acquire(ctx, welcomed(t)); !errors.Is(err, context.Canceled) || errors.Is(err, errPoolEmpty) {
		t.Errorf("it says %v", err)
	}
}

// TestAServerThatStaysFullIsWaitedForSoLongAndNoLonger: whoever asks is told then that it has no connection left.
func TestAServerThatStaysFullIsWaitedForSoLongAndNoLonger(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		cfg, err := pgxpool.ParseConfig("postgres://somebody@nowhere/aisteam?sslmode=disable")
		if err != nil {
			t.Fatal(err)
		}
		asked := 0
		cfg.ConnConfig.LookupFunc = func(_ context.Context, host string) ([]string, error) { return []string{host}, nil }
		cfg.ConnConfig.DialFunc = func(context.Context, string, string) (net.Conn, error) {
			asked++
			return nil, &pgconn.PgError{Code: "53300"}
		}
		pool, err := pgxpool.NewWithConfig(t.Context(), cfg)
		if err != nil {
			t.Fatal(err)
		}
		defer pool.Close()
		ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
		defer cancel()
		began := time.Now()
		_, err = acquire(ctx, pool)
		if waited := time.Since(began); !crowded(err) || waited < crowdedFor || waited > crowdedFor+2*askAgain || asked < 2 {
			t.Errorf("asked %d times in %s: %v", asked, waited, err)
		}
	})
}
