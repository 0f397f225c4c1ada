package background

import (
	"slices"
	"strings"

	"github.com/aisteam/aisteam/background/schedule"
)

// there is the wish by the clock of the place that its time names: “every weekday at 9 in Toronto”.
func (w Wish) there() Wish {
	for _, words := range []*string{&w.Schedule, &w.At} {
		if rest, zone, ok := cutPlace(*words); ok {
			*words, w.Zone = rest, zone
		}
	}
	return w
}

// cutPlace takes a place whose clock is known off the end of the words of a time.
func cutPlace(words string) (rest, zone string, ok bool) {
	all := strings.Fields(words)
	for i := 1; i < len(all)-1; i++ {
		if !slices.Contains([]string{"in", "à", "en"}, strings.ToLower(all[i])) {
			continue
		}
		if zone, ok := schedule.Place(strings.Join(all[i+1:], " ")); ok {
			return strings.Join(all[:i], " "), zone, true
		}
	}
	return words, "", false
}
