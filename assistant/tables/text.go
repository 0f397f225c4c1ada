package tables

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/aisteam/aisteam/assistant"
)

// nameLimit bounds keys and platforms' ids in bytes. They are indexed, and a Postgres index entry holds some 2700.
const nameLimit = 1000

// Storable refuses, on either database, keys and ids from outside that Postgres could not store.
func Storable(names ...string) error {
	for _, n := range names {
		switch {
		case len(n) > nameLimit:
			return fmt.Errorf("%w: a key or an id of %d bytes", assistant.ErrUnstorable, len(n))
		case !utf8.ValidString(n) || strings.Contains(n, "\x00"):
			return fmt.Errorf("%w: a key or an id that is no text", assistant.ErrUnstorable)
		}
	}
	return nil
}

// Clean takes out what Postgres does not keep in text: NUL, and bytes that are no UTF-8.
func Clean(s string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(s, "\uFFFD"), "\x00", "")
}
