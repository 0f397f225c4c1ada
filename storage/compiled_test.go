package storage_test

import (
	"strings"
	"testing"

	"github.com/aisteam/aisteam/internal/servers"
	"github.com/aisteam/aisteam/storage"
)

// What a replica says every second cost a tenth of a processor each, while nothing was done.
func TestNoStatementIsCompiledToMachineCode(t *testing.T) {
	cfg := config()
	cfg.DatabaseURL = servers.Postgres(t)
	plan, err := storage.Explain(t.Context(), open(t, cfg), "select cast(id as text) from replicas order by lived")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(plan, "Seq Scan on replicas") || strings.Contains(plan, "JIT") {
		t.Errorf("a small table that has to be read whole is read like this:\n%s", plan)
	}
}
