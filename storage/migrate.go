package storage

import (
	"context"
	"database/sql"
	"fmt"
	"io/fs"
	"log/slog"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
)

// Migrate brings the database up to date. Several may run at once: on Postgres an advisory lock lets one of them work. Where
// there is nothing to do nothing is asked for, not even the lock, which a pooler in between would leave behind. Otherwise
// the address's user must be a superuser, or own the database and be allowed to create roles.
func Migrate(ctx context.Context, cfg Config) error {
	all, err := sequences(cfg.Packs)
	if err != nil {
		return err
	}
	if cfg.DatabaseURL == "" {
		s, err := openSQLite(cfg.Dir)
		if err != nil {
			return err
		}
		defer s.close()
		return s.migrate(ctx, all, cfg.Log)
	}
	return migratePostgres(ctx, cfg.DatabaseURL, all, cfg.Log)
}

func migratePostgres(ctx context.Context, url string, all []sequence, log *slog.Logger) error {
	if done, err := upToDate(ctx, url, all); err != nil || done {
		return explained(err, url)
	}
	cfg, err := pgx.ParseConfig(url)
	if err != nil {
		return fmt.Errorf("read the database's address: %w", err)
	}
	delete(cfg.RuntimeParams, "pool_max_conns")
	db := stdlib.OpenDB(*cfg)
	defer db.Close() // nothing is left to be done with it
	for _, s := range all {
		locker, err := lock.NewPostgresSessionLocker(lock.WithLockTimeout(1, 300)) // the same lock for all of them
		if err != nil {
			return fmt.Errorf("make locker: %w", err)
		}
		if err := s.up(ctx, db, onPostgres, log, goose.WithSessionLocker(locker)); err != nil {
			return explained(denied(err), url)
		}
	}
	return nil
}

// up applies what a database lacks.
func (s sequence) up(ctx context.Context, db *sql.DB, folder string, logger *slog.Logger, more ...goose.ProviderOption) error {
	dir, err := fs.Sub(s.files, folder)
	if err != nil {
		return fmt.Errorf("open migrations: %w", err)
	}
	dialect := goose.DialectPostgres
	if folder == onSQLite {
		dialect = goose.DialectSQLite3
	}
	p, err := goose.NewProvider(dialect, db, dir, append(more, goose.WithTableName(s.versions))...)
	if err != nil {
		return fmt.Errorf("read migrations: %w", err)
	}
	done, err := p.Up(ctx)
	if err != nil {
		return fmt.Errorf("migrate %s: %w", s.whose, err)
	}
	if logger == nil || len(done) == 0 {
		return nil
	}
	steps, version := slog.Int("steps", len(done)), slog.Int64("version", done[len(done)-1].Source.Version)
	if s.versions == goose.DefaultTablename {
		logger.InfoContext(ctx, "database migrated", steps, version)
	} else {
		logger.InfoContext(ctx, "tables of a pack migrated", slog.String("versions", s.versions), steps, version)
	}
	return nil
}

func (s *sqlite) migrate(ctx context.Context, all []sequence, log *slog.Logger) error {
	for _, of := range all {
		at, err := s.version(ctx, of.versions)
		if err != nil {
			return err
		}
		want, err := of.newest(onSQLite)
		if err == nil && at > want {
			err = of.fits(at, want)
		}
		if err == nil && at < want {
			err = of.up(ctx, s.w, onSQLite, log)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// version is the newest migration that was applied; 0 where none was.
func (s *sqlite) version(ctx context.Context, versions string) (at int64, err error) {
	var there int
	if err := s.w.QueryRowContext(ctx, `select count(*) from sqlite_master where type = 'table' and name = ?1`, versions).Scan(&there); err != nil {
		return 0, fmt.Errorf("look for migrations: %w", err)
	}
	if there == 0 {
		return 0, nil
	}
	if err := s.w.QueryRowContext(ctx, `select coalesce(max(version_id), 0) from `+versions+` where is_applied`).Scan(&at); err != nil {
		return 0, fmt.Errorf("read version: %w", err)
	}
	return at, nil
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
