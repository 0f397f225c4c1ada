package menus

import (
	"context"
	"html"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
	"github.com/aisteam/aisteam/executor/clean"
	"github.com/aisteam/aisteam/executor/packs/entry"
)

// working is what goes on when the site refuses to tell of its menus.
const working = "work on the menu"

// menu finds the menu that is meant.
func (w writing) menu(ctx context.Context, c tools.Call, name string) (site.Entry, error) {
	all, err := w.Keeper.Entries(ctx, c.Project, site.EntryMenu, site.Query{}, working)
	if err != nil {
		return site.Entry{}, err
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
		return site.Entry{}, assistant.BadInput(assistant.Say("The site has no menu that I can work on."), assistant.Say("Please make one in WordPress under Appearance, Menus. Themes that keep their menu as blocks have none of this kind."))
	case name == "":
		return site.Entry{}, assistant.BadInput(assistant.Say("The site has several menus."), assistant.Say("Which one is it? %s", strings.Join(names, ", ")))
	}
	return site.Entry{}, assistant.BadInput(assistant.Say("There is no menu “%s”.", clean.Short(name)), assistant.Say("There is: %s.", strings.Join(names, ", ")))
}

// maxLines is how many lines of a menu a site tells at once. Of a longer one nobody knows where its end is.
const maxLines = 100

// lines are the lines of a menu, in their order.
func (w writing) lines(ctx context.Context, c tools.Call, menu site.Entry) ([]site.Entry, error) {
	all, err := w.Keeper.Entries(ctx, c.Project, site.EntryLink, site.Query{Menu: menu.ID, Most: maxLines}, working)
	if err != nil {
		return nil, err
	}
	if len(all) >= maxLines {
		return nil, assistant.BadInput(assistant.Say("The menu “%s” has %d lines or more, and I do not see all of them, so I leave it as it is.", clean.Short(menu.Title()), maxLines),
			assistant.Say("Please change it in WordPress under Appearance, Menus."))
	}
	slices.SortStableFunc(all, func(a, b site.Entry) int { return place(a) - place(b) })
	return all, nil
}

// place is where a line stands in its menu.
func place(line site.Entry) int {
	n, err := strconv.Atoi(line.Fields[site.FieldOrder])
	if err != nil {
		return 0
	}
	return n
}

// says is what a line says, as people read it.
func says(line site.Entry) string { return clean.Legible(html.UnescapeString(line.Title())) }

// meant finds the line that words mean: its number, or what it says. Where there is none, found is false and the error the question.
func meant(menu site.Entry, lines []site.Entry, words string) (line site.Entry, found bool, err error) {
	words = strings.Trim(strings.TrimSpace(words), `"“”'«»`)
	if words == "" {
		return line, false, assistant.BadInput(assistant.Say("It is not said which line of the menu is meant."), assistant.Say("Please tell me what it says."))
	}
	var same, named []string
	for _, l := range lines {
		if strings.TrimPrefix(words, "#") == l.ID {
			return l, true, nil
		}
		name := "#" + l.ID + " “" + clean.Short(l.Title()) + "”"
		named = append(named, name)
		if strings.EqualFold(says(l), clean.Legible(words)) {
			line, same = l, append(same, name)
		}
	}
	switch {
	case len(same) == 1:
		return line, true, nil
	case len(same) > 1:
		return line, true, assistant.BadInput(assistant.Say("The menu “%s” has several lines “%s”.", clean.Short(menu.Title()), clean.Short(words)), assistant.Say("Which one is it? Please give its number: %s.", strings.Join(same, ", ")))
	case len(lines) == 0:
		return line, false, assistant.BadInput(assistant.Say("The menu “%s” has no line.", clean.Short(menu.Title())), assistant.Say("I can add one."))
	}
	return line, false, assistant.BadInput(assistant.Say("The menu “%s” has no line “%s”.", clean.Short(menu.Title()), clean.Short(words)), assistant.Say("There is: %s.", strings.Join(named[:min(len(named), 20)], ", ")))
}

// leads says where the line leads: to a page, which it returns, or to an address.
func (w writing) leads(ctx context.Context, c tools.Call, open bool, words, address string, fields map[string]string) (page site.Entry, err error) {
	if address != "" {
		if u, err := url.Parse(address); !open && (err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http") {
			return page, assistant.BadInput(assistant.Say("“%s” is no address.", clean.Short(address)), assistant.Say("Please write it like https://example.com/page."))
		}
		fields[site.FieldObject], fields[site.FieldAddress] = "", address
		return page, nil
	}
	if open && strings.HasPrefix(words, "(") { // what an earlier step will make
		fields[site.FieldAddress] = words
		return page, nil
	}
	pages := entry.Writing{Keeper: w.Keeper, Kind: site.EntryPage, Noun: "page"}
	if page, err = pages.Meant(ctx, c.Project, words, working); err != nil {
		return page, err
	}
	if status := page.Fields[site.FieldStatus]; status != site.StatusPublic {
		return page, assistant.BadInput(assistant.Say("The page “%s” is %s, so visitors who follow the menu would not see it.", clean.Short(page.Title()), assistant.Label(entry.Standing(status))), assistant.Say("Please have it published first."))
	}
	fields[site.FieldObject], fields[site.FieldAddress] = page.ID, page.URL
	return page, nil
}

// stands puts a line at the end of the menu, or below another one.
func stands(menu site.Entry, lines []site.Entry, under string, fields map[string]string) error {
	last := 0
	for _, l := range lines {
		last = max(last, place(l))
	}
	fields[site.FieldOrder] = strconv.Itoa(last + 1)
	if under == "" {
		return nil
	}
	above, _, err := meant(menu, lines, under)
	if err != nil {
		return err
	}
	fields[site.FieldUnder] = above.ID
	return nil
}

// below are the lines that stand below one, at any depth.
func below(lines []site.Entry, id string) []site.Entry {
	var out []site.Entry
	for _, l := range lines {
		if l.Fields[site.FieldUnder] == id && l.ID != id && len(out) < maxLines {
			rest := slices.DeleteFunc(slices.Clone(lines), func(other site.Entry) bool { return other.ID == l.ID })
			out = append(append(out, l), below(rest, l.ID)...)
		}
	}
	return out
}
