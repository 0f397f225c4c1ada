// Package payload decodes what Slack sends and holds the answers. Decoding is pure: an [Envelope] becomes an [Arrival], an
// [Interaction] becomes a [Click], a form of a slash command becomes a [Command], without any request or storage. What is
// malformed, unknown or not for the bot is reported and goes no further.
package payload
