// Package setup is what an admin tells of the application in Discord: what is asked for, and whether Discord takes it and what the
// application's page still has to have switched on.
package setup

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"

	"github.com/aisteam/aisteam/assistant"
)

const answerMost = 64 << 10 // bytes of an answer that are read

// seesContent are the application's flags for the intent of message content: verified, and of a small bot.
const seesContent = 1<<18 | 1<<19

// App asks Discord about the application. What is wrong is told in an [assistant.Trouble]; the token is never in it.
type App struct {
	APIURL     string
	HTTPClient *http.Client
}

// Try says what was found.
func (a App) Try(ctx context.Context, set assistant.PartSettings) (assistant.Sentence, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, a.APIURL+"applications/@me", http.NoBody)
	if err != nil {
		return assistant.Sentence{}, fmt.Errorf("ask discord who we are: %w", err)
	}
	r.Header.Set("Authorization", "Bot "+set.Secret(Token))
	got, err := a.HTTPClient.Do(r)
	if err != nil {
		return assistant.Sentence{}, &assistant.Trouble{Err: err, Problem: assistant.Problem{Side: assistant.SideExecution, Message: assistant.Say("Discord could not be reached."), Recovery: assistant.Say("Look whether this machine may connect to discord.com, and try again.")}}
	}
	defer got.Body.Close() // it was only read
	var said struct {
		ID, Name string
		Flags    int64
		Verifies string `json:"verify_key"`
	}
	err = json.NewDecoder(io.LimitReader(got.Body, answerMost)).Decode(&said)
	switch {
	case got.StatusCode == http.StatusUnauthorized:
		return assistant.Sentence{}, assistant.BadInput(assistant.Say("Discord does not take the token."), assistant.Say("On the application's page, under Bot, press Reset Token and copy the new one."))
	case err != nil || got.StatusCode != http.StatusOK:
		return assistant.Sentence{}, &assistant.Trouble{Err: err, Problem: assistant.Problem{Side: assistant.SideExecution, Message: assistant.Say("Discord answered %d.", got.StatusCode), Recovery: assistant.Say("Try again in a minute.")}}
	case said.ID != set.Given[Application]:
		return assistant.Sentence{}, assistant.BadInput(assistant.Say("The token is of another application."), assistant.Say("Copy the Application ID and the token from the pages of one and the same application."))
	case set.Given[PublicKey] != "" && said.Verifies != "" && !strings.EqualFold(said.Verifies, set.Given[PublicKey]):
		return assistant.Sentence{}, assistant.BadInput(assistant.Say("The public key is of another application."), assistant.Say("Copy it again from General Information, or leave it empty."))
	case said.Flags&seesContent == 0:
		return assistant.Sentence{}, assistant.BadInput(assistant.Say("Discord takes the token, but Message Content Intent is off: people would have to mention the bot in every message."), assistant.Say("Switch it on on the application's page, under Bot."))
	}
	name := []rune(strings.ToValidUTF8(strings.Join(strings.Fields(said.Name), " "), ""))
	return assistant.Say("Discord knows the application as %s, and it hears what is said in its threads.", string(name[:min(len(name), 80)])), nil
}
