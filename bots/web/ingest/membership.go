package ingest

import (
	"context"
	"errors"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/web/request"
)

// Invite lets somebody of the team take part in a conversation. Whoever does already stays in it, and is told nothing more.
func (i *Ingest) Invite(ctx context.Context, c assistant.Conversation, who assistant.PersonID) error {
	return i.membership(ctx, c, assistant.MemberAdded{Person: who, Title: c.Title})
}

// TakeOut takes somebody out of a conversation who was invited into it; the person signed in leaves it by naming themself. Who is in it no
// more stays out.
func (i *Ingest) TakeOut(ctx context.Context, c assistant.Conversation, who assistant.PersonID) error {
	return i.membership(ctx, c, assistant.MemberRemoved{Person: who})
}

// membership does it. What is so already is no error: somebody has pressed twice, or at the same time as somebody else.
func (i *Ingest) membership(ctx context.Context, c assistant.Conversation, body assistant.Body) error {
	_, err := i.act(ctx, c.ID, body)
	if errors.Is(err, assistant.ErrMember) || errors.Is(err, assistant.ErrNoMember) {
		return nil
	}
	return request.Found(err, "person")
}
