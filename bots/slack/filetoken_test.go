package slack_test

import (
	"errors"
	"io"
	"maps"
	"net/http"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/slack"
)

// asked answers every request with a file, and remembers which were made with a token.
type asked struct{ with []string }

func (a *asked) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.Header.Get("Authorization") != "" {
		a.with = append(a.with, r.URL.String())
	}
	return &http.Response{StatusCode: http.StatusOK, Header: http.Header{}, Body: io.NopCloser(strings.NewReader("bytes")), Request: r}, nil
}

// The address of a file is in a message, and who wrote it may have chosen it: conversations.history is an address, too.
func TestTheTokenGoesToSlacksFilesAndNowhereElse(t *testing.T) {
	const api = "http://127.0.0.1:9/api/"
	for address, fine := range map[string]bool{
		"https://files.slack.com/files-pri/T1-F1/a.txt": true, "https://files.slack.com/files-tmb/T1-F1/a_360.png": true,
		"http://127.0.0.1:9/files-pri/T1-F1/a.txt":                                true,
		"https://slack.com/api/conversations.history?channel=C_PRIVATE&limit=200": false, "https://www.slack.com/files-pri/T1-F1/a": false,
		"https://files.slack.com/api/conversations.history?channel=C1": false, api + "conversations.history?channel=C1": false,
		"https://files.slack.com/files-pri/../api/conversations.history": false, "https://files.slack.com/files-pri/%2e%2e/api/x": false,
		"https://files.slack.com/files-pri/..%2fapi/x": false, "https://files.slack.com//files-pri/T1-F1/a": false, "https://files.slack.com/files-pri/": false,
		"http://files.slack.com/files-pri/T1-F1/a": false, "https://files.slack.com:8443/files-pri/T1-F1/a": false, "https://evil.example/files-pri/T1-F1/a": false,
		"http://127.0.0.1:9/files-pri/../api/chat.delete": false, "https://files.slack.com/files-pri/x/%252e%252e/api": false,
	} {
		seen := &asked{}
		bot := slack.New(slack.Config{Token: "xoxb-fake", APIURL: api, Tenant: "tenant", Space: "T1", HTTPClient: &http.Client{Transport: seen}})
		data, err := bot.Fetch(t.Context(), "tenant", "", assistant.File{Name: "a.txt", URL: address, Space: "T1"})
		if (err == nil) != fine || (len(seen.with) > 0) != fine || fine && string(data) != "bytes" {
			t.Errorf("%s: asked %q, %v", address, seen.with, err)
		}
	}
}

// A remote file's address is its owner's choice. Even one that looks like a file of Slack's own is not fetched.
func TestAFileThatIsElsewhereIsNotFetched(t *testing.T) {
	fake, bot, in := withInbox(t)
	there := fake.AddFile("secret.txt", "text/plain", []byte("of a channel that she is not in"))
	for _, mark := range []map[string]any{{"mode": "external"}, {"is_external": true}} {
		file := map[string]any{"name": "a.txt", "mimetype": "text/plain", "size": 3, "url_private": there["url_private"], "mode": "hosted"}
		maps.Copy(file, mark)
		before := len(in.received)
		if _, a, err := fake.Share(t.Context(), "C1", "", "U1", "what does it say?", file); err != nil || !a.OK() {
			t.Fatal(err, a.Status)
		}
		if len(in.received) != before+1 || len(in.received[before].Files) != 1 {
			t.Fatalf("received %+v", in.received[before:])
		}
		f := in.received[before].Files[0]
		f.Space = "T1"
		_, err := bot.Fetch(t.Context(), in.received[before].Tenant, "", f)
		trouble, ok := errors.AsType[*assistant.Trouble](err)
		if !ok || !strings.Contains(trouble.Problem.Message.String(), "outside Slack") || trouble.Problem.Recovery.String() == "" {
			t.Errorf("%v: %v", mark, err)
		}
	}
	if n := fake.Calls("files-pri"); n != 0 {
		t.Errorf("the token was shown %d times", n)
	}
}
