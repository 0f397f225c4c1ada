package web_test

import (
	"context"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/web"
)

// installation is one whose model lets nobody in, and which has Slack.
type installation struct {
	w     *world
	tries *atomic.Int64
}

func (i installation) Setups(context.Context, assistant.TenantID) ([]assistant.Setup, error) {
	return []assistant.Setup{
		{Key: assistant.SetupModel, Title: assistant.Say("Language model"), On: true, State: assistant.Say("%s of %s serves.", "gpt-5", "openai"), Tried: true, Steps: []assistant.SetupStep{{Done: true, Text: assistant.Verbatim("The key is set by OPENAI_API_KEY.")}}, Models: []assistant.ModelSetup{
			{Provider: "OpenAI", Name: "gpt-5-mini", Ends: time.Date(2026, 12, 11, 0, 0, 0, 0, time.UTC), State: "It ends soon.", Pressing: true, Successor: "gpt-6.1-terra", Tested: i.w.now(), Failed: "key"},
			{Provider: "OpenAI", Name: "gpt-6-luna", Fast: true, Priced: true, Tested: i.w.now()},
		}},
		{Key: assistant.SetupSlack, Title: assistant.Verbatim("Slack"), On: true, State: assistant.Say("The environment sets it by %s, which goes before anything that is set here. To change it, set it anew and start AISTEAM again.", "SLACK_BOT_TOKEN"), Tried: true, Copy: `{"name": "<b>"}`, Heard: i.w.now(), Steps: []assistant.SetupStep{{Done: true, Text: assistant.Verbatim("Install App")}}},
		{Key: assistant.SetupDiscord, Title: assistant.Verbatim("Discord"), State: assistant.Say("Not connected."), Steps: []assistant.SetupStep{{Text: assistant.Verbatim("Make the application"), Link: "https://discord.example/new?a=1&b=2"}}},
	}, nil
}

func (i installation) Try(_ context.Context, _ assistant.TenantID, key assistant.SetupKey, successor string) (assistant.Sentence, error) {
	i.tries.Add(1)
	switch key {
	case assistant.SetupModel:
		if successor == "gpt-6.1-terra" {
			return assistant.Say("gpt-6.1-terra answered."), nil
		}
		return assistant.Sentence{}, assistant.BadInput(assistant.Say("The language model does not let us in."), assistant.Say("Check the key in the environment: https://platform.openai.com/api-keys."))
	case assistant.SetupSlack:
		return assistant.Say("Slack knows the app as aisteam."), nil
	default:
		return assistant.Sentence{}, assistant.ErrNotFound
	}
}

func (w *world) Spending(context.Context, assistant.TenantID, assistant.PersonID) (assistant.Spending, error) {
	return assistant.Spending{Tokens: 12_345, Micros: 2_500_000}, nil
}

func installed(w *world, tries *atomic.Int64) func(*web.Config) {
	return func(c *web.Config) { c.Setup, c.Spent = installation{w, tries}, w }
}

func TestAnAdminSeesHowItIsSetUpAndTriesIt(t *testing.T) {
	w := newWorld(t)
	var tries atomic.Int64
	h := w.surface(t, installed(w, &tries))
	in := cookie(t, h)
	page := call(t, h, "GET", "/settings", "", in).Body.String()
	for _, want := range []string{"gpt-5 of openai serves.", "set by OPENAI_API_KEY", "12,345 tokens, $2.50", "{&#34;name&#34;: &#34;&lt;b&gt;&#34;}", "Something last happened in a thread there", `<a href="https://discord.example/new?a=1&amp;b=2" rel="noreferrer" target="_blank">Make the application</a>`} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	for part, want := range map[string]string{"model": "<strong>The language model does not let us in.</strong> Check the key", "slack": "Slack knows the app as aisteam."} {
		code, _, page := fill(t, h, in, "/settings/setup/"+part+"/try")
		if code != http.StatusOK || !strings.Contains(page, want) || !strings.Contains(page, "<h1>Settings</h1>") {
			t.Errorf("%s, without a script: %d", part, code)
		}
		got := call(t, h, "POST", "/settings/setup/"+part+"/try", "", in, func(r *http.Request) { r.Header.Set("HX-Request", "true") })
		if body := got.Body.String(); got.Code != http.StatusOK || !strings.Contains(body, want) || strings.Contains(body, "<h1>") {
			t.Errorf("%s, with one: %d %s", part, got.Code, body)
		}
	}
	if code, _, _ := fill(t, h, in, "/settings/setup/discord/try"); code != http.StatusNotFound {
		t.Errorf("what is not set up: %d", code)
	}
	for _, want := range []string{"<strong>gpt-5-mini</strong>", "ends on 2026-12-11", `<p class="notice">It ends soon.</p>`, "The last test failed (key):", "Test gpt-6.1-terra", "for small questions · price known", "It passed the last test:"} {
		if !strings.Contains(page, want) {
			t.Errorf("of the models the page lacks %q", want)
		}
	}
	if code, _, page := fill(t, h, in, "/settings/setup/model/try", "successor", "gpt-6.1-terra"); code != http.StatusOK || !strings.Contains(page, "gpt-6.1-terra answered.") {
		t.Errorf("the successor: %d", code)
	}
	if code, _, page := fill(t, h, in, "/settings/setup/model/try"); code != http.StatusOK || !strings.Contains(page, `<a href="https://platform.openai.com/api-keys" rel="noreferrer" target="_blank">https://platform.openai.com/api-keys</a>.`) {
		t.Errorf("the vendor's page is no link: %d", code)
	}
	done := tries.Load()
	theirs := w.as(t, w.join("Somebody", assistant.RoleApprover))
	if code, _, _ := fill(t, h, theirs, "/settings/setup/model/try"); code != http.StatusForbidden || tries.Load() != done {
		t.Errorf("an approver tries it: %d", code)
	}
	if page := call(t, h, "GET", "/settings", "", theirs).Body.String(); strings.Contains(page, "OPENAI_API_KEY") {
		t.Error("an approver is told how it is set up")
	}
}

func TestTheSetupIsReadAndTriedInABrowser(t *testing.T) {
	w := newWorld(t)
	var tries atomic.Int64
	b := openTab(t, w.serve(t, installed(w, &tries)), "/settings")
	b.await(`document.getElementById("setup-model")`)
	b.js(`document.querySelectorAll("details").forEach(d => d.open = true); document.querySelector("#try-model button").click()`)
	b.await(`document.querySelector("#setup-model .tried")?.textContent.includes("does not let us in")`)
	b.js(`document.getElementById("setup-model").scrollIntoView()`)
	b.everyLook("setup", axe(t))
}
