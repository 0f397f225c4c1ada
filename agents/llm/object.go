package llm

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/aisteam/aisteam/assistant"
)

// Object is a JSON object that a model writes as a text. No provider's strict mode takes an object whose fields the schema of the reply
// does not name, and which fields there are is only known once the reply has named its tool. One that comes without quotes is read, too,
// and so are lists of names and values, as replies of earlier versions had them: those are kept with what followed from them.
type Object string //nolint:recvcheck // fields are read of values, JSON is read into pointers

var errObject = errors.New("it is no JSON object")

// ObjectOf writes an object, with HTML in it as it is: it is escaped where the object stands.
func ObjectOf(fields map[string]json.RawMessage) (Object, error) {
	plain := make(map[string]any, len(fields))
	for name, raw := range fields {
		d := json.NewDecoder(bytes.NewReader(raw))
		d.UseNumber()
		var value any
		if err := d.Decode(&value); err != nil {
			return "", fmt.Errorf("read %q: %w", name, err)
		}
		plain[name] = value
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(plain); err != nil {
		return "", fmt.Errorf("write an object: %w", err)
	}
	return Object(bytes.TrimSpace(b.Bytes())), nil
}

// Fields are those of the object; none where nothing is written.
func (o Object) Fields() (map[string]json.RawMessage, error) {
	out := map[string]json.RawMessage{}
	if o == "" {
		return out, nil
	}
	if err := json.Unmarshal([]byte(o), &out); err != nil || out == nil {
		return nil, fmt.Errorf("%.80q: %w", o, errObject)
	}
	return out, nil
}

// UnmarshalJSON implements [json.Unmarshaler].
func (o *Object) UnmarshalJSON(raw []byte) error {
	var text string
	var list []earlierField
	isText, isList := json.Unmarshal(raw, &text) == nil, json.Unmarshal(raw, &list) == nil
	switch {
	case isText:
		*o = Object(text)
		return nil
	case isList:
		return o.earlier(list)
	default:
		*o = Object(raw)
		return nil
	}
}

func (o *Object) earlier(list []earlierField) error {
	fields := map[string]json.RawMessage{}
	for _, f := range list {
		var err error
		if fields[f.Name], err = f.value(); err != nil {
			return err
		}
	}
	var err error
	*o, err = ObjectOf(fields)
	return err
}

// earlierField is how replies of earlier versions had one field of an object: as a text, or as where an earlier step gives it.
type earlierField struct{ Name, Value, From, Field string }

func (f earlierField) value() (json.RawMessage, error) {
	if f.From != "" {
		return json.Marshal(assistant.Reference{From: f.From, Field: f.Field})
	}
	return json.Marshal(f.Value)
}

// anyObject is the schema by which replies are read: an [Object] is whatever it can be read from.
func anyObject() *jsonschema.ForOptions {
	return &jsonschema.ForOptions{TypeSchemas: map[reflect.Type]*jsonschema.Schema{reflect.TypeFor[Object](): {}}}
}
