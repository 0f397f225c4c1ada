// Package vendors has stand-ins for the servers of model vendors: small and strict. They refuse what the vendors refuse, and each
// refusal cites its source. Every API has its own, in its own file. One [Brain] decides what a model says, in no vendor's format,
// so that the same script is played through all of them.
//
// These are test material: that one accepts a request only proves that the request follows the vendor's documents.
package vendors

import (
	"encoding/json"
	"net/http"
	"strings"
	"sync"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/assistant"
)

// Asked is a request as a brain reads it.
type Asked struct {
	Model    string
	System   string // instructions before the conversation
	Tools    []Tool
	NoCalls  bool // the tools may not be called
	Messages []Message
	Output   json.RawMessage // the schema that the reply must match; nil for words
	Effort   string          // as the vendor calls it
	Stream   bool
}

// Tool is a tool that is offered.
type Tool struct {
	Name   string
	Schema json.RawMessage
}

// Message is one message of the conversation.
type Message struct {
	Role    string // user, assistant, tool
	Text    string
	Images  int
	Calls   []Call
	Results []Result
}

// Call is a tool call.
type Call struct {
	ID        string
	Name      string
	Arguments string
}

// Result answers a call.
type Result struct {
	ID      string
	Content string
	Failed  bool
}

// Last is the newest message.
func (a Asked) Last() Message {
	if len(a.Messages) == 0 {
		return Message{}
	}
	return a.Messages[len(a.Messages)-1]
}

// Words are the newest message's, without the instructions appended for vendors that have no other place for them.
func (a Asked) Words() string { return WithoutAside(a.Last().Text) }

// WithoutAside is a text without the instructions at its end.
func WithoutAside(text string) string {
	words, _, _ := strings.Cut(text, strings.SplitN(llm.Aside(""), "\n", 2)[0])
	return strings.TrimRight(words, "\n")
}

// Said is what a model says.
type Said struct {
	Thought string // it reasons so, before it says anything; servers sign or encrypt it as their vendors do
	Text    string
	Calls   []Call // ids are the server's where they are empty
	Usage   assistant.Usage
	Length  bool     // it ran into its limit of tokens
	Served  string   // another model that answers; "" for the one that is asked
	Refusal *Refusal // instead of all that
}

// Refusal is an answer that is none.
type Refusal struct {
	Status int
	Header http.Header
	Body   string
}

// Brain decides what is said. It is called once for every request that the server accepts, and may be called by several at once.
type Brain func(Asked) Said

// Received is a request as it came.
type Received struct {
	Path   string
	Query  string
	Header http.Header
	Body   []byte
}

// Journal keeps what a server has received, and why it refused what it refused. It is safe for concurrent use.
type Journal struct {
	mu       sync.Mutex
	received []Received
	refused  []string
}

// Received are the requests so far, in the order in which they came.
func (j *Journal) Received() []Received {
	j.mu.Lock()
	defer j.mu.Unlock()
	return append([]Received(nil), j.received...)
}

// Refused are the reasons of refusals so far: a flow that is written as the vendor says has none but those it is about.
func (j *Journal) Refused() []string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return append([]string(nil), j.refused...)
}

func (j *Journal) receive(r Received) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.received = append(j.received, r)
}

func (j *Journal) refuse(why string) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.refused = append(j.refused, why)
}
