package slack

import (
	"context"
	"encoding/json"
	"time"

	slackapi "github.com/slack-go/slack"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
)

// WaitAfter shows a rule whose waits are too long for a test to sit out.
func WaitAfter(wait time.Duration, reason string, steady bool) time.Duration {
	return waitAfter(wait, reason, steady)
}

// TakeParcel serves what comes over a socket as the socket does, and returns what Slack would be told; nothing where it is
// told nothing.
func (b *Bot) TakeParcel(ctx context.Context, raw []byte) (id string, ack []byte, err error) {
	var p parcel
	if json.Unmarshal(raw, &p) != nil || !p.wants() {
		return "", nil, nil
	}
	within, cancel := context.WithTimeout(ctx, ackWithin)
	defer cancel()
	_, a := b.unpack(within, p)
	ack, err = acknowledgement(p, a)
	return p.ID, ack, err
}

// Reread reads a button's value and writes it again.
func Reread(value string) (string, bool) {
	s, ok := readSubject(value)
	return s.String(), ok
}

// Forms are the forms that are opened about these words.
func Forms(q assistant.Clarification, text string) []slackapi.ModalViewRequest {
	at := origin{Channel: "C0123456789", Thread: "1763600000.000100"}
	return []slackapi.ModalViewRequest{
		answersForm(q, at),
		changesForm(subject{Plan: "0195d7c0-0000-7000-8000-000000000000", Version: 1 << 30}, at),
		aboutForm(about{TS: "1763600000.000100", Text: text}, at),
		*noteView("I say: " + text),
		roleForm([]slackapi.UserGroup{{ID: "S1", Name: text}, {ID: text, Name: text}, {ID: "S2", Handle: text}}),
		siteForm(assistant.Project{}, "", false),
		siteForm(assistant.Project{ID: "p", Name: text, SiteURL: text, Language: text, CMS: assistant.CMSFolder}, text, true),
	}
}

// AskedAbout reads what the form about a message carries along.
func AskedAbout(private string) (channel, thread, ts string) {
	var c click
	i := interaction{Type: "view_submission"}
	i.User.ID, i.View.ID, i.View.Private, i.View.Callback = "U1", "V1", private, callbackAbout
	i.View.State.Values = map[string]map[string]field{blockAbout: {inputID: {Value: "why?"}}}
	c.sent(i)
	return c.in.Place.Channel, c.in.Place.Thread, c.about.TS
}

// Mrk, Harmless and Spoken are the ways of text in and out.
func Mrk(s string, n int) string { return mrk(s, n) }

// Harmless is for Markdown.
func Harmless(s string) string { return harmless(s) }

// Spoken is for what comes in.
func Spoken(s, me string) string { return spoken(s, me) }

// Looks are the messages that a card is shown as, in each of the ways there are: with the words for screen readers first.
func (b *Bot) Looks(c bots.Card) ([][2]string, error) {
	var all []look
	if l, ok := b.renderer.render(c); ok {
		all = append(all, l)
	}
	all = append(all, b.renderer.parts(c)...)
	if l, _, ok := b.renderer.attached(c); ok {
		all = append(all, l)
	}
	if a, ok := c.(bots.AnswerCard); ok && !a.Status {
		all = append(all, b.renderer.draft(a))
	}
	if c, ok := c.(bots.ReminderCard); ok { // to a person directly, and to them in the thread
		all = append(all, b.renderer.reminder(c, bots.Calling{Theirs: true, Link: "https://team.slack.com/archives/C1/p1"}), b.renderer.reminder(c, bots.Calling{Theirs: true, Mention: "U1"}))
	}
	var out [][2]string
	for _, l := range all {
		l = l.named()
		raw, err := json.Marshal(l.blocks)
		if err != nil {
			return nil, err
		}
		out = append(out, [2]string{l.text, string(raw)})
	}
	return out, nil
}

// Home is the home of a person with so much going on.
func (b *Bot) Home(p assistant.Person, runs []assistant.RunView, waiting []assistant.Pending, talks []assistant.Conversation, sites []assistant.Project) slackapi.HomeTabViewRequest {
	r := b.renderer
	r.settings = true
	d := &deciders{}
	for _, c := range talks {
		name := here(assistant.Profile{Person: assistant.Person{Name: c.Title}}, "T1")
		d.admins, d.approvers = append(d.admins, name), append(d.approvers, name)
		d.grants = append(d.grants, assistant.Grant{Surface: assistant.Surface(c.Title), Group: c.Title, Role: assistant.Role(c.Title)})
	}
	return r.home(bots.Outlook{Person: p, Runs: runs, Waits: waiting}, talks, sites, d)
}

// List is the answer to `/aisteam tasks`.
func (b *Bot) List(runs []assistant.RunView, waiting []assistant.Pending) (text, blocks string, err error) {
	l := b.renderer.list("*Tasks*", bots.Outlook{Runs: runs, Waits: waiting}, true)
	raw, err := json.Marshal(l.blocks)
	return l.text, string(raw), err
}

// KeepUp does what [Bot.Hear] does every half a minute.
func (b *Bot) KeepUp(ctx context.Context) { b.keepUp(ctx, time.Time{}) }

// Behind says what is said when nobody has listened for a while.
func (b *Bot) Behind() { b.behind() }
