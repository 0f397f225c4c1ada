package own

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"syscall"
	"time"
)

// ErrMissing means that the server's binaries are not on this machine.
var ErrMissing = errors.New("server binaries are not installed")

const (
	startWithin = 3 * time.Minute // on the slowest day of a machine
	stopWithin  = time.Minute
	pollEvery   = 10 * time.Millisecond
)

// lookup finds a binary on PATH or in one of the usual directories, the newest version first.
func lookup(name string, globs ...string) (string, error) {
	for _, g := range globs {
		found, err := filepath.Glob(filepath.Join(g, name))
		if err == nil && len(found) > 0 {
			slices.Sort(found)
			return found[len(found)-1], nil
		}
	}
	path, err := exec.LookPath(name)
	if err != nil {
		return "", fmt.Errorf("%s: %w", name, ErrMissing)
	}
	return path, nil
}

// unprivileged gives the account servers run as when we are root, which Postgres refuses to be.
func unprivileged(names ...string) (*syscall.Credential, error) {
	if os.Geteuid() != 0 {
		return nil, nil // our own account will do
	}
	for _, name := range append(names, "nobody") {
		u, err := user.Lookup(name)
		if err != nil {
			continue
		}
		uid, err := strconv.ParseUint(u.Uid, 10, 32)
		if err != nil {
			continue
		}
		gid, err := strconv.ParseUint(u.Gid, 10, 32)
		if err != nil {
			continue
		}
		return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}, nil
	}
	return nil, errors.New("running as root, and there is no unprivileged account to run a server as")
}

// home makes a server's directory, owned by its account. The path is short, because a socket's path must be.
func home(kind string, as *syscall.Credential) (string, error) {
	dir, err := os.MkdirTemp("", kind+"-")
	if err != nil {
		return "", fmt.Errorf("make directory: %w", err)
	}
	if as != nil {
		err = os.Chown(dir, int(as.Uid), int(as.Gid))
	}
	if err == nil {
		err = os.Chmod(dir, 0o755) // we go in as another account; what is inside has modes of its own
	}
	if err != nil {
		return "", errors.Join(fmt.Errorf("hand over directory: %w", err), os.RemoveAll(dir))
	}
	return dir, nil
}

// process is a running server.
type process struct {
	cmd *exec.Cmd
	dir string
}

// spawn starts a server with its output in a file, in a process group of its own so that an interrupt at the terminal
// reaches it through us only.
func spawn(dir string, as *syscall.Credential, path string, args ...string) (*process, error) {
	out, err := os.OpenFile(filepath.Join(dir, "output"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, fmt.Errorf("open output: %w", err)
	}
	defer out.Close()                  // the server has its own handle
	cmd := exec.Command(path, args...) // it outlives any context; Stop ends it
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, out, out
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: as, Setpgid: true}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("start %s: %w", filepath.Base(path), err)
	}
	return &process{cmd: cmd, dir: dir}, nil
}

// end sends a signal and waits for the end, harder when it does not come.
func (p *process) end(sig syscall.Signal) error {
	if err := p.cmd.Process.Signal(sig); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return fmt.Errorf("signal server: %w", err)
	}
	kill := time.AfterFunc(stopWithin, func() { _ = p.cmd.Process.Kill() })
	defer kill.Stop()
	var exit *exec.ExitError
	if err := p.cmd.Wait(); err != nil && !errors.As(err, &exit) {
		return fmt.Errorf("wait for server: %w", err)
	}
	return nil
}

// output is what the server has said, for errors.
func output(dir string) string {
	const last = 2000
	raw, err := os.ReadFile(filepath.Join(dir, "output"))
	if err != nil {
		return ""
	}
	return string(raw[max(0, len(raw)-last):])
}

// watch starts the process that cleans up after us. It ends when the returned pipe is closed, by us or by our end.
func watch(dir, pidFile string) (*exec.Cmd, io.Closer, error) {
	const script = `cat >/dev/null; pid=$(head -n 1 "$2" 2>/dev/null); [ -n "$pid" ] && kill -9 "$pid" 2>/dev/null; sleep 0.2; rm -rf "$1"`
	cmd := exec.Command("/bin/sh", "-c", script, "watch", dir, pidFile) // it must outlive us
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	pipe, err := cmd.StdinPipe()
	if err != nil {
		return nil, nil, fmt.Errorf("make pipe: %w", err)
	}
	if err := cmd.Start(); err != nil {
		return nil, nil, fmt.Errorf("start watcher: %w", err)
	}
	return cmd, pipe, nil
}

// await asks until the answer is no error, the time is over or the process is gone.
func await(ctx context.Context, ask func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, startWithin)
	defer cancel()
	tick := time.NewTicker(pollEvery)
	defer tick.Stop()
	for {
		err := ask(ctx)
		if err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("server does not answer: %w", err)
		case <-tick.C:
		}
	}
}
