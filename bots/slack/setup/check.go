// Package setup is what an admin tells of the app in Slack: what is asked for, and whether Slack takes it and what the app may not do yet that
// it needs.
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

// App asks Slack about the app. What is wrong is told in an [assistant.Trouble]; no token is ever in it.
type App struct {
	APIURL     string
	Manifest   string // that says what the app has to be allowed
	HTTPClient *http.Client
}

// answer is what Slack says.
type answer struct {
	OK                bool
	Error, Team, User string
	scopes            string
}

// Try says what was found: who the bot token is, whether the app may do what it needs, and that its socket opens where it has one.
func (a App) Try(ctx context.Context, set assistant.PartSettings) (assistant.Sentence, error) {
	said, err := a.ask(ctx, "auth.test", set.Secret(BotToken))
	switch {
	case err != nil:
		return assistant.Sentence{}, err
	case !said.OK:
		return assistant.Sentence{}, assistant.BadInput(assistant.Say("Slack does not take the bot token: %s.", plain(said.Error)), assistant.Say("Install the app to the workspace again, and copy its Bot User OAuth Token anew."))
	}
	missing, err := a.missing(said.scopes)
	if err != nil {
		return assistant.Sentence{}, err
	}
	if len(missing) > 0 {
		return assistant.Sentence{}, assistant.BadInput(assistant.Say("Slack takes the token, but the app may not do all that it needs: %s.", strings.Join(missing, ", ")), assistant.Say("Paste the manifest below under App Manifest, save, and install the app to the workspace again."))
	}
	if set.Secret(AppToken) != "" {
		opened, err := a.ask(ctx, "apps.connections.open", set.Secret(AppToken))
		switch {
		case err != nil:
			return assistant.Sentence{}, err
		case !opened.OK:
			return assistant.Sentence{}, assistant.BadInput(assistant.Say("Slack takes the bot token, but not the app-level token: %s.", plain(opened.Error)), assistant.Say("Under Basic Information, App-Level Tokens, make one with the scope connections:write, and copy it."))
		}
	}
	return assistant.Say("Slack knows the app as %s in %s, and it may do all that it needs.", plain(said.User), plain(said.Team)), nil
}

// ask calls a method that needs nothing but its token.
func (a App) ask(ctx context.Context, method, token string) (answer, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, a.APIURL+method, http.NoBody)
	if err != nil {
		return answer{}, fmt.Errorf("ask slack %s: %w", method, err)
	}
	r.Header.Set("Authorization", "Bearer "+token)
	got, err := a.HTTPClient.Do(r)
	if err != nil {
		return answer{}, &assistant.Trouble{Err: err, Problem: assistant.Problem{Side: assistant.SideExecution, Message: assistant.Say("Slack could not be reached."), Recovery: assistant.Say("Look whether this machine may connect to slack.com, and try again.")}}
	}
	defer got.Body.Close() // it was only read
	var said answer
	if err := json.NewDecoder(io.LimitReader(got.Body, answerMost)).Decode(&said); err != nil {
		return answer{}, &assistant.Trouble{Err: err, Problem: assistant.Problem{Side: assistant.SideExecution, Message: assistant.Say("Slack answered %d, which says nothing.", got.StatusCode), Recovery: assistant.Say("Try again in a minute.")}}
	}
	said.scopes = got.Header.Get("X-Oauth-Scopes")
	return said, nil
}

// missing are the scopes of the manifest that the token has not.
func (a App) missing(has string) ([]string, error) {
	var m struct {
		Config struct {
			Scopes struct{ Bot []string } `json:"scopes"`
		} `json:"oauth_config"`
	}
	if err := json.Unmarshal([]byte(a.Manifest), &m); err != nil {
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
