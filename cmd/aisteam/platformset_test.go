package main

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/aisteam/aisteam/internal/fakediscord"
	"github.com/aisteam/aisteam/internal/fakeslack"
	"github.com/aisteam/aisteam/internal/servers"
)

// pair are two replicas on one database, started without any platform, and an admin at the panel of each.
func pair(t *testing.T, env ...string) (one, two *child) {
	t.Helper()
	env = append([]string{"DATABASE_URL=" + servers.EmptiedPostgres(t), "AISTEAM_SECRET_KEY=" + testKey}, env...)
	one, two = newChild(t, env...), newChild(t, env...)
	one.startReady()
	two.startReady()
	return one, two
}

// gets is a page.
func (o steward) gets(path string) string {
	o.t.Helper()
	req, err := http.NewRequestWithContext(o.t.Context(), http.MethodGet, o.k.url(path), http.NoBody)
	if err != nil {
		o.t.Fatal(err)
	}
	res, err := o.client.Do(req)
	if err != nil {
		o.t.Fatal(err)
	}
	defer res.Body.Close()
	return readAll(res.Body)
}

// leaks fails where a secret stands in what a replica has said.
func leaks(t *testing.T, secrets []string, of ...*child) {
	t.Helper()
	for _, k := range of {
		for _, secret := range secrets {
			if strings.Contains(k.log.text(), secret) {
				t.Errorf("%q stands in the log", secret)
			}
		}
	}
}

// TestSlackIsSetOnThePanelWithoutARestart: from an empty panel to a first answer in a thread, on two replicas. What Slack has against a token is
// shown and nothing of it is kept; then both replicas listen, also after a restart, until an admin takes Slack away, and again with other tokens.
func TestSlackIsSetOnThePanelWithoutARestart(t *testing.T) {
	t.Parallel()
	const wrong = "xoxb-of-somebody-else"
	slack, err := fakeslack.New(t.Context(), fakeslack.Config{Token: "xoxb-of-the-office", AppToken: "xapp-of-the-office", Schema: fakeslack.FindSchema()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = slack.Close() })
	slack.AddChannel(channel)
	slack.AddUser(asker, "Anna")
	slack.ConnectSocket()
	one, two := pair(t, "SLACK_API_URL="+slack.APIURL())
	w := &slackWorld{tb: t, slack: slack, child: one}
	admin := newSteward(t, one)
	if page := admin.gets("/settings"); !strings.Contains(page, "https://api.slack.com/apps?manifest_json=%7B") || !strings.Contains(page, "connections:write") {
		t.Error("the page has no link made of the manifest")
	}
	tokens := func(bot, app string) url.Values { return url.Values{"bot_token": {bot}, "app_token": {app}} }
	code, page := admin.sends("/settings/parts/slack", tokens(wrong, slack.AppToken))
	if code != http.StatusBadRequest || !strings.Contains(page, "Slack does not take the bot token: invalid_auth.") || strings.Contains(page, wrong) || slack.Links() > 0 {
		t.Errorf("a wrong token: %d", code)
	}
	if code, page = admin.sends("/settings/parts/slack/try", tokens(slack.Token, slack.AppToken)); code != http.StatusOK || !strings.Contains(page, "Slack knows the app as aisteam in Fake, and it may do all that it needs.") || slack.Links() > 0 {
		t.Errorf("the right ones, tried: %d", code)
	}
	sockets := func(n int) func() bool { return func() bool { return slack.Links() == n } }
	if code, page = admin.sends("/settings/parts/slack", tokens(slack.Token, slack.AppToken)); code != http.StatusSeeOther {
		t.Fatalf("the right ones: %d %s", code, page)
	}
	eventually(t, patience, "both replicas listen", sockets(4))
	calm := func() {}
	w.say("What can you do?", calm)
	w.shows("the answer", calm, has("answer_rate"))
	for _, k := range []*child{one, two} {
		k.kill()
		k.startReady()
	}
	eventually(t, patience, "both listen after a restart", sockets(4))
	w.root = ""
	w.say("What can you do?", calm)
	w.shows("an answer after the restart", calm, has("answer_rate"))

	admin = newSteward(t, two)
	if page := admin.gets("/settings"); !strings.Contains(page, "Remove this connection") || strings.Contains(page, slack.Token) || strings.Contains(page, slack.AppToken) {
		t.Error("the page does not show Slack as it is set, or shows a token")
	}
	if code, page = admin.sends("/settings/parts/slack/remove", nil); code != http.StatusSeeOther {
		t.Fatalf("taking it away: %d %s", code, page)
	}
	eventually(t, patience, "nobody listens", sockets(0))
	if code, _ = admin.sends("/settings/parts/slack", url.Values{"bot_token": {slack.Token}}); code != http.StatusBadRequest {
		t.Errorf("what was taken away is still kept: %d", code)
	}

	// Over HTTP: the signing secret in the place of sockets.
	slack.ConnectURL("http://"+two.addr, &http.Client{Timeout: patience, Transport: &http.Transport{DisableKeepAlives: true}})
	if code, page = admin.sends("/settings/parts/slack", url.Values{"bot_token": {slack.Token}, "signing_secret": {slack.SigningSecret}}); code != http.StatusSeeOther {
		t.Fatalf("over HTTP: %d %s", code, page)
	}
	w.root = ""
	w.say("What can you do?", calm)
	w.shows("an answer over HTTP", calm, has("answer_rate"))
	if slack.Links() > 0 {
		t.Error("sockets are open, too")
	}
	if v := slack.Violations(); len(v) > 0 {
		t.Errorf("Slack's rules were broken:\n%s", strings.Join(v, "\n"))
	}
	leaks(t, []string{slack.Token, slack.AppToken, slack.SigningSecret + "\"", wrong}, one, two)
}

