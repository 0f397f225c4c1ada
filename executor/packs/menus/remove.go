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

func (w writing) remove() tools.Tool {
	return entry.Removing{Writing: w.Writing, Find: w.found, Fits: w.fits}.Tool(tools.Tool{
		Name: string(TaskRemove), Label: "Remove from a menu", Examples: removed(),
		Description: "Takes a line out of a menu of the website. The page that it leads to stays. Its result has the fields url, id and title.",
		Owners:      packsite.Owners(), Needs: site.Menus, Result: tools.Fields[entry.Written](), Arguments: tools.Arguments[RemoveMenuItem](),
		Subject: tools.About("line"),
	})
}

// found is the line that is to be taken out. One with others below it stays: they would lose their place.
func (w writing) found(ctx context.Context, c tools.Call) (line site.Entry, notes []assistant.Sentence, found bool, err error) {
	a, err := tools.Read[RemoveMenuItem](c)
	if err != nil {
		return line, nil, true, err
	}
	menu, err := w.menu(ctx, c, a.Menu)
	if err != nil {
		return line, nil, true, err
	}
	lines, err := w.lines(ctx, c, menu)
	if err != nil {
		return line, nil, true, err
	}
	if line, found, err = meant(menu, lines, a.Line); err != nil {
		return line, nil, found, err
	}
	var own []string
	for _, l := range below(lines, line.ID) {
		own = append(own, "“"+clean.Short(l.Title())+"”")
	}
	if len(own) > 0 {
		return line, nil, true, assistant.BadInput(assistant.Say("Below “%s” stand other lines of the menu: %s.", clean.Short(line.Title()), strings.Join(own[:min(len(own), 10)], ", ")),
			assistant.Say("Shall I move them or remove them first?"))
	}
	notes = []assistant.Sentence{assistant.Say("The menu is “%s”.", clean.Short(menu.Title()))}
	if line.Fields[site.FieldObject] != "" {
		notes = append(notes, assistant.Say("The page that it leads to stays as it is."))
	}
	return line, notes, true, nil
}

// fits refuses to put a line back into a menu, or below a line, that is gone.
func (w writing) fits(ctx context.Context, c tools.Call, line site.Entry) error {
	menus, err := w.Keeper.Entries(ctx, c.Project, site.EntryMenu, site.Query{}, working)
	if err != nil {
		return err
	}
	at := slices.IndexFunc(menus, func(m site.Entry) bool { return m.ID == line.Fields[site.FieldMenu] })
	if at < 0 {
		return assistant.BadInput(assistant.Say("The menu that “%s” stood in is gone, so I could not put it back.", clean.Short(line.Title())), assistant.Say("Please tell me into which menu it shall go."))
	}
	under := line.Fields[site.FieldUnder]
	if under == "" {
		return nil
	}
	lines, err := w.lines(ctx, c, menus[at])
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(lines, func(l site.Entry) bool { return l.ID == under }) {
		return assistant.BadInput(assistant.Say("The line that “%s” stood below is gone, so I could not put it back.", clean.Short(line.Title())), assistant.Say("Please tell me where in the menu it shall stand."))
	}
	return nil
}
