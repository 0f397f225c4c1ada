package main

import (
	"net/http"
	"testing"
)

// TestATaskWhoseThreadOnDiscordIsLostIsPaused: the bot may not see the thread any more, so what the task says is shown nowhere. Its
// owner reads that in their direct messages when it is due again.
func TestATaskWhoseThreadOnDiscordIsLostIsPaused(t *testing.T) {
	t.Parallel()
	w := newDiscordWorld(t, false)
	w.thread = w.discord.Mention(discordChannel, discordAsker, "Every day at 9 tell me what waits for me")
	w.press(w.shows("the plan", discordHas("v1:plan:approve")), "v1:plan:approve")
	w.shows("that it is made", discordSays("1 step can be undone"))
	w.discord.Hide(w.thread)
	a, db := api{t, w.child}, w.child.kept(t)
	var all struct{ Tasks []struct{ ID string } }
	a.call(http.MethodGet, "/api/tasks", nil, &all)
	a.call(http.MethodPost, "/api/tasks/"+all.Tasks[0].ID+"/run", nil, nil)
	eventually(t, patience, "what it says is refused", func() bool { return db.refused() > 0 })
	db.changes(0, `update timers set due_at = {long ago} where kind = 'background'`)
	eventually(t, patience, "its owner is told", func() bool {
		for _, m := range w.discord.Posted(w.discord.Direct(discordAsker)) {
			if discordSays("I have paused the automation")(m) && discordSays("which was archived, or which I was taken out of")(m) {
				return true
			}
		}
		return false
	})
	if v := w.discord.Violations(); len(v) > 0 {
		t.Errorf("Discord's rules were broken: %v", v)
	}
}
