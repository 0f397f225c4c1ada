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
		"another key":         {200, `{"id":"42","name":"Team","flags":524288,"verify_key":"cd"}`, "", "General Information"},
		"its own key":         {200, `{"id":"42","name":"Team","flags":524288,"verify_key":"AB"}`, "as Team", ""},
		"no intent":           {200, `{"id":"42","name":"Team","flags":0}`, "", "under Bot"},
		"another application": {200, `{"id":"43","name":"Team","flags":524288}`, "", "one and the same application"},
		"no token":            {401, `{"message":"401: Unauthorized"}`, "", "Reset Token"},
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
			found, err := setup.App{APIURL: s.URL + "/api/v10/", HTTPClient: s.Client()}.Try(t.Context(), assistant.PartSettings{
				Given: map[string]string{setup.Application: "42", setup.PublicKey: "ab"}, Secrets: map[string]assistant.Secret{setup.Token: token},
			})
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

// TestWhatCannotBeAnApplicationIsSaidWithItsField.
func TestWhatCannotBeAnApplicationIsSaidWithItsField(t *testing.T) {
	key := strings.Repeat("0a", 32)
	for name, c := range map[string]struct{ id, token, key, field string }{
		"nothing":             {"", "", "", setup.Application},
		"a name":              {"AISTEAM", "t", "", setup.Application},
		"no token":            {"42", "", "", setup.Token},
		"a token of two":      {"42", "t t", "", setup.Token},
		"a short key":         {"42", "t", "0a", setup.PublicKey},
		"a key of no numbers": {"42", "t", strings.Repeat("zz", 32), setup.PublicKey},
		"without a key":       {"42", "t", "", ""},
		"with a key":          {"42", "t", key, ""},
	} {
		err := setup.App{}.Fits(assistant.PartSettings{
			Given: map[string]string{setup.Application: c.id, setup.PublicKey: c.key}, Secrets: map[string]assistant.Secret{setup.Token: assistant.Secret(c.token)},
		})
		if wrong, told := errors.AsType[*assistant.FieldError](err); told != (c.field != "") || told && wrong.Key != c.field {
			t.Errorf("%s: %v", name, err)
		}
	}
}
