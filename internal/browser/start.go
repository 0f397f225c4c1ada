package browser

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// Patience is how long a test may use its browser: long enough for the slowest machine.
const Patience = 15 * time.Minute

// unseen lists the features that chromedp disables, and those that are invisible without a screen: the address bar's suggestions
// are pages of their own, in a process that takes as long as a page of a test.
const unseen = "site-per-process,Translate,BlinkGenPropertyTrees,WebUIOmniboxPopup,WebUIOmniboxAimPopup"

var errMissing = errors.New("no chromium found")

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
	return "", errMissing
}

// started is a browser process.
type started struct {
	first   context.Context //nolint:containedctx // a chromedp browser is the context of its first tab
	profile string
	stop    func()
}

// start starts a browser. The context may end before it does.
func start(ctx context.Context, logf func(string, ...any)) (*started, error) {
	path, err := binary()
	if err != nil {
		return nil, err
	}
	profile, err := os.MkdirTemp("", "aisteam-browser-")
	if err != nil {
		return nil, fmt.Errorf("make a profile: %w", err)
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path),
		chromedp.NoSandbox,
		chromedp.DisableGPU,
		chromedp.NoFirstRun,
		chromedp.UserDataDir(profile),
		chromedp.WindowSize(1280, 900),
		chromedp.Flag("headless", "new"),
		chromedp.Flag("disable-quic", true),
		chromedp.Flag("disable-background-networking", true),
		chromedp.Flag("disable-component-update", true),
		chromedp.Flag("disable-sync", true),
		chromedp.Flag("disable-dev-shm-usage", true),
		chromedp.Flag("disable-features", unseen),
	)
	allocator, stop := chromedp.NewExecAllocator(context.WithoutCancel(ctx), options...)
	tab, closeTab := chromedp.NewContext(allocator, chromedp.WithErrorf(logf))
	b := &started{first: tab, profile: profile, stop: func() {
		_ = chromedp.Cancel(tab) // the browser must have ended before its profile is removed
		closeTab()
		stop()
		for range 50 { // it outlives the browser by as long as that takes to let go
			if os.RemoveAll(profile) == nil {
				return
			}
		}
	}}
	if err := chromedp.Do(tab); err != nil {
		b.stop()
		return nil, fmt.Errorf("start %s: %w", path, err)
	}
	return b, nil
}

// one is the browser of a test binary whose TestMain says [InOne].
var one struct {
	sync.Mutex
	said    bool
	browser *started
}

// InOne runs the tests of a binary in one browser, which the first that needs one starts: a start takes longer than most tests. Each
// test has a window, cookies, storage and a cache of its own in it, as of a new browser. It returns the code to exit with.
func InOne(m *testing.M) int {
	one.said = true
	code := m.Run()
	if one.browser != nil {
		one.browser.stop()
	}
	return code
}

// New gives the test a browser and returns the context of its first tab. It ends with the test. Where there is no Chromium the test is
// skipped, or fails where CI promises one.
func New(t *testing.T) context.Context {
	t.Helper()
	return NewFor(t, Patience)
}

// NewFor is [New] for a test that takes longer.
func NewFor(t *testing.T, patience time.Duration) context.Context {
	t.Helper()
	tab, err := open(t)
	switch {
	case errors.Is(err, errMissing) && os.Getenv("CI") != "true":
		t.Skipf("SKIPPED, AND NOTHING OF THIS WAS TESTED: %v (apt-get install chromium)", err)
	case err != nil:
		t.Fatalf("this test drives a real browser: %v (apt-get install chromium)", err)
	}
	ctx, cancel := context.WithTimeout(tab, patience)
	t.Cleanup(cancel)
	return ctx
}

func open(t *testing.T) (context.Context, error) {
	t.Helper()
	if one.said {
		return inOne(t)
	}
	b, err := start(t.Context(), t.Logf)
	if err != nil {
		return nil, err
	}
	t.Cleanup(b.stop)
	return b.first, nil
}

// inOne opens a window in the common browser, which is another one if what was there has ended.
func inOne(t *testing.T) (context.Context, error) {
	t.Helper()
	one.Lock()
	defer one.Unlock()
	if one.browser != nil && one.browser.first.Err() != nil {
		one.browser.stop()
		one.browser = nil
	}
	if one.browser == nil {
		var err error
		if one.browser, err = start(context.Background(), func(string, ...any) {}); err != nil {
			return nil, err
		}
	}
	tab, closeTab := chromedp.NewContext(one.browser.first, chromedp.WithNewBrowserContext())
	t.Cleanup(func() {
		_ = chromedp.Cancel(tab)
		closeTab()
	})
	return tab, chromedp.Do(tab)
}
