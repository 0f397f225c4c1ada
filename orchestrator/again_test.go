package orchestrator_test

import (
	"context"
	"testing"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/orchestrator"
	"github.com/aisteam/aisteam/orchestrator/replay"
	"github.com/aisteam/aisteam/storage"
)

// saysTheSameAgain makes everything again that was recorded in a test: whatever it was about, it says the same.
func saysTheSameAgain(t *testing.T, wiring orchestrator.Config, db storage.Verbs, tenant assistant.TenantID) {
	t.Helper()
	ctx := context.WithoutCancel(t.Context())
	all, err := db.Recorded(ctx, tenant, assistant.RecordingsOf{})
	if err != nil {
		t.Fatal(err)
	}
	player := orchestrator.NewPlayer(wiring, db)
	for _, of := range all {
		got, err := replay.One(ctx, tenant, of, db, player)
		switch d := got.Differs; {
		case err != nil:
			t.Error(err)
		case d != nil:
			t.Errorf("made again, %+v differs at %s, in %s:\n%s\nnow %s", of, d.At, d.Field, d.Then, d.Now)
		}
	}
	if !t.Failed() {
		t.Logf("%d turns and tasks were made again; changes named by what they lead to: %v", len(all), aChangedRecordIsNamed(t, player, db, tenant, all))
	}
}
