package web

import (
	"context"
	"net/http"
	"strconv"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
)

const (
	pageDefault, pageMost = 50, 200
)

// listAgents answers with the roster.
func (s *Surface) listAgents(w http.ResponseWriter, _ *http.Request) error {
	out := []assistant.Agent{}
	for _, a := range s.Roster {
		if a.Visible || a.ID == assistant.Chief {
			out = append(out, a)
		}
	}
	writeJSON(w, http.StatusOK, map[string]any{"agents": out})
	return nil
}

// listConversations answers with the newest conversations first, a page at a time.
func (s *Surface) listConversations(w http.ResponseWriter, r *http.Request) error {
	limit, err := number(r, "limit", pageDefault, 1, pageMost)
	if err != nil {
		return err
	}
	before, err := givenID[assistant.ConversationID](r.URL.Query().Get("before"), "conversation")
	if err != nil {
		return err
	}
	cs, err := s.Conversations.ConversationsBefore(r.Context(), s.Tenant.ID, before, int(limit)+1)
	if err != nil {
		return err
	}
	more := len(cs) > int(limit)
	cs = cs[:min(len(cs), int(limit))]
	out := []conversationJSON{}
	for _, c := range cs {
		out = append(out, wireConversation(c))
	}
	var next *assistant.ConversationID // what to send as before for the older ones
	if more {
		next = &cs[len(cs)-1].ID
	}
	writeJSON(w, http.StatusOK, map[string]any{"conversations": out, "hasMore": more, "nextCursor": next})
	return nil
}

// conversation finds the conversation of the path.
func (s *Surface) conversation(r *http.Request) (assistant.Conversation, error) {
	id, err := pathID[assistant.ConversationID](r, "conversation")
	if err != nil {
		return assistant.Conversation{}, err
	}
	c, err := s.Conversations.Conversation(r.Context(), s.Tenant.ID, id)
	return c, found(err, "conversation")
}

type historyJSON struct {
	Messages     []messageJSON `json:"messages"`
	HasMore      bool          `json:"hasMore"`
	PrevCursor   *string       `json:"prevCursor"` // what to send as before for the older ones
	ContextLimit int           `json:"contextLimit"`
}

// listMessages answers with a page of the history, oldest first (seed 003).
func (s *Surface) listMessages(w http.ResponseWriter, r *http.Request) error {
	c, err := s.conversation(r)
	if err != nil {
		return err
	}
	before, err := number(r, "before", 0, 1, 1<<62)
	if err != nil {
		return err
	}
	limit, err := number(r, "limit", pageDefault, 1, pageMost)
	if err != nil {
		return err
	}
	page, err := s.History.Messages(r.Context(), s.Tenant.ID, c.ID, before, int(limit))
	if err != nil {
		return err
	}
	out := historyJSON{HasMore: page.HasMore, ContextLimit: assistant.WindowOfModels}
	if out.Messages, err = s.wireMessages(r.Context(), page.Messages); err != nil {
		return err
	}
	if page.HasMore {
		cursor := strconv.FormatInt(page.Before, 10)
		out.PrevCursor = &cursor
	}
	writeJSON(w, http.StatusOK, out)
	return nil
}

// events streams the conversation's log, and what the assistant is doing, until the client goes or its session ends.
func (s *Surface) events(w http.ResponseWriter, r *http.Request) (*follower, error) {
	c, err := s.conversation(r)
	if err != nil {
		return nil, err
	}
	after, err := position(r)
	if err != nil {
		return nil, err
	}
	out := s.openStream(w)
	f := &follower{s: s, id: c.ID, after: after, stays: s.stays(r)}
	f.each = func(ctx context.Context, m moment) (bool, error) { return true, s.sendLog(ctx, out, m) }
	return f, nil
}

func (s *Surface) sendLog(ctx context.Context, out *stream, m moment) error {
	switch {
	case m.news != nil && m.news.Draft != "":
		return out.sendJSON("draft", 0, map[string]any{"content": bots.SafeDraft(m.news.Draft, s.hosts.Of(ctx, s.Tenant.ID))})
	case m.news != nil:
		return out.sendJSON("activity", 0, map[string]any{"activity": m.news.Activity})
	case m.messages == nil:
		return out.beat()
	}
	for _, msg := range m.messages {
		if msg.Kind == assistant.KindSystem {
			continue
		}
		j, err := s.wireMessage(ctx, msg)
		if err != nil {
			return err
		}
		if err := out.sendJSON("", msg.Seq, j); err != nil {
			return err
		}
	}
	return nil
}
