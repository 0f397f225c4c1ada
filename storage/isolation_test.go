package storage_test

import (
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/storage"
)

// beyond are the verbs that serve no single tenant, or that make what is theirs to make.
func beyond() []string {
	return []string{
		"Beat", "Bootstrap", "Close", "CreateTicket", "DueTimers", "Embedded", "PersonFor", "Ready", "SaveAgents", "Sweep", "TenantOf",
		"Backlog", "Connections", "Explained", "Unwritable",
		"InstallOf", "Leave", "LeaveSpace", "SaveInstall", "Served",
		"Agents", // the global roster is everybody's
	}
}

// TestEveryVerbIsTriedAsAStranger: a verb that is added without being tried with another tenant's ids fails here.
func TestEveryVerbIsTriedAsAStranger(t *testing.T) {
	source, err := os.ReadFile(filepath.Join("storagetest", "isolation.go"))
	if err != nil {
		t.Fatal(err)
	}
	for verb := range reflect.TypeFor[*storage.DB]().Methods() {
		if !slices.Contains(beyond(), verb.Name) && !strings.Contains(string(source), "w."+verb.Name+"(") {
			t.Errorf("%s is not tried as another tenant in storagetest/isolation.go", verb.Name)
		}
	}
}
