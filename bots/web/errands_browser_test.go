package web_test

import (
	"testing"

	"github.com/aisteam/aisteam/internal/sampled"
)

const mostSteps = 4 // of any errand

// TestErrandsOfADayTakeFewSteps: each is done with the mouse, the keyboard, by touch and without scripts, at three widths, light and dark.
// A change tries one way of every second of them, drawn by its commit.
func TestErrandsOfADayTakeFewSteps(t *testing.T) {
	type point struct {
		errand int
		way    way
	}
	var points []point
	names := bareOffice().errands(t)
	for i, one := range names {
		for _, way := range ways() {
			if way.scripts() || !one.scripted {
				points = append(points, point{i, way})
			}
		}
	}
	told, at := report{}, newPremises(t)
	for _, p := range sampled.Of(t, points, len(names)/4) {
		t.Run(names[p.errand].name+", "+p.way.String(), func(t *testing.T) {
			o := newOffice(t, at)
			one := o.errands(t)[p.errand]
			do := one.seen
			if !p.way.scripts() {
				do = one.plainly
			}
			took := do(t, o, p.way)
			if took.steps > mostSteps {
				t.Errorf("%s takes %d steps", one.name, took.steps)
			}
			told.add(one.name, p.way, took)
			t.Logf("%-38s %-20s %d steps, %d ms", one.name, p.way, took.steps, took.time.Milliseconds())
		})
	}
	if sampled.All() {
		t.Log("\n" + told.table(names))
	}
}
