package slack_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
	"github.com/aisteam/aisteam/bots/slack"
	"github.com/aisteam/aisteam/executor/connect/sitefolder"
	"github.com/aisteam/aisteam/executor/connect/wordpress"
	"github.com/aisteam/aisteam/internal/fakeslack"
	"github.com/aisteam/aisteam/projects"
)

// settings keeps projects, as storage does.
type settings struct {
	projects []assistant.Project
	opened   map[assistant.ProjectID]assistant.Secret
	use      assistant.ProjectUse
	away     error
	nobody   string // an address at which nothing answers
}

func (s *settings) reach(c assistant.Connection) error {
	if c.Config[site.KeyAddress] == s.nobody {
		return &assistant.Trouble{Problem: assistant.Problem{Message: assistant.Say("The site cannot be reached at the moment.")}, Err: errors.New("refused")}
	}
	return nil
}

func (s *settings) Projects(context.Context, assistant.TenantID) ([]assistant.Project, error) {
	return s.projects, s.away
}

func (s *settings) Project(_ context.Context, t assistant.TenantID, id assistant.ProjectID) (assistant.Project, error) {
	for _, p := range s.projects {
		if p.ID == id && p.Tenant == t {
			return p, s.away
		}
	}
	return assistant.Project{}, assistant.ErrNotFound
}

func (s *settings) SaveProject(_ context.Context, _ assistant.Actor, p assistant.Project, secrets assistant.Secrets) error {
	if s.away != nil {
		return s.away
	}
	for i := range p.Connections {
		c := &p.Connections[i]
		if secret, given := secrets[c.Kind]; given {
			s.opened[p.ID] = secret
		}
		c.Opened = s.opened[p.ID] != ""
	}
	for i := range s.projects {
		if s.projects[i].ID == p.ID {
			s.projects[i] = p
			return nil
		}
	}
	s.projects = append(s.projects, p)
	return nil
}

func (s *settings) Secret(_ context.Context, _ assistant.TenantID, id assistant.ProjectID, _ assistant.ConnectionKind) (assistant.Secret, error) {
	return s.opened[id], nil
}

func (s *settings) ProjectUse(context.Context, assistant.TenantID, assistant.ProjectID) (assistant.ProjectUse, error) {
	return s.use, s.away
}

func (s *settings) DeleteProject(_ context.Context, _ assistant.TenantID, _ assistant.Actor, id assistant.ProjectID) error {
	if s.use.Runs > 0 {
		return assistant.ErrInUse
	}
	s.projects = slices.DeleteFunc(s.projects, func(p assistant.Project) bool { return p.ID == id })
	return s.away
}

func (s *settings) AdminOnly(context.Context, assistant.TenantID, assistant.Actor) error {
	return s.away
}

func withSettings(t *testing.T, ps ...assistant.Project) (*fakeslack.Server, *settings) {
	t.Helper()
	fake, _, keeps := botWithSettings(t, ps...)
	return fake, keeps
}

func botWithSettings(t *testing.T, ps ...assistant.Project) (*fakeslack.Server, *slack.Bot, *settings) {
	t.Helper()
	in := &inbox{keys: map[string]bool{}, known: map[assistant.Place]bool{}, work: work{admin: "U1"}}
	keeps := &settings{projects: ps, opened: map[assistant.ProjectID]assistant.Secret{}}
	shop := wordpress.New(wordpress.Config{Secrets: keeps, Own: "tenant"}).Form()
	shop.Reach = func(ctx context.Context, c tools.ConnectionTest) error { return keeps.reach(c.Connection) }
	tries := shop.Test
	shop.Test = func(ctx context.Context, c tools.ConnectionTest) (assistant.Sentence, error) {
		if c.Secret == "abcd efgh" { // which opens every site there is
			return assistant.Sentence{}, keeps.reach(c.Connection)
		}
		return tries(ctx, c)
	}
	editor, err := projects.New(projects.Config{
		Store: keeps, Removals: keeps, Admins: keeps, Forms: []tools.ConnectionForm{sitefolder.Form(), shop},
	})
	if err != nil {
		t.Fatal(err)
	}
	fake, bot := fakeAndBot(t, func(c *slack.Config) {
		c.Inbox, c.Threads, c.Questions, c.Work, c.Projects = in, in, in, in, editor
	})
	return fake, bot, keeps
}

// form presses a button of the home and gives the form that it opens.
func form(t *testing.T, fake *fakeslack.Server, user, action string) fakeslack.View {
	t.Helper()
	before := len(fake.Views())
	if a, err := fake.ClickHome(t.Context(), user, action, 0); err != nil || !a.OK() {
		t.Fatalf("%s: %d %v", action, a.Status, err)
	}
	views := fake.Views()
	if len(views) != before+1 {
		t.Fatalf("%s opened %d forms", action, len(views)-before)
	}
	return views[before]
}

