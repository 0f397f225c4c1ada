package main

import (
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/aisteam/aisteam/internal/fakediscord"
	"github.com/aisteam/aisteam/internal/sampled"
)

// storyHouse is one service with Slack, Discord and a browser in front of it.
type storyHouse struct {
	*slackWorld

	discord *discordWorld
	panel   *panel
}

// newStoryHouse prepares it; enters starts the service and opens the browser.
func newStoryHouse(t *testing.T, env ...string) *storyHouse {
	t.Helper()
	fake, err := fakediscord.New(t.Context(), fakediscord.Config{Schema: fakediscord.FindSchema(), IdentifyEvery: 50 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = fake.Close() })
	fake.AddChannel(discordChannel, fakediscord.Text)
	fake.AddUser(discordAsker, "Anna")
	w := newSlackWorld(t, append(env, "DISCORD_TOKEN="+fake.Token, "DISCORD_APPLICATION_ID="+fake.Application, "DISCORD_API_URL="+fake.APIURL(), "DISCORD_GUILD_ID="+fake.Guild)...)
	return &storyHouse{slackWorld: w, discord: &discordWorld{tb: t, discord: fake, child: w.child}}
}

// starts starts the service, and waits until Discord has it, too.
func (h *storyHouse) starts() {
	h.tb.Helper()
	before := h.discord.discord.Readies()
	h.child.startReady()
	eventually(h.tb, patience, "the gateway is up and the commands are known", func() bool {
		return h.discord.discord.Readies() > before && h.discord.discord.Registered() > 0
	})
}

// rooms are new rooms on every surface, by its name.
func (h *storyHouse) rooms(t *testing.T) map[string]storyRoom {
	t.Helper()
	if h.panel == nil {
		h.panel = openPanel(t, h.child)
	}
	return map[string]storyRoom{"slack": newSlackRoom(h.slackWorld), "discord": newDiscordRoom(h.discord), "panel": &panelRoom{panel: h.panel, child: h.child}}
}

// lawful fails where Slack or Discord was sent what it does not take.
func (h *storyHouse) lawful(t *testing.T) {
	t.Helper()
	if v := append(h.slack.Violations(), h.discord.discord.Violations()...); len(v) > 0 {
		t.Errorf("the platforms' rules were broken:\n%s", strings.Join(v, "\n"))
	}
}

// tickets is how many tickets there are.
func (h *storyHouse) tickets(t *testing.T) string {
	t.Helper()
	a := api{t, h.child}
	var out struct{ Summary string }
	a.call(http.MethodPost, "/api/assistant/execute", map[string]any{
		"projectId": a.project(), "createdByAgentId": "deliveryLead", "taskType": "list_tickets", "parameters": map[string]any{}, "summary": "List them",
	}, &out)
	return out.Summary
}

const ticketWish = "Create a ticket about the contact form and tell me its number"

// TestTheTicketStoryOnEverySurface: an agent proposes a ticket, and a person says yes, says no with a note, or writes another title,
// in a Slack thread, on Discord and in the panel. The agent goes on with what came of it, and says it.
func TestTheTicketStoryOnEverySurface(t *testing.T) {
	t.Parallel()
	h := newStoryHouse(t)
	h.starts()
	made := 0
	for name, r := range h.rooms(t) {
		made++
		t.Run("yes on "+name, func(t *testing.T) {
			r.opens(ticketWish)
			r.waits("Approve")
			if n := howOften(r, "Approve"); n != 1 {
				t.Errorf("%d cards ask", n)
			}
			lacks(t, r, "Created the ticket")
			r.presses("Approve")
			r.reads("Its number is " + strconv.Itoa(made) + ".")
			r.reads("Approved by ")
			if n := howOften(r, "Approve"); n != 0 {
				t.Errorf("%d cards still ask", n)
			}
		})
	}
	for name, r := range h.rooms(t) {
		t.Run("no with a note on "+name, func(t *testing.T) {
			r.opens(ticketWish)
			r.waits("Approve")
			r.says("no, we have one about that already")
			r.reads("A person refused it, so it was not done. What they say: no, we have one about that already")
			r.reads("Rejected by ")
			lacks(t, r, "Created the ticket")
		})
	}
	for name, r := range h.rooms(t) {
		made++
		t.Run("other arguments on "+name, func(t *testing.T) {
			r.opens(ticketWish)
			r.waits("Approve")
			r.rewrites("The contact form is slow")
			r.reads("Created the ticket #" + strconv.Itoa(made) + " “The contact form is slow”")
			r.reads("Approved with changes")
			r.reads("The contact form is slow")
			r.reads("Its number is " + strconv.Itoa(made) + ".")
		})
	}
	if said := h.tickets(t); said != "There are 6 tickets" {
		t.Errorf("%q", said)
	}
	h.lawful(t)
}

const twoTickets = `calls create_ticket {"title":"Pair one","priority":"high"}
and create_ticket {"title":"Pair two","priority":"low"}
tells`

// TestOfTwoTicketsOneIsRefused: a model proposes two tickets at once, which stand on one card. The second is refused, and
// then the first approved; when both are decided the model hears of each what came of it, and tells it word for word.
func TestOfTwoTicketsOneIsRefused(t *testing.T) {
	t.Parallel()
	sampled.InTurn(t, "tickets on every surface", 0, 2)
	model := newScriptedModel(t)
	if err := model.learn("Create a ticket about the pair", twoTickets); err != nil {
		t.Fatal(err)
	}
	h := newStoryHouse(t, "AI_PRIMARY_PROVIDER=openai", "OPENAI_API_KEY=sk-secret-of-the-test", "OPENAI_MODEL=m", "OPENAI_BASE_URL="+model.URL)
	h.starts()
	for name, r := range h.rooms(t) {
		t.Run(name, func(t *testing.T) {
			r.opens("Create a ticket about the pair")
			for _, label := range []string{"Approve 1", "Approve 2", "Reject 2", "Approve all 2"} {
				r.waits(label)
			}
			r.presses("Reject 2")
			r.reads("Rejected by ")
			lacks(t, r, "Pair one”.")
			r.presses("Approve 1")
			r.reads("A person refused it, so it was not done.")
			for _, done := range []string{"Done: Created the ticket", "“Pair one”", "Not done: Create a ticket: “Pair two”"} {
				r.reads(done)
			}
			if until(t.Context(), patience, func() bool { return strings.Count(r.shown(), "A person has approved it, and it is done.") == 1 }) != nil {
				t.Errorf("the model heard otherwise:\n%s", r.shown())
			}
		})
	}
	if said := h.tickets(t); said != "There are 3 tickets" {
		t.Errorf("%q", said)
	}
	h.lawful(t)
}
