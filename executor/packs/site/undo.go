package site

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
)

// undoState is what taking back a write to a page needs.
type undoState struct {
	ID       string     `json:"id"`
	Slug     string     `json:"slug"`
	Now      string     `json:"now"` // hash of the page as the write left it
	Created  bool       `json:"created,omitempty"`
	Replaced bool       `json:"replaced,omitempty"` // as a whole
	Old      *site.Page `json:"old,omitempty"`
}

// encode returns nil where there is nothing to go back to.
func (u undoState) encode() (json.RawMessage, error) {
	if !u.Created && u.Old == nil {
		return nil, nil
	}
	raw, err := json.Marshal(u)
	if err != nil {
		return nil, fmt.Errorf("write undo: %w", err)
	}
	return raw, nil
}

// undoPage takes back a write to a page: one that was created is removed, one that was changed gets its old state. A page
// that somebody has changed since is left alone.
func undoPage(pages Pages) func(context.Context, tools.Call, assistant.Receipt) error {
	return func(ctx context.Context, c tools.Call, r assistant.Receipt) error {
		var u undoState
		if err := json.Unmarshal(r.Undo, &u); err != nil {
			return fmt.Errorf("read undo: %w", err)
		}
		now, found, err := find(ctx, pages, c.Project, u.Slug, "put the page back")
		if err != nil {
			return err
		}
		if found && now.ID != u.ID {
			found = false // another page has taken the address
		}
		switch {
		case !found && u.Created:
			return nil
		case !found:
			return assistant.BadInput(assistant.Say("The page /%s is gone, so I could not put its earlier version back.", u.Slug),
				assistant.Say("If you took it away on purpose, there is nothing to do. Otherwise please restore it on the site first."))
		case u.Old != nil && now.Hash() == u.Old.Hash():
			return nil
		case now.Hash() != u.Now:
			return changedSince(u.Slug)
		case u.Created:
			return pages.Remove(ctx, c.Project, now)
		}
		old := *u.Old
		old.ID = now.ID
		_, err = pages.Write(ctx, c.Project, old, now.Hash())
		if errors.Is(err, assistant.ErrMoved) {
			return changedSince(u.Slug)
		}
		return err
	}
}

func changedSince(slug string) error {
	return assistant.BadInput(assistant.Say("The page /%s has been changed since, so I left it as it is.", slug),
		assistant.Say("Please look at the page and change it by hand, or tell me what it should say."))
}
