package site_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
	packsite "github.com/aisteam/aisteam/executor/packs/site"
)

// ground is what is at addresses besides pages.
type ground map[string][]site.Taken

func (g ground) Taken(_ context.Context, _ assistant.Project, p site.Page) ([]site.Taken, error) {
	return g[p.Slug], nil
}

// on is a tool of a pack that looks at the ground.
func on(t *testing.T, w *world, g ground, name assistant.TaskType) tools.Tool {
	t.Helper()
	pack, err := packsite.Tools(packsite.Config{Pages: w.shelf, Ground: g, Auditor: w.eye})
	if err != nil {
		t.Fatal(err)
	}
	for _, tool := range pack {
		if tool.Name == string(name) {
			return tool
		}
	}
	t.Fatalf("no tool %s", name)
	return tools.Tool{}
}

// TestCreatingNeverReplaces: whatever stands at the address is a question with ways on, in the preview and in the act.
func TestCreatingNeverReplaces(t *testing.T) {
	g := ground{}
	for by, says := range map[site.TakenBy]string{
		site.TakenByTrash: "in the trash: “Old”", site.TakenByDraft: "the draft “Old”", site.TakenByPost: "a post at /hours", site.TakenByMedia: "A file of the media library",
		site.TakenByRedirect: "leads to https://x.example/else", site.TakenByOther: "Something answers at /hours",
	} {
		w := newWorld(t)
		g["hours"] = []site.Taken{{By: by, Path: "hours", Title: "Old", URL: "https://x.example/else"}}
		tool := on(t, w, g, "create_page")
		c := call(given(t, packsite.CreatePage{Slug: "/hours/", Title: "Hours", ContentHTML: "<p>x</p>", Replace: true}))
		_, shown := tool.Preview(t.Context(), c)
		_, done := tool.Run(t.Context(), c)
		for _, err := range []error{shown, done} {
			if p := words(t, err); !strings.Contains(p.Message.String(), says) || !strings.Contains(p.Recovery.String(), "another address, such as /hours-2, do you want to") || len(w.shelf.pages) != 0 {
				t.Errorf("%s: %+v", by, p)
			}
		}
	}
	for status, says := range map[string]string{"": "“Company” at https://x.example/company.", "draft": "a draft that visitors do not see", "future": "published later", "private": "visitors do not see (private)"} {
		w := newWorld(t, site.Page{Slug: "company", Title: "Company", HTML: "<p>theirs</p>", URL: "https://x.example/company", Status: status})
		tool := on(t, w, nil, "create_page")
		c := call(given(t, packsite.CreatePage{Slug: "company", Title: "Company", ContentHTML: "<p>x</p>"}))
		_, shown := tool.Preview(t.Context(), c)
		_, done := tool.Run(t.Context(), c)
		for _, err := range []error{shown, done} {
			if p := words(t, err); !strings.Contains(p.Message.String(), says) || !strings.Contains(p.Recovery.String(), "or change a part of the one that is there, replace it as a whole") || w.shelf.pages["company"].HTML != "<p>theirs</p>" {
				t.Errorf("%q: %+v", status, p)
			}
		}
		c = call(given(t, packsite.CreatePage{Slug: "company", Title: "Company", ContentHTML: "<p>x</p>", Replace: true}))
		if p, err := tool.Preview(t.Context(), c); err != nil || p.Title.String() != "Replace the page /company" {
			t.Errorf("%+v, %v", p, err)
		}
		if r, err := tool.Run(t.Context(), c); err != nil || !strings.HasPrefix(r.Result.Summary.String(), "Replaced the page “Company”") {
			t.Errorf("%+v, %v", r.Result, err)
		}
	}
}

