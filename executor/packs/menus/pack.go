package menus

import (
	"context"
	"errors"
	"net/url"
	"strconv"
	"strings"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
	"github.com/aisteam/aisteam/executor/clean"
	"github.com/aisteam/aisteam/executor/packs/entry"
	packsite "github.com/aisteam/aisteam/executor/packs/site"
)

// The task types of the pack.
const (
	TaskAdd  assistant.TaskType = "add_menu_item"
	TaskList assistant.TaskType = "list_menus"
)

// AddMenuItem are the arguments of add_menu_item. One of Page and URL is given.
type AddMenuItem struct {
	Menu  string `json:"menu,omitempty" jsonschema:"the menu's name; may be left out where the site has one menu"`
	Page  string `json:"page,omitempty" jsonschema:"the page that the line leads to: its title, its number or the last part of its address"`
	URL   string `json:"url,omitempty" jsonschema:"the address that the line leads to, where it is no page of the site"`
	Title string `json:"title,omitempty" jsonschema:"what the line says; the page's title when left out"`
	Under string `json:"under,omitempty" jsonschema:"the line of the menu below which it stands"`
}

// ListMenus are the arguments of list_menus.
type ListMenus struct {
	Menu string `json:"menu,omitempty" jsonschema:"the menu's name; all when left out"`
}

// MenusListed are the fields of the result of list_menus.
type MenusListed struct {
	Items string `json:"items" jsonschema:"a JSON object a line"`
}

// Pack says what the pack is, before anything that it works on is open.
func Pack() tools.Pack { return tools.Pack{Name: "menus", Rehearse: rehearsal()} }

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
	return []tools.Tool{w.add(), listMenus(w)}, nil
}

type writing struct{ entry.Writing }

func (w writing) add() tools.Tool {
	return w.Tool(tools.Tool{
		Name: string(TaskAdd), Label: "Add to a menu",
		Description: "Adds a line to a menu of the website, which leads to a page of it or to an address; at the end, or below another line. " +
			"Its result has the fields url, id and title.",
		Owners: packsite.Owners(), Needs: site.Menus, Result: tools.Fields[entry.Written](), Arguments: tools.Arguments[AddMenuItem](),
		Subject: tools.About("page", "title"),
	}, w.wanted)
}

const adding = "add to the menu"

func (w writing) wanted(ctx context.Context, c tools.Call, open bool) (entry.Wanted, error) {
	a, err := tools.Read[AddMenuItem](c)
	if err != nil {
		return entry.Wanted{}, err //nolint:wrapcheck // it says that the arguments could not be read
	}
	if (a.Page == "") == (a.URL == "") {
		return entry.Wanted{}, assistant.BadInput("It is not said where the line of the menu leads.", "Please name a page of the site, or give an address.")
	}
	menu, err := w.menu(ctx, c, a.Menu)
	if err != nil {
		return entry.Wanted{}, err
	}
	out := entry.Wanted{
		Fields: map[string]string{site.FieldMenu: menu.ID, site.FieldTitle: a.Title},
		Notes:  []string{"The menu is “" + clean.Short(menu.Title()) + "”."},
	}
	if err := w.leads(ctx, c, open, a, out.Fields); err != nil {
		return out, err
	}
	return out, w.stands(ctx, c, menu, a.Under, out.Fields)
}

// menu finds the menu that is meant.
func (w writing) menu(ctx context.Context, c tools.Call, name string) (site.Entry, error) {
	all, err := w.Keeper.Entries(ctx, c.Project, site.EntryMenu, site.Query{}, adding)
	if err != nil {
		return site.Entry{}, err //nolint:wrapcheck // it is made for people
	}
	var names []string
	for _, m := range all {
		if strings.EqualFold(m.Title(), strings.TrimSpace(name)) || m.Fields[site.FieldSlug] == name || len(all) == 1 && name == "" {
			return m, nil
		}
		names = append(names, "“"+clean.Short(m.Title())+"”")
	}
	switch {
	case len(all) == 0:
		return site.Entry{}, assistant.BadInput("The site has no menu that I can work on.", "Please make one in WordPress under Appearance, Menus. Themes that keep their menu as blocks have none of this kind.")
	case name == "":
		return site.Entry{}, assistant.BadInput("The site has several menus.", "Which one is it? "+strings.Join(names, ", "))
	}
	return site.Entry{}, assistant.BadInput("There is no menu “"+clean.Short(name)+"”.", "There is: "+strings.Join(names, ", ")+".")
}

