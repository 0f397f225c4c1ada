package orchestrator_test

import (
	"os"
	"testing"
)

// TestMain is also a replica of its own, for tests that kill one.
func TestMain(m *testing.M) {
	if told := os.Getenv(replicaVar); told != "" {
		os.Exit(runReplica(told))
	}
	os.Exit(m.Run())
}
