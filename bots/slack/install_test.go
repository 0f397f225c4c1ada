package slack_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/slack"
	"github.com/aisteam/aisteam/internal/fakeslack"
	"github.com/aisteam/aisteam/internal/ledgerkit"
	"github.com/aisteam/aisteam/internal/servers"
	"github.com/aisteam/aisteam/storage"
)

func reason(err error) string {
	if refused, ok := errors.AsType[*bots.RefusedError](err); ok {
		return refused.Reason
	}
	return ""
}

// A token that has ended is exchanged once, however many replicas and calls need it at the same time; all of them go on
// with the new one.
func TestTokensRotateOnceForAllReplicas(t *testing.T) {
	e := newEstate(t)
	e.slack.Rotate(12 * time.Hour)
	replicas := []*slack.Bot{e.bot(nil), e.bot(nil), e.bot(nil)}
	in := e.slack.Workspace("T2", "")
	in.AddChannel("C2")
	e.install(replicas[0], in, false)
	everybody := func() {
		t.Helper()
		var all sync.WaitGroup
		for i := range 12 {
			all.Go(func() {
				if err := e.post(replicas[i%len(replicas)], "T2", "C2"); err != nil {
					t.Errorf("replica %d: %v", i%len(replicas), err)
				}
			})
		}
		all.Wait()
	}
	everybody()
	if n := e.slack.Refreshes(); n != 0 {
		t.Fatalf("%d refreshes of a fresh token", n)
	}
	for round, wait := range []time.Duration{10*time.Hour + time.Minute, 13 * time.Hour} { // early, and too late
		e.later(wait)
		everybody()
		if n := e.slack.Refreshes(); n != round+1 {
			t.Fatalf("after %s: %d refreshes, want %d", wait, n, round+1)
		}
	}
	if n := e.slack.Calls("oauth.v2.access"); n != 3 {
		t.Errorf("%d exchanges in all", n)
	}
}

// The same with a real database between replicas that share nothing else.
func TestTokensRotateOnceForReplicasOnPostgres(t *testing.T) {
	e := newEstate(t)
	url := servers.Postgres(t)
	var replicas []*slack.Bot
	for range 2 {
		db := ledgerkit.Open(t, storage.Config{DatabaseURL: url})
		replicas = append(replicas, e.bot(func(c *slack.Config) { c.Installs, c.Installing, c.Tenant = db.Installs, db.Installs, db.Tenant }))
	}
	in := e.slack.Workspace("T2", "")
	in.AddChannel("C2")
	e.slack.Rotate(time.Hour) // due as soon as it is used
	e.install(replicas[0], in, false)
	e.slack.Rotate(12 * time.Hour)
	var all sync.WaitGroup
	for i := range 12 {
		all.Go(func() {
			if err := e.post(replicas[i%2], "T2", "C2"); err != nil {
				t.Errorf("replica %d: %v", i%2, err)
			}
		})
	}
	all.Wait()
	if n := e.slack.Refreshes(); n != 1 {
		t.Errorf("%d refreshes", n)
	}
}

// Slack's answer is lost on the way: the old token serves while it is good, and once it has ended the install has too.
func TestARotationWhoseAnswerIsLostEndsWithTheOldToken(t *testing.T) {
	e := newEstate(t)
	e.slack.Rotate(12 * time.Hour)
	b := e.bot(nil)
	in := e.slack.Workspace("T2", "")
	in.AddChannel("C2")
	e.install(b, in, false)
	e.later(11 * time.Hour)
	e.slack.Fault("oauth.v2.access", fakeslack.Fault{Cut: true})
	for range 3 {
		if err := e.post(b, "T2", "C2"); err != nil {
			t.Fatalf("while the old token is good: %v", err)
		}
		e.later(10 * time.Minute)
	}
	e.later(time.Hour)
	if err := e.post(b, "T2", "C2"); reason(err) != "not_installed" {
		t.Errorf("after its end: %v", err)
	}
	if n := e.slack.Refreshes(); n != 1 {
		t.Errorf("%d refreshes", n)
	}
	e.install(b, in, false)
	if err := e.post(b, "T2", "C2"); err != nil {
		t.Errorf("installed again: %v", err)
	}
}

