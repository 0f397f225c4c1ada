package site

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/aisteam/aisteam/agents/outward"
	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
	"github.com/aisteam/aisteam/executor/clean"
)

// Pages keeps the pages of projects, wherever that is.
type Pages interface {
	// Find returns the page of that slug, if the project has one. The purpose, such as "create the new page", goes into
	// what people read when the site refuses.
	Find(ctx context.Context, p assistant.Project, slug, purpose string) (site.Page, bool, error)
	// Write creates a page without an ID, where none has its slug, or replaces the one of the ID, where that still hashes to
	// over, with its marks. It returns the page as it is kept. An error that wraps [assistant.ErrMoved] says that another
	// page stands there than was looked at, and that nothing was changed; one that wraps [assistant.ErrUncertain] says that
	// it may have happened. What was staged for a page without an ID, see [Staging], becomes that very page.
	Write(ctx context.Context, p assistant.Project, page site.Page, over string) (site.Page, error)
	// Remove takes the page away so that people no longer see it. One that is gone already is no error.
	Remove(ctx context.Context, p assistant.Project, page site.Page) error
	// Previous returns the version before the one that stands, if that is known.
	Previous(ctx context.Context, p assistant.Project, page site.Page) (site.Page, bool, error)
	// Address is where people see a page of that slug; of the front page for "".
	Address(p assistant.Project, slug string) string
}

// Staging puts pages where who decides can look at them before visitors can.
type Staging interface {
	// Stage keeps the page under the key, in place of what the key has staged before. It returns where it can be looked at,
	// "" where the site has no such place for it.
	Stage(ctx context.Context, p assistant.Project, page site.Page, key string) (link string, err error)
	// Unstage takes away what the key has staged for the page. What is gone, or was published since, is no error and stays.
	Unstage(ctx context.Context, p assistant.Project, page site.Page, key string) error
}

// Ground knows what is at addresses besides pages.
type Ground interface {
	// Taken says what stands where the new page would: in the trash, as a draft, a post, a redirect.
	Taken(ctx context.Context, p assistant.Project, page site.Page) ([]site.Taken, error)
}

// Meta knows whether new pages have a title and a description for search engines that can be set.
type Meta interface {
	KeepsMeta(ctx context.Context, p assistant.Project, purpose string) (bool, error)
}

// Auditor looks at a page as a visitor and a search engine see it.
type Auditor interface {
	Audit(ctx context.Context, out outward.Permit, p assistant.Project, url string) (site.Audit, error)
}

// Inventory lists what there is of a project's site. The purpose is as with [Pages].
type Inventory interface {
	// Pages lists the pages that visitors see, with when they were changed.
	Pages(ctx context.Context, p assistant.Project, purpose string) ([]site.Listing, error)
	// Menu lists the lines of its menus.
	Menu(ctx context.Context, p assistant.Project, purpose string) ([]site.MenuLine, error)
}

// Config gives the pack what it works on.
type Config struct {
	Pages     Pages
	Inventory Inventory // nil if pages cannot be listed: then the listing tools are missing
	Ground    Ground    // nil where nothing but pages is at addresses
	Staging   Staging   // nil where nothing can be looked at before it is published
	Meta      Meta      // nil where a site of WordPress has no place for what search engines are told
	Auditor   Auditor
	Visitor   Visitor // looks whether addresses answer; nil for not looking
	Now       func() time.Time
}

// The task types of the pack.
const (
	TaskCreatePage  assistant.TaskType = "create_page"
	TaskUpdateBlock assistant.TaskType = "update_content_block"
	TaskReadPage    assistant.TaskType = "read_page"
	TaskRunAudit    assistant.TaskType = "run_audit"
	TaskListPages   assistant.TaskType = "list_pages"
	TaskCheckPages  assistant.TaskType = "check_pages"
)

// Pack says what the pack is, before anything that it works on is open.
func Pack() tools.Pack {
	return tools.Pack{Name: "site", Templates: templates(), Brief: "works on websites", Work: "changes a website"}
}

