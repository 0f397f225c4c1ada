package menus

import (
	"context"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
	"github.com/aisteam/aisteam/executor/clean"
	"github.com/aisteam/aisteam/executor/packs/entry"
	packsite "github.com/aisteam/aisteam/executor/packs/site"
)

func (w writing) add() tools.Tool {
	return w.Tool(tools.Tool{
		Name: string(TaskAdd), Label: "Add to a menu", Examples: added(),
		Description: "Adds a line to a menu of the website, which leads to a page of it or to an address; at the end, or below another line. " +
			"Its result has the fields url, id and title.",
		Owners: packsite.Owners(), Needs: site.Menus, Result: tools.Fields[entry.Written](), Arguments: tools.Arguments[AddMenuItem](),
		Subject: tools.About("page", "title"),
	}, w.wanted)
}

func (w writing) wanted(ctx context.Context, c tools.Call, open bool) (entry.Wanted, error) {
	a, err := tools.Read[AddMenuItem](c)
	if err != nil {
		return entry.Wanted{}, err
	}
	if (a.Page == "") == (a.URL == "") {
		return entry.Wanted{}, assistant.BadInput(assistant.Say("It is not said where the line of the menu leads."), assistant.Say("Please name a page of the site, or give an address."))
	}
	menu, err := w.menu(ctx, c, a.Menu)
	if err != nil {
		return entry.Wanted{}, err
	}
	out := entry.Wanted{
		Fields: map[string]string{site.FieldMenu: menu.ID, site.FieldTitle: a.Title},
		Notes:  []assistant.Sentence{assistant.Say("The menu is “%s”.", clean.Short(menu.Title()))},
	}
	if a.URL != "" && a.Title == "" {
		return out, assistant.BadInput(assistant.Say("It is not said what the line of the menu says."), assistant.Say("Please tell me its words."))
	}
	page, err := w.leads(ctx, c, open, a.Page, a.URL, out.Fields)
	if err != nil {
		return out, err
	}
	if a.Title == "" {
		out.Fields[site.FieldTitle] = page.Title()
	}
	lines, err := w.lines(ctx, c, menu)
	if err != nil {
		return out, err
	}
	return out, stands(menu, lines, a.Under, out.Fields)
}
