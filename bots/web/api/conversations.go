package api

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/links"
	"github.com/aisteam/aisteam/bots/web/follow"
	"github.com/aisteam/aisteam/bots/web/owner"
	"github.com/aisteam/aisteam/bots/web/request"
)

const (
	pageDefault, pageMost = 50, 200
)

// Conversations lists and finds conversations. Another tenant's are [assistant.ErrNotFound].
type Conversations interface {
	// ConversationsBefore lists those that began before one of them, newest first; of all where it names none. Where somebody is named, those that they are
	// members of.
	ConversationsBefore(ctx context.Context, t assistant.TenantID, who assistant.PersonID, before assistant.ConversationID, limit int) ([]assistant.Conversation, error)
	Conversation(ctx context.Context, t assistant.TenantID, id assistant.ConversationID) (assistant.Conversation, error)
	// Membership tells who takes part in one, and who of the team can be invited.
	Membership(ctx context.Context, t assistant.TenantID, id assistant.ConversationID, most int) (assistant.Membership, error)
}

// History reads conversations' logs.
type History interface {
	Messages(ctx context.Context, t assistant.TenantID, id assistant.ConversationID, before int64, limit int) (assistant.Page, error)
	MessagesAfter(ctx context.Context, t assistant.TenantID, id assistant.ConversationID, seq int64, limit int) ([]assistant.Message, error)
}

// Work reads what is done.
type Work interface {
	Run(ctx context.Context, t assistant.TenantID, id assistant.RunID) (assistant.RunView, error)
}

// conversations lists conversations and their content.
type conversations struct {
	kept    Conversations
	history History
	work    Work
	shown   *messages
	watches *follow.Watches
	stays   func(*http.Request) func() error
	owner   *owner.Owner
	now     func() time.Time
}

// listAgents answers with the roster.
func (c *conversations) listAgents(w http.ResponseWriter, _ *http.Request) error {
	request.WriteJSON(w, http.StatusOK, map[string]any{"agents": c.owner.Seen()})
	return nil
}

// list answers with the newest conversations first, a page at a time.
func (c *conversations) list(w http.ResponseWriter, r *http.Request) error {
	limit, err := request.Number(r, "limit", pageDefault, 1, pageMost)
	if err != nil {
		return err
	}
	before, err := request.GivenID[assistant.ConversationID](r.URL.Query().Get("before"), "conversation")
	if err != nil {
		return err
	}
	cs, err := c.kept.ConversationsBefore(r.Context(), c.owner.Tenant.ID, c.owner.SeesOnly(), before, int(limit)+1)
	if err != nil {
		return err
	}
	more := len(cs) > int(limit)
	cs = cs[:min(len(cs), int(limit))]
	out := []conversationJSON{}
	for _, one := range cs {
		out = append(out, wireConversation(one))
	}
	var next *assistant.ConversationID // what to send as before for the older ones
	if more {
		next = &cs[len(cs)-1].ID
	}
	request.WriteJSON(w, http.StatusOK, map[string]any{"conversations": out, "hasMore": more, "nextCursor": next})
	return nil
}

// conversation finds the conversation of the path.
func (c *conversations) conversation(r *http.Request) (assistant.Conversation, error) {
	id, err := request.PathID[assistant.ConversationID](r, "conversation")
	if err != nil {
		return assistant.Conversation{}, err
	}
	one, err := c.kept.Conversation(r.Context(), c.owner.Tenant.ID, id)
	return one, request.Found(err, "conversation")
}

type historyJSON struct {
	Messages     []messageJSON `json:"messages"`
	HasMore      bool          `json:"hasMore"`
	PrevCursor   *string       `json:"prevCursor"` // what to send as before for the older ones
	ContextLimit int           `json:"contextLimit"`
}

// listMessages answers with a page of the history, oldest first (seed 003).
func (c *conversations) listMessages(w http.ResponseWriter, r *http.Request) error {
	one, err := c.conversation(r)
	if err != nil {
		return err
	}
	before, err := request.Number(r, "before", 0, 1, 1<<62)
	if err != nil {
		return err
	}
	limit, err := request.Number(r, "limit", pageDefault, 1, pageMost)
	if err != nil {
		return err
	}
	page, err := c.history.Messages(r.Context(), c.owner.Tenant.ID, one.ID, before, int(limit))
	if err != nil {
		return err
	}
	out := historyJSON{HasMore: page.HasMore, ContextLimit: assistant.WindowOfModels}
	if out.Messages, err = c.shown.wireAll(r.Context(), page.Messages); err != nil {
		return err
	}
	if page.HasMore {
		cursor := strconv.FormatInt(page.Before, 10)
		out.PrevCursor = &cursor
	}
	request.WriteJSON(w, http.StatusOK, out)
	return nil
}

// events streams the conversation's log, and what the assistant is doing, until the client goes or its session ends.
func (c *conversations) events(w http.ResponseWriter, r *http.Request) (*follow.Follower, error) {
	one, err := c.conversation(r)
	if err != nil {
		return nil, err
	}
	return c.follow(w, r, one.ID)
}

// follow streams a conversation's log from where the client left.
func (c *conversations) follow(w http.ResponseWriter, r *http.Request, id assistant.ConversationID) (*follow.Follower, error) {
	after, err := follow.Position(r)
	if err != nil {
		return nil, err
	}
	out := follow.Open(w, r, c.now)
	f := c.watches.Follower(id, after)
	f.Stays = c.stays(r)
	f.Sees = func(ctx context.Context) error {
		_, err := c.kept.Conversation(ctx, c.owner.Tenant.ID, id)
		return err
	}
	f.Each = func(ctx context.Context, m follow.Moment) (bool, error) { return true, c.sendLog(ctx, out, m) }
	return f, nil
}

func (c *conversations) sendLog(ctx context.Context, out *follow.Stream, m follow.Moment) error {
	switch {
	case m.News != nil && m.News.Draft != "":
		return out.SendJSON("draft", 0, map[string]any{"content": links.SafeDraft(m.News.Draft, c.shown.allowed(ctx))})
	case m.News != nil:
		return out.SendJSON("activity", 0, map[string]any{"activity": m.News.Activity})
	case m.Messages == nil:
		return out.Beat()
	}
	for _, msg := range m.Messages {
		if msg.Kind == assistant.KindSystem {
			continue
		}
		j, err := c.shown.wire(ctx, msg)
		if err != nil {
			return err
		}
		if err := out.SendJSON("", msg.Seq, j); err != nil {
			return err
		}
	}
	return nil
}

type conversationJSON struct {
	ID        assistant.ConversationID `json:"id"`
	Title     string                   `json:"title"`
	Agent     assistant.AgentID        `json:"currentAgent"`
	Project   assistant.ProjectID      `json:"projectId,omitempty"`
	Seq       int64                    `json:"seq"`
	StartedAt time.Time                `json:"startedAt"`
	UpdatedAt time.Time                `json:"updatedAt"`
}

func wireConversation(c assistant.Conversation) conversationJSON {
	return conversationJSON{
		ID: c.ID, Title: c.Title, Agent: c.Agent, Project: c.Project, Seq: c.Seq,
		StartedAt: c.StartedAt.UTC(), UpdatedAt: c.UpdatedAt.UTC(),
	}
}
