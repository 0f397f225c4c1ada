package main

import (
	"context"
	"net/url"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/away/mail"
	discordsetup "github.com/aisteam/aisteam/bots/discord/setup"
	manifests "github.com/aisteam/aisteam/deploy/slack"
)

const (
	newSlackApp   = "https://api.slack.com/apps"
	newDiscordApp = "https://discord.com/developers/applications"
	addToDiscord  = "https://discord.com/oauth2/authorize"
	permissions   = "309237763072" // that the bot needs in a server, as deploy/discord lists them
)

// slack is Slack's setup, as steps.
func (s setups) slack(ctx context.Context, t assistant.TenantID) (assistant.Setup, error) {
	chosen, err := s.parts.Part(ctx, t, assistant.SetupSlack)
	c, public := s.config, s.public.Now()
	out := assistant.Setup{Key: assistant.SetupSlack, Title: assistant.Verbatim("Slack"), On: chosen.On, State: assistant.Say("Not connected."), Copy: manifests.Manifest(public.URL)}
	switch {
	case c.SlackClientID != "" && public.URL == "":
		out.State = assistant.Say("Workspaces cannot install the app yet: Slack sends whoever installs it back to this panel's public address, and none is set. Set it under “Where people reach this panel”.")
	case c.SlackClientID != "":
		out.State, out.Tried = assistant.Say("Connected; workspaces install the app at %s.", "/slack/install"), c.SlackBotToken != ""
	case chosen.Locked:
		out.State, out.Tried = given("SLACK_BOT_TOKEN"), true
	case out.On:
		out.State = assistant.Say("Connected.")
	}
	if chosen.Locked {
		return out, err
	}
	way := assistant.Say("Under Basic Information, App-Level Tokens, make one with the scope connections:write, and paste it below.")
	if public.Secure() {
		way = assistant.Say("Under Basic Information, App Credentials, copy the Signing Secret and paste it below.")
	}
	out.Steps = []assistant.SetupStep{
		{Done: out.On, Text: assistant.Say("Make an app from the manifest: choose the workspace, look it over and press Create."), Link: newSlackApp + "?" + url.Values{"new_app": {"1"}, "manifest_json": {out.Copy}}.Encode()},
		{Done: out.On, Text: way},
		{Done: out.On, Text: assistant.Say("Under Install App, install it to the workspace, and paste its Bot User OAuth Token below.")},
		{Done: !out.Heard.IsZero(), Text: assistant.Say("Write “/invite @aisteam” in a channel, and mention it there.")},
	}
	return out, err
}

// given says that the environment sets a part.
func given(variable string) assistant.Sentence {
	return assistant.Say("The environment sets it by %s, which goes before anything that is set here. To change it, set it anew and start AISTEAM again.", variable)
}

// discord is Discord's setup, as steps.
func (s setups) discord(ctx context.Context, t assistant.TenantID) (assistant.Setup, error) {
	chosen, err := s.parts.Part(ctx, t, assistant.SetupDiscord)
	out := assistant.Setup{Key: assistant.SetupDiscord, Title: assistant.Verbatim("Discord"), On: chosen.On, State: assistant.Say("Not connected."), Tried: chosen.Locked}
	application := chosen.Set.Given[discordsetup.Application]
	switch {
	case chosen.Locked:
		out.State, application = given("DISCORD_TOKEN"), s.config.DiscordApplicationID
	case out.On:
		out.State = assistant.Say("Connected.")
	}
	if !chosen.Locked {
		out.Steps = []assistant.SetupStep{
			{Done: out.On, Text: assistant.Say("Make an application, and paste its Application ID below."), Link: newDiscordApp},
			{Done: out.On, Text: assistant.Say("Under Bot, press Reset Token and paste it below; switch Message Content Intent on and Public Bot off.")},
		}
	}
	join := assistant.SetupStep{Text: assistant.Say("Once it is saved, the link that adds it to your server stands here.")}
	if application != "" {
		join = assistant.SetupStep{Text: assistant.Say("Add it to your server, and bind the server under Discord servers on this page."), Link: addToDiscord + "?" + url.Values{
			"client_id": {application}, "scope": {"bot applications.commands"}, "permissions": {permissions},
		}.Encode()}
	}
	out.Steps = append(out.Steps, join)
	return out, err
}

// mail is the setup of e-mail.
func (s setups) mail(ctx context.Context, t assistant.TenantID) (assistant.Setup, error) {
	chosen, err := s.parts.Part(ctx, t, assistant.SetupMail)
	out := assistant.Setup{Key: assistant.SetupMail, Title: assistant.Say("E-mail"), On: chosen.On, Tried: chosen.Locked, State: assistant.Say("No e-mail is sent.")}
	switch {
	case chosen.Locked:
		out.State = given("AISTEAM_SMTP_URL")
	case chosen.On:
		out.State = assistant.Say("People who want it are told by e-mail what waits for them, from %s.", chosen.Set.Given[mail.FieldFrom])
	}
	return out, err
}
