package panel

import (
	"context"
	"net/http"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/web/owner"
	"github.com/aisteam/aisteam/bots/web/pages"
	"github.com/aisteam/aisteam/bots/web/request"
)

// Keeps keeps conversations in order.
type Keeps interface {
	// FileConversation changes where somebody keeps one in their own list.
	FileConversation(ctx context.Context, t assistant.TenantID, who assistant.PersonID, id assistant.ConversationID, change assistant.FilingChange) error
	ChangeConversation(ctx context.Context, t assistant.TenantID, id assistant.ConversationID, change assistant.ConversationChange) error
}

// titleLimit is how many characters a title may have.
const titleLimit = 120

// conversations names conversations, pins them, puts them into folders and away, and takes them out of the list.
type conversations struct {
	keeps Keeps
	feed  *feed
	owner *owner.Owner
	pages *pages.Pages
}

func (c *conversations) change(w http.ResponseWriter, r *http.Request) error {
	one, err := c.feed.conversation(r)
	if err != nil {
		return err
	}
	if err := request.Form(r); err != nil {
		return err
	}
	yes, no := true, false
	change := assistant.ConversationChange{By: c.owner.Person.ID}
	to := address(one.ID, "")
	switch r.PostFormValue("do") {
	case "rename":
		if change.Title, err = request.Clean(r.PostFormValue("title"), "name", titleLimit); err != nil {
			return err
		}
		if change.Title == "" {
			return request.Malformed(assistant.Say("The name is empty."))
		}
	case "pin":
		change.Pinned = &yes
	case "unpin":
		change.Pinned = &no
	case "remove":
		change.Removed, change.Pinned = &yes, &no
		to = "/?removed=" + string(one.ID)
	case "restore":
		change.Removed = &no
	case "archive", "unarchive", "folder":
		filed, err := filing(r)
		if err != nil {
			return err
		}
		if err := c.keeps.FileConversation(r.Context(), c.owner.Tenant.ID, c.owner.Person.ID, one.ID, filed); err != nil {
			return err
		}
	default:
		return request.Malformed(assistant.Say("That is nothing that can be done with a conversation."))
	}
	if err := c.keeps.ChangeConversation(r.Context(), c.owner.Tenant.ID, one.ID, change); err != nil {
		return err
	}
	http.Redirect(w, r, to, http.StatusSeeOther)
	return nil
}
