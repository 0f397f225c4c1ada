package blocks

import (
	"cmp"

	slackapi "github.com/slack-go/slack"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/wording"
)

// Home draws a person's home: what waits and what is at work, the conversations, and below them the settings.
func (r Renderer) Home(v bots.Outlook, talks []assistant.Conversation, settings []slackapi.Block) slackapi.HomeTabViewRequest {
	blocks := []slackapi.Block{Section("*" + v.Summary(r.In) + "*")}
	head := func(title string) { blocks = append(blocks, slackapi.NewHeaderBlock(PlainText(title, LimitTitle))) }
	if len(v.Waits) > 0 {
		head(r.In.Say("Waiting for you"))
		blocks = append(blocks, r.waiting(v, shownRuns)...)
	}
	if len(v.Runs) > 0 {
		head(r.In.Say("Under way"))
		blocks = append(blocks, r.runs(v, shownRuns)...)
	}
	if len(talks) > 0 {
		head(r.In.Say("Your conversations"))
		for _, c := range talks {
			title := Escape(bots.OneLine(cmp.Or(c.Title, r.In.Say("Untitled"))), 150)
			if to := r.Link("/c/" + string(c.ID)); to != "" {
				title = "<" + to + "|" + title + ">"
			}
			blocks = append(blocks, Section(title+"\n"+date(c.UpdatedAt)))
		}
	}
	blocks = append(append(blocks, settings...), slackapi.NewDividerBlock())
	if r.PublicURL != "" {
		blocks = append(blocks, Section("<"+r.PublicURL+"|"+r.In.Say("Open the panel for everything, with the settings")+">"))
	}
	blocks = append(blocks, ContextLine(r.facts(v.Person)...))
	blocks = append(blocks, ContextLine(r.In.Say("Mention me in a channel or write me a message. I plan bigger work with you first and change nothing before you approve.")))
	return slackapi.HomeTabViewRequest{Type: slackapi.VTHomeTab, Blocks: slackapi.Blocks{BlockSet: blocks}}
}

// GuestHome is the home tab of a person who does not belong to the workspace, or whose standing is unknown right now.
func GuestHome(in wording.Words) slackapi.HomeTabViewRequest {
	return slackapi.HomeTabViewRequest{Type: slackapi.VTHomeTab, Blocks: slackapi.Blocks{BlockSet: []slackapi.Block{Section(in.Say(
		"What is at work here, and what waits, is for the people of this workspace. If you are one of them, look again in a minute: " +
			"I could not find it out just now. Otherwise ask somebody of this workspace to ask me for what you need."))}}}
}

// facts lists what is known of a person and cannot be changed here, such as their role.
func (r Renderer) facts(p assistant.Person) []string {
	models := r.In.Say("Answers are written by language models")
	if r.Rehearsal {
		models = r.In.Say("Rehearsal: no language model is asked")
	}
	role, zone := "", ""
	if p.Role != "" {
		role = r.In.Say("Your role: %s", Escape(r.In.Label(string(p.Role)), 40))
	}
	if p.Zone != "" {
		zone = r.In.Say("Your time zone: %s", Escape(p.Zone, 60))
	}
	return []string{role, zone, models}
}
