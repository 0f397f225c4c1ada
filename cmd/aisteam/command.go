package main

import (
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// unknown returns one line about an unknown command, naming the most similar one; "" if the first argument is no command or a known
// one.
func unknown(model *kong.Application, args []string) string {
	if len(args) == 0 || args[0] == "" || strings.HasPrefix(args[0], "-") {
		return ""
	}
	var names []string
	for _, one := range model.Children {
		if one.Name == args[0] {
			return ""
		}
		if !one.Hidden {
			names = append(names, one.Name)
		}
	}
	nearest := slices.MinFunc(names, func(a, b string) int { return distance(args[0], a) - distance(args[0], b) })
	said := "there is no command " + strings.ToValidUTF8(args[0], "�") + "; "
	if distance(args[0], nearest) <= max(1, len(nearest)/2) {
		return said + "the nearest is “aisteam " + nearest + "”"
	}
	return said + "these are: " + strings.Join(names, ", ")
}

// distance is how many characters have to be put in, taken out or replaced to make one word the other.
func distance(a, b string) int {
	from, to := []rune(a), []rune(b)
	row := make([]int, len(to)+1)
	for j := range row {
		row[j] = j
	}
	for i, one := range from {
		before := row[0]
		row[0] = i + 1
		for j, other := range to {
			cost := before
			if one != other {
				cost++
			}
			before, row[j+1] = row[j+1], min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(to)]
}
