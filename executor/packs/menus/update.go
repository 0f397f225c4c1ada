package menus

import (
	"context"
	"slices"
	"strings"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
	"github.com/aisteam/aisteam/executor/clean"
	"github.com/aisteam/aisteam/executor/packs/entry"
	packsite "github.com/aisteam/aisteam/executor/packs/site"
)

func (w writing) update() tools.Tool {
	return w.Tool(tools.Tool{
		Name: string(TaskUpdate), Label: "Change a line of a menu", Examples: renamed(),
		Description: "Changes a line of a menu of the website: what it says, where it leads, or below which other line it stands. What is " +
			"left out stays. Its result has the fields url, id and title.",
		Owners: packsite.Owners(), Needs: site.Menus, Result: tools.Fields[entry.Written](), Arguments: tools.Arguments[UpdateMenuItem](),
		Subject: tools.About("line"),
	}, w.wantedChange)
}

func (w writing) wantedChange(ctx context.Context, c tools.Call, open bool) (entry.Wanted, error) {
	a, err := tools.Read[UpdateMenuItem](c)
	if err != nil {
		return entry.Wanted{}, err
	}
	switch {
	case a.Page != "" && a.URL != "":
		return entry.Wanted{}, assistant.BadInput(assistant.Say("A line of a menu leads to a page or to an address, not to both."), assistant.Say("Which one shall it be?"))
	case a.Title == "" && a.Page == "" && a.URL == "" && a.Under == "":
		return entry.Wanted{}, assistant.BadInput(assistant.Say("It is not said what should be different about the line of the menu."), assistant.Say("Please tell me what it shall say, where it shall lead, or below which line it shall stand."))
	}
	menu, err := w.menu(ctx, c, a.Menu)
	if err != nil {
		return entry.Wanted{}, err
	}
	lines, err := w.lines(ctx, c, menu)
	if err != nil {
		return entry.Wanted{}, err
	}
	line, _, err := meant(menu, lines, a.Line)
	if err != nil {
		return entry.Wanted{}, err
	}
	out := entry.Wanted{Means: "#" + line.ID, Fields: map[string]string{}, Notes: []assistant.Sentence{assistant.Say("The menu is “%s”.", clean.Short(menu.Title()))}}
	if a.Title != "" {
		out.Fields[site.FieldTitle] = a.Title
	}
	if a.Page != "" || a.URL != "" {
		if _, err := w.leads(ctx, c, open, a.Page, a.URL, out.Fields); err != nil {
			return out, err
		}
	}
	note, err := moves(menu, lines, line, a.Under, out.Fields)
	if !note.IsZero() {
		out.Notes = append(out.Notes, note)
	}
	return out, err
}

// moves puts a line below another one, or to the end of the menu itself.
func moves(menu site.Entry, lines []site.Entry, line site.Entry, under string, fields map[string]string) (note assistant.Sentence, err error) {
	if under == "" {
		return note, nil
	}
	above, at := site.Entry{}, assistant.Say("From now on it stands at the end of the menu itself.")
	if !strings.EqualFold(strings.TrimSpace(under), "none") {
		if above, _, err = meant(menu, lines, under); err != nil {
			return note, err
		}
		at = assistant.Say("From now on it stands below “%s”.", clean.Short(above.Title()))
		own := append(below(lines, line.ID), line)
		if slices.ContainsFunc(own, func(l site.Entry) bool { return l.ID == above.ID }) {
			return note, assistant.BadInput(assistant.Say("“%s” cannot stand below itself, or below a line of its own.", clean.Short(line.Title())), assistant.Say("Please name another line."))
		}
	}
	if line.Fields[site.FieldUnder] == above.ID {
		return note, nil // there it is
	}
	if err := stands(menu, lines, "", fields); err != nil {
		return note, err
	}
	fields[site.FieldUnder] = above.ID
	return at, nil
}
