package storage_test

import (
	"strings"
	"testing"

	"github.com/aisteam/aisteam/internal/servers"
	"github.com/aisteam/aisteam/internal/tablekit"
)

// TestARoleThatBypassesRowSecurityIsRefused, though the login that becomes it does not.
func TestARoleThatBypassesRowSecurityIsRefused(t *testing.T) {
	url := servers.Postgres(t)
	c := connect(t, url)
	for _, role := range []string{"aisteam_app", "aisteam_engine"} {
		tablekit.Run(t, c, `alter role `+role+` bypassrls`)
		if got := refused(t, url); !strings.Contains(got, "row level security") || !strings.Contains(got, "alter role "+role+" nosuperuser nobypassrls") {
			t.Errorf("%s: %s", role, got)
		}
		tablekit.Run(t, c, `alter role `+role+` nobypassrls`)
	}
	if got := refused(t, url); got != "not refused" {
		t.Error(got)
	}
}

// TestAnAddressOfSomethingElseIsNotConnectedTo: an address of something else is said to be one, instead of whatever answers at this machine.
func TestAnAddressOfSomethingElseIsNotConnectedTo(t *testing.T) {
	if got := refused(t, "mysql://db.example.com/aisteam?sslmode=disable"); !strings.Contains(got, "is not the address of a Postgres") {
		t.Error(got)
	}
}
