package main

import (
	"net/http"
	"net/http/cookiejar"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/setup"
	slacksetup "github.com/aisteam/aisteam/bots/slack/setup"
	"github.com/aisteam/aisteam/internal/fakeslack"
	"github.com/aisteam/aisteam/internal/servers"
)

// installer is somebody's, who installs the app.
type installer struct {
	*slackWorld
	client *http.Client
}

func newInstaller(w *slackWorld) *installer {
	w.tb.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		w.tb.Fatal(err)
	}
	return &installer{w, &http.Client{
		Jar: jar, Timeout: patience, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// visit opens an address: its status, its page and where it leads.
func (b *installer) visit(to string) (status int, page, next string) {
	b.tb.Helper()
	req, err := http.NewRequestWithContext(b.tb.Context(), http.MethodGet, to, nil)
	if err != nil {
		b.tb.Fatal(err)
	}
	res, err := b.client.Do(req)
	if err != nil {
		b.tb.Fatal(err)
	}
	defer res.Body.Close()
	return res.StatusCode, readAll(res.Body), res.Header.Get("Location")
}

// install walks from the link to the page that says it is done.
func (b *installer) install(in *fakeslack.Server) {
	b.tb.Helper()
	status, _, to := b.visit(b.child.url("/slack/install"))
	if status != http.StatusFound {
		b.tb.Fatalf("/slack/install answers %d", status)
	}
	back, err := in.Consent(to, asker, false)
	if err != nil {
		b.tb.Fatal(err)
	}
	status, page, _ := b.visit(back)
	if status != http.StatusOK || !strings.Contains(page, "AISTEAM is in Team "+in.Team) || !strings.Contains(page, "/invite @aisteam") {
		b.tb.Fatalf("the callback answers %d: %s", status, page)
	}
	if status, page, _ = b.visit(back); status != http.StatusBadRequest && status != http.StatusConflict {
		b.tb.Errorf("shown again, the callback answers %d: %s", status, page)
	}
}

// answered mentions the bot in a workspace's channel and waits for that workspace's bot to answer.
func (w *slackWorld) answered(in *fakeslack.Server, channel, text string) (root string) {
	w.tb.Helper()
	root, a, err := in.MentionOnce(w.tb.Context(), channel, "", asker, text)
	if err != nil || !a.OK() {
		w.tb.Fatalf("%d: %v", a.Status, err)
	}
	if until(w.tb.Context(), patience, func() bool { return len(in.Posted(channel, root)) > 0 }) != nil {
		w.tb.Fatalf("nobody answers in %s:\n%s", in.Team, in.Dump(channel, root))
	}
	return root
}

// addsSite says on the Home tab which site the team is to work on, which is all that a workspace needs to plan.
func (w *slackWorld) addsSite(t *testing.T, in *fakeslack.Server) {
	t.Helper()
	const wish = "Please create a new webpage called Services."
	asked := func(says string) {
		t.Helper()
		root := w.answered(in, "C2", wish)
		eventually(t, patience, says, func() bool { return strings.Contains(in.Dump("C2", root), says) })
	}
	asked("in Slack on my Home tab under Sites")
	homeOf(t, in, "C2", "Add a site")
	if a, err := in.ClickHome(t.Context(), asker, "site_add", 0); err != nil || !a.OK() {
		t.Fatal(a.Status, err)
	}
	forms := in.Views()
	site := map[string]string{"name": "Our shop", "wordpress.url": "https://shop.example", "wordpress.user": "hans", "wordpress.password": "abcd efgh", "language": "English"}
	if a, err := in.Submit(t.Context(), forms[len(forms)-1], site); err != nil || !strings.Contains(string(a.Body), "leads nowhere") {
		t.Fatalf("an address where nothing answers: %d %s %v", a.Status, a.Body, err)
	}
	site["anyway"] = "Keep it all the same"
	if a, err := in.Submit(t.Context(), forms[len(forms)-1], site); err != nil || !a.OK() || len(a.Body) > 0 {
		t.Fatalf("%d %s %v", a.Status, a.Body, err)
	}
	if home := homeOf(t, in, "C2", "Our shop"); !strings.Contains(home, "Who decides") {
		t.Errorf("an admin's home: %s", home)
	}
	if a, err := in.ClickHome(t.Context(), asker, "role_change", 0); err != nil || !a.OK() {
		t.Fatal(a.Status, err)
	}
	forms = in.Views()
	role := forms[len(forms)-1]
	if a, err := in.Submit(t.Context(), role, map[string]string{"person": asker, "role": "member"}); err != nil || !strings.Contains(string(a.Body), "last admin") {
		t.Errorf("%d %s %v", a.Status, a.Body, err)
	}
	if a, err := in.Submit(t.Context(), role, map[string]string{"person": "U0BOSS", "role": "approver"}); err != nil || !a.OK() || len(a.Body) > 0 {
		t.Fatalf("%d %s %v", a.Status, a.Body, err)
	}
	homeOf(t, in, "C2", "U0BOSS")
	asked("Create a page called Services on Our shop")
}

// TestManyWorkspacesInstallTheApp is the whole life of installs: with nothing but the client's id and secret, two
// workspaces install, talk and see nothing of each other; a token is rotated once however many need it; one uninstalls,
// is left alone, and comes back to what it had.
func TestManyWorkspacesInstallTheApp(t *testing.T) {
	t.Parallel()
	w := newSlackWorld(t, "SLACK_BOT_TOKEN=", "SLACK_CLIENT_ID=1.2", "SLACK_CLIENT_SECRET=client-secret",
		"AISTEAM_SECRET_KEY=AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=", "DATABASE_URL="+servers.EmptiedPostgres(t), "LOG_LEVEL=debug")
	w.child.env = append(w.child.env, "AISTEAM_PUBLIC_URL=http://"+w.child.addr)
	w.child.startReady()
	w.slack.Rotate(time.Hour) // due for rotation as soon as it is used
	b := newInstaller(w)
	two, three := w.slack.Workspace("T2", ""), w.slack.Workspace("T3", "")
	two.AddChannel("C2")
	three.AddChannel("C3")

	b.install(two)
	w.slack.Rotate(12 * time.Hour)
	var all sync.WaitGroup
	for range 6 {
		all.Go(func() { w.answered(two, "C2", "What can you do?") })
	}
	all.Wait()
	if n := w.slack.Refreshes(); n != 1 {
		t.Errorf("%d refreshes for six at once", n)
	}
	homeOf(t, two, "C2", "Your conversations")

	w.addsSite(t, two)

	b.install(three)
	if home := homeOf(t, three, "C3", "Nothing is running"); strings.Contains(home, "Your conversations") {
		t.Errorf("the second workspace sees the first one's: %s", home)
	}
	w.answered(three, "C3", "How does undo work?")

	settled(t, w.child, calm) // whatever was to be said in the other is said
	if a, err := two.Uninstall(t.Context()); err != nil || !a.OK() {
		t.Fatal(a, err)
	}
	calls := w.slack.Calls("chat.postMessage")
	if _, a, err := two.MentionOnce(t.Context(), "C2", "", asker, "Are you there?"); err != nil || !a.OK() {
		t.Fatal(a, err)
	}
	root := w.answered(three, "C3", "Who is Dana?") // by when the other would have been answered
	settled(t, w.child, calm)
	if n, own := w.slack.Calls("chat.postMessage")-calls, len(three.Posted("C3", root)); n != own {
		t.Errorf("%d posts after the uninstall, of which %d are the other workspace's", n, own)
	}

	b.install(two)
	w.answered(two, "C2", "And now?")
	homeOf(t, two, "C2", "What can you do?") // what was there before the uninstall
	if v := w.slack.Violations(); len(v) > 0 {
		t.Errorf("Slack's rules were broken:\n%s", strings.Join(v, "\n"))
	}
	w.child.log.mu.Lock()
	defer w.child.log.mu.Unlock()
	for _, secret := range []string{"xoxb-", "xoxe-", "client-secret", "code-", "abcd efgh"} {
		if strings.Contains(w.child.log.buf.String(), secret) {
			t.Errorf("the log says %s…", secret)
		}
	}
}

func TestInstallsNeedTheirConfiguration(t *testing.T) {
	fine := Config{
		SlackAPIURL: "https://slack.com/api/", DiscordAPIURL: "https://discord.com/api/v10/", RatePerMinute: 1, AIAtOnce: 1, DatabaseConnections: 16,
		SlackClientID: "1.2", SlackClientSecret: "s", SlackSigningSecret: "s", PublicURL: "https://team.example.com",
		DatabaseURL: "postgres://db", SecretKey: "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=", Token: "a-token-of-our-own",
	}
	for names, change := range map[string]func(*Config){
		"":                     func(*Config) {},
		" ":                    func(c *Config) { c.SlackBotToken = "xoxb-1" },
		"  ":                   func(c *Config) { c.SlackSigningSecret, c.SlackAppToken = "", "xapp-1" },
		"   ":                  func(c *Config) { c.SecretKey += ", " + c.SecretKey },
		"SLACK_CLIENT_SECRET ": func(c *Config) { c.SlackClientSecret = "" },
		"SLACK_CLIENT_ID ":     func(c *Config) { c.SlackClientID = "" },
		"    ":                 func(c *Config) { c.PublicURL = "" }, // an admin sets it in the panel
		"SLACK_SIGNING_SECRET": func(c *Config) { c.SlackSigningSecret = "" },
		"AISTEAM_SECRET_KEY":   func(c *Config) { c.SecretKey = "too short" },
		"AISTEAM_SECRET_KEY ":  func(c *Config) { c.SecretKey += ",too short" },
		"AISTEAM_SECRET_KEY  ": func(c *Config) { c.SecretKey = "" },
		"DATABASE_URL":         func(c *Config) { c.DatabaseURL = "" },
	} {
		c := fine
		change(&c)
		err := c.check()
		if names = strings.TrimSpace(names); (err == nil) != (names == "") || err != nil && !strings.Contains(err.Error(), names) {
			t.Errorf("%q: %v", names, err)
		}
	}
}

// A sender has a name as people write it, which no key or token has.
func TestASendersNameMayHaveSpacesAndLettersOfAllKinds(t *testing.T) {
	for _, from := range []string{"Blue Harbour Studio <team@example.com>", "Müller & Söhne GmbH <team@example.com>", `"Harbour, Blue" <team@example.com>`, "team@example.com"} {
		c := Config{SMTPURL: "smtps://robin:secret@mail.example.com", MailFrom: from}
		for _, check := range []func() error{c.checkWords, c.checkMail} {
			if err := check(); err != nil {
				t.Errorf("%s: %v", from, err)
			}
		}
	}
}

// Where the environment lets many workspaces in and nobody has set an address, Settings say what is missing.
func TestSettingsSayThatWorkspacesHaveNowhereToComeBackTo(t *testing.T) {
	config := Config{SlackClientID: "1.2", SlackClientSecret: "s"}
	desk := &setup.Desk{
		Source: setup.NewSource(setup.Config{Given: config.givenParts()}), Kinds: map[assistant.SetupKey]setup.Kind{assistant.SetupSlack: slacksetup.App{}},
	}
	for at, says := range map[string]string{"": "none is set. Set it under “Where people reach this panel”", "https://team.example.com": "workspaces install the app at /slack/install."} {
		got, err := setups{config: config, public: assistant.PublicAt(at), parts: desk}.slack(t.Context(), "")
		if err != nil || !strings.Contains(got.State.String(), says) {
			t.Errorf("%q: %s, %v", at, got.State, err)
		}
	}
}

// homeOf opens the app's home as the asker and reads it, once it says what it should.
func homeOf(t *testing.T, in *fakeslack.Server, channel, says string) string {
	t.Helper()
	a, err := in.Event(t.Context(), map[string]any{"type": "app_home_opened", "user": asker, "channel": channel, "tab": "home"})
	if err != nil || !a.OK() {
		t.Fatal(a, err)
	}
	eventually(t, patience, in.Team+"'s home says "+says, func() bool { return strings.Contains(string(in.Home(asker)), says) })
	return string(in.Home(asker))
}
