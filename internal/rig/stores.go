package rig

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/redis/go-redis/v9"
)

// Postgres is a private server with the settings an installation has: every commit is on the disk.
type Postgres struct {
	bin, dir string
	as       *syscall.Credential
	running  *process
}

// StartPostgres makes a database in dir and serves it.
func StartPostgres(ctx context.Context, dir string) (*Postgres, error) {
	bin, err := postgresBin()
	if err != nil {
		return nil, err
	}
	as, err := unprivileged()
	if err != nil {
		return nil, err
	}
	p := &Postgres{bin: bin, dir: filepath.Join(dir, "pg"), as: as}
	if err := os.Mkdir(p.dir, 0o700); err != nil {
		return nil, fmt.Errorf("make the database's folder: %w", err)
	}
	if as != nil {
		if err := errors.Join(os.Chmod(dir, 0o755), os.Chown(p.dir, int(as.Uid), int(as.Gid))); err != nil { //nolint:gosec // others must reach the sockets
			return nil, fmt.Errorf("hand over the database's folder: %w", err)
		}
	}
	initdb := exec.CommandContext(ctx, filepath.Join(bin, "initdb"), "-D", filepath.Join(p.dir, "data"), "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-locale")
	initdb.SysProcAttr = &syscall.SysProcAttr{Credential: as}
	initdb.Dir = p.dir
	if out, err := initdb.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("initdb: %w: %s", err, out)
	}
	return p, p.Start(ctx)
}

// postgresBin finds the server's programs: in PATH, or where Debian puts them.
func postgresBin() (string, error) {
	if found, err := exec.LookPath("initdb"); err == nil {
		return filepath.Dir(found), nil
	}
	found, err := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	if err != nil || len(found) == 0 {
		return "", errors.New("no PostgreSQL on this machine; `make setup` installs it")
	}
	return filepath.Dir(found[len(found)-1]), nil
}

// Start serves the database and waits until it answers; after a crash, until it has recovered.
func (p *Postgres) Start(ctx context.Context) error {
	var err error
	p.running, err = spawn(p.as, nil, os.Environ(), filepath.Join(p.bin, "postgres"), "-D", filepath.Join(p.dir, "data"),
		"-k", p.dir, "-c", "listen_addresses=", "-c", "max_connections=250", "-c", "shared_buffers=256MB", "-c", "max_wal_size=2GB",
		"-c", "log_min_messages=fatal")
	if err != nil {
		return err
	}
	return Await(ctx, "postgres answers", time.Minute, func() bool {
		c, err := pgx.Connect(ctx, p.URL())
		if err != nil {
			return false
		}
		_ = c.Close(ctx)
		return true
	})
}

// URL is its address.
func (p *Postgres) URL() string { return "postgres://postgres@/postgres?host=" + p.dir }

// Crash ends it as a power cut would, for its clients: nothing is finished, nobody is told.
func (p *Postgres) Crash() { p.running.end(syscall.SIGQUIT, 10*time.Second) }

// Redis is a private server without persistence: what it held is gone when it ends.
type Redis struct {
	bin, socket string
	running     *process
}

// StartRedis serves an empty Redis in dir.
func StartRedis(ctx context.Context, dir string) (*Redis, error) {
	bin, err := exec.LookPath("redis-server")
	if err != nil {
		return nil, errors.New("no Redis on this machine; `make setup` installs it")
	}
	r := &Redis{bin: bin, socket: filepath.Join(dir, "redis")}
	return r, r.Start(ctx)
}

// Start serves it, empty.
func (r *Redis) Start(ctx context.Context) error {
	var err error
	r.running, err = spawn(nil, nil, os.Environ(), r.bin, "--port", "0", "--unixsocket", r.socket, "--save", "", "--appendonly", "no")
	if err != nil {
		return err
	}
	c := r.Client()
	defer func() { _ = c.Close() }()
	return Await(ctx, "redis answers", 10*time.Second, func() bool { return c.Ping(ctx).Err() == nil })
}

// URL is its address.
func (r *Redis) URL() string { return "unix://" + r.socket }

// Client returns a client of its own.
func (r *Redis) Client() *redis.Client {
	return redis.NewClient(&redis.Options{Network: "unix", Addr: r.socket, DialerRetries: 1})
}

// Stop ends it and all it held.
func (r *Redis) Stop() { r.running.end(syscall.SIGKILL, time.Second) }
