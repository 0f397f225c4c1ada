package web_test

import (
	"context"
	"log/slog"
	"maps"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/aisteam/aisteam/assistant"
	discordsetup "github.com/aisteam/aisteam/bots/discord/setup"
	"github.com/aisteam/aisteam/bots/setup"
	"github.com/aisteam/aisteam/bots/web"
	"github.com/aisteam/aisteam/internal/fakediscord"
)

// drawer keeps the parts of the world's installation, in the name of its admins.
type drawer struct {
	cupboard *cupboard

	mu       sync.Mutex
	set      map[assistant.SetupKey]assistant.PartSettings
	revision map[assistant.SetupKey]int64
}

func (d *drawer) PartRevisions(context.Context, assistant.TenantID) (map[assistant.SetupKey]int64, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return maps.Clone(d.revision), nil
}

func (d *drawer) PartSettings(_ context.Context, _ assistant.TenantID, part assistant.SetupKey) (assistant.PartSettings, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	set := d.set[part]
	set.Part = part
	return set, nil
}

func (d *drawer) SetPart(ctx context.Context, t assistant.TenantID, by assistant.PersonID, s assistant.PartSettings) error {
	s.By, s.At = by, d.cupboard.w.now()
	return d.change(ctx, t, by, s)
}

func (d *drawer) DropPart(ctx context.Context, t assistant.TenantID, by assistant.PersonID, part assistant.SetupKey) error {
	return d.change(ctx, t, by, assistant.PartSettings{Part: part})
}

