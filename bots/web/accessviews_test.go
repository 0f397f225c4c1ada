package web_test

import (
	"maps"
	"slices"
	"testing"

	"github.com/aisteam/aisteam/internal/sampled"
)

// views are how a page is looked at.
type views struct{ wide, dark, phone bool }

// everyView is for what stands on one page alone.
func everyView() views { return views{wide: true, dark: true, phone: true} }

const (
	is200     = ` === 200`
	isRefused = ` >= 400`

	aHalf, aThird = 1.0 / 2, 1.0 / 3
)

// look is a page that is looked at, and the status that it comes with, as a script holds it.
type look struct{ path, status string }

// looked are all pages, in an order that is always the same.
func looked(all map[string]shownPage) []look {
	var out []look
	for _, route := range slices.Sorted(maps.Keys(all)) {
		for _, path := range all[route].at {
			out = append(out, look{path, is200})
		}
		for _, path := range all[route].refused {
			out = append(out, look{path, isRefused})
		}
	}
	return out
}

func paths(pages []look) []string {
	var out []string
	for _, one := range pages {
		out = append(out, one.path)
	}
	return out
}

// drawn draws some of what there is to look at, with each change others, one of each stretch; all where that is asked for.
func drawn(t *testing.T, what string, points []string, share float64) map[string]bool {
	t.Helper()
	out := map[string]bool{}
	for _, point := range sampled.AmongShare(t, points, nil, what, share) {
		out[point] = true
	}
	t.Logf("%s: %d of %d are looked at", what, len(out), len(points))
	return out
}

// eitherWay draws for each page whether it is held against every rule wide or on a phone.
func eitherWay(t *testing.T, pages []look) map[string]views {
	t.Helper()
	var points []string
	for _, path := range paths(pages) {
		points = append(points, path, path+" on a phone")
	}
	in, out := drawn(t, "wide or on a phone", points, aHalf), map[string]views{}
	for _, path := range paths(pages) {
		out[path] = views{wide: in[path], phone: in[path+" on a phone"]}
	}
	return out
}

// drawnViews draws the views of each page: one against every rule, and for some the colours in the dark.
func drawnViews(t *testing.T, pages []look) map[string]views {
	t.Helper()
	out, dark := eitherWay(t, pages), drawn(t, "in the dark", paths(pages), aThird)
	for path, in := range out {
		in.dark = dark[path]
		out[path] = in
	}
	return out
}
