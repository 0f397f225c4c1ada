package own

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"

	"github.com/jackc/pgx/v5"
)

// Options say how a server runs.
type Options struct {
	Durable bool     // fsync on: for measuring and for crashing; off is much faster
	TCP     bool     // listen on a free port of the loopback interface too, and say so in the URL
	Config  []string // further settings: "shared_buffers=256MB" for Postgres, "--appendonly yes" for Redis
}

// Server is a private server.
type Server struct {
	url     string
	dir     string
	run     func() (*process, error)
	ready   func(context.Context) error
	process *process // nil while it is down
	crash   syscall.Signal
	stop    syscall.Signal
	watcher *exec.Cmd
	pipe    io.Closer
}

// URL is the server's address: for Postgres with a superuser's name, and the database "postgres".
func (s *Server) URL() string { return s.url }

// Crash ends the server at once, as a power cut of its machine would seem to its clients; committed data of a durable
// server is there after Restart.
func (s *Server) Crash() error {
	if s.process == nil {
		return nil
	}
	p := s.process
	s.process = nil
	return p.end(s.crash)
}

// Restart starts the server again after a Crash, at the same address, and waits until it answers.
func (s *Server) Restart(ctx context.Context) error {
	if s.process != nil {
		return errors.New("restart: the server is running")
	}
	return s.start(ctx)
}

// PID is the server's process id, for pausing it; 0 while it is down.
func (s *Server) PID() int {
	if s.process == nil {
		return 0
	}
	return s.process.cmd.Process.Pid
}

// Stop ends the server and removes what it kept.
func (s *Server) Stop() error {
	var errs []error
	if s.process != nil {
		errs = append(errs, s.process.end(s.stop))
		s.process = nil
	}
	errs = append(errs, os.RemoveAll(s.dir))
	if s.pipe != nil {
		errs = append(errs, s.pipe.Close(), s.watcher.Wait())
	}
	return errors.Join(errs...)
}

func (s *Server) start(ctx context.Context) error {
	p, err := s.run()
	if err != nil {
		return err
	}
	s.process = p
	if err := await(ctx, s.ready); err != nil {
		return errors.Join(fmt.Errorf("%w\n%s", err, output(s.dir)), s.Crash())
	}
	return nil
}

// launch starts a server for the first time; when that fails nothing of it is left.
func (s *Server) launch(ctx context.Context, pidFile string) (*Server, error) {
	var err error
	if s.watcher, s.pipe, err = watch(s.dir, pidFile); err == nil {
		err = s.start(ctx)
	}
	if err != nil {
		return nil, errors.Join(err, s.Stop())
	}
	return s, nil
}

// StartPostgres starts a private Postgres. [ErrMissing] means that this machine has none.
func StartPostgres(ctx context.Context, o Options) (*Server, error) {
	initdb, err := lookup("initdb", "/usr/lib/postgresql/*/bin", "/usr/pgsql-*/bin", "/opt/homebrew/opt/postgresql*/bin")
	if err != nil {
		return nil, err
	}
	as, err := unprivileged("postgres")
	if err != nil {
		return nil, err
	}
	dir, err := home("pg", as)
	if err != nil {
		return nil, err
	}
	data := filepath.Join(dir, "data")
	if err := initialise(ctx, initdb, dir, data, as); err != nil {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	args, address, err := postgresArgs(o, dir, data)
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	s := &Server{
		url: address, dir: dir, crash: syscall.SIGQUIT, stop: syscall.SIGINT,
		run: func() (*process, error) {
			return spawn(dir, as, filepath.Join(filepath.Dir(initdb), "postgres"), args...)
		},
		ready: func(ctx context.Context) error {
			c, err := pgx.Connect(ctx, address)
			if err != nil {
				return fmt.Errorf("connect: %w", err)
			}
			return c.Close(ctx)
		},
	}
	return s.launch(ctx, filepath.Join(data, "postmaster.pid"))
}

func initialise(ctx context.Context, initdb, dir, data string, as *syscall.Credential) error {
	cmd := exec.CommandContext(ctx, initdb, "--pgdata", data, "--username", "postgres", "--auth", "trust",
		"--encoding", "UTF8", "--locale", "C", "--no-sync", "--no-instructions")
	cmd.Dir = dir
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: as}
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("initdb: %w\n%s", err, out)
	}
	return nil
}

func postgresArgs(o Options, dir, data string) (args []string, address string, err error) {
	set := []string{
		"unix_socket_directories=" + dir, "listen_addresses=", "max_connections=200", "shared_buffers=64MB",
		"max_wal_size=4GB", "log_min_messages=warning", "log_statement=none",
	}
	if !o.Durable {
		set = append(set, "fsync=off", "full_page_writes=off", "synchronous_commit=off")
	}
	address = "postgres://postgres@/postgres?" + url.Values{"host": {dir}, "port": {"5432"}, "sslmode": {"disable"}}.Encode()
	if o.TCP {
		port, err := freePort()
		if err != nil {
			return nil, "", err
		}
		set = append(set, "listen_addresses=127.0.0.1", "port="+port)
		address = "postgres://postgres@127.0.0.1:" + port + "/postgres?sslmode=disable"
	}
	args = []string{"-D", data}
	for _, v := range append(set, o.Config...) {
		args = append(args, "-c", v)
	}
	return args, address, nil
}

// These ports are below 32768, where the system's ephemeral ports begin. Otherwise a server that is killed and restarted might find
// its port taken by another process's connection.
const (
	firstPort, lastPort = 12000, 32000
	portTries           = 100
)

// freePort is a port nobody listens on. Somebody may take it before the server does; then starting fails.
func freePort() (string, error) {
	var last error
	for range portTries {
		port := strconv.Itoa(firstPort + rand.IntN(lastPort-firstPort)) // anybody may know it
		l, err := net.Listen("tcp", "127.0.0.1:"+port)                  // it is closed at once
		if err == nil {
			return port, l.Close()
		}
		last = err
	}
	return "", fmt.Errorf("find a port: %w", last)
}

// FreeAddress is one of this machine that nobody listened on a moment ago, and that stays free while who was given it is down.
func FreeAddress() (string, error) {
	port, err := freePort()
	return "127.0.0.1:" + port, err
}

// WithDatabase is a Postgres address with another database.
func WithDatabase(address, name string) (string, error) {
	u, err := url.Parse(address)
	if err != nil {
		return "", fmt.Errorf("read address: %w", err)
	}
	u.Path = "/" + name
	return u.String(), nil
}
