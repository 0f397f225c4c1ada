package storagetest

import (
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// ownerToken: the first token that is kept is everybody's.
func ownerToken(t *testing.T, w *world) {
	var all sync.WaitGroup
	got := make([]string, 8)
	for i := range got {
		all.Go(func() {
			var err error
			if got[i], err = w.Tenants.OwnerToken(t.Context(), w.tenant, string(rune('a'+i))+"-token"); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	for _, token := range got {
		if token == "" || token != got[0] {
			t.Errorf("tokens %q", got)
		}
	}
}

// replicaSettings: a replica is told what the others are set to, and not of those that have left.
func replicaSettings(t *testing.T, w *world) {
	share := func(replica, value string) []map[string]string {
		t.Helper()
		others, err := w.Replicas.ShareSettings(t.Context(), w.tenant, replica, map[string]string{"A": value})
		if err != nil {
			t.Fatal(err)
		}
		return others
	}
	if others := share("one", "x"); len(others) != 0 {
		t.Errorf("others %v", others)
	}
	if d := cmp.Diff([]map[string]string{{"A": "x"}}, share("two", "y")); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff([]map[string]string{{"A": "y"}}, share("one", "z")); d != "" {
		t.Error(d)
	}
	if err := w.Replicas.LeaveSettings(t.Context(), w.tenant, "two"); err != nil {
		t.Fatal(err)
	}
	if others := share("one", "x"); len(others) != 0 {
		t.Errorf("who has left is there: %v", others)
	}
}
