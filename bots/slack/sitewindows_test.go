package slack_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
	"github.com/aisteam/aisteam/internal/fakeslack"
)

// opened presses a button of the home and gives what the window that it opens says in the end.
func opened(t *testing.T, fake *fakeslack.Server, user, action string) (fakeslack.View, string) {
	t.Helper()
	if a, err := fake.ClickHome(t.Context(), user, action, 0); err != nil || !a.OK() {
		t.Fatalf("%s: %d %v", action, a.Status, err)
	}
	views := fake.Views()
	if broken := fake.Violations(); len(broken) > 0 {
		t.Fatalf("rules broken:\n%s", strings.Join(broken, "\n"))
	}
	v := views[len(views)-1]
	return v, string(v.JSON)
}

// TestAFolderIsAskedNothingOfWordPressAndMayBecomeOne: the fields of WordPress are there where WordPress is.
func TestAFolderIsAskedNothingOfWordPressAndMayBecomeOne(t *testing.T) {
	fake, keeps := withSettings(t, assistant.Project{ID: "p1", Tenant: "tenant", Name: "Pages", Slug: "pages", Connections: []assistant.Connection{site.Folder()}})
	homeText(t, fake, "U1")
	if text := string(form(t, fake, "U1", "site_change").JSON); strings.Contains(text, "WordPress") || strings.Contains(text, "password") {
		t.Errorf("the form of a folder: %s", text)
	}
	connect := form(t, fake, "U1", "site_connect:wordpress")
	if got := submitted(t, fake, connect, map[string]string{"name": "Pages", "wordpress.url": "https://shop.example", "wordpress.user": "hans", "wordpress.password": "abcd efgh"}); got != "" {
		t.Error(got)
	}
	if p := keeps.projects[0]; site.KindOf(p) != site.KindWordPress || len(p.Connections) != 1 || keeps.opened["p1"] != "abcd efgh" {
		t.Errorf("%+v", p)
	}
	if got := homeText(t, fake, "U1"); strings.Contains(got, "[Connect WordPress]") || !strings.Contains(got, "[Test WordPress]") {
		t.Error(got)
	}
}

func TestAConnectionIsTriedFromTheHomeTab(t *testing.T) {
	shop := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, password, _ := r.BasicAuth(); r.Method != http.MethodHead && password != "abcd" {
			w.WriteHeader(http.StatusUnauthorized)
			_, _ = w.Write([]byte(`{"code":"incorrect_password","message":"no"}`))
			return
		}
		_, _ = w.Write([]byte(`{"username":"hans","roles":["editor"],"capabilities":{"edit_pages":true,"publish_pages":true}}`))
	}))
	t.Cleanup(shop.Close)
	fake, keeps := withSettings(t, assistant.Project{ID: "p1", Tenant: "tenant", Name: "Shop", Slug: "shop", Connections: []assistant.Connection{site.WordPress(shop.URL, "hans")}})
	keeps.opened["p1"] = "abcd"
	homeText(t, fake, "U1")
	if _, says := opened(t, fake, "U1", "site_try:wordpress"); !strings.Contains(says, "who may publish pages") {
		t.Error(says)
	}
	keeps.opened["p1"] = "wrong"
	if _, says := opened(t, fake, "U1", "site_try:wordpress"); !strings.Contains(says, "update the credentials") || strings.Contains(says, "wrong") {
		t.Error(says)
	}
	press := map[string]any{"type": "button", "action_id": "site_try:wordpress", "value": `{"j":"p1","k":"wordpress"}`}
	if a, err := fake.PressHome(t.Context(), "U2", press); err != nil || !a.OK() {
		t.Fatal(a.Status, err)
	}
	views := fake.Views()
	if says := string(views[len(views)-1].JSON); !strings.Contains(says, "Only an admin") {
		t.Error(says)
	}
}

func TestASiteIsDeletedAfterOneQuestion(t *testing.T) {
	fake, keeps := withSettings(t, assistant.Project{ID: "p1", Tenant: "tenant", Name: "Shop <b>", Slug: "shop", Connections: []assistant.Connection{site.Folder()}})
	keeps.use = assistant.ProjectUse{Conversations: 3, Runs: 1}
	homeText(t, fake, "U1")
	if _, says := opened(t, fake, "U1", "site_delete"); !strings.Contains(says, "still going on") {
		t.Error(says)
	}
	keeps.use.Runs = 0
	ask, says := opened(t, fake, "U1", "site_delete")
	if !strings.Contains(says, "3 conversations about it stay") || len(keeps.projects) != 1 {
		t.Errorf("%d sites: %s", len(keeps.projects), says)
	}
	other := ask
	other.User = "U2"
	if got := submitted(t, fake, other, nil); !strings.Contains(got, "Only an admin") || len(keeps.projects) != 1 {
		t.Error(got)
	}
	for range 2 { // the answer to the first was lost
		if got := submitted(t, fake, ask, nil); got != "" || len(keeps.projects) != 0 {
			t.Errorf("%d sites: %s", len(keeps.projects), got)
		}
	}
	if got := homeText(t, fake, "U1"); strings.Contains(got, "Shop") {
		t.Error(got)
	}
}
