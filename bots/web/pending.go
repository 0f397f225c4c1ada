package web

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
)

// pendingJSON is something that waits for a person.
type pendingJSON struct {
	Kind         assistant.PendingKind    `json:"kind"`
	ID           string                   `json:"id"`
	Version      int                      `json:"version,omitempty"` // of a plan
	Conversation assistant.ConversationID `json:"conversationId"`
	Title        string                   `json:"title"`
	Why          string                   `json:"why,omitempty"`
	RequestedBy  assistant.PersonID       `json:"requestedBy,omitempty"`
	Since        time.Time                `json:"since"`
	Until        time.Time                `json:"expiresAt,omitzero"`
}

func wirePending(p assistant.Pending) pendingJSON {
	return pendingJSON{
		Kind: p.Kind, ID: p.Ref, Version: p.Version, Conversation: p.Conversation, Title: p.Title, Why: p.Why, RequestedBy: p.RequestedBy,
		Since: p.Since.UTC(), Until: p.Until.UTC(),
	}
}

const waitsShown = 8

// waiting is something that waits, as the panel lists it.
type waiting struct{ assistant.Pending }

// Words say what kind of thing it is.
func (w waiting) Words() string { return bots.PendingWords(w.Kind) }

// waitsView is the list of what waits, the oldest first.
type waitsView struct {
	List []waiting
	Swap bool // it takes the place of the one that an open page shows
}

// maySettle tells whether messages may have made something wait, or may have ended that.
func maySettle(ms []assistant.Message) bool {
	return slices.ContainsFunc(ms, func(m assistant.Message) bool {
		kind, _, _ := strings.Cut(string(m.Slot), ":")
		return slices.Contains([]string{"plan", "ask", "approval", "run"}, kind)
	})
}

// waits lists what waits for whoever is signed in.
func (s *Surface) waits(ctx context.Context) ([]waiting, error) {
	if s.Pending == nil {
		return nil, nil
	}
	me, err := s.me(ctx)
	if err != nil {
		return nil, err
	}
	all, err := s.Pending.Pending(ctx, s.Tenant.ID)
	if err != nil {
		return nil, err
	}
	var out []waiting
	for _, p := range assistant.PendingFor(me, all) {
		if len(out) < waitsShown {
			out = append(out, waiting{p})
		}
	}
	return out, nil
}