func (d *drawer) change(ctx context.Context, t assistant.TenantID, by assistant.PersonID, s assistant.PartSettings) error {
	if err := d.cupboard.admits(ctx, t, by); err != nil {
		return err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.set[s.Part] = s
	d.revision[s.Part]++
	return nil
}

// partHouse is a panel on which Discord can be set, and the Discord that answers.
func partHouse(t *testing.T, w *world) (set func(*web.Config), discord *fakediscord.Server) {
	t.Helper()
	discord, err := fakediscord.New(t.Context(), fakediscord.Config{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = discord.Close() })
	kept := &drawer{cupboard: &cupboard{w: w}, set: map[assistant.SetupKey]assistant.PartSettings{}, revision: map[assistant.SetupKey]int64{}}
	source := setup.NewSource(setup.Config{Tenant: w.tenant.ID, Settings: kept, Log: slog.New(slog.DiscardHandler)})
	desk := &setup.Desk{Kept: kept, Source: source, Seals: true, Kinds: map[assistant.SetupKey]setup.Kind{
		assistant.SetupDiscord: discordsetup.App{APIURL: discord.APIURL(), HTTPClient: http.DefaultClient},
	}}
	return func(c *web.Config) { c.Setup, c.Parts = chat{desk, w.tenant.ID}, desk }, discord
}

// chat is an installation whose Discord is set on the panel.
type chat struct {
	desk   *setup.Desk
	tenant assistant.TenantID
}

func (c chat) Setups(ctx context.Context, t assistant.TenantID) ([]assistant.Setup, error) {
	choice, err := c.desk.Part(ctx, t, assistant.SetupDiscord)
	return []assistant.Setup{{Key: assistant.SetupDiscord, Title: assistant.Verbatim("Discord"), On: choice.On, State: assistant.Say("Not connected.")}}, err
}

func (chat) Try(context.Context, assistant.TenantID, assistant.SetupKey, string) (assistant.Sentence, error) {
	return assistant.Sentence{}, assistant.ErrNotFound
}

// TestAnAdminConnectsAPlatformOnThePanel: it is tried, saved, shown without its token, changed with the token that is kept, and taken away. What
// is not taken is shown again as it was filled in, without the token.
func TestAnAdminConnectsAPlatformOnThePanel(t *testing.T) {
	w := newWorld(t)
	set, discord := partHouse(t, w)
	h := w.surface(t, set)
	in := cookie(t, h)
	page := func(query string) string { return call(t, h, "GET", "/settings"+query, "", in).Body.String() }
	given := func(application, token string) []string { return []string{"application", application, "token", token} }
	const wrong = "a-token-of-somebody-else"
	code, _, back := fill(t, h, in, "/settings/parts/discord", given(discord.Application, wrong)...)
	for _, want := range []string{"Discord does not take the token.", "Nothing was saved.", `value="` + discord.Application + `"`, "Save it although the test failed"} {
		if code != http.StatusBadRequest || !strings.Contains(back, want) {
			t.Errorf("%d, and a wrong token's page lacks %q", code, want)
		}
	}
	if strings.Contains(back, wrong) {
		t.Error("the token is given back")
	}
	if code, _, back := fill(t, h, in, "/settings/parts/discord", given("AISTEAM", "t")...); code != http.StatusBadRequest || !strings.Contains(back, "An Application ID is a number") || strings.Contains(back, "although the test failed") {
		t.Errorf("a name for an id: %d", code)
	}
	if code, _, back := fill(t, h, in, "/settings/parts/discord/try", given(discord.Application, discord.Token)...); code != http.StatusOK || !strings.Contains(back, "Discord knows the application as aisteam") || !strings.Contains(back, "Nothing was saved yet.") || strings.Contains(back, discord.Token) {
		t.Errorf("trying: %d", code)
	}
	for range 2 { // the button was pressed twice
		if code, to, _ := fill(t, h, in, "/settings/parts/discord", given(discord.Application, discord.Token)...); code != http.StatusSeeOther || to != "/settings?saved=discord#setup-discord" {
			t.Fatalf("saving: %d to %s", code, to)
		}
	}
	after := page("?saved=discord")
	for _, want := range []string{"Saved. It is in force now.", "Set by Robin:", "kept; write a new one to replace it", "Remove this connection"} {
		if !strings.Contains(after, want) {
			t.Errorf("after it the page lacks %q", want)
		}
	}
	if strings.Contains(after, discord.Token) {
		t.Error("the token is shown")
	}
	if code, _, _ := fill(t, h, in, "/settings/parts/discord", "application", discord.Application, "token", "", "public_key", discord.PublicKey()); code != http.StatusSeeOther || !strings.Contains(page(""), discord.PublicKey()) {
		t.Errorf("a key, with the kept token: %d", code)
	}
	for range 2 {
		if code, to, _ := fill(t, h, in, "/settings/parts/discord/remove"); code != http.StatusSeeOther || to != "/settings?saved=no-discord#setup-discord" {
			t.Errorf("taking it away: %d to %s", code, to)
		}
	}
	if last := page("?saved=no-discord"); !strings.Contains(last, "The connection is closed and its secrets are deleted.") || strings.Contains(last, "Remove this connection") {
		t.Error("the page after it")
	}
}

// TestOnlyAnAdminConnectsAPlatform: others see no form and send none; a part that no form sets is none.
func TestOnlyAnAdminConnectsAPlatform(t *testing.T) {
	w := newWorld(t)
	set, discord := partHouse(t, w)
	h := w.surface(t, set)
	form := []string{"application", discord.Application, "token", discord.Token, "anyway", "yes"}
	theirs := w.as(t, w.join("Somebody", assistant.RoleApprover))
	if page := call(t, h, "GET", "/settings", "", theirs).Body.String(); strings.Contains(page, "/settings/parts") {
		t.Error("an approver sees the form")
	}
	in := cookie(t, h)
	bare := w.surface(t, func(c *web.Config) { set(c); c.Parts = nil })
	for _, path := range []string{"", "/try", "/remove"} {
		if code, _, _ := fill(t, h, theirs, "/settings/parts/discord"+path, form...); code != http.StatusForbidden {
			t.Errorf("an approver sends it to %q: %d", path, code)
		}
		if code, _, _ := fill(t, h, in, "/settings/parts/slack"+path, form...); code != http.StatusNotFound {
			t.Errorf("an unknown part is sent to %q: %d", path, code)
		}
		if code, _, _ := fill(t, bare, in, "/settings/parts/discord"+path, form...); code != http.StatusNotFound {
			t.Errorf("where nothing is set here, %q: %d", path, code)
		}
	}
	if page := call(t, h, "GET", "/settings", "", in).Body.String(); strings.Contains(page, "Remove this connection") {
		t.Error("an approver has connected it")
	}
}

// TestAPlatformIsConnectedInABrowser: tested without leaving the page, and saved, looked at in every view.
func TestAPlatformIsConnectedInABrowser(t *testing.T) {
	w := newWorld(t)
	set, discord := partHouse(t, w)
	b := openTab(t, w.serve(t, set), "/settings")
	b.await(`document.getElementById("part-discord")`)
	b.js(`const f = document.getElementById("part-discord"); f.application.value = "` + discord.Application + `"; f.token.value = "wrong"; f.querySelector("button[formaction]").click()`)
	b.await(`document.querySelector("#part-discord .tried")?.textContent.includes("does not take the token")`)
	b.js(`document.getElementById("part-discord").scrollIntoView()`)
	b.everyLook("platform", axe(t))
	b.js(`const g = document.getElementById("part-discord"); g.token.value = "` + discord.Token + `"; g.querySelector("button.primary").click()`)
	b.await(`document.querySelector("#setup-discord [role=status]")?.textContent.includes("It is in force now")`)
}
