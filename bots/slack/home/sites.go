package home

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	slackapi "github.com/slack-go/slack"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/links"
	"github.com/aisteam/aisteam/bots/slack/blocks"
	"github.com/aisteam/aisteam/bots/slack/payload"
	"github.com/aisteam/aisteam/bots/slack/workspace"
	"github.com/aisteam/aisteam/bots/view"
	"github.com/aisteam/aisteam/projects"
	"github.com/aisteam/aisteam/wording"
)

const (
	shownSites = 10

	noteAdmins  = "Only an admin may change that. Nothing has changed."
	noteNoSites = "Sites cannot be changed here."

	fieldAnyway = "anyway"
	keepAnyway  = "yes"

	siteWithin = 2 * time.Second // an address is waited for: Slack waits three for its answer
)

// shownSite is a site as the Home tab lists it.
type shownSite struct {
	ID      assistant.ProjectID
	Name    string
	Address string
	Others  []assistant.ConnectionForm // that it could be connected to
	Tested  []assistant.ConnectionForm // that it is connected to, and that can be tried
}

// buttons are what an admin can do about the site.
func (s shownSite) buttons(in wording.Words) []slackapi.BlockElement {
	of := func(f assistant.ConnectionForm) string { return blocks.Subject{Project: s.ID, Kind: f.Kind}.String() }
	out := []slackapi.BlockElement{blocks.Button(blocks.ActionSite, blocks.Subject{Project: s.ID}.String(), in.Say("Change"), "", nil)}
	for _, f := range s.Others {
		out = append(out, blocks.Button(blocks.ActionSiteConnect+string(f.Kind), of(f), in.Say("Connect %s", f.Label), "", nil))
	}
	for _, f := range s.Tested {
		out = append(out, blocks.Button(blocks.ActionSiteTry+string(f.Kind), of(f), in.Say("Test %s", f.Label), "", nil))
	}
	return append(out, blocks.Button(blocks.ActionSiteDelete, blocks.Subject{Project: s.ID}.String(), in.Say("Delete"), "", nil))
}

// sites reads the tenant's sites; none if sites cannot be configured.
func (h *Home) sites(ctx context.Context, w *workspace.Workspace) ([]shownSite, error) {
	if h.Projects == nil {
		return nil, nil
	}
	all, err := h.Projects.Projects(ctx, w.Tenant)
	if err != nil {
		return nil, fmt.Errorf("read sites: %w", err)
	}
	var out []shownSite
	for _, p := range all {
		one := shownSite{ID: p.ID, Name: p.Name, Address: h.Projects.Address(p)}
		for _, f := range h.Projects.Forms() {
			_, connected := p.Connected(f.Kind)
			switch {
			case connected && f.Tested:
				one.Tested = append(one.Tested, f)
			case !connected && len(f.Fields) > 0:
				one.Others = append(one.Others, f)
			}
		}
		out = append(out, one)
	}
	return out, nil
}

// siteBlocks draws what the team works on. Admins add to it and change it.
func siteBlocks(all []shownSite, p assistant.Person, r blocks.Renderer) []slackapi.Block {
	admin := p.Role == assistant.RoleAdmin
	drawn := []slackapi.Block{slackapi.NewHeaderBlock(blocks.PlainText(r.In.Say("Sites"), blocks.LimitTitle))}
	switch {
	case len(all) == 0 && admin:
		drawn = append(drawn, blocks.Section(r.In.Say("There is no site yet that I could work on. Add yours: I need its address, a user and an application password.")))
	case len(all) == 0:
		drawn = append(drawn, blocks.Section(r.In.Say("There is no site yet that I could work on. An admin adds it, here on their Home tab.")))
	}
	for i, one := range all {
		if i == shownSites {
			drawn = append(drawn, blocks.ContextLine(r.In.Say("and %d more", len(all)-i)))
			break
		}
		text := "*" + blocks.Escape(bots.OneLine(one.Name), 150) + "*"
		if at := one.Address; at != "" {
			text += "\n" + blocks.Escape(bots.OneLine(at), 500)
		}
		drawn = append(drawn, blocks.Section(links.SafeWords(text, r.Hosts)))
		if admin {
			drawn = append(drawn, slackapi.NewActionBlock("", one.buttons(r.In)...))
		}
	}
	if admin {
		style := slackapi.Style("")
		if len(all) == 0 {
			style = slackapi.StylePrimary
		}
		drawn = append(drawn, slackapi.NewActionBlock("", blocks.Button(blocks.ActionSiteAdd, blocks.Subject{}.String(), r.In.Say("Add a site"), style, nil)))
	}
	return drawn
}

