package components

import (
	"fmt"
	"strings"

	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/view"
	"github.com/aisteam/aisteam/wording"
)

// Renderer turns cards into looks. It is pure: the same card gives the same look.
type Renderer struct {
	PublicURL string   // "" where there is no address people could open
	Hosts     []string // what models may link to
	Bare      bool     // Discord takes no files: cards say where else they are
	Unwell    bool     // ... because they could not be brought there, not because it may not be
	Paged     bool     // much thinking is read from the log when somebody asks for it
}

// render draws a card of one message; it gives false for what Discord does not show: a person's own words are there
// already, unless a press said them.
func (r Renderer) render(c bots.Card) (Look, bool) {
	switch c := c.(type) { //nolint:gochecksumtype // every other card is drawn as its view says
	case bots.UserCard:
		return pressed(c), c.Pressed && !c.Deleted
	case bots.AnswerCard:
		return chip(view.SafeAnswer(c, r.reader())), true
	case bots.ThinkingCard:
		return r.thinking(view.Of(c, r.reader())), true
	case bots.ReminderCard:
		return r.Reminder(c, bots.Calling{}), true
	}
	return r.card(view.Of(c, r.reader())), true
}

// pressed draws what somebody said by a press: without it the thread would hold an answer to nothing.
func pressed(c bots.UserCard) Look {
	said := Line(c.Text, 1500)
	if c.Person != "" {
		said = "**" + Line(c.Person, 80) + ":** " + said
	}
	return Look{Components: []Component{small(said)}}
}

func (r Renderer) reader() view.Reader { return view.Reader{Hosts: r.Hosts} }

// Quiet tells whether a card should not make anybody's telephone ring.
func Quiet(c bots.Card) bool {
	switch c := c.(type) { //nolint:gochecksumtype // the rest is for people to see at once
	case bots.ThinkingCard:
		return true
	case bots.AnswerCard:
		return c.Status
	default:
		return false
	}
}

func speaker(s bots.Speaker) string {
	name := "**" + Line(s.Called, 80) + "**"
	if s.Avatar != "" {
		return Line(s.Avatar, 16) + " " + name
	}
	return name
}

// chip is a thin line instead of an answer.
func chip(c bots.AnswerCard) Look {
	return Look{Components: []Component{small(Line(c.Text, 1500))}}
}

// noted is code's own line beneath an answer: in a box of its own, which no words of the answer can look like.
func noted(c bots.AnswerCard) []Component {
	if c.Note == "" {
		return nil
	}
	return []Component{container(colourQuiet, Text("ℹ️ **"+Line(c.Note, 600)+"**"))}
}

// link makes an address that people can open from Discord; "" where there is none.
func (r Renderer) link(to string) string {
	if strings.HasPrefix(to, "/") && r.PublicURL != "" {
		to = r.PublicURL + to
	}
	if a := address(to); a == to {
		return a
	}
	return ""
}

// fileLines names an answer's files. They are below; where they cannot be, it says so and where else they are.
func (r Renderer) fileLines(c bots.AnswerCard) string {
	var lines []string
	for i, f := range c.Files {
		if i == 10 {
			lines = append(lines, view.MoreFiles(wording.In(c.Language), len(c.Files)-i))
			break
		}
		lines = append(lines, "📄 "+Line(f.Name, 100))
	}
	if r.Bare && len(bots.Made(c)) > 0 {
		lines = append(lines, r.missing(c))
	}
	return strings.Join(lines, "\n")
}

// missing says where the files are that are not here.
func (r Renderer) missing(c bots.AnswerCard) string {
	says, link := view.Missing{
		In: wording.In(c.Language), Platform: "Discord", Unwell: r.Unwell, Panel: r.PublicURL != "", Cure: "Whoever looks after this server can allow me “Attach Files”",
	}.Words()
	if link == "" {
		return says
	}
	return fmt.Sprintf("%s [%s](%s/c/%s).", says, link, r.PublicURL, c.Conversation)
}
