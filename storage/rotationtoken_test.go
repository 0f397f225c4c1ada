package storage_test

import (
	"errors"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/storage"
)

// TestATokenThatIsNoneHoldsNoInstall: whoever never held a refresh token is told so as whoever has lost it, on either database.
func TestATokenThatIsNoneHoldsNoInstall(t *testing.T) {
	for name, open := range map[string]func(*testing.T) *storage.DB{"Postgres": onPostgres, "SQLite": onSQLite} {
		t.Run(name, func(t *testing.T) {
			db := open(t)
			in, err := db.Installs.SaveInstall(t.Context(), assistant.Install{Team: "T1", App: "A1", Tokens: assistant.Tokens{Access: "a", Refresh: "r", Life: time.Hour}})
			if err != nil {
				t.Fatal(err)
			}
			for _, token := range []string{"", "nobody's"} {
				err := db.Installs.FinishRotation(t.Context(), assistant.InstallClaim{Install: in, Token: token}, assistant.Tokens{Access: "late"})
				if !errors.Is(err, assistant.ErrFenced) {
					t.Errorf("%q: %v", token, err)
				}
			}
			if got, _, err := db.Installs.InstallOf(t.Context(), "", "T1"); err != nil || got.Tokens.Access != "a" {
				t.Errorf("it has %q, %v", got.Tokens.Access, err)
			}
		})
	}
}
