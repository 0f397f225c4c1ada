// Package tools says what a tool is, and keeps the registry that gives an agent its set. Every source of tools (a Go
// pack, an MCP server, an OpenAPI document) yields the same [Tool]; the rest of the system cannot tell them apart.
package tools

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"time"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/aisteam/aisteam/agents/examples"
	"github.com/aisteam/aisteam/agents/outward"
	"github.com/aisteam/aisteam/assistant"
)

// Tool is one thing that can be done. Fields that are nil are abilities it does not have.
type Tool struct {
	Name        string // on the wire: what models and rows call it, and the task type it serves. Of a connection's tool it is derived
	Source      Source // given by its pack
	Raw         string // its name there
	Endpoint    string // what a call of it comes to there, such as "POST https://api.example.com/issues"; "" where only code says it
	Description string // for the model
	Label       string // for people, a few words: "Create a page"
	Class       assistant.Class
	Effect      assistant.Effect
	Open        bool                 // it tells nothing that is kept for the tenant, so that it may be used while a guest is answered
	Idempotent  bool                 // doing it twice with the same key is doing it once
	Needs       assistant.Capability // what the project must have, "" for nothing
	Elsewhere   string               // the argument that says where it looks, if not at the project: a call without it is about the project. "" for none
	Owners      []assistant.AgentID
	Arguments   *jsonschema.Schema // of an object, derived from a Go struct
	Result      *jsonschema.Schema // of the fields of its result that later steps may refer to; nil for any field
	Answers     bool               // agents may use it while they answer, outside any run; only what runs at once
	Files       bool               // its result hands files to the person
	Direct      bool               // an action that an agent may propose by itself, without a plan: one sentence can say all that it needs
	Drafted     bool               // a direct one whose words are drafted first where people ask for it, so that they are planned
	Examples    []examples.Example // requests as people word them, in each language, and what it is called with for them

	// With names the tools that a plan with it usually takes, too, such as one that writes what it publishes: who is offered it is offered
	// them.
	With []string

	// HTML names the arguments that hold HTML. Where a result of an earlier step lands in one, it is escaped, unless it is
	// declared as HTML itself ([assistant.Result].Markup).
	HTML []string

	// Told names the argument that is given what the person asked for, in their own words, with the way they chose and what
	// they answered. Planning fills it in; no model writes it. "" where there is none.
	Told string

	// Rewrite says how it writes once more what people want otherwise; the zero value of one that cannot. Code fills it in; no model
	// writes it.
	Rewrite Rewrite

	// Link names the field of its result with an address that people may open; "" means "url".
	Link string
	// Title names the argument by which people call what the tool makes, so that they can rename it in a plan; "" for none.
	Title string
	// Unique names the argument in which no two steps of a plan may be the same; "" for none.
	Unique string
	// Subject is what a call is about, for a line that people read; "" where its arguments do not say. Nil says nothing.
	Subject func(arguments json.RawMessage) string
	// Regular writes arguments as the tool's world writes them, in place, and derives those that follow from others. An
	// argument may still be a reference to an earlier step. Nil leaves them as they are.
	Regular func(arguments map[string]json.RawMessage)

	// Nouns are what people call what the tool is about, in the forms they write: "ticket", "tickets". The tool is found by them, and the
	// first is what people read.
	Nouns []string
	// Verbs are what people want done with it, by which the tool is found, too: "raise" a ticket.
	Verbs []string
	// Topic says who answers a request that is about the tool's subject and is not planned. The zero value says nothing.
	Topic Topic
	// News is what the answer of an automation that used the tool is told as; "" is a result like any other.
	News assistant.Topic

	// Standing says that what it makes works on later without anybody asking again. What nobody asked for just now, such as
	// the work of a background task, is not planned with it.
	Standing bool
	// Fix writes arguments that hang on now, or on who asks, so that they do no longer. Planning does it before the plan is
	// shown: what runs is what was shown. A returned *assistant.Trouble is what people read.
	Fix func(ctx context.Context, c Call) (json.RawMessage, error)
	// Preview says what the call would change, looking at the present state. It changes nothing.
	Preview func(ctx context.Context, c Call) (assistant.Preview, error)
	// Stage puts what the call would publish where people who decide can look at it, and visitors cannot; it returns the
	// address, "" where there is none. Staging again under the same key replaces what was staged.
	Stage func(ctx context.Context, c Call) (link string, err error)
	// Unstage takes away what Stage has put there. What is gone already, or was published since, is no error.
	Unstage func(ctx context.Context, c Call) error
	// Holds says, of a tool of [assistant.ClassOwn], what the person who asks has set with it, for the form by which they change it. An
	// error that is [assistant.ErrNotFound] leaves the form out. Nil gives an empty form of all arguments.
	Holds func(ctx context.Context, c Call) (Held, error)
	// Run does it. A returned *assistant.Trouble is what people read; any other error is the system's own. It writes only
	// over the state that was approved, else it changes nothing and returns an error that wraps [assistant.ErrMoved].
	Run func(ctx context.Context, c Call) (assistant.Receipt, error)
	// Recover finds out what became of a call whose outcome is unknown: found with its receipt, or certainly not done.
	Recover func(ctx context.Context, c Call) (r assistant.Receipt, found bool, err error)
	// Verify looks whether what the receipt tells of is there, and says it as the rest of a sentence. It changes nothing.
	Verify func(ctx context.Context, c Call, r assistant.Receipt) (found assistant.Sight, said assistant.Sentence, err error)
	// Undo takes back what the receipt tells of. Undoing what is undone already succeeds.
	Undo func(ctx context.Context, c Call, r assistant.Receipt) error
}

