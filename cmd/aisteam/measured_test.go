package main

import (
	"regexp"
	"strings"
	"testing"
)

// TestDiscordsDeliveryIsAStageOfTheTurn: an answer there is measured to its end, as in Slack, and no word of ours is other.
func TestDiscordsDeliveryIsAStageOfTheTurn(t *testing.T) {
	t.Parallel()
	w := newDiscordWorld(t, false)
	w.thread = w.discord.Mention(discordChannel, discordAsker, "Please create a new webpage called Services.")
	w.shows("the questions", discordSays("Which language"))
	var page string
	measured := regexp.MustCompile(`(?m)^aisteam_turn_seconds_count\{stage="deliver"\} [1-9]`) // it is there from the start, with none
	eventually(t, patience, "the delivery is measured", func() bool {
		_, page, _ = get(t.Context(), w.child.url("/metrics"))
		return measured.MatchString(page)
	})
	if others := regexp.MustCompile(`(?m)^aisteam_.*="other".*$`).FindAllString(page, -1); len(others) > 0 {
		t.Errorf("counted as other:\n%s", strings.Join(others, "\n"))
	}
}
