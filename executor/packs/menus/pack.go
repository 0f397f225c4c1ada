package menus

import (
	"errors"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
	"github.com/aisteam/aisteam/executor/clean"
	"github.com/aisteam/aisteam/executor/packs/entry"
)

// The task types of the pack.
const (
	TaskAdd    assistant.TaskType = "add_menu_item"
	TaskUpdate assistant.TaskType = "update_menu_item"
	TaskRemove assistant.TaskType = "remove_menu_item"
	TaskList   assistant.TaskType = "list_menus"
)

// Pack says what the pack is, before anything that it works on is open.
func Pack() tools.Pack {
	return tools.Pack{Name: "menus", Templates: templates()}
}

// Tools returns the pack's tools.
func Tools(k entry.Keeper) ([]tools.Tool, error) {
	if k == nil {
		return nil, errors.New("menus pack: a keeper is needed")
	}
	w := writing{entry.Writing{
		Keeper: k, Kind: site.EntryLink, Noun: "line of the menu", Verb: "Add", Past: "Added", Policy: clean.New(),
		Fields: []entry.Field{{Name: site.FieldTitle, Label: "Title"}, {Name: site.FieldAddress, Label: "Leads to"}},
		Same: func(found, wanted site.Entry) bool {
			of := wanted.Fields[site.FieldObject]
			return found.Title() == wanted.Title() && (of != "" && found.Fields[site.FieldObject] == of || of == "" && found.Fields[site.FieldAddress] == wanted.Fields[site.FieldAddress])
		},
		Among: func(wanted site.Entry) site.Query { return site.Query{Menu: wanted.Fields[site.FieldMenu]} },
	}}
	return []tools.Tool{w.add(), w.update(), w.remove(), listMenus(w)}, nil
}

type writing struct{ entry.Writing }