// TestDiscordIsSetOnThePanelWithoutARestart is the same of Discord, in a channel of a server that an admin binds there.
func TestDiscordIsSetOnThePanelWithoutARestart(t *testing.T) {
	t.Parallel()
	discord, err := fakediscord.New(t.Context(), fakediscord.Config{Schema: fakediscord.FindSchema(), IdentifyEvery: 50 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = discord.Close() })
	discord.AddChannel(discordChannel, fakediscord.Text)
	discord.AddUser(discordAsker, "Anna")
	one, two := pair(t, "DISCORD_API_URL="+discord.APIURL())
	w := &discordWorld{tb: t, discord: discord, child: one}
	admin := newSteward(t, one)
	filled := func(token, key string) url.Values {
		return url.Values{"application": {discord.Application}, "token": {token}, "public_key": {key}}
	}
	code, page := admin.sends("/settings/parts/discord", filled("a-token-of-somebody-else", ""))
	if code != http.StatusBadRequest || !strings.Contains(page, "Discord does not take the token.") || !strings.Contains(page, `value="`+discord.Application+`"`) || strings.Contains(page, "somebody-else") {
		t.Errorf("a wrong token: %d", code)
	}
	if code, page = admin.sends("/settings/parts/discord", filled(discord.Token, strings.Repeat("0a", 32))); code != http.StatusBadRequest || !strings.Contains(page, "The public key is of another application.") {
		t.Errorf("a wrong key: %d", code)
	}
	if code, page = admin.sends("/settings/parts/discord", filled(discord.Token, "")); code != http.StatusSeeOther {
		t.Fatalf("the right ones: %d %s", code, page)
	}
	if page = admin.gets("/settings"); !strings.Contains(page, "https://discord.com/oauth2/authorize?client_id="+discord.Application) {
		t.Error("there is no link by which the bot joins a server")
	}
	if code, page = admin.sends("/settings/servers", url.Values{"server": {discord.Guild}}); code != http.StatusSeeOther {
		t.Fatalf("the server: %d %s", code, page)
	}
	sessions := func(n int) func() bool { return func() bool { return discord.Sessions() == n } }
	eventually(t, patience, "both replicas listen", sessions(2))
	w.thread = discord.Mention(discordChannel, discordAsker, "What can you do?")
	w.shows("the answer", discordSays("rehearsal"))
	for _, k := range []*child{one, two} {
		k.kill()
		k.startReady()
	}
	eventually(t, patience, "both listen after a restart", sessions(2))
	w.thread = discord.Mention(discordChannel, discordAsker, "What can you do?")
	w.shows("an answer after the restart", discordSays("rehearsal"))
	admin = newSteward(t, two)
	if code, page = admin.sends("/settings/parts/discord/remove", nil); code != http.StatusSeeOther {
		t.Fatalf("taking it away: %d %s", code, page)
	}
	eventually(t, patience, "nobody listens", sessions(0))
	if v := discord.Violations(); len(v) > 0 {
		t.Errorf("Discord's rules were broken:\n%s", strings.Join(v, "\n"))
	}
	leaks(t, []string{discord.Token, "somebody-else"}, one, two)
}