// leads says where the line leads.
func (w writing) leads(ctx context.Context, c tools.Call, open bool, a AddMenuItem, fields map[string]string) error {
	if a.URL != "" {
		if u, err := url.Parse(a.URL); !open && (err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http") {
			return assistant.BadInput("“"+clean.Short(a.URL)+"” is no address.", "Please write it like https://example.com/page.")
		}
		if a.Title == "" {
			return assistant.BadInput("It is not said what the line of the menu says.", "Please tell me its words.")
		}
		fields[site.FieldAddress] = a.URL
		return nil
	}
	if open && strings.HasPrefix(a.Page, "(") { // what an earlier step will make
		fields[site.FieldAddress] = a.Page
		return nil
	}
	pages := entry.Writing{Keeper: w.Keeper, Kind: site.EntryPage, Noun: "page"}
	page, err := pages.Meant(ctx, c.Project, a.Page, adding)
	if err != nil {
		return err //nolint:wrapcheck // it is made for people
	}
	if status := page.Fields[site.FieldStatus]; status != site.StatusPublic {
		return assistant.BadInput("The page “"+clean.Short(page.Title())+"” is "+entry.Standing(status)+", so visitors who follow the menu would not see it.", "Please have it published first.")
	}
	fields[site.FieldObject], fields[site.FieldAddress] = page.ID, page.URL
	if a.Title == "" {
		fields[site.FieldTitle] = page.Title()
	}
	return nil
}

// stands puts the line at the end of the menu, or below another one.
func (w writing) stands(ctx context.Context, c tools.Call, menu site.Entry, under string, fields map[string]string) error {
	lines, err := w.Keeper.Entries(ctx, c.Project, site.EntryLink, site.Query{Menu: menu.ID}, adding)
	if err != nil {
		return err //nolint:wrapcheck // it is made for people
	}
	last, above := 0, ""
	for _, l := range lines {
		if n, err := strconv.Atoi(l.Fields[site.FieldOrder]); err == nil {
			last = max(last, n)
		}
		if under != "" && strings.EqualFold(l.Title(), strings.TrimSpace(under)) {
			above = l.ID
		}
	}
	if under != "" && above == "" {
		return assistant.BadInput("The menu “"+clean.Short(menu.Title())+"” has no line “"+clean.Short(under)+"”.", "Please name one of its lines, or leave that out.")
	}
	fields[site.FieldOrder] = strconv.Itoa(last + 1)
	if above != "" {
		fields[site.FieldUnder] = above
	}
	return nil
}

func listMenus(w writing) tools.Tool {
	return tools.Tool{
		Name: string(TaskList), Label: "List the menus",
		Description: "Lists the menus of the project's website with their lines. Changes nothing. Its result has the field items: a JSON object a " +
			"line, with menu, id, title, address and under, the id of the line above.",
		Class: assistant.ClassQuery, Effect: assistant.EffectNone, Idempotent: true, Arguments: tools.Arguments[ListMenus](), Needs: site.Menus,
		Result: tools.Fields[MenusListed](), Answers: true,
		Run: func(ctx context.Context, c tools.Call) (assistant.Receipt, error) {
			a, err := tools.Read[ListMenus](c)
			if err != nil {
				return assistant.Receipt{}, err //nolint:wrapcheck // it says that the arguments could not be read
			}
			all, err := w.Keeper.Entries(ctx, c.Project, site.EntryMenu, site.Query{}, "list the menus")
			if err != nil {
				return assistant.Receipt{}, err //nolint:wrapcheck // it is made for people
			}
			var lines []site.Entry
			for _, m := range all {
				if a.Menu != "" && !strings.EqualFold(a.Menu, m.Title()) {
					continue
				}
				some, err := w.Keeper.Entries(ctx, c.Project, site.EntryLink, site.Query{Menu: m.ID}, "list the menus")
				if err != nil {
					return assistant.Receipt{}, err //nolint:wrapcheck // it is made for people
				}
				for _, l := range some {
					lines = append(lines, l.With(map[string]string{site.FieldMenu: m.Title()}))
				}
			}
			text, err := entry.Lines(lines, site.FieldMenu, site.FieldTitle, site.FieldAddress, site.FieldUnder)
			return entry.Found("items", text, "line", len(lines), len(lines)+1), err //nolint:wrapcheck // it says which entry
		},
	}
}
