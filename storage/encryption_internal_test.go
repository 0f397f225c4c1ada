package storage

import (
	"strings"
	"testing"
)

// FuzzSeals opens whatever stands where a token is kept: only what was sealed with the key, for the place, opens; nothing
// that was changed does.
func FuzzSeals(f *testing.F) {
	key := []byte(strings.Repeat("k", 32))
	ours, err := newSealer([][]byte{key})
	if err != nil {
		f.Fatal(err)
	}
	for _, s := range []string{"xoxb-token", "", "sealed1:", "sealed1:AAAA", "sealed1:!!", "sealed2:x", ours.seal("xoxb", "here")} {
		f.Add(s, "here", uint8(3))
	}
	other, err := newSealer([][]byte{[]byte(strings.Repeat("o", 32))})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text, place string, at uint8) {
		if got, err := ours.open(text, place); err == nil && strings.HasPrefix(text, sealed) {
			if place != "here" || got != "xoxb" {
				t.Fatalf("%q opens as %q", text, got)
			}
		} else if err == nil && got != text {
			t.Fatalf("%q became %q", text, got)
		}
		kept := ours.seal(text, place)
		if got, err := ours.open(kept, place); err != nil || got != text {
			t.Fatalf("%q comes back as %q, %v", text, got, err)
		}
		if text == "" {
			return
		}
		if _, err := ours.open(kept, place+"/elsewhere"); err == nil {
			t.Errorf("%q opens elsewhere", text)
		}
		if _, err := other.open(kept, place); err == nil {
			t.Errorf("%q opens with another key", text)
		}
		if strings.Contains(kept, text) && len(text) > 12 {
			t.Errorf("%q is readable in %q", text, kept)
		}
		changed := []byte(kept)
		i := len(sealed) + int(at)%(len(changed)-len(sealed)-2)
		if changed[i] == 'A' {
			changed[i] = 'B'
		} else {
			changed[i] = 'A'
		}
		if got, err := ours.open(string(changed), place); err == nil {
			t.Errorf("changed at %d, it opens as %q", i, got)
		}
	})
}
