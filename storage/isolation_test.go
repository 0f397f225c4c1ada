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
		"Beat", "Bootstrap", "DueTimers", "PersonFor", "Ready", "Sweep",
		"Backlog", "Connections", "Explained", "Open", "Seal", "Unwritable",
		"AgentDefinitions", "DefinitionsStamp", "FirstTenant", "ForgetRecordings", "InstallOf", "Leave", "LeaveSpace", "ModelRevision", "ModelRevisions", "SaveInstall", "Served",
	}
}

// verbs are those of every group, as "Group.Verb".
func verbs() (all []string) {
	for group := range reflect.TypeFor[storage.DB]().Fields() {
		if group.IsExported() && group.Name != "Verbs" {
			for verb := range group.Type.Methods() {
				all = append(all, group.Name+"."+verb.Name)
			}
		}
	}
	return all
}

// TestEveryVerbIsTriedAsAStranger: a verb that is added without being tried with another tenant's ids fails here.
func TestEveryVerbIsTriedAsAStranger(t *testing.T) {
	var source strings.Builder
	for _, of := range []string{"isolation.go", "isolationdefinitions.go", "isolationdeliveries.go", "isolationfiles.go", "isolationleaving.go", "isolationmodels.go", "isolationmodelsettings.go", "isolationpacks.go", "openid.go", "passkeys.go", "partsettings.go", "reaches.go", "isolationsessions.go", "isolationtimers.go"} {
		raw, err := os.ReadFile(filepath.Join("storagetest", of))
		if err != nil {
			t.Fatal(err)
		}
		source.Write(raw)
	}
	for _, verb := range verbs() {
		_, name, _ := strings.Cut(verb, ".")
		if !slices.Contains(beyond(), name) && !strings.Contains(source.String(), "w."+verb+"(") {
			t.Errorf("%s is not tried as another tenant in storagetest/isolation.go", verb)
		}
	}
}

// TestEveryVerbIsOfOneGroup: a verb beside the groups is in no index, one that two groups have cannot be called through Verbs, and
// a group is of use to wrappers only if Verbs has it, too.
func TestEveryVerbIsOfOneGroup(t *testing.T) {
	group := map[string]string{}
	for _, verb := range verbs() {
		of, name, _ := strings.Cut(verb, ".")
		if group[name] != "" {
			t.Errorf("%s is a verb of %s and of %s", name, group[name], of)
		}
		group[name] = of
		if _, known := reflect.TypeFor[storage.Verbs]().MethodByName(name); !known {
			t.Errorf("storage.Verbs lacks %s", verb)
		}
	}
	if len(group) < 100 {
		t.Errorf("only %d verbs are found", len(group))
	}
	for method := range reflect.TypeFor[*storage.DB]().Methods() {
		if !slices.Contains([]string{"Close", "Embedded"}, method.Name) {
			t.Errorf("%s belongs into a group of storage/verbs.go", method.Name)
		}
	}
}
