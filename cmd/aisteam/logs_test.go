package main

import (
	"net/http"
	"strings"
	"testing"
)

// The log says what an operator asks first: what was migrated, what is served, who was not let in, and that it stopped.
func TestTheLogTellsOfStartRefusalAndStop(t *testing.T) {
	t.Parallel()
	k := newcomer(t, "LOG_FORMAT=json")
	k.startReady()
	if got := statusAs(t, k, "not-the-right-token"); got != http.StatusUnauthorized {
		t.Fatalf("answered %d", got)
	}
	k.signal(15)
	eventually(t, patience, "it ends", k.ended)
	said := k.log.text()
	for _, want := range []string{
		`"msg":"database migrated"`, `"msg":"serving"`, `"database":"embedded"`, `"surfaces":"web"`, `"status":401`, `"route":"api"`, `"msg":"stopped"`,
	} {
		if strings.Count(said, want) != 1 {
			t.Errorf("not said once: %s\n%s", want, said)
		}
	}
	if strings.Contains(said, "not-the-right-token") || strings.Contains(said, testToken) {
		t.Error("the log has a token")
	}
}
