package discord_test

import (
	"strings"
	"testing"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/discord"
)

func TestSuggestionsAreValid(t *testing.T) {
	in := newInbox()
	fake, _ := fakeAndBot(t, func(c *discord.Config) {
		in.use(c)
		all := c.Roster.Of(c.Tenant)
		for _, s := range lengths(100, 200) {
			all = append(all, assistant.Agent{ID: assistant.AgentID(s[:20]), Name: s, Title: s, Visible: true})
			in.runs = append(in.runs, assistant.RunView{Run: assistant.Run{ID: assistant.RunID(s[:20]), Title: s, RequestedBy: "anna", Status: assistant.RunRunning}})
		}
		for range 30 {
			in.runs = append(in.runs, in.runs[0])
			all = append(all, all[0])
		}
		c.Roster = bots.Always(all)
	})
	for _, option := range [][2]string{{"ask", "agent"}, {"stop", "run"}, {"status", "run"}} {
		if choices, err := fake.Suggest(t.Context(), text, anna, option[0], option[1], ""); err != nil || len(choices) == 0 || len(choices) > 25 {
			t.Errorf("%v: %d choices, %v", option, len(choices), err)
		}
	}
	clean(t, fake)
}

// lengths are texts of one unit less than a limit, of the limit, and of one more, in characters that are one unit and two,
// that combine, that cannot be seen, that change the direction, and that an escape makes longer.
func lengths(limits ...int) []string {
	var out []string
	for i, limit := range limits {
		for j, n := range []int{limit - 1, limit, limit + 1} {
			unit := []string{"a", "👩", "e\u0301", "\u200b\u202e", "<*_", "\n#", "שָׁ"}[(i*3+j)%7]
			out = append(out, strings.Repeat("b", n), strings.Repeat(unit, n/widthOf(unit))+strings.Repeat("c", n%widthOf(unit)))
		}
	}
	return out
}
