package wordpresskit

import (
	"context"
	"errors"
	"os"
	"sync"
	"testing"
)

// common is the installation of the tests that are under way in a test binary: to make one takes longer than most of them.
var common struct {
	sync.Mutex
	installation *installation
	users        int
}

// ForTest starts a WordPress that ends with the test. Where it cannot be started the test is skipped, except in CI, where
// that is a failure.
func ForTest(t *testing.T) *Site {
	t.Helper()
	i, err := share(context.WithoutCancel(t.Context()))
	switch {
	case errors.Is(err, ErrMissing) && os.Getenv("CI") != "true":
		t.Skipf("SKIPPED, NOT TESTED AGAINST A REAL WORDPRESS: %v", err)
	case err != nil:
		t.Fatalf("start wordpress: %v", err)
	}
	t.Cleanup(func() {
		if err := leave(); err != nil {
			t.Errorf("stop wordpress: %v", err)
		}
	})
	s, err := i.site(context.WithoutCancel(t.Context()), Shape{})
	t.Cleanup(func() {
		if err := s.stop(); err != nil {
			t.Errorf("stop wordpress: %v", err)
		}
	})
	if err != nil {
		t.Fatalf("start wordpress: %v", err)
	}
	return s
}

// share returns the installation, which is there until its last user leaves.
func share(ctx context.Context) (*installation, error) {
	common.Lock()
	defer common.Unlock()
	if common.users == 0 {
		dir, err := os.MkdirTemp("", "wp") // short: a socket's path is limited, and the database's user must get in
		if err != nil {
			return nil, err
		}
		if common.installation, err = install(ctx, dir); err != nil {
			return nil, errors.Join(err, os.RemoveAll(dir))
		}
	}
	common.users++
	return common.installation, nil
}

func leave() error {
	common.Lock()
	defer common.Unlock()
	if common.users--; common.users > 0 {
		return nil
	}
	return errors.Join(common.installation.stop(), os.RemoveAll(common.installation.dir))
}
