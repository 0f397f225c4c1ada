// Package setup looks whether Slack takes the token, and what the app may not do yet that it needs.
package setup

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"

	"github.com/aisteam/aisteam/assistant"
)

const answerMost = 64 << 10 // bytes of an answer that are read

// Check asks Slack who the token is, and compares what it may do with what an app's manifest asks for. What is wrong is told in an
// [assistant.Trouble]; the token is never in it.
type Check struct {
	APIURL, Token string
	Manifest      string
	HTTPClient    *http.Client
}

// Try says what was found.
func (c Check) Try(ctx context.Context) (assistant.Sentence, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, c.APIURL+"auth.test", http.NoBody)
	if err != nil {
		return assistant.Sentence{}, fmt.Errorf("ask slack who we are: %w", err)
	}
	r.Header.Set("Authorization", "Bearer "+c.Token)
	got, err := c.HTTPClient.Do(r)
	if err != nil {
		return assistant.Sentence{}, &assistant.Trouble{Err: err, Problem: assistant.Problem{Side: assistant.SideExecution, Message: assistant.Say("Slack could not be reached."), Recovery: assistant.Say("Look whether this machine may connect to slack.com, and try again.")}}
	}
	defer got.Body.Close() // it was only read
	var said struct {
		OK                bool
		Error, Team, User string
	}
	if err := json.NewDecoder(io.LimitReader(got.Body, answerMost)).Decode(&said); err != nil {
		return assistant.Sentence{}, &assistant.Trouble{Err: err, Problem: assistant.Problem{Side: assistant.SideExecution, Message: assistant.Say("Slack answered %d, which says nothing.", got.StatusCode), Recovery: assistant.Say("Try again in a minute.")}}
	}
	if !said.OK {
		return assistant.Sentence{}, assistant.BadInput(assistant.Say("Slack does not take the token: %s.", plain(said.Error)), assistant.Say("Install the app again, copy the Bot User OAuth Token into SLACK_BOT_TOKEN, and start AISTEAM again."))
	}
	missing, err := c.missing(got.Header.Get("X-Oauth-Scopes"))
	if err != nil {
		return assistant.Sentence{}, err
	}
	if len(missing) > 0 {
		return assistant.Sentence{}, assistant.BadInput(assistant.Say("Slack takes the token, but the app may not do all that it needs: %s.", strings.Join(missing, ", ")), assistant.Say("Paste the manifest below under App Manifest, save, and install the app to the workspace again."))
	}
	return assistant.Say("Slack knows the app as %s in %s, and it may do all that it needs.", plain(said.User), plain(said.Team)), nil
}

// missing are the scopes of the manifest that the token has not.
func (c Check) missing(has string) ([]string, error) {
	var m struct {
		Config struct {
			Scopes struct{ Bot []string } `json:"scopes"`
		} `json:"oauth_config"`
	}
	if err := json.Unmarshal([]byte(c.Manifest), &m); err != nil {
		return nil, fmt.Errorf("read the manifest: %w", err)
	}
	var had []string
	for s := range strings.SplitSeq(has, ",") {
		had = append(had, strings.TrimSpace(s))
	}
	return slices.DeleteFunc(m.Config.Scopes.Bot, func(s string) bool { return slices.Contains(had, s) }), nil
}

// plain is a word of Slack's as it may be shown.
func plain(word string) string {
	runes := []rune(strings.ToValidUTF8(strings.Join(strings.Fields(word), " "), ""))
	return string(runes[:min(len(runes), 80)])
}
