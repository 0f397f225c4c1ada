package home

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"

	slackapi "github.com/slack-go/slack"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/slack/blocks"
	"github.com/aisteam/aisteam/bots/slack/payload"
	"github.com/aisteam/aisteam/bots/slack/workspace"
	"github.com/aisteam/aisteam/bots/view"
)

const (
	shownSites = 10

	noteAdmins   = "Only an admin may change that. Nothing has changed."
	noteNoSites  = "Sites cannot be changed here."
	notePassword = "WordPress makes one under Users, Profile, Application passwords. I keep it for this site alone and show it to nobody, and no model sees it."
)

// sites reads the tenant's sites, none where there are no settings of them.
func (h *Home) sites(ctx context.Context, w *workspace.Workspace) ([]assistant.Project, error) {
	if h.Projects == nil {
		return nil, nil
	}
	all, err := h.Projects.Projects(ctx, w.Tenant)
	if err != nil {
		return nil, fmt.Errorf("read sites: %w", err)
	}
	return all, nil
}

// siteBlocks draws what the team works on. Admins add to it and change it.
func siteBlocks(all []assistant.Project, p assistant.Person, hosts []string) []slackapi.Block {
	admin := p.Role == assistant.RoleAdmin
	drawn := []slackapi.Block{slackapi.NewHeaderBlock(blocks.PlainText("Sites", blocks.LimitTitle))}
	switch {
	case len(all) == 0 && admin:
		drawn = append(drawn, blocks.Section("There is no site yet that I could work on. Add yours: I need its address, a user and an application password."))
	case len(all) == 0:
		drawn = append(drawn, blocks.Section("There is no site yet that I could work on. An admin adds it, here on their Home tab."))
	}
	for i, one := range all {
		if i == shownSites {
			drawn = append(drawn, blocks.ContextLine(fmt.Sprintf("and %d more", len(all)-i)))
			break
		}
		text := "*" + blocks.Escape(bots.OneLine(one.Name), 150) + "*"
		if at := cmp.Or(one.SiteURL, one.Domain); at != "" {
			text += "\n" + blocks.Escape(bots.OneLine(at), 500)
		}
		drawn = append(drawn, blocks.Section(bots.SafeWords(text, hosts)))
		if admin {
			drawn = append(drawn, slackapi.NewActionBlock("", blocks.Button(blocks.ActionSite, blocks.Subject{Project: one.ID}.String(), "Change", "", nil)))
		}
	}
	if admin {
		style := slackapi.Style("")
		if len(all) == 0 {
			style = slackapi.StylePrimary
		}
		drawn = append(drawn, slackapi.NewActionBlock("", blocks.Button(blocks.ActionSiteAdd, blocks.Subject{}.String(), "Add a site", style, nil)))
	}
	return drawn
}

// siteForm asks for a site: for all of a new one, and for what should be different about one that is there.
func siteForm(p assistant.Project, user string, kept bool) slackapi.ModalViewRequest {
	title, password := "Change a site", "Application password"
	if p.ID == "" {
		title = "Add a site"
	}
	if kept {
		password += " (kept; write a new one to replace it)"
	}
	v := blocks.Form(blocks.CallbackSite, title, "Save", blocks.FormState{Subject: blocks.Subject{Project: p.ID}})
	folder := p.CMS == assistant.CMSFolder
	address := "The address of the WordPress site, like https://example.com"
	if folder {
		address += ". Without one its pages stay in a folder on the server"
	}
	v.Blocks.BlockSet = []slackapi.Block{
		oneLine(bots.SettingName, "Name", "What people call it: my words in plans and answers.", p.Name, 200, false),
		oneLine(bots.SettingAddress, "Address", address+".", p.SiteURL, 500, folder),
		oneLine(bots.SettingUser, "WordPress user", "", user, 200, true),
		oneLine(bots.SettingPassword, password, notePassword, "", 200, true),
		oneLine(bots.SettingLanguage, "Language", "Of its pages, where it is always the same: I ask otherwise.", p.Language, 200, true),
	}
	return v
}

// oneLine asks for a setting in a line.
func oneLine(s bots.Setting, label, hint, value string, most int, optional bool) *slackapi.InputBlock {
	input := slackapi.NewPlainTextInputBlockElement(nil, blocks.InputID).WithMaxLength(most)
	if value != "" {
		input = input.WithInitialValue(bots.Clip(bots.OneLine(value), most))
	}
	b := slackapi.NewInputBlock(string(s), blocks.PlainText(label, 500), blocks.HintText(hint), input)
	b.Optional = optional
	return b
}

// onlyAdmins is what to tell whoever clicked and may not change settings: their role is looked up for each click.
func (h *Home) onlyAdmins(ctx context.Context, c workspace.Click) string {
	p, err := h.Work.PersonFor(ctx, c.At.Tenant, h.People.Whole(ctx, c.From))
	switch {
	case err != nil:
		h.Log.ErrorContext(ctx, "slack person not found", slog.Any("err", err))
		return view.NoteAgain
	case p.ID == "" || p.Role != assistant.RoleAdmin:
		return noteAdmins
	default:
		return ""
	}
}

