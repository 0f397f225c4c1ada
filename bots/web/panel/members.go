package panel

import (
	"net/http"
	"slices"
	"strings"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/web/ingest"
	"github.com/aisteam/aisteam/bots/web/owner"
	"github.com/aisteam/aisteam/bots/web/pages"
	"github.com/aisteam/aisteam/bots/web/request"
)

// membersListed bounds those of the team who are offered to be invited.
const membersListed = 500

// members is the page of a conversation's members, who invite others and remove them again.
type members struct {
	conversations Conversations
	ingest        *ingest.Ingest
	feed          *feed
	owner         *owner.Owner
	pages         *pages.Pages
}

type membersView struct {
	pages.View

	Conversation assistant.Conversation
	Name         string // of the conversation
	Platform     bool   // it is on a platform, which decides whom it lets in
	Members      []memberLine
	Others       []assistant.Person // who can be invited
	Invited      string             // who was invited just now; "" for nobody
	Out          string             // who was taken out just now
}

// memberLine is somebody who takes part.
type memberLine struct {
	assistant.Member

	By  string // who has invited them; "" for nobody
	Me  bool
	Out bool // the viewer may remove them
}

// Anyway tells whether they see every conversation, whether they are in it or not.
func (l memberLine) Anyway() bool { return assistant.MaySee(l.Person, "") }

func (m *members) show(w http.ResponseWriter, r *http.Request) error {
	c, err := m.feed.conversation(r)
	if err != nil {
		return err
	}
	of, err := m.conversations.Membership(r.Context(), m.owner.Tenant.ID, c.ID, membersListed)
	if err != nil {
		return request.Found(err, "conversation")
	}
	me, err := m.owner.Me(r.Context())
	if err != nil {
		return err
	}
	v := membersView{View: m.pages.View(r.Context(), "People in this conversation"), Conversation: c, Name: m.feed.titled(c), Platform: of.Platform, Others: of.Others}
	for _, one := range of.Members {
		v.Members = append(v.Members, memberLine{Member: one, By: called(of, one.By), Me: one.ID == me.ID, Out: assistant.MayTakeOut(me, one)})
	}
	q := r.URL.Query()
	v.Invited, v.Out = called(of, assistant.PersonID(q.Get("invited"))), called(of, assistant.PersonID(q.Get("out")))
	m.pages.Render(w, http.StatusOK, "members", v)
	return nil
}

// called returns a team member's name, or "" for an unknown id.
func called(of assistant.Membership, id assistant.PersonID) string {
	if one, ok := of.Member(id); ok {
		return one.Name
	}
	if i := slices.IndexFunc(of.Others, func(p assistant.Person) bool { return p.ID == id }); i >= 0 {
		return of.Others[i].Name
	}
	return ""
}

// change invites somebody, or takes somebody out.
func (m *members) change(w http.ResponseWriter, r *http.Request) error {
	c, err := m.feed.conversation(r)
	if err != nil {
		return err
	}
	if err := request.Form(r); err != nil {
		return err
	}
	who, err := request.GivenID[assistant.PersonID](r.PostFormValue("person"), "person")
	if err != nil {
		return err
	}
	if who == "" {
		return request.Malformed(assistant.Say("Choose somebody."))
	}
	to := address(c.ID, "") + "/people"
	if r.PostFormValue("back") != "" { // from beneath the box
		to = address(c.ID, "")
	}
	switch r.PostFormValue("do") {
	case "invite":
		err, to = m.ingest.Invite(r.Context(), c, who), to+"?invited="+string(who)
	case "remove":
		err, to = m.ingest.TakeOut(r.Context(), c, who), to+"?out="+string(who)
		if who == m.owner.Person.ID && m.owner.SeesOnly() != "" { // they may not open it any more
			to = "/"
		}
	default:
		return request.Malformed(assistant.Say("That is nothing that can be done with a conversation."))
	}
	if err != nil {
		return err
	}
	http.Redirect(w, r, to, http.StatusSeeOther)
	return nil
}

// mostWith is how many of those who take part are named at a conversation's title.
const mostWith = 3

// withOthers are the others who take part in a conversation, as they are called at its title; nobody where only one is in it.
func withOthers(me assistant.PersonID, all []assistant.Person) assistant.Sentence {
	if len(all) < 2 {
		return assistant.Sentence{}
	}
	var names []string
	for _, p := range all {
		if p.ID != me {
			names = append(names, p.Name)
		}
	}
	if more := len(names) - mostWith; more > 0 {
		return assistant.Say("with %s and %d more", strings.Join(names[:mostWith], ", "), more)
	}
	return assistant.Say("with %s", strings.Join(names, ", "))
}
