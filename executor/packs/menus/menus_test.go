package menus_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
	"github.com/aisteam/aisteam/executor/packs/menus"
)

// menu is a site with one menu, and a page called Hours.
type menu struct {
	lines map[string]site.Entry
	last  int
}

func (m *menu) Entries(_ context.Context, _ assistant.Project, kind site.EntryKind, q site.Query, _ string) ([]site.Entry, error) {
	var all []site.Entry
	switch kind {
	case site.EntryMenu:
		all = []site.Entry{{ID: "1", Fields: map[string]string{site.FieldTitle: "Main"}}}
	case site.EntryPage:
		if q.Slug != "" && q.Slug != "hours" || q.ID != "" && q.ID != "5" {
			return nil, nil
		}
		all = []site.Entry{{ID: "5", URL: "https://a.example/hours", Fields: map[string]string{site.FieldTitle: "Hours", site.FieldSlug: "hours", site.FieldStatus: site.StatusPublic}}}
	default:
		for _, id := range slices.Sorted(maps.Keys(m.lines)) {
			if q.ID == "" || q.ID == id {
				all = append(all, m.lines[id])
			}
		}
	}
	return all, nil
}

func (m *menu) Prospect(context.Context, assistant.Project, site.EntryKind, site.Entry, string) (site.Prospect, error) {
	return site.Prospect{}, nil
}

func (m *menu) WriteEntry(_ context.Context, _ assistant.Project, _ site.EntryKind, e site.Entry, over string) (site.Entry, error) {
	if e.ID == "" {
		m.last++
		e.ID = strconv.Itoa(m.last)
	} else if old, ok := m.lines[e.ID]; !ok || old.Hash() != over {
		return e, assistant.ErrMoved
	}
	m.lines[e.ID] = e
	return e, nil
}

func (m *menu) RemoveEntry(_ context.Context, _ assistant.Project, _ site.EntryKind, e site.Entry) error {
	delete(m.lines, e.ID)
	return nil
}

// put adds a line below another one.
func (m *menu) put(title, under string) string {
	m.last++
	id := strconv.Itoa(m.last)
	m.lines[id] = site.Entry{ID: id, Fields: map[string]string{
		site.FieldTitle: title, site.FieldUnder: under, site.FieldMenu: "1", site.FieldOrder: id, site.FieldAddress: "https://a.example/" + id, site.FieldObject: "",
	}}
	return id
}

func (m *menu) told() string {
	var out []string
	for _, l := range m.lines {
		out = append(out, fmt.Sprint(l.Fields))
	}
	slices.Sort(out)
	return strings.Join(out, "\n")
}

func on(t *testing.T) (*menu, func(assistant.TaskType) tools.Tool) {
	t.Helper()
	m := &menu{lines: map[string]site.Entry{}, last: 100}
	all, err := menus.Tools(m)
	if err != nil {
		t.Fatal(err)
	}
	return m, func(name assistant.TaskType) tools.Tool {
		at := slices.IndexFunc(all, func(t tools.Tool) bool { return t.Name == string(name) })
		return all[at]
	}
}

func call(t *testing.T, arguments any) tools.Call {
	t.Helper()
	raw, err := json.Marshal(arguments)
	if err != nil {
		t.Fatal(err)
	}
	return tools.Call{Arguments: raw, Key: "k"}
}

