package main

import "encoding/base64"

// checkInstalls finds what cannot work about installing in many Slack workspaces, and about keeping their tokens.
func (c Config) checkInstalls() error {
	switch {
	case c.SlackClientID == "" && c.SlackClientSecret != "":
		return misconfigured("SLACK_CLIENT_SECRET is set but SLACK_CLIENT_ID is not: set both, as Basic Information, App Credentials shows them, or neither")
	case c.SlackClientID != "" && c.SlackClientSecret == "":
		return misconfigured("SLACK_CLIENT_ID is set but SLACK_CLIENT_SECRET is not: set both, as Basic Information, App Credentials shows them, or neither")
	case c.SlackClientID != "" && c.PublicURL == "":
		return misconfigured("SLACK_CLIENT_ID needs AISTEAM_PUBLIC_URL, where Slack sends people back to who install: set it to an address such as https://team.example.com")
	case c.SlackClientID != "" && c.SlackSigningSecret == "" && c.SlackAppToken == "":
		return misconfigured("SLACK_CLIENT_ID needs a way in: set SLACK_SIGNING_SECRET for HTTP, or SLACK_APP_TOKEN for Socket Mode")
	}
	_, err := c.secretKey()
	return err
}

// secretKey reads the key that tokens are encrypted with; none is a way to run.
func (c Config) secretKey() ([]byte, error) {
	if c.SecretKey == "" {
		return nil, nil
	}
	key, err := base64.StdEncoding.DecodeString(c.SecretKey)
	if err != nil || len(key) != 32 {
		return nil, misconfigured("AISTEAM_SECRET_KEY is not 32 bytes in base64: make one with openssl rand -base64 32")
	}
	return key, nil
}
