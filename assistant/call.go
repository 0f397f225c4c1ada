package assistant

import (
	"encoding/json"
	"slices"
	"strconv"
	"time"
)

// Effect says what a tool does to the world outside.
type Effect string

// The effects.
const (
	EffectNone         Effect = "none"
	EffectReversible   Effect = "reversible"
	EffectIrreversible Effect = "irreversible"
)

// Class says how a tool is held.
type Class string

// The classes.
const (
	ClassQuery  Class = "query"  // runs at once
	ClassAction Class = "action" // needs approval
	ClassMeta   Class = "meta"   // steers the assistant
	ClassOwn    Class = "own"    // changes a setting of the person who asks and nothing else: runs at once
)

// CallState is where a tool call stands.
//
//	started ──tool returned──▶ settled | refused
//	   └──holder died──▶ started, found by the next holder: outcome unknown ──▶ settled by looking, or uncertain
type CallState string

// The states of a tool call.
const (
	CallStarted   CallState = "started"
	CallSettled   CallState = "settled"
	CallRefused   CallState = "refused" // the outside said no; nothing was changed
	CallUncertain CallState = "uncertain"
	CallUndone    CallState = "undone"
)

// ToolCall is one use of a tool, logged before and after.
type ToolCall struct {
	ID         CallID          `json:"id"`
	Key        string          `json:"key"` // idempotency key, unique within the tenant
	Run        RunID           `json:"runId,omitempty"`
	Task       TaskID          `json:"taskId,omitempty"`
	Project    ProjectID       `json:"projectId,omitempty"`
	Tool       string          `json:"tool"`
	Definition string          `json:"definition,omitempty"` // of that tool then, where a connection defines it
	Arguments  json.RawMessage `json:"arguments"`
	Effect     Effect          `json:"effect"`
	State      CallState       `json:"state"`
	Receipt    *Receipt        `json:"receipt,omitempty"`
	StartedAt  time.Time       `json:"startedAt"`
	SettledAt  time.Time       `json:"settledAt,omitzero"`
}

// Receipt is the outcome of a tool call: its result, and what undoing it needs.
type Receipt struct {
	Result Result          `json:"result"`
	Undo   json.RawMessage `json:"undo,omitempty"` // the old state; nil when there is nothing to undo
}

// Preview shows what an action would change.
type Preview struct { //nolint:recvcheck // JSON is written of values and read into pointers
	Title  Sentence `json:"title"`
	Target string   `json:"target,omitempty"` // what it changes, for people: an address, a ticket
	Entity Entity   `json:"entity,omitzero"`  // the same for programs; the zero value where it is no single thing
	Fields []Field  `json:"fields,omitempty"`
	State  string   `json:"state,omitempty"` // hash of the old state; when it moves, the action is asked again

	// Wanted is the hash of the new state; "" while it hangs on what earlier steps have yet to write.
	Wanted string `json:"wanted,omitempty"`
	// Warnings must not be overlooked. Each is a line: scripts, forms, links added or removed, what sanitizing took out.
	Warnings []Sentence `json:"warnings,omitempty"`
	// Whole is the full new text, plain, for behind a fold; "" where Fields say it all.
	Whole string `json:"whole,omitempty"`
	// Link is where the finished content can be looked at before it is published.
	Link string `json:"link,omitempty"`
	// Drawing is what readers would see before and after; nil if there is nothing to see. Nobody consents to it: it is cut.
	Drawing *Drawing `json:"drawing,omitempty"`
}

// MarshalJSON writes the English text and, beside it, the sentences it was made from.
func (p Preview) MarshalJSON() ([]byte, error) {
	type plain Preview
	return marshalSaid(plain(p), p.said()...)
}

// UnmarshalJSON also reads what earlier versions wrote, which is English alone.
func (p *Preview) UnmarshalJSON(raw []byte) error {
	type plain Preview
	return unmarshalSaid(raw, (*plain)(p), p.said)
}

func (p *Preview) said() []SentenceField {
	out := []SentenceField{{"title", &p.Title}}
	for i := range p.Warnings {
		out = append(out, SentenceField{"warnings/" + strconv.Itoa(i), &p.Warnings[i]})
	}
	return out
}

// InEnglish is the preview with its English words alone.
func (p Preview) InEnglish() Preview {
	p.Warnings, p.Fields = slices.Clone(p.Warnings), slices.Clone(p.Fields)
	for i := range p.Fields {
		p.Fields[i].Said = nil
	}
	for _, f := range p.said() {
		*f.Sentence = Verbatim(f.Sentence.String())
	}
	return p
}

// Undrawn returns the preview without its drawing, for storing.
func (p Preview) Undrawn() Preview {
	p.Drawing = nil
	return p
}

// Drawing is a page before and after a change, as it was found when the preview was made.
type Drawing struct {
	Before *Drawn `json:"before,omitempty"` // nil: there is no page yet
	After  *Drawn `json:"after,omitempty"`  // nil: it is gone then
}

// Drawn is a page to be drawn. Its HTML is clean when it is recorded, and foreign all the same.
type Drawn struct {
	Title string `json:"title"`
	HTML  string `json:"html,omitempty"`
	Cut   bool   `json:"cut,omitempty"` // the page has more
}

// Entity is the thing that an action makes, changes or removes, by the names that programs know it by. It is shown to clients and bound
// by nothing: what consent binds is [Preview].State and Wanted.
type Entity struct {
	Type string `json:"type"`         // "page", "ticket", "background_task"
	ID   string `json:"id,omitempty"` // as its tools take it; "" while it is yet to be made
}

// Field is one line of a field diff.
type Field struct {
	Name string `json:"name"`          // for people
	Key  string `json:"key,omitempty"` // the entity's own field, as its tools take it; "" where it is none
	Old  string `json:"old,omitempty"`
	New  string `json:"new,omitempty"`

	Said Sentences `json:"said,omitempty"` // what the values were made of that are said by us

	Whole bool `json:"whole,omitempty"` // it is shown to its end, wherever it is drawn: what is cut off could be what matters
}

// Shown is a field whose new value is said by us.
func Shown(name string, becomes Sentence) Field {
	return Field{Name: name}.Saying(Sentence{}, becomes)
}

// Saying is the field with what it was and what it becomes, where both are said by us. It was nothing where that says nothing.
func (f Field) Saying(was, becomes Sentence) Field {
	f.Old, f.New = was.String(), becomes.String()
	f.Said = SentencesOf(SentenceField{"old", &was}, SentenceField{"new", &becomes})
	return f
}

// Was is the old value as people read it.
func (f Field) Was() Sentence { return f.Said.Of("old", f.Old) }

// Becomes is the new value as people read it.
func (f Field) Becomes() Sentence { return f.Said.Of("new", f.New) }