// siteForm asks for a site: for all of a new one, and for what should be different about one that is there. Of the kinds of
// connection it has the fields of one.
func siteForm(p assistant.Project, of assistant.ConnectionForm, in wording.Words) assistant.Form {
	f := assistant.Form{Name: blocks.CallbackSite, Title: assistant.Say("Change a site"), Send: assistant.Say("Save")}
	if p.ID == "" {
		f.Title = assistant.Say("Add a site")
	}
	every := assistant.Form{Fields: projects.SettingFields(p)}
	name, _ := every.Field(projects.SettingName)
	language, _ := every.Field(projects.SettingLanguage)
	f.Fields = append([]assistant.FormField{name}, projects.ConnectionFields(of, p)...)
	if of.Tested {
		f.Fields = append(f.Fields, assistant.FormField{
			Key: fieldAnyway, Kind: assistant.FieldChoice, Label: assistant.Say("If the test fails"),
			Options: []assistant.Option{{Value: keepAnyway, Label: in.Say("Keep it all the same")}},
		})
	}
	f.Fields = append(f.Fields, language)
	return f
}

// drawn is the form of a site as a view.
func drawn(p assistant.Project, of assistant.ConnectionForm, in wording.Words) slackapi.ModalViewRequest {
	return blocks.Modal(siteForm(p, of, in), blocks.FormState{Subject: blocks.Subject{Project: p.ID, Kind: of.Kind}}, in)
}

// kindFor is the kind of connection that a project's form shows: the one asked for, else one that the project has, else the
// first that asks something.
func (h *Home) kindFor(p assistant.Project, asked assistant.ConnectionKind) assistant.ConnectionForm {
	forms := h.Projects.Forms()
	i := slices.IndexFunc(forms, func(f assistant.ConnectionForm) bool {
		_, has := p.Connected(f.Kind)
		return f.Kind == asked || asked == "" && has
	})
	if i < 0 {
		i = slices.IndexFunc(forms, func(f assistant.ConnectionForm) bool { return len(f.Fields) > 0 })
	}
	if i < 0 {
		return assistant.ConnectionForm{}
	}
	return forms[i]
}

// onlyAdmins returns what to tell a person who clicked and may not change settings. Their role is looked up for each click.
func (h *Home) onlyAdmins(ctx context.Context, c workspace.Click) assistant.Sentence {
	p, err := h.Work.PersonFor(ctx, c.At.Tenant, h.People.Whole(ctx, c.From))
	switch {
	case err != nil:
		h.Log.ErrorContext(ctx, "slack person not found", slog.Any("err", err))
		return assistant.Say(view.NoteAgain)
	case p.ID == "" || p.Role != assistant.RoleAdmin:
		return assistant.Say(noteAdmins)
	default:
		return assistant.Sentence{}
	}
}

// siteView is the form for a click, or what to say instead.
func (h *Home) siteView(ctx context.Context, c workspace.Click) (slackapi.ModalViewRequest, assistant.Sentence) {
	if h.Projects == nil {
		return slackapi.ModalViewRequest{}, assistant.Say(noteNoSites)
	}
	if note := h.onlyAdmins(ctx, c); !note.IsZero() {
		return slackapi.ModalViewRequest{}, note
	}
	var p assistant.Project
	var err error
	if c.Subject.Project != "" {
		p, err = h.Projects.Project(ctx, c.At.Tenant, c.Subject.Project)
	}
	switch {
	case errors.Is(err, assistant.ErrNotFound):
		return slackapi.ModalViewRequest{}, assistant.Say(view.NoteGone)
	case err != nil:
		h.Log.ErrorContext(ctx, "slack settings not shown", slog.Any("err", err))
		return slackapi.ModalViewRequest{}, assistant.Say(view.NoteAgain)
	}
	return drawn(p, h.kindFor(p, c.Subject.Kind), h.words(ctx, c.From)), assistant.Sentence{}
}

// OpenSettings shows a form of the Home tab. What keeps it from it is shown in its place: there is no room for private words.
func (h *Home) OpenSettings(ctx context.Context, c workspace.Click) payload.Answer {
	read := h.siteView
	switch c.Kind { //nolint:exhaustive // the other clicks open no settings
	case blocks.PressRole:
		read = h.roleView
	case blocks.PressSiteDelete:
		read = h.deletionView
	}
	view, note := read(ctx, c)
	in := h.words(ctx, c.From)
	out := payload.Answer{Outcome: bots.AckTaken}
	if !note.IsZero() {
		view, out.Outcome = *blocks.NoteView(in.Tell(note), in), bots.AckRefused
	}
	if _, err := c.At.Client.OpenViewContext(ctx, c.Trigger, view); err != nil {
		h.Log.WarnContext(ctx, "slack form not opened", slog.Any("err", c.At.Answered(ctx, "views.open", err)))
		out.Outcome = bots.AckRefused
	}
	return out
}

