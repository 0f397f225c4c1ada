package tools

import (
	"encoding/json"
	"fmt"

	"github.com/aisteam/aisteam/assistant"
)

// Read reads a call's arguments into their struct; the gate has checked them against its schema.
func Read[T any](c Call) (T, error) {
	var out T
	if err := json.Unmarshal(c.Arguments, &out); err != nil {
		return out, fmt.Errorf("read arguments: %w", err)
	}
	return out, nil
}

// Planned replaces what a call's arguments refer to and earlier steps have yet to bring about by words that say so, and tells
// whether there is any: then nobody knows yet what will be written.
func Planned(c Call) (_ Call, open bool, err error) {
	c.Arguments, err = assistant.Resolve(c.Arguments, func(r assistant.Placed) (json.RawMessage, error) {
		open = true
		return json.Marshal("(what the step “" + r.From + "” will write)")
	})
	if err != nil {
		return c, open, fmt.Errorf("read arguments: %w", err)
	}
	return c, open, nil
}
