package home

import (
	"context"
	"errors"
	"log/slog"
	"strings"

	slackapi "github.com/slack-go/slack"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/slack/blocks"
	"github.com/aisteam/aisteam/bots/slack/payload"
	"github.com/aisteam/aisteam/bots/slack/workspace"
)

// deletionView asks once whether a site is to be deleted, and says what hangs on it.
func (h *Home) deletionView(ctx context.Context, c workspace.Click) (slackapi.ModalViewRequest, assistant.Sentence) {
	if h.Projects == nil {
		return slackapi.ModalViewRequest{}, assistant.Say(noteNoSites)
	}
	if note := h.onlyAdmins(ctx, c); !note.IsZero() {
		return slackapi.ModalViewRequest{}, note
	}
	p, err := h.Projects.Project(ctx, c.At.Tenant, c.Subject.Project)
	var all []assistant.Sentence
	if err == nil {
		all, err = h.Projects.Consequences(ctx, p)
	}
	if err != nil {
		return slackapi.ModalViewRequest{}, h.explained(ctx, err)
	}
	in := h.words(ctx, c.From)
	says := make([]string, len(all))
	for i, one := range all {
		says[i] = in.Tell(one)
	}
	v := blocks.Modal(assistant.Form{Name: blocks.CallbackSiteDelete, Title: assistant.Say("Delete a site"), Send: assistant.Say("Delete")}, blocks.FormState{Subject: blocks.Subject{Project: p.ID}}, in)
	v.Blocks.BlockSet = []slackapi.Block{
		blocks.Section("*" + in.Say("Delete %s?", blocks.Escape(bots.OneLine(p.Name), 200)) + "*"), blocks.Section(blocks.Escape(strings.Join(says, "\n"), blocks.LimitSection)),
	}
	return v, assistant.Sentence{}
}

// DeleteSite takes the answer. A site that is gone already is deleted.
func (h *Home) DeleteSite(ctx context.Context, c workspace.Click) payload.Answer {
	note := assistant.Say(noteNoSites)
	if h.Projects != nil {
		note = h.onlyAdmins(ctx, c)
	}
	if note.IsZero() {
		note = h.deleted(ctx, c)
	}
	if !note.IsZero() {
		in := h.words(ctx, c.From)
		return payload.Respond(slackapi.NewUpdateViewSubmissionResponse(blocks.NoteView(in.Tell(note), in)), bots.AckRefused)
	}
	h.Hosts.Forget(c.At.Tenant)
	h.Log.InfoContext(ctx, "slack site deleted", slog.String("tenant", string(c.At.Tenant)), slog.String("project", string(c.Subject.Project)))
	return payload.Answer{Outcome: bots.AckTaken, Then: func(ctx context.Context) { h.Show(ctx, c.At, c.From) }}
}

// deleted deletes, and says what kept it from it.
func (h *Home) deleted(ctx context.Context, c workspace.Click) assistant.Sentence {
	by, err := h.actor(ctx, c)
	var p assistant.Project
	if err == nil {
		p, err = h.Projects.Project(ctx, c.At.Tenant, c.Subject.Project)
	}
	if err == nil {
		err = h.Projects.Delete(ctx, by, p)
	}
	if err == nil || errors.Is(err, assistant.ErrNotFound) {
		return assistant.Sentence{}
	}
	return h.explained(ctx, err)
}