func TestAPageBelowAnotherIsPlacedAndNamed(t *testing.T) {
	w := newWorld(t)
	g := ground{"hours": {{By: site.TakenElsewhere, Path: "company/hours", Title: "Opening hours"}}, "company/hours": nil}
	create, update := on(t, w, g, "create_page"), on(t, w, g, "update_content_block")
	c := call(given(t, packsite.CreatePage{Slug: "company/hours", Title: "Hours", ContentHTML: "<p>x</p>"}))
	if p, err := create.Preview(t.Context(), c); err != nil || !strings.Contains(fmt.Sprint(p.Warnings), "/company, below which this one stands, has to be there first") {
		t.Errorf("%+v, %v", p, err)
	}
	p, err := create.Preview(t.Context(), call(given(t, packsite.CreatePage{Slug: "hours", Title: "Hours", ContentHTML: "<p>x</p>"})))
	if err != nil || p.Title.String() != "Create the page /hours" || !strings.Contains(fmt.Sprint(p.Warnings), "another page of that name, “Opening hours” at /company/hours; it stays") {
		t.Errorf("%+v, %v", p, err)
	}
	_, err = update.Preview(t.Context(), call(given(t, packsite.UpdateContentBlock{Slug: "hours", Block: "intro", Text: "x"})))
	if p := words(t, err); !strings.Contains(p.Message.String(), "There is /company/hours") || !strings.Contains(p.Recovery.String(), "company/hours") {
		t.Errorf("%+v", p)
	}
}

// TestAnAuditIsOfThePageThatIsMeant: by the address that the site gives it, and not of what comes in its place.
func TestAnAuditIsOfThePageThatIsMeant(t *testing.T) {
	const at = "https://x.example/?page_id=7"
	front := site.Audit{URL: at, Status: 200, Title: "Welcome", Canonical: "https://x.example/", Shortlink: "https://x.example/"}
	for name, c := range map[string]struct {
		sees site.Audit
		says string // "" where it is audited
	}{
		"the front page came":    {front, "is another page: “Welcome”, at https://x.example/"},
		"another page by its ID": {site.Audit{URL: at, Status: 200, Title: "Services", Shortlink: "https://x.example/?p=8"}, "is another page"},
		"the page by its ID":     {site.Audit{URL: at, Status: 200, Title: "Other words", Shortlink: "https://x.example/?p=7"}, ""},
		"by its own address":     {site.Audit{URL: at, Status: 200, Title: "Other words", Canonical: at}, ""},
		"by its title":           {site.Audit{URL: at, Status: 200, Title: "Our services & more – x"}, ""},
		"by its heading":         {site.Audit{URL: at, Status: 200, Headings: []site.Heading{{Level: 1, Text: "our  Services & more"}}}, ""},
		"an error is a finding":  {site.Audit{URL: at, Status: 404, Title: "Nothing found"}, ""},
	} {
		w := newWorld(t)
		w.shelf.pages["services"] = site.Page{ID: "7", Slug: "services", Title: "Our services &amp; more", URL: at}
		w.eye.sees = map[string]site.Audit{at: c.sees}
		_, err := w.tool(t, "run_audit").Run(t.Context(), call(`{"slug":"services"}`))
		if c.says == "" && err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if c.says != "" {
			if p := words(t, err); !strings.Contains(p.Message.String(), c.says) || p.Recovery.String() == "" {
				t.Errorf("%s: %+v", name, p)
			}
		}
	}
	w := newWorld(t, site.Page{Slug: "begun", Title: "Begun", Status: "draft"})
	for slug, says := range map[string]string{"begun": "nothing to audit yet", "away": "no page /away", "a b": "not the address"} {
		_, err := w.tool(t, "run_audit").Run(t.Context(), call(`{"slug":"`+slug+`"}`))
		if p := words(t, err); !strings.Contains(p.Message.String(), says) || len(w.eye.looked) > 0 {
			t.Errorf("%s: %+v, looked at %q", slug, p, w.eye.looked)
		}
	}
	w.eye.sees = map[string]site.Audit{"https://x.example/old": {URL: "https://x.example/new/"}, "https://x.example/dup": {URL: "https://x.example/dup/", Canonical: "https://x.example/"}}
	for url, says := range map[string]string{"https://x.example/old": "Audited https://x.example/new/ (where https://x.example/old leads)", "https://x.example/dup": "(which names https://x.example/ as its address)"} {
		r, err := w.tool(t, "run_audit").Run(t.Context(), call(`{"url":"`+url+`"}`))
		if err != nil || !strings.Contains(r.Result.Summary.String(), says) {
			t.Errorf("%s: %q, %v", url, r.Result.Summary.String(), err)
		}
	}
}
