// Package llm is the one way to language models: a small [Model] interface, one policy of retries, budgets and time-outs
// over it ([Client]), and the decoding of structured answers with a bounded correction. The adapters live beside it.
//
// The rule that matters most: a part that a model made carries an opaque [ProviderState], which is kept across restarts
// and approvals and echoed verbatim to the same provider, model and endpoint, and dropped for any other. Gemini 3 answers
// 400 to a function call without its thought signature; DeepSeek to a missing reasoning_content.
//
// A stream that ends without the provider's word that it is finished is [ErrTruncated], whatever text came before, and no
// tool call leaves an adapter before it is whole.
package llm

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"strings"

	"github.com/aisteam/aisteam/agents/examples"
	"github.com/aisteam/aisteam/assistant"
)

// Model generates one reply. Implementations make one attempt and keep no history.
type Model interface {
	// Generate streams the reply. The last event of a whole reply is Done; an error ends the sequence.
	Generate(ctx context.Context, r Request) iter.Seq2[Event, error]
	// Info says which model this is.
	Info() Info
}

// Unheard is what is said where a rehearsal understands nothing of a request.
const Unheard = "That is like nothing that I know from examples, so I have planned nothing. What is nearest to it stands below, to be pressed."

// GuestWork is what a guest is told who wants something planned, changed or looked up.
const GuestWork = "I can talk with you about this, and since you are a guest here, or of another workspace, I cannot plan or change anything for you, " +
	"nor look up what is kept here. Ask somebody of this workspace to ask me for it; they can do so right here."

// Info describes a model.
type Info struct {
	Provider  string // one of [assistant.Providers]
	Model     string
	Rehearsal bool // it is the offline model; every answer says so
}

// ProviderName is how people call a provider.
func ProviderName(provider string) string {
	switch provider {
	case assistant.ProviderOpenAI:
		return "OpenAI"
	case assistant.ProviderAzure:
		return "Azure OpenAI"
	case assistant.ProviderAnthropic:
		return "Anthropic"
	case assistant.ProviderGemini:
		return "Google Gemini"
	default:
		return provider
	}
}

// Request asks for one reply.
type Request struct {
	Tenant       assistant.TenantID `json:"-"` // whose request it is, for the order of those who wait; no model is told
	Purpose      Purpose
	Tier         Tier            // "" for what the purpose needs
	Effort       Effort          // "" for what the purpose needs
	Instructions Instructions    // what the model is and does
	Messages     []Message       // the conversation, oldest first; ends with a user or tool message
	Tools        []Tool          // what the model may call
	NoCalls      bool            // the tools are described, as before, and none may be called now
	Output       json.RawMessage // JSON Schema the text of the reply must match; nil for free text
	Facts        json.RawMessage // the structured input, also in Messages as text; rehearsal reads it from here
	MaxOutput    int             // tokens, thinking included; 0 for the client's default
	Cache        Cache           // what is worth keeping of it at the provider

	Examples *examples.Book  `json:"-"` // by which a rehearsal understands what is asked; no model is told
	Sample   json.RawMessage `json:"-"` // what a rehearsal replies, where a tool asks for a purpose of its own
}

// Hash tells requests apart: a recorded answer serves only the same one.
func (r Request) Hash() (string, error) {
	raw, err := json.Marshal(r)
	if err != nil {
		return "", fmt.Errorf("encode model request: %w", err)
	}
	sum := sha256.Sum256(raw)
	return hex.EncodeToString(sum[:]), nil
}

// Callable are the tools that may be called now.
func (r Request) Callable() []Tool {
	if r.NoCalls {
		return nil
	}
	return r.Tools
}

// Instructions are what a model is told to be and to do. What stays the same from request to request stands apart from what does
// not, because providers read again for less what requests begin with: Stable stands before the conversation, right after the
// tools, and Varying after it.
type Instructions struct {
	Stable  string `json:",omitempty"`
	Varying string `json:",omitempty"` // of this request alone; no message of the conversation
}

// All are the instructions in one text, for whoever keeps nothing.
func (i Instructions) All() string {
	if i.Stable == "" || i.Varying == "" {
		return i.Stable + i.Varying
	}
	return i.Stable + "\n" + i.Varying
}

// And are the instructions with one more that holds for this request alone.
func (i Instructions) And(varying string) Instructions {
	return Instructions{Stable: i.Stable, Varying: strings.TrimLeft(i.Varying+"\n"+varying, "\n")}
}

// Cache tells what of a request will be sent again. Tools and stable instructions always are.
type Cache struct {
	Key   string `json:"-"`          // of those that begin alike, for providers that route by it; the [Client] makes it
	Again bool   `json:",omitempty"` // this conversation will be sent again soon, with more at its end
}

