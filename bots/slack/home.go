package slack

import (
	"context"
	"fmt"
	"log/slog"

	slackapi "github.com/slack-go/slack"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/slack/blocks"
	"github.com/aisteam/aisteam/projects"
)

// appHome shows people their App Home, with the settings that admins change there.
type appHome struct {
	drawings *drawings
	people   *people
	Work     Work
	Projects *projects.Editor // nil: there are no sites, and no settings of them
	Members  Members          // nil: roles are not changed here
	hosts    *projects.Hosts
	Roster   []assistant.Agent
	Log      *slog.Logger
}

// showHome publishes the person's home: what waits for them, what is at work, what they talked about.
func (h *appHome) showHome(ctx context.Context, w *workspace, from assistant.Identity) {
	const method = "views.publish"
	if w.pace.hold(method) != nil {
		return
	}
	v, err := h.outlook(ctx, w, from)
	if err != nil {
		h.Log.ErrorContext(ctx, "slack home not read", slog.Any("err", err))
		return
	}
	if v.Person.Role == assistant.RoleGuest {
		h.publish(ctx, w, from.External, blocks.GuestHome())
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
	r := h.drawings.drawing(ctx, w)
	h.publish(ctx, w, from.External, r.Home(v, talks, settings(sites, h.Projects != nil, v.Person, decide, r.Hosts)))
}

// settings draws what the home lets people look up and change: the sites, and to an admin who decides.
func settings(sites []shownSite, kept bool, p assistant.Person, decide *deciders, hosts []string) []slackapi.Block {
	var out []slackapi.Block
	if len(sites) > 0 || kept {
		out = siteBlocks(sites, p, hosts)
	}
	if decide != nil {
		out = append(out, decide.draw()...)
	}
	return out
}

func (h *appHome) publish(ctx context.Context, w *workspace, user string, view slackapi.HomeTabViewRequest) {
	_, err := w.client.PublishViewContext(ctx, slackapi.PublishViewContextRequest{UserID: user, View: view})
	if err := w.answered(ctx, "views.publish", err); err != nil {
		h.Log.WarnContext(ctx, "slack home not shown", slog.Any("err", err))
	}
}

const shownTalks = 8

// talks reads the newest conversations that a person started. Others' are theirs, whatever the person's role.
func (h *appHome) talks(ctx context.Context, w *workspace, p assistant.Person) ([]assistant.Conversation, error) {
	all, err := h.Work.Conversations(ctx, w.tenant, 200)
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

// outlook reads what a person may see of what is going on; see [bots.Outlook].
func (h *appHome) outlook(ctx context.Context, w *workspace, from assistant.Identity) (bots.Outlook, error) {
	p, err := h.Work.PersonFor(ctx, w.tenant, h.people.whole(ctx, from))
	if err != nil {
		return bots.Outlook{}, fmt.Errorf("find person: %w", err)
	}
	return bots.OutlookOf(ctx, h.Work, w.tenant, p) //nolint:wrapcheck // it says what was being done
}
