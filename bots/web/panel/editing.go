package panel

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/web/owner"
	"github.com/aisteam/aisteam/bots/web/request"
)

// saidBefore reads a message that the viewer has written, as its words are by now. One that is not theirs, or that they have taken
// back, is [assistant.ErrNotTheirs].
func saidBefore(ctx context.Context, from History, who *owner.Owner, c assistant.ConversationID, id assistant.MessageID) (bots.UserCard, error) {
	slot := saidSlot(id)
	ms, err := from.SlotMessages(ctx, who.Tenant.ID, c, slot)
	if err != nil && !errors.Is(err, assistant.ErrNotFound) {
		return bots.UserCard{}, fmt.Errorf("read what was said before: %w", err)
	}
	card, _ := bots.Fold(slot, ms, bots.Names{})
	said, ok := card.(bots.UserCard)
	if !ok || !ownWords(ms[0], who.Person.ID) || said.Deleted {
		return bots.UserCard{}, assistant.ErrNotTheirs
	}
	return said, nil
}

// editing puts the words of the message that a request edits into the box.
func (f *feed) editing(r *http.Request, v *feedView) error {
	id, err := request.GivenID[assistant.MessageID](r.URL.Query().Get("edit"), "message")
	if err != nil || id == "" {
		return err
	}
	said, err := saidBefore(r.Context(), f.history, f.owner, v.Conversation.ID, id)
	v.Words, v.Replaces = said.Text, said.Message
	return err
}

// leadTo redirects to the page that shows a message, with the version in sight that it belongs to.
func (f *feed) leadTo(w http.ResponseWriter, r *http.Request, c assistant.ConversationID, id assistant.MessageID) error {
	ms, err := f.history.SlotMessages(r.Context(), f.owner.Tenant.ID, c, saidSlot(id))
	if err == nil && len(ms) == 0 {
		err = assistant.ErrNotFound
	}
	if err != nil {
		return request.Found(err, "message")
	}
	in, err := f.conversations.Conversation(r.Context(), f.owner.Tenant.ID, c)
	if err != nil {
		return request.Found(err, "conversation")
	}
	q := url.Values{"version": {string(ms[0].Exchange())}}
	if until := ms[0].Seq + aroundFound; until <= in.Seq {
		q.Set("before", strconv.FormatInt(until, 10))
	}
	http.Redirect(w, r, "/c/"+string(c)+"?"+q.Encode()+"#"+saidElement(id), http.StatusSeeOther)
	return nil
}