// Tools returns the pack's tools.
func Tools(c Config) ([]tools.Tool, error) {
	if c.Pages == nil || c.Auditor == nil {
		return nil, errors.New("site pack: pages and an auditor are needed")
	}
	w := writer{pages: c.Pages, ground: c.Ground, staging: c.Staging, meta: c.Meta, policy: clean.New()}
	all := verified(c, createPage(w), updateBlock(w), readPage(c), runAudit(c))
	if c.Inventory == nil {
		return all, nil
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	return append(all, listPages(c), checkPages(c)), nil
}

// Owners may change what a site says.
func Owners() []assistant.AgentID {
	return []assistant.AgentID{
		assistant.WebEngineer, assistant.TechnicalLead, assistant.CreativeLead, assistant.GrowthLead,
		assistant.DeliveryLead, assistant.SEOSpecialist, assistant.EcommerceSpecialist, assistant.SportsMedia, assistant.Chief,
	}
}

func createPage(common writer) tools.Tool {
	w := pageWrite{common}
	t := tools.Tool{
		Name: string(TaskCreatePage), Label: "Create a page",
		Description: "Creates a page on the project's website. It replaces none that is there, unless replace says so: to change " +
			"a part of a page use update_content_block. Its result has the fields url, slug, id and title.",
		Class: assistant.ClassAction, Effect: assistant.EffectReversible, Owners: Owners(),
		Needs: site.Capability, HTML: []string{"contentHtml"},
		Title: "title", Unique: "slug", Subject: aboutPage, Regular: RegularPage, Result: tools.Fields[PageWritten](),
		Examples:  newPages(),
		With:      []string{"draft_content", "draft_seo", "run_audit"},
		Nouns:     strings.Fields("page pages webpage webpages homepage subpage landing site website websites layout header footer menu navigation nav"),
		Arguments: tools.Arguments[CreatePage](), Preview: w.preview, Run: w.run, Recover: w.recover, Undo: undoPage(w.pages),
	}
	if w.staging != nil {
		t.Stage, t.Unstage = w.stage, w.unstage
	}
	return t
}

func updateBlock(common writer) tools.Tool {
	w := blockWrite{common}
	t := tools.Tool{
		Name: string(TaskUpdateBlock), Label: "Update a part of a page",
		Description: "Replaces one part of a page of the project's website: what stands under a heading, an element with an " +
			"id, the main heading or the introduction. Give text or html. Its result has the fields url, slug, id and title.",
		Class: assistant.ClassAction, Effect: assistant.EffectReversible, Owners: Owners(), Direct: true, Drafted: true,
		Needs: site.Capability, HTML: []string{"html"},
		Subject: aboutPage, Regular: RegularAddress, Result: tools.Fields[PageWritten](),
		Examples: changedParts(),
		With:     []string{"draft_content", "read_page"},
		Nouns: strings.Fields("section sections block blocks headline headlines heading headings title titles description meta content copy text " +
			"paragraph image images picture logo banner button"),
		Arguments: tools.Arguments[UpdateContentBlock](), Preview: w.preview, Run: w.run, Recover: w.recover, Undo: undoPage(w.pages),
	}
	if w.staging != nil {
		t.Stage, t.Unstage = w.stage, w.unstage
	}
	return t
}

// arguments reads a call's arguments into their struct; the gate has checked them against its schema. An address may be given
// with slashes around it, as people write it.
func arguments[T any](c tools.Call) (T, error) {
	out, err := tools.Read[T](c)
	if err != nil {
		return out, err
	}
	switch a := any(&out).(type) {
	case *CreatePage:
		a.Slug = strings.Trim(a.Slug, "/")
	case *UpdateContentBlock:
		a.Slug = strings.Trim(a.Slug, "/")
	case *ReadPage:
		a.Slug = strings.Trim(a.Slug, "/")
	case *RunAudit:
		a.Slug = strings.Trim(a.Slug, "/")
	}
	return out, nil
}

// planned reads the arguments of a call that may still refer to what earlier steps will bring about, and tells whether any
// does: then nobody knows yet what will be written.
func planned[T any](c tools.Call) (a T, open bool, err error) {
	c, open, err = tools.Planned(c)
	if err != nil {
		return a, open, err
	}
	a, err = arguments[T](c)
	return a, open, err
}
