package main

import (
	"context"
	"errors"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
	"github.com/aisteam/aisteam/executor/connect"
)

var errFoldersApart = errors.New("replicas have different folders of sites")

// oneFolder keeps pages in the folder of sites while every replica has the same one: otherwise half of the visitors would see
// what the other half does not, and an undo would look for what is elsewhere.
type oneFolder struct {
	connect.Way

	agreed *agreement
}

func (f *oneFolder) refusal() error {
	if !f.agreed.apart.Load() {
		return nil
	}
	return &assistant.Trouble{Err: errFoldersApart, Problem: assistant.Problem{
		Side: assistant.SideContext, Retry: true,
		Message:  assistant.Say("This project's pages are in a folder, and the machines that I run on do not share it, so I leave them alone."),
		Recovery: assistant.Say("Please ask whoever runs me to share the folder, or move the project to a WordPress site."),
	}}
}

// Find implements [connect.Keeper].
func (f *oneFolder) Find(ctx context.Context, p assistant.Project, slug, purpose string) (site.Page, bool, error) {
	if err := f.refusal(); err != nil {
		return site.Page{}, false, err
	}
	return f.Way.Find(ctx, p, slug, purpose)
}

// Write implements [connect.Keeper].
func (f *oneFolder) Write(ctx context.Context, p assistant.Project, page site.Page, over string) (site.Page, error) {
	if err := f.refusal(); err != nil {
		return site.Page{}, err
	}
	return f.Way.Write(ctx, p, page, over)
}

// Remove implements [connect.Keeper].
func (f *oneFolder) Remove(ctx context.Context, p assistant.Project, page site.Page) error {
	if err := f.refusal(); err != nil {
		return err
	}
	return f.Way.Remove(ctx, p, page)
}

// Stage implements [connect.Stager].
func (f *oneFolder) Stage(ctx context.Context, p assistant.Project, page site.Page, key string) (string, error) {
	if err := f.refusal(); err != nil {
		return "", err
	}
	return f.Way.Stage(ctx, p, page, key)
}

// Pages implements [connect.Inventory].
func (f *oneFolder) Pages(ctx context.Context, p assistant.Project, purpose string) ([]site.Listing, error) {
	if err := f.refusal(); err != nil {
		return nil, err
	}
	return f.Way.Pages(ctx, p, purpose)
}

// Menu implements [connect.Inventory].
func (f *oneFolder) Menu(ctx context.Context, p assistant.Project, purpose string) ([]site.MenuLine, error) {
	if err := f.refusal(); err != nil {
		return nil, err
	}
	return f.Way.Menu(ctx, p, purpose)
}