// TestWhatTheEnvironmentSetsOfAPlatformIsShownAndLocked: by its variable's name; nothing that is filled in goes before it.
func TestWhatTheEnvironmentSetsOfAPlatformIsShownAndLocked(t *testing.T) {
	t.Parallel()
	w := newSlackWorld(t)
	w.child.startReady()
	admin := newSteward(t, w.child)
	if page := admin.gets("/settings"); !strings.Contains(page, "The environment sets it by SLACK_BOT_TOKEN") || strings.Contains(page, "/settings/parts/slack") || strings.Contains(page, "xoxb-fake") {
		t.Error("the page does not say that the environment sets Slack")
	}
	for _, path := range []string{"", "/try", "/remove"} {
		if code, _ := admin.sends("/settings/parts/slack"+path, url.Values{"bot_token": {"xoxb-1"}, "app_token": {"xapp-1"}}); code != http.StatusNotFound {
			t.Errorf("%s: %d", path, code)
		}
	}
	if code, page := admin.sends("/settings/setup/slack/try", nil); code != http.StatusOK || !strings.Contains(page, "Slack knows the app as aisteam in Fake") {
		t.Errorf("trying what the environment sets: %d", code)
	}
	if code, _ := admin.sends("/settings/parts/model", nil); code != http.StatusNotFound {
		t.Errorf("a part without a form: %d", code)
	}
}

// TestMailIsSetOnThePanelWithoutARestart: a mail server is tried with a mail to oneself and saved; from then on people may be told by e-mail, on
// both replicas, until it is taken away.
func TestMailIsSetOnThePanelWithoutARestart(t *testing.T) {
	t.Parallel()
	closed := freeAddr(t)
	one, two := pair(t)
	admin, other := newSteward(t, one), newSteward(t, two)
	host, port, _ := strings.Cut(closed, ":")
	filled := url.Values{"server": {host}, "port": {port}, "encryption": {"tls"}, "user": {"robin"}, "password": {"hunter2hunter2"}, "from": {"AISTEAM <aisteam@example.com>"}, "test": {"robin@example.com"}}
	code, page := admin.sends("/settings/parts/mail", filled)
	if code != http.StatusBadRequest || !strings.Contains(page, "Nothing answers at "+closed) || strings.Contains(page, "hunter2") {
		t.Errorf("a port that nobody listens on: %d", code)
	}
	mails := func(o steward) bool {
		return strings.Contains(o.gets("/notifications"), `action="/notifications/address"`)
	}
	if mails(admin) || mails(other) {
		t.Error("there is no mail yet, and people are asked for their address")
	}
	filled.Set("anyway", "yes")
	if code, page = admin.sends("/settings/parts/mail", filled); code != http.StatusSeeOther {
		t.Fatalf("saved all the same: %d %s", code, page)
	}
	if !mails(admin) {
		t.Error("it is not in force where it was saved")
	}
	eventually(t, patience, "it is in force on the other replica", func() bool { return mails(other) })
	if code, page = other.sends("/settings/parts/mail/remove", nil); code != http.StatusSeeOther {
		t.Fatalf("taking it away: %d %s", code, page)
	}
	eventually(t, patience, "it is away on both", func() bool { return !mails(admin) && !mails(other) })
	leaks(t, []string{"hunter2"}, one, two)
}
