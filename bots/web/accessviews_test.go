package web_test

import (
	"maps"
	"slices"
	"testing"

	"github.com/aisteam/aisteam/internal/sampled"
)

// views are how a page is looked at: as its scripts have it, and as it stands where none of them has run.
type views struct{ wide, dark, phone, plain, plainPhone bool }

func (v views) scripted() bool { return v.wide || v.dark || v.phone }

// inTurn is how something is looked at that stands on one page alone: in one view with each change, in all of them where it is asked for.
func inTurn(t *testing.T, what string) views {
	t.Helper()
	in := func(which int) bool { return sampled.HasTurn(t, "views of "+what, which, 3) }
	return views{wide: in(0), dark: in(1), phone: in(2)}
}

const (
	is200     = ` === 200`
	isRefused = ` >= 400`

	aHalf, aThird, aQuarter = 1.0 / 2, 1.0 / 3, 1.0 / 4
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

// drawnViews draws the views of each page: one against every rule, and for some the colours in the dark.
func drawnViews(t *testing.T, pages []look) map[string]views {
	t.Helper()
	const onAPhone, plain, plainPhone = " on a phone", " without scripts", " without scripts, on a phone"
	var points []string
	for _, path := range paths(pages) {
		points = append(points, path, path+onAPhone, path+plain, path+plainPhone)
	}
	in, dark, out := drawn(t, "wide, on a phone, or without scripts", points, aQuarter), drawn(t, "in the dark", paths(pages), aThird), map[string]views{}
	for _, path := range paths(pages) {
		out[path] = views{wide: in[path], dark: dark[path], phone: in[path+onAPhone], plain: in[path+plain], plainPhone: in[path+plainPhone]}
	}
	return out
}