// siteView is the form for a click, or what to say instead.
func (h *Home) siteView(ctx context.Context, c workspace.Click) (slackapi.ModalViewRequest, string) {
	if h.Projects == nil {
		return slackapi.ModalViewRequest{}, noteNoSites
	}
	if note := h.onlyAdmins(ctx, c); note != "" {
		return slackapi.ModalViewRequest{}, note
	}
	if c.Subject.Project == "" {
		return siteForm(assistant.Project{}, "", false), ""
	}
	p, err := h.Projects.Project(ctx, c.At.Tenant, c.Subject.Project)
	var kept assistant.Credential
	if err == nil {
		kept, err = bots.CredentialOf(ctx, h.Projects, p)
	}
	switch {
	case errors.Is(err, assistant.ErrNotFound):
		return slackapi.ModalViewRequest{}, view.NoteGone
	case err != nil:
		h.Log.ErrorContext(ctx, "slack settings not shown", slog.Any("err", err))
		return slackapi.ModalViewRequest{}, view.NoteAgain
	}
	return siteForm(p, kept.User, kept.Password != ""), ""
}

// OpenSettings shows a form of the Home tab. What keeps it from it is shown in its place: there is no room for private words.
func (h *Home) OpenSettings(ctx context.Context, c workspace.Click) payload.Answer {
	read := h.siteView
	if c.Kind == payload.ClickRole {
		read = h.roleView
	}
	view, note := read(ctx, c)
	out := payload.Answer{Outcome: bots.AckTaken}
	if note != "" {
		view, out.Outcome = *blocks.NoteView(note), bots.AckRefused
	}
	if _, err := c.At.Client.OpenViewContext(ctx, c.Trigger, view); err != nil {
		h.Log.WarnContext(ctx, "slack form not opened", slog.Any("err", c.At.Answered(ctx, "views.open", err)))
		out.Outcome = bots.AckRefused
	}
	return out
}

// SaveSite takes the form. What is wrong is said beside its input; what could not be stored keeps the form open.
func (h *Home) SaveSite(ctx context.Context, c workspace.Click) payload.Answer {
	if h.Projects == nil {
		return payload.Respond(slackapi.NewUpdateViewSubmissionResponse(blocks.NoteView(noteNoSites)), bots.AckRefused)
	}
	if note := h.onlyAdmins(ctx, c); note == view.NoteAgain {
		return payload.Respond(slackapi.NewErrorsViewSubmissionResponse(map[string]string{string(bots.SettingName): note}), bots.AckUnavailable)
	} else if note != "" {
		return payload.Respond(slackapi.NewUpdateViewSubmissionResponse(blocks.NoteView(note)), bots.AckRefused)
	}
	saved, err := h.writeSite(ctx, c)
	wrong, misfit := errors.AsType[*bots.SettingError](err)
	switch {
	case misfit:
		return payload.Respond(slackapi.NewErrorsViewSubmissionResponse(map[string]string{string(wrong.Setting): wrong.Message}), bots.AckRefused)
	case errors.Is(err, assistant.ErrNotAdmin):
		return payload.Respond(slackapi.NewUpdateViewSubmissionResponse(blocks.NoteView(noteAdmins)), bots.AckRefused)
	case errors.Is(err, assistant.ErrNotFound):
		return payload.Respond(slackapi.NewUpdateViewSubmissionResponse(blocks.NoteView(view.NoteGone)), bots.AckRefused)
	case err != nil:
		h.Log.ErrorContext(ctx, "slack settings not stored", slog.Any("err", err))
		return payload.Respond(slackapi.NewErrorsViewSubmissionResponse(map[string]string{string(bots.SettingName): view.NoteAgain}), bots.AckUnavailable)
	}
	h.Hosts.Forget(c.At.Tenant)
	h.Log.InfoContext(ctx, "slack site saved", slog.String("tenant", string(c.At.Tenant)), slog.String("project", string(saved.ID)))
	return payload.Answer{Outcome: bots.AckTaken, Then: func(ctx context.Context) { h.Show(ctx, c.At, c.From) }}
}

// writeSite keeps what the form says. A new site's id is made of the form's: sending it twice makes one.
func (h *Home) writeSite(ctx context.Context, c workspace.Click) (assistant.Project, error) {
	given := func(s bots.Setting) *string {
		v := c.Fields.Written(string(s))
		return &v
	}
	change := bots.ProjectChange{
		Name: given(bots.SettingName), Language: given(bots.SettingLanguage), SiteURL: given(bots.SettingAddress), User: given(bots.SettingUser),
	}
	if *given(bots.SettingPassword) != "" {
		change.Password = given(bots.SettingPassword)
	}
	if *change.SiteURL != "" {
		wordpress := assistant.CMSWordPress
		change.CMS = &wordpress
	}
	by := assistant.Actor{From: h.People.Whole(ctx, c.From)}
	who, err := h.Work.PersonFor(ctx, c.At.Tenant, by.From)
	if err != nil {
		return assistant.Project{}, fmt.Errorf("find person: %w", err)
	}
	by.Person = who.ID
	if c.Subject.Project == "" {
		return bots.AddProject(ctx, h.Projects, by, c.At.Tenant, assistant.ProjectIDOf(c.At.Tenant, c.Key), change) //nolint:wrapcheck // it says what was being done
	}
	p, err := h.Projects.Project(ctx, c.At.Tenant, c.Subject.Project)
	if err != nil {
		return p, err //nolint:wrapcheck // it says what was being done
	}
	return bots.ChangeProject(ctx, h.Projects, by, p, change) //nolint:wrapcheck // it says what was being done
}
