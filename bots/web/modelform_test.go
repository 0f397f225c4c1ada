package web_test

import (
	"cmp"
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/llm/backends"
	"github.com/aisteam/aisteam/agents/llm/openai"
	"github.com/aisteam/aisteam/agents/llm/rehearsal"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/web"
	"github.com/aisteam/aisteam/internal/vendors"
)

const modelKey = "sk-a-key-of-the-panel-4f2a"

// cupboard keeps the model of the world's tenant, in the name of its admins.
type cupboard struct {
	w *world

	mu       sync.Mutex
	set      assistant.ModelSettings
	revision int64
}

func (c *cupboard) ModelRevision(context.Context) (int64, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.revision, nil
}

func (c *cupboard) ModelRevisions(ctx context.Context) (map[assistant.TenantID]int64, error) {
	n, err := c.ModelRevision(ctx)
	return map[assistant.TenantID]int64{c.w.tenant.ID: n}, err
}

func (c *cupboard) ModelSettings(context.Context, assistant.TenantID) (assistant.ModelSettings, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.set, nil
}

func (c *cupboard) SetModel(ctx context.Context, t assistant.TenantID, by assistant.PersonID, s assistant.ModelSettings) error {
	if err := c.admits(ctx, t, by); err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if s.Key == "" && s.SameDoor(c.set) {
		s.Key = c.set.Key
	}
	s.By, s.At = by, c.w.now()
	c.set, c.revision = s, c.revision+1
	return nil
}

func (c *cupboard) DropModel(ctx context.Context, t assistant.TenantID, by assistant.PersonID) error {
	if err := c.admits(ctx, t, by); err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.set.Set() {
		return assistant.ErrNotFound
	}
	c.set, c.revision = assistant.ModelSettings{}, c.revision+1
	return nil
}

func (c *cupboard) admits(ctx context.Context, t assistant.TenantID, by assistant.PersonID) error {
	p, err := c.w.Person(ctx, t, by)
	if err == nil && p.Role != assistant.RoleAdmin {
		err = assistant.ErrNotAdmin
	}
	return err
}