// Rewrite is how a tool that only writes is told of what it wrote before, and of what people want otherwise.
type Rewrite struct {
	Before string // the argument that is given what it wrote
	Field  string // which of the fields of its result that is; "" for what people read of it
	Words  string // the argument that is given what people want, in their own words
}

// ByCode tells whether an argument is given by code alone.
func (t Tool) ByCode(argument string) bool {
	return argument != "" && (argument == t.Told || argument == t.Rewrite.Before || argument == t.Rewrite.Words)
}

// Placeless tells whether a call with such arguments needs nothing of a project.
func (t Tool) Placeless(given func(argument string) bool) bool {
	return t.Needs == "" && (t.Elsewhere == "" || given(t.Elsewhere))
}

// Call is one use of a tool.
type Call struct {
	Tenant       assistant.TenantID
	Conversation assistant.ConversationID
	Project      assistant.Project
	Asker        assistant.Person   // who asks, on every road; of a run, who has asked for it; zero where nobody is known
	Task         assistant.Task     // zero outside a run
	For          assistant.PersonID // within a run: who has asked for it, whom what it costs is counted to
	Key          string             // idempotency key: the same however often the call is tried
	Language     assistant.Language // in which people speak who read what comes of it; "" is English
	Began        time.Time          // to a tool of [assistant.ClassOwn]: when the call was begun first, by the database's clock
	Said         string             // to a tool of [assistant.ClassOwn]: the asker's own words, which name whoever it is to be about
	Approved     string             // the old state ([assistant.Preview].State) that a person has approved; "" where nobody had to
	Arguments    json.RawMessage

	// Out says where this use may go: connectors dial by it, and by nothing else. The executor gives it.
	Out outward.Permit
	// Audience says who reads what comes of it; see [Call.Readers].
	Audience Audience
}

// Properties are the names of an object's properties in the order of its struct, then by name.
func Properties(s *jsonschema.Schema) []string {
	out := slices.Clone(s.PropertyOrder)
	for _, name := range slices.Sorted(maps.Keys(s.Properties)) {
		if !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	return out
}

// Titled is what a call of the tool is called, as people read it; see [assistant.Titled].
func (t Tool) Titled(summary string) assistant.Sentence { return assistant.Titled(t.Label, summary) }

// About is the tool's [Tool.Subject] of a call.
func (t Tool) About(arguments json.RawMessage) string {
	if t.Subject == nil {
		return ""
	}
	return t.Subject(arguments)
}

// About returns a subject that is the first of the named arguments that has words, quoted.
func About(names ...string) func(json.RawMessage) string {
	return func(arguments json.RawMessage) string {
		for _, name := range names {
			if words := Text(arguments, name); words != "" {
				return "“" + words + "”"
			}
		}
		return ""
	}
}

// Text is an argument's words, "" where it has none or stands for an earlier step's result.
func Text(arguments json.RawMessage, name string) string {
	var given map[string]json.RawMessage
	var words string
	if json.Unmarshal(arguments, &given) != nil || json.Unmarshal(given[name], &words) != nil {
		return ""
	}
	return words
}
