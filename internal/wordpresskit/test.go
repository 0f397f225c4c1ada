package wordpresskit

import (
	"context"
	"errors"
	"os"
	"testing"
)

// ForTest starts a WordPress that ends with the test. Where it cannot be started the test is skipped, except in CI, where
// that is a failure.
func ForTest(t *testing.T) *Site {
	t.Helper()
	dir, err := os.MkdirTemp("", "wp") //nolint:usetesting // short: a socket's path is limited, and the database's user must get in
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := os.RemoveAll(dir); err != nil {
			t.Errorf("remove the site's folder: %v", err)
		}
	})
	s, err := Start(context.WithoutCancel(t.Context()), dir)
	switch {
	case errors.Is(err, ErrMissing) && os.Getenv("CI") != "true":
		t.Skipf("SKIPPED, NOT TESTED AGAINST A REAL WORDPRESS: %v", err)
	case err != nil:
		t.Fatalf("start wordpress: %v", err)
	}
	t.Cleanup(func() {
		if err := s.Stop(); err != nil {
			t.Errorf("stop wordpress: %v", err)
		}
	})
	return s
}
