package examples

// same tells whether a word is one of a form's, or one slip away from it: a letter that is missing, added, wrong, or has changed places
// with its neighbour; two of these in long words. Short words have to be right.
func same(said, word string) (ok, exact bool) {
	if said == word {
		return true, true
	}
	a, b := []rune(said), []rune(word)
	if len(b) < 4 || len(a) < 3 || a[0] != b[0] && len(b) < 6 {
		return false, false
	}
	allowed := 1
	if len(b) >= 8 {
		allowed = 2
	}
	return slips(a, b, allowed) <= allowed, false
}

// slips is how many slips two words are apart, or more than a bound.
func slips(a, b []rune, bound int) int {
	if d := len(a) - len(b); d > bound || -d > bound {
		return bound + 1
	}
	before, last, now := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := range a {
		now[0] = i + 1
		for j := range b {
			now[j+1] = min(last[j+1]+1, now[j]+1, last[j]+differ(a[i], b[j]))
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				now[j+1] = min(now[j+1], before[j-1]+1)
			}
		}
		before, last, now = last, now, before
	}
	return last[len(b)]
}

func differ(a, b rune) int {
	if a == b {
		return 0
	}
	return 1
}
