package servers

import (
	"context"

	"github.com/aisteam/aisteam/internal/servers/own"
)

// ErrMissing means that a server's binaries are not on this machine.
var ErrMissing = own.ErrMissing

// Server is a private server.
type Server = own.Server

// Options say how a server runs.
type Options = own.Options

// StartPostgres starts a private Postgres.
func StartPostgres(ctx context.Context, o Options) (*Server, error) { return own.StartPostgres(ctx, o) }

// StartRedis starts a private Redis.
func StartRedis(ctx context.Context, o Options) (*Server, error) { return own.StartRedis(ctx, o) }

// StartPooler starts a private PgBouncer for the service in front of a Postgres.
func StartPooler(ctx context.Context, address string) (*Server, error) {
	return own.StartPooler(ctx, address, service)
}

// FreeAddress is one of this machine that nobody listened on a moment ago, and that stays free while who was given it is down.
func FreeAddress() (string, error) { return own.FreeAddress() }

// WithDatabase is a Postgres address with another database.
func WithDatabase(address, name string) (string, error) { return own.WithDatabase(address, name) }
