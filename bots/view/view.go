// Package view holds what a card says: every word that people read of it, once for all surfaces.
//
// [Of] is the one way to a [View], and takes the card through what makes its text safe, so that no surface can show a card
// that has not been. A View has [Section]s, and says nothing about how it looks: a surface maps it to blocks, components or HTML and cuts it to
// its own limits. What it adds are signs, bold letters and times as each reader's clock has them.
//
//	card ── Of ──▶ View ──▶ bots/slack/blocks
//	                   ├──▶ bots/discord/components
//	                   └──▶ bots/web/pages templates
//
// Text in a View is plain: whatever reads markup escapes it. Only an answer's Markdown is markup, of links that are safe.
package view

import (
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/wording"
)

// View is the content of a card: its head, and the sections below in reading order.
type View struct {
	In       wording.Words // the language that it is said in
	Kind     Kind
	Tone     Tone
	State    string       // where it stands, as programs call it; "" where its kind has no states
	By       bots.Speaker // who says it, where an agent does
	At       time.Time    // when that was
	Label    string       // what it is, in a word: "Plan"
	About    string       // whose or for whom it is, if the small print does not say so
	Title    string
	Badge    Badge          // where it stands
	Subject  assistant.Slot // what it reminds of
	Until    Fact           // when that is over
	Standing []string       // the same beside the title: how much there is to it while it is open, or how far it has come
	Sections []Section

	Conversation assistant.ConversationID // that it stands in, where the whole of it can be read

	Aloud   string // where there is no card but a line: for notifications and screen readers
	InWords string // how people decide or ask in words, where nothing can be pressed; "" if there is nothing to press
}

// Kind is which card it is.
type Kind string

// The kinds.
const (
	Plan          Kind = "plan"
	Approval      Kind = "approval"
	Clarification Kind = "clarification"
	Run           Kind = "run"
	Thoughts      Kind = "thinking"
	Failure       Kind = "error"
	Reminder      Kind = "reminder"
	Reply         Kind = "answer"
	Other         Kind = "" // a person's own words, which are not here
)

// Tone is how a state is meant; surfaces have a colour for each.
type Tone string

// The tones.
const (
	Waiting Tone = "waiting"
	Working Tone = "working"
	Good    Tone = "good"
	Bad     Tone = "bad"
	Quiet   Tone = "quiet"
)

// Sign is a picture that goes with words. Each surface has its own for it, or none.
type Sign string

// The signs.
const (
	NoSign    Sign = ""
	Done      Sign = "done"
	Refused   Sign = "refused"
	Edited    Sign = "edited"
	TimedOut  Sign = "timed out"
	Warned    Sign = "warned"
	Halted    Sign = "halted"
	Backwards Sign = "backwards"
	Going     Sign = "going"
	Busy      Sign = "busy"
	Failed    Sign = "failed"
	Asking    Sign = "asking"
	Dropped   Sign = "dropped"
	Unstarted Sign = "unstarted"
)

// Badge is where something stands, in a word.
type Badge struct {
	Sign   Sign
	Word   string
	Needed bool // the word says more than the sign
}
