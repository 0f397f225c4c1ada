// Package install knows the workspaces that the bot is in. One token serves one workspace; with a client's id and secret any
// workspace may install the app, and each is a tenant.
//
//	/slack/install ──signed state, cookie──▶ Slack's consent ──▶ /slack/oauth/callback ──nonce spent, code──▶ tokens saved
//	living ──ends within 2 h──▶ held by one ──exchanged──▶ living      anew, under the claim of who holds it
//	living ──app_uninstalled, tokens_revoked, or the newest token refused──▶ revoked ──installed again──▶ living
//
// What a call is refused with is looked at by the client of each install (watch), so that no call site need know of it.
package install
