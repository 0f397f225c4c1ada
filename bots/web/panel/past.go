package panel

import (
	"html/template"
	"net/http"
	"strings"

	"github.com/aisteam/aisteam/assistant"
	cardview "github.com/aisteam/aisteam/bots/view"
	"github.com/aisteam/aisteam/bots/web/request"
)

const (
	pastListed = 40 // conversations
	foundMost  = 30
	soughtMost = 200 // characters that are looked for

	aroundFound = feedPage / 2 // messages that are shown after the one that was found
)

// pastView is a stretch of the list of conversations: those that are pinned, and the others, newest first. Or it is what
// was found.
type pastView struct {
	Listing assistant.Listing
	Pinned  []pastLine
	Listed  []pastLine
	Before  assistant.ConversationID // what is older than this is not listed yet; "" if nothing is
	Under   string                   // the group that the last of them is in, in English
	Here    assistant.ConversationID // that is open
	Sought  string                   // what was looked for; "" lists all
}

// pastLine is one conversation of the list.
type pastLine struct {
	assistant.ConversationLine

	Begins  assistant.Sentence // the group whose first line it is; otherwise empty
	When    assistant.Sentence // it began
	Current bool               // it is open
	Waits   bool               // something in it waits for the viewer
	Query   template.URL       // what the list has that it is in
	Until   int64              // the page that shows it ends before this message; 0 where the newest does
	Where   string             // the element in which it was found
	Snippet string             // of what was found
}

// project is the one that was in focus last.
func (v pastView) project() assistant.ProjectID {
	if len(v.Listed) == 0 {
		return ""
	}
	return v.Listed[0].Project
}

// list is the stretch of the list that was read, or what a request looks for.
func (f *feed) list(r *http.Request, here assistant.ConversationID, waits map[assistant.ConversationID]bool, seen assistant.Overview) (pastView, error) {
	sought, err := request.Clean(r.URL.Query().Get("q"), "search", soughtMost)
	if err != nil {
		return pastView{}, err
	}
	if sought != "" {
		return f.sought(r, sought, here, waits)
	}
	return f.stretch(r, seen.Pinned, seen.Newest, here, waits)
}

// stretch is a part of the list: one more conversation is read than it shows.
func (f *feed) stretch(r *http.Request, pinned, newest []assistant.ConversationLine, here assistant.ConversationID, waits map[assistant.ConversationID]bool) (pastView, error) {
	listing, err := f.listing(r)
	v, by := pastView{Listing: listing, Here: here}, f.clock(r.Context())
	for _, l := range pinned {
		v.Pinned = append(v.Pinned, pastLine{ConversationLine: l, Query: v.Query(), When: by.when(l.StartedAt), Current: l.ID == here, Waits: waits[l.ID]})
	}
	group := ""
	for _, l := range newest[:min(len(newest), pastListed)] {
		line := pastLine{ConversationLine: l, Query: v.Query(), When: by.when(l.StartedAt), Current: l.ID == here, Waits: waits[l.ID]}
		if now := by.group(l.StartedAt); now.String() != group {
			line.Begins, group = now, now.String()
		}
		v.Listed = append(v.Listed, line)
	}
	if len(newest) > pastListed {
		v.Before, v.Under = v.Listed[pastListed-1].ID, group
	}
	return v, err
}

func (f *feed) sought(r *http.Request, text string, here assistant.ConversationID, waits map[assistant.ConversationID]bool) (pastView, error) {
	found, err := f.conversations.SearchConversations(r.Context(), f.owner.Tenant.ID, f.owner.SeesOnly(), text, foundMost)
	v, by := pastView{Here: here, Sought: text}, f.clock(r.Context())
	for _, one := range found {
		line := pastLine{ConversationLine: one.ConversationLine, When: by.when(one.StartedAt), Current: one.ID == here, Waits: waits[one.ID], Snippet: snippet(one.Text, text)}
		if one.Slot != "" {
			line.Where = cardview.Element(one.Slot)
			if until := one.At + aroundFound; until <= one.Seq {
				line.Until = until
			}
		}
		v.Listed = append(v.Listed, line)
	}
	return v, err
}

// snippet is what stands around the first word of a text that begins like one that was looked for.
func snippet(text, sought string) string {
	const around = 40
	flat := []rune(strings.Join(strings.Fields(text), " "))
	words := strings.Fields(strings.ToLower(sought))
	if len(flat) == 0 || len(words) == 0 {
		return ""
	}
	small := []rune(strings.ToLower(string(flat)))
	at := max(0, strings.Index(string(small), words[0]))
	at = len([]rune(string(small)[:at]))
	from, to := max(0, min(at, len(flat))-around), min(len(flat), at+2*around)
	out := string(flat[from:to])
	if from > 0 {
		out = "…" + out
	}
	if to < len(flat) {
		out += "…"
	}
	return out
}

// find draws what is looked for, or all again where nothing is.
func (f *feed) find(w http.ResponseWriter, r *http.Request) error {
	here, err := request.GivenID[assistant.ConversationID](r.URL.Query().Get("here"), "conversation")
	if err != nil {
		return err
	}
	seen, err := f.look(r, assistant.Look{})
	if err != nil {
		return err
	}
	all, err := f.waits.theirs(r.Context(), seen.Waiting)
	if err != nil {
		return err
	}
	v, err := f.list(r, here, in(all), seen)
	if err != nil {
		return err
	}
	f.pages.Render(w, http.StatusOK, "past", v)
	return nil
}

// morePast draws the next stretch of the list.
func (f *feed) morePast(w http.ResponseWriter, r *http.Request) error {
	before, err := request.GivenID[assistant.ConversationID](r.URL.Query().Get("before"), "conversation")
	if err != nil {
		return err
	}
	here, err := request.GivenID[assistant.ConversationID](r.URL.Query().Get("here"), "conversation")
	if err != nil {
		return err
	}
	listing, err := f.listing(r)
	if err != nil {
		return err
	}
	pinned, newest, err := f.conversations.ListedConversations(r.Context(), f.owner.Tenant.ID, f.owner.SeesOnly(), listing, before, pastListed+1)
	if err != nil {
		return err
	}
	v, err := f.stretch(r, pinned, newest, here, nil)
	if err != nil {
		return err
	}
	if len(v.Listed) > 0 && v.Listed[0].Begins.String() == r.URL.Query().Get("under") {
		v.Listed[0].Begins = assistant.Sentence{} // it goes on from what the page shows
	}
	f.pages.Render(w, http.StatusOK, "past", v)
	return nil
}

// removed is the conversation that was just taken out of the list.
func (f *feed) removed(r *http.Request) (assistant.Conversation, error) {
	id, err := request.GivenID[assistant.ConversationID](r.URL.Query().Get("removed"), "conversation")
	if err != nil || id == "" {
		return assistant.Conversation{}, err
	}
	c, err := f.conversations.Conversation(r.Context(), f.owner.Tenant.ID, id)
	return c, request.Found(err, "conversation")
}
