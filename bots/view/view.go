// Package view holds what a card says: every word that people read of it, once for all surfaces.
//
// [Of] is the one way to a [View], and takes the card through what makes its text safe, so that no surface can show a card
// that has not been. A View says nothing about how it looks: a surface maps it to blocks, components or HTML and cuts it to
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

// View is what a card says. Parts that a card has nothing for are empty.
type View struct {
	In       wording.Words // the language that it is said in
	Kind     Kind
	Tone     Tone
	Label    string // what it is, in a word: "Plan"
	About    string // whose or for whom it is, where the small print does not say so
	Title    string
	Badge    Badge    // where it stands
	Until    Fact     // when what it reminds of is over
	Standing []string // the same beside the title: how much there is to it while it is open, or how far it has come
	Intro    []Para
	Handoffs []string
	Changes  List // since the version before
	Preview  Preview
	Parts    []View // of what is decided one by one
	Groups   []Group
	Unit     Unit // what the groups are of

	Questions []Question
	Answers   []Answer

	Problem  *Problem
	Thinking Thinking
	Undone   List
	Notes    []string // that stand by themselves
	Facts    []Fact   // the small print
	Quote    string   // what a person added in their own words

	Actions []Action
	Hint    []Fact // what stands below the actions

	Aloud   string // where there is no card but a line: for notifications and screen readers
	InWords string // how people decide in words, where nothing can be pressed; "" where there is nothing to decide
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
	Other         Kind = "" // an answer or a person's own words, which are not here
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

// Para is a paragraph, with what it is about before it.
type Para struct{ Lead, Text string }

// List is lines below a title.
type List struct {
	Title string
	Items []Fact
}

// Fact is a short piece of text, and the moment that it ends with.
type Fact struct {
	Sign  Sign
	Text  string
	At    time.Time
	Ahead bool // the moment is still to come, and how far off it is counts
}

// Preview is what would become of something.
type Preview struct {
	In       wording.Words
	Title    string
	Target   string
	Grave    string // that there is no way back
	Warnings []string
	Fields   []assistant.Field
	Link     Link // to look at it
	Whole    string
	Drawing  *assistant.Drawing
}

// Link is an address with its words. It is not a model's.
type Link struct{ Words, URL string }

// Group is steps or tasks that go in parallel.
type Group struct {
	In    wording.Words
	Name  string // A, B, C …
	Begun bool
	Note  string
	Items []Item
}

// Title names the group.
func (g Group) Title() string { return g.In.Say("Group %s", g.Name) }

// Item is a step of a plan, or a task of a run.
type Item struct {
	ID      string
	Key     string
	Number  int // 0 where none is shown
	State   bots.TaskState
	Badge   Badge
	Title   string
	Owner   bots.Speaker
	Facts   []Fact
	Effect  assistant.Effect
	Already string // what is said where something that is there now would not be afterwards
	Preview *Preview
	Notes   []string
	Result  string
	Read    string
	URL     string
	Unseen  string // by whose wish it was published without being shown
	Problem *Problem
	Undo    *Action
}

// Question is one question of a clarification.
type Question struct {
	In           wording.Words
	Text, Reason string
	Options      []Choice
	Default      string // what is taken where it is left open, in words; "" for nothing
	Free         bool   // own words answer it too
}

// Answer is a question with its answer; an answer to all of them at once has no question.
type Answer struct{ Question, Answer string }

// Problem is what went wrong.
type Problem struct {
	In                    wording.Words
	Message, Recovery, ID string
}

// Thinking is thinking, collapsed by default.
type Thinking struct {
	In     wording.Words
	Of     string // the id of the turn or the run
	Newest string
	Groups []ThoughtGroup
	Named  bool // each line is said with its agent
}

// ThoughtGroup is the thinking of one step group; "" where there is only one.
type ThoughtGroup struct {
	Title string
	Lines []bots.ThinkingLine
}

// Len counts the entries.
func (t Thinking) Len() int {
	n := 0
	for _, g := range t.Groups {
		n += len(g.Lines)
	}
	return n
}

// Count counts the entries in words.
func (t Thinking) Count() string { return Count(t.In, t.Len(), Entries) }

// Do is what an action does. It is told by the surface's own names, which old cards still send years later.
type Do string

// The actions.
const (
	ApprovePlan   Do = "approve plan"
	ApproveUnseen Do = "approve unseen"
	ChangePlan    Do = "change plan"
	RejectPlan    Do = "reject plan"
	Approve       Do = "approve"
	Always        Do = "always" // approve, and its like from now on
	Reject        Do = "reject"
	ApproveAll    Do = "approve all" // that is open on a card
	RejectAll     Do = "reject all"
	ChangeAndDo   Do = "change" // approve with other arguments, which a form asks for
	ReadWhole     Do = "read"
	Pick          Do = "pick"   // an option
	Choose        Do = "choose" // among options
	Fill          Do = "fill"   // a form with the questions
	Stop          Do = "stop"
	Retry         Do = "retry"
	Undo          Do = "undo"
	UndoStep      Do = "undo step"
	HushHours     Do = "hush hours"  // no direct messages for two hours
	HushMonday    Do = "hush monday" // until Monday
	Ask           Do = "ask"         // what the action's label says, in the name of whoever presses
)

// Weight is how an action stands out.
type Weight string

// The weights.
const (
	Plain Weight = "plain"
	Main  Weight = "main"
	Agree Weight = "agree"
	Grave Weight = "grave"
)

// Action is something to press.
type Action struct {
	Do      Do
	Label   string
	Spoken  string // for screen readers, where the label alone does not say it
	Title   string // what comes of it, where a surface has room to say so before it is pressed
	Weight  Weight
	On      On
	Choices []Choice
	Sure    *Sure
}

// On is what an action is about.
type On struct {
	Plan     assistant.PlanID
	Version  int
	Approval assistant.ApprovalID
	Ask      assistant.ClarificationID
	Said     assistant.MessageID
	Option   int // of the question, or of what the answer offers
	Run      assistant.RunID
	Task     assistant.TaskID
	Message  assistant.PlaceID // the direct message whose actions are decided together
	Shown    string            // the hash of what is decided together
	Recurs   bool              // a background task wants it, and may again
}

// Choice is one of several. Its value is what is told, and is nobody's to read.
type Choice struct{ Label, Description, Value string }

// Sure asks once more before an action counts.
type Sure struct {
	Title, Text, Yes, No string
	Grave                bool
}
