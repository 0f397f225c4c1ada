package panel

import (
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/web/files"
	"github.com/aisteam/aisteam/bots/web/ingest"
	"github.com/aisteam/aisteam/bots/web/pages"
	"github.com/aisteam/aisteam/bots/web/request"
)

// box takes what is written at the foot of the panel.
type box struct {
	feed    *feed
	ingest  *ingest.Ingest
	history History
	shelf   *files.Shelf
	pages   *pages.Pages
	ids     *assistant.IDs
}

type sentView struct {
	Key    string
	Offers offers
}

// resendView gives the box a key of its own, so that what stands in it can be sent.
type resendView struct {
	sentView

	Problem assistant.Problem
}

// sendMessage takes what was written into the box at the foot of the panel.
func (b *box) sendMessage(w http.ResponseWriter, r *http.Request) error {
	_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(files.TransferWithin)) // a test's writer has none
	attached, err := b.shelf.Composed(r)
	if err != nil {
		return err
	}
	taken, err := b.send(w, r, attached)
	if !taken {
		b.shelf.Drop(r.Context(), attached)
	}
	return err
}

// send sends it; taken says that what is attached went with it.
func (b *box) send(w http.ResponseWriter, r *http.Request, attached []assistant.File) (taken bool, err error) {
	in := ingest.Words{Agent: assistant.AgentID(r.PostFormValue("agent")), Text: r.PostFormValue("text"), Files: attached, Mentions: mentionsOf(r.PostForm)}
	if strings.TrimSpace(in.Text) == "" {
		in.Text = r.PostFormValue("example")
	}
	if in.Conversation, err = request.GivenID[assistant.ConversationID](r.PostFormValue("conversation"), "conversation"); err != nil {
		return false, err
	}
	if in.Project, err = request.GivenID[assistant.ProjectID](r.PostFormValue("project"), "project"); err != nil {
		return false, err
	}
	if in.Key, err = request.Key(b.ids, r, b.ingest.Owner.Person.ID, in.Conversation, r.PostFormValue("key")); err != nil {
		return false, err
	}
	if in.Seen, err = request.Whole(r.PostFormValue("seen"), "seen"); err != nil {
		return false, err
	}
	if in.Replaces, err = request.GivenID[assistant.MessageID](r.PostFormValue("replaces"), "message"); err != nil {
		return false, err
	}
	if err := b.ingest.Admit(w); err != nil {
		return false, err
	}
	got, err := b.said(r, in)
	if errors.Is(err, assistant.ErrKeyUsed) && request.ByScript(r) {
		why := request.RefusalOf(err)
		b.pages.Read(r).Render(w, why.Status, "resend", resendView{sentView{Key: b.ids.New()}, why.Problem})
		return false, nil
	}
	if err != nil {
		return false, err
	}
	if taken = !got.Known && r.PostFormValue("pressed") == ""; taken {
		b.shelf.Went(r.Context(), got.Conversation, attached)
	}
	others, err := b.feed.offers(r.Context(), got.Conversation, in.Mentions)
	if err != nil {
		return taken, err
	}
	switch {
	case !request.ByScript(r): // also where somebody was quicker than the scripts: the box is what has the focus then
		http.Redirect(w, r, sentTo(got.Conversation, others, "text"), http.StatusSeeOther)
	case in.Conversation == "":
		w.Header().Set("HX-Redirect", sentTo(got.Conversation, others, ""))
		w.WriteHeader(http.StatusNoContent)
	default:
		b.pages.Render(w, http.StatusOK, "sent", sentView{Key: b.ids.New(), Offers: others})
	}
	return taken, nil
}

// onceMore are words as they were said before, with their files, where a request says that they are asked once more.
func (b *box) onceMore(r *http.Request, in ingest.Words) (ingest.Words, error) {
	id, err := request.GivenID[assistant.MessageID](r.PostFormValue("again"), "message")
	if err != nil || id == "" {
		return in, err
	}
	said, err := saidBefore(r.Context(), b.history, b.ingest.Owner, in.Conversation, id)
	in.Text, in.Files, in.Replaces = said.Text, said.Files, id
	return in, err
}

// said says what was written, or the request of an answer that was pressed.
func (b *box) said(r *http.Request, in ingest.Words) (assistant.Received, error) {
	id, err := request.GivenID[assistant.MessageID](r.PostFormValue("pressed"), "answer")
	if err != nil {
		return assistant.Received{}, err
	}
	if id == "" {
		if in, err = b.onceMore(r, in); err != nil {
			return assistant.Received{}, err
		}
		return b.ingest.Say(r.Context(), in)
	}
	number, err := request.Whole(r.PostFormValue("number"), "number")
	if err != nil {
		return assistant.Received{}, err
	}
	out, err := b.ingest.Press(r.Context(), in.Conversation, assistant.Pressed{Message: id, Number: int(number)})
	return assistant.Received{Conversation: out.Conversation, Message: out.Message}, err
}
