package web_test

import (
	"os"
	"testing"
	"time"

	"github.com/aisteam/aisteam/internal/browser"
)

// patience is how long a test waits for what has to come: longer than the slowest machine takes, so that only what hangs fails.
const patience = 3 * time.Minute

// TestMain drives all tests of a page in one browser.
func TestMain(m *testing.M) { os.Exit(browser.InOne(m)) }
