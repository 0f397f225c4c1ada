package home

import (
	"context"
	"fmt"
	"log/slog"

	slackapi "github.com/slack-go/slack"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/slack/blocks"
	"github.com/aisteam/aisteam/bots/slack/deliver"
	"github.com/aisteam/aisteam/bots/slack/payload"
	"github.com/aisteam/aisteam/bots/slack/people"
	"github.com/aisteam/aisteam/bots/slack/workspace"
	"github.com/aisteam/aisteam/bots/tasklist"
	"github.com/aisteam/aisteam/projects"
	"github.com/aisteam/aisteam/wording"
)

// Home shows people their App Home, with the settings that admins change there.
type Home struct {
	Drawings *deliver.Drawings
	People   *people.People
	Work     Work
	Projects *projects.Editor // nil: there are no sites, and no settings of them
	Members  Members          // nil: roles are not changed here
	Tasks    *tasklist.Tasks  // nil: there are no background tasks
	Hosts    *projects.Hosts
	Roster   bots.Roster
	Log      *slog.Logger
}

// Show publishes the person's home: what waits for them, what is at work, what they talked about.
func (h *Home) Show(ctx context.Context, w *workspace.Workspace, from assistant.Identity) {
	const method = "views.publish"
	if w.Pace.Hold(method) != nil {
		return
	}
	v, err := h.Outlook(ctx, w, from)
	if err != nil {
		h.Log.ErrorContext(ctx, "slack home not read", slog.Any("err", err))
		return
	}
	in := h.words(ctx, from)
	if v.Person.Role == assistant.RoleGuest {
		h.publish(ctx, w, from.External, blocks.GuestHome(in))
		return
	}
	talks, err := h.talks(ctx, w, v.Person)
	if err != nil {
		h.Log.ErrorContext(ctx, "slack home not read", slog.Any("err", err))
		return
	}
	sites, err := h.sites(ctx, w)
	if err != nil {
		h.Log.ErrorContext(ctx, "slack home not read", slog.Any("err", err))
		return
	}
	decide, err := h.deciders(ctx, w, v.Person)
	if err != nil {
		h.Log.ErrorContext(ctx, "slack home not read", slog.Any("err", err))
		return
	}
	r := h.Drawings.Of(ctx, w)
	r.In = in
	tasks, err := h.tasks(ctx, w, from, r)
	if err != nil {
		h.Log.ErrorContext(ctx, "slack home not read", slog.Any("err", err))
		return
	}
	h.publish(ctx, w, from.External, r.Home(v, talks, append(tasks, settings(sites, h.Projects != nil, v.Person, decide, r)...)))
}

// settings draws what the home lets people look up and change: the sites, and to an admin who decides.
func settings(sites []shownSite, kept bool, p assistant.Person, decide *deciders, r blocks.Renderer) []slackapi.Block {
	var out []slackapi.Block
	if len(sites) > 0 || kept {
		out = siteBlocks(sites, p, r)
	}
	if decide != nil {
		out = append(out, decide.draw(r.In)...)
	}
	return out
}

// words returns the language of a person's home tab: the one they chose in Slack.
func (h *Home) words(ctx context.Context, from assistant.Identity) wording.Words {
	return wording.In(h.People.Whole(ctx, from).Language)
}

func (h *Home) publish(ctx context.Context, w *workspace.Workspace, user string, view slackapi.HomeTabViewRequest) {
	_, err := w.Client.PublishViewContext(ctx, slackapi.PublishViewContextRequest{UserID: user, View: view})
	if err := w.Answered(ctx, "views.publish", err); err != nil {
		h.Log.WarnContext(ctx, "slack home not shown", slog.Any("err", err))
	}
}

const shownTalks = 8

// talks reads the newest conversations that a person started. Others' are theirs, whatever the person's role.
func (h *Home) talks(ctx context.Context, w *workspace.Workspace, p assistant.Person) ([]assistant.Conversation, error) {
	all, err := h.Work.Conversations(ctx, w.Tenant, 200)
	if err != nil {
		return nil, fmt.Errorf("read conversations: %w", err)
	}
	var out []assistant.Conversation
	for _, c := range all {
		if c.Person == p.ID && p.ID != "" && len(out) < shownTalks {
			out = append(out, c)
		}
	}
	return out, nil
}

// Outlook reads what a person may see of what is going on; see [bots.Outlook].
func (h *Home) Outlook(ctx context.Context, w *workspace.Workspace, from assistant.Identity) (bots.Outlook, error) {
	p, err := h.Work.PersonFor(ctx, w.Tenant, h.People.Whole(ctx, from))
	if err != nil {
		return bots.Outlook{}, fmt.Errorf("find person: %w", err)
	}
	return bots.OutlookOf(ctx, h.Work, w.Tenant, p)
}

// Greet shows the home tab to a person who opened the app. It is best effort, since the tab is drawn anew each time.
func (h *Home) Greet(ctx context.Context, w *workspace.Workspace, o payload.Opened) {
	if o.Tab == payload.TabHome {
		h.Show(ctx, w, assistant.Identity{Surface: assistant.SurfaceSlack, Space: o.Team, External: o.User})
		return
	}
	h.suggest(ctx, w, o.At, h.words(ctx, assistant.Identity{Surface: assistant.SurfaceSlack, Space: o.Team, External: o.User}))
}

// Work reads what is going on, for the commands and the home. What a person may see of it is decided here.
type Work interface {
	bots.Going
	// Conversations lists the newest first.
	Conversations(ctx context.Context, t assistant.TenantID, limit int) ([]assistant.Conversation, error)
	// PersonFor returns the person behind an account, or a new member if the account is unknown.
	PersonFor(ctx context.Context, t assistant.TenantID, from assistant.Identity) (assistant.Person, error)
}
