package slack_test

import (
	"bytes"
	"encoding/json"
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	slackapi "github.com/slack-go/slack"

	"github.com/aisteam/aisteam/bots/slack"
)

func manifest(t *testing.T, file string) slackapi.Manifest {
	t.Helper()
	raw, err := os.ReadFile("../../deploy/slack/" + file)
	if err != nil {
		t.Fatal(err)
	}
	var m slackapi.Manifest
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	if err := d.Decode(&m); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	return m
}

// The manifests and the code must not drift apart: addresses, the command, the shortcut, the events, and for every scope
// a use.
func TestTheManifestsAreWhatTheCodeServes(t *testing.T) {
	m := manifest(t, "manifest.json")
	routes := slack.New(slack.Config{}).Routes()
	for _, address := range []string{
		m.Settings.EventSubscriptions.RequestUrl, m.Settings.Interactivity.RequestUrl, m.Features.SlashCommands[0].Url,
	} {
		u, err := url.Parse(address)
		if err != nil || u.Scheme != "https" || routes["POST "+u.Path] == nil {
			t.Errorf("nothing is served at %s: %v", address, err)
		}
	}
	if c := m.Features.SlashCommands[0]; c.Command != "/aisteam" || len(m.Features.SlashCommands) != 1 || !c.ShouldEscape {
		t.Errorf("commands: %+v", m.Features.SlashCommands)
	}
	if s := m.Features.Shortcuts[0]; s.CallbackID != "ask_about" || s.Type != "message" || len(s.Name) > 24 {
		t.Errorf("shortcuts: %+v", m.Features.Shortcuts)
	}
	if n := len(m.Display.LongDescription); n < 174 || n > 4000 || len(m.Display.Description) > 140 || len(m.Display.Name) > 35 {
		t.Errorf("descriptions of %d, %d and %d characters", n, len(m.Display.Description), len(m.Display.Name))
	}
	needs := map[string]string{ // of each event we listen to
		"agent_session_stopped": "assistant:write", "app_home_opened": "", "app_mention": "app_mentions:read", "message.channels": "channels:history",
		"message.groups": "groups:history", "message.im": "im:history", "message.mpim": "mpim:history",
		"member_joined_channel": "", "member_left_channel": "", "team_join": "", "user_change": "", "reaction_added": "reactions:read",
	}
	scopes := []string{ // of what we call
		"channels:read", "chat:write", "commands", "files:read", "files:write", "groups:read", "im:read", "mpim:read", "usergroups:read", "users:read",
	}
	for _, e := range m.Settings.EventSubscriptions.BotEvents {
		scope, known := needs[e]
		if !known {
			t.Errorf("the code does not know the event %s", e)
		}
		if scope != "" {
			scopes = append(scopes, scope)
		}
		delete(needs, e)
	}
	if len(needs) > 0 {
		t.Errorf("not subscribed to: %v", needs)
	}
	slices.Sort(scopes)
	if d := cmp.Diff(scopes, m.OAuthConfig.Scopes.Bot); d != "" {
		t.Errorf("scopes: %s", d)
	}
}

func TestTheSocketManifestDiffersInTheWayInAlone(t *testing.T) {
	m, s := manifest(t, "manifest.json"), manifest(t, "manifest-socket.json")
	if m.Settings.SocketModeEnabled || !s.Settings.SocketModeEnabled {
		t.Error("the wrong one is for sockets")
	}
	s.Settings.SocketModeEnabled = false
	m.Settings.EventSubscriptions.RequestUrl, m.Settings.Interactivity.RequestUrl, m.Features.SlashCommands[0].Url = "", "", ""
	if d := cmp.Diff(m, s); d != "" {
		t.Error(d)
	}
	raw, err := os.ReadFile("../../deploy/slack/manifest-socket.json")
	if err != nil || strings.Contains(string(raw), "example.com") {
		t.Errorf("an address is left in it: %v", err)
	}
}

// The app for many workspaces hears of uninstalls, rotates its tokens, and knows the way back from Slack's consent.
func TestTheManifestForManyWorkspacesAddsWhatInstallsNeed(t *testing.T) {
	m, many := manifest(t, "manifest.json"), manifest(t, "manifest-workspaces.json")
	u, err := url.Parse(many.OAuthConfig.RedirectUrls[0])
	if err != nil || u.Scheme != "https" || slack.New(slack.Config{ClientID: "1.2"}).Routes()["GET "+u.Path] == nil {
		t.Errorf("nothing is served at %s: %v", u, err)
	}
	for _, e := range []string{"app_uninstalled", "team_access_revoked", "tokens_revoked"} {
		i := slices.Index(many.Settings.EventSubscriptions.BotEvents, e)
		if i < 0 {
			t.Fatalf("not subscribed to %s", e)
		}
		many.Settings.EventSubscriptions.BotEvents = slices.Delete(many.Settings.EventSubscriptions.BotEvents, i, i+1)
	}
	if !many.Settings.TokenRotationEnabled || !many.Settings.OrgDeployEnabled {
		t.Error("no rotation, or not for organisations")
	}
	many.Settings.TokenRotationEnabled, many.Settings.OrgDeployEnabled, many.OAuthConfig.RedirectUrls = false, false, nil
	if d := cmp.Diff(m, many); d != "" {
		t.Error(d)
	}
}
