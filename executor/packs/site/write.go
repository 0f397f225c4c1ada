package site

import (
	"context"
	"errors"
	"fmt"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
	"github.com/aisteam/aisteam/executor/clean"
	"github.com/aisteam/aisteam/executor/shown"
)

// writer is what both tools that write pages have in common.
type writer struct {
	pages   Pages
	ground  Ground
	staging Staging
	meta    Meta
	policy  *clean.Policy
}

// edit is a change of a page: what stands, what shall stand, and the new content of it, as it came, cleaned, and as it
// stands on the page then.
type edit struct {
	old      site.Page
	found    bool
	next     site.Page
	raw      string
	cleaned  string
	fragment string
	notes    []assistant.Sentence // on the place of the page
	metaLost bool                 // what search engines were to be told has no place on the site
}

// state is what an approval of a change to the page is bound to.
func state(p assistant.Project, slug string, old site.Page, found bool) string {
	if found {
		return old.Hash()
	}
	return site.HashOf("no page", string(p.ID), slug)
}

// over is what a write may replace, see [Pages].
func (e edit) over() string {
	if e.found {
		return e.old.Hash()
	}
	return ""
}

// warnings returns the change's warnings, worst first.
func (e edit) warnings() []assistant.Sentence {
	var out []assistant.Sentence
	for _, left := range clean.LeftOut(e.raw, e.cleaned) {
		out = append(out, assistant.Say("Left out, because it may not be published: %s", left))
	}
	return shown.Bounded(append(out, shown.GainedAndLost(e.old.HTML, e.next.HTML)...))
}

// unmoved tells whether the page stands as it was approved, where it was.
func unmoved(c tools.Call, slug string, old site.Page, found bool) error {
	if c.Approved == "" || c.Approved == state(c.Project, slug, old, found) {
		return nil
	}
	return moved(slug, fmt.Errorf("page %s: %w", slug, assistant.ErrMoved))
}

func moved(slug string, err error) error {
	return &assistant.Trouble{Problem: assistant.Problem{
		Side:     assistant.SideContext,
		Message:  assistant.Say("The page /%s is no longer as it was when this was approved, so I changed nothing.", slug),
		Recovery: assistant.Say("Please look at what would change now, and approve that."),
		Steps:    []assistant.Sentence{assistant.Say("looking at the page once more, right before writing"), assistant.Say("It had been changed")},
	}, Err: err}
}

// write writes the change over what it was made from, and takes away what was staged for it.
func (w writer) write(ctx context.Context, c tools.Call, e edit) (site.Page, error) {
	now, err := w.pages.Write(ctx, c.Project, e.next.WithMark(c.Key), e.over())
	if errors.Is(err, assistant.ErrMoved) {
		return now, moved(e.next.Slug, err)
	}
	if err == nil && w.staging != nil {
		_ = w.staging.Unstage(ctx, c.Project, now, c.Key) // what is left is seen by nobody, and taken away with the approval
	}
	return now, err
}

func (w writer) stage(ctx context.Context, c tools.Call, e edit) (string, error) {
	return w.staging.Stage(ctx, c.Project, e.next, c.Key)
}

// unstage takes away what was staged for the page of that slug under the call's key.
func (w writer) unstage(ctx context.Context, c tools.Call, slug string) error {
	page, found, err := find(ctx, w.pages, c.Project, slug, "take the draft away")
	if err != nil {
		return err
	}
	if !found {
		page = site.Page{Slug: slug}
	}
	return w.staging.Unstage(ctx, c.Project, page, c.Key)
}