// submitted sends a form and gives what Slack is answered; "" closes the form.
func submitted(t *testing.T, fake *fakeslack.Server, v fakeslack.View, values map[string]string) string {
	t.Helper()
	a, err := fake.Submit(t.Context(), v, values)
	if err != nil || !a.OK() {
		t.Fatalf("%d %s %v", a.Status, a.Body, err)
	}
	if broken := fake.Violations(); len(broken) > 0 {
		t.Fatalf("rules broken:\n%s", strings.Join(broken, "\n"))
	}
	return strings.TrimSpace(string(a.Body))
}

// TestAnAdminAddsASiteOnTheHomeTab: an installed workspace has no panel of its own, and needs none.
func TestAnAdminAddsASiteOnTheHomeTab(t *testing.T) {
	fake, keeps := withSettings(t)
	if got := homeText(t, fake, "U1"); !strings.Contains(got, "There is no site yet") || !strings.Contains(got, "[Add a site]") {
		t.Errorf("an admin's home:\n%s", got)
	}
	if got := homeText(t, fake, "U2"); !strings.Contains(got, "An admin adds it") || strings.Contains(got, "[Add a site]") {
		t.Errorf("a member's home:\n%s", got)
	}
	add := form(t, fake, "U1", "site_add")
	for values, says := range map[string]string{
		"Shop|shop.example":             "must be like https://example.com",
		"Shop|ftp://shop.example":       "must be like https://example.com",
		"Shop|https://a:b@shop.example": "without user",
		"Shop|":                         "needs its address",
		"|https://shop.example":         "needs a name",
	} {
		name, address, _ := strings.Cut(values, "|")
		if got := submitted(t, fake, add, map[string]string{"name": name, "wordpress.url": address}); !strings.Contains(got, says) || !strings.Contains(got, `"response_action":"errors"`) {
			t.Errorf("%s: %s", values, got)
		}
	}
	values := map[string]string{"name": "Shop <b>", "wordpress.url": "https://shop.example/", "wordpress.user": "hans", "wordpress.password": "abcd efgh", "language": "German"}
	for range 2 { // the answer to the first was lost
		if got := submitted(t, fake, add, values); got != "" {
			t.Errorf("not taken: %s", got)
		}
	}
	if len(keeps.projects) != 1 {
		t.Fatalf("%d sites: %+v", len(keeps.projects), keeps.projects)
	}
	p := keeps.projects[0]
	if p.Tenant != "tenant" || p.Name != "Shop <b>" || p.Slug != "shop-b" || site.AddressOf(p) != "https://shop.example" || site.KindOf(p) != site.KindWordPress || p.Language != "German" || !assistant.ValidID(string(p.ID)) {
		t.Errorf("%+v", p)
	}
	if c, _ := p.Connected(site.KindWordPress); c.Config[site.KeyUser] != "hans" || keeps.opened[p.ID] != "abcd efgh" {
		t.Error("the credential is not kept")
	}
	home := strings.Join(fakeslack.Lines(fake.Home("U1")), "\n")
	if !strings.Contains(home, "Shop &lt;b&gt;") || !strings.Contains(home, "https://shop.example") || !strings.Contains(home, "[Change]") || strings.Contains(home, "abcd") {
		t.Errorf("the home was not drawn anew:\n%s", home)
	}
}

// TestAnAddressIsTriedOnTheHomeTabBeforeItIsKept: and is kept all the same where the form says so.
func TestAnAddressIsTriedOnTheHomeTabBeforeItIsKept(t *testing.T) {
	fake, keeps := withSettings(t)
	keeps.nobody = "https://down.example"
	homeText(t, fake, "U1")
	add := form(t, fake, "U1", "site_add")
	values := map[string]string{"name": "Shop", "wordpress.url": keeps.nobody}
	if got := submitted(t, fake, add, values); !strings.Contains(got, "cannot be reached") || !strings.Contains(got, `"wordpress.url"`) || len(keeps.projects) != 0 {
		t.Errorf("%s, %d sites", got, len(keeps.projects))
	}
	values["anyway"] = "Keep it all the same"
	if got := submitted(t, fake, add, values); got != "" || len(keeps.projects) != 1 {
		t.Errorf("%s, %d sites", got, len(keeps.projects))
	}
}

