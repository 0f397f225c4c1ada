package entry

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
	"github.com/aisteam/aisteam/executor/clean"
)

// Written are the fields of the results of tools that write entries.
type Written struct {
	ID    string `json:"id" jsonschema:"what the site knows it by"`
	URL   string `json:"url" jsonschema:"where people see it"`
	Title string `json:"title" jsonschema:"what it is called"`
}

// undoState is what taking back a write needs.
type undoState struct {
	ID      string            `json:"id"`
	Now     string            `json:"now"` // hash of the entry as the write left it
	Created bool              `json:"created,omitempty"`
	Old     map[string]string `json:"old,omitempty"`  // the fields that were changed, as they were
	Made    []string          `json:"made,omitempty"` // along with it
}

func (o one) receipt(now site.Entry, u undoState, e edit) (assistant.Receipt, error) {
	verb := "Updated"
	if e.old.ID == "" {
		verb = cmp.Or(o.Past, "Created")
	}
	summary := assistant.Say("%s the %s “%s”", assistant.Label(verb), assistant.Label(o.Noun), clean.Short(now.Title()))
	if now.URL != "" {
		summary = assistant.Say("%s at %s", summary, now.URL)
	}
	if status := now.Fields[site.FieldStatus]; status != "" && status != site.StatusPublic {
		summary = assistant.Say("%s, %s", summary, assistant.Label(Standing(status)))
		if at := now.Fields[site.FieldAt]; at != "" {
			summary = assistant.Say("%s (%s)", summary, at)
		}
	}
	if slices.ContainsFunc(e.notes, assistant.Say(searchNote).Equal) {
		summary = assistant.Say("%s. Its title and description for search engines cannot be set from here: no plugin of the site shows them", summary)
	}
	out := assistant.Receipt{Result: assistant.Result{
		Summary: summary, Fields: assistant.ValuesOf(Written{ID: now.ID, URL: now.URL, Title: now.Title()}),
	}}
	if !u.Created && u.Old == nil {
		return out, nil
	}
	raw, err := json.Marshal(u)
	if err != nil {
		return out, fmt.Errorf("write undo: %w", err)
	}
	out.Undo, out.Result.Undo = raw, true
	return out, nil
}

// undo takes back a write: what was made is removed, what was changed gets its old values. What somebody has changed since is left
// alone.
func (o one) undo(ctx context.Context, c tools.Call, r assistant.Receipt) error {
	var u undoState
	if err := json.Unmarshal(r.Undo, &u); err != nil {
		return fmt.Errorf("read undo: %w", err)
	}
	now, found, err := o.standing(ctx, c.Project, u.ID, "take back the "+o.Noun)
	switch {
	case err != nil:
		return err
	case !found && u.Created:
		return nil
	case !found:
		return assistant.BadInput(assistant.Say("The %s is gone, so I could not put its earlier version back.", assistant.Label(o.Noun)),
			assistant.Say("If you took it away on purpose, there is nothing to do. Otherwise please restore it on the site first."))
	case !u.Created && now.Has(u.Old):
		return nil
	case now.Hash() != u.Now:
		return o.changedSince(now)
	}
	now.Made = u.Made
	if u.Created {
		return o.Keeper.RemoveEntry(ctx, c.Project, o.Kind, now)
	}
	_, err = o.Keeper.WriteEntry(ctx, c.Project, o.Kind, now.With(u.Old), now.Hash())
	if errors.Is(err, assistant.ErrMoved) {
		return o.changedSince(now)
	}
	return err
}

func (o one) changedSince(e site.Entry) error {
	return assistant.BadInput(assistant.Say("The %s “%s” has been changed since, so I left it as it is.", assistant.Label(o.Noun), clean.Short(e.Title())),
		assistant.Say("Please look at it and change it by hand, or tell me how it should be."))
}

func (o one) standing(ctx context.Context, p assistant.Project, id, purpose string) (site.Entry, bool, error) {
	all, err := o.Keeper.Entries(ctx, p, o.Kind, site.Query{ID: id}, purpose)
	if err != nil || len(all) == 0 {
		return site.Entry{}, false, err
	}
	return all[0], true, nil
}

// verify reads the entry back and compares it with what was written.
func (o one) verify(ctx context.Context, c tools.Call, r assistant.Receipt) (assistant.Sight, assistant.Sentence, error) {
	now, found, err := o.standing(ctx, c.Project, r.Result.Fields.Text("id"), "look at the "+o.Noun)
	switch {
	case err != nil:
		return "", assistant.Sentence{}, err
	case !found:
		return assistant.SightDifferent, assistant.Say("when I looked, the %s was not there", assistant.Label(o.Noun)), nil
	case len(r.Undo) == 0:
		return assistant.SightAsWritten, assistant.Say("the %s is there", assistant.Label(o.Noun)), nil
	}
	var u undoState
	if err := json.Unmarshal(r.Undo, &u); err != nil {
		return "", assistant.Sentence{}, fmt.Errorf("read what was written: %w", err)
	}
	if now.Hash() != u.Now {
		return assistant.SightDifferent, assistant.Say("when I looked, the %s was not as it was written: somebody has changed it since", assistant.Label(o.Noun)), nil
	}
	return assistant.SightAsWritten, assistant.Say("the %s is there as it was written", assistant.Label(o.Noun)), nil
}
