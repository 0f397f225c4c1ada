// Package browser is a test kit: a real Chromium without a screen, driven by chromedp.
package browser

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// Patience is how long a test may use its browser.
const Patience = 3 * time.Minute

// binary finds Debian's Chromium or one of its relatives.
func binary() (string, error) {
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable"} {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	if _, err := os.Stat("/usr/bin/chromium"); err == nil {
		return "/usr/bin/chromium", nil
	}
	return "", errors.New("no chromium found")
}

// New starts a browser of the test's own and returns the context of its first tab. It ends with the test. Where there is
// no Chromium the test is skipped, or fails where CI promises one.
func New(t *testing.T) context.Context {
	t.Helper()
	path, err := binary()
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatalf("this test drives a real browser: %v (apt-get install chromium)", err)
		}
		t.Skipf("SKIPPED, AND NOTHING OF THIS WAS TESTED: %v (apt-get install chromium)", err)
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path),
		chromedp.NoSandbox,
		chromedp.DisableGPU,
		chromedp.NoFirstRun,
		chromedp.UserDataDir(profile(t)),
		chromedp.WindowSize(1280, 900),
		chromedp.Flag("headless", "new"),
		chromedp.Flag("disable-quic", true),
		chromedp.Flag("disable-background-networking", true),
		chromedp.Flag("disable-component-update", true),
		chromedp.Flag("disable-sync", true),
		chromedp.Flag("disable-dev-shm-usage", true),
	)
	allocator, stop := chromedp.NewExecAllocator(t.Context(), options...)
	t.Cleanup(stop)
	tab, closeTab := chromedp.NewContext(allocator, chromedp.WithErrorf(t.Logf))
	t.Cleanup(func() {
		// The browser must have ended before its profile is removed.
		_ = chromedp.Cancel(tab)
		closeTab()
	})
	if err := chromedp.Do(tab); err != nil {
		t.Fatalf("start %s: %v", path, err)
	}
	ctx, cancel := context.WithTimeout(tab, Patience)
	t.Cleanup(cancel)
	return ctx
}

// profile makes a folder for the browser's own files. It outlives the browser by as long as that takes to let go.
func profile(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "aisteam-browser-") //nolint:usetesting // a last write of the browser must not fail the test
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		for range 50 {
			if os.RemoveAll(dir) == nil {
				return
			}
		}
	})
	return dir
}

// Screenshot writes what the tab shows to a PNG file.
func Screenshot(ctx context.Context, path string) error {
	png, err := chromedp.Run(ctx, chromedp.CaptureScreenshot())
	if err != nil {
		return fmt.Errorf("screenshot %s: %w", filepath.Base(path), err)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return fmt.Errorf("screenshot %s: %w", filepath.Base(path), err)
	}
	if err := os.WriteFile(path, png, 0o600); err != nil {
		return fmt.Errorf("screenshot %s: %w", filepath.Base(path), err)
	}
	return nil
}
