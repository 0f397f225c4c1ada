package main

import (
	"bytes"
	"strings"
	"testing"
)

// TestTheDemoIsFilledAndTakenAway: by one command each; who does so twice is told how it is.
func TestTheDemoIsFilledAndTakenAway(t *testing.T) {
	for name, value := range map[string]string{
		"DATABASE_URL": "", "REDIS_URL": "", "AISTEAM_DATA": t.TempDir(), "AISTEAM_ADDR": "127.0.0.1:0", "AISTEAM_TOKEN": testToken,
		"AI_PRIMARY_PROVIDER": "rehearsal", "LOG_LEVEL": "error",
	} {
		t.Setenv(name, value)
	}
	const filled = "The workspace has 6 projects, 34 tasks, 5 blockers and 5 documents to try."
	for _, one := range []struct{ args, says string }{
		{"demo", filled}, {"demo", filled}, {"demo --remove", "The demo is gone: 6 projects."}, {"demo --remove", "There is no demo in the workspace."},
	} {
		var said bytes.Buffer
		if code := run(t.Context(), strings.Fields(one.args), &said, &said, hooks{}); code != exitClean || !strings.Contains(said.String(), one.says) {
			t.Errorf("%s exits with %d and says %s", one.args, code, said.String())
		}
	}
}
