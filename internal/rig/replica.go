package rig

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/aisteam/aisteam/internal/servers"
)

// Build compiles the command into dir, in the way that everything else was compiled: another one would compile all of it
// again, which takes minutes on a machine that starts new.
func Build(ctx context.Context, dir string) (binary string, err error) {
	binary = filepath.Join(dir, "aisteam")
	build := exec.CommandContext(ctx, "go", "build", "-ldflags=-s -w", "-o", binary, "github.com/aisteam/aisteam/cmd/aisteam")
	if out, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("build: %w: %s", err, out)
	}
	return binary, nil
}

// Replica is one process of the service.
type Replica struct {
	Base string // its address
	run  *process
	log  string
}

// StartReplica starts one and waits until it is ready. env are its own settings, on top of a bare environment.
func StartReplica(ctx context.Context, binary, dir, name string, env ...string) (*Replica, error) {
	log, err := os.Create(filepath.Join(dir, name+".log"))
	if err != nil {
		return nil, fmt.Errorf("make the replica's log: %w", err)
	}
	defer func() { _ = log.Close() }()
	address, err := servers.FreeAddress()
	if err != nil {
		return nil, err
	}
	r := &Replica{log: log.Name(), Base: "http://" + address}
	env = append([]string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + dir, "AISTEAM_ADDR=" + address, "AISTEAM_DATA=" + filepath.Join(dir, name), "LOG_LEVEL=warn",
	}, env...)
	if r.run, err = spawn(log, env, binary); err != nil {
		return nil, err
	}
	err = Await(ctx, name+" is ready", 3*time.Minute, func() bool { return r.ended() || ok(ctx, r.Base+"/readyz") })
	if err != nil || r.ended() {
		r.Kill()
		return nil, errors.Join(fmt.Errorf("start %s: %s", name, r.Log()), err)
	}
	return r, nil
}

func (r *Replica) ended() bool {
	select {
	case <-r.run.done:
		return true
	default:
		return false
	}
}

func ok(ctx context.Context, url string) bool {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return false
	}
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		return false
	}
	_ = res.Body.Close()
	return res.StatusCode == http.StatusOK
}

// Kill ends it without a chance to do anything.
func (r *Replica) Kill() { r.run.end(syscall.SIGKILL, time.Second) }

// Stop ends it in good order.
func (r *Replica) Stop() { r.run.end(syscall.SIGTERM, 20*time.Second) }

// Pause stalls it: it holds its claims and does nothing.
func (r *Replica) Pause() { r.run.signal(syscall.SIGSTOP) }

// Resume lets it go on, with whatever it believes.
func (r *Replica) Resume() { r.run.signal(syscall.SIGCONT) }

// Log is what it has printed.
func (r *Replica) Log() string {
	raw, _ := os.ReadFile(r.log)
	return string(raw)
}

// Memory is its resident memory in bytes, and the most it has been.
func (r *Replica) Memory() (now, most int64, err error) {
	raw, err := os.ReadFile("/proc/" + strconv.Itoa(r.run.cmd.Process.Pid) + "/status")
	if err != nil {
		return 0, 0, fmt.Errorf("read the replica's memory: %w", err)
	}
	for line := range strings.Lines(string(raw)) {
		f := strings.Fields(line)
		if len(f) < 2 {
			continue
		}
		kilobytes, _ := strconv.ParseInt(f[1], 10, 64)
		switch f[0] {
		case "VmRSS:":
			now = kilobytes << 10
		case "VmHWM:":
			most = kilobytes << 10
		}
	}
	return now, most, nil
}

// Binary is the executable of the replicas, for measuring what starting it costs.
func (r *Rig) Binary() string { return r.binary }

// Folder is a folder of the installation, for state of its own.
func (r *Rig) Folder(name string) string { return filepath.Join(r.dir, name) }

// hertz is the unit of what the kernel says of processor time.
const hertz = 100

// Processor is the processor time that it has used.
func (r *Replica) Processor() (time.Duration, error) {
	raw, err := os.ReadFile("/proc/" + strconv.Itoa(r.run.cmd.Process.Pid) + "/stat")
	if err != nil {
		return 0, fmt.Errorf("read the replica's processor time: %w", err)
	}
	_, rest, _ := strings.Cut(string(raw), ") ") // its name may hold anything
	f := strings.Fields(rest)
	if len(f) < 13 {
		return 0, errors.New("read the replica's processor time: too few fields")
	}
	user, _ := strconv.ParseInt(f[11], 10, 64)
	system, _ := strconv.ParseInt(f[12], 10, 64)
	return time.Duration(user+system) * time.Second / hertz, nil
}