func TestALineThatIsNotCertainIsLeftAlone(t *testing.T) {
	m, tool := on(t)
	company := m.put("Company", "")
	team := m.put("Team", company)
	people := m.put("People", team)
	m.put("Contact", "")
	m.put("contact", company)
	before := m.told()
	for says, c := range map[string]struct {
		task      assistant.TaskType
		arguments any
	}{
		"has several lines “Contact”":                        {menus.TaskRemove, menus.RemoveMenuItem{Line: "Contact"}},
		"Below “Company” stand other lines of the menu: “Te": {menus.TaskRemove, menus.RemoveMenuItem{Line: "Company"}},
		"has no line “Nothing”":                              {menus.TaskRemove, menus.RemoveMenuItem{Line: "Nothing"}},
		"It is not said which line":                          {menus.TaskRemove, menus.RemoveMenuItem{}},
		"There is no menu “Footer”":                          {menus.TaskRemove, menus.RemoveMenuItem{Line: "Team", Menu: "Footer"}},
		"“Company” cannot stand below itself":                {menus.TaskUpdate, menus.UpdateMenuItem{Line: "Company", Under: "#" + people}},
		"“Team” cannot stand below itself":                   {menus.TaskUpdate, menus.UpdateMenuItem{Line: "Team", Under: "team"}},
		"has no line “Elsewhere”":                            {menus.TaskUpdate, menus.UpdateMenuItem{Line: "Team", Under: "Elsewhere"}},
		"It is not said what should be different":            {menus.TaskUpdate, menus.UpdateMenuItem{Line: "Team"}},
		"to a page or to an address, not to both":            {menus.TaskUpdate, menus.UpdateMenuItem{Line: "Team", Page: "Hours", URL: "https://b.example/"}},
		"“javascript:alert(1)” is no address":                {menus.TaskUpdate, menus.UpdateMenuItem{Line: "Team", URL: "javascript:alert(1)"}},
		"The line of the menu “Team” is like that already":   {menus.TaskUpdate, menus.UpdateMenuItem{Line: "Team", Under: "Company"}},
		"There is no page called “Opening”":                  {menus.TaskUpdate, menus.UpdateMenuItem{Line: "Team", Page: "Opening"}},
		"It is not said what the line of the menu says":      {menus.TaskAdd, menus.AddMenuItem{URL: "https://b.example/"}},
		"The menu “Main” has several lines “Contact”":        {menus.TaskAdd, menus.AddMenuItem{Page: "Hours", Under: "Contact"}},
	} {
		_, err := tool(c.task).Run(t.Context(), call(t, c.arguments))
		told, ok := errors.AsType[*assistant.Trouble](err)
		if !ok || !strings.Contains(told.Problem.Message.String(), says) || told.Problem.Recovery.String() == "" {
			t.Errorf("%s: %+v", says, err)
		}
	}
	if m.told() != before {
		t.Errorf("something was changed:\n%s\nit was\n%s", m.told(), before)
	}
	for range 100 {
		m.put("One of many", "")
	}
	if _, err := tool(menus.TaskRemove).Preview(t.Context(), call(t, menus.RemoveMenuItem{Line: "Team"})); err == nil || !strings.Contains(err.Error(), "100 lines or more") {
		t.Errorf("a menu whose end nobody sees: %v", err)
	}
}

func TestALineThatMovedIsNotRemoved(t *testing.T) {
	m, tool := on(t)
	team := m.put("Team", "")
	c := call(t, menus.RemoveMenuItem{Line: "Team"})
	shown, err := tool(menus.TaskRemove).Preview(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	c.Approved = shown.State
	m.lines[team] = m.lines[team].With(map[string]string{site.FieldAddress: "https://b.example/"})
	if _, err := tool(menus.TaskRemove).Run(t.Context(), c); !errors.Is(err, assistant.ErrMoved) || len(m.lines) != 1 {
		t.Errorf("%v, %d lines", err, len(m.lines))
	}
}

// TestALineIsPutBackWhereItsPlaceIs: nothing is put into a menu twice, or below a line that is gone.
func TestALineIsPutBackWhereItsPlaceIs(t *testing.T) {
	m, tool := on(t)
	company := m.put("Company", "")
	m.put("Team", company)
	before := m.told()
	remove := tool(menus.TaskRemove)
	gone, err := remove.Run(t.Context(), call(t, menus.RemoveMenuItem{Line: "Team"}))
	if err != nil || len(m.lines) != 1 {
		t.Fatal(err)
	}
	for range 2 {
		if err := remove.Undo(t.Context(), call(t, struct{}{}), gone); err != nil || m.told() != before {
			t.Errorf("%v\n%s", err, m.told())
		}
	}
	for id, l := range m.lines {
		if l.Title() == "Team" {
			delete(m.lines, id)
		}
	}
	delete(m.lines, company)
	if err := remove.Undo(t.Context(), call(t, struct{}{}), gone); err == nil || !strings.Contains(err.Error(), "stood below is gone") || len(m.lines) != 0 {
		t.Errorf("%v, %d lines", err, len(m.lines))
	}
}
