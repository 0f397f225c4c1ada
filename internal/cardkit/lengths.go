package cardkit

import (
	"strings"
	"unicode/utf16"
)

// Width is a text's length in UTF-16 units, counted by the library.
func Width(s string) int { return len(utf16.Encode([]rune(s))) }

// Lengths are texts of one unit less than a limit, of the limit, and of one more, in characters that are one unit and two,
// that combine, that cannot be seen, that change the direction, and that JSON makes longer.
func Lengths(limits ...int) []string {
	var out []string
	for i, limit := range limits {
		for j, n := range []int{limit - 1, limit, limit + 1} {
			unit := []string{"a", "👩", "e\u0301", "\u200b\u202e", "<&\"", "\n\\", "שָׁ"}[(i*3+j)%7]
			out = append(out, strings.Repeat("b", n), strings.Repeat(unit, n/Width(unit))+strings.Repeat("c", n%Width(unit)))
		}
	}
	return out
}
