// Package setup looks whether Discord takes the token, and what the application's page still has to have switched on.
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

// Check asks Discord for the application. What is wrong is told in an [assistant.Trouble]; the token is never in it.
type Check struct {
	APIURL, Token, Application string
	Client                     *http.Client
}

// Try says what was found.
func (c Check) Try(ctx context.Context) (assistant.Sentence, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, c.APIURL+"applications/@me", http.NoBody)
	if err != nil {
		return assistant.Sentence{}, fmt.Errorf("ask discord who we are: %w", err)
	}
	r.Header.Set("Authorization", "Bot "+c.Token)
	got, err := c.Client.Do(r)
	if err != nil {
		return assistant.Sentence{}, &assistant.Trouble{Err: err, Problem: assistant.Problem{Side: assistant.SideExecution, Message: assistant.Say("Discord could not be reached."), Recovery: assistant.Say("Look whether this machine may connect to discord.com, and try again.")}}
	}
	defer got.Body.Close() // it was only read
	var said struct {
		ID, Name string
		Flags    int64
	}
	err = json.NewDecoder(io.LimitReader(got.Body, answerMost)).Decode(&said)
	switch {
	case got.StatusCode == http.StatusUnauthorized:
		return assistant.Sentence{}, assistant.BadInput(assistant.Say("Discord does not take the token."), assistant.Say("On the application's page, under Bot, press Reset Token, copy it into DISCORD_TOKEN, and start AISTEAM again."))
	case err != nil || got.StatusCode != http.StatusOK:
		return assistant.Sentence{}, &assistant.Trouble{Err: err, Problem: assistant.Problem{Side: assistant.SideExecution, Message: assistant.Say("Discord answered %d.", got.StatusCode), Recovery: assistant.Say("Try again in a minute.")}}
	case said.ID != c.Application:
		return assistant.Sentence{}, assistant.BadInput(assistant.Say("The token is of another application."), assistant.Say("Set DISCORD_APPLICATION_ID to the Application ID of the one that the token is of, and start AISTEAM again."))
	case said.Flags&seesContent == 0:
		return assistant.Sentence{}, assistant.BadInput(assistant.Say("Discord takes the token, but Message Content Intent is off: people would have to mention the bot in every message."), assistant.Say("Switch it on on the application's page, under Bot."))
	}
	name := []rune(strings.ToValidUTF8(strings.Join(strings.Fields(said.Name), " "), ""))
	return assistant.Say("Discord knows the application as %s, and it hears what is said in its threads.", string(name[:min(len(name), 80)])), nil
}
