package reading_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/aisteam/aisteam/agents/reading"
)

// hostile is what a child does whose file has taken it over. It returns false for what is no such thing.
func hostile(args []string) bool {
	switch args[0] {
	case "break out":
		json.NewEncoder(os.Stdout).Encode(breakOut(reading.Fence(), args[1], args[2]))
	case "spin":
		reading.ServeFor(context.Background(), spinning{}, os.Stdout, nil, 200*time.Millisecond, os.Exit)
	case "wait":
		reading.ServeFor(context.Background(), os.Stdin, os.Stdout, nil, 200*time.Millisecond, os.Exit)
	case "parent":
		self, _ := os.Executable()
		reading.NewChild([]string{self, "hang"}, nil, nil).Read(context.Background(), []byte("x"))
	default:
		return false
	}
	return true
}

// spinning is an input that never gives anything and never rests.
type spinning struct{}

func (spinning) Read([]byte) (int, error) {
	for n := 0; ; n++ {
		if n < 0 {
			return 0, io.EOF
		}
	}
}

// escape is what a child came to.
type escape struct {
	Held    []string
	Environ []string
	Did     []string
}

// breakOut tries what a reader has no business doing.
func breakOut(held []string, file, address string) escape {
	out := escape{Held: held, Environ: os.Environ()}
	for what, try := range map[string]func() error{
		"read a file": func() error { _, err := os.ReadFile(file); return err },
		"read the parent's environment": func() error {
			_, err := os.ReadFile("/proc/" + strconv.Itoa(os.Getppid()) + "/environ")
			return err
		},
		"write a file":      func() error { return os.WriteFile(file+".new", []byte("x"), 0o600) },
		"remove a file":     func() error { return os.Remove(file + ".old") },
		"list a folder":     func() error { _, err := os.ReadDir(filepath.Dir(file)); return err },
		"connect":           func() error { _, err := net.DialTimeout("tcp", address, time.Second); return err },
		"send":              func() error { _, err := net.Dial("udp", address); return err },
		"run a program":     func() error { return exec.Command("/bin/true").Run() },
		"signal the parent": func() error { return syscall.Kill(os.Getppid(), 0) },
	} {
		if try() == nil {
			out.Did = append(out.Did, what)
		}
	}
	return out
}

// run runs this binary as a child, without an environment.
func run(t *testing.T, args ...string) (string, error) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, self, args...)
	cmd.Env = []string{}
	in, w, err := os.Pipe() // that nobody writes to
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	defer w.Close()
	cmd.Stdin = in
	var said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &said, &said
	err = cmd.Run()
	if ctx.Err() != nil {
		t.Fatal("it did not end by itself")
	}
	return said.String(), err
}

// TestAChildThatAFileHasTakenOverGetsNowhere: no file, no connection, no program and no signal; what the system could not
// hold it to is named.
func TestAChildThatAFileHasTakenOverGetsNowhere(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("children are fenced on Linux")
	}
	file := filepath.Join(t.TempDir(), "token")
	for _, name := range []string{file, file + ".old"} {
		if err := os.WriteFile(name, []byte("secret"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	listen, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listen.Close()
	said, err := run(t, "break out", file, listen.Addr().String())
	if err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	var got escape
	if err := json.Unmarshal([]byte(said), &got); err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	t.Logf("held to: %s", strings.Join(got.Held, ", "))
	if len(got.Environ) > 0 {
		t.Errorf("it has an environment: %q", got.Environ)
	}
	if status, _ := os.ReadFile("/proc/self/status"); !strings.Contains(string(status), "\nSeccomp:") {
		t.Skip("this system takes no filter of calls")
	}
	if len(got.Did) > 0 {
		t.Errorf("it could %s", strings.Join(got.Did, ", "))
	}
	for _, limit := range []string{"processor", "files", "written", "core", "data", "addresses", "system calls"} {
		if !slices.Contains(got.Held, limit) {
			t.Errorf("it is not limited in %s", limit)
		}
	}
}

// TestAChildEndsByItself: one that spins, and one whose file never comes, with nobody there to end it.
func TestAChildEndsByItself(t *testing.T) {
	for _, how := range []string{"spin", "wait"} {
		said, err := run(t, how)
		if left, ok := errors.AsType[*exec.ExitError](err); !ok || left.ExitCode() != 4 {
			t.Errorf("%s: %v: %s", how, err, said)
		}
	}
}

// TestAChildDiesWithItsParent: kill -9 of the service leaves no reader behind.
func TestAChildDiesWithItsParent(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("children are tied to their parent on Linux")
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	parent := exec.CommandContext(t.Context(), self, "parent")
	if err := parent.Start(); err != nil {
		t.Fatal(err)
	}
	child := 0
	eventually(t, "the child runs", func() bool { child = childOf(parent.Process.Pid); return child != 0 })
	t.Cleanup(func() {
		if of, state := stat(child); state != "" && of == 1 { // it was left behind
			_ = syscall.Kill(child, syscall.SIGKILL)
		}
	})
	if err := parent.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = parent.Wait()
	eventually(t, "the child is gone", func() bool { _, state := stat(child); return state == "" || state == "Z" })
}

func eventually(t *testing.T, what string, so func() bool) {
	t.Helper()
	for tick, late := time.NewTicker(5*time.Millisecond), time.After(30*time.Second); !so(); {
		select {
		case <-tick.C:
		case <-late:
			t.Fatal(what + ": not within half a minute")
		}
	}
}

// childOf finds a process that the other has started; 0 where there is none.
func childOf(parent int) int {
	all, _ := filepath.Glob("/proc/[0-9]*")
	for _, dir := range all {
		pid, _ := strconv.Atoi(filepath.Base(dir))
		if of, state := stat(pid); of == parent && state != "Z" {
			return pid
		}
	}
	return 0
}

// stat gives a process's parent and state; "" where it is gone.
func stat(pid int) (parent int, state string) {
	raw, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return 0, ""
	}
	_, rest, _ := strings.Cut(string(raw), ") ")
	fields := strings.Fields(rest)
	if len(fields) < 2 {
		return 0, ""
	}
	parent, _ = strconv.Atoi(fields[1])
	return parent, fields[0]
}

// TestNothingOfAFileIsLoggedWhenItsReaderCrashes: where it crashed is, what it said is not.
func TestNothingOfAFileIsLoggedWhenItsReaderCrashes(t *testing.T) {
	got := reading.Where("panic: bad token \"secret words\"\n\ngoroutine 1 [running]:\npdf.Read(\"secret\")\n\t/src/pdf/lex.go:12 +0x1d\nmain.main()\n\t/src/main.go:7 +0x2\n")
	if got != " at /src/pdf/lex.go:12 at /src/main.go:7" {
		t.Errorf("%q", got)
	}
	got = reading.Where("panic: \"secret.go:1\"\n\ngoroutine 1 [running]:\npdf.Read(...)\n\tgithub.com/ledongthuc/pdf@v0.1.0/lex.go:12 +0x1d\n")
	if got != " at github.com/ledongthuc/pdf@v0.1.0/lex.go:12" {
		t.Errorf("as released, without the folders of whoever built it: %q", got)
	}
}