// Slack cannot be reached, or answers nonsense: that is tried again, and ends no install.
func TestARotationThatFailsIsTriedAgain(t *testing.T) {
	for name, fault := range map[string]fakeslack.Fault{
		"down": {Status: 503}, "limited": {Status: 429, RetryAfter: time.Second}, "garbage": {Raw: "<html>"}, "empty": {Raw: `{"ok":true}`},
		"wrong secret": {Error: "bad_client_secret"},
	} {
		t.Run(name, func(t *testing.T) {
			e := newEstate(t)
			e.slack.Rotate(12 * time.Hour)
			b := e.bot(nil)
			in := e.slack.Workspace("T2", "")
			in.AddChannel("C2")
			e.install(b, in, false)
			e.later(13 * time.Hour)
			e.slack.Fault("oauth.v2.access", fault)
			if _, later := errors.AsType[*bots.LaterError](e.post(b, "T2", "C2")); !later {
				t.Error("the delivery is not put off")
			}
			e.later(2 * time.Minute) // the hold's lease
			if err := e.post(b, "T2", "C2"); err != nil || e.slack.Refreshes() != 1 {
				t.Errorf("%d refreshes: %v", e.slack.Refreshes(), err)
			}
		})
	}
}

func TestAnUninstalledWorkspaceIsLeftAlone(t *testing.T) {
	e := newEstate(t)
	b, other := e.bot(nil), e.bot(nil)
	in, third := e.slack.Workspace("T2", ""), e.slack.Workspace("T3", "")
	in.AddChannel("C2")
	third.AddChannel("C3")
	e.slack.Connect(b)
	e.install(b, in, false)
	e.install(b, third, false)
	first, _ := e.mention(in, "C2")
	if err := e.post(other, "T2", "C2"); err != nil { // it knows the token now
		t.Fatal(err)
	}
	// What people revoke for themselves is not the app's.
	if a, err := in.Event(t.Context(), map[string]any{"type": "tokens_revoked", "tokens": map[string]any{"oauth": []any{"UANNA"}}}); err != nil || !a.OK() {
		t.Fatal(a, err)
	}
	if _, heard := e.mention(in, "C2"); !heard {
		t.Fatal("ended by a person's token")
	}
	if a, err := in.Uninstall(t.Context()); err != nil || !a.OK() {
		t.Fatal(a, err)
	}
	before := e.slack.Calls("chat.postMessage")
	if err := e.post(b, "T2", "C2"); reason(err) != "not_installed" || e.slack.Calls("chat.postMessage") != before {
		t.Errorf("%v, and %d calls", err, e.slack.Calls("chat.postMessage")-before)
	}
	if _, heard := e.mention(in, "C2"); heard {
		t.Error("still heard")
	}
	if a, err := in.Command(t.Context(), "C2", "UANNA", "status"); err != nil || !strings.Contains(string(a.Body), "not set up") {
		t.Errorf("%s %v", a.Body, err)
	}
	// The other replica heard nothing: it finds out by its next call, and is then as quiet.
	if err := e.post(other, "T2", "C2"); reason(err) != "account_inactive" {
		t.Errorf("the other replica: %v", err)
	}
	before = e.slack.Calls("chat.postMessage")
	if err := e.post(other, "T2", "C2"); reason(err) != "not_installed" || e.slack.Calls("chat.postMessage") != before {
		t.Errorf("the other replica again: %v", err)
	}
	if _, heard := e.mention(third, "C3"); !heard {
		t.Error("the third workspace went with it")
	}

	e.later(time.Minute)
	e.install(b, in, false)
	again, heard := e.mention(in, "C2")
	if !heard || again.Tenant != first.Tenant {
		t.Errorf("installed again: heard %v, tenant %s, was %s", heard, again.Tenant, first.Tenant)
	}
	if err := e.post(b, "T2", "C2"); err != nil {
		t.Error(err)
	}
}

