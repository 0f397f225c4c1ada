package storage

import (
	"strings"
	"testing"

	"github.com/aisteam/aisteam/assistant/site"
)

// TestAPasswordThatWasSealedBeforeThereWereConnectionsOpensStill: the place that it was sealed for is where it is looked for, and no other
// connection's secret opens there.
func TestAPasswordThatWasSealedBeforeThereWereConnectionsOpensStill(t *testing.T) {
	seals, err := newSealer([][]byte{[]byte(strings.Repeat("k", 32))})
	if err != nil {
		t.Fatal(err)
	}
	kept := seals.seal("abcd efgh", "project_credentials\x00tenant\x00project\x00password")
	if got, err := seals.open(kept, secretPlace("tenant", "project", site.KindWordPress)); err != nil || got != "abcd efgh" {
		t.Errorf("it opens as %q, %v", got, err)
	}
	if got, err := seals.open(kept, secretPlace("tenant", "project", "caldav")); err == nil {
		t.Errorf("another connection's opens it as %q", got)
	}
}
