package assistant

import (
	"encoding/json"
	"strings"
	"sync"
	"time"
	"unicode"
)

// HookID names a hook.
type HookID string

// HookEventID names an event that a hook was told of.
type HookEventID string

// Hook lets events from outside start a background task: a sender who knows its token reports an event, and a valid event starts
// the task. The token is a secret of the task's owner, and only its hash is stored.
type Hook struct {
	ID           HookID
	Tenant       TenantID
	Task         BackgroundID
	Owner        PersonID
	Conversation ConversationID
	Title        string    // of its task
	Made         time.Time // the task
	Status       BackgroundStatus
	Rules        HookRules
	Revision     int       // of the rules and the secret
	Signed       bool      // a secret is kept
	TokenAt      time.Time // when the token was made; zero if there is none
	OldUntil     time.Time // how long the previous token is valid; zero if there is none

	Replayed int // events that came again in the days that are kept; given by the verb that reads one alone
}

// HookRules say which events start the task, and how often.
type HookRules struct {
	Scheme HookScheme
	Filter string        // an expression that has to be true; "" lets all of them through
	Group  string        // an expression: events for which it gives the same are told together; "" tells all together
	Until  string        // an expression: the event for which it is true is the last; "" has no end
	Window time.Duration // in which events are reported together; 0 reports each alone
	Minute int           // events a minute that a replica takes
	Repeat time.Duration // how long a repeated signed event without id and time counts as the same; 0 takes each as new
	Watch  Watch         // of [HookPlatform]
}

// HookScheme is how a sender signs what it sends.
type HookScheme string

// The schemes.
const (
	HookUnsigned HookScheme = "none"     // the token alone says who it is
	HookGitHub   HookScheme = "github"   // X-Hub-Signature-256
	HookStripe   HookScheme = "stripe"   // Stripe-Signature
	HookSlack    HookScheme = "slack"    // X-Slack-Signature, v0
	HookStandard HookScheme = "standard" // webhook-signature of standardwebhooks.com
	HookGeneric  HookScheme = "generic"  // X-Signature: the hexadecimal HMAC-SHA256 of the body
	HookPlatform HookScheme = "platform" // nobody signs: it happens on a platform that tells us itself
)

// HookSchemes are all that a sender can have.
func HookSchemes() []HookScheme {
	return []HookScheme{HookUnsigned, HookGitHub, HookStripe, HookSlack, HookStandard, HookGeneric}
}

// HookOutcome says what became of an event.
type HookOutcome string

// The outcomes.
const (
	HookAccepted   HookOutcome = "accepted"   // the task starts with it
	HookCoalesced  HookOutcome = "coalesced"  // reported together with one that was accepted
	HookFiltered   HookOutcome = "filtered"   // the filter did not let it through
	HookForged     HookOutcome = "forged"     // it was not signed as it should be, or too long ago
	HookReplayed   HookOutcome = "replayed"   // it has come before
	HookTooLarge   HookOutcome = "too_large"  // it was not read
	HookUnreadable HookOutcome = "unreadable" // it was of another type, or broken
	HookLimited    HookOutcome = "limited"    // there were too many
	HookPaused     HookOutcome = "paused"     // the task was paused
	HookOver       HookOutcome = "over"       // the task is over, or its owner may no longer have one
	HookUnknown    HookOutcome = "unknown"    // the token is unknown
)

// HookOutcomes are all of them.
func HookOutcomes() []HookOutcome {
	return []HookOutcome{
		HookAccepted, HookCoalesced, HookFiltered, HookForged, HookReplayed, HookTooLarge, HookUnreadable, HookLimited, HookPaused, HookOver, HookUnknown,
	}
}

// Stored tells whether the task is told of the event.
func (o HookOutcome) Stored() bool { return o == HookAccepted || o == HookCoalesced }

// HookEvent is an event that a hook received.
type HookEvent struct {
	ID      HookEventID
	Tenant  TenantID
	Hook    HookID
	Key     string        // of one event, however often it is told of; "" where the sender gives none
	Within  time.Duration // how long its key makes it the same event; 0 is for as long as keys are kept
	Kind    string        // what the sender calls it, such as "push"
	Payload string        // as models and people may read it, bounded; "" where it is not kept
	Size    int64         // bytes, as it came
	Group   string        // events of one are told together
	Last    bool          // the task is over with it
	Alone   bool          // it is told on its own, whatever the rules say
	Outcome HookOutcome
	Note    string // as people read it
	Times   int    // that something like it came, of those that are refused
	Message MessageID
	At      time.Time
}

// DeliveryKey begins the keys of signed events that are known by the id of their delivery: they are kept longer than what was said.
const DeliveryKey = "d:"

// HookOrder asks for a hook to be made with its task.
type HookOrder struct {
	Rules  HookRules
	Secret Secret // that the sender signs with; "" if there is none yet
	Token  Secret // "" where the owner makes it later
}

