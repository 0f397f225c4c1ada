package slack_test

import (
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// methods are the library's calls that the code makes, with the Web API's method and the bot's scopes that it needs, as the
// method's page in Slack's documents says.
func methods() map[string]struct {
	method string
	scopes []string
} {
	type m = struct {
		method string
		scopes []string
	}
	history := []string{"channels:history", "groups:history", "im:history", "mpim:history"}
	return map[string]m{
		"PostMessageContext":                         {"chat.postMessage", []string{"chat:write"}},
		"UpdateMessageContext":                       {"chat.update", []string{"chat:write"}},
		"DeleteMessageContext":                       {"chat.delete", []string{"chat:write"}},
		"PostEphemeralContext":                       {"chat.postEphemeral", []string{"chat:write"}},
		"GetPermalinkContext":                        {"chat.getPermalink", nil},
		"StartStreamContext":                         {"chat.startStream", []string{"chat:write"}},
		"AppendStreamContext":                        {"chat.appendStream", []string{"chat:write"}},
		"StopStreamContext":                          {"chat.stopStream", []string{"chat:write"}},
		"GetConversationHistoryContext":              {"conversations.history", history},
		"GetConversationRepliesContext":              {"conversations.replies", history},
		"GetConversationsForUserContext":             {"users.conversations", []string{"channels:read", "groups:read", "im:read", "mpim:read"}},
		"GetUserInfoContext":                         {"users.info", []string{"users:read"}},
		"GetUserGroupsContext":                       {"usergroups.list", []string{"usergroups:read"}},
		"GetUploadURLExternalContext":                {"files.getUploadURLExternal", []string{"files:write"}},
		"UploadToURL":                                {"the address that getUploadURLExternal gave", nil},
		"CompleteUploadExternalContext":              {"files.completeUploadExternal", []string{"files:write"}},
		"OpenViewContext":                            {"views.open", nil},
		"UpdateViewContext":                          {"views.update", nil},
		"PublishViewContext":                         {"views.publish", nil},
		"AuthTestContext":                            {"auth.test", nil},
		"StartSocketModeContext":                     {"apps.connections.open", nil}, // connections:write, of the app's own token
		"SetAgentSessionStatusContext":               {"agents.sessions.setStatus", []string{"assistant:write"}},
		"SetAssistantThreadsStatusContext":           {"assistant.threads.setStatus", []string{"assistant:write"}},
		"SetAssistantThreadsTitleContext":            {"assistant.threads.setTitle", []string{"assistant:write"}},
		"SetAssistantThreadsSuggestedPromptsContext": {"assistant.threads.setSuggestedPrompts", []string{"assistant:write"}},
	}
}

// sources are the files of the package and of its rooms, without tests.
func sources(t *testing.T) string {
	t.Helper()
	var all strings.Builder
	err := filepath.WalkDir(".", func(name string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return err
		}
		raw, err := os.ReadFile(name)
		all.Write(raw)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all.String()
}

// Whoever makes a new call says here what it needs, and then the manifests, the installs and the guide have to ask for it.
func TestEveryScopeIsNeededByACallOrAnEventAndEveryCallHasItsScopes(t *testing.T) {
	code, known := sources(t), methods()
	needed := map[string]bool{
		"commands":   true, // of the slash command and the shortcut
		"files:read": true, // of url_private, which is fetched with the token and by no method
	}
	if !strings.Contains(code, "Bearer ") {
		t.Error("no file is fetched any more: files:read goes")
	}
	seen := map[string]bool{}
	for _, call := range regexp.MustCompile(`(?:\.[cC]lient|OptionHTTPClient\(\w\.HTTPClient\)\))\.([A-Z]\w+)\(`).FindAllStringSubmatch(code, -1) {
		m, ok := known[call[1]]
		if !ok {
			t.Errorf("%s: which method is it, and which scopes does it need?", call[1])
		}
		seen[call[1]] = true
		for _, s := range m.scopes {
			needed[s] = true
		}
	}
	for name := range known {
		if !seen[name] {
			t.Errorf("nothing calls %s", name)
		}
	}
	events := map[string]string{"app_mention": "app_mentions:read", "agent_session_stopped": "assistant:write", "reaction_added": "reactions:read", "member_joined_channel": "channels:read", "member_left_channel": "channels:read", "team_join": "users:read", "user_change": "users:read"}
	for event, scope := range events {
		if !strings.Contains(code, `"`+event+`"`) {
			t.Errorf("nothing reads %s", event)
		}
		needed[scope] = true
	}
	want := slices.Sorted(maps.Keys(needed))
	guide, err := os.ReadFile("../../deploy/slack/README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{"manifest.json", "manifest-socket.json", "manifest-workspaces.json"} {
		if d := cmp.Diff(want, manifest(t, file).OAuthConfig.Scopes.Bot); d != "" {
			t.Errorf("%s: %s", file, d)
		}
	}
	table := string(guide)[strings.Index(string(guide), "| scope |"):]
	table, _, _ = strings.Cut(table, "\n\n")
	var told []string
	for _, s := range regexp.MustCompile("`([a-z_]+(?::[a-z]+)?)`").FindAllStringSubmatch(table, -1) {
		if !strings.HasPrefix(s[1], "/") {
			told = append(told, s[1])
		}
	}
	slices.Sort(told)
	if d := cmp.Diff(want, told); d != "" {
		t.Errorf("the guide: %s", d)
	}
}
