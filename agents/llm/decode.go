package llm

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
)

// maxCorrections bounds how often a model is told what was wrong with its reply.
const maxCorrections = 2

// Decode asks for a reply in JSON that matches T's JSON Schema and returns it. A reply that does not match is sent back
// with what is wrong at most twice; then the error is [ErrGarbage]. The returned Reply is the last one.
func Decode[T any](ctx context.Context, a Asker, r Request) (T, Reply, error) {
	return DecodeChecked[T](ctx, a, r, nil)
}

// DecodeChecked is [Decode] with a check beyond the schema. The check's error is told to the model, so it says what is
// wrong in words a model can act on.
func DecodeChecked[T any](ctx context.Context, a Asker, r Request, check func(T) error) (T, Reply, error) {
	return DecodeAmong(ctx, a, r, nil, check)
}

// DecodeAmong is [DecodeChecked] with the words that fields may have, by their place in the reply: "kind", "steps.type". The
// provider is told them and may hold the model to them; what it lets through is the check's matter, in its own words.
func DecodeAmong[T any](ctx context.Context, a Asker, r Request, among map[string][]string, check func(T) error) (T, Reply, error) {
	var none T
	schema, resolved, err := schemas[T]()
	if err != nil {
		return none, Reply{}, fmt.Errorf("schema of the wanted reply: %w", err)
	}
	for place, words := range among {
		limit(schema, strings.Split(place, "."), words)
	}
	if r.Output, err = json.Marshal(schema); err != nil {
		return none, Reply{}, fmt.Errorf("schema of the wanted reply: %w", err)
	}
	r.Messages = append([]Message(nil), r.Messages...)
	for correction := 0; ; correction++ {
		reply, err := a.Ask(ctx, r, nil)
		if err != nil {
			return none, Reply{}, err
		}
		value, wrong := parse(reply.Text(), resolved, check)
		if wrong == nil {
			return value, reply, nil
		}
		if correction == maxCorrections {
			return none, reply, fmt.Errorf("%s: %w: %w", r.Purpose, ErrGarbage, wrong)
		}
		r.Messages = append(r.Messages, sayable(reply.Message), TextMessage(RoleUser,
			"Your reply cannot be used: "+clip(wrong.Error(), 600)+"\nReply again with nothing but the whole corrected JSON."))
	}
}

// schemas are those of a reply: what the provider is told, and what the reply is held against.
func schemas[T any]() (told *jsonschema.Schema, held *jsonschema.Resolved, err error) {
	if told, err = jsonschema.For[T](nil); err != nil {
		return nil, nil, err
	}
	requireAll(told)
	wide, err := jsonschema.For[T](anyObject())
	if err != nil {
		return nil, nil, err
	}
	held, err = wide.Resolve(nil)
	return told, held, err
}

// requireAll makes every property of a schema a required one, at any depth: providers hold a model only to schemas that leave nothing
// open. What it leaves out is taken as empty all the same.
func requireAll(s *jsonschema.Schema) {
	if s == nil {
		return
	}
	for _, name := range slices.Sorted(maps.Keys(s.Properties)) {
		if !slices.Contains(s.Required, name) {
			s.Required = append(s.Required, name)
		}
		requireAll(s.Properties[name])
	}
	requireAll(s.Items)
}

// limit says which words a field may have. A list has them in its entries.
func limit(s *jsonschema.Schema, place []string, words []string) {
	for _, name := range place {
		if s = s.Properties[name]; s == nil {
			return
		}
		for s.Items != nil {
			s = s.Items
		}
	}
	if len(words) > 0 {
		s.Enum = make([]any, 0, len(words))
	}
	for _, w := range words {
		s.Enum = append(s.Enum, w)
	}
}

// TextMessage is a message of words.
func TextMessage(role Role, text string) Message {
	return Message{Role: role, Parts: []Part{{Text: text}}}
}

// sayable is a reply as it may stand in a history: with something in it, and with no tool call left open.
func sayable(m Message) Message {
	out := Message{Role: RoleAssistant}
	for _, p := range m.Parts {
		if p.Call == nil {
			out.Parts = append(out.Parts, p)
		}
	}
	if strings.TrimSpace((Reply{Message: out}).Text()) == "" {
		return TextMessage(RoleAssistant, "(nothing)")
	}
	return out
}

func parse[T any](text string, schema *jsonschema.Resolved, check func(T) error) (T, error) {
	var value T
	raw, err := ExtractJSON(text)
	if err != nil {
		return value, err
	}
	var instance any
	if err := json.Unmarshal(raw, &instance); err != nil {
		return value, fmt.Errorf("it is not valid JSON: %w", err)
	}
	if err := schema.Validate(instance); err != nil {
		return value, fmt.Errorf("it does not match the schema: %w", err)
	}
	if err := json.Unmarshal(raw, &value); err != nil {
		return value, fmt.Errorf("it does not match the schema: %w", err)
	}
	if check != nil {
		if err := check(value); err != nil {
			return value, err
		}
	}
	return value, nil
}

// ExtractJSON finds the JSON value that a model's reply consists of: alone, in a code fence, or after a few words. It
// returns exactly one whole value; what follows it may only be a fence or words without another value.
func ExtractJSON(text string) (json.RawMessage, error) {
	if len(text) > MaxReply {
		return nil, errors.New("it is too long")
	}
	text = strings.TrimSpace(strings.TrimPrefix(text, "\ufeff"))
	if text == "" {
		return nil, errors.New("it is empty")
	}
	if json.Valid([]byte(text)) {
		return json.RawMessage(text), nil
	}
	start := strings.IndexAny(text, "{[")
	if start < 0 {
		return nil, errors.New("there is no JSON in it")
	}
	d := json.NewDecoder(strings.NewReader(text[start:]))
	var raw json.RawMessage
	if err := d.Decode(&raw); err != nil {
		return nil, fmt.Errorf("it is not valid JSON: %w", err)
	}
	rest := text[start+int(d.InputOffset()):]
	if strings.ContainsAny(rest, "{[") {
		return nil, errors.New("there is more than one JSON value in it")
	}
	return bytes.TrimSpace(raw), nil
}

func clip(s string, most int) string {
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most], "") + "…"
}
