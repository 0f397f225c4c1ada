package storage

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/url"
	"strconv"
	"strings"
	"syscall"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// RefusedError says why a database cannot be used as configured. It is one line for the operator, with the variable and the fix.
type RefusedError struct {
	line string
	err  error // what the database said, if it was asked
}

// Error implements error.
func (r *RefusedError) Error() string { return r.line }

// Unwrap gives what the database said.
func (r *RefusedError) Unwrap() error { return r.err }

func refuse(err error, format string, args ...any) error {
	return &RefusedError{line: strings.Join(strings.Fields(fmt.Sprintf(format, args...)), " "), err: err}
}

// Coming tells whether a database may only not be there yet: nobody listens at its address, or what listens says that it is
// starting, or has no connection left. Whoever starts together with it waits.
func Coming(err error) bool {
	if pe, ok := errors.AsType[*pgconn.PgError](err); ok {
		return pe.Code == "57P03" || crowded(err)
	}
	if r, ok := errors.AsType[*RefusedError](err); ok && r.err == nil {
		return false
	}
	if untrusted(err) != "" {
		return false
	}
	var ne net.Error
	return errors.As(err, &ne) || isConnect(err) && isCut(err)
}

func isConnect(err error) bool {
	_, ok := errors.AsType[*pgconn.ConnectError](err)
	return ok
}

// isCut: a server that is just going or coming ends connections without a word.
func isCut(err error) bool {
	return strings.Contains(err.Error(), "EOF") || strings.Contains(err.Error(), "connection reset")
}

// crowded: the server gives no more connections, to anybody or to this user.
func crowded(err error) bool {
	pe, ok := errors.AsType[*pgconn.PgError](err)
	return ok && pe.Code == "53300"
}

// CheckAddress refuses what cannot be the address of a Postgres, before anybody is asked.
func CheckAddress(address string) error {
	u, err := url.Parse(address)
	keyed := strings.Contains(address, "=") && !strings.Contains(address, "://")
	if !keyed && (err != nil || u.Scheme != "postgres" && u.Scheme != "postgresql") {
		return refuse(nil, "DATABASE_URL is not the address of a Postgres: write one such as postgres://aisteam_service:PASSWORD@db.example.com:5432/aisteam, "+
			"with what is special in the password percent-encoded; unset it for the embedded database")
	}
	if _, err := pgx.ParseConfig(address); err != nil {
		why := "it cannot be read"
		if inner := errors.Unwrap(err); inner != nil && !keyed {
			why = inner.Error()
		}
		return refuse(nil, "DATABASE_URL cannot be used (%s): write one such as postgres://aisteam_service:PASSWORD@db.example.com:5432/aisteam?sslmode=verify-full", why)
	}
	return nil
}

// Explained says of an error what of DATABASE_URL is wrong, where that is what it comes from.
func (d Health) Explained(err error) error {
	if d.pg == nil {
		return err
	}
	return explained(err, d.pg.address)
}

// explained makes a [RefusedError] of what a Postgres says to a wrong address, user or database, and leaves other errors alone.
func explained(err error, address string) error {
	if _, done := errors.AsType[*RefusedError](err); done || err == nil || errors.Is(err, context.Canceled) {
		return err
	}
	cfg, parseErr := pgx.ParseConfig(address)
	if parseErr != nil {
		return CheckAddress(address)
	}
	if pe, ok := errors.AsType[*pgconn.PgError](err); ok {
		return explainedCode(err, pe, cfg)
	}
	at := net.JoinHostPort(cfg.Host, strconv.Itoa(int(cfg.Port)))
	if why := untrusted(err); why != "" {
		return refuse(err, "DATABASE_URL: %s does not speak TLS as sslmode asks for it (%s): set up TLS there, name its authority with sslrootcert, or choose another sslmode", at, why)
	}
	if isConnect(err) {
		return refuse(err, "DATABASE_URL: nobody answers at %s (%s): check host and port, and that Postgres runs and may be reached from here", at, reason(err))
	}
	return err
}

func explainedCode(err error, pe *pgconn.PgError, cfg *pgx.ConnConfig) error {
	user, database := pgx.Identifier{cfg.User}.Sanitize(), pgx.Identifier{cfg.Database}.Sanitize()
	switch pe.Code {
	case "28P01":
		return refuse(err, "DATABASE_URL: Postgres refuses the password of %s: write the right one there, or as a superuser run alter role %s password '…';", user, user)
	case "28000":
		return refuse(err, "DATABASE_URL: Postgres does not let %s in (%s): check that the role exists and may log in, and pg_hba.conf", user, pe.Message)
	case "3D000":
		return refuse(err, "DATABASE_URL: there is no database %s: as a superuser run create database %s; or name another one", database, database)
	case "42501":
		return refuse(err, "DATABASE_URL: %s may not do this (%s): `aisteam migrate --sql` prints what a database administrator runs once", user, pe.Message)
	case takesNoWrites:
		return refuse(err, "DATABASE_URL: this Postgres takes no writes, as a standby does: name the primary, or several hosts with target_session_attrs=read-write")
	case "53300":
		return refuse(err, "DATABASE_URL: Postgres has no connection left for %s: raise max_connections or the role's limit, or lower AISTEAM_DATABASE_CONNECTIONS", user)
	case "57P03":
		return refuse(err, "DATABASE_URL: Postgres is there but takes nobody (%s): wait until it has started", pe.Message)
	case "08P01":
		return refuse(err, "DATABASE_URL: the pooler does not take %s to %s (%s): check user and database in its settings", user, database, pe.Message)
	}
	return err
}

// untrusted is why TLS did not come about; "" where that is not it.
func untrusted(err error) string {
	if ve, ok := errors.AsType[*tls.CertificateVerificationError](err); ok {
		return ve.Err.Error()
	}
	switch text := err.Error(); {
	case strings.Contains(text, "server refused TLS connection"):
		return "it has TLS switched off"
	case strings.Contains(text, "tls: "):
		_, why, _ := strings.Cut(text, "tls: ")
		return why
	}
	return ""
}

// reason is the innermost word of why a connection did not come about, which says nothing of the address.
func reason(err error) string {
	if no, ok := errors.AsType[syscall.Errno](err); ok {
		return no.Error()
	}
	if dns, ok := errors.AsType[*net.DNSError](err); ok {
		return dns.Err
	}
	for inner := errors.Unwrap(err); inner != nil; inner = errors.Unwrap(inner) {
		err = inner
	}
	return strings.Join(strings.Fields(err.Error()), " ")
}
