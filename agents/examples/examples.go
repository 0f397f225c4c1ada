// Package examples understands requests by examples: words as people put them, with slots in which names, numbers, quoted text and
// times stand, and the calls of tools that such words come to. It is how a rehearsal, which has no language model, knows what is asked.
//
// A request is read clause by clause. A clause matches an example when each of its words is one of the example's, a spelling of it one
// slip away, a word that says nothing by itself, or part of what fills a slot; what is left over makes it match nothing. So words about
// other things match no example, however much they have in common with one.
package examples

import (
	"maps"
	"slices"

	"github.com/aisteam/aisteam/assistant"
)

// Example is a request and the calls it comes to.
type Example struct {
	Words Words
	// Arguments are those of the tool's own call: a JSON object in which {slot} stands for what fills it. An argument whose slots are
	// empty is left out, and {"from": KEY, "field": NAME} is a field of an earlier call's result.
	Arguments string
	Slots     []Slot // what is to be known, in the order in which it is asked for

	Offer string // such a request in full, to be pressed, in English; the catalogue has it in the other languages
	Title string // of a plan of it: "Create {title}"
	Goal  string // what it wants, as the end of a sentence: "create a page called {title}"; [of|these] stands the first whose slots are filled
	Does  string // what the tool's own call does, in a line: "Create the page {title} from the drafts"
	Key   string // of the tool's own call; "" for the tool's name
	Here  bool   // it is done on the project, which the goal then names
	After bool   // it looks at what other clauses of the request have changed
	Owner assistant.AgentID
	Ways  []Way

	Before, Then []Call // that come before the tool's own call, and after it

	Lists  Listing                       // what the tool lists
	Says   map[assistant.Language]string // what is said at once, in each language, so that nothing is called; nil where something is
	Tells  string                        // what is said beside what the last of the calls gave
	That   string                        // the arguments of its own call where the request points at what it makes itself, which {"from": "that"} stands for
	Later  string                        // a slot: what fills it is a request of its own, which is done at another time
	AsItIs bool                          // the answer is what the tool gave, as it stands
	Seeks  string                        // a slot: the answer says whether what fills it stands in what the tool gave

	// Reads fills slots from a whole request whose form no words say, such as by when it is to be done; Words are not looked at then.
	Reads func(request string) (filled map[string]string, ok bool) `json:"-"`
}

// In is the example with what people read of its plan in other words: label gives each text, its slots included.
func (x Example) In(label func(english string) string) Example {
	x.Title, x.Goal, x.Does = label(x.Title), label(x.Goal), label(x.Does)
	x.Before, x.Then = told(x.Before, label), told(x.Then, label)
	x.Slots = slices.Clone(x.Slots)
	for i, s := range x.Slots {
		x.Slots[i].Called = maps.Clone(s.Called)
		for value, called := range s.Called {
			x.Slots[i].Called[value] = label(called)
		}
	}
	return x
}

func told(calls []Call, label func(string) string) []Call {
	calls = slices.Clone(calls)
	for i := range calls {
		calls[i].Does = label(calls[i].Does)
	}
	return calls
}

// That is pointed at where a request points at what it makes itself: “create a page called Jobs and audit it”.
const That = "that"

// Words are how people put a request, by language, a form on each entry. In a form, a|b stands for either word, [a b] for words that
// may be missing, and {slot} for what fills it. A form that begins with … may follow any other of the same language.
type Words map[assistant.Language][]string

// Call is a call beside the tool's own.
type Call struct {
	Tool      assistant.TaskType
	Key       string
	Owner     assistant.AgentID
	Does      string
	Arguments string
	Most      int      // it is left out where a slot is filled more often than that; 0 for never
	After     []string // keys of calls that come before it, though it takes nothing from them
}

// Listing is what a tool lists.
type Listing struct {
	Columns []string // the fields that people read, in their order
	Line    string   // an entry in a line: "#{number} {title}"
}

// Slot is something that a request may say. Where it is needed and the request does not say it, it is asked for.
type Slot struct {
	Name   string
	Kind   Kind
	Values map[string]string // of a [Choice]: what it stands for, by what people say
	Codes  map[string]string // what fills {name.code}, by what fills the slot
	Called map[string]string // what fills {name.called}, by what fills the slot; quoted as it stands without one
	As     string            // it fills the slot of that name in other words; "" for itself
	Also   string            // it fills the slot of that name, too, where nothing else does
	Title  bool              // it begins with a capital, however it is written
	New    bool              // it names what is not there yet: it is nothing said of “my page”

	Needed                    bool
	Question, Reason, Default string // the question is "" for what is not asked for
	Options                   []Option
	Of                        string // the project's fact that answers it: "language"
}

// Option is an answer to choose.
type Option struct{ Value, Description string }

// Way is one of several ways of doing what is asked.
type Way struct{ Key, Title, Description string }

// Kind is what fills a slot.
type Kind string

// The kinds of what fills slots.
const (
	Name   Kind = ""       // a name, without the article before it
	Text   Kind = "text"   // words as they stand, also over several sentences
	Whole  Kind = "whole"  // words as they stand, to the end of the clause with its mark
	List   Kind = "list"   // names, with commas and “and” between
	Number Kind = "number" // digits, without the currency around them
	When   Kind = "when"   // a day and a time: 2026-12-01 09:00
	URL    Kind = "url"    // an address of the web, or a domain
	File   Kind = "file"   // a file's name
	Proper Kind = "proper" // a name that begins with a capital
	Choice Kind = "choice" // one of the slot's values
	Tags   Kind = "tags"   // names in one value, with commas between
)
