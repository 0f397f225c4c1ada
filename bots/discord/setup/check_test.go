package setup_test

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/discord/setup"
)

func TestWhatDiscordSaysOfTheToken(t *testing.T) {
	const token = "a-secret"
	for name, c := range map[string]struct {
		status         int
		answer         string
		found, mending string
	}{
		"well":                {200, `{"id":"42","name":"Team","flags":524288}`, "as Team", ""},
		"no intent":           {200, `{"id":"42","name":"Team","flags":0}`, "", "under Bot"},
		"another application": {200, `{"id":"43","name":"Team","flags":524288}`, "", "DISCORD_APPLICATION_ID"},
		"no token":            {401, `{"message":"401: Unauthorized"}`, "", "DISCORD_TOKEN"},
		"garbage":             {502, `<html>`, "", "again"},
	} {
		t.Run(name, func(t *testing.T) {
			s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.URL.Path != "/api/v10/applications/@me" || r.Header.Get("Authorization") != "Bot "+token {
					t.Errorf("%s with %q", r.URL.Path, r.Header.Get("Authorization"))
				}
				w.WriteHeader(c.status)
				_, _ = w.Write([]byte(c.answer))
			}))
			defer s.Close()
			found, err := setup.Check{APIURL: s.URL + "/api/v10/", Token: token, Application: "42", Client: s.Client()}.Try(t.Context())
			if c.mending == "" {
				if err != nil || !strings.Contains(found.String(), c.found) {
					t.Errorf("%q, %v", found, err)
				}
				return
			}
			told, ok := errors.AsType[*assistant.Trouble](err)
			if !ok || !strings.Contains(told.Problem.Recovery.String(), c.mending) || strings.Contains(told.Problem.Message.String(), token) {
				t.Errorf("%q, %v", found, err)
			}
		})
	}
}
