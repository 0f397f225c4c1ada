package panel

import (
	"net/http"
	"slices"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/web/request"
)

// nowView is what stands around an open page as it is now: what waits, and the newest stretch of the list of conversations.
type nowView struct {
	Waits  waitsView
	Past   pastView
	Oldest assistant.ConversationID // of the stretch, where there are older ones; "" where these are all
	Title  string                   // of the conversation that is open; "" where none is
}

// now draws what stands around an open page. A page asks for it from time to time, and when something happens in its
// conversation: titles change, work ends, and other conversations come, without anybody loading the page again.
func (f *feed) now(w http.ResponseWriter, r *http.Request) error {
	here, err := request.GivenID[assistant.ConversationID](r.URL.Query().Get("here"), "conversation")
	if err != nil {
		return err
	}
	all, err := f.waits.all(r.Context())
	if err != nil {
		return err
	}
	v := nowView{Waits: listed(all)}
	if v.Past, err = f.stretch(r, "", here, in(all)); err != nil {
		return err
	}
	v.Oldest = v.Past.Before
	if here != "" {
		if v.Title, err = f.titleOf(r, here, v.Past); err != nil {
			return err
		}
	}
	f.pages.Render(w, http.StatusOK, "now", v)
	return nil
}

// titleOf is what an open conversation is called: most are in the list that was read.
func (f *feed) titleOf(r *http.Request, here assistant.ConversationID, past pastView) (string, error) {
	for _, l := range slices.Concat(past.Pinned, past.Listed) {
		if l.ID == here {
			return titled(l.Conversation), nil
		}
	}
	c, err := f.conversations.Conversation(r.Context(), f.owner.Tenant.ID, here)
	if err != nil {
		return "", request.Found(err, "conversation")
	}
	return titled(c), nil
}

// titled is what a conversation's page is called.
func titled(c assistant.Conversation) string {
	if c.Title == "" {
		return "Conversation"
	}
	return c.Title
}
