// Package wordpresskit gives tests a real WordPress: the distribution's, with a database and web servers of its own on loopback, in a
// temporary folder. Tests that run at the same time share the files and the database, and have sites of their own: another prefix of
// tables, address, account and web server. What they share is gone when the last of them ends.
package wordpresskit

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/http"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
)

// ErrMissing says that this machine lacks something a WordPress needs.
var ErrMissing = errors.New("wordpress cannot be started here")

// installation is what sites have in common: WordPress's files and a database.
type installation struct {
	needs
	dir      string // with all that it keeps
	database *exec.Cmd

	mu    sync.Mutex
	sites int // so far
}

// needs are what the kit finds on the machine.
type needs struct {
	php, server, prepare, wordpress string
	owner                           *syscall.Credential // whom the database runs as; nil for ourselves
}

func find() (needs, error) {
	var n needs
	var missing []string
	for name, into := range map[string]*string{"php": &n.php, "mariadbd": &n.server, "mariadb-install-db": &n.prepare} {
		if *into = program(name); *into == "" {
			missing = append(missing, name)
		}
	}
	n.wordpress = "/usr/share/wordpress"
	if _, err := os.Stat(filepath.Join(n.wordpress, "wp-load.php")); err != nil {
		missing = append(missing, "wordpress")
	}
	if len(missing) > 0 {
		return n, fmt.Errorf("%w: missing %s", ErrMissing, strings.Join(missing, ", "))
	}
	if os.Geteuid() != 0 {
		return n, nil
	}
	u, err := user.Lookup("mysql")
	if err != nil {
		return n, fmt.Errorf("%w: no user mysql, and mariadbd does not run as root", ErrMissing)
	}
	uid, errUID := strconv.ParseUint(u.Uid, 10, 32)
	gid, errGID := strconv.ParseUint(u.Gid, 10, 32)
	if err := errors.Join(errUID, errGID); err != nil {
		return n, fmt.Errorf("user mysql: %w", err)
	}
	n.owner = &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
	return n, nil
}

func program(name string) string {
	if path, err := exec.LookPath(name); err == nil {
		return path
	}
	for _, dir := range []string{"/usr/sbin", "/usr/bin", "/usr/local/bin", "/usr/local/sbin"} {
		if info, err := os.Stat(filepath.Join(dir, name)); err == nil && info.Mode()&0o111 != 0 {
			return filepath.Join(dir, name)
		}
	}
	return ""
}

// install makes an installation that keeps everything under the folder, which must be empty. The error is [ErrMissing] where the machine
// lacks what it needs.
func install(ctx context.Context, dir string) (*installation, error) {
	n, err := find()
	if err != nil {
		return nil, err
	}
	i := &installation{needs: n, dir: dir}
	address, err := i.startDatabase(ctx)
	if err == nil {
		err = copySite(n.wordpress, i.root())
	}
	if err == nil {
		err = writeFiles(i.root(), address)
	}
	if err == nil {
		err = os.Mkdir(i.compiled(), 0o700)
	}
	if err != nil {
		return nil, errors.Join(err, i.stop())
	}
	return i, nil
}

func (i *installation) root() string { return filepath.Join(i.dir, "site") }

// compiled is where PHP keeps what it has compiled, so that neither each server nor each script compiles WordPress anew.
func (i *installation) compiled() string { return filepath.Join(i.dir, "compiled") }

// interpreter runs PHP. Files count at once, also those that were written just now.
func (i *installation) interpreter(ctx context.Context, args ...string) *exec.Cmd {
	return exec.CommandContext(ctx, i.php, append([]string{
		"-d", "opcache.enable_cli=1", "-d", "opcache.file_cache=" + i.compiled(), "-d", "opcache.file_update_protection=0",
	}, args...)...)
}

// stop ends the database.
func (i *installation) stop() error { return end(i.database) }

