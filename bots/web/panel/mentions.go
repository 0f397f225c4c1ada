package panel

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/web/request"
)

const (
	mentionField = "mention"   // of a message: somebody whom it mentions, once for each
	mentionParam = "mentioned" // of an address: those whom the message mentioned that it leads to
	mostOffered  = 10
)

// offers are those of the team whom somebody's words mention and who take no part in the conversation, so that they were told nothing.
type offers struct {
	Conversation assistant.ConversationID
	People       []assistant.Person
}

// offers asks whether those whom words mentioned are to be invited: nobody is by being mentioned.
func (f *feed) offers(ctx context.Context, c assistant.ConversationID, mentioned []assistant.PersonID) (offers, error) {
	out := offers{Conversation: c}
	if len(mentioned) == 0 {
		return out, nil
	}
	of, err := f.conversations.Membership(ctx, f.owner.Tenant.ID, c, membersListed)
	if err != nil {
		return out, err
	}
	for _, p := range of.Others {
		if slices.Contains(mentioned, p.ID) && !assistant.MaySee(p, "") {
			out.People = append(out.People, p)
		}
	}
	return out, nil
}

// mentionsOf are those whom a message mentions, as the form has them.
func mentionsOf(form url.Values) []assistant.PersonID { return known(form[mentionField]) }

// mentionedBy are those whom the message mentioned that an address leads to.
func mentionedBy(r *http.Request) []assistant.PersonID {
	return known(strings.Split(r.URL.Query().Get(mentionParam), ","))
}

// known are those of some texts that can be somebody's id.
func known(texts []string) (out []assistant.PersonID) {
	for _, text := range texts[:min(len(texts), mostOffered)] {
		if assistant.ValidID(text) {
			out = append(out, assistant.PersonID(text))
		}
	}
	return out
}

// sentTo is where a conversation is shown after a message, with those to be offered whom it mentioned.
func sentTo(c assistant.ConversationID, out offers, element string) string {
	to := address(c, element)
	var ids []string
	for _, p := range out.People {
		ids = append(ids, string(p.ID))
	}
	if len(ids) == 0 {
		return to
	}
	path, fragment, _ := strings.Cut(to, "#")
	path += "?" + mentionParam + "=" + strings.Join(ids, ",")
	if fragment != "" {
		path += "#" + fragment
	}
	return path
}

// mentionable is somebody of the team who can be mentioned.
type mentionable struct {
	ID   assistant.PersonID `json:"id"`
	Name string             `json:"name"`
	In   bool               `json:"in,omitempty"` // they are told
}

// mentionable answers with the people who can be mentioned: members of the conversation first, if there is one, then the rest of
// the team.
func (m *members) mentionable(w http.ResponseWriter, r *http.Request) error {
	var c assistant.ConversationID
	if r.PathValue("id") != "" {
		one, err := m.feed.conversation(r)
		if err != nil {
			return err
		}
		c = one.ID
	}
	of, err := m.conversations.Membership(r.Context(), m.owner.Tenant.ID, c, membersListed)
	if err != nil {
		return request.Found(err, "conversation")
	}
	out := []mentionable{}
	for _, p := range of.Members {
		if p.ID != m.owner.Person.ID && p.Role != assistant.RoleGuest {
			out = append(out, mentionable{p.ID, p.Name, true})
		}
	}
	for _, p := range of.Others {
		if p.ID != m.owner.Person.ID {
			out = append(out, mentionable{p.ID, p.Name, c != "" && assistant.MaySee(p, "")})
		}
	}
	request.WriteJSON(w, http.StatusOK, map[string]any{"people": out})
	return nil
}
