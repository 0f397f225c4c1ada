package storagetest

import (
	"testing"

	"github.com/aisteam/aisteam/assistant"
)

// backgroundTold lets tasks tell their results in a channel: in one conversation, which stands in the channel itself and is shown there.
func backgroundTold(_ *testing.T, w *world) {
	ops := assistant.Channel{Surface: assistant.SurfaceSlack, Space: "T1", ID: "C0OPS", Name: "ops"}
	o := w.order(w.ids.New())
	o.Tell = ops
	b, err := w.Backgrounds.MakeBackground(w.ctx, w.tenant, o)
	w.ok(err)
	at := assistant.Place{Surface: ops.Surface, Space: ops.Space, Channel: ops.ID}
	there, err := w.Places.ConversationAt(w.ctx, w.tenant, at)
	w.ok(err)
	equal(w, []any{b.Conversation, b.Told}, []any{there, "#ops"})
	o.Key = w.ids.New()
	second1, err := w.Backgrounds.MakeBackground(w.ctx, w.tenant, o)
	w.ok(err)
	equal(w, second1.Conversation, there)
	fired := w.fire(b)
	equal(w, fired.Messages[0].Conversation, there)

	// One that was told elsewhere is told there from now on, and back.
	c := w.task()
	home := c.Conversation
	wanted := c
	wanted.Told = "#ops"
	move := assistant.BackgroundRewrite{Was: c.Reading(), Wanted: wanted, Tell: ops}
	for range 2 { // doing it again is no error
		c, err = w.Backgrounds.RewriteBackground(w.ctx, w.tenant, w.owner.ID, c.ID, move)
		w.ok(err)
		equal(w, []any{c.Conversation, c.Told, w.dueTask(c).Conversation}, []any{there, "#ops", there})
	}
	back := c
	back.Conversation, back.Told = home, ""
	c, err = w.Backgrounds.RewriteBackground(w.ctx, w.tenant, w.owner.ID, c.ID, assistant.BackgroundRewrite{Was: c.Reading(), Wanted: back})
	w.ok(err)
	equal(w, []any{c.Conversation, c.Told}, []any{home, ""})
}
