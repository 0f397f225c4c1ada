// Package people knows what Slack says of accounts: names, time zones, user groups, and who is a guest or a stranger. What
// Slack does not say in time gives nobody more rights.
package people
