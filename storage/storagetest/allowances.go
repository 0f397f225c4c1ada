package storagetest

import (
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// allowedBefore: letting a background task do something without asking is a standing yes for that task alone. It can be used as
// often as it says, counts once when retried, can be revoked by the person who gave it, and ends when the task's words change.
func allowedBefore(_ *testing.T, w *world) {
	until := time.Now().Add(time.Hour).Truncate(time.Second)
	o := w.order(w.ids.New())
	o.Allows = []assistant.Allowance{{Tool: "create_page", Definition: "as it is", Most: 1, Until: until}}
	b, err := w.Backgrounds.MakeBackground(w.ctx, w.tenant, o)
	w.ok(err)
	_, err = w.Backgrounds.MakeBackground(w.ctx, w.tenant, o) // a repeated request finds it already made
	w.ok(err)
	all, err := w.Policies.StandingYeses(w.ctx, w.tenant)
	w.ok(err)
	equal(w, []any{len(all), all[0].Person, all[0].Tool, all[0].Definition, all[0].Most, all[0].Background, all[0].Target, all[0].Before, all[0].As.Role},
		[]any{1, w.owner.ID, assistant.TaskType("create_page"), "as it is", 1, b.ID, "", true, assistant.RoleAdmin})
	more := assistant.BackgroundRewrite{Was: b.Reading(), Wanted: b, Allows: []assistant.Allowance{{Tool: "create_page", Target: "services", Most: 2, Until: until}}}
	for range 2 { // as a step that is tried again does
		_, err = w.Backgrounds.RewriteBackground(w.ctx, w.tenant, w.owner.ID, b.ID, more)
		w.ok(err)
	}
	_, err = w.Backgrounds.RewriteBackground(w.ctx, w.tenant, w.somebody("ben"), b.ID, more)
	w.is(err, assistant.ErrNotYourTask)

	c, a := w.unaskedAction(b)
	w.ok(w.byPerson(c.Conversation, w.owner.ID, approvedBy(a)))
	k, work := w.claimTask()
	equal(w, len(work.Standing), 2)
	w.ok(second(w.Policies.UseStanding(w.ctx, k, all[0].ID, "once")))
	w.is(second(w.Policies.UseStanding(w.ctx, k, all[0].ID, "twice")), assistant.ErrDecided)
	named := assistant.GrantOf(b.ID, b.Reading(), more.Allows[0])
	w.ok(second(w.Policies.UseStanding(w.ctx, k, named, "by the other")))
	_, err = w.Backgrounds.RewriteBackground(w.ctx, w.tenant, w.owner.ID, b.ID, assistant.BackgroundRewrite{Was: b.Reading(), Wanted: b, Asks: []assistant.StandingID{named}})
	w.ok(err)
	w.is(second(w.Policies.UseStanding(w.ctx, k, named, "after it was taken back")), assistant.ErrDecided)
}

// allowedOnlyAsItIs: words that nobody allowed anything for are allowed nothing, what comes once asks, and so does what strangers' events
// begin, unless it is for a target that is named.
func allowedOnlyAsItIs(_ *testing.T, w *world) {
	held := func() int {
		all, err := w.Policies.StandingYeses(w.ctx, w.tenant)
		w.ok(err)
		return len(all)
	}
	until := time.Now().Add(time.Hour)
	o := w.order(w.ids.New())
	o.Allows = []assistant.Allowance{{Tool: "create_page", Most: 1, Until: until}, {Tool: "create_page", Most: 1, Until: time.Now().Add(-time.Second)}}
	b, err := w.Backgrounds.MakeBackground(w.ctx, w.tenant, o)
	w.ok(err)
	equal(w, held(), 1)
	wanted := b
	wanted.Prompt = "check the audit and write what is wrong"
	_, err = w.Backgrounds.RewriteBackground(w.ctx, w.tenant, w.owner.ID, b.ID, assistant.BackgroundRewrite{Was: b.Reading(), Wanted: wanted})
	w.ok(err)
	equal(w, held(), 0)

	o = w.order(w.ids.New())
	o.Allows, o.Task.Kind, o.Task.Schedule = []assistant.Allowance{{Tool: "create_page", Most: 1, Until: until}}, assistant.BackgroundOnce, ""
	_, err = w.Backgrounds.MakeBackground(w.ctx, w.tenant, o)
	w.ok(err)
	equal(w, held(), 0)

	o = w.order(w.ids.New())
	o.Task.Kind, o.Task.Schedule, o.Task.Due, o.Hook = assistant.BackgroundEvent, "", time.Time{}, &assistant.HookOrder{}
	o.Allows = []assistant.Allowance{{Tool: "create_page", Most: 1, Until: until}, {Tool: "create_page", Target: "services", Most: 1, Until: until}}
	_, err = w.Backgrounds.MakeBackground(w.ctx, w.tenant, o)
	w.ok(err)
	equal(w, held(), 1)
}
