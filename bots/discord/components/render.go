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
	case bots.ReminderCard:
		return r.Reminder(c, bots.Calling{}), true
	}
	return r.card(view.Of(c, r.reader())), true
}

// pressed draws what a person said by pressing; otherwise the thread would contain an answer without a question.
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
	case bots.ThinkingCard, bots.MemberCard:
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

// link makes an address that people can open from Discord; "" if there is none.
func (r Renderer) link(to string) string {
	if strings.HasPrefix(to, "/") && r.PublicURL != "" {
		to = r.PublicURL + to
	}
	if a := address(to); a == to {
		return a
	}
	return ""
}

// files names an answer's files, which are below; where they cannot be, it says so and where else they are.
func (d *drawing) files(all view.Files) {
	for i, name := range all.Names {
		if i == 10 {
			d.say(view.MoreFiles(all.In, len(all.Names)-i))
			break
		}
		d.say("📄 " + Line(name, 100))
	}
	if d.r.Bare && len(all.Kept()) > 0 {
		d.say(d.missing(all.In))
	}
	d.put()
	for _, f := range d.r.enclosed(all.Kept()) {
		d.put(f.component())
	}
}

// missing says where the files are that are not here.
func (d *drawing) missing(in wording.Words) string {
	says, link := view.Missing{
		In: in, Platform: "Discord", Unwell: d.r.Unwell, Panel: d.r.PublicURL != "", Cure: "Whoever looks after this server can allow me “Attach Files”",
	}.Words()
	if link == "" {
		return says
	}
	return fmt.Sprintf("%s [%s](%s/c/%s).", says, link, d.r.PublicURL, d.Conversation)
}
