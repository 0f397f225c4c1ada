package links

import "testing"

// Whatever the expression finds has to get past the quick look before it.
func FuzzNoNameIsOverlooked(f *testing.F) {
	for _, s := range []string{
		"", ".", "a.b", "a. b", "see evil.example/x", "a\\.b", "a&#46;b", "a&period;b", "ü.ü", "1.2", "x.-", ".a", "a..b", "end. Next", "a.b.", "例.中国",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if dotted.MatchString(text) && !mayName(text) {
			t.Errorf("%q has a dotted name", text)
		}
	})
}
