package storage

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// asUser connects as the address's user and asks in one transaction, of which nothing stays.
func asUser(ctx context.Context, url string, ask func(pgx.Tx) error) error {
	if err := CheckAddress(url); err != nil {
		return err
	}
	cfg, err := pgx.ParseConfig(url)
	if err != nil {
		return CheckAddress(url)
	}
	delete(cfg.RuntimeParams, "pool_max_conns")
	c, err := pgx.ConnectConfig(ctx, cfg)
	if err != nil {
		return fmt.Errorf("connect: %w", err)
	}
	defer c.Close(context.WithoutCancel(ctx)) // it was only asked something
	t, err := c.Begin(ctx)
	if err != nil {
		return fmt.Errorf("begin: %w", err)
	}
	defer t.Rollback(context.WithoutCancel(ctx)) //nolint:errcheck // nothing was written
	return ask(t)
}

// fit refuses a Postgres that would not keep tenants apart by itself, or whose schema is behind: the user bypasses row level
// security, the user may not assume the service's roles, or a table's policies are missing or too weak.
func fit(ctx context.Context, url string, all []sequence) error {
	return asUser(ctx, url, func(t pgx.Tx) error {
		var user string
		var passes bool
		err := t.QueryRow(ctx, `select rolname::text, rolsuper or rolbypassrls from pg_roles where rolname = session_user`).Scan(&user, &passes)
		if err != nil {
			return fmt.Errorf("look at the database's user: %w", err)
		}
		if passes {
			return refuse(nil, "DATABASE_URL's user %s is a superuser or bypasses row level security, which keeps tenants apart: name one of its own there, made by "+
				"create role aisteam login password '…'; grant %s, %s to aisteam; and let `aisteam migrate` alone run as who owns the tables", user, appRole, engineRole)
		}
		for _, s := range all {
			at, err := version(ctx, t, s.versions, appRole)
			if err != nil {
				return may(err, user)
			}
			want, err := s.newest(onPostgres)
			if err == nil {
				err = s.fits(at, want)
			}
			if err != nil {
				return err
			}
		}
		for _, role := range []string{engineRole, appRole} {
			if err := subject(ctx, t, role); err != nil {
				return may(err, user)
			}
		}
		return nil
	})
}

// version is the newest migration that was applied; 0 of an empty database. It is read under a role that may, unless "".
func version(ctx context.Context, t pgx.Tx, versions, role string) (at int64, err error) {
	var there bool
	if err := t.QueryRow(ctx, `select to_regclass($1) is not null`, versions).Scan(&there); err != nil {
		return 0, fmt.Errorf("look for migrations: %w", err)
	}
	if !there {
		return 0, nil
	}
	if role != "" {
		if _, err := t.Exec(ctx, `select set_config('role', $1, true)`, role); err != nil {
			return 0, fmt.Errorf("become %s: %w", role, err)
		}
	}
	if err := t.QueryRow(ctx, `select coalesce(max(version_id), 0) from `+versions+` where is_applied`).Scan(&at); err != nil {
		return 0, fmt.Errorf("read version: %w", err)
	}
	return at, nil
}

// upToDate tells whether there is nothing to migrate. Who may not look does not know.
func upToDate(ctx context.Context, url string, all []sequence) (done bool, err error) {
	err = asUser(ctx, url, func(t pgx.Tx) error {
		done = false
		for _, s := range all {
			want, err := s.newest(onPostgres)
			if err != nil {
				return err
			}
			at, err := version(ctx, t, s.versions, "")
			switch {
			case isDenied(err):
				return nil
			case err != nil:
				return err
			case at > want:
				return s.fits(at, want)
			case at < want:
				return nil
			}
		}
		done = true
		return nil
	})
	return done, err
}

// subject becomes a role for the rest of the transaction, and tells why the policies of a table would not hold for it.
func subject(ctx context.Context, t pgx.Tx, role string) error {
	var now string
	var passes bool
	if _, err := t.Exec(ctx, `select set_config('role', $1, true)`, role); err != nil {
		return fmt.Errorf("become %s: %w", role, err)
	}
	if err := t.QueryRow(ctx, `select current_user::text, rolsuper or rolbypassrls from pg_roles where rolname = current_user`).Scan(&now, &passes); err != nil {
		return fmt.Errorf("look at %s: %w", role, err)
	}
	if now != role || passes {
		return refuse(nil, "the role %s passes row level security: run alter role %s nosuperuser nobypassrls; as a superuser", role, role)
	}
	rows, err := t.Query(ctx, `select c.relname::text from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
		where c.relkind in ('r', 'p') and c.relnamespace = (select relnamespace from pg_class where oid = to_regclass('tenants'))
			and (not c.relrowsecurity or not c.relforcerowsecurity or c.relowner = (select oid from pg_roles where rolname = current_user)) order by 1`)
	if err != nil {
		return fmt.Errorf("look at the tables: %w", err)
	}
	open, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return fmt.Errorf("look at the tables: %w", err)
	}
	if len(open) > 0 {
		return refuse(nil, "row level security does not hold on %s: run alter table %s enable row level security, force row level security; for each as who owns them",
			strings.Join(open, ", "), open[0])
	}
	return nil
}

func isDenied(err error) bool {
	var pe *pgconn.PgError
	return errors.As(err, &pe) && pe.Code == "42501"
}

// may says what the user lacks if they may not assume the roles.
func may(err error, user string) error {
	if isDenied(err) {
		return refuse(err, "DATABASE_URL's user %s may not become the service's roles: run grant %s, %s to %s; as a superuser (%v)",
			user, appRole, engineRole, pgx.Identifier{user}.Sanitize(), err)
	}
	return err
}

// denied says what a migration lacks.
func denied(err error) error {
	if isDenied(err) {
		return refuse(err, "the database is not up to date, and DATABASE_URL's user may not change it: run `aisteam migrate` with the address of who owns the tables, "+
			"and once before the first time, as a superuser, create role %s nologin; create role %s nologin; (`aisteam migrate --sql` prints all of it; %v)", appRole, engineRole, err)
	}
	return err
}