// SaveSite takes the form. What is wrong is said beside its input; what could not be stored keeps the form open.
func (h *Home) SaveSite(ctx context.Context, c workspace.Click) payload.Answer {
	in := h.words(ctx, c.From)
	if h.Projects == nil {
		return payload.Respond(slackapi.NewUpdateViewSubmissionResponse(blocks.NoteView(in.Say(noteNoSites), in)), bots.AckRefused)
	}
	if note := h.onlyAdmins(ctx, c); note.Key() == view.NoteAgain {
		return payload.Respond(slackapi.NewErrorsViewSubmissionResponse(map[string]string{projects.SettingName: in.Tell(note)}), bots.AckUnavailable)
	} else if !note.IsZero() {
		return payload.Respond(slackapi.NewUpdateViewSubmissionResponse(blocks.NoteView(in.Tell(note), in)), bots.AckRefused)
	}
	saved, err := h.writeSite(ctx, c)
	wrong, misfit := errors.AsType[*assistant.FieldError](err)
	switch {
	case misfit:
		return payload.Respond(slackapi.NewErrorsViewSubmissionResponse(map[string]string{wrong.Key: in.Tell(wrong.Message)}), bots.AckRefused)
	case errors.Is(err, assistant.ErrNotAdmin):
		return payload.Respond(slackapi.NewUpdateViewSubmissionResponse(blocks.NoteView(in.Say(noteAdmins), in)), bots.AckRefused)
	case errors.Is(err, assistant.ErrNotFound):
		return payload.Respond(slackapi.NewUpdateViewSubmissionResponse(blocks.NoteView(in.Say(view.NoteGone), in)), bots.AckRefused)
	case err != nil:
		h.Log.ErrorContext(ctx, "slack settings not stored", slog.Any("err", err))
		return payload.Respond(slackapi.NewErrorsViewSubmissionResponse(map[string]string{projects.SettingName: in.Say(view.NoteAgain)}), bots.AckUnavailable)
	}
	h.Hosts.Forget(c.At.Tenant)
	h.Log.InfoContext(ctx, "slack site saved", slog.String("tenant", string(c.At.Tenant)), slog.String("project", string(saved.ID)))
	return payload.Answer{Outcome: bots.AckTaken, Then: func(ctx context.Context) { h.Show(ctx, c.At, c.From) }}
}

// writeSite keeps what the form says. A new site's id is made of the form's: sending it twice makes one.
func (h *Home) writeSite(ctx context.Context, c workspace.Click) (assistant.Project, error) {
	by, err := h.actor(ctx, c)
	if err != nil {
		return assistant.Project{}, err
	}
	ctx, cancel := context.WithTimeout(ctx, siteWithin)
	defer cancel()
	if c.Subject.Project == "" {
		return h.Projects.Add(ctx, by, c.At.Tenant, assistant.ProjectIDOf(c.At.Tenant, c.Key), h.siteChange(assistant.Project{}, c))
	}
	p, err := h.Projects.Project(ctx, c.At.Tenant, c.Subject.Project)
	if err != nil {
		return p, err
	}
	return h.Projects.Change(ctx, by, p, h.siteChange(p, c))
}

// actor is who clicked, by the account that they did it with.
func (h *Home) actor(ctx context.Context, c workspace.Click) (assistant.Actor, error) {
	by := assistant.Actor{From: h.People.Whole(ctx, c.From)}
	who, err := h.Work.PersonFor(ctx, c.At.Tenant, by.From)
	if err != nil {
		return by, fmt.Errorf("find person: %w", err)
	}
	by.Person = who.ID
	return by, nil
}

// siteChange reads the form.
func (h *Home) siteChange(p assistant.Project, c workspace.Click) projects.Change {
	var of assistant.ConnectionForm
	if c.Subject.Kind != "" {
		of = h.kindFor(p, c.Subject.Kind)
	}
	given := c.Fields.Given(siteForm(p, of, wording.Words{}))
	change := projects.Filled(given, of)
	change.Anyway = given[fieldAnyway] == keepAnyway
	return change
}
