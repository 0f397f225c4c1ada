package panel

import (
	"context"
	"fmt"
	"mime"
	"net/http"
	"strings"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/links"
	"github.com/aisteam/aisteam/bots/web/request"
	"github.com/aisteam/aisteam/wording"
)

const exportStretch = 500 // messages that are read at once

// exported is a message as somebody takes it away.
type exported struct {
	At   time.Time `json:"at"`
	By   string    `json:"by"`
	Text string    `json:"text"`

	Version  int `json:"version,omitempty"` // of what was said, or answered, in several versions
	Versions int `json:"versions,omitempty"`
}

// exportedTalk is a conversation as downloaded: what was said, in its latest version. Retracted messages and what only the page
// shows are left out.
type exportedTalk struct {
	ID       assistant.ConversationID `json:"id"`
	Title    string                   `json:"title"`
	Began    time.Time                `json:"began"`
	Messages []exported               `json:"messages"`
}

// export answers with a conversation as a file: Markdown to read, or JSON for programs.
func (f *feed) export(w http.ResponseWriter, r *http.Request) error {
	c, err := f.conversation(r)
	if err != nil {
		return err
	}
	talk, err := f.exported(r.Context(), c)
	if err != nil {
		return err
	}
	as := r.URL.Query().Get("as")
	attached := func(ending string) {
		w.Header().Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": fileName(talk.Title) + ending}))
	}
	if as == "json" {
		attached(".json")
		request.WriteJSON(w, http.StatusOK, talk)
		return nil
	}
	attached(".md")
	w.Header().Set("Content-Type", "text/markdown; charset=utf-8")
	_, err = w.Write([]byte(talk.markdown(f.pages.Words(), f.owner.Zone(r.Context()))))
	return err
}

// exported reads a whole conversation, a stretch at a time from its end.
func (f *feed) exported(ctx context.Context, c assistant.Conversation) (exportedTalk, error) {
	talk := exportedTalk{ID: c.ID, Title: f.titled(c), Began: c.StartedAt.UTC(), Messages: []exported{}}
	var all []assistant.Message
	for before, more := int64(0), true; more; {
		page, err := f.history.Messages(ctx, f.owner.Tenant.ID, c.ID, before, exportStretch)
		if err != nil {
			return talk, err
		}
		all = append(append(make([]assistant.Message, 0, len(page.Messages)+len(all)), page.Messages...), all...)
		before, more = page.Before, page.HasMore
	}
	names, hosts := f.owner.Names(ctx, all), f.cards.hosts.Of(ctx, f.owner.Tenant.ID)
	at, exchanges := map[assistant.Slot]int{}, assistant.ExchangesOf(all)
	for _, m := range all {
		_, changed := m.Body.(assistant.Revised)
		i, known := at[m.Slot]
		switch {
		case changed && known:
			talk.Messages[i].Text = m.Content
		case m.Kind == assistant.KindMessage && strings.TrimSpace(m.Content) != "":
			at[m.Slot] = len(talk.Messages)
			one := exported{At: m.At.UTC(), By: f.owner.Called(ctx, m.Person), Text: f.pages.Words().Tell(m.Says())}
			if m.Author != assistant.AuthorUser { // what a model wrote leads only where it may lead on the page
				one.By, one.Text = names.Speaker(m.Agent).Called, links.Safe(one.Text, hosts)
			}
			if v, several := exchanges.Version(m.Exchange()); several {
				one.Version, one.Versions = v.Number, v.Of
			}
			talk.Messages = append(talk.Messages, one)
		}
	}
	talk.Messages = withWords(talk.Messages)
	return talk, nil
}

// withWords are the messages that have words still.
func withWords(all []exported) []exported {
	out := all[:0]
	for _, m := range all {
		if m.Text != "" {
			out = append(out, m)
		}
	}
	return out
}

// markdown is the conversation to be read, with its times by a clock.
func (e exportedTalk) markdown(w wording.Words, zone *time.Location) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n", e.Title)
	for _, m := range e.Messages {
		at := m.At.In(zone)
		fmt.Fprintf(&b, "\n**%s**, %s, %s%s\n\n%s\n", m.By, w.Tell(assistant.DayOf(at))+" "+at.Format("2006"), at.Format("15:04"), m.version(w), m.Text)
	}
	return b.String()
}

// version says which version a message is of; "" where it is the only one.
func (m exported) version(w wording.Words) string {
	if m.Versions == 0 {
		return ""
	}
	return ", " + w.Say("version %d of %d", m.Version, m.Versions)
}

// fileName is a title as the name of a file, without what systems read as something else.
func fileName(title string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if r < ' ' || strings.ContainsRune(`/\:*?"<>|.`, r) {
			return ' '
		}
		return r
	}, title))
}
