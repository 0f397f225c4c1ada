package assistant

import "time"

// HappeningKind says what kind of thing happens on a platform.
type HappeningKind string

// The kinds.
const (
	HappenedMessage  HappeningKind = "message"  // somebody writes
	HappenedReaction HappeningKind = "reaction" // somebody reacts to a message
	HappenedJoin     HappeningKind = "join"     // somebody joins
	HappenedFile     HappeningKind = "file"     // somebody shares a file
)

// Valid tells whether it is one of the kinds.
func (k HappeningKind) Valid() bool {
	return k == HappenedMessage || k == HappenedReaction || k == HappenedJoin || k == HappenedFile
}

// Channel is a channel of a platform.
type Channel struct {
	Surface Surface
	Space   string
	ID      string
	Name    string // as people call it, without a sign before it
}

// Called is the channel as people read it.
func (c Channel) Called() string {
	if c.Name != "" {
		return "#" + c.Name
	}
	return "#" + c.ID
}

// Watch says what on a platform starts a background task; zero where it is no platform that tells.
type Watch struct {
	Kind    HappeningKind
	Channel Channel
}

// Happening is what has happened in a channel. What people said and are called in it is data, and orders nothing.
type Happening struct {
	Tenant  TenantID
	Watch   Watch
	At      time.Time      // zero: now
	Key     string         // the same however often the platform tells of it
	Payload map[string]any // as expressions and models read it
}

// ChannelRule says whether events in a channel may start background tasks: in the conversation's own channel, or in a named one.
type ChannelRule struct {
	Conversation ConversationID
	Channel      Channel
	Allowed      bool
}

// WhyChannel says why the tasks that a channel's events start are paused.
const WhyChannel = "an admin does not let what happens in its channel start tasks any more"

// WhyOutside says why a task is paused that a channel's events start: what is said there is no longer for its owner.
const WhyOutside = "its owner is not in its channel any more"

// These are the refusals.
var (
	ErrChannelClosed = refusal(Say("What happens in this channel may not start automations yet."),
		Say("Let an admin write “what happens here may start tasks” to me in that channel."))
	ErrNoChannel      = refusal(Say("This conversation is in no channel of Slack or Discord."), Say("Write it to me in the channel that you mean."))
	ErrChannelUnknown = refusal(Say("I know no channel of that name that both you and I are in."), Say("Invite me to it, join it yourself, or name another one with # before its name."))
	ErrChannelTwice   = refusal(Say("Several channels that we are both in are called that."), Say("Write # and pick the one that you mean from the list, or name it by its number."))
	ErrHookWatches    = refusal(Say("What starts this automation happens in a channel, so it has no address."), Say("Make another automation for what other systems tell of."))
)