// Slack sends events again for hours. One about the install before this one does not end this one.
func TestALateWordOfAnUninstallIsNotAboutTheNewInstall(t *testing.T) {
	e := newEstate(t)
	b := e.bot(nil)
	in := e.slack.Workspace("T2", "")
	in.AddChannel("C2")
	e.install(b, in, false)
	e.later(time.Hour)
	e.install(b, in, false)
	e.later(-30 * time.Minute)
	late := func() { // signed now, about then
		if a, err := in.Event(t.Context(), map[string]any{"type": "app_uninstalled"}); err != nil {
			t.Fatal(a, err)
		}
	}
	late()
	e.later(30 * time.Minute)
	if err := e.post(b, "T2", "C2"); err != nil {
		t.Errorf("the new install has ended: %v", err)
	}
}

// A token that Slack refuses ends its install, but not when it is only an old one.
func TestOnlyTheNewestTokensRefusalEndsAnInstall(t *testing.T) {
	e := newEstate(t)
	b, other := e.bot(nil), e.bot(nil)
	in := e.slack.Workspace("T2", "")
	in.AddChannel("C2")
	e.install(b, in, false)
	if err := e.post(other, "T2", "C2"); err != nil {
		t.Fatal(err)
	}
	in.Void("invalid_auth")
	e.install(b, in, false) // the other replica does not know yet
	if _, later := errors.AsType[*bots.LaterError](e.post(other, "T2", "C2")); !later {
		t.Error("an old token's refusal is taken for the last word")
	}
	if err := e.post(other, "T2", "C2"); err != nil {
		t.Errorf("with the new token: %v", err)
	}
	in.Void("token_revoked")
	if err := e.post(other, "T2", "C2"); reason(err) != "token_revoked" {
		t.Errorf("refused for good: %v", err)
	}
	if _, _, err := e.db.Installs.InstallOf(t.Context(), "", "T2"); !errors.Is(err, assistant.ErrNotFound) {
		t.Errorf("the install has not ended: %v", err)
	}
}

func TestAnOrganisationsInstallServesItsWorkspaces(t *testing.T) {
	e := newEstate(t)
	b := e.bot(nil)
	five, six, foreign := e.slack.Workspace("T5", "E1"), e.slack.Workspace("T6", "E1"), e.slack.Workspace("T9", "")
	five.AddChannel("C5")
	six.AddChannel("C6")
	foreign.AddChannel("C9")
	e.install(b, five, true)
	got, heard := e.mention(five, "C5")
	if !heard || got.Place.Space != "T5" {
		t.Fatalf("%+v %v", got, heard)
	}
	if err := e.post(b, "T5", "C5"); err != nil {
		t.Error(err)
	}
	if a, err := six.Command(t.Context(), "C6", "UANNA", "status"); err != nil || !strings.Contains(string(a.Body), "I am here") {
		t.Errorf("a command from a workspace not heard of yet: %s %v", a.Body, err)
	}
	if other, _ := e.mention(six, "C6"); other.Tenant != got.Tenant || other.Place.Space != "T6" {
		t.Errorf("%+v", other)
	}
	// In a shared channel an event can name somebody else's workspace: that one does not become the organisation's.
	for space, context := range map[string]string{"T5": `"context_team_id":"T5","context_enterprise_id":"E1",`, "E1": ""} {
		body := `{"type":"event_callback","team_id":"T9","enterprise_id":null,` + context + `"event_time":1,
			"authorizations":[{"enterprise_id":"E1","team_id":null,"user_id":"UBOTE1","is_bot":true,"is_enterprise_install":true}],
			"event":{"type":"app_mention","channel":"C5","user":"U9","text":"<@UBOTE1> shared","ts":"9.00000` + space[1:] + `"}}`
		if a, err := e.slack.Send(t.Context(), "/slack/events", "application/json", []byte(body)); err != nil || !a.OK() {
			t.Fatal(a, err)
		}
		if last := e.inbox.received[len(e.inbox.received)-1]; last.Place.Space != space || last.Text != "shared" || last.Tenant != got.Tenant {
			t.Errorf("%+v", last)
		}
	}
	if _, owner, err := e.db.Installs.InstallOf(t.Context(), "", "T9"); !errors.Is(err, assistant.ErrNotFound) {
		t.Errorf("T9 has become %s's: %v", owner, err)
	}

	if a, err := five.Event(t.Context(), map[string]any{"type": "team_access_revoked", "team_ids": []any{"T5"}}); err != nil || !a.OK() {
		t.Fatal(a, err)
	}
	if err := e.post(b, "T5", "C5"); reason(err) != "not_installed" {
		t.Errorf("after its access was revoked: %v", err)
	}
	if err := e.post(b, "T6", "C6"); err != nil {
		t.Errorf("the other workspace: %v", err)
	}
	e.later(time.Minute)
	e.install(b, six, false) // now it has one of its own
	other := e.bot(nil)
	if err := errors.Join(e.post(b, "T6", "C6"), e.post(other, "T6", "C6")); err != nil {
		t.Error(err)
	}
	e.slack.Connect(b)
	if a, err := six.Uninstall(t.Context()); err != nil || !a.OK() {
		t.Fatal(a, err)
	}
	e.later(2 * time.Minute) // the other replica looks it up again: the organisation's install, older, serves it
	if err := errors.Join(e.post(b, "T6", "C6"), e.post(other, "T6", "C6")); err != nil {
		t.Error(err)
	}
}

