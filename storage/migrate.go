package storage

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
)

//go:embed migrations/postgres/*.sql migrations/sqlite/*.sql
var migrations embed.FS

// Migrate brings the database up to date. Several may run at once: on Postgres an advisory lock lets one of them work. Where
// there is nothing to do nothing is asked for, not even the lock, which a pooler in between would leave behind. Otherwise
// the address's user must be a superuser, or own the database and be allowed to create roles.
func Migrate(ctx context.Context, cfg Config) error {
	if cfg.DatabaseURL == "" {
		s, err := openSQLite(cfg.Dir)
		if err != nil {
			return err
		}
		defer s.close()
		return s.migrate(ctx, cfg.Log)
	}
	return migratePostgres(ctx, cfg.DatabaseURL, cfg.Log)
}

// migrated logs what was done, if anything was, to whoever wants to know.
func migrated(ctx context.Context, logger *slog.Logger, done []*goose.MigrationResult) {
	if logger != nil && len(done) > 0 {
		logger.InfoContext(ctx, "database migrated", slog.Int("steps", len(done)), slog.Int64("version", done[len(done)-1].Source.Version))
	}
}

func migratePostgres(ctx context.Context, url string, log *slog.Logger) error {
	if done, err := upToDate(ctx, url); err != nil || done {
		return explained(err, url)
	}
	db, p, err := postgresProvider(url)
	if err != nil {
		return err
	}
	defer db.Close() // nothing is left to be done with it
	done, err := p.Up(ctx)
	if err != nil {
		return fmt.Errorf("migrate postgres: %w", explained(denied(err), url))
	}
	migrated(ctx, log, done)
	return nil
}

func postgresProvider(url string) (*sql.DB, *goose.Provider, error) {
	cfg, err := pgx.ParseConfig(url)
	if err != nil {
		return nil, nil, fmt.Errorf("read the database's address: %w", err)
	}
	delete(cfg.RuntimeParams, "pool_max_conns")
	locker, err := lock.NewPostgresSessionLocker(lock.WithLockTimeout(1, 300))
	if err != nil {
		return nil, nil, fmt.Errorf("make locker: %w", err)
	}
	dir, err := fs.Sub(migrations, "migrations/postgres")
	if err != nil {
		return nil, nil, fmt.Errorf("open migrations: %w", err)
	}
	db := stdlib.OpenDB(*cfg)
	p, err := goose.NewProvider(goose.DialectPostgres, db, dir, goose.WithSessionLocker(locker))
	if err != nil {
		return nil, nil, errors.Join(fmt.Errorf("read migrations: %w", err), db.Close())
	}
	return db, p, nil
}

func newest(dir string) (int64, error) {
	names, err := fs.Glob(migrations, dir+"/*.sql")
	if err != nil || len(names) == 0 {
		return 0, fmt.Errorf("list migrations of %s: %w", dir, errors.Join(err, fs.ErrNotExist))
	}
	v, err := goose.NumericComponent(names[len(names)-1])
	if err != nil {
		return 0, fmt.Errorf("read version of %s: %w", names[len(names)-1], err)
	}
	return v, nil
}

func (s *sqlite) migrate(ctx context.Context, log *slog.Logger) error {
	dir, err := fs.Sub(migrations, "migrations/sqlite")
	if err != nil {
		return fmt.Errorf("open migrations: %w", err)
	}
	p, err := goose.NewProvider(goose.DialectSQLite3, s.w, dir)
	if err != nil {
		return fmt.Errorf("read migrations: %w", err)
	}
	if at, err := p.GetDBVersion(ctx); err == nil {
		want, err := newest("migrations/sqlite")
		if err == nil && at > want {
			err = fits(at, want)
		}
		if err != nil {
			return err
		}
	}
	done, err := p.Up(ctx)
	if err != nil {
		return fmt.Errorf("migrate sqlite: %w", err)
	}
	migrated(ctx, log, done)
	return nil
}

// voidClaims frees every claim: one process owns the file and it has only just started.
func (s *sqlite) voidClaims(ctx context.Context, now int64) error {
	for _, table := range []string{"assistant_conversations", "assistant_tasks", "places"} {
		_, err := s.w.ExecContext(ctx, "update "+table+ // the names are listed above
			" set token = null, lease_until = null, ready_at = coalesce(ready_at, $1) where token is not null", now)
		if err != nil {
			return fmt.Errorf("void claims of %s: %w", table, err)
		}
	}
	if _, err := s.w.ExecContext(ctx, "update slack_installs set claim = null, claim_until = null where claim is not null"); err != nil {
		return fmt.Errorf("void claims of slack_installs: %w", err)
	}
	return nil
}
