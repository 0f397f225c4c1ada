package setup_test

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/slack/setup"
	manifests "github.com/aisteam/aisteam/deploy/slack"
	"github.com/aisteam/aisteam/internal/fakeslack"
)

const token = "xoxb-a-secret"

func TestWhatSlackSaysOfTheToken(t *testing.T) {
	manifest, bot := manifests.Manifest(""), assistant.PartSettings{Secrets: map[string]assistant.Secret{setup.BotToken: token}}
	all := "app_mentions:read,channels:history,groups:history,im:history,mpim:history,channels:read,groups:read,im:read,mpim:read,reactions:read,chat:write,commands,files:read,files:write,users:read,usergroups:read,assistant:write"
	for name, c := range map[string]struct {
		status              int
		scopes, answer      string
		found, wrong, mends string
	}{
		"well":            {200, all, `{"ok":true,"team":"Blue Harbour","user":"aisteam"}`, "aisteam in Blue Harbour", "", ""},
		"a scope missing": {200, strings.Replace(all, "chat:write,", "", 1), `{"ok":true}`, "", "chat:write", "install the app"},
		"no token":        {200, "", `{"ok":false,"error":"invalid_auth"}`, "", "invalid_auth", "copy its Bot User OAuth Token"},
		"garbage":         {502, "", `<html>`, "", "502", "again"},
	} {
		t.Run(name, func(t *testing.T) {
			s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.URL.Path != "/api/auth.test" || r.Header.Get("Authorization") != "Bearer "+token {
					t.Errorf("%s with %q", r.URL.Path, r.Header.Get("Authorization"))
				}
				w.Header().Set("X-Oauth-Scopes", c.scopes)
				w.WriteHeader(c.status)
				_, _ = w.Write([]byte(c.answer))
			}))
			defer s.Close()
			found, err := setup.App{APIURL: s.URL + "/api/", Manifest: manifest, HTTPClient: s.Client()}.Try(t.Context(), bot)
			tells(t, found.String(), err, c.found, c.wrong, c.mends)
		})
	}
	s := httptest.NewServer(http.NotFoundHandler())
	s.Close()
	found, err := setup.App{APIURL: s.URL + "/", Manifest: manifest, HTTPClient: http.DefaultClient}.Try(t.Context(), bot)
	tells(t, found.String(), err, "", "could not be reached", "again")
}

func tells(t *testing.T, found string, err error, wantFound, wrong, mends string) {
	t.Helper()
	if wrong == "" {
		if err != nil || !strings.Contains(found, wantFound) {
			t.Errorf("%q, %v", found, err)
		}
		return
	}
	told, ok := errors.AsType[*assistant.Trouble](err)
	if !ok || !strings.Contains(told.Problem.Message.String(), wrong) || !strings.Contains(told.Problem.Recovery.String(), mends) || strings.Contains(told.Problem.Whole().String(), token) {
		t.Errorf("%q, %v", found, err)
	}
}

func TestTheManifestHasTheAddressOfWhoReadsIt(t *testing.T) {
	if m := manifests.Manifest("https://ours.example/"); strings.Contains(m, "team.example.com") || !strings.Contains(m, "https://ours.example/slack/events") {
		t.Error("the address is not put in")
	}
	if m := manifests.Manifest("http://127.0.0.1:8080"); !strings.Contains(m, `"socket_mode_enabled": true`) {
		t.Error("without a public address it opens no socket")
	}
}

// TestTheAppLevelTokenIsTriedWhereThereIsOne, against a Slack that says what it grants.
func TestTheAppLevelTokenIsTriedWhereThereIsOne(t *testing.T) {
	slack, err := fakeslack.New(t.Context(), fakeslack.Config{Token: token, AppToken: "xapp-right"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = slack.Close() })
	app := setup.App{APIURL: slack.APIURL(), Manifest: manifests.Manifest("https://ours.example"), HTTPClient: http.DefaultClient}
	for own, c := range map[string]struct{ found, wrong string }{"xapp-right": {"aisteam in Fake", ""}, "xapp-wrong": {"", "not the app-level token: invalid_auth"}} {
		found, err := app.Try(t.Context(), assistant.PartSettings{Secrets: map[string]assistant.Secret{setup.BotToken: token, setup.AppToken: assistant.Secret(own)}})
		tells(t, found.String(), err, c.found, c.wrong, "connections:write")
	}
	slack.Withhold("files:write")
	found, err := app.Try(t.Context(), assistant.PartSettings{Secrets: map[string]assistant.Secret{setup.BotToken: token}})
	tells(t, found.String(), err, "", "it needs: files:write.", "install the app")
}

// TestWhatCannotBeATokenOfTheAppIsSaidWithItsField.
func TestWhatCannotBeATokenOfTheAppIsSaidWithItsField(t *testing.T) {
	for name, c := range map[string]struct{ bot, app, signing, field string }{
		"nothing":              {"", "", "", setup.BotToken},
		"no way in":            {"xoxb-1", "", "", setup.AppToken},
		"tokens mixed up":      {"xapp-1", "xoxb-1", "", setup.BotToken},
		"two bot tokens":       {"xoxb-1", "xoxb-2", "", setup.AppToken},
		"a token of two lines": {"xoxb-1\n2", "xapp-1", "", setup.BotToken},
		"sockets":              {"xoxb-1", "xapp-1", "", ""},
		"over HTTP":            {"xoxb-1", "", "0123", ""},
		"a rotating token":     {"xoxe.xoxb-1", "xapp-1", "", ""},
	} {
		set := assistant.PartSettings{Secrets: map[string]assistant.Secret{setup.BotToken: assistant.Secret(c.bot), setup.AppToken: assistant.Secret(c.app), setup.SigningSecret: assistant.Secret(c.signing)}}
		err := setup.App{}.Fits(set)
		if wrong, told := errors.AsType[*assistant.FieldError](err); told != (c.field != "") || told && wrong.Key != c.field {
			t.Errorf("%s: %v", name, err)
		}
	}
}
