package main

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// test is one test, which runs in a process of its own.
type test struct {
	in      binary
	name    string
	took    time.Duration
	matters map[int]bool // the guards that change something in it
}

// pattern is what -test.run takes for it alone.
func (t test) pattern() string {
	parts := strings.Split(t.name, "/")
	for i, p := range parts {
		parts[i] = "^" + regexp.QuoteMeta(p) + "$"
	}
	return strings.Join(parts, "/")
}

// run runs the test with these variables, and tells whether it passes.
func (t test) run(ctx context.Context, limit time.Duration, variables ...string) (passes bool, said []byte, err error) {
	dir, err := os.MkdirTemp("", "guard-")
	if err != nil {
		return false, nil, fmt.Errorf("make a folder: %w", err)
	}
	defer func() { _ = os.RemoveAll(dir) }()
	if err := os.Chmod(dir, 0o755); err != nil { // a database server that a test starts is another user
		return false, nil, fmt.Errorf("open a folder: %w", err)
	}
	ctx, cancel := context.WithTimeout(ctx, limit+10*time.Second)
	defer cancel()
	c := exec.CommandContext(ctx, t.in.Path, append(t.in.Flags, "-test.run", t.pattern(), "-test.timeout", limit.String(), "-test.v", "-test.count", "1")...)
	c.Dir = t.in.Dir
	c.Env = append(append(os.Environ(), "TMPDIR="+dir), variables...)
	c.WaitDelay = time.Second
	said, err = c.CombinedOutput()
	failed := new(exec.ExitError)
	if errors.As(err, &failed) || errors.Is(err, exec.ErrWaitDelay) {
		return false, said, nil
	}
	return err == nil, said, err
}

// reach runs every test of the binaries once, with all guards in, and notes how long it takes and which guards matter in it. Those
// that do not pass like this, or take longer than the limit, are not used; they are told.
func (b *built) reach(ctx context.Context, t target, o options) (tests []test, unused []string, err error) {
	wanted, err := regexp.Compile(o.Tests)
	if err != nil {
		return nil, nil, fmt.Errorf("read which tests: %w", err)
	}
	for _, in := range b.tests {
		named, err := names(ctx, in, t, o.Longest)
		if err != nil {
			return nil, nil, err
		}
		for _, n := range named {
			if wanted.MatchString(n) {
				tests = append(tests, test{in: in, name: n})
			}
		}
	}
	var lock sync.Mutex
	err = inParallel(o.Jobs, len(tests), func(i int) error {
		seen, passes, err := tests[i].look(ctx, o.Longest)
		if err != nil {
			return err
		}
		if !passes {
			lock.Lock()
			unused = append(unused, tests[i].name)
			lock.Unlock()
			seen.matters = nil
		}
		tests[i] = seen
		return nil
	})
	tests = slices.DeleteFunc(tests, func(t test) bool { return t.matters == nil })
	slices.SortFunc(tests, func(a, b test) int { return cmp.Or(cmp.Compare(a.took, b.took), strings.Compare(a.name, b.name)) })
	slices.Sort(unused)
	return tests, unused, err
}

// look runs the unchanged test and returns it with what was observed.
func (t test) look(ctx context.Context, limit time.Duration) (seen test, passes bool, err error) {
	room, err := os.MkdirTemp("", "reach-")
	if err != nil {
		return t, false, fmt.Errorf("make a folder: %w", err)
	}
	defer func() { _ = os.RemoveAll(room) }()
	to := filepath.Join(room, "reached")
	since := time.Now()
	passes, _, err = t.run(ctx, limit, reachVariable+"="+to)
	if err != nil {
		return t, false, fmt.Errorf("run %s: %w", t.name, err)
	}
	t.took, t.matters = time.Since(since), map[int]bool{}
	raw, err := os.ReadFile(to)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return t, false, fmt.Errorf("read which guards matter: %w", err)
	}
	for l := range strings.FieldsSeq(string(raw)) {
		if n, err := strconv.Atoi(l); err == nil {
			t.matters[n] = true
		}
	}
	return t, passes, nil
}

// names lists the tests of a binary; of those that the target has apart, what they are made of.
func names(ctx context.Context, in binary, t target, limit time.Duration) (out []string, err error) {
	c := exec.CommandContext(ctx, in.Path, "-test.list", "^Test")
	c.Dir = in.Dir
	raw, err := c.Output()
	if err != nil {
		return nil, fmt.Errorf("list tests of %s: %w", in.Package, err)
	}
	for s := bufio.NewScanner(bytes.NewReader(raw)); s.Scan(); {
		name := s.Text()
		if !strings.HasPrefix(name, "Test") || name == "TestMain" || t.without(name) {
			continue
		}
		if !slices.Contains(t.Apart, name) {
			out = append(out, name)
			continue
		}
		_, said, err := test{in: in, name: name}.run(ctx, 10*limit)
		if err != nil {
			return nil, fmt.Errorf("run %s: %w", name, err)
		}
		for _, m := range regexp.MustCompile(`(?m)^    --- PASS: (`+name+`/[^/\s]+) `).FindAllSubmatch(said, -1) {
			out = append(out, string(m[1]))
		}
	}
	return out, nil
}

// inParallel does n things, so many at a time, and stops at the first error.
func inParallel(jobs, n int, do func(i int) error) error {
	var group sync.WaitGroup
	next, errs := make(chan int), make(chan error, jobs)
	for range jobs {
		group.Go(func() {
			for i := range next {
				if err := do(i); err != nil {
					errs <- err
					return
				}
			}
		})
	}
	var err error
	for i := 0; i < n && err == nil; i++ {
		select {
		case next <- i:
		case err = <-errs:
		}
	}
	close(next)
	group.Wait()
	close(errs)
	return errors.Join(err, <-errs)
}
