package fakeslack_test

import (
	"net/http"
	"net/url"
	"testing"
	"time"

	slackapi "github.com/slack-go/slack"

	"github.com/aisteam/aisteam/internal/fakeslack"
)

// What live Slack refuses about codes, refresh tokens and other workspaces' channels, the fake does.
func TestTokensAreGivenOnceAndOpenOneWorkspace(t *testing.T) {
	now := time.Unix(1763600000, 0)
	s, err := fakeslack.New(t.Context(), fakeslack.Config{Now: func() time.Time { return now }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	s.AddChannel("C1")
	two := s.Workspace("T2", "")
	two.AddChannel("C2")
	s.Rotate(time.Hour)

	const back = "https://x.example/back"
	api := slackapi.OAuthOptionAPIURL(s.APIURL())
	agree := func() string {
		t.Helper()
		to, err := two.Consent(s.APIURL()[:len(s.APIURL())-len("api/")]+"oauth/v2/authorize?"+url.Values{
			"client_id": {s.ClientID}, "scope": {"chat:write"}, "redirect_uri": {back}, "state": {"s"},
		}.Encode(), "U1", false)
		if err != nil {
			t.Fatal(err)
		}
		u, _ := url.Parse(to)
		return u.Query().Get("code")
	}
	code := agree()
	is := func(err error, want string) {
		t.Helper()
		if got := ""; err == nil && want != got || err != nil && err.Error() != want {
			t.Errorf("got %v, want %q", err, want)
		}
	}
	exchange := func(id, secret, code, redirect string) (*slackapi.OAuthV2Response, error) {
		return slackapi.GetOAuthV2ResponseContext(t.Context(), http.DefaultClient, id, secret, code, redirect, api)
	}
	_, err = exchange("9.9", s.ClientSecret, code, back)
	is(err, "invalid_client_id")
	_, err = exchange(s.ClientID, "guess", code, back)
	is(err, "bad_client_secret")
	_, err = exchange(s.ClientID, s.ClientSecret, "guess", back)
	is(err, "invalid_code")
	_, err = exchange(s.ClientID, s.ClientSecret, code, "https://elsewhere.example")
	is(err, "bad_redirect_uri")
	r, err := exchange(s.ClientID, s.ClientSecret, code, back)
	if err != nil || r.Team.ID != "T2" || r.ExpiresIn != 3600 {
		t.Fatalf("%+v: %v", r, err)
	}
	_, err = exchange(s.ClientID, s.ClientSecret, code, back)
	is(err, "code_already_used")

	say := func(t *testing.T, c *slackapi.Client, channel string) error {
		t.Helper()
		return post(t, c, channel, slackapi.NewDividerBlock())
	}
	client := func(token string) *slackapi.Client { return slackapi.New(token, slackapi.OptionAPIURL(s.APIURL())) }
	is(say(t, client(r.AccessToken), "C2"), "")
	is(say(t, client(r.AccessToken), "C1"), "channel_not_found")
	is(say(t, client(s.Token), "C2"), "channel_not_found")
	is(say(t, client("xoxb-guess"), "C2"), "invalid_auth")
	if n := len(s.Violations()); n != 1 { // the text of an installed token in another's channel is noted
		t.Errorf("%d breaches: %v", n, s.Violations())
	}

	refresh := func(token string) (*slackapi.OAuthV2Response, error) {
		return slackapi.RefreshOAuthV2TokenContext(t.Context(), http.DefaultClient, s.ClientID, s.ClientSecret, token, api)
	}
	next, err := refresh(r.RefreshToken)
	is(err, "")
	_, err = refresh(r.RefreshToken)
	is(err, "invalid_refresh_token")
	now = now.Add(time.Hour + time.Second)
	is(say(t, client(r.AccessToken), "C2"), "token_expired")
	is(say(t, client(next.AccessToken), "C2"), "token_expired")
	last, err := refresh(next.RefreshToken)
	is(err, "")
	if _, err := client(last.AccessToken).SendAuthRevokeContext(t.Context(), ""); err != nil {
		t.Fatal(err)
	}
	is(say(t, client(last.AccessToken), "C2"), "token_revoked")
	_, err = refresh(last.RefreshToken)
	is(err, "token_revoked")
}
