package orchestrator

import (
	"strings"

	"github.com/aisteam/aisteam/agents"
	"github.com/aisteam/aisteam/assistant"
)

// bindsChannel takes words that say what a channel is about: “this channel is about the project Shop”. What begins there is about
// that project from then on, and nobody has to say which one each time. It starts nothing, so every member may say it.
func (c *commands) bindsChannel(t *turn, text string) bool {
	said, ok := agents.AboutChannel(text)
	if !ok || t.guest() {
		return false
	}
	if said.None {
		t.binds(assistant.ChannelBound{}, t.words().Say("This channel is about no project any more."))
		t.reply(t.words().Say("All right: this channel is about no project any more, so I ask which one where it matters."), false)
		return true
	}
	name := strings.ToLower(said.Project)
	var known []string
	for _, p := range t.sit.Projects {
		if name == strings.ToLower(p.Name) || name == strings.ToLower(p.Slug) || p.Domain != "" && name == strings.ToLower(p.Domain) {
			t.binds(assistant.ChannelBound{Project: p.ID}, t.words().Say("This channel is about %s.", p.Name))
			t.reply(t.words().Say("Noted: what begins in this channel is about %s. Name another project where you mean one, or say “this channel is about no project”.", p.Name), false)
			return true
		}
		known = append(known, p.Name)
	}
	if !said.Named || len(known) == 0 {
		return false // “this channel is for jokes” is about no project of ours
	}
	const most = 8
	t.reply(t.words().Say("I do not know a project called %s. I know %s.", firstLine(said.Project), t.words().List(known[:min(len(known), most)])), false)
	return true
}

// binds says in the log what the channel is about.
func (t *turn) binds(b assistant.ChannelBound, words string) {
	t.say("channel", assistant.Message{Author: assistant.AuthorUser, Person: t.cause().Person, Kind: assistant.KindStatus, Content: words, Body: b})
}
