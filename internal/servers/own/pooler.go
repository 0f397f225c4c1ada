package own

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/jackc/pgx/v5"
)

// StartPooler starts a private PgBouncer in front of a Postgres's socket, in transaction mode and as unkind as it can be: it
// resets the server's session after every transaction, and shares two connections of the user among all. [ErrMissing] means that this
// machine has none.
func StartPooler(ctx context.Context, address, user string) (*Server, error) {
	path, err := lookup("pgbouncer", "/usr/sbin", "/usr/bin", "/opt/homebrew/bin")
	if err != nil {
		return nil, err
	}
	as, err := unprivileged("postgres")
	if err != nil {
		return nil, err
	}
	dir, err := home("pool", as)
	if err != nil {
		return nil, err
	}
	pooled, err := configurePooler(dir, address, user)
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	s := &Server{
		url: pooled, dir: dir, crash: syscall.SIGKILL, stop: syscall.SIGINT,
		run: func() (*process, error) { return spawn(dir, as, path, filepath.Join(dir, "pgbouncer.ini")) },
		ready: func(ctx context.Context) error {
			c, err := pgx.Connect(ctx, pooled)
			if err != nil {
				return fmt.Errorf("connect: %w", err)
			}
			return c.Close(ctx)
		},
	}
	return s.launch(ctx, filepath.Join(dir, "pgbouncer.pid"))
}

// configurePooler writes the settings, and gives the address that leads through them. Statements are not kept on the
// server's side there, where another client would find them.
func configurePooler(dir, address, user string) (pooled string, err error) {
	u, err := url.Parse(address)
	if err != nil {
		return "", fmt.Errorf("read address: %w", err)
	}
	q := u.Query()
	port, err := freePort()
	if err != nil {
		return "", err
	}
	settings := strings.Join([]string{
		"[databases]", "* = host=" + q.Get("host") + " port=" + q.Get("port"),
		"[pgbouncer]", "listen_addr = 127.0.0.1", "listen_port = " + port, "unix_socket_dir =", "pidfile = " + filepath.Join(dir, "pgbouncer.pid"),
		"auth_type = trust", "auth_file = " + filepath.Join(dir, "users"), "pool_mode = transaction", "default_pool_size = 2",
		"server_reset_query = DISCARD ALL", "server_reset_query_always = 1", "ignore_startup_parameters = extra_float_digits", "",
	}, "\n")
	for name, text := range map[string]string{"pgbouncer.ini": settings, "users": fmt.Sprintf("%q \"\"\n", user)} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil { // the pooler reads it as another account
			return "", fmt.Errorf("write %s: %w", name, err)
		}
	}
	q = url.Values{"sslmode": {"disable"}, "default_query_exec_mode": {"cache_describe"}}
	u.Host, u.RawQuery, u.User = "127.0.0.1:"+port, q.Encode(), url.User(user)
	return u.String(), nil
}
