package main

// checkInstalls finds what cannot work about installing in many Slack workspaces, and about keeping their tokens.
func (c Config) checkInstalls() error {
	switch {
	case c.SlackClientID == "" && c.SlackClientSecret != "":
		return misconfigured("SLACK_CLIENT_SECRET is set but SLACK_CLIENT_ID is not: set both, as Basic Information, App Credentials shows them, or neither")
	case c.SlackClientID != "" && c.SlackClientSecret == "":
		return misconfigured("SLACK_CLIENT_ID is set but SLACK_CLIENT_SECRET is not: set both, as Basic Information, App Credentials shows them, or neither")
	case c.SlackClientID != "" && c.SlackSigningSecret == "" && c.SlackAppToken == "":
		return misconfigured("SLACK_CLIENT_ID needs a way in: set SLACK_SIGNING_SECRET for HTTP, or SLACK_APP_TOKEN for Socket Mode")
	case c.SlackClientID != "" && c.DatabaseURL == "":
		return misconfigured("SLACK_CLIENT_ID lets many workspaces in, and only Postgres keeps them apart: set DATABASE_URL, or SLACK_BOT_TOKEN instead for one workspace")
	case c.SlackClientID != "" && c.SecretKey == "":
		return misconfigured("SLACK_CLIENT_ID needs AISTEAM_SECRET_KEY, which the tokens of workspaces are encrypted with: make one with openssl rand -base64 32, and keep it")
	}
	_, err := c.secretKeys()
	return err
}
