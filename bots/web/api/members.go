package api

import (
	"net/http"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/web/ingest"
	"github.com/aisteam/aisteam/bots/web/request"
)

// members tells who takes part in a conversation, invites others and takes them out again.
type members struct {
	*conversations

	ingest *ingest.Ingest
}

type memberJSON struct {
	ID   assistant.PersonID `json:"id"`
	Name string             `json:"name"`
	By   assistant.PersonID `json:"invitedBy,omitempty"`
}

type membersJSON struct {
	Members  []memberJSON `json:"members"`
	Others   []memberJSON `json:"others"` // who can be invited
	Platform bool         `json:"platform,omitempty"`
}

// list answers with who takes part, and who can be invited.
func (m members) list(w http.ResponseWriter, r *http.Request) error {
	one, err := m.conversation(r)
	if err != nil {
		return err
	}
	return m.tell(w, r, one.ID)
}

func (m members) tell(w http.ResponseWriter, r *http.Request, id assistant.ConversationID) error {
	of, err := m.kept.Membership(r.Context(), m.owner.Tenant.ID, id, peopleListed)
	if err != nil {
		return request.Found(err, "conversation")
	}
	out := membersJSON{Members: []memberJSON{}, Others: []memberJSON{}, Platform: of.Platform}
	for _, one := range of.Members {
		out.Members = append(out.Members, memberJSON{one.ID, one.Name, one.By})
	}
	for _, one := range of.Others {
		out.Others = append(out.Others, memberJSON{ID: one.ID, Name: one.Name})
	}
	request.WriteJSON(w, http.StatusOK, out)
	return nil
}

// invite lets somebody take part, and answers with who does then.
func (m members) invite(w http.ResponseWriter, r *http.Request) error {
	one, err := m.conversation(r)
	if err != nil {
		return err
	}
	var req struct {
		Person string `json:"personId"`
	}
	if err := request.Decode(r, &req); err != nil {
		return err
	}
	who, err := request.GivenID[assistant.PersonID](req.Person, "person")
	if err != nil {
		return err
	}
	if who == "" {
		return request.Malformed(assistant.Say("Choose somebody."))
	}
	if err := m.ingest.Invite(r.Context(), one, who); err != nil {
		return err
	}
	return m.tell(w, r, one.ID)
}

// remove removes an invited member, or lets the caller leave.
func (m members) remove(w http.ResponseWriter, r *http.Request) error {
	one, err := m.conversation(r)
	if err != nil {
		return err
	}
	who, err := request.GivenID[assistant.PersonID](r.PathValue("person"), "person")
	if err != nil {
		return err
	}
	if err := m.ingest.TakeOut(r.Context(), one, who); err != nil {
		return err
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}
