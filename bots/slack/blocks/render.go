package blocks

import (
	"fmt"
	"strings"

	slackapi "github.com/slack-go/slack"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/view"
	"github.com/aisteam/aisteam/wording"
)

// Renderer turns cards into messages. It is pure: the same card gives the same message.
type Renderer struct {
	PublicURL string   // "" where there is no address people could open
	Hosts     []string // that models may link to
	Rehearsal bool     // answers are of the offline model
	Bare      bool     // Slack takes no files: cards say where else they are
	Unwell    bool     // ... because they could not be brought there, not because it may not be

	In wording.Words // what a home and lists for one person alone are said in; a card has its own
}

// Render draws a card; it gives false for what Slack does not show: a person's own words are there already, unless a press said
// them.
func (r Renderer) Render(c bots.Card) (Message, bool) {
	switch c := c.(type) { //nolint:gochecksumtype // every other card is drawn as its view says
	case bots.UserCard:
		return pressed(c), c.Pressed && !c.Deleted
	case bots.AnswerCard:
		return r.answer(view.Of(c, r.reader())), true
	case bots.ThinkingCard:
		// The one line that every quick answer has (who answers and why) is not worth a message beside it in a thread.
		if len(c.Handoffs) == 0 && len(c.Lines) < 2 {
			return Message{}, false
		}
	case bots.ReminderCard:
		return r.Reminder(c, bots.Calling{}), true
	}
	return r.card(view.Of(c, r.reader())), true
}

func (r Renderer) reader() view.Reader { return view.Reader{Hosts: r.Hosts} }

// speaker is an agent's name, safe for mrkdwn.
func speaker(s bots.Speaker) string {
	name := "*" + Escape(bots.OneLine(s.Called), 80) + "*"
	if s.Avatar != "" {
		return Escape(s.Avatar, 16) + " " + name
	}
	return name
}

// answer draws an answer in one message, as much of it as one takes.
func (r Renderer) answer(v view.View) Message { return r.beginning(v, r.whole(v.In, v.Conversation)) }

// beginning draws an answer in one message; where something was cut, rest says where it is.
func (r Renderer) beginning(v view.View, rest string) Message {
	whole := written(v)
	aloud := Plain(v.Piece(whole, 1, 1).Aloud)
	return fit(3, func(detail int) Message {
		text, cut := cutMarkdown(whole, limitMarkdown*(detail+1)/4)
		if cut {
			text += "\n\n" + rest
		}
		m := r.piece(v, text, 1, 1)
		m.Text = aloud
		return m
	})
}

// written is what an agent says, with nothing in it that pages somebody.
func written(v view.View) string { return harmless(strings.TrimSpace(v.Written())) }

// piece draws one of the messages that an answer takes.
func (r Renderer) piece(v view.View, text string, n, of int) Message {
	v = v.Piece(text, n, of)
	return Message{Text: Plain(v.Aloud), Blocks: r.drawn(v, cutTo(details)), offers: v.InWords, in: v.In}
}

// pressed draws what a person said by pressing; otherwise the thread would contain an answer without a question.
func pressed(c bots.UserCard) Message {
	said := Escape(bots.OneLine(c.Text), LimitSection)
	if c.Person != "" {
		said = "*" + Escape(bots.OneLine(c.Person), 100) + ":* " + said
	}
	return Message{Text: Plain(bots.OneLine(c.Person) + ": " + c.Text), Blocks: []slackapi.Block{ContextLine(said)}}
}

// whole says where the rest of a long text is.
func (r Renderer) whole(w wording.Words, c assistant.ConversationID) string {
	if r.PublicURL == "" {
		return "_… " + w.Say("this is only the beginning; the text was too long for one message.") + "_"
	}
	return fmt.Sprintf("_… %s:_ [%s](%s/c/%s)", w.Say("this is only the beginning"), w.Say("full text in the panel"), r.PublicURL, c)
}

// Link makes an address that people can open from Slack; "" if there is none.
func (r Renderer) Link(address string) string {
	switch {
	case strings.HasPrefix(address, "http://"), strings.HasPrefix(address, "https://"):
		return address
	case strings.HasPrefix(address, "/") && r.PublicURL != "":
		return r.PublicURL + address
	default:
		return ""
	}
}

// files names an answer's files. They are shared below it; where they cannot be, it says so and where else they are.
func (d *drawing) files(all view.Files) {
	for i, name := range all.Names {
		if i == 10 {
			d.say(view.MoreFiles(all.In, len(all.Names)-i))
			break
		}
		d.say(":page_facing_up: " + Escape(bots.OneLine(name), 200))
	}
	if d.r.Bare && len(all.Kept()) > 0 {
		d.say(d.missing(all.In))
	}
	d.put()
}

// missing says where the files are that are not here.
func (d *drawing) missing(in wording.Words) string {
	says, link := view.Missing{
		In: in, Platform: "Slack", Unwell: d.r.Unwell, Panel: d.r.PublicURL != "",
		Cure: "Whoever looks after this app can install it again, which asks for that right (files:write)",
	}.Words()
	if link == "" {
		return says
	}
	return says + " <" + d.r.PublicURL + "/c/" + string(d.Conversation) + "|" + link + ">."
}