// Bounds of hooks.
const (
	HookBodyLimit    = 1 << 20         // bytes of one event
	HookKept         = 16 << 10        // bytes of its payload that are kept
	HookTolerance    = 5 * time.Minute // between when it was signed and when it comes
	HookOldToken     = 24 * time.Hour  // a token is good after it was replaced
	HookEventsKept   = 14 * 24 * time.Hour
	HookIDsKept      = 90 * 24 * time.Hour // of signed deliveries, by which they are known when they come again
	HookRepeat       = 5 * time.Minute     // the default
	HookRepeatMost   = 24 * time.Hour
	HookToldMost     = 20               // events of one start whose payloads are told
	HookWaiting      = 100              // starts of one hook that wait for their window to end
	HookStarts       = 60               // starts by events of all tasks of a person, in a minute
	HookStartsLater  = 5 * time.Second  // when one too many is looked at again
	HookAtWork       = 20               // starts of one hook that are at work
	HookWindow       = 10 * time.Second // the default
	HookWindowMost   = 24 * time.Hour
	HookMinute       = 600 // events a minute, by default
	HookMinuteMost   = 120_000
	HookRuleLimit    = 1000 // characters of an expression
	HookSecretLimit  = 256  // of a secret
	HookSecretLeast  = 8
	HookEchoes       = 2 // events in a row that tell a task its own words pause it
	HookEchoLetters  = 32
	HookGroupLimit   = 200
	HookKeyLimit     = 200
	HookKindLimit    = 100
	HookEventsListed = 50
)

// TimerHook is due when the events of a hook are told.
const TimerHook TimerKind = "hook"

// These say why a hook pauses its task, and what is told of events that started nothing.
const (
	WhyItself      = "what it said itself woke it again"
	WhyUntil       = "its end has come"
	NoteManyAtWork = "Too many of its events were still being worked on."
	NoteDropped    = "Its task was not active any more."
)

// These are the refusals.
var (
	ErrNoHook      = refusal(Say("This automation has no hook."), Say("Make one that begins with an event."))
	ErrNotYourHook = refusal(Say("Only the owner of an automation may see its address."), Say("Ask them for it."))
)

// HookTold describes events to the task: what the first ones are, and how many came in all.
func HookTold(events []HookEvent, count int) (about string, truncated bool) {
	type told struct {
		Kind    string `json:"kind,omitempty"`
		At      string `json:"at"`
		Payload any    `json:"payload,omitempty"`
	}
	out := struct {
		Count  int    `json:"count"`
		Events []told `json:"events"`
	}{Count: count}
	const most = 48 << 10 // bytes of all of them
	room := most
	for _, e := range events {
		if room -= len(e.Payload) + len(e.Kind); room < 0 {
			break
		}
		line := told{Kind: e.Kind, At: e.At.UTC().Format(time.RFC3339)}
		switch {
		case json.Valid([]byte(e.Payload)):
			line.Payload = json.RawMessage(e.Payload)
		case e.Payload != "":
			line.Payload = e.Payload
		}
		out.Events = append(out.Events, line)
	}
	raw, err := json.MarshalIndent(out, "", " ")
	if err != nil {
		return "", true
	}
	return string(raw), len(out.Events) < count
}

// Told gives a task's words the events that started it: as a file that came with them and was read. So they are quoted as files
// are wherever a model sees them. It comes from outside: no turn has read it.
func (m Message) Told(about string, truncated bool) (said, read Message) {
	const name, kind = "events.json", "application/json"
	body, _ := m.Body.(Said)
	body.Files = []File{{Name: name, Type: kind, Size: int64(len(about))}}
	said = m
	said.Body = body
	read = Message{
		Tenant: m.Tenant, Conversation: m.Conversation, Author: AuthorSystem, Kind: KindSystem, Content: "Read " + name, Key: ReadKey(m.ID, 1),
		Body: FileRead{Message: m.ID, Number: 1, Name: name, MIME: kind, Text: about, Truncated: truncated},
	}
	return said, read
}

// Quotes tells whether an event tells what was said before: where a task's own words come back, it has woken itself.
func (e HookEvent) Quotes(said string) bool {
	letters := lettersOf(said)
	if len(letters) < HookEchoLetters {
		return false
	}
	return strings.Contains(lettersOf(escapes().Replace(e.Payload)), letters[:HookEchoLetters])
}

// escapes are how JSON writes what is no letter.
var escapes = sync.OnceValue(func() *strings.Replacer {
	return strings.NewReplacer(`\n`, " ", `\r`, " ", `\t`, " ", `\"`, " ", `\u003c`, " ", `\u003e`, " ", `\u0026`, " ")
})

// lettersOf are a text's letters and digits, small.
func lettersOf(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, text)
}