// Tool is what a model is told of a tool.
type Tool struct {
	Name        string
	Description string
	Parameters  json.RawMessage // JSON Schema
}

// Role says who a message to the model is from.
type Role string

// The roles.
const (
	RoleUser      Role = "user"
	RoleAssistant Role = "assistant"
	RoleTool      Role = "tool"
)

// Message is one entry of the history a model is given.
type Message struct {
	Role  Role   `json:"role"`
	Parts []Part `json:"parts"`
}

// Part is a piece of a message: exactly one of Text, Image, Call and Result is set, or Thought for a provider's own.
type Part struct {
	Text    string         `json:"text,omitempty"`
	Thought bool           `json:"thought,omitempty"` // it is nothing but State: a provider's reasoning is not kept as words
	Image   *Image         `json:"image,omitempty"`   // in a person's message
	Call    *ToolCall      `json:"call,omitempty"`
	Result  *ToolResult    `json:"result,omitempty"`
	State   *ProviderState `json:"state,omitempty"`
}

// Image is a picture that a person shows.
type Image struct {
	Type   string `json:"type"` // image/png, image/jpeg, image/gif or image/webp
	Data   []byte `json:"data"`
	Width  int    `json:"width"`
	Height int    `json:"height"`
}

// ToolCall is a model's wish to use a tool.
type ToolCall struct {
	ID        string          `json:"id"` // the provider's, or made by the adapter where it gave none
	Name      string          `json:"name"`
	Arguments json.RawMessage `json:"arguments"`
}

// ToolResult answers a ToolCall.
type ToolResult struct {
	ID      string `json:"id"`
	Name    string `json:"name"`
	Content string `json:"content"`
	Failed  bool   `json:"failed,omitempty"`
}

// ProviderState is what a provider wants back unchanged with a part it made.
type ProviderState struct {
	Provider string          `json:"provider"`
	Model    string          `json:"model"`
	Endpoint string          `json:"endpoint"`
	Data     json.RawMessage `json:"data"`
}

// Event is a piece of a streamed reply.
//
//sumtype:decl
type Event interface{ event() }

// TextDelta is more text of the answer.
type TextDelta struct{ Text string }

// Alive says that the provider is at work although there is no text yet: it thinks, or a tool call is on its way.
type Alive struct {
	Used assistant.Usage // up to now, where the provider tells it before its end; a call that breaks off is paid for by it
}

// Voided says that what came of the text so far is not the answer: a provider showed only now that it was none. What is the answer
// comes after it.
type Voided struct{}

// Done ends a whole reply.
type Done struct {
	Reply Reply
}

func (TextDelta) event() {}
func (Alive) event()     {}
func (Voided) event()    {}
func (Done) event()      {}

// Reply is a whole reply.
type Reply struct {
	Message Message         `json:"message"` // the assistant's, with its provider state, to be put in the history as it is
	Usage   assistant.Usage `json:"usage"`
	Info    Info            `json:"info"`
	Bill    Bill            `json:"bill,omitzero"`     // what the request for it took in all; the [Client] makes it out
	Instead string          `json:"instead,omitempty"` // the provider that was asked first and could not be had
	Served  string          `json:"served,omitempty"`  // the model that the provider names as the one that answered; it may be another than was asked
}

// Text is the reply's words without the provider's reasoning.
func (r Reply) Text() string {
	var out []byte
	for _, p := range r.Message.Parts {
		if !p.Thought {
			out = append(out, p.Text...)
		}
	}
	return string(out)
}

// Calls are the tools the model wants used, in its order.
func (r Reply) Calls() []ToolCall {
	var out []ToolCall
	for _, p := range r.Message.Parts {
		if p.Call != nil {
			out = append(out, *p.Call)
		}
	}
	return out
}

// The errors of models.
var (
	// ErrTruncated: the stream ended before the provider said it was finished.
	ErrTruncated = errors.New("the model's reply was cut off")
	// ErrBroken is an ErrTruncated where the connection ended, and the reply with it: nobody said that it was over.
	ErrBroken = fmt.Errorf("%w: its connection broke off", ErrTruncated)
	// ErrLength comes with ErrTruncated where the reply reached its own limit of tokens: trying again gives the same.
	ErrLength = errors.New("the reply reached its length limit")
	// ErrOverloaded: the provider asks to come back later (429, 5xx); see [StatusError] for when.
	ErrOverloaded = errors.New("the model is overloaded")
	// ErrRefused: the provider did not accept the request (4xx); trying again does not help.
	ErrRefused = errors.New("the model refused the request")
	// ErrGarbage: the reply does not match the wanted schema, also after being corrected.
	ErrGarbage = errors.New("the model's reply made no sense")
	// ErrDisabled: an operator has switched models off.
	ErrDisabled = errors.New("models are switched off")
)