// modelDesk is where the world's admins set its model. Whatever they set, a server answers that stands in for all vendors.
func modelDesk(t *testing.T, w *world, at string) *backends.Desk {
	t.Helper()
	log := slog.New(slog.DiscardHandler)
	opened := func(_ assistant.TenantID, set assistant.ModelSettings) (*llm.Client, error) {
		m, err := openai.New(openai.Config{APIKey: string(set.Key), Model: set.Model, BaseURL: cmp.Or(set.BaseURL, at), Now: time.Now})
		if err != nil {
			return nil, err
		}
		return llm.NewClient(llm.Config{Model: m, Attempts: 1, Log: log, Now: time.Now})
	}
	offline, err := llm.NewClient(llm.Config{Model: rehearsal.New(rehearsal.Config{}), Log: log, Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	kept := &cupboard{w: w}
	source := backends.New(backends.Config{Default: offline, Settings: kept, Make: opened, Account: unbounded{}, IDs: w.ids, Log: log})
	return &backends.Desk{Kept: kept, Source: source, Once: opened, Seals: true, Now: w.now}
}

// unbounded is an account that nothing bounds.
type unbounded struct{}

func (unbounded) Spending(context.Context, assistant.TenantID, assistant.PersonID) (assistant.Spending, error) {
	return assistant.Spending{}, nil
}

func (unbounded) Spend(context.Context, assistant.TenantID, assistant.ModelCall) error { return nil }

func (unbounded) Reserve(context.Context, assistant.TenantID, assistant.PersonID, assistant.ReserveID, int64) (assistant.Spending, error) {
	return assistant.Spending{}, nil
}

func (unbounded) TellSpending(context.Context, assistant.TenantID, assistant.MessageID) (bool, error) {
	return false, nil
}

// modelHouse is a panel on which a model can be set, and the server of one that answers.
func modelHouse(t *testing.T, w *world) (set func(*web.Config), address string) {
	t.Helper()
	desk, address := modelServer(t, w)
	return withModels(w, desk), address
}

func modelServer(t *testing.T, w *world) (desk *backends.Desk, address string) {
	t.Helper()
	server := httptest.NewServer(vendors.NewChat(func(vendors.Asked) vendors.Said { return vendors.Said{Text: "ready"} }, vendors.ChatConfig{Key: modelKey, Lenient: true}))
	t.Cleanup(server.Close)
	return modelDesk(t, w, server.URL+"/v1"), server.URL + "/v1"
}

func withModels(w *world, desk *backends.Desk) func(*web.Config) {
	return func(c *web.Config) {
		c.Setup, c.Models, c.Rehearsal = connectable{desk.Source, w.tenant.ID}, desk, desk.Source.Rehearses
	}
}

// connectable is an installation whose model is set on the panel.
type connectable struct {
	source *backends.Source
	tenant assistant.TenantID
}

func (i connectable) Setups(context.Context, assistant.TenantID) ([]assistant.Setup, error) {
	on := !i.source.Rehearses(i.tenant)
	return []assistant.Setup{{Key: assistant.SetupModel, Title: assistant.Say("Language model"), On: on, Tried: on, State: assistant.Say("%s of %s serves.", i.source.Client(i.tenant).Info().Model, "OpenAI")}}, nil
}

func (connectable) Try(context.Context, assistant.TenantID, assistant.SetupKey, string) (assistant.Sentence, error) {
	return assistant.Sentence{}, assistant.ErrNotFound
}

// TestAnAdminConnectsAModelOnThePanel: it is tried, saved, shown without its key, changed with the key that is kept, and taken away. What is
// not taken is shown again as it was filled in, without the key.
func TestAnAdminConnectsAModelOnThePanel(t *testing.T) {
	w := newWorld(t)
	set, address := modelHouse(t, w)
	h := w.surface(t, set)
	in := cookie(t, h)
	page := func(query string) string { return call(t, h, "GET", "/settings"+query, "", in).Body.String() }
	for _, want := range []string{"Connect a language model", `name="offer" value="anthropic"`, `name="gemini.key" type="password"`, "gemini-3.8-flash (recommended)", `<option value="claude-sonnet-5-5">`, `href="https://platform.openai.com/api-keys"`} {
		if !strings.Contains(page(""), want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	if !strings.Contains(call(t, h, "GET", "/", "", in).Body.String(), `<a href="/settings#setup-model">Connect a language model</a>`) {
		t.Error("the panel does not lead there from its rehearsal")
	}
	given := func(key, model string) []string {
		return []string{"offer", "compatible", "compatible.address", address, "compatible.model", model, "compatible.key", key}
	}
	const wrong = "sk-a-wrong-key-of-somebody"
	code, _, back := fill(t, h, in, "/settings/model", given(wrong, "house-model")...)
	for _, want := range []string{"does not accept this key", "Nothing was saved.", `value="house-model"`, `value="` + address + `"`, `value="compatible" checked`, "Save it although the test failed"} {
		if code != http.StatusBadRequest || !strings.Contains(back, want) {
			t.Errorf("%d, and a wrong key's page lacks %q", code, want)
		}
	}
	if strings.Contains(back, wrong) {
		t.Error("the key is given back")
	}
	if code, _, back := fill(t, h, in, "/settings/model", given("k", "")...); code != http.StatusBadRequest || !strings.Contains(back, "Enter the name of a model") || strings.Contains(back, "although the test failed") {
		t.Errorf("without a model: %d", code)
	}
	if code, _, back := fill(t, h, in, "/settings/model/try", given(modelKey, "house-model")...); code != http.StatusOK || !strings.Contains(back, "house-model answered in") || !strings.Contains(back, "Nothing was saved yet.") || strings.Contains(back, modelKey) {
		t.Errorf("trying: %d", code)
	}
	for range 2 { // the button was pressed twice
		if code, to, _ := fill(t, h, in, "/settings/model", given(modelKey, "house-model")...); code != http.StatusSeeOther || to != "/settings?saved=model#setup-model" {
			t.Fatalf("saving: %d to %s", code, to)
		}
	}
	after := page("?saved=model")
	for _, want := range []string{"Saved. It answers from the next message on.", "house-model of OpenAI serves.", "Set by Robin:", "key ending in 4f2a", "kept; write a new one to replace it", "Change the model or its key"} {
		if !strings.Contains(after, want) {
			t.Errorf("after it the page lacks %q", want)
		}
	}
	if strings.Contains(after, modelKey) || strings.Contains(call(t, h, "GET", "/", "", in).Body.String(), `class="rehearsal"`) {
		t.Error("the key is shown, or the panel says that it is a rehearsal")
	}
	if code, _, back := fill(t, h, in, "/settings/model", given("", "house-model-2")...); code != http.StatusSeeOther || !strings.Contains(page(""), "house-model-2 of OpenAI serves.") {
		t.Errorf("another model with the kept key: %d %s", code, back)
	}
	for range 2 {
		if code, to, _ := fill(t, h, in, "/settings/model/remove"); code != http.StatusSeeOther || to != "/settings?saved=no-model#setup-model" {
			t.Errorf("taking it away: %d to %s", code, to)
		}
	}
	if last := page("?saved=no-model"); !strings.Contains(last, "The model and its key are removed.") || strings.Contains(last, "4f2a") {
		t.Error("the page after it")
	}
}

// TestOnlyAnAdminSetsTheModelOnThePanel: others see no form and send none; where the environment sets the model, nobody does.
func TestOnlyAnAdminSetsTheModelOnThePanel(t *testing.T) {
	w := newWorld(t)
	set, address := modelHouse(t, w)
	h := w.surface(t, set)
	form := []string{"offer", "compatible", "compatible.address", address, "compatible.model", "m", "compatible.key", modelKey, "anyway", "yes"}
	for _, role := range []assistant.Role{assistant.RoleMember, assistant.RoleApprover} {
		theirs := w.as(t, w.join("Somebody", role))
		if page := call(t, h, "GET", "/settings", "", theirs).Body.String(); strings.Contains(page, "/settings/model") || !strings.Contains(page, "Ask somebody who can connect one: Robin.") {
			t.Errorf("a %s sees the form, or is not told who can", role)
		}
		if page := call(t, h, "GET", "/", "", theirs).Body.String(); !strings.Contains(page, "An admin can connect a language model.") || strings.Contains(page, "#setup-model") {
			t.Errorf("a %s is not told on the panel who can", role)
		}
		for _, path := range []string{"/settings/model", "/settings/model/try", "/settings/model/remove"} {
			if code, _, _ := fill(t, h, theirs, path, form...); code != http.StatusForbidden {
				t.Errorf("a %s sends %s: %d", role, path, code)
			}
		}
	}
	fixed := w.surface(t, func(c *web.Config) { set(c); c.Models = nil })
	in := cookie(t, fixed)
	if page := call(t, fixed, "GET", "/settings", "", in).Body.String(); strings.Contains(page, "/settings/model") {
		t.Error("the form stands where the environment sets the model")
	}
	for _, path := range []string{"/settings/model", "/settings/model/try", "/settings/model/remove"} {
		if code, _, _ := fill(t, fixed, in, path, form...); code != http.StatusNotFound {
			t.Errorf("where the environment sets it, %s: %d", path, code)
		}
	}
}

// TestAModelIsConnectedInABrowser: chosen, tested without leaving the page, and saved.
func TestAModelIsConnectedInABrowser(t *testing.T) {
	w := newWorld(t)
	set, address := modelHouse(t, w)
	b := openTab(t, w.serve(t, set), "/settings")
	b.await(`document.getElementById("model-form")`)
	b.js(`const f = document.getElementById("model-form"); f.querySelector("[value=compatible]").click();
		f.elements["compatible.address"].value = "` + address + `"; f.elements["compatible.model"].value = "house-model"; f.elements["compatible.key"].value = "wrong"; f.querySelector("[formaction]").click()`)
	b.await(`document.querySelector("#model-form .tried")?.textContent.includes("does not accept this key")`)
	b.js(`document.getElementById("setup-model").scrollIntoView()`)
	b.everyLook("model-refused", axe(t))
	b.js(`const g = document.getElementById("model-form"); g.elements["compatible.key"].value = "` + modelKey + `"; g.querySelector(".primary").click()`)
	b.await(`location.search === "?saved=model" && document.querySelector("#setup-model")?.textContent.includes("key ending in 4f2a")`)
	b.js(`document.getElementById("setup-model").scrollIntoView()`)
	b.everyLook("model-set", axe(t))
}
