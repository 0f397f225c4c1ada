// Package payload reads what Slack sends, and holds what Slack is told of it. Reading is pure: an [Envelope] becomes an
// [Arrival], an [Interaction] becomes a [Click], a form of a slash command becomes a [Command], and nobody is asked and
// nothing is stored on the way. What is malformed, unknown or not for the bot says so and goes no further.
package payload
