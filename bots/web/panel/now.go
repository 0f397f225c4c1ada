package panel

import (
	"cmp"
	"net/http"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/web/pages"
	"github.com/aisteam/aisteam/bots/web/request"
)

// nowView is what stands around an open page as it is now: what waits, and the newest stretch of the list of conversations.
type nowView struct {
	Waits  pages.WaitsView
	Past   pastView
	Oldest assistant.ConversationID // of the stretch, where there are older ones; "" where these are all
	Title  string                   // of the conversation that is open; "" where none is
}

// around draws what stands around an open page. A page asks for it from time to time, and when something happens in its
// conversation: titles change, work ends, and other conversations come, without anybody loading the page again.
func (f *feed) around(w http.ResponseWriter, r *http.Request) error {
	here, err := request.GivenID[assistant.ConversationID](r.URL.Query().Get("here"), "conversation")
	if err != nil {
		return err
	}
	seen, err := f.look(r, assistant.Look{Open: here})
	if err != nil {
		return err
	}
	all, err := f.waits.theirs(r.Context(), seen.Waiting)
	if err != nil {
		return err
	}
	past, err := f.stretch(r, seen.Pinned, seen.Newest, here, in(all))
	if err != nil {
		return err
	}
	v := nowView{Waits: pages.ListedWaits(all), Past: past}
	v.Oldest = v.Past.Before
	if here != "" {
		v.Title = f.titled(seen.Open.Conversation)
	}
	f.pages.Render(w, http.StatusOK, "now", v)
	return nil
}

// titled is what a conversation's page is called.
func (f *feed) titled(c assistant.Conversation) string {
	return cmp.Or(c.Title, f.pages.Words().Say("Conversation"))
}
