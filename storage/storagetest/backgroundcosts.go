package storagetest

import (
	"testing"

	"github.com/aisteam/aisteam/assistant"
)

// backgroundCosts: the estimate is what earlier runs of the same request have cost, else those of other requests, and half of the
// day's limit.
func backgroundCosts(_ *testing.T, w *world) {
	costs := func(prompt string) assistant.BackgroundCosts {
		c, err := w.Backgrounds.BackgroundCosts(w.ctx, w.tenant, prompt)
		w.ok(err)
		return c
	}
	set, err := w.Tenants.Settings(w.ctx, w.tenant)
	w.ok(err)
	set.DailyTokens, set.DailyCents = 10_000, 300
	w.ok(w.Tenants.SaveSettings(w.ctx, w.tenant, w.owner.ID, set))
	none := costs("look")
	equal(w, []any{none.Times, none.Day.DailyTokens, none.Day.DailyCents}, []any{0, int64(5_000), int64(150)})

	b := w.task()
	for _, tokens := range []int{1_000, 3_000} {
		w.fire(b)
		w.answered(words, assistant.ModelCall{Usage: assistant.Usage{Input: tokens}, Micros: int64(tokens) / 10})
	}
	want := assistant.BackgroundCosts{Times: 2, Tokens: 2_000, Most: 3_000, Micros: 200, Day: none.Day}
	equal(w, costs("something else"), want)
	want.Same = true
	equal(w, costs(b.Prompt), want)
	o := w.order(w.ids.New())
	o.Task.Prompt = "dearer"
	other, err := w.Backgrounds.MakeBackground(w.ctx, w.tenant, o)
	w.ok(err)
	w.fire(other)
	w.answered(words, assistant.ModelCall{Usage: assistant.Usage{Input: 9_000}})
	equal(w, costs(b.Prompt), want) // what others cost does not count where its own is known
}