// startDatabase returns where the database listens.
func (i *installation) startDatabase(ctx context.Context) (string, error) {
	dir := filepath.Join(i.dir, "db")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", fmt.Errorf("make database folder: %w", err)
	}
	data, socket, initial := filepath.Join(dir, "data"), filepath.Join(dir, "s"), filepath.Join(dir, "init.sql")
	const setUp = "CREATE DATABASE IF NOT EXISTS wp;\nCREATE USER IF NOT EXISTS 'wp'@'127.0.0.1' IDENTIFIED BY 'wp';\n" +
		"GRANT ALL ON wp.* TO 'wp'@'127.0.0.1';\n"
	if err := os.WriteFile(initial, []byte(setUp), 0o644); err != nil {
		return "", fmt.Errorf("write database set-up: %w", err)
	}
	args := []string{"--no-defaults", "--datadir=" + data, "--skip-test-db", "--auth-root-authentication-method=normal"}
	if i.owner != nil {
		if err := open(dir, i.owner); err != nil {
			return "", err
		}
		args = append(args, "--user=mysql")
	}
	prepare := exec.CommandContext(ctx, i.prepare, args...)
	prepare.Env = append(os.Environ(), "TMPDIR="+dir) // elsewhere another process's table may have the same name, which contains the process number
	if _, err := run(prepare); err != nil {
		return "", fmt.Errorf("prepare database: %w", err)
	}
	address, err := freeAddress(ctx)
	if err != nil {
		return "", err
	}
	_, port, _ := net.SplitHostPort(address)
	server := exec.Command(i.server, "--no-defaults", "--datadir="+data, "--tmpdir="+dir, "--socket="+socket, "--port="+port, "--bind-address=127.0.0.1",
		"--pid-file="+filepath.Join(dir, "pid"), "--init-file="+initial, "--skip-name-resolve", "--innodb-buffer-pool-size=32M",
		"--innodb-flush-log-at-trx-commit=0", "--skip-innodb-doublewrite", "--skip-log-bin")
	if err := launch(server, i.owner, nil); err != nil {
		return "", fmt.Errorf("start database: %w", err)
	}
	i.database = server
	return address, until(ctx, "the database listens", func() error {
		c, err := (&net.Dialer{Timeout: time.Second}).DialContext(ctx, "tcp", address)
		if err != nil {
			return err
		}
		return c.Close()
	})
}

// open gives the folder to the owner and lets it through the folders above that are ours.
func open(dir string, owner *syscall.Credential) error {
	if err := os.Chown(dir, int(owner.Uid), int(owner.Gid)); err != nil {
		return fmt.Errorf("give folder to the database's user: %w", err)
	}
	for up := filepath.Dir(dir); len(up) > len(os.TempDir()); up = filepath.Dir(up) {
		info, err := os.Stat(up)
		if err != nil {
			return err
		}
		if err := os.Chmod(up, info.Mode().Perm()|0o111); err != nil {
			return err
		}
	}
	return nil
}

func launch(c *exec.Cmd, owner *syscall.Credential, env []string) error {
	c.Env = env
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL, Credential: owner}
	return c.Start()
}

// end ends a process and those that it has started.
func end(c *exec.Cmd) error {
	if c == nil {
		return nil
	}
	var errs []error
	if err := syscall.Kill(-c.Process.Pid, syscall.SIGKILL); err != nil && !errors.Is(err, syscall.ESRCH) {
		errs = append(errs, err)
	}
	if err := c.Wait(); err != nil {
		if _, killed := errors.AsType[*exec.ExitError](err); !killed {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

func freeAddress(ctx context.Context) (string, error) {
	l, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return "", fmt.Errorf("find a free port: %w", err)
	}
	address := l.Addr().String()
	return address, l.Close()
}

func run(c *exec.Cmd) ([]byte, error) {
	var out, complaint bytes.Buffer
	c.Stdout, c.Stderr = &out, &complaint
	if err := c.Run(); err != nil {
		return nil, fmt.Errorf("%w: %.800s%.800s", err, out.Bytes(), complaint.Bytes())
	}
	return out.Bytes(), nil
}

// until polls until the check passes or three minutes are over, in which the slowest machine comes to it.
func until(ctx context.Context, what string, check func() error) error {
	ctx, cancel := context.WithTimeout(ctx, 3*time.Minute)
	defer cancel()
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	for {
		err := check()
		if err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("waiting until %s: %w", what, err)
		case <-tick.C:
		}
	}
}

func answers(ctx context.Context, address string) error {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, address, http.NoBody)
	if err != nil {
		return err
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("status %d", answer.StatusCode)
	}
	return nil
}

// copySite copies the distribution's WordPress, following its links.
func copySite(from, to string) error {
	return walk(from, to, func(src, dst string) error {
		raw, err := os.ReadFile(src)
		if err != nil {
			return err
		}
		return os.WriteFile(dst, raw, 0o644)
	})
}

func walk(from, to string, file func(src, dst string) error) error {
	entries, err := os.ReadDir(from)
	if err != nil {
		return fmt.Errorf("copy wordpress: %w", err)
	}
	if err := os.MkdirAll(to, 0o755); err != nil {
		return fmt.Errorf("copy wordpress: %w", err)
	}
	for _, e := range entries {
		src, dst := filepath.Join(from, e.Name()), filepath.Join(to, e.Name())
		info, err := os.Stat(src)
		switch {
		case errors.Is(err, fs.ErrNotExist): // a link of the package that leads nowhere
		case err != nil:
			return fmt.Errorf("copy wordpress: %w", err)
		case info.IsDir():
			if err := walk(src, dst, file); err != nil {
				return err
			}
		case info.Mode().IsRegular() && e.Name() != "wp-config.php":
			if err := file(src, dst); err != nil {
				return fmt.Errorf("copy wordpress: %w", err)
			}
		}
	}
	return nil
}
