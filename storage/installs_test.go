package storage_test

import (
	"crypto/rand"
	"database/sql"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/internal/servers"
	"github.com/aisteam/aisteam/internal/tablekit"
	"github.com/aisteam/aisteam/storage"
)

// With a key the file holds no token, and without it the tokens are not to be had; what was kept before there was a key
// stays readable.
func TestTokensAreEncryptedWithTheKey(t *testing.T) {
	cfg := config()
	cfg.Dir = t.TempDir()
	plain := open(t, cfg)
	save := func(team, token string) assistant.Install {
		return assistant.Install{Team: team, App: "A1", Tokens: assistant.Tokens{Access: token, Refresh: "refresh-" + token, Life: time.Hour}}
	}
	if _, err := plain.Installs.SaveInstall(t.Context(), save("T1", "before")); err != nil {
		t.Fatal(err)
	}
	if err := plain.Close(); err != nil {
		t.Fatal(err)
	}
	cfg.SecretKeys = [][]byte{make([]byte, 32)}
	_, _ = rand.Read(cfg.SecretKeys[0])
	db := open(t, cfg)
	if _, err := db.Installs.SaveInstall(t.Context(), save("T2", "secret")); err != nil {
		t.Fatal(err)
	}
	for team, want := range map[string]string{"T1": "before", "T2": "secret"} {
		in, _, err := db.Installs.InstallOf(t.Context(), "", team)
		if err != nil || in.Tokens.Access != want || in.Tokens.Refresh != "refresh-"+want {
			t.Errorf("%s: read back %q: %v", team, in.Tokens.Access, err)
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}

	raw, err := sql.Open("sqlite", filepath.Join(cfg.Dir, "aisteam.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer raw.Close()
	var token, refresh string
	if err := raw.QueryRowContext(t.Context(), `select token, refresh_token from slack_installs where team_id = 'T2'`).Scan(&token, &refresh); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(token+refresh, "secret") || token == refresh {
		t.Errorf("the file holds %q and %q", token, refresh)
	}
	// A sealed token that is moved to another row does not open there.
	if _, err := raw.ExecContext(t.Context(), `update slack_installs set token = $1 where team_id = 'T1'`, token); err != nil {
		t.Fatal(err)
	}
	db = open(t, cfg)
	if in, _, err := db.Installs.InstallOf(t.Context(), "", "T1"); err == nil {
		t.Errorf("another workspace's token opened: %v", in.Tokens)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	cfg.SecretKeys = nil
	if _, err := storage.Open(t.Context(), cfg); err == nil || !strings.Contains(err.Error(), "AISTEAM_SECRET_KEY") {
		t.Errorf("without the key: %v", err)
	}
}

// The engine's role finds installs for every tenant, without being able to read a token of any.
func TestTheEngineReadsNoTokens(t *testing.T) {
	c := connect(t, servers.Postgres(t))
	tablekit.Run(t, c, `set role aisteam_engine`)
	tablekit.Run(t, c, `select tenant_id from slack_installs where team_id = 'T1'`)
	for _, column := range []string{"token", "refresh_token"} {
		if _, err := c.Exec(t.Context(), `select `+column+` from slack_installs`); err == nil || !strings.Contains(err.Error(), "permission denied") {
			t.Errorf("the engine reads %s: %v", column, err)
		}
	}
}