func TestOneTokenAndInstallsLiveTogether(t *testing.T) {
	e := newEstate(t)
	b := e.bot(func(c *slack.Config) { c.Token = e.slack.Token })
	in := e.slack.Workspace("T2", "")
	in.AddChannel("C2")
	e.slack.Fault("auth.test", fakeslack.Fault{Status: 503})
	if err := b.Identify(t.Context()); err == nil {
		t.Fatal("identified")
	}
	// Before Slack has said whose the token is, nothing can be told apart: Slack sends it again.
	if _, a, err := in.MentionOnce(t.Context(), "C2", "", "UANNA", "hello"); err != nil || a.Status != http.StatusServiceUnavailable {
		t.Errorf("%+v %v", a, err)
	}
	e.install(b, in, false)
	if own, heard := e.mention(e.slack, "C1"); !heard || own.Tenant != e.own {
		t.Errorf("the token's workspace: %+v %v", own, heard)
	}
	if got, heard := e.mention(in, "C2"); !heard || got.Tenant == e.own {
		t.Errorf("the installed workspace: %+v %v", got, heard)
	}
	for team, channel := range map[string]string{"T1": "C1", "T2": "C2"} {
		if err := e.post(b, team, channel); err != nil {
			t.Errorf("%s: %v", team, err)
		}
	}
	// The panel is the service's own: nobody else is sent there.
	for of, leads := range map[*fakeslack.Server]bool{e.slack: true, in: false} {
		a, err := of.Command(t.Context(), "C1", "UANNA", "status")
		if err != nil || strings.Contains(string(a.Body), "team.example.com") != leads {
			t.Errorf("%s: %s %v", of.Team, a.Body, err)
		}
	}
	to, cookie := e.begin(b)
	back, err := e.slack.Consent(to, "UANNA", false)
	if err != nil {
		t.Fatal(err)
	}
	if w := e.back(b, back, cookie); w.Code != http.StatusConflict || !strings.Contains(w.Body.String(), "goes on as it was") {
		t.Errorf("%d: %s", w.Code, w.Body)
	}
	if _, heard := e.mention(e.slack.Workspace("T7", ""), "C7"); heard {
		t.Error("a stranger is heard")
	}
}

// Sockets need the app's token alone: what comes over them finds its workspace as over HTTP.
func TestInstalledWorkspacesAreHeardOverSockets(t *testing.T) {
	e := newEstate(t)
	b := e.bot(func(c *slack.Config) { c.SigningSecret, c.AppToken = "", e.slack.AppToken })
	in := e.slack.Workspace("T2", "")
	in.AddChannel("C2")
	e.install(b, in, false)
	e.slack.ConnectSocket()
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- b.Listen(ctx) }()
	if got, heard := e.mention(in, "C2"); !heard || got.Tenant == e.own {
		t.Errorf("%+v %v", got, heard)
	}
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}
