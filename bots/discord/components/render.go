package components

import (
	"fmt"
	"strings"
	"time"

	"github.com/aisteam/aisteam/bots"
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
// already.
func (r Renderer) render(c bots.Card) (Look, bool) {
	c = bots.SafeCard(c, r.Hosts)
	l, ok := r.drawn(c)
	l.decide = bots.InWords(c)
	return l, ok
}

func (r Renderer) drawn(c bots.Card) (Look, bool) {
	switch c := c.(type) {
	case bots.AnswerCard:
		return chip(c), true
	case bots.ThinkingCard:
		return r.thinking(c), true
	case bots.PlanCard:
		return plan(c), true
	case bots.ApprovalCard:
		return r.approval(c), true
	case bots.ClarificationCard:
		return clarification(c), true
	case bots.RunCard:
		return r.run(c), true
	case bots.ErrorCard:
		return failure(c), true
	case bots.ReminderCard:
		return r.Reminder(c, bots.Calling{}), true
	case bots.UserCard:
		return Look{}, false
	default:
		return Look{}, false
	}
}

// Quiet tells whether a card should not make anybody's telephone ring.
func Quiet(c bots.Card) bool {
	switch c := c.(type) {
	case bots.ThinkingCard:
		return true
	case bots.AnswerCard:
		return c.Status
	case bots.PlanCard, bots.ApprovalCard, bots.ClarificationCard, bots.RunCard, bots.ErrorCard, bots.UserCard, bots.ReminderCard:
		return false
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

// origins says what wrote the words, so that nobody takes them for more.
func origins(c bots.AnswerCard) string {
	if c.Rehearsal {
		return "Rehearsal: no language model was asked"
	}
	return "AI-generated; check before relying on it"
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
			lines = append(lines, fmt.Sprintf("and %d more files", len(c.Files)-i))
			break
		}
		lines = append(lines, "📄 "+Line(f.Name, 100))
	}
	switch {
	case !r.Bare || len(bots.Made(c)) == 0:
	case r.Unwell && r.PublicURL == "":
		lines = append(lines, "The files could not be brought to Discord. Please ask me for them once more in a while.")
	case r.Unwell:
		lines = append(lines, fmt.Sprintf("The files could not be brought to Discord. [Get them in the panel](%s/c/%s).", r.PublicURL, c.Conversation))
	case r.PublicURL != "":
		lines = append(lines, fmt.Sprintf("I may not add files here. [Get them in the panel](%s/c/%s).", r.PublicURL, c.Conversation))
	default:
		lines = append(lines, "I may not add files here. Whoever looks after this server can allow me “Attach Files”; then ask me once more.")
	}
	return strings.Join(lines, "\n")
}

func failure(c bots.ErrorCard) Look {
	p := c.Problem
	words := "⚠️ **" + Line(p.Message, 1200) + "**"
	if p.Recovery != "" {
		words += "\n" + Escape(p.Recovery, 1500)
	}
	cs := []Component{Text(words)}
	if p.ID != "" {
		cs = append(cs, small("Problem id "+Line(p.ID, 100)))
	}
	if c.CanRetry() {
		cs = append(cs, row(button(stylePrimary, "Try again", CustomID(verbRetry, string(p.Run)))))
	}
	return Look{Components: []Component{container(colourBad, cs...)}}
}

// decided says who decided what and when.
func decided(icon, verdict, by string, at time.Time) string {
	s := icon + " " + verdict
	if by != "" {
		s += " by " + Line(by, 100)
	}
	if !at.IsZero() {
		s += " " + moment(at, "f")
	}
	return s
}

// Expires says when it does.
func Expires(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return "expires " + moment(t, "R")
}
