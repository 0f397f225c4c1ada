package web_test

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/web"
)

// failed are failed deliveries, whoever asks.
type failed []assistant.Failure

func (f failed) Failures(context.Context, assistant.TenantID, int) ([]assistant.Failure, error) {
	return f, nil
}

func TestAnAdminSeesWhatPlatformsRefused(t *testing.T) {
	w := newWorld(t)
	list := failed{
		{At: time.Date(2026, 11, 22, 9, 0, 0, 0, time.UTC), Place: assistant.Place{Surface: "slack", Space: "T1", Channel: "C1", Thread: "1.0"}, Conversation: "0195d7c0-0000-7000-8000-000000000000", What: "plan", Outcome: "plain", Code: "invalid_blocks<script>"},
		{Place: assistant.Place{Surface: "discord", Channel: "7"}, What: "said", Outcome: "given_up", Code: "50001 Missing Access"},
	}
	h := w.surface(t, func(c *web.Config) { c.Failures = list })
	in := cookie(t, h)
	page := call(t, h, "GET", "/deliveries", "", in).Body.String()
	for _, want := range []string{
		"<strong>A plan</strong>", "Slack · ", "T1 / C1 / 1.0", "invalid_blocks&lt;script&gt;", "shown as plain words", `href="/c/0195d7c0-0000-7000-8000-000000000000"`, "50001 Missing Access", "not shown", "Discord", "\n7</pre>",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page does not show %q: %s", want, page)
		}
	}
	if people := call(t, h, "GET", "/people", "", in).Body.String(); !strings.Contains(people, `href="/deliveries"`) {
		t.Error("nothing leads there")
	}
	w.owner.Role = assistant.RoleMember
	if got := call(t, h, "GET", "/deliveries", "", in); got.Code == http.StatusOK || strings.Contains(got.Body.String(), "invalid_blocks") {
		t.Errorf("a member sees it: %d", got.Code)
	}
}
