// Package browser is a test kit: a real Chromium without a screen, driven by chromedp.
package browser

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// opensWithin is how long a page may take until its scripts are at work.
const opensWithin = 3 * time.Minute

// Another is one more tab of a browser. It ends with the test.
func Another(first context.Context, t *testing.T) context.Context {
	t.Helper()
	tab, closeTab := chromedp.NewContext(first)
	t.Cleanup(closeTab)
	if err := chromedp.Do(tab); err != nil {
		t.Fatalf("open a tab: %v", err)
	}
	return tab
}

// Line is what a tab has to its servers.
type Line struct {
	Latency  time.Duration // at least, from a request to the head of its answer
	Down, Up float64       // bits a second
}

// ThirdGeneration is a phone in a place where the net is poor, as WebPageTest has it.
var ThirdGeneration = Line{Latency: 300 * time.Millisecond, Down: 1.6e6, Up: 0.75e6}

// Set gives a tab such a line, for all that it asks for from now on.
func (l Line) Set(tab context.Context) error {
	const bits = 8
	_, err := chromedp.Call(tab, network.EmulateNetworkConditionsByRule, network.EmulateNetworkConditionsByRuleParams{MatchedNetworkConditions: []*network.Conditions{{
		Latency: float64(l.Latency.Milliseconds()), DownloadThroughput: l.Down / bits, UploadThroughput: l.Up / bits,
	}}})
	if err != nil {
		return fmt.Errorf("set the line of a tab: %w", err)
	}
	return nil
}

// Offline takes a tab's line away, of which the browser knows, or gives it back.
func Offline(tab context.Context, so bool) error {
	if _, err := chromedp.Call(tab, network.EmulateNetworkConditionsByRule, network.EmulateNetworkConditionsByRuleParams{MatchedNetworkConditions: []*network.Conditions{{
		Offline: so, DownloadThroughput: -1, UploadThroughput: -1,
	}}}); err != nil {
		return fmt.Errorf("take the line of a tab: %w", err)
	}
	if _, err := chromedp.Call(tab, network.OverrideNetworkState, network.OverrideNetworkStateParams{Offline: so, DownloadThroughput: -1, UploadThroughput: -1}); err != nil {
		return fmt.Errorf("take the line of a tab: %w", err)
	}
	return nil
}

// OnEachPage runs a script in a tab before anything else of every page that it loads from now on.
func OnEachPage(tab context.Context, script string) error {
	if _, err := chromedp.Call(tab, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: script}); err != nil {
		return fmt.Errorf("run a script on each page: %w", err)
	}
	return nil
}

// In puts a tab's clock into a time zone; a page says so once it is opened anew.
func In(tab context.Context, zone string) error {
	if _, err := chromedp.Call(tab, emulation.SetTimezoneOverride, emulation.SetTimezoneOverrideParams{TimezoneID: zone}); err != nil {
		return fmt.Errorf("put the clock into %s: %w", zone, err)
	}
	return nil
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

// Print shows a tab as it would be printed.
func Print(tab context.Context) error {
	if _, err := chromedp.Call(tab, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"}); err != nil {
		return fmt.Errorf("show a tab as it is printed: %w", err)
	}
	return nil
}

// atWork holds where the scripts of a page are at work: on a first look they are read once it has been painted.
const atWork = `!document.querySelector("script[data-scripts]") || Boolean(window.htmx) && !document.body.hasAttribute("hx-disable")`

// Open opens an address and waits until the page's scripts run, as a person reads before acting.
func Open(tab context.Context, address string) error {
	ctx, cancel := context.WithTimeout(tab, opensWithin)
	defer cancel()
	if err := chromedp.Do(ctx, chromedp.Navigate(address)); err != nil {
		return fmt.Errorf("open %s: %w", address, err)
	}
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for {
		if ready, err := chromedp.Run(ctx, chromedp.Evaluate[bool](atWork)); err == nil && ready {
			return nil
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("wait for the scripts of %s: %w", address, ctx.Err())
		case <-tick.C:
		}
	}
}

// Plain opens an address as a browser without scripts does: none of the page's own runs, and what stands there for want of them is
// shown. Afterwards scripts may be asked about the page, but its own have not run.
func Plain(tab context.Context, address string) error {
	set := func(disabled bool) error {
		_, err := chromedp.Call(tab, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: disabled})
		return err
	}
	if err := set(true); err != nil {
		return fmt.Errorf("switch scripts off: %w", err)
	}
	if err := chromedp.Do(tab, chromedp.Navigate(address)); err != nil {
		return fmt.Errorf("open %s: %w", address, err)
	}
	if err := set(false); err != nil {
		return fmt.Errorf("switch scripts on: %w", err)
	}
	return nil
}

// Choosing tells each time that the page of a tab opens the dialog for files, of which nothing is shown from now on.
func Choosing(tab context.Context) (<-chan cdp.BackendNodeID, error) {
	opened := make(chan cdp.BackendNodeID, 1)
	err := chromedp.Listen(tab, func(ev any) {
		if e, ok := ev.(*page.EventFileChooserOpened); ok {
			select {
			case opened <- e.BackendNodeID:
			default: // it was told already
			}
		}
	})
	if err == nil {
		_, err = chromedp.Call(tab, page.SetInterceptFileChooserDialog, page.SetInterceptFileChooserDialogParams{Enabled: true})
	}
	if err != nil {
		return nil, fmt.Errorf("take the dialog for files: %w", err)
	}
	return opened, nil
}

// Choose answers the dialog with files.
func Choose(tab context.Context, of cdp.BackendNodeID, files ...string) error {
	if _, err := chromedp.Call(tab, dom.SetFileInputFiles, dom.SetFileInputFilesParams{Files: files, BackendNodeID: of}); err != nil {
		return fmt.Errorf("choose files: %w", err)
	}
	return nil
}
