package site_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/aisteam/aisteam/agents/outward"
	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
	packsite "github.com/aisteam/aisteam/executor/packs/site"
)

// stocked is a site whose pages and menu are known.
type stocked struct {
	pages []site.Listing
	menu  []site.MenuLine
	dead  string // an address that does not answer visitors
}

func (s stocked) Pages(context.Context, assistant.Project, string) ([]site.Listing, error) {
	return s.pages, nil
}

func (s stocked) Menu(context.Context, assistant.Project, string) ([]site.MenuLine, error) {
	return s.menu, nil
}

func (s stocked) Visit(_ context.Context, _ outward.Permit, _ assistant.Project, url string) (int, error) {
	if url == s.dead {
		return 404, nil
	}
	return 200, nil
}

// asks uses a tool of a site on which the eye sees what it sees.
func (s stocked) asks(t *testing.T, e *eye, name assistant.TaskType, arguments string) assistant.Result {
	t.Helper()
	pack, err := packsite.Tools(packsite.Config{
		Pages: &shelf{pages: map[string]site.Page{}}, Auditor: e, Inventory: s, Visitor: s, Now: func() time.Time { return time.Date(2026, 11, 25, 0, 0, 0, 0, time.UTC) },
	})
	if err != nil {
		t.Fatal(err)
	}
	registry, err := tools.NewRegistry(pack...)
	if err != nil {
		t.Fatal(err)
	}
	tool, ok := registry.Get(string(name))
	if !ok || !tool.Answers || tool.Effect != assistant.EffectNone {
		t.Fatalf("%s is %+v", name, tool)
	}
	c := call(arguments)
	c.Project.Domain = "a.example"
	c.Out = outward.New(outward.Config{Project: c.Project})
	r, err := tool.Run(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	return r.Result
}

func twoPages() stocked {
	return stocked{
		pages: []site.Listing{
			{Title: "New", Slug: "new", URL: "https://a.example/new", Changed: time.Date(2026, 10, 1, 0, 0, 0, 0, time.UTC)},
			{Title: "Old", Slug: "old", URL: "https://a.example/old", Changed: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)},
		},
		menu: []site.MenuLine{{Title: "Home", URL: "https://a.example/"}, {Title: "Jobs", URL: "https://a.example/jobs"}},
		dead: "https://a.example/jobs",
	}
}

func TestPagesAreListedTheOldestFirst(t *testing.T) {
	all := twoPages().asks(t, &eye{}, packsite.TaskListPages, `{}`)
	if at, err := all.Fields.At("pages[1].slug"); err != nil || string(at) != `"new"` {
		t.Errorf("the second one is %s, %v", at, err)
	}
	if !strings.HasPrefix(all.Fields.Text("pages"), `{"changed":"1 January 2026","slug":"old"`) || all.Summary.String() != "There are 2 pages" {
		t.Errorf("%+v", all)
	}
	stale := twoPages().asks(t, &eye{}, packsite.TaskListPages, `{"olderThanMonths":6}`)
	if strings.Contains(stale.Fields.Text("pages"), "new") || stale.Summary.String() != "1 page of 2 has not been changed for 6 months" {
		t.Errorf("%+v", stale)
	}
}

func TestEveryLineOfAMenuIsVisited(t *testing.T) {
	s := twoPages()
	got := s.asks(t, &eye{}, packsite.TaskCheckPages, `{"for":"menu"}`)
	if got.Summary.String() != "1 line of the menu of 2 leads nowhere" || !strings.Contains(got.Fields.Text("found"), "The line “Jobs” leads to https://a.example/jobs, which answers with the error 404.") {
		t.Errorf("%+v", got)
	}
	s.dead = ""
	s.menu = append(s.menu, site.MenuLine{Title: "Shop", URL: "https://b.example/"})
	if got := s.asks(t, &eye{}, packsite.TaskCheckPages, `{"for":"menu"}`); got.Summary.String() != "All 2 lines of the menu lead to pages that are there" ||
		got.Fields.Text("found") != "The line “Shop” leads to another site, https://b.example/, where I have not looked." {
		t.Errorf("%+v", got)
	}
	s.menu = s.menu[:2]
	if got := s.asks(t, &eye{}, packsite.TaskCheckPages, `{"for":"menu"}`); got.Summary.String() != "All 2 lines of the menu lead to pages that are there" || got.Fields.Text("count") != "0" {
		t.Errorf("%+v", got)
	}
}

func TestAllPagesAreLookedThroughForOneThing(t *testing.T) {
	seen := &eye{sees: map[string]site.Audit{
		"https://a.example/new": {Status: 200, Title: "New", Description: "All of it."},
		"https://a.example/old": {Status: 200, Title: "Old", Broken: []string{"https://a.example/gone"}},
	}}
	for arguments, want := range map[string]string{
		`{"for":"links"}`:  "I looked at 2 pages: 1 thing is wrong with their links\n“Old” links to https://a.example/gone, which is not there.",
		`{"for":"search"}`: "I looked at 2 pages: 1 has no title or description for search engines\n“Old” has no description.",
	} {
		got := twoPages().asks(t, seen, packsite.TaskCheckPages, arguments)
		if said := got.Summary.String() + "\n" + got.Fields.Text("found"); said != want {
			t.Errorf("%s: %q", arguments, said)
		}
	}
}
