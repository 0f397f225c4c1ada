package slack_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/slack"
	"github.com/aisteam/aisteam/internal/fakeslack"
)

// TestFilesNeedTheWorkspacesToken: the login page that Slack shows instead is no file, and other tenants get nothing.
func TestFilesNeedTheWorkspacesToken(t *testing.T) {
	fake, err := fakeslack.New(t.Context(), fakeslack.Config{})
	if err != nil {
		t.Fatal(err)
	}
	defer fake.Close()
	url, _ := fake.AddFile("a.txt", "text/plain", []byte("hello"))["url_private"].(string)
	f := assistant.File{Name: "a.txt", Type: "text/plain", URL: url, Space: "T1"}
	right := slack.New(slack.Config{Token: "xoxb-fake", APIURL: fake.APIURL(), Tenant: "tenant", Space: "T1"})
	if data, err := right.Fetch(t.Context(), "tenant", "", f); err != nil || string(data) != "hello" {
		t.Errorf("%q, %v", data, err)
	}
	if _, err := right.Fetch(t.Context(), "other", "", f); !errors.Is(err, assistant.ErrNotFound) {
		t.Errorf("another tenant: %v", err)
	}
	f.Space = "T2"
	if _, err := right.Fetch(t.Context(), "tenant", "", f); !errors.Is(err, assistant.ErrNotFound) {
		t.Errorf("another workspace: %v", err)
	}
	f.Space = "T1"
	wrong := slack.New(slack.Config{Token: "xoxb-wrong", APIURL: fake.APIURL(), Tenant: "tenant", Space: "T1"})
	_, err = wrong.Fetch(t.Context(), "tenant", "", f)
	trouble, ok := errors.AsType[*assistant.Trouble](err)
	if !ok || !strings.Contains(trouble.Problem.Message.String(), "did not let me see it") {
		t.Errorf("the login page: %v", err)
	}
}