func TestChangingASiteKeepsThePasswordForItsAddressAlone(t *testing.T) {
	shop := assistant.Project{ID: "p1", Tenant: "tenant", Name: "Shop", Slug: "shop", Domain: "shop.example", Connections: []assistant.Connection{site.WordPress("https://shop.example", "hans")}}
	fake, keeps := withSettings(t, shop)
	keeps.opened["p1"], keeps.projects[0].Connections[0].Opened = "abcd efgh", true
	homeText(t, fake, "U1")
	change := form(t, fake, "U1", "site_change")
	if text := string(change.JSON); strings.Contains(text, "abcd") || !strings.Contains(text, `"initial_value":"hans"`) || !strings.Contains(text, "kept; write a new one") {
		t.Errorf("the form: %s", text)
	}
	if got := submitted(t, fake, change, map[string]string{"name": "Our shop", "wordpress.url": "https://shop.example", "wordpress.user": "hans"}); got != "" {
		t.Error(got)
	}
	if p := keeps.projects[0]; p.Name != "Our shop" || p.Slug != "shop" || p.Domain != "shop.example" || keeps.opened["p1"] != "abcd efgh" {
		t.Errorf("%+v", p)
	}
	if got := submitted(t, fake, change, map[string]string{"name": "Our shop", "wordpress.url": "https://new.example", "wordpress.user": "hans"}); got != "" || keeps.opened["p1"] != "" {
		t.Errorf("%s: the password goes with the old address", got)
	}
	keeps.away = errors.New("away")
	if got := submitted(t, fake, change, map[string]string{"name": "Other", "wordpress.url": "https://new.example"}); !strings.Contains(got, "try again") {
		t.Errorf("while nothing can be stored: %s", got)
	}
}

// TestOnlyAdminsChangeSites whatever they press or send: the buttons of others' homes, and forms that were opened before.
func TestOnlyAdminsChangeSites(t *testing.T) {
	shop := assistant.Project{ID: "p1", Tenant: "tenant", Name: "Shop", Connections: []assistant.Connection{site.WordPress("https://shop.example", "hans")}}
	fake, keeps := withSettings(t, shop, assistant.Project{ID: "p2", Tenant: "others", Name: "Theirs"})
	homeText(t, fake, "U1")
	for _, action := range []map[string]any{
		{"type": "button", "action_id": "site_add", "value": "{}"}, {"type": "button", "action_id": "site_change", "value": `{"j":"p1"}`},
	} {
		if a, err := fake.PressHome(t.Context(), "U2", action); err != nil || !a.OK() {
			t.Fatal(a.Status, err)
		}
		views := fake.Views()
		if last := string(views[len(views)-1].JSON); !strings.Contains(last, "Only an admin") || strings.Contains(last, "shop.example") {
			t.Errorf("%v opened %s", action, last)
		}
	}
	change := form(t, fake, "U1", "site_change")
	change.User = "U2"
	if got := submitted(t, fake, change, map[string]string{"name": "Mine", "wordpress.url": "https://mine.example"}); !strings.Contains(got, "Only an admin") {
		t.Error(got)
	}
	if a, err := fake.PressHome(t.Context(), "U1", map[string]any{"type": "button", "action_id": "site_change", "value": `{"j":"p2"}`}); err != nil || !a.OK() {
		t.Fatal(a.Status, err)
	}
	views := fake.Views()
	if last := string(views[len(views)-1].JSON); strings.Contains(last, "Theirs") {
		t.Errorf("another tenant's site: %s", last)
	}
	if keeps.projects[0].Name != "Shop" || len(keeps.projects) != 2 {
		t.Errorf("%+v", keeps.projects)
	}
}

func TestAHomeWithManySitesIsValid(t *testing.T) {
	var ps []assistant.Project
	for i := range 40 {
		ps = append(ps, assistant.Project{
			ID: assistant.ProjectID(fmt.Sprint("p", i)), Tenant: "tenant", Name: strings.Repeat("<&>", 200), Connections: []assistant.Connection{site.WordPress("https://"+strings.Repeat("a&", 250)+".example", "")},
			Language: strings.Repeat("é\u0301", 200),
		})
	}
	fake, _ := withSettings(t, ps...)
	if got := homeText(t, fake, "U1"); !strings.Contains(got, "and 30 more") {
		t.Error(got)
	}
	var view struct {
		Blocks []json.RawMessage `json:"blocks"`
	}
	if err := json.Unmarshal(form(t, fake, "U1", "site_change").JSON, &view); err != nil || len(view.Blocks) != 6 {
		t.Error(err, len(view.Blocks))
	}
	if v := fake.Violations(); len(v) > 0 {
		t.Error(v)
	}
}
