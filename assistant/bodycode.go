package assistant

import (
	"encoding/json"
	"fmt"
)

// EncodeBody returns the body's JSON, to be stored with its [Body.Type].
func EncodeBody(b Body) ([]byte, error) {
	raw, err := json.Marshal(b)
	if err != nil {
		return nil, fmt.Errorf("encode %s body: %w", b.Type(), err)
	}
	return raw, nil
}

// A decoder reads the JSON of one body.
type decoder func(raw []byte) (Body, error)

// DecodeBody is the inverse of [EncodeBody]. Each file of bodies lists its own. An unknown type is an error: a newer replica may
// have written it.
func DecodeBody(typ string, raw []byte) (Body, error) {
	for _, listed := range [...]func(string) decoder{wordsBody, decisionsBody, runsBody, membersBody} {
		if read := listed(typ); read != nil {
			return read(raw)
		}
	}
	return nil, fmt.Errorf("decode body: unknown type %q", typ)
}

func decode[B Body](raw []byte) (Body, error) {
	var b B
	if string(raw) == "{}" { // most people's words have nothing more to them
		return b, nil
	}
	if err := json.Unmarshal(raw, &b); err != nil {
		return nil, fmt.Errorf("decode %s body: %w", b.Type(), err)
	}
	return b, nil
}
