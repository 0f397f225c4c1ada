package storage

import (
	"testing"

	"github.com/aisteam/aisteam/assistant"
)

// TestDriversAreGivenTextAlone: an id or a role is text before a driver sees it, which need not know what else text may be.
func TestDriversAreGivenTextAlone(t *testing.T) {
	for _, arg := range []any{assistant.RoleAdmin, assistant.PersonID("admin")} {
		if got := (&dialect{}).bind(arg); got != any("admin") {
			t.Errorf("%T becomes %T", arg, got)
		}
	}
}
