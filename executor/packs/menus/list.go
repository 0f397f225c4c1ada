package menus

import (
	"context"
	"math"
	"strings"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
	"github.com/aisteam/aisteam/executor/packs/entry"
)

func listMenus(w writing) tools.Tool {
	return tools.Tool{
		Name: string(TaskList), Label: "List the menus",
		Description: "Lists the menus of the project's website with their lines; under is the id of the line above. Changes nothing.",
		Class:       assistant.ClassQuery, Effect: assistant.EffectNone, Idempotent: true, Arguments: tools.Arguments[ListMenus](), Needs: site.Menus,
		Result: entry.RowsOf("items", told()...), Answers: true,
		Run: func(ctx context.Context, c tools.Call) (assistant.Receipt, error) {
			a, err := tools.Read[ListMenus](c)
			if err != nil {
				return assistant.Receipt{}, err
			}
			all, err := w.Keeper.Entries(ctx, c.Project, site.EntryMenu, site.Query{}, "list the menus")
			if err != nil {
				return assistant.Receipt{}, err
			}
			var lines []site.Entry
			for _, m := range all {
				if a.Menu != "" && !strings.EqualFold(a.Menu, m.Title()) {
					continue
				}
				some, err := w.Keeper.Entries(ctx, c.Project, site.EntryLink, site.Query{Menu: m.ID}, "list the menus")
				if err != nil {
					return assistant.Receipt{}, err
				}
				for _, l := range some {
					lines = append(lines, l.With(map[string]string{site.FieldMenu: m.Title()}))
				}
			}
			return entry.Found("items", entry.Rows(lines, told()...), "line", "lines", math.MaxInt), nil
		},
	}
}

// told returns the fields listed of each line, besides id and url.
func told() []string {
	return []string{site.FieldMenu, site.FieldTitle, site.FieldAddress, site.FieldUnder}
}
