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

// answerText is what an agent says, of an answer that may be shown, with nothing in it that pages somebody.
func answerText(c bots.AnswerCard) string { return harmless(strings.TrimSpace(c.Text)) }

// Render draws a card; it gives false for what Slack does not show: a person's own words are there already, unless a press said
// them.
func (r Renderer) Render(c bots.Card) (Message, bool) {
	switch c := c.(type) { //nolint:gochecksumtype // every other card is drawn as its view says
	case bots.UserCard:
		return pressed(c), c.Pressed && !c.Deleted
	case bots.AnswerCard:
		return r.answer(view.SafeAnswer(c, r.reader())), true
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

func (r Renderer) answer(c bots.AnswerCard) Message {
	if c.Status {
		return Message{Text: Plain(c.Text), Blocks: []slackapi.Block{ContextLine(Escape(bots.OneLine(c.Text), 1900))}}
	}
	return r.beginning(c, r.whole(wording.In(c.Language), c.Conversation))
}

// beginning draws an answer in one message, as much of it as one takes; where something was cut, rest says where it is.
func (r Renderer) beginning(c bots.AnswerCard, rest string) Message {
	notes, whole := ContextLine(speaker(c.Agent), view.Origin(c)), answerText(c)
	return fit(3, func(detail int) Message {
		text, cut := cutMarkdown(whole, limitMarkdown*(detail+1)/4)
		if cut {
			text += "\n\n" + rest
		}
		blocks := allHanded(c.Handoffs)
		if text != "" {
			blocks = append(blocks, slackapi.NewMarkdownBlock("", text))
		}
		blocks = append(blocks, noted(c)...)
		if files := r.fileLines(c); files != "" {
			blocks = append(blocks, Section(files))
		}
		if ask := feedback(c); ask != nil {
			blocks = append(blocks, ask)
		}
		return Message{Text: aloud(c, whole), Blocks: append(append(blocks, notes), next(c)...), offers: view.NextInWords(c)}
	})
}

// next are the requests that an answer offers; nothing where it offers none.
func next(c bots.AnswerCard) []slackapi.Block {
	var elements []slackapi.BlockElement
	for _, a := range view.Next(c) {
		elements = append(elements, press(a))
	}
	if len(elements) == 0 {
		return nil
	}
	return []slackapi.Block{slackapi.NewActionBlock("", elements...)}
}

// pressed draws what somebody said by a press: without it the thread would hold an answer to nothing.
func pressed(c bots.UserCard) Message {
	said := Escape(bots.OneLine(c.Text), LimitSection)
	if c.Person != "" {
		said = "*" + Escape(bots.OneLine(c.Person), 100) + ":* " + said
	}
	return Message{Text: Plain(bots.OneLine(c.Person) + ": " + c.Text), Blocks: []slackapi.Block{ContextLine(said)}}
}

// noted is code's own line beneath an answer: in a block of its own, which no words of the answer can look like.
func noted(c bots.AnswerCard) []slackapi.Block {
	if c.Note == "" {
		return nil
	}
	return []slackapi.Block{Section(":information_source: *" + Escape(bots.OneLine(c.Note), 600) + "*")}
}

// aloud is an answer where there are no blocks, as in notifications. Code's own line comes first: the rest may be cut.
func aloud(c bots.AnswerCard, text string) string {
	return Plain(strings.TrimSpace(c.Note + "\n" + text))
}

// whole says where the rest of a long text is.
func (r Renderer) whole(w wording.Words, c assistant.ConversationID) string {
	if r.PublicURL == "" {
		return "_… " + w.Say("this is only the beginning; the text was too long for one message.") + "_"
	}
	return fmt.Sprintf("_… %s:_ [%s](%s/c/%s)", w.Say("this is only the beginning"), w.Say("full text in the panel"), r.PublicURL, c)
}

// Link makes an address that people can open from Slack; "" where there is none.
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

// fileLines names an answer's files. They are shared below it; where they cannot be, it says so and where else they are.
func (r Renderer) fileLines(c bots.AnswerCard) string {
	var lines []string
	for i, f := range c.Files {
		if i == 10 {
			lines = append(lines, view.MoreFiles(wording.In(c.Language), len(c.Files)-i))
			break
		}
		lines = append(lines, ":page_facing_up: "+Escape(bots.OneLine(f.Name), 200))
	}
	if r.Bare && len(bots.Made(c)) > 0 {
		lines = append(lines, r.missing(c))
	}
	return strings.Join(lines, "\n")
}

// missing says where the files are that are not here.
func (r Renderer) missing(c bots.AnswerCard) string {
	says, link := view.Missing{
		In: wording.In(c.Language), Platform: "Slack", Unwell: r.Unwell, Panel: r.PublicURL != "",
		Cure: "Whoever looks after this app can install it again, which asks for that right (files:write)",
	}.Words()
	if link == "" {
		return says
	}
	return says + " <" + r.PublicURL + "/c/" + string(c.Conversation) + "|" + link + ">."
}

// allHanded says all who took over.
func allHanded(handoffs []string) []slackapi.Block {
	var out []slackapi.Block
	for _, h := range handoffs[:min(len(handoffs), mostHandoffs)] {
		out = append(out, handed(h))
	}
	return out
}
